"""Mounts and riders: rules.md 144, 86, and what 74 says of the lance."""

from typing import Any

import pytest

from clauses import EDITIONS, clause, editions
from encounter.engine import tactic
from encounter.engine.journal import Journal
from encounter.engine.tactic import Choice, Tactic, View
from encounter.engine.tactics.own import Own
from encounter.scenario.compiler import compile
from encounter.scenario.source import ScenarioErrors
from invariants import watched
from random_scenes import random_scene
from scenes import Scene, scene

FIRST = ("srd-5.1", "reroll")


def ridden(text: str, rules: str = "srd-5.1", speed: int = 60, **more: Any) -> Scene:
    """A scene with a large Nag, whose Speed is 60 ft unless it says otherwise."""
    own: dict[str, Any] = {"Nag": {"size": "large", "speed": f"{speed} ft", "ac": 10, "hp": 19}}
    own["Nag"] |= more.pop("nag", {})
    return scene(text, rules, creatures=own, **more)


# Sharing a space


@editions(*EDITIONS)
def test_a_rider_shares_the_space_of_its_mount_and_fights_from_all_of_it(rules: str) -> None:
    t = ridden("Ada on Nag, longsword; Nag B2 | Gob D4; Orc E4", rules).table()

    assert ("B2", 2) == (t.square("Ada"), int(t["Ada"].n))
    assert "reach.out" == t.refusal("attack", "Ada", "Orc", "longsword")
    assert "HIT 17" == t.attack("Ada", "Gob", "longsword", dice=[12, 5]).summary


@editions(*EDITIONS)
def test_the_mount_walks_where_its_rider_wants_and_carries_it(rules: str) -> None:
    """It moves as you direct it, by its own Speed; the rider's is left alone."""
    t = ridden("Ada on Nag, speed 25; Nag B2 | Gob L8", rules).table()

    done = t.move("Ada", "C2 D2 E2 F2 G2 H2")

    walked, carried = done.all("move")
    assert ("Nag", ["C2", "D2", "E2", "F2", "G2", "H2"], 30) == (walked["actor"], walked["path"], walked["cost_ft"])
    assert ("Ada", 0, True, True, "Nag") == tuple(
        carried[key] for key in ("actor", "cost_ft", "forced", "carried", "by")
    )
    assert ("H2", "H2") == (t.square("Ada"), t.square("Nag"))
    assert (30, 0) == (int(t["Nag"].spent_ft), int(t["Ada"].spent_ft))


def test_neither_body_is_cover_for_the_other() -> None:
    s = ridden("Ada on Nag, longbow; Nag B2 | Gob H2, longbow")

    assert "none" == s.explain("Gob", "Ada", attack="longbow")["cover"]
    assert "none" == s.explain("Gob", "Nag", attack="longbow")["cover"]


# Directing a mount


@editions(*EDITIONS)
def test_a_directed_mount_dashes_disengages_or_dodges_on_its_riders_turn(rules: str) -> None:
    t = ridden("Ada on Nag; Nag B2 | Gob AN4", rules, size=(40, 4)).table()

    done = t.direct("Ada", "dash")
    t.move("Ada", " ".join(f"{name}2" for name in "CDEFGHIJKLMNOPQRSTUVWXYZ"))

    assert ("Nag", "dash") == (done.one("action")["actor"], done.one("action")["action"])
    assert 3 == int(t["Ada"].budget)  # its own action and bonus action are left
    assert "action.used" == t.refusal("direct", "Ada", "disengage")


@clause("mount.controlled")
def test_a_directed_mount_does_nothing_else(rules: str) -> None:
    t = ridden("Ada on Nag; Nag B2 | Gob D4", rules).table()

    assert "mount.controlled" == t.refusal("direct", "Ada", "attack")


