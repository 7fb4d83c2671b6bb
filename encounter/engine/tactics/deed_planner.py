"""The default tactic of creatures with actions that are no attack: breath weapons, healing, legendary actions ...

Such an action is weighed as attacks are (tactics.deeds), from where the creature stands and, where it costs the action,
from one square for each enemy that brings it within reach. It is used where that is worth more than the best attacks;
a place in a Multiattack, a bonus action and a legendary action are used where they are worth anything. Nothing is
saved up: what recharges or is legendary is used at the first chance that pays.
"""

from typing import Final

from mypy_extensions import i64

from encounter.engine.combatant import ACTION, BONUS, Combatant
from encounter.engine.effect import CANNOT_MOVE, RAGES
from encounter.engine.fight import Fight
from encounter.engine.intent import END_TURN, USE_ACTION, Intent
from encounter.engine.rules.actions import gives_power, grant_movement, has_effect_on_others, judge_cost_of
from encounter.engine.rules.legal import LEGAL
from encounter.engine.rules.legendary import Turn, can_afford
from encounter.engine.rules.movement import bodies_on, held_by, may_end, passing
from encounter.engine.rules.pace import fastest_ft
from encounter.engine.tables import A_BONUS_ACTION, AN_ACTION, LAIR, LEGENDARY, SKIRMISHER, WHEN_CAST, Deed, Setup
from encounter.engine.tactics.deeds import Found, best_use
from encounter.engine.tactics.landings import FAR_SHOT_FT, beside, safest
from encounter.engine.tactics.planner import Planner
from encounter.engine.tactics.worth import NOTHING, SLOT_PRICE

FAR_FT: Final = 60  # an action with such a range is used from where one stands
LANDING_PRICE: Final = 2000  # thousandths of a hit point by which attacks must be worth more for a teleport
FLIGHT_WEIGHT: Final = 4  # times the cost of standing within reach that getting out of it is worth


