"""The order of a fight: initiative, rounds, turns. Read `play` and `take_turn` from top to bottom."""

from typing import Final

from mypy_extensions import i64

from encounter.engine.board import square_name
from encounter.engine.combatant import Combatant
from encounter.engine.effect import (
    CANNOT_MOVE,
    CONFUSED,
    INCAPACITATED,
    LOSES_TURN,
    NO_ACTION,
    NO_REACTIONS,
    RECKLESS,
    SPEED_ZERO,
    TRAIT_REGENERATES,
)
from encounter.engine.fight import UNDECIDED, Fight, Outcome
from encounter.engine.intent import END_TURN
from encounter.engine.journal import Data
from encounter.engine.rules.act import perform
from encounter.engine.rules.actions import roll_recharges
from encounter.engine.rules.automatic import at_turn, burst
from encounter.engine.rules.breath import breathe, suffocate
from encounter.engine.rules.confusion import is_beside_itself
from encounter.engine.rules.damage import regenerate
from encounter.engine.rules.death import death_save
from encounter.engine.rules.falling import settle_falls
from encounter.engine.rules.feats import settle_rage
from encounter.engine.rules.footing import stand_in, tread, treads
from encounter.engine.rules.frailty import suffer_end, suffer_start
from encounter.engine.rules.initiative import settle_order
from encounter.engine.rules.lamps import blow_out, turn_cones
from encounter.engine.rules.lasting import hurt_again, save_again
from encounter.engine.rules.legal import LEGAL
from encounter.engine.rules.legendary import LAIR_COUNT, after_turn, lair_turn
from encounter.engine.rules.movement import bodies_on, settle_space
from encounter.engine.rules.recklessness import throw_caution
from encounter.engine.rules.seeking import notice
from encounter.engine.rules.swallowing import digest, settle_gullets
from encounter.engine.rules.zones import end_in_zone, start_in_zone

MAX_INTENTS: Final = 64  # a turn with more is ended: nothing in the rules needs as many
MAX_ILLEGAL: Final = 3


def play(f: Fight) -> Outcome:
    """Fight until one side is left, nobody is, or the round limit is reached."""
    winner = UNDECIDED
    if f.ends():
        winner = f.winner()
    else:
        settle_order(f)
        if f.falling:
            settle_falls(f)
        while f.round < f.setup.round_limit and not f.ends():
            f.round += 1
            play_round(f)
        if f.ends():
            winner = f.winner()
    if f.journal is not None:
        name = f.setup.side_names[winner] if winner >= 0 else "undecided" if winner == UNDECIDED else "draw"
        f.note("end", None, None, {"outcome": name, "rounds": f.round})
    return f.outcome(winner)


def play_round(f: Fight) -> None:
    """What was to last until this round is over, reinforcements come in, then everybody takes a turn in order."""
    if len(f.lamps) > 0 or f.zones.kinds:
        f.begin_round()
    for c in f.combatants:
        if c.is_waiting and c.start.arrives <= f.round and c.start.mount < 0:
            _bring_in(f, c)
    if f.setup.has_riders:
        _bring_in_riders(f)
    lairs_acted = False
    for c in f.order:
        if c.is_dead or c.has_left or c.is_waiting:
            if c.has_marked:  # what its turns measure runs out all the same
                tick(f, c, False)
                tick(f, c, True)
            continue
        if f.riding & c.bit and c.is_directed and c.took_turn == f.round:
            continue
        if f.setup.lairs and not lairs_acted and c.initiative < LAIR_COUNT:
            lairs_acted = True
            lair_turn(f)
            if f.ends():
                return
        take_turn(f, c)
        if f.ends():
            return
        if f.setup.legends:
            after_turn(f, c)
            if f.ends():
                return
    if f.setup.lairs and not lairs_acted:
        lair_turn(f)