@editions(*EDITIONS)
def test_a_mount_that_is_directed_has_its_turn_with_its_rider_and_its_initiative(rules: str) -> None:
    s = ridden("Ada on Nag, still, init +20; Nag B2, still | Gob L8, still", rules)
    events = played(s)
    order = [event["actor"] for event in events if event["type"] == "turn"]

    assert ["Nag", "Ada", "Gob", "Nag", "Ada", "Gob"] == order[:6]
    assert ["Nag", "Ada", "Gob"] == next(event["order"] for event in events if event.get("order"))
    assert ["Ada", "Gob"] == [event["actor"] for event in events if event["type"] == "initiative" and event["actor"]]


@editions(*EDITIONS)
def test_an_independent_mount_has_a_turn_of_its_own_and_goes_where_it_likes(rules: str) -> None:
    states = {"Ada": {"mounted": "Nag", "mount": "independent"}}
    s = ridden("Ada on Nag, still; Nag B2, bite +4 1d6 piercing | Gob L4, still, hp 90", rules, states=states)
    t = s.table()

    assert "action.impossible" == t.refusal("move", "Ada", "C2")
    assert "action.impossible" == t.refusal("direct", "Ada", "dash")
    done = t.take_turn("Nag", dice=[2])
    assert ["turn", "move", "move", "attack"] == done.types
    assert t.square("Ada") == t.square("Nag") == "J2"


def played(s: Scene, exhaustive: bool = False) -> list[dict[str, Any]]:
    """The events of a fight."""
    journal = Journal()
    (compile(s.scenario, exhaustive=True) if exhaustive else s.encounter).fight(1, 0, journal)
    return [dict(event.as_json()) for event in journal.events]


# Getting on and off


@editions(*EDITIONS)
def test_getting_on_and_off_costs_half_the_speed_rounded_down(rules: str) -> None:
    t = ridden("Ada A2, speed 25; Nag B2 | Gob L8", rules).table()

    done = t.mount("Ada", "Nag")

    told = done.one("mount")
    assert ("mounts", "B2", 12, "Nag") == tuple(told[key] for key in ("change", "square", "cost_ft", "target"))
    assert 12 == int(t["Ada"].spent_ft)
    t.move("Ada", "C2")
    t.begin_turn("Ada")
    off = t.dismount("Ada", "E3")
    assert ("dismounts", "E3", 1) == (off.one("mount")["change"], t.square("Ada"), int(t["Ada"].n))
    assert 13 == int(t["Ada"].stat.speed_ft - t["Ada"].spent_ft)


@clause("mount.once", editions=FIRST)
def test_in_5_1_getting_on_or_off_is_done_once_a_turn(rules: str) -> None:
    t = ridden("Ada A2; Nag B2 | Gob L8", rules).table()
    t.mount("Ada", "Nag")

    assert "mount.once" == t.refusal("dismount", "Ada")


def test_in_5_2_it_is_done_as_often_as_the_speed_allows() -> None:
    t = ridden("Ada A2; Nag B2 | Gob L8", "srd-5.2").table()
    t.mount("Ada", "Nag")
    t.dismount("Ada", "A2")

    assert 30 == int(t["Ada"].spent_ft)
    assert "speed.short" == t.refusal("mount", "Ada", "Nag")


@clause("mount.size")
def test_a_mount_is_a_size_larger_than_its_rider(rules: str) -> None:
    t = scene("Ada A2; Dwarf B2; Bram A5, small | Gob L8", rules).table()

    assert "mount.size" == t.refusal("mount", "Ada", "Dwarf")
    assert "reach.out" == t.refusal("mount", "Bram", "Dwarf")


# Who is struck


@clause("mount.strike")
def test_whoever_a_mount_provokes_strikes_at_the_rider_or_the_mount(rules: str) -> None:
    t = ridden("Ada on Nag; Nag B2 | Gob D4, longsword", rules).table()

    done = t.move("Ada", "A1", dice=[12, 5])

    struck = done.one("opportunity-attack")
    assert "Ada" == struck["target"]
    assert {"clause": "mount.strike"} in struck["applied"]