class DeedPlanner(Planner):
    """A Planner that uses actions which are no attack, too."""

    def __init__(self, setup: Setup, exhaustive: bool) -> None:
        super().__init__(setup, exhaustive)
        self.found: Found = Found()
        self.best_found: Found = Found()
        self.here: Found = Found()
        self.nothing: Found = Found()
        self.landing: i64 = -1  # where a legendary action with attacks should teleport first, -1 nowhere

    def _plan_deed(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Use an action that is no attack where it is worth more than what else there is to do now."""
        if c.stat.teleports and self._teleport(f, c, intent):
            return True
        if c.sequence >= 0:
            if self._in_sequence(f, c, intent):
                return True
        elif c.budget & ACTION and self._instead_of_attacks(f, c, intent):
            return True
        if c.budget & BONUS and self._as_bonus(f, c, intent):
            return True
        return c.stat.surges and self._surge(f, c, intent)

    def _surge(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """A second action as soon as the first one is spent, where there is somebody to attack with it."""
        if c.budget & ACTION or (c.sequence >= 0 and self._may_attack(f, c)):
            return False
        for deed in c.stat.deeds:
            if not deed.surges or judge_cost_of(c, deed, -1) != LEGAL:
                continue
            sequence, made, shots = c.sequence, c.sequence_made, c.loading_used
            c.budget |= ACTION
            c.sequence, c.sequence_made, c.loading_used = -1, 0, 0
            is_worth_it = self._find_attack(f, c) and self.best > 0
            c.budget &= ~ACTION
            c.sequence, c.sequence_made, c.loading_used = sequence, made, shots
            if is_worth_it:
                self.nothing.write(intent, deed, -1)
                return True
        return False

    def _in_sequence(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """An action that has a place in the Multiattack under way, where it is worth anything from here."""
        for deed in c.stat.deeds:
            if deed.in_sequence and judge_cost_of(c, deed, c.sequence) == LEGAL:
                best_use(f, c, deed, self.found)
                if self.found.worth > 0:
                    self.found.write(intent, deed, c.sequence)
                    return True
        return False

    def _as_bonus(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """The bonus action that is worth most from here."""
        best: i64 = 0
        for deed in c.stat.deeds:
            if deed.cost == A_BONUS_ACTION and judge_cost_of(c, deed, -1) == LEGAL:
                if c.stat.has_rage and gives_power(deed, RAGES) and not self._may_rage(f, c):
                    continue
                best_use(f, c, deed, self.found)
                if self.found.worth > best:
                    best = self.found.worth
                    self.found.write(intent, deed, -1)
        return best > 0 or self._move_first(f, c, intent)

    def _may_rage(self, f: Fight, c: Combatant) -> bool:
        """Whether a rage would be of use now: it is fed by attacks, so there must be somebody to attack."""
        return c.sequence >= 0 or (c.budget & ACTION != 0 and self._find_attack(f, c))

    def _move_first(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """A bonus action that is nothing but movement, where that brings somebody within reach this turn."""
        if c.sequence >= 0 or not c.budget & ACTION or c.flags & CANNOT_MOVE:
            return False
        for deed in c.stat.deeds:
            if deed.moves == 0 or deed.cost != A_BONUS_ACTION or len(deed.options) > 0 or has_effect_on_others(deed):
                continue
            if judge_cost_of(c, deed, -1) != LEGAL:
                continue
            if self._find_attack(f, c):
                return False
            granted, spent_ft, is_disengaged = c.granted, c.spent_ft, c.is_disengaged
            grant_movement(c, deed)
            is_enough = self._find_attack(f, c)
            c.granted, c.spent_ft, c.is_disengaged = granted, spent_ft, is_disengaged
            if is_enough:
                self.nothing.write(intent, deed, -1)
                return True
        return False

    def _instead_of_attacks(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """An action by itself, or in a Multiattack that names it, where that is worth more than the best attacks."""
        attack: i64 = NOTHING
        if self._find_attack(f, c):
            attack = self.best + self.best_rank
            sequence = c.stat.sequences[self.best_option]
            if sequence.deed >= 0 and c.sequence != self.best_option:
                attack -= SLOT_PRICE * c.stat.deeds[sequence.deed].slot
        most: i64 = attack if attack > 0 else 0
        chosen: Deed | None = None
        chosen_option: i64 = -1
        goes_to: i64 = -1
        for deed in c.stat.deeds:
            if deed.cost == AN_ACTION and judge_cost_of(c, deed, -1) == LEGAL and has_effect_on_others(deed):
                to = self._best_square_for(f, c, deed)
                if self.found.worth > most:
                    most = self.found.worth
                    chosen, chosen_option, goes_to = deed, -1, to
                    self.best_found.take(self.found)
            if deed.in_sequence:
                option = self._best_option_with(f, c, deed, most)
                if option >= 0:
                    most = self.found.worth
                    chosen, chosen_option, goes_to = deed, option, -1
                    self.best_found.take(self.found)
        if chosen is None:
            return False
        if goes_to < 0:
            self.best_found.write(intent, chosen, chosen_option)
            return True
        return self._walk_to(f, c, intent, goes_to)

    def _best_option_with(self, f: Fight, c: Combatant, deed: Deed, most: i64) -> i64:
        """The Multiattack with this action in it that is worth more than `most`, used from here; -1 for none.

        The worth of action and attacks together is left in `found`.
        """
        best: i64 = -1
        option: i64 = 0
        total = most
        for sequence in c.stat.sequences:
            if sequence.has_deeds and judge_cost_of(c, deed, option) == LEGAL:
                self.only = option
                attacks: i64 = self.best + self.best_rank if self._find_attack(f, c) else 0
                self.only = -1
                best_use(f, c, deed, self.found)
                here = self.found.worth + (attacks if attacks > 0 else 0)
                if self.found.worth > 0 and here > total:
                    best = option
                    total = here
            option += 1
        if best >= 0:
            best_use(f, c, deed, self.found)
            self.found.worth = total
        return best

    def _best_square_for(self, f: Fight, c: Combatant, deed: Deed) -> i64:
        """The square to use an action from, -1 for where it stands; the worth less the cost of it is left in `found`.

        Looked at are its own square and, for each enemy, the nearest one that brings it within the action's reach.
        """
        self._mark(f, c)
        best_use(f, c, deed, self.found)
        self.found.worth -= self._standing_cost(f, c, f.place_of(c)) if self.found.worth > 0 else 0
        best: i64 = -1
        self.here.take(self.found)
        m = f.mover(c)
        left = 0 if m.flags & CANNOT_MOVE else self._units_left(f, m)
        if left > 0:
            self._explore(f, m, left)
            passing(f, m, self.around)
            for t in f.combatants:
                if not f.setup.enemies[c.index] & f.present & t.bit or t.is_down or t.is_knocked_out:
                    continue
                if deed.range_ft >= FAR_FT and f.apart_ft(c, t) <= deed.range_ft:
                    continue  # it reaches as far as that from here
                state = self._state_within(f, c, t, deed)
                if state < 0:
                    continue
                square: i64 = state >> 1
                cost = self._standing_cost(f, c, square) + self._way_cost(f, c, state)
                worth = self._worth_from(f, c, deed, square) - cost
                if worth > self.here.worth:
                    self.here.worth = worth
                    best = square
        self.found.take(self.here)
        return best

    def _worth_from(self, f: Fight, c: Combatant, deed: Deed, square: i64) -> i64:
        """What an action is worth from another square: stand there in thought."""
        m = f.mover(c)
        home = f.place_of(m)
        f.relocate(m, square)
        best_use(f, c, deed, self.found)
        f.relocate(m, home)
        return self.found.worth

    def _state_within(self, f: Fight, c: Combatant, t: Combatant, deed: Deed) -> i64:
        """The first state of the search on a square from which an action reaches `t`; -1 for none."""
        reach = deed.range_ft if deed.range_ft > 0 else 0
        if deed.shape >= 0:
            reach += deed.size_ft
        m = f.mover(c)
        held = held_by(f, m)
        paths = f.paths
        at: i64 = 1
        while at < paths.count:
            state = paths.order[at]
            at += 1
            square: i64 = state >> 1
            if square == f.place_of(c) or f.apart_at_ft(c, square, t) > reach:
                continue
            bodies = bodies_on(f, m, square)
            if not bodies or may_end(f, m, bodies & ~held, self.around.shared):
                return state
        return -1

    def _walk_to(self, f: Fight, c: Combatant, intent: Intent, square: i64) -> bool:
        """Go to a square of the search for an action, which is then planned anew."""
        self._mark(f, c)
        m = f.mover(c)
        self._explore(f, m, self._units_left(f, m))
        paths = f.paths
        at: i64 = 1
        while at < paths.count:
            state = paths.order[at]
            at += 1
            if state >> 1 == square:
                self._set_out(f, c, intent, state, self._units_left(f, m))
                return True
        return False

    # -------------------------------------------------------------------------------------------------- teleports

    def _teleport(self, f: Fight, c: Combatant, intent: Intent) -> bool:
        """Teleport where the best attacks are worth more from there; after them out of reach, where one shoots."""
        for deed in c.stat.deeds:
            if deed.teleport_ft == 0 or len(deed.options) > 0 or judge_cost_of(c, deed, -1) != LEGAL:
                continue
            place: i64 = -1
            if deed.cost == AN_ACTION:
                place = self._nearer(f, c, deed)
            elif deed.cost == A_BONUS_ACTION and c.sequence < 0 and c.budget & ACTION:
                place = self._better_place(f, c, deed)
            elif deed.cost == A_BONUS_ACTION and not self._may_attack(f, c):
                place = self._refuge(f, c, deed)
            if place >= 0:
                self.nothing.write(intent, deed, -1)
                intent.square = place
                return True
        return False

    def _better_place(self, f: Fight, c: Combatant, deed: Deed) -> i64:
        """The place beside an enemy from which attacks are worth most more than they are by walking; -1 for none."""
        now: i64 = self.best + self.best_rank if self._find_attack(f, c) else 0
        most = (now if now > 0 else 0) + LANDING_PRICE + SLOT_PRICE * deed.slot
        found: i64 = -1
        home = f.place_of(c)
        for place in beside(f, c, deed):
            f.relocate(c, place)
            if self._find_attack(f, c) and self.best + self.best_rank > most:
                most = self.best + self.best_rank
                found = place
            f.relocate(c, home)
        return found

    def _nearer(self, f: Fight, c: Combatant, deed: Deed) -> i64:
        """The place beside an enemy, for an action, where nothing can be attacked and two turns' walk do not lead."""
        if self._find_attack(f, c):
            return -1
        found: i64 = -1
        least: i64 = 0
        for place in beside(f, c, deed):
            way = f.apart_at_ft(c, place, c)
            if way > 2 * fastest_ft(c) and (found < 0 or way < least):
                found = place
                least = way
        return found

    def _refuge(self, f: Fight, c: Combatant, deed: Deed) -> i64:
        """The safest place, for whoever attacks from afar and stands within reach of enemies now; -1 for none."""
        if c.stat.longest_ft < FAR_SHOT_FT and c.start.tactic != SKIRMISHER:
            return -1
        self._mark(f, c)
        here = FLIGHT_WEIGHT * self._standing_cost(f, c, f.place_of(c))
        if here <= SLOT_PRICE * deed.slot:
            return -1
        return safest(f, c, deed)

    def _landing_worth(self, f: Fight, c: Combatant, deed: Deed, option: i64) -> i64:
        """What the attacks of a legendary action that teleports are worth; the place is left in `landing`."""
        self.landing = -1
        worth = self._attacks_worth(f, c, deed, option)
        home = f.place_of(c)
        for place in beside(f, c, deed):
            f.relocate(c, place)
            there = self._attacks_worth(f, c, deed, option)
            f.relocate(c, home)
            if there > worth:
                worth = there
                self.landing = place
        return worth

    # ------------------------------------------------------------------------------------- legendary and lair actions

    def responds(self, fight: Fight, me: i64, deed: i64, other: i64, damage: i64) -> bool:
        """React wherever it is possible; stop a spell of level 2 and more, for no slot that is two levels higher."""
        own = fight.combatants[me].stat.deeds[deed]
        return own.trigger != WHEN_CAST or (damage >= 2000 and 1000 * own.slot <= damage + 1000)

    def legend(self, fight: Fight, me: i64, whose: i64, intent: Intent) -> None:
        """The legendary action that is worth most for each one it takes."""
        f = fight
        c = f.combatants[me]
        intent.kind = END_TURN
        most: i64 = 0
        for deed in c.stat.deeds:
            if deed.cost != LEGENDARY or not can_afford(c, deed):
                continue
            for option in deed.options:
                self.landing = -1
                worth = (
                    self._landing_worth(f, c, deed, option)
                    if deed.teleport_ft > 0
                    else self._attacks_worth(f, c, deed, option)
                )
                if worth // deed.price > most:
                    most = worth // deed.price
                    intent.kind = USE_ACTION
                    intent.item = deed.place
                    intent.option = option
                    intent.square = self.landing
            if has_effect_on_others(deed):
                best_use(f, c, deed, self.found)
                if self.found.worth // deed.price > most:
                    most = self.found.worth // deed.price
                    self.found.write(intent, deed, -1)
            elif deed.teleport_ft > 0 and len(deed.options) == 0 and most == 0:
                place = self._refuge(f, c, deed)
                if place >= 0:
                    most = 1
                    self.nothing.write(intent, deed, -1)
                    intent.square = place

    def _attacks_worth(self, f: Fight, c: Combatant, deed: Deed, option: i64) -> i64:
        """What the attacks of a legendary action are worth, moving as far as it lets its owner."""
        turn = Turn(c)
        turn.begin(c, deed, option)
        worth: i64 = self.best + self.best_rank if self._find_attack(f, c) else 0
        turn.give_back(c)
        return worth

    def lair(self, fight: Fight, me: i64, intent: Intent) -> None:
        """The lair action that is worth most, another than last time where there are several."""
        f = fight
        c = f.combatants[me]
        intent.kind = END_TURN
        most: i64 = 0
        for deed in c.stat.deeds:
            if deed.cost != LAIR or not can_afford(c, deed):
                continue
            best_use(f, c, deed, self.found)
            if self.found.worth > most:
                most = self.found.worth
                self.found.write(intent, deed, -1)
