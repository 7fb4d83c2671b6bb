"""What must be true of every fight, looked at while it is fought and afterwards.

`watched(encounter, seed, index)` fights once with a journal whose reader sees the fight at every event, folds the
events over the start, and gives back what it saw. `Broken` says which law a fight broke.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from attrs import define, field

from encounter.engine.board import parse_square, square_name
from encounter.engine.combatant import DEAD, DOWN, LEFT, Combatant
from encounter.engine.d20 import DEGREES, SUCCESS
from encounter.engine.dice import SeededDice, mix_seed
from encounter.engine.doors import STATE_NAMES
from encounter.engine.effect import INCAPACITATED, TRAIT_SHARES_SPACE
from encounter.engine.encounter import RULES_STREAM, TACTICS_STREAM, Encounter
from encounter.engine.fight import Fight, Outcome, Tally
from encounter.engine.journal import Event, Journal
from encounter.engine.rules.pace import fastest_ft
from encounter.engine.rules.turn import play
from encounter.engine.zones import Zone

Json = dict[str, Any]
TINY = 0


class Broken(AssertionError):
    """A law that a fight broke, and the event at which it did."""


@define
class Body:
    """One combatant as the events leave it."""

    square: int
    altitude: int
    hp: int
    temp_hp: int
    conditions: list[tuple[str, str | None]]
    is_down: bool
    is_dead: bool
    has_left: bool


def body_of(fight: Fight, c: Combatant) -> Body:
    """How a combatant stands before the first event."""
    conditions = [(str(effect.row.name), source_name(fight, int(effect.source))) for effect in c.ongoing]
    return Body(
        int(c.square),
        int(fight.altitude_ft(c)),
        int(c.hp),
        int(c.temp_hp),
        conditions,
        bool(c.is_down),
        bool(c.is_dead),
        False,
    )


def zone_of(fight: Fight, zone: Zone) -> tuple[str, tuple[str, ...]]:
    """A zone as its events tell of it."""
    width = int(fight.board.width)
    return str(zone.kind), tuple(square_name(width, int(square)) for square in zone.squares)


def burning(fight: Fight) -> Counter[str]:
    """How many lamps of each kind burn."""
    return Counter(str(lamp.kind) for lamp in fight.lamps if lamp.is_lit)


def source_name(fight: Fight, source: int) -> str | None:
    return str(fight.combatants[source].name) if source >= 0 else None


class Fold:
    """The events of a journal laid over the start, without a look at the fight."""

    def __init__(self, fight: Fight) -> None:
        self.width = int(fight.setup.board.width)
        self.bodies = {str(c.name): body_of(fight, c) for c in fight.combatants}
        self.zones = sorted(zone_of(fight, zone) for zone in fight.zones.every)
        self.burning = burning(fight)
        self.doors = {door.name: STATE_NAMES[door.starts] for door in fight.setup.doors}

    def square(self, name: str) -> int:
        x, y = parse_square(name)
        return y * self.width + x

    def take(self, event: Json) -> None:
        """Lay one event over what the ones before have left."""
        actor, target = event["actor"], event["target"]
        match event["type"]:
            case "move":
                self.bodies[actor].square = self.square(event["path"][-1])
                self.bodies[actor].altitude = (event["altitudes"] or [0])[-1]
            case "fall":
                self.bodies[actor].square = self.square(event["square"])
                self.bodies[actor].altitude = 0
            case "mount":
                self.bodies[actor].square = self.square(event["square"])
                self.bodies[actor].altitude = event["altitude"]
            case "door":
                self.doors[event["door"]] = event["state"]
            case "arrive":
                self.bodies[actor].square = self.square(event["square"])
                self.bodies[actor].altitude = event["altitude"]
            case "leave":
                self.bodies[actor].square = -1
                self.bodies[actor].altitude = 0
                self.bodies[actor].has_left = True
            case "damage" if target is not None:  # else an object takes it
                self.bodies[target].hp = event["hp"]
                self.bodies[target].temp_hp -= event["temp_hp_lost"]
            case "heal":
                self.bodies[target].hp = event["hp"]
                self.bodies[target].temp_hp = event.get("temp_hp", self.bodies[target].temp_hp)
                self.bodies[target].is_down = self.bodies[target].is_down and event["hp"] == 0
            case "drain" | "bolster":
                self.bodies[target].hp = event["hp"]
            case "down":
                self.bodies[target].hp = event["hp"]
                self.bodies[target].is_down = True
            case "dead":
                self.bodies[target].hp = 0
                self.bodies[target].is_dead = True
                self.bodies[target].altitude = 0
            case "condition-on":
                held = self.bodies[target].conditions
                if (event["condition"], event["source"]) not in held:
                    held.append((event["condition"], event["source"]))
                self.bodies[target].hp = min(self.bodies[target].hp, event["max_hp"])
            case "zone" if event["change"] == "begins":
                self.zones.append((event["kind"], tuple(event["squares"])))
            case "zone" if event["change"] == "ends":
                self.zones.remove((event["kind"], tuple(event["squares"])))
            case "zone":  # one of its kind has moved: the file has at most one of each that can
                old = next(zone for zone in self.zones if zone[0] == event["kind"])
                self.zones[self.zones.index(old)] = (event["kind"], tuple(event["squares"]))
            case "light" if event["change"] in ("lit", "out"):
                self.burning[event["kind"]] += 1 if event["change"] == "lit" else -1
            case "condition-off":
                self.bodies[target].conditions.remove((event["condition"], event["source"]))

    def differences(self, fight: Fight, outcome: Outcome) -> Iterator[str]:
        """Where the fold and the final state disagree."""
        zones = sorted(zone_of(fight, zone) for zone in fight.zones.every)
        if sorted(self.zones) != zones:
            yield f"zones: the events say {self.zones}, the fight {zones}"
        if +self.burning != +burning(fight):
            yield f"lamps: the events leave {dict(self.burning)} burning, the fight {dict(burning(fight))}"
        for door in fight.setup.doors:
            if self.doors[door.name] != STATE_NAMES[fight.doors[door.index]]:
                yield f"the door {door.name}: the events say {self.doors[door.name]}, the fight something else"
        for c, tally in zip(fight.combatants, outcome.tallies, strict=True):
            body = self.bodies[str(c.name)]
            names = [name for name in dict.fromkeys(name for name, _ in body.conditions) if name != "exhaustion"]
            told = (body.square, body.altitude, body.hp, body.temp_hp, sorted(names), body.is_dead, body.has_left)
            is_dead, has_left = tally.status == DEAD, tally.status == LEFT
            held = sorted([*tally.conditions, *tally.effects])
            state = (
                int(tally.square),
                int(tally.altitude_ft),
                int(tally.hp),
                int(tally.temp_hp),
                held,
                is_dead,
                has_left,
            )
            if told != state:
                yield f"{c.name}: the events say {told}, the fight {state}"
            if tally.status == DOWN and not body.is_down:
                yield f"{c.name}: down at the end, by no event"


@define
class Seen:
    """What one fight showed."""

    outcome: Outcome
    events: list[Json]
    types: Counter[str] = field(factory=Counter)


class Watcher(Journal):
    """Reads every event as it is written, beside the fight that writes it."""

    def __init__(self, fight: Fight) -> None:
        super().__init__()
        self.fight = fight
        self.stacks = bool(fight.setup.rules.d20.stacks)
        self.fold: Fold | None = None
        self.told: list[Json] = []
        self.on_turn: Combatant | None = None
        self.fastest_ft = 0
        self.walked_ft = 0
        self.directed: set[str] = set()  # the mounts that whoever has its turn has directed in it
        self.ridden_ft = 0
        self.fastest_ridden_ft = 0
        self.began_sharing = False
        self.was_stopped = False
        self.reactions: Counter[str] = Counter()
        self.released: set[str] = set()  # who has used what it had readied
        self.outside: set[str] = set()  # who has taken a legendary action since the last turn began

    def write(self, event: Event) -> None:
        told = dict(event.as_json())
        if self.fold is None:
            raise Broken("an event before the start")
        self.told.append(told)
        self.fold.take(told)
        try:
            self.look(told)
        except Broken as broken:
            raise Broken(f"{broken}; round {told['round']}, at {told}") from None

    def look(self, event: Json) -> None:
        """Hold one event to the laws."""
        self.look_at_hit_points()
        if event["type"] == "turn":
            self.end_of_turn()
            self.on_turn = self.named(event["actor"])
            self.fastest_ft, self.walked_ft = 0, 0
            self.ridden_ft, self.fastest_ridden_ft = 0, 0
            self.directed.clear()
            self.began_sharing = bool(self.sharing(self.on_turn))
            self.was_stopped = False
            self.outside.clear()
            self.reactions[event["actor"]] = 0
            self.released.discard(event["actor"])
        if self.on_turn is not None:
            if self.on_turn.mount >= 0 and self.fight.combatants[self.on_turn.mount].is_directed:
                self.directed.add(str(self.fight.combatants[self.on_turn.mount].name))
            self.fastest_ft = max(self.fastest_ft, int(self.on_turn.granted * fastest_ft(self.on_turn)))
        if event["type"] in ("attack", "opportunity-attack", "contest", "action") and event.get("action") != "notice":
            self.look_at_actor(event)
        if event["type"] in ("move", "stand") and not event.get("forced"):
            self.look_at_movement(event)
        self.look_at_reactions(event)
        if "net" in event:
            look_at_roll(event, self.stacks)
        if isinstance(event.get("opposed"), dict):
            look_at_roll(event["opposed"], self.stacks)

    def named(self, name: str) -> Combatant:
        return next(c for c in self.fight.combatants if c.name == name)

    def look_at_hit_points(self) -> None:
        for c in self.fight.combatants:
            if not 0 <= c.hp <= c.max_hp:
                raise Broken(f"{c.name} has {c.hp} of {c.max_hp} HP")
            if c.temp_hp < 0:
                raise Broken(f"{c.name} has {c.temp_hp} temporary HP")

    def look_at_actor(self, event: Json) -> None:
        actor = self.named(event["actor"])
        if actor.flags & INCAPACITATED or not actor.is_in or not actor.is_on_map:
            raise Broken(f"{actor.name} acts and cannot")
        if event["type"] != "action" and event["target"] == event["actor"]:
            raise Broken(f"{actor.name} does it to itself")

    def look_at_movement(self, event: Json) -> None:
        if event["actor"] in self.released or event["actor"] in self.outside:
            if event["cost_ft"] > fastest_ft(self.named(event["actor"])):
                raise Broken(f"{event['actor']} moves {event['cost_ft']} ft on the turn of another")
            return
        if event["actor"] in self.directed:
            self.ridden_ft += event["cost_ft"]
            mount = self.named(event["actor"])
            self.fastest_ridden_ft = max(self.fastest_ridden_ft, int(mount.granted * fastest_ft(mount)))
            if self.ridden_ft > self.fastest_ridden_ft:
                raise Broken(f"{mount.name} has carried its rider {self.ridden_ft} of {self.fastest_ridden_ft} ft")
            return
        if self.on_turn is None or event["actor"] != self.on_turn.name:
            raise Broken(f"{event['actor']} moves on the turn of another")
        self.walked_ft += event["cost_ft"]
        if self.walked_ft > self.fastest_ft:
            raise Broken(f"{event['actor']} has moved {self.walked_ft} of {self.fastest_ft} ft")

    def look_at_reactions(self, event: Json) -> None:
        """At most one between two of one's own turns; on one's own turn only to what somebody else has readied.

        Legendary actions come after a turn: whose turn it was may strike at one who moves by them.
        """
        who = None
        if event["type"] == "action" and event["cost"] == "legendary":
            self.outside.add(event["actor"])
        if event["type"] == "opportunity-attack":
            who = event["actor"]
        elif event["type"] == "action" and event["cost"] == "reaction":
            who = event["actor"]
            self.released.add(event["actor"])  # what was readied: an attack or a move follows
        elif event["type"] == "save" and event["because"] in ("grapple", "shove prone", "shove push"):
            if self.on_turn is not None and event["by"] != self.on_turn.name:
                who = event["by"]
        if who is None:
            return
        self.was_stopped = True
        self.reactions[who] += 1
        if self.reactions[who] > 1:
            raise Broken(f"{who} has reacted {self.reactions[who]} times since its turn")
        provoker = event["target"] if event["type"] == "opportunity-attack" else None
        is_over = provoker in self.outside  # legendary actions come when the turn that the journal counts has ended
        if self.on_turn is not None and who == self.on_turn.name and not self.released and not is_over:
            raise Broken(f"{who} reacts on its own turn")

    def sharing(self, c: Combatant) -> list[str]:
        """Whose space a body is in, swarms and the Tiny excepted."""
        if not c.is_on_map or c.is_dead or c.stat.size == TINY or c.flags & TRAIT_SHARES_SPACE:
            return []
        squares = self.footprint(c)
        return [
            str(o.name)
            for o in self.fight.combatants
            if not c.own & o.bit and o.is_on_map and not o.is_dead and o.stat.size != TINY
            if not o.flags & TRAIT_SHARES_SPACE
            and squares & self.footprint(o)
            and c.level < o.level + o.n
            and o.level < c.level + c.n
        ]

    def footprint(self, c: Combatant) -> set[int]:
        width = int(self.fight.setup.board.width)
        return {int(c.square) + row * width + column for row in range(int(c.n)) for column in range(int(c.n))}

    def end_of_turn(self) -> None:
        """Nobody ends a turn in another's space, unless something stopped it there or it could not leave."""
        if self.on_turn is None or self.began_sharing or self.was_stopped:
            return
        if others := self.sharing(self.on_turn):
            raise Broken(f"{self.on_turn.name} has ended its turn in the space of {', '.join(others)}")