@editions(*EDITIONS)
def test_a_mount_that_disengages_provokes_nobody_and_its_riders_disengaging_does_not_help(rules: str) -> None:
    t = ridden("Ada on Nag; Nag B2 | Gob D4, longsword", rules).table()
    u = ridden("Ada on Nag; Nag B2 | Gob D4, longsword", rules).table()

    t.direct("Ada", "disengage")
    u.disengage("Ada")

    assert ["move", "move"] == t.move("Ada", "A1").types
    assert "opportunity-attack" in u.move("Ada", "A1", dice=[2]).types


# Staying in the saddle


@clause("mount.save")
def test_a_rider_knocked_prone_saves_against_dc_10_or_falls_off(rules: str) -> None:
    stays = ridden("Ada on Nag; Nag B2 | Gob D4", rules).table()
    falls = ridden("Ada on Nag; Nag B2 | Gob D4", rules).table()

    kept = stays.impose("Ada", "prone", dice=[10])
    lost = falls.impose("Ada", "prone", dice=[9])

    assert (10, "saddle") == (kept.one("save")["target_number"], kept.one("save")["because"])
    assert ("stays", "mount.save", []) == (*_told(kept), stays.conditions("Ada"))
    assert ("falls", "mount.save", ["prone"]) == (*_told(lost), falls.conditions("Ada"))
    assert ("A1", 1) == (falls.square("Ada"), int(falls["Ada"].n))


@clause("mount.save")
def test_a_mount_moved_against_its_will_shakes_its_rider(rules: str) -> None:
    t = ridden("Ada on Nag; Nag B2 | Ogre D2, large, str 20, athletics +20", rules).table()
    dice = [4, 2] if rules == "srd-5.2" else [18, 5, 2]

    done = t.shove("Ogre", "Nag", "push", dice=dice)

    assert [("falls", "mount.save")] == [(told["change"], told["clause"]) for told in done.all("mount")]
    assert ["prone"] == t.conditions("Ada")
    assert 5 == int(t.fight.apart_ft(t["Ada"], t["Nag"]))


@clause("mount.reaction", editions=FIRST)
def test_in_5_1_a_reaction_lands_the_rider_of_a_falling_mount_on_its_feet(rules: str) -> None:
    t = ridden("Ada on Nag; Nag B2 | Gob D4", rules).table()
    spent = ridden("Ada on Nag, reaction used; Nag B2 | Gob D4", rules).table()

    lands = t.impose("Nag", "prone")
    falls = spent.impose("Nag", "prone")

    assert ("lands", "mount.reaction", []) == (*_told(lands), t.conditions("Ada"))
    assert not t["Ada"].has_reaction
    assert ("falls", None, ["prone"]) == (*_told(falls), spent.conditions("Ada"))


def test_in_5_2_a_saving_throw_keeps_the_rider_on_a_mount_that_is_knocked_prone() -> None:
    t = ridden("Ada on Nag; Nag B2 | Gob D4", "srd-5.2").table()

    kept = t.impose("Nag", "prone", dice=[10])

    assert ("stays", "mount.save", []) == (*_told(kept), t.conditions("Ada"))
    t.direct("Ada", "stand")
    assert [] == t.conditions("Nag")


@editions(*EDITIONS)
def test_the_rider_of_a_mount_that_dies_comes_down_where_it_was(rules: str) -> None:
    t = ridden("Ada on Nag; Nag B2 | Gob D4", rules).table()

    done = t.hurt("Nag", (40, "slashing"), dice=[15] if rules == "srd-5.2" else ())

    assert "lands" == done.one("mount")["change"]
    assert ("dead", "B2", []) == (t.status("Nag"), t.square("Ada"), t.conditions("Ada"))
    t.move("Ada", "C2")


