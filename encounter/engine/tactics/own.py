"""Tactics of one's own at the table: what they see is read off the fight, what they answer becomes an intent."""

from difflib import get_close_matches
from typing import Any

from mypy_extensions import i64

from encounter.engine.areas import Template, place_at
from encounter.engine.board import parse_square, square_name
from encounter.engine.chance import clamped_needed, die_chances, odds_of
from encounter.engine.combatant import ACTION, BONUS, Combatant, as_able
from encounter.engine.doors import STATE_NAMES
from encounter.engine.effect import ABILITIES, CRITICAL_NEAR, RAGES, RESISTS_ALL
from encounter.engine.facts import Facts
from encounter.engine.fight import Decider, Fight
from encounter.engine.ground import ground_of
from encounter.engine.intent import (
    AIM_AT_SQUARE,
    ATTACK_WITH,
    ATTEMPT,
    CLOSE_DOOR,
    DIRECT,
    DISMOUNT,
    DOUSE,
    DRINK,
    END_TURN,
    ESCAPE,
    EXTRA_ATTACK,
    GRAPPLE,
    HELP,
    HELP_CHECK,
    INTENT_NAMES,
    KINDLE,
    MOUNT,
    MOVE,
    NO_REACTION,
    OPEN_DOOR,
    OWN_CONTEST,
    REACT_GRAPPLE,
    REACT_SHOVE_PRONE,
    REACT_SHOVE_PUSH,
    READY,
    RELEASE,
    SHOVE_PRONE,
    SHOVE_PUSH,
    STABILISE,
    STRIKE_THING,
    TRIGGERS,
    USE_ACTION,
    Intent,
)
from encounter.engine.paths import MAX_UNITS, Pass
from encounter.engine.rules.act import judge_extra_attack, judge_place
from encounter.engine.rules.actions import COST_NAMES, judge_cost_of
from encounter.engine.rules.attack import may_sneak
from encounter.engine.rules.legal import ILLEGAL_NAMES, LEGAL, judge_attack, judge_grip
from encounter.engine.rules.movement import (
    bodies_on,
    cost_of,
    drag_weight,
    explore,
    held_by,
    mark_threats,
    may_end,
    passing,
    trace,
)
from encounter.engine.rules.pace import farthest_left_ft, slips_away
from encounter.engine.rules.perception import located, sees
from encounter.engine.rules.reaction import can_strike, leaves_reach
from encounter.engine.rules.reasons import derive_attack
from encounter.engine.rules.recklessness import pays
from encounter.engine.tables import A_TRAIT, POTION_NAMES, Use
from encounter.engine.tactic import Attack, AttackOdds, Choice, Deed, Doorway, Figure, Tactic, View, Way

ROLL_NAMES = ("attack", "check", "save", "initiative", "death save", "contest")
COVER_NAMES = ("none", "half", "three-quarters", "total")
AT_SOMEBODY = (
    ATTACK_WITH,
    EXTRA_ATTACK,
    GRAPPLE,
    SHOVE_PRONE,
    SHOVE_PUSH,
    ESCAPE,
    HELP,
    RELEASE,
    STABILISE,
    OWN_CONTEST,
    MOUNT,
)
WITH_AN_ATTACK = (ATTACK_WITH, EXTRA_ATTACK, AIM_AT_SQUARE, STRIKE_THING)
DIRECTED = ["dash", "disengage", "dodge", "stand", "attack"]  # the last is refused, as the rules say
GRIPS = {"grapple": REACT_GRAPPLE, "shove prone": REACT_SHOVE_PRONE, "shove push": REACT_SHOVE_PUSH}


