"""Riders of a scenario: `state: {mounted: NAME}` puts a combatant on a mount, whose space it shares (rules.md 144)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from encounter.engine.creature import SIZES
from encounter.scenario.source import Problems
from encounter.scenario.values import Word

if TYPE_CHECKING:
    from encounter.scenario.loader import Member

UNSEATED = ("prone", "unconscious")  # conditions that no rider has
OF_THE_MOUNT = ("altitude", "squeezing")  # keys of a state that a rider has from its mount

Named = Callable[[Word, str], str | None]


def seat_riders(members: list[Member], one: Named, problems: Problems) -> None:
    """Find the mount of everybody who rides; what cannot be is told to `problems`."""
    by_name = {str(member.name): member for member in members}
    carried: dict[str, Member] = {}
    for member in members:
        state = member.state
        if "mounted" not in state:
            if "mount" in state and "mounted" not in state.bad:
                hint = "write `mounted: NAME` beside it"
                problems.error(state.at("mount"), "missing-key", f"`{member.name}` rides nothing", hint)
            continue
        name = one(state["mounted"], f"{member.name}.state.mounted")
        if name is None:
            continue
        mount = by_name[name]
        found = _misfit(member, mount) or _misplaced(member)
        if found is None and name in carried:
            found = f"`{name}` carries `{carried[name].name}` already", "a mount carries one rider"
        if found is not None:
            problems.error(state.at("mounted"), "bad-value", *found)
            continue
        carried[name] = member
        member.mount = mount


def _misfit(rider: Member, mount: Member) -> tuple[str, str] | None:
    """Why somebody is no mount for somebody: message and hint."""
    if mount is rider:
        return f"`{rider.name}` cannot ride itself", "name its mount"
    if mount.side != rider.side:
        return f"`{mount.name}` is not of {rider.side}, the side of `{rider.name}`", "a mount is an ally"
    if rider.creature is not None and mount.creature is not None:
        sizes = [SIZES.index(creature.size) for creature in (rider.creature, mount.creature)]
        if sizes[1] <= sizes[0]:
            message = f"`{mount.name}` is {mount.creature.size}, `{rider.name}` {rider.creature.size}"
            return message, "a mount is a size larger than its rider"
    if mount.creature is not None and any(trait.name == "swarm" for trait in mount.creature.traits):
        return f"`{mount.name}` is a swarm", "nobody rides a swarm"
    if mount.hp == 0:
        return f"`{mount.name}` has 0 hit points", "a mount is alive and well"
    if "mounted" in mount.state:
        return f"`{mount.name}` rides, too", "what rides carries nobody"
    if mount.arrives != rider.arrives:
        return f"`{rider.name}` does not arrive with `{mount.name}`", "write the same `arrives` for both"
    return None


def _misplaced(rider: Member) -> tuple[str, str] | None:
    """What a rider's entry says that its mount decides, or that goes with no saddle: message and hint."""
    if "at" in rider.entry:
        return f"`{rider.name}` has `at`, and stands where its mount does", "leave `at` out"
    for key in OF_THE_MOUNT:
        if key in rider.state:
            return f"`{key}` of `{rider.name}` is that of its mount", f"write `{key}` for the mount"
    for phrase in rider.state.get("conditions", ()):
        if phrase.name in UNSEATED:
            return f"`{rider.name}` is {phrase.name} and cannot sit on a mount", "leave one of them out"
    if rider.hp == 0:
        return f"`{rider.name}` has 0 hit points and cannot sit on a mount", "leave one of them out"
    return None