def look_at_roll(event: Json, stacks: bool) -> None:
    """Mode, dice, kept die, total and degree follow from the reasons."""
    positives, negatives = causes(event["advantage"]), causes(event["disadvantage"])
    if stacks:
        net = positives - negatives
    else:
        net = (positives > 0) - (negatives > 0)
    if net != event["net"]:
        raise Broken(f"net {event['net']}, the reasons say {net}")
    if event["mode"] != ("advantage" if net > 0 else "disadvantage" if net < 0 else "normal"):
        raise Broken(f"mode {event['mode']} with net {net}")
    if event["automatic"] is not None:
        if event["dice"] or event["total"] is not None:
            raise Broken("dice for an automatic outcome")
        return
    count = abs(net) + 1
    dice = list(event["dice"])
    applied = [clause["clause"] for clause in event.get("applied", ())]
    if "lucky" in applied:  # the die that replaces a 1 stands behind the pool
        dice[dice.index(1)] = dice.pop(count)
    if "heroic-inspiration" in applied:  # the one that replaces the kept die behind that
        again = dice.pop(count)
        dice[dice.index(max(dice[:count]) if net > 0 else min(dice[:count]))] = again
    if len(dice) != count * (1 + event["neutral"]):
        raise Broken(f"{len(event['dice'])} dice for net {net}")
    last = dice[-count:]
    if event["kept"] != (max(last) if net > 0 else min(last)):
        raise Broken(f"keeps {event['kept']} of {last}")
    if event["total"] != event["kept"] + event["bonus"]:
        raise Broken(f"{event['kept']} + {event['bonus']} is not {event['total']}")
    if event["target_number"] is not None and event["roll"] == "save":
        if (event["total"] >= event["target_number"]) != (DEGREES.index(event["degree"]) >= SUCCESS) and not (
            (stacks and event["degree"] == "fumble") or "legendary-resistance" in applied
        ):
            raise Broken(f"{event['total']} against {event['target_number']} is a {event['degree']}")