class Own(Decider):
    """Decides for one combatant of one fight by asking an object with `act` and `react`."""

    def __init__(self, tactic: Any) -> None:
        self.tactic: Any = tactic

    def decide(self, fight: Fight, me: i64, intent: Intent) -> None:
        c = fight.combatants[me]
        refused = ILLEGAL_NAMES[intent.refused]
        intent.kind = END_TURN
        if not c.is_on_map:
            return
        answer: object = self.tactic.act(Eyes(fight, c, refused))
        if not isinstance(answer, Choice):
            raise TypeError(f"the tactic of {c.name} answered {answer!r}; act must give a choice, such as end()")
        write(fight, c, answer, intent)

    def answer(self, fight: Fight, me: i64, mover: i64, start: i64, to: i64) -> i64:
        o = fight.combatants[me]
        m = fight.combatants[mover]
        strikes = strikes_at(fight, o, m, start, to)
        if len(strikes) == 0:
            return NO_REACTION
        view = Eyes(fight, o, "")
        chosen: object = self.tactic.react(view, figure(fight, o, m), strikes)
        if not isinstance(chosen, str):
            raise TypeError(f'the tactic of {o.name} reacted with {chosen!r}; react must give an attack\'s name or ""')
        if chosen == "":
            return NO_REACTION
        if chosen in GRIPS and chosen in strikes:
            return GRIPS[chosen]
        return use_named(o, chosen).place

    def spends_inspiration(self, fight: Fight, me: i64, kind: i64) -> bool:
        asked = getattr(self.tactic, "spend_inspiration", None)
        if asked is None or getattr(type(self.tactic), "spend_inspiration", None) is Tactic.spend_inspiration:
            return Decider.spends_inspiration(self, fight, me, kind)
        return bool(asked(Eyes(fight, fight.combatants[me], ""), ROLL_NAMES[kind]))

    def legend(self, fight: Fight, me: i64, whose: i64, intent: Intent) -> None:
        self._outside(fight, me, "take_legendary", [fight.combatants[whose].name], intent)

    def lair(self, fight: Fight, me: i64, intent: Intent) -> None:
        self._outside(fight, me, "take_lair", [], intent)

    def _outside(self, f: Fight, me: i64, method: str, more: list[str], intent: Intent) -> None:
        """Ask for a legendary or lair action; a tactic without the method takes none."""
        intent.kind = END_TURN
        asked = getattr(self.tactic, method, None)
        if asked is None:
            return
        c = f.combatants[me]
        answer: object = asked(Eyes(f, c, ""), *more)
        if not isinstance(answer, Choice):
            raise TypeError(f"the tactic of {c.name} answered {answer!r}; {method} must give use(...) or end()")
        write(f, c, answer, intent)
        if intent.kind == USE_ACTION and len(c.stat.deeds[intent.item].options) > 0:
            intent.option = c.stat.deeds[intent.item].options[0]

    def is_reckless(self, fight: Fight, me: i64) -> bool:
        """As the built-in tactics are: where it pays."""
        return pays(fight, fight.combatants[me])

    def responds(self, fight: Fight, me: i64, deed: i64, other: i64, damage: i64) -> bool:
        asked = getattr(self.tactic, "use_reaction", None)
        if asked is None:
            return True
        c = fight.combatants[me]
        return bool(asked(Eyes(fight, c, ""), c.stat.deeds[deed].name, fight.combatants[other].name))

    def chooses_to_fail(self, fight: Fight, me: i64, ability: i64, dc: i64, by: i64) -> bool:
        asked = getattr(self.tactic, "choose_to_fail", None)
        if asked is None:
            return False
        name: str = fight.combatants[by].name if by >= 0 else ""
        return bool(asked(Eyes(fight, fight.combatants[me], ""), ABILITIES[ability], int(dc), name))


class Named:
    """A use found by its name, and its place in Stat.uses."""

    def __init__(self, use: Use, place: i64) -> None:
        self.use = use
        self.place = place


def meant(name: str, names: list[str]) -> str:
    """The end of a complaint about a name: the nearest one, else all."""
    close = get_close_matches(name, names, 1, 0.6)
    return f"did you mean {close[0]!r}?" if len(close) > 0 else f"there are: {', '.join(names)}"


def use_named(c: Combatant, name: str) -> Named:
    """One way to attack; ValueError for a name that the combatant has not."""
    place: i64 = 0
    for use in c.stat.uses:
        if use.name == name:
            return Named(use, place)
        place += 1
    raise ValueError(f"{c.name} has no attack {name!r}; {meant(name, [use.name for use in c.stat.uses])}")


def named(f: Fight, name: str) -> Combatant:
    """A combatant; ValueError for a name that nobody has."""
    for c in f.combatants:
        if c.name == name:
            return c
    raise ValueError(f"there is no combatant {name!r}; {meant(name, [c.name for c in f.combatants])}")


def square_called(f: Fight, name: str) -> i64:
    """The number of a square; ValueError when the map has none of that name."""
    x, y = parse_square(name)
    board = f.board
    if x >= board.width or y >= board.height:
        last = square_name(board.width, board.size - 1)
        raise ValueError(f"there is no square {name!r}; the map ends at {last}")
    return y * board.width + x


