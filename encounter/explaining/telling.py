"""What explanations of rolls and of moves share: finding the place, and telling reasons as JSON."""

from collections.abc import Callable
from typing import Any

from encounter.engine.board import parse_square, square_name
from encounter.engine.combatant import Combatant
from encounter.engine.encounter import Encounter
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight, Tally
from encounter.engine.rules.legal import ILLEGAL_NAMES
from encounter.engine.rules.perception import UNSEEN_NAMES, judge_sight
from encounter.engine.rules.reasons import explain_mask, modifiers_of
from encounter.engine.sight import HALF, NONE, THREE_QUARTERS, TOTAL
from encounter.odds import Position
from encounter.scenario.compiler import compile
from encounter.scenario.model import Scenario

Json = dict[str, Any]
# The words for a clause: its id, who rolls or moves, whom it concerns, who is behind it.
Words = Callable[[str, str, str, str | None], str]

COVER_NAMES = {NONE: "none", HALF: "half", THREE_QUARTERS: "three-quarters", TOTAL: "total"}


def spelled_out(clause: str, actor: str, target: str, source: str | None) -> str:
    """A clause in its own words, for who brings none.

    >>> spelled_out("prone.near", "Ada", "Gob", None)
    'prone near'
    >>> spelled_out("gm.modifier", "Ada", "Gob", "uphill")
    'gm modifier: uphill'
    """
    spelled = clause.replace(".", " ").replace("-", " ")
    return f"{spelled}: {source}" if source and clause.startswith("gm.") else spelled


def position_of(encounter: Encounter | Scenario) -> Position:
    """The position an explanation is about; a scenario is compiled for it."""
    return Position(compile(encounter) if isinstance(encounter, Scenario) else encounter)


def standing(c: Combatant) -> Combatant:
    """The combatant, if it is there. ValueError for who has not arrived and for the dead."""
    if c.is_dead:
        raise ValueError(f"{c.name} is dead when the fight starts")
    if not c.is_on_map:
        raise ValueError(f"{c.name} is not on the map when the fight starts (arrives: round {c.start.arrives})")
    return c


def square_called(f: Fight, name: str) -> int:
    """A square by its name such as C7. ValueError off the map."""
    board = f.board
    try:
        x, y = parse_square(name)
    except ValueError:
        raise ValueError(f"{name!r} is no square such as C7") from None
    if x >= board.width or y >= board.height:
        last = square_name(board.width, board.size - 1)
        raise ValueError(f"{name} is off the map, which ends at {last}")
    return int(y * board.width + x)


def state_told(f: Fight, c: Combatant) -> Json:
    """A combatant's state, in the keys of the combatants of `run`."""
    tally = Tally(c, f.altitude_ft(c))
    successes, failures = tally.death_saves
    return {
        "name": c.name,
        "side": f.setup.side_names[c.side],
        "hp": int(tally.hp),
        "max_hp": int(tally.max_hp),
        "temp_hp": int(tally.temp_hp),
        "square": square_name(f.board.width, c.square) if c.is_on_map else None,
        "conditions": list(tally.conditions),
        "dead": c.is_dead,
        "stable": c.is_stable,
        "death_saves": {"successes": int(successes), "failures": int(failures)},
        "concentrating": tally.concentrating,
        "exhaustion": int(tally.exhaustion),
        "altitude": int(tally.altitude_ft) if f.tall and c.is_on_map else None,
        "reaction": c.has_reaction,
        "effects": list(tally.effects),
    }


def illegal_told(ground: int, actor: str, target: str, words: Words) -> Json | None:
    """Why something is not allowed, None where it is; `ground` is one of encounter.engine.rules.legal."""
    if ground == 0:
        return None
    clause = ILLEGAL_NAMES[ground]
    return {"clause": clause, "text": words(clause, actor, target, None)}


def _why_unseen(f: Fight, clause: str, roller: Combatant, other: Combatant | None) -> str | None:
    """What keeps one of the two from seeing the other, for the clauses that say so."""
    if other is None or clause not in ("unseen.attacker", "unseen.target"):
        return None
    x, y = (roller, other) if clause == "unseen.target" else (other, roller)
    return UNSEEN_NAMES[judge_sight(f, x, y)] or None


def roll_told(f: Fight, roller: Combatant, other: Combatant | None, facts: Facts, words: Words) -> Json:
    """The reasons of a roll on both sides, what comes of them, and its bonus with the modifiers in it."""
    against = other.name if other is not None else ""

    def told(entries: list[object]) -> list[Json]:
        listed = []
        for entry in entries:
            assert isinstance(entry, dict)
            behind = entry.get("because") or entry.get("source") or _why_unseen(f, entry["clause"], roller, other)
            listed.append({**entry, "text": words(entry["clause"], roller.name, against, behind)})
        return listed

    suppressed = told(explain_mask(f, facts, facts.suppressed, True, roller, other))
    net = int(facts.net)
    return {
        "advantage": told(explain_mask(f, facts, facts.advantage, True, roller, other)),
        "disadvantage": told(explain_mask(f, facts, facts.disadvantage, False, roller, other)),
        "suppressed": [{**entry, "by": "elusive"} for entry in suppressed],
        "mode": "advantage" if net > 0 else "disadvantage" if net < 0 else "normal",
        "net": net,
        "neutral": int(facts.neutral),
        "bonus": int(facts.bonus),
        "modifiers": told(modifiers_of(f, roller, facts)),
    }