def _bring_in(f: Fight, c: Combatant) -> None:
    """A reinforcement takes its square, or the nearest free one."""
    board = f.board
    best: i64 = -1
    least: i64 = 1000000
    square: i64 = 0
    fits = board.fits(c.n)
    if fits[c.start.square] and not board.floorless[c.start.square] and bodies_on(f, c, c.start.square) == 0:
        best = c.start.square
        square = board.size
    while square < board.size:
        if fits[square] and not board.floorless[square] and bodies_on(f, c, square) == 0:
            apart = f.apart_between_ft(c, c.start.square, c, square)
            if apart < least:
                least = apart
                best = square
        square += 1
    if best >= 0:
        f.arrive(c, best)
        if treads(f, c):
            tread(f, c)


def _bring_in_riders(f: Fight) -> None:
    """Who arrives on a mount arrives with it; where that is not alive, as others do."""
    for c in f.combatants:
        if not c.is_waiting or c.start.arrives > f.round or c.start.mount < 0:
            continue
        m = f.combatants[c.start.mount]
        if m.is_on_map and m.is_in:
            f.arrive(c, m.square)
            f.seat(c, m)
        else:
            _bring_in(f, c)


def take_turn(f: Fight, c: Combatant) -> None:
    """One turn: what begins with it, what the combatant does, what ends with it.

    A mount that its rider directs has its turn with the rider's: it begins before that and ends after it.
    """
    f.turn += 1
    if f.riding & c.bit and c.mount >= 0:
        m = f.combatants[c.mount]
        if m.is_directed and m.took_turn != f.round:
            m.took_turn = f.round
            begin_turn(f, m)
            if not c.is_dead and not c.has_left:
                _take_own_turn(f, c)
            if not m.is_dead and not m.has_left:
                end_turn(f, m)
            return
    c.took_turn = f.round
    _take_own_turn(f, c)


def _take_own_turn(f: Fight, c: Combatant) -> None:
    begin_turn(f, c)
    if f.bursting:
        burst(f)
    if c.is_dead:
        return
    if c.is_surprised and f.setup.rules.surprise_costs_turn:
        pass  # the whole turn is lost
    elif f.riding & c.bit and c.is_directed:
        pass  # it does what its rider directs, on the turn of that
    elif c.is_in and (c.flags & (SPEED_ZERO | CANNOT_MOVE) == 0 or c.flags & INCAPACITATED == 0):
        act_on_turn(f, c)
    if not c.is_dead and not c.has_left:
        end_turn(f, c)
    if f.bursting:
        burst(f)


def begin_turn(f: Fight, c: Combatant) -> None:
    """Start of the turn: the reaction returns, guards run out, start-of-turn effects, the death save."""
    f.whose_turn = c.index
    f.refresh_budget(c)
    if f.setup.reactive:
        f.regain_reactions(c)
    if f.setup.has_spells:
        f.forget_casting()
    if f.round == 1 and not c.has_acted:
        f.spend_at_start(c)
    if not (c.is_surprised and f.setup.rules.surprise_costs_turn):
        c.has_reaction = True
    c.is_dodging = False
    c.is_disengaged = False
    if c.stat.charges:
        f.end_run(c)
    if f.setup.legends & c.bit or c.used_up:
        f.regain_legendary(c)
    if f.readying & c.bit:
        f.unready(c)
    if f.hidden and f.setup.rules.passive_finds:
        notice(f, c)
    if c.dropped and c.can_act and f.apart_from_ft(c, c.dropped_at) <= 5:
        f.pick_up(c)  # the free object interaction of the turn
    if len(f.helps) > 0:
        for help in list(f.helps):
            if help.helper == c.index:
                f.helps.remove(help)
    if f.journal is not None:
        square = square_name(f.board.width, c.square) if c.is_on_map else None
        data: Data = {"hp": c.hp, "square": square, "surprised": c.is_surprised}
        if f.riding & c.bit and c.is_directed:
            data["rider"] = f.combatants[c.rider].name
        f.note("turn", c, None, data)
    if f.setup.has_recharge and len(c.stat.deeds) > 0:
        roll_recharges(f, c)
    if len(f.setup.lasting) > 0:
        hurt_again(f, c, False)
    tick(f, c, False)
    if f.swallowed:
        digest(f, c, False)
        if c.is_dead:
            return
    if f.setup.has_breath:
        suffocate(f, c)
        if c.is_dead:
            return
    if f.setup.automatic:
        at_turn(f, c, True)
        if c.is_dead or c.has_left:
            return
    if f.setup.has_frailties:
        suffer_start(f, c)
        if c.is_dead:
            return
    if f.setup.has_spells:
        if c.powers & NO_REACTIONS:
            c.has_reaction = False
    if f.zones.kinds or f.bearers:
        _meet_the_place(f, c)
        if c.is_dead or c.has_left:
            return
    if c.flags & TRAIT_REGENERATES and not c.is_dead:
        regenerate(f, c)
    if f.falling:
        settle_falls(f)
    if c.powers & RECKLESS:
        throw_caution(f, c)
    if f.setup.has_footing:
        stand_in(f, c)
    if c.is_down and not c.is_stable:
        death_save(f, c)