def place_called(f: Fight, c: Combatant, name: str) -> i64:
    """The place of a combatant on a square, C7, or so many feet above the ground there, C7@30.

    ValueError when the map has no such square, or nothing is so high there.
    """
    at = name.find("@")
    square = square_called(f, name[:at] if at >= 0 else name)
    if not f.tall:
        if at >= 0:
            raise ValueError(f"heights play no part in this fight, so there is no {name!r}")
        return square
    level: i64 = f.relief.grounds(c.n)[square]
    if at >= 0:
        told = name[at + 1 :].strip()
        feet = int(told) if told.isdigit() else -1
        if feet < 0 or feet % 5 != 0 or level + feet // 5 > f.relief.ceiling:
            highest = 5 * (f.relief.ceiling - level)
            raise ValueError(f"{told!r} is no height such as 30, in steps of 5 ft up to {highest}")
        level += feet // 5
    return square + level * f.board.size


def place_name(f: Fight, c: Combatant, place: i64) -> str:
    """The name of a place of a combatant, C7 on the ground and C7@30 above it."""
    size = f.board.size
    name = square_name(f.board.width, place % size)
    if not f.tall:
        return name
    ground: i64 = f.relief.grounds(c.n)[place % size]
    feet = 5 * (place // size - ground)
    return f"{name}@{feet}" if feet > 0 else name


def strikes_at(f: Fight, o: Combatant, mover: Combatant, start: i64, to: i64) -> list[str]:
    """What `o` may strike a leaver with: attacks by mean damage, the hardest first, then grips where allowed."""
    found: list[Use] = []
    for use in o.stat.uses:
        if can_strike(f, o, mover, start, to, use) and judge_attack(f, o, mover, use, f.facts) == LEGAL:
            at = 0
            while at < len(found) and found[at].mean >= use.mean:
                at += 1
            found.insert(at, use)
    names = [use.name for use in found]
    if f.setup.rules.opportunity_unarmed_options and leaves_reach(f, o, mover, start, to, 5):
        if judge_grip(f, o, mover, True) == LEGAL:
            names.append("grapple")
        if judge_grip(f, o, mover, False) == LEGAL:
            names.append("shove prone")
            names.append("shove push")
    return names


def write(f: Fight, c: Combatant, choice: Choice, intent: Intent) -> None:
    """Turn a choice into the intent that the rules judge."""
    kind = choice.kind
    intent.kind = kind
    intent.as_bonus = choice.as_bonus
    intent.drags = choice.drags
    intent.target = named(f, choice.target).index if choice.target != "" or kind in AT_SOMEBODY else -1
    intent.ally = named(f, choice.ally).index if choice.ally != "" else -1
    weapon: i64 = -1
    if choice.attack != "" or kind in WITH_AN_ATTACK:
        found = use_named(c, choice.attack)
        intent.use = found.place
        weapon = found.use.weapon_index
    intent.option = option_for(c, weapon, kind == GRAPPLE or kind == SHOVE_PRONE or kind == SHOVE_PUSH)
    if kind == READY:
        _write_readied(f, choice, intent)
    elif kind == HELP_CHECK:
        intent.skill = choice.what
    elif kind == DRINK:
        intent.item = _item("potion", choice.what, list(POTION_NAMES))
    elif kind == ATTEMPT:
        intent.item = _item("task", choice.what, [task.name for task in f.setup.tasks])
    elif kind == OWN_CONTEST:
        intent.item = _item("contest", choice.what, [row.name for row in f.setup.contests])
    elif kind == KINDLE or kind == DOUSE:
        intent.item = lamp_near(f, c, choice.what, kind == KINDLE)
    elif kind == STRIKE_THING:
        intent.item = _item("object", choice.what, [thing.name for thing in f.setup.things])
    elif kind == OPEN_DOOR or kind == CLOSE_DOOR:
        intent.item = _item("door", choice.what, [door.name for door in f.setup.doors])
    elif kind == USE_ACTION:
        write_use(f, c, choice, intent)
    elif kind == DIRECT:
        intent.item = _item("way to direct a mount", choice.what, DIRECTED)
        intent.item = INTENT_NAMES.index(choice.what)
    elif kind == DISMOUNT:
        intent.square = square_called(f, choice.path[0]) if len(choice.path) > 0 else -1
    elif kind == AIM_AT_SQUARE:
        intent.square = square_called(f, choice.path[0])
    elif kind == MOVE:
        write_way(f, c, choice, intent)


def _item(what: str, name: str, names: list[str]) -> i64:
    """The place of something that a choice names; ValueError where there is nothing of that name."""
    place: i64 = 0
    for known in names:
        if known == name:
            return place
        place += 1
    raise ValueError(f"there is no {what} {name!r}" + (f"; {meant(name, names)}" if len(names) > 0 else ""))


def lamp_near(f: Fight, c: Combatant, kind: str, to_light: bool) -> i64:
    """The number of the lamp that is meant: its own, else the nearest; of several one to light or to put out.

    ValueError where there is none of that kind in the fight at all.
    """
    best: i64 = -1
    least: i64 = 0
    at: i64 = 0
    for lamp in f.lamps:
        if lamp.kind == kind and (lamp.bearer < 0 or lamp.bearer == c.index):
            apart: i64 = -1 if lamp.bearer == c.index else 1000000
            if lamp.bearer < 0 and lamp.square >= 0 and c.square >= 0:
                apart = f.apart_from_ft(c, lamp.square)
            if lamp.is_lit == to_light:
                apart += 10000000  # as it should be already: meant only where there is no other
            if best < 0 or apart < least:
                best = at
                least = apart
        at += 1
    if best < 0:
        raise ValueError(f"there is no light {kind!r}; {meant(kind, [lamp.kind for lamp in f.lamps])}")
    return best


def write_use(f: Fight, c: Combatant, choice: Choice, intent: Intent) -> None:
    """An action of the stat block: whom it is aimed at, or where its area lies; the Multiattack it has a place in."""
    intent.item = _item("action", choice.what, [deed.name for deed in c.stat.deeds])
    deed = c.stat.deeds[intent.item]
    intent.mask = 0
    for name in choice.targets:
        intent.mask |= named(f, name).bit
    intent.placement = None
    if deed.shape >= 0 and c.is_on_map:
        square = square_called(f, choice.path[0]) if len(choice.path) > 0 else c.square
        template = Template(deed.shape, deed.size_ft, deed.width_ft, deed.height_ft)
        intent.placement = place_at(f, c, template, square, deed.range_ft)
    intent.square = -1
    if deed.teleport_ft > 0 and len(choice.path) > 0:
        intent.square = place_called(f, c, choice.path[len(choice.path) - 1])
    intent.option = -1
    option: i64 = 0
    for sequence in c.stat.sequences if choice.in_multiattack else []:
        if sequence.has_deeds and judge_cost_of(c, deed, option) == LEGAL:
            intent.option = option
            return
        option += 1


def _write_readied(f: Fight, choice: Choice, intent: Intent) -> None:
    """The trigger, and a square in place of an attack for a readied move."""
    when = choice.when.lower()
    if when not in TRIGGERS:
        raise ValueError(f"nothing can be readied for {choice.when!r}; {meant(when, list(TRIGGERS))}")
    intent.when = TRIGGERS.index(when)
    if choice.attack == "":
        intent.use = -1
        intent.square = square_called(f, choice.path[0])


def option_for(c: Combatant, weapon: i64, is_grip: bool) -> i64:
    """The first sequence in which an attack still has a place; the one under way where none has."""
    option: i64 = 0
    for sequence in c.stat.sequences:
        if not is_grip or sequence.is_attack_action:
            if judge_place(c, option, -1 if is_grip else weapon) >= 0:
                return option
        option += 1
    return c.sequence if c.sequence >= 0 else len(c.stat.sequences) - 1


def write_way(f: Fight, c: Combatant, choice: Choice, intent: Intent) -> None:
    """The squares of a move: as given, or the cheapest way to the square named, however far it is."""
    intent.length = 0
    goal = place_called(f, c, choice.path[len(choice.path) - 1]) if len(choice.path) > 0 else f.place_of(c)
    if choice.is_whole_way:
        for name in choice.path[:MAX_UNITS]:
            intent.path[intent.length] = place_called(f, c, name)
            intent.length += 1
        return
    if goal == f.place_of(c):
        return
    look_around(f, c, choice.drags, -1)
    state = state_of(f, goal)
    if state < 0:
        look_around(f, c, choice.drags, MAX_UNITS)
        state = state_of(f, goal)
    if state < 0:  # no way at all, which the rules will say
        intent.path[0] = goal
        intent.length = 1
        return
    trace(f.paths, state)
    while intent.length < f.paths.length:
        intent.path[intent.length] = f.paths.path[intent.length]
        intent.length += 1


def _fits(f: Fight, c: Combatant, place: i64) -> bool:
    """Whether there is room for a combatant at a place."""
    square = place % f.board.size
    return f.board.fits(c.n_at(square))[square] != 0


def look_around(f: Fight, c: Combatant, drags: bool, units: i64) -> None:
    """Search the ways from where `c` stands, for so many units of movement (-1: what it has left)."""
    c = f.mover(c)
    threats: i64 = 0
    strikers: i64 = 0
    for o in f.combatants:
        if f.setup.enemies[c.index] & f.able & o.bit and o.is_on_map and o.stat.strike_reach_ft > 0:
            threats |= o.bit
            if (o.has_reaction or o.strikes_left > 0) and not slips_away(c) and sees(f, o, c):
                strikers |= o.bit
    mark_threats(f, c, f.paths, threats, strikers)
    held = held_by(f, c) if drags else 0
    weight = drag_weight(f, c, held) if held else 0
    left = farthest_left_ft(f, c, weight) // 5 if units < 0 else units
    explore(f, c, f.paths, left if c.mount < 0 else 0, weight, held)


def state_of(f: Fight, goal: i64) -> i64:
    """The cheapest state of the last search on a square, -1 when it was not reached."""
    at: i64 = 0
    while at < f.paths.count:
        if f.paths.order[at] >> 1 == goal:
            return f.paths.order[at]
        at += 1
    return -1


def figure(f: Fight, c: Combatant, o: Combatant) -> Figure:
    """`o` as `c` knows it."""
    seen = Figure(o.name, f.setup.side_names[o.side], o.stat.name)
    seen.square = square_name(f.board.width, o.square)
    seen.altitude_ft = f.altitude_ft(o)
    seen.is_enemy = f.setup.enemies[c.index] & o.bit != 0
    seen.hp = o.hp
    seen.max_hp = o.max_hp
    seen.temp_hp = o.temp_hp
    seen.ac = o.ac
    seen.speed_ft = o.speed_ft
    seen.reach_ft = o.stat.melee_reach_ft
    seen.distance_ft = f.apart_ft(c, o)
    for effect in o.ongoing:
        if effect.row.name not in seen.conditions:
            seen.conditions.append(effect.row.name)
    seen.is_seen = sees(f, c, o)
    seen.sees_me = sees(f, o, c)
    seen.can_act = o.can_act
    seen.has_reaction = o.has_reaction
    seen.is_dodging = o.is_dodging
    seen.is_fallen = not o.is_in
    seen.mount = f.combatants[o.mount].name if o.mount >= 0 else ""
    seen.rider = f.combatants[o.rider].name if o.rider >= 0 else ""
    return seen


def attack_of(use: Use) -> Attack:
    """A use as a tactic sees it."""
    seen = Attack(use.name, use.is_melee, use.to_hit, float(use.mean) / 1000.0)
    seen.reach_ft = use.reach_ft
    seen.normal_ft = use.normal_ft
    seen.long_ft = use.long_ft
    return seen


class Eyes(View):
    """A View that asks the fight."""

    def __init__(self, f: Fight, c: Combatant, refused: str) -> None:
        super().__init__(figure(f, c, c))
        self._f: Fight = f
        self._c: Combatant = c
        self.refused = refused
        self.round = f.round
        self.ruleset = f.setup.rules.name
        m = f.mover(c)
        held = held_by(f, m)
        self.movement_ft = farthest_left_ft(f, m, drag_weight(f, m, held) if held else 0) if m.mount < 0 else 0
        self.has_action = c.budget & ACTION != 0
        self.has_bonus_action = c.budget & BONUS != 0
        self._look(f, c)
        for door in f.setup.doors:
            apart = min([f.apart_from_ft(c, square) for square in door.squares])
            self.doors.append(Doorway(door.name, door.is_window, STATE_NAMES[f.doors[door.index]], apart))
        for deed in c.stat.deeds:
            left: int = c.deed_uses[deed.counter] if deed.uses >= 0 or deed.recharge > 0 else -1
            if deed.cost != A_TRAIT:
                self.actions.append(Deed(deed.name, COST_NAMES[deed.cost], left))
        for use in c.stat.uses:
            if judge_place(c, option_for(c, use.weapon_index, False), use.weapon_index) >= 0:
                self.attacks.append(attack_of(use))
            if judge_extra_attack(f, c, use) == LEGAL:
                self.extra_attacks.append(attack_of(use))

    def _look(self, f: Fight, c: Combatant) -> None:
        for o in f.combatants:
            if o.index == c.index or not o.is_on_map or o.is_dead:
                continue
            is_enemy = f.setup.enemies[c.index] & o.bit != 0
            if is_enemy and o.hidden_from & c.bit and not located(f, c, o):
                self.last_seen[o.name] = square_name(f.board.width, o.seen_square)
                continue
            seen = figure(f, c, o)
            if seen.is_fallen:
                self.fallen.append(seen)
            elif is_enemy:
                self.enemies.append(seen)
            elif f.setup.allies[c.index] & o.bit:
                self.allies.append(seen)
            else:
                self.others.append(seen)

    def odds(self, attack: str, target: str) -> AttackOdds:
        return self._odds(self._f.place_of(self._c), attack, target)

    def odds_from(self, square: str, attack: str, target: str) -> AttackOdds:
        return self._odds(place_called(self._f, self._c, square), attack, target)

    def _odds(self, square: i64, attack: str, target: str) -> AttackOdds:
        f = self._f
        c = self._c
        use = use_named(c, attack).use
        t = named(f, target)
        if not t.is_on_map or t.is_dead or (square != f.place_of(c) and not _fits(f, c, square)):
            return AttackOdds("action.impossible")
        facts = Facts()
        home = f.place_of(c)
        f.think_at(c, square)
        judged = judge_attack(f, c, t, use, facts)
        if judged == LEGAL:
            derive_attack(f, c, t, use, facts)
        f.think_at(c, home)
        odds = AttackOdds(ILLEGAL_NAMES[judged])
        odds.distance_ft = facts.distance_ft
        odds.cover = COVER_NAMES[facts.cover]
        if judged == LEGAL:
            self._fill(odds, use, t, facts)
        return odds

    def _fill(self, odds: AttackOdds, use: Use, t: Combatant, facts: Facts) -> None:
        f = self._f
        use = as_able(self._c, use)
        if may_sneak(f, self._c, t, use, facts) and use.sneaking is not None:
            use = use.sneaking
        elif use.favoured is not None and facts.net > 0:
            use = use.favoured
        d20 = f.setup.rules.d20
        needed = clamped_needed(facts.target_number, facts.bonus)
        is_critical = t.flags & CRITICAL_NEAR != 0 and facts.distance_ft <= 5
        chances = die_chances(d20, needed, facts.net, use)
        odds.p_hit = chances[0] + chances[1] + chances[2]
        odds.p_critical = odds.p_hit if is_critical else chances[1] + chances[2]
        kind = (t.stat.plain_kind if use.is_plain else t.stat.kind) + (
            1 if t.flags & RESISTS_ALL else 2 if t.powers & RAGES else 0
        )
        table = odds_of(use.odds, d20, use, 1, needed, facts.net, is_critical, kind, f.setup.profiles[kind])
        means = table.expected[needed]
        odds.expected_damage = float(means[len(means) - 1]) / 1000.0
        odds.net = facts.net
        odds.advantage = f.setup.bits.ids(facts.advantage, True)
        odds.disadvantage = f.setup.bits.ids(facts.disadvantage, False)

    def ways(self) -> list[Way]:
        f = self._f
        c = self._c
        found: list[Way] = [Way(place_name(f, c, f.place_of(c)), 0, [], [])]
        around = Pass()
        m = f.mover(c)
        passing(f, m, around)
        look_around(f, c, True, -1)
        paths = f.paths
        held = held_by(f, m)
        reached: set[int] = {int(f.place_of(c))}
        at: i64 = 0
        while at < paths.count:
            state = paths.order[at]
            at += 1
            square: int = state >> 1
            if square in reached or not may_end(f, m, bodies_on(f, m, square) & ~held, around.shared):
                continue
            reached.add(square)
            trace(paths, state)
            path: list[str] = []
            step: i64 = 0
            while step < paths.length:
                path.append(place_name(f, c, paths.path[step]))
                step += 1
            strikers = [o.name for o in f.combatants if paths.provokes[state] & o.bit]
            found.append(Way(place_name(f, c, square), 5 * cost_of(paths, state), path, strikers))
        return found

    def way_towards(self, name: str) -> Way:
        f = self._f
        c = self._c
        goal = named(f, name)
        ways = self.ways()
        if not goal.is_on_map:
            return ways[0]
        field = ground_of(f.way, f.mover(c).stat.gait).path_distances(goal.square)
        has_way = not f.tall and field[c.square] >= 0
        best = ways[0]
        least: i64 = -1
        for way in ways:
            square = place_called(f, c, way.square)
            left = field[square] if has_way else f.apart_at_ft(c, square, goal)
            if left >= 0 and (least < 0 or left < least):
                least = left
                best = way
        return best

    def roll(self, sides: int) -> int:
        return self._f.tactic_dice.roll(sides)
