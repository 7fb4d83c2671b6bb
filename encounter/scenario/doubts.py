"""What is allowed in a scenario but hardly meant: `check` warns of it."""

from encounter.engine.creature import FOOTPRINT, SIZES
from encounter.scenario.heights import is_held_up
from encounter.scenario.model import Entry, Scenario
from encounter.scenario.space import Ground, longest_reach_ft
from encounter.scenario.ways import ways_of

HELPLESS = ("incapacitated", "paralyzed", "petrified", "stunned", "unconscious")


def doubts(scenario: Scenario) -> list[tuple[str, str, str, str]]:
    """Each doubt as what it is about (a combatant's or a side's name), code, message and hint."""
    ground = Ground(scenario)
    found = [doubt for entry in scenario.entries for doubt in _ended_states(entry, scenario, ground)]
    limit = scenario.options.round_limit
    for entry in scenario.entries:
        if entry.arrives > limit:
            message = f"`{entry.name}` never arrives: the fight ends after round {limit}"
            hint = f"write `arrives: round {limit}` or less, or raise `round_limit`"
            found.append((entry.name, "too-late", message, hint))
        if not is_held_up(scenario, entry):
            message = f"`{entry.name}` begins {entry.state.altitude_ft} ft above the ground and cannot fly"
            found.append((entry.name, "cannot-fly", message, "give it a fly speed, or raise the ground: `elevation`"))
    if ground.apart() or ground.cut_off() or any(_only_swims(entry) for entry in scenario.entries):
        ground = ways_of(scenario)  # more than walking may bring them together, or less
    for one, other in ground.apart():
        message = f"`{one}` and `{other}` can never meet: no way on the map leads from one to the other"
        found.append((one, "cannot-meet", message, "open a door or a wall; or is it to be decided at range?"))
    for name in ground.cut_off():
        message = f"`{name}` can never meet an enemy: no way on the map leads to one"
        found.append((name, "cut-off", message, "open a door or a wall; or is it to fight at range?"))
    return found


def _only_swims(entry: Entry) -> bool:
    speeds = entry.creature.speeds
    return speeds.swim > 0 and speeds.walk == 0


def _ended_states(entry: Entry, scenario: Scenario, ground: Ground) -> list[tuple[str, str, str, str]]:
    """States of a combatant whose end has already come, so that they are not in force."""
    found: list[tuple[str, str, str, str]] = []
    by_name = {other.name: other for other in scenario.entries}
    for condition in entry.state.conditions:
        source = by_name.get(condition.source or "")
        if source is None or condition.name != "grappled":
            continue
        why = _hold_is_over(entry, source, ground)
        if why:
            message = f"`{entry.name}` is not grappled by `{source.name}`: {source.name} {why}"
            found.append((entry.name, "state-ended", message, "leave the condition out, or change what ends it"))
    return found


def _hold_is_over(held: Entry, holder: Entry, ground: Ground) -> str:
    """Why a grapple has already ended, empty while it holds."""
    if holder.state.hp == 0:
        return "is dead" if holder.creature.kind == "monster" else "is unconscious"
    helpless = [condition.name for condition in holder.state.conditions if condition.name in HELPLESS]
    if helpless:
        return f"is {helpless[0]}"
    if held.at is None or holder.at is None or held.arrives > 1 or holder.arrives > 1:
        return "is not on the map"
    squares = [entry.at[1] * ground.board.width + entry.at[0] for entry in (held, holder) if entry.at is not None]
    edges = [FOOTPRINT[SIZES.index(entry.creature.size)] for entry in (held, holder)]
    distance = ground.board.distance_ft(squares[0], edges[0], squares[1], edges[1])
    reach = longest_reach_ft(holder.creature)
    return f"is {distance} ft away and reaches {reach} ft" if distance > reach else ""