def _meet_the_place(f: Fight, c: Combatant) -> None:
    """What the zones it stands in do at the start of its turn; then it looks where its lamp shines."""
    start_in_zone(f, c)
    if f.bearers & c.bit:
        blow_out(f, c)
        turn_cones(f, c, 0, 0)


def act_on_turn(f: Fight, c: Combatant) -> None:
    """Ask for intents and carry them out until the turn is over."""
    if c.powers & (LOSES_TURN | NO_ACTION):
        c.budget = 0
        if c.powers & LOSES_TURN:
            return
    if c.powers & CONFUSED and is_beside_itself(f, c):
        return
    decider = f.deciders[c.index]
    intent = f.intent
    illegal: i64 = 0
    asked: i64 = 0
    intent.refused = LEGAL
    while asked < MAX_INTENTS:
        asked += 1
        decider.decide(f, c.index, intent)
        if intent.kind == END_TURN:
            return
        intent.refused = perform(f, c, intent)
        if intent.refused != LEGAL:
            illegal += 1
            if illegal >= MAX_ILLEGAL:
                return
        if not c.is_in or f.ends():
            return


def end_turn(f: Fight, c: Combatant) -> None:
    """End of the turn: saves against lasting effects, expiries, a space shared, surprise over."""
    if len(f.setup.lasting) > 0:
        hurt_again(f, c, True)
        if c.is_dead:
            return
    if len(c.ongoing) > 0:
        save_again(f, c)
    if f.setup.has_breath:
        breathe(f, c)
        if c.is_dead:
            return
    if f.setup.has_frailties:
        suffer_end(f, c)
        if c.is_dead:
            return
    if f.setup.automatic:
        at_turn(f, c, False)
        if c.is_dead or c.has_left:
            return
    if f.swallowed:
        digest(f, c, True)
        settle_gullets(f)
    if f.zones.kinds:
        end_in_zone(f, c)
        if c.is_dead or c.has_left:
            return
    if c.stat.has_rage:
        settle_rage(f, c)
    tick(f, c, True)
    if f.falling:
        settle_falls(f)
    settle_space(f, c)
    c.is_disengaged = False
    c.has_acted = True
    if c.is_surprised:
        c.is_surprised = False
        c.has_reaction = True


def tick(f: Fight, c: Combatant, at_end: bool) -> None:
    """Count down the effects and zones that this combatant's turns measure."""
    if f.zones.kinds:
        f.count_down_zones(c, at_end)
    for o in f.combatants:
        if len(o.ongoing) == 0:
            continue
        for effect in list(o.ongoing):
            if effect.clock == c.index and effect.rounds >= 0 and effect.ends_at_end == at_end:
                effect.rounds -= 1
                if effect.rounds <= 0:
                    f.lift(o, effect, "ended")