@editions(*EDITIONS)
def test_a_rider_that_falls_unconscious_falls_off_without_a_roll(rules: str) -> None:
    t = ridden("Ada on Nag, character, hp 9; Nag B2 | Gob D4", rules).table()

    done = t.hurt("Ada", (9, "slashing"))

    assert "failure" == done.one("save")["automatic"]
    assert "falls" == done.one("mount")["change"]
    assert ["unconscious", "prone"] == sorted(t.conditions("Ada"), reverse=True)


@editions(*EDITIONS)
def test_a_flying_mount_that_falls_takes_its_rider_down(rules: str) -> None:
    """Both are hurt, each by dice of its own, and lie beside each other."""
    flies = {"speed": {"walk": "20 ft", "fly": "60 ft"}, "hp": 60}
    t = ridden("Ada on Nag; Nag E4 | Gob A1", rules, nag=flies, altitudes={"Nag": 20}).table()

    done = t.impose("Nag", "restrained", dice=[3, 3, 2, 2])

    assert {"Nag": 6, "Ada": 4} == {told["target"]: told["amount"] for told in done.all("damage")}
    assert (0, 0) == (t.altitude("Nag"), t.altitude("Ada"))
    assert (["restrained", "prone"], ["prone"]) == (t.conditions("Nag"), t.conditions("Ada"))


@editions(*EDITIONS)
def test_whoever_falls_off_in_the_air_falls_to_the_ground(rules: str) -> None:
    flies = {"speed": {"walk": "20 ft", "fly": "60 ft"}}
    t = ridden("Ada on Nag; Nag E4 | Gob A1", rules, nag=flies, altitudes={"Nag": 20}).table()

    done = t.impose("Ada", "prone", dice=[3, 2, 2])

    assert ("falls", 20, 4) == (done.one("mount")["change"], done.one("fall")["feet"], done.damage)
    assert (20, 0) == (t.altitude("Nag"), t.altitude("Ada"))


def _told(done: Any) -> tuple[str, str | None]:
    event = done.one("mount")
    return event["change"], event["clause"]


# The lance


@editions(*EDITIONS)
def test_a_lance_needs_one_hand_in_the_saddle_and_two_on_foot(rules: str) -> None:
    shield = {"Ada": {"shield": True, "ac_from": ["natural 13"]}}
    nag: dict[str, Any] = {"Nag": {"size": "large"}}
    rides = scene("Ada on Nag, lance; Nag B2 | Gob E4", rules, creatures=nag | shield)
    walks = scene("Ada B2, lance; Nag H2 | Gob D4", rules, creatures=nag | shield)

    assert rides.explain("Ada", "Gob", attack="lance")["legal"]
    assert "hand.none" == walks.explain("Ada", "Gob", attack="lance")["illegal"]["clause"]


# Files


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("Ada on Ada | Gob A1", {}, "cannot ride itself"),
        ("Ada on Gob | Gob A1, large", {}, "is not of heroes"),
        ("Ada on Dwarf; Dwarf A1 | Gob B1", {}, "`Dwarf` is medium, `Ada` medium"),
        ("Ada on Bees; Bees A1, large, swarm | Gob D1", {}, "is a swarm"),
        ("Ada on Nag; Bram on Nag; Nag A1 | Gob D1", {}, "carries `Ada` already"),
        ("Ada on Nag, prone; Nag A1 | Gob D1", {}, "is prone and cannot sit on a mount"),
        ("Ada on Nag, arrives round 2; Nag A1 | Gob D1", {}, "does not arrive with `Nag`"),
        ("Ada on Nag; Nag A1 | Gob D1", {"altitudes": {"Ada": 5}}, "is that of its mount"),
        ("Ada C1; Nag A1 | Gob D1", {"states": {"Ada": {"mount": "independent"}}}, "`Ada` rides nothing"),
    ],
)
def test_what_cannot_be_ridden_is_refused(text: str, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioErrors, match=said):
        ridden(text, **more)