def causes(reasons: list[Json]) -> int:
    """How many causes stand behind reasons: one a group, more where a reason counts for more."""
    counted: dict[str, int] = {}
    for reason in reasons:
        counted[reason["group"]] = max(counted.get(reason["group"], 0), reason["count"])
    return sum(counted.values())


def watched(encounter: Encounter, seed: int, index: int) -> Seen:
    """Fight once under the watcher's eyes. Broken when a law is."""
    fight = encounter.new_fight()
    watcher = Watcher(fight)
    rules_dice = SeededDice(mix_seed(seed, index, RULES_STREAM))
    fight.reset(rules_dice, SeededDice(mix_seed(seed, index, TACTICS_STREAM)), watcher)
    watcher.fold = Fold(fight)
    outcome = play(fight)
    if differences := list(watcher.fold.differences(fight, outcome)):
        raise Broken("; ".join(differences))
    return Seen(outcome, watcher.told, Counter(event["type"] for event in watcher.told))


def told(tally: Tally) -> tuple[Any, ...]:
    """A tally as plain values, to be compared."""
    return (
        tally.hp, tally.max_hp, tally.temp_hp, tally.square, tally.status, tally.damage_dealt, tally.damage_taken,
        tally.attacks, tally.hits, tally.criticals, tally.stable, tally.death_saves, tally.reaction, tally.exhaustion,
        tuple(tally.conditions), tuple(tally.effects),
    )  # fmt: skip


def ending(outcome: Outcome) -> tuple[Any, ...]:
    """An outcome as plain values, to be compared."""
    return (int(outcome.winner), int(outcome.rounds), int(outcome.turns), [told(tally) for tally in outcome.tallies])