def test_a_rider_arrives_with_its_mount() -> None:
    events = played(ridden("Ada on Nag, arrives round 2; Nag B2, arrives round 2; Bram A6 | Gob L8, still, hp 200"))

    assert [("Nag", "B2"), ("Ada", "B2")] == [
        (event["actor"], event["square"]) for event in events if event["type"] == "arrive"
    ]


# Tactics


def test_the_built_in_tactics_ride_up_to_the_enemy_dashing_where_that_takes_them_to_it_later() -> None:
    near = ridden("Ada on Nag, longsword; Nag B2 | Gob L4, hp 90").table()
    far = ridden("Ada on Nag, longsword; Nag B2 | Gob AD3, hp 90", size=(30, 5)).table()

    assert ["turn", "turn", "move", "move", "attack"] == near.take_turn("Ada", dice=[2]).types
    done = far.take_turn("Ada")
    assert ["turn", "turn", "action", "move", "move"] == done.types[:5]
    assert [("Nag", "dash"), ("Ada", "dodge")] == [(told["actor"], told["action"]) for told in done.all("action")]


def test_a_rider_gets_off_a_mount_that_cannot_move() -> None:
    t = ridden("Ada on Nag, longsword; Nag B2, restrained | Gob L4, hp 90").table()

    assert "dismounts" == t.take_turn("Ada").one("mount")["change"]


class Rides(Tactic):
    """Gets on, dashes, rides to a square and gets off where it says."""

    def __init__(self) -> None:
        self.plan = [tactic.mount("Nag"), tactic.direct("dash"), tactic.move("F2"), tactic.dismount("F4"), tactic.end()]
        self.seen: list[tuple[str, int, str]] = []

    def act(self, view: View) -> Choice:
        self.seen.append((view.me.mount, view.movement_ft, view.refused))
        return self.plan[len(self.seen) - 1]


def test_a_tactic_of_ones_own_gets_on_directs_rides_and_gets_off() -> None:
    t = ridden("Ada A2; Nag B2 | Gob L8", "srd-5.2").table()
    own = Rides()
    t.fight.deciders[int(t["Ada"].index)] = Own(own)

    done = t.take_turn("Ada")

    assert [("", 30, ""), ("Nag", 60, ""), ("Nag", 120, ""), ("Nag", 100, ""), ("", 0, "")] == own.seen
    assert ("F4", "F2") == (t.square("Ada"), t.square("Nag"))
    assert ["mounts", "dismounts"] == [told["change"] for told in done.all("mount")]


# Laws


@pytest.mark.parametrize("seed", range(12))
def test_fights_of_riders_break_no_law_and_bounds_change_no_choice(seed: int) -> None:
    """Flyers, swimmers, squeezers and lamps among them; every third scene with mounts of their own will."""
    more: dict[str, bool] = ({}, {"heights": True}, {"grounded": True}, {"surrounded": True})[seed // 3]
    made_up = random_scene(seed, EDITIONS[seed % 3], mounted=True, **more)

    assert watched(made_up.encounter, seed, 0).types["end"] == 1
    assert played(made_up) == played(made_up, exhaustive=True)


# Explaining


def test_explain_tells_the_way_of_the_mount_that_a_rider_directs() -> None:
    s = ridden("Ada on Nag, speed 25; Nag B2 | Gob D5, longsword")
    told = s.move("Ada", "J2")

    assert ("Ada", "Nag", 40, 60, True) == tuple(
        told[key] for key in ("mover", "rides", "cost_ft", "speed_ft", "legal")
    )
    independent = ridden("Ada on Nag; Nag B2 | Gob L8", states={"Ada": {"mounted": "Nag", "mount": "independent"}})
    with pytest.raises(ValueError, match="Ada sits on Nag, which goes where it likes"):
        independent.move("Ada", "J2")
