"""Doors and windows that are opened, closed, forced and broken while a fight lasts (rules.md 31, 129, 168, 169)."""

from typing import Any

import pytest

from clauses import case, clause, editions
from encounter.engine.light import BRIGHT, DARK, DIM
from encounter.engine.sight import HALF, THREE_QUARTERS, TOTAL
from encounter.engine.tactic import Tactic, close_door, end, open_door
from encounter.scenario.checking import check
from invariants import watched
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
CORRIDOR = [".....+......"]
ROOM = {"size": (8, 3), "edges": [{"kind": "wall", "line": [4, 0, 4, 3]}]}


def room(kind: str) -> dict[str, Any]:
    """Two halves of a room of 8 by 3 squares; what is in the wall between D2 and E2 is the caller's to say."""
    return {**ROOM, "edges": [*ROOM["edges"], {"kind": kind, "line": [4, 1, 4, 2]}]}


# Opening and closing


@editions(*ALL)
def test_a_door_is_opened_with_the_free_interaction_and_a_second_one_with_the_action(rules):
    t = scene("Ada D2 | Gob H1", rules, **room("door")).table()

    opened = t.open("Ada", "D2-E2")
    closed = t.close("Ada", "D2-E2")

    assert ("open", "free", "open") == tuple(opened.one("door")[key] for key in ("action", "cost", "state"))
    assert ("close", "action", "closed") == tuple(closed.one("door")[key] for key in ("action", "cost", "state"))
    assert ["D2", "E2"] == opened.one("door")["squares"]
    assert "action.used" == t.refusal("open", "Ada", "D2-E2")


@editions(*ALL)
def test_the_free_interaction_is_one_a_turn_and_a_new_turn_brings_a_new_one(rules):
    t = scene("Ada D2 | Gob H1", rules, **room("door")).table()
    t.open("Ada", "D2-E2")
    t.begin_turn("Ada")

    assert "free" == t.close("Ada", "D2-E2").one("door")["cost"]


@clause("door.closed")
def test_nobody_walks_through_a_closed_door_and_everybody_through_an_open_one(rules):
    t = scene("Ada D2 | Gob H1", rules, **room("door")).table()

    assert "door.closed" == t.refusal("move", "Ada", "E2")
    t.open("Ada", "D2-E2")
    assert "E2" == t.move("Ada", "E2").one("move")["path"][-1]


@clause("door.closed")
def test_an_explanation_says_that_a_closed_door_is_all_that_is_in_the_way(rules):
    barred, walled = scene("Ada D2 | Gob H1", rules, **room("door")), scene("Ada D2 | Gob H1", rules, **ROOM)

    assert "door.closed" == barred.move("Ada", "G2")["illegal"]["clause"]
    assert "path.none" == walled.move("Ada", "G2")["illegal"]["clause"]


@clause("door.closed")
def test_a_door_that_fills_a_square_bars_it_until_it_is_open(rules):
    t = scene("Ada E1, longsword | Gob L1", rules, map=CORRIDOR).table()

    assert "door.closed" == t.refusal("move", "Ada", "F1")
    assert TOTAL == t.fight.cover(t["Ada"], t["Gob"])
    t.open("Ada", "F1")
    assert ["F1", "G1"] == t.move("Ada", "F1 G1").one("move")["path"]


@clause("path.none")
def test_a_wall_without_a_door_is_no_closed_door(rules):
    t = scene("Ada D1 | Gob H1", rules, **room("door")).table()

    assert "path.none" == t.refusal("move", "Ada", "E1")


@clause("door.locked")
def test_a_locked_door_does_not_open_for_whoever_pulls_at_it(rules):
    t = scene("Ada D2 | Gob H1", rules, **room("locked door")).table()

    assert "door.locked" == t.refusal("open", "Ada", "D2-E2")
    assert "action.impossible" == t.refusal("close", "Ada", "D2-E2")


@clause("reach.out")
def test_a_door_is_opened_from_within_5_ft_of_it_on_either_side(rules):
    assert "reach.out" == scene("Ada B2 | Gob H1", rules, **room("door")).table().refusal("open", "Ada", "D2-E2")
    for square in ("C1", "C2", "D1", "D3", "E2", "F1", "E3"):
        t = scene(f"Ada {square} | Gob H1", rules, **room("door")).table()
        assert "free" == t.open("Ada", "D2-E2").one("door")["cost"], square


@clause("action.impossible")
def test_a_door_does_not_close_on_whoever_stands_in_it(rules):
    t = scene("Ada E1 | Gob F1", rules, map=["...../......"]).table()
    assert "action.impossible" == t.refusal("close", "Ada", "F1")

    big = scene("Ogre D2, large | Gob H1", rules, **{**ROOM, "edges": [{"kind": "open door", "line": [5, 0, 5, 3]}]})
    astride = big.table()
    astride.fight.relocate(astride["Ogre"], astride.place("E1"))
    assert "action.impossible" == astride.refusal("close", "Ogre", "E1-F1")


@clause("incapacitated")
def test_whoever_is_incapacitated_opens_nothing(rules):
    t = scene("Ada D2, paralyzed | Gob H1", rules, **room("door")).table()

    assert "incapacitated" == t.refusal("open", "Ada", "D2-E2")


@editions(*ALL)
def test_an_open_door_lets_lines_through_and_a_closed_one_hides_whoever_is_behind_it(rules):
    t = scene("Ada D2, shortbow | Gob G2", rules, **room("door")).table()

    assert (TOTAL, False) == (t.fight.cover(t["Ada"], t["Gob"]), t.fight.in_line(t["Ada"], t["Gob"]))
    t.open("Ada", "D2-E2")
    assert t.fight.cover(t["Ada"], t["Gob"]) < TOTAL
    assert t.fight.in_line(t["Ada"], t["Gob"])


@editions(*ALL)
def test_a_fight_begins_again_with_every_door_as_the_scenario_has_it(rules):
    t = scene("Ada D2 | Gob H1", rules, **room("door")).table()
    t.open("Ada", "D2-E2")

    t.fight.reset(t.fight.dice, t.fight.tactic_dice, None)

    assert [0] == list(t.fight.doors)
    assert not t.fight.board.exits_of(1)[t.place("D2")] & 1


@editions(*ALL)
def test_whoever_hid_behind_a_door_is_seen_when_it_opens(rules):
    t = scene("Ada D2 | Gob E2, hidden 17", rules, **room("door")).table()
    assert t["Gob"].hidden_from

    t.open("Ada", "D2-E2")

    assert not t["Gob"].hidden_from


@editions(*ALL)
def test_light_falls_through_a_door_that_is_opened(rules):
    """A torch on A2 sheds bright light as far as E2 and dim light as far as I2, where no door is closed."""
    torch = [{"kind": "torch", "at": "A2"}]
    t = scene("Ada D2 | Gob H3", rules, light="dark", lights=torch, **room("door")).table()
    dark = [t.fight.level_at(t.place(square)) for square in ("D2", "E2", "G2")]
    t.open("Ada", "D2-E2")

    assert [BRIGHT, DARK, DARK] == dark
    assert [BRIGHT, BRIGHT, DIM] == [t.fight.level_at(t.place(square)) for square in ("D2", "E2", "G2")]


# Windows


@case("C137")
@clause("cover.total")
def test_a_pane_of_glass_is_total_cover_although_it_is_seen_through(rules):
    glass = [{"kind": "window", "line": [3, 0, 3, 10]}]
    pane = {"name": "pane", "opens": [3, 0, 3, 10], "ac": 13, "hp": 4}
    s = scene("Ada A1, shortbow | Gob G1", rules, size=(20, 10), edges=glass, objects=[pane])

    said = s.explain("Ada", "Gob", attack="shortbow")

    assert (False, "cover.total") == (said["legal"], said["illegal"]["clause"])
    assert {"attacker": True, "target": True} == said["sees"]
    t = s.table()
    assert "break" == t.strike("Ada", "pane", "shortbow", dice=[17, 3]).one("door")["action"]
    assert THREE_QUARTERS == t.fight.cover(t["Ada"], t["Gob"])


@editions(*ALL)
def test_an_open_window_is_climbed_through_as_difficult_ground(rules):
    t = scene("Ada D2 | Gob H1", rules, **room("window")).table()
    assert "door.closed" == t.refusal("move", "Ada", "E2")
    t.open("Ada", "D2-E2")

    assert 10 == t.move("Ada", "E2").one("move")["cost_ft"]


@editions(*ALL)
def test_a_low_wall_is_stepped_over_as_difficult_ground_and_covers_half(rules):
    t = scene(
        "Ada D2, shortbow | Gob H2", rules, size=(8, 3), edges=[{"kind": "low wall", "line": [4, 0, 4, 3]}]
    ).table()

    assert HALF == t.fight.cover(t["Gob"], t["Ada"])
    assert 10 == t.move("Ada", "E2").one("move")["cost_ft"]


@clause("cover.three-quarters")
def test_an_archer_behind_an_arrow_slit_has_three_quarters_cover_and_shoots_freely(rules):
    s = scene("Ada D2, shortbow | Gob H2, shortbow", rules, **room("arrow slit"))

    out, back = s.explain("Ada", "Gob", attack="shortbow"), s.explain("Gob", "Ada", attack="shortbow")

    assert ("none", "three-quarters") == (out["cover"], back["cover"])
    assert ["cover.three-quarters"] == [part["clause"] for part in back["target_parts"] if part["clause"] != "ac"][-1:]


@editions(*ALL)
def test_windows_and_arrow_slits_are_what_they_are_where_the_ground_has_heights(rules):
    """A hillock of 5 ft or a body stands between the two, so that heights are asked for on the lines."""
    hillock = [{"from": "F1", "to": "F3", "height": "5 ft"}]
    seen = scene("Ada B2 | Gob H2", rules, elevation=hillock, **room("window")).table()
    slit = scene("Ada A2; Bob C2 | Gob E2", rules, elevation=hillock, **room("arrow slit")).table()

    assert (TOTAL, True) == (seen.fight.cover(seen["Ada"], seen["Gob"]), seen.fight.in_line(seen["Ada"], seen["Gob"]))
    assert THREE_QUARTERS == slit.fight.cover(slit["Ada"], slit["Gob"])


# Forcing and breaking


@editions(*ALL)
@pytest.mark.parametrize(("die", "state"), [(9, "locked"), (10, "open")])
def test_a_task_that_opens_a_door_forces_it_with_a_success(rules, die, state):
    force = {"name": "force the door", "ability": "str", "dc": 10, "opens": [4, 1, 4, 2]}
    s = scene(
        "Ada D2 | Gob H1", rules, creatures={"Ada": {"abilities": {"str": 10}}}, tasks=[force], **room("locked door")
    )
    t = s.table()

    done = t.attempt("Ada", "force the door", dice=[die])

    assert (["open"] if state == "open" else []) == [event["state"] for event in done.all("door")]
    assert (state == "open") == bool(t.fight.board.exits_of(1)[t.place("D2")] & 1)
    assert "action.used" == t.refusal("attempt", "Ada", "force the door")


@clause("reach.out")
@clause("action.impossible")
def test_a_door_is_forced_from_beside_it_and_only_while_it_is_shut(rules):
    force = {"name": "force", "ability": "str", "dc": 10, "opens": [4, 1, 4, 2]}

    assert "reach.out" == scene("Ada A2 | Gob H1", rules, tasks=[force], **room("door")).table().refusal(
        "attempt", "Ada", "force"
    )
    t = scene("Ada D2 | Gob H1", rules, tasks=[force], **room("open door")).table()
    assert "action.impossible" == t.refusal("attempt", "Ada", "force")


@editions(*ALL)
def test_a_door_is_an_object_that_breaks_open_for_good(rules):
    oak = {"name": "oak door", "opens": [4, 1, 4, 2], "ac": 15, "hp": 10}
    t = scene("Ada D2, longsword | Gob H1", rules, objects=[oak], **room("locked door")).table()

    done = t.strike("Ada", "oak door", "longsword", dice=[10, 8])

    assert ("none", 15) == (done.roll["cover"], done.roll["target_number"])
    assert ("break", "broken") == (done.one("door")["action"], done.one("door")["state"])
    assert "action.impossible" == t.refusal("close", "Ada", "D2-E2")
    assert "E2" == t.move("Ada", "E2").one("move")["path"][-1]


@editions(*ALL)
def test_a_door_on_a_square_stands_in_its_own_way_for_nobody(rules):
    oak = {"name": "oak door", "opens": "F1", "ac": 15, "hp": 40}
    t = scene("Ada B1, shortbow | Gob L1", rules, map=CORRIDOR, objects=[oak]).table()

    assert "none" == t.strike("Ada", "oak door", "shortbow", dice=[10, 6]).roll["cover"]


@editions(*ALL)
def test_a_blow_at_a_door_on_an_edge_comes_from_whichever_side_one_stands_on(rules):
    oak = {"name": "oak door", "opens": [4, 1, 4, 2], "ac": 15, "hp": 40}
    for square in ("D2", "E2"):
        t = scene(f"Ada {square}, longsword | Gob H1", rules, objects=[oak], **room("door")).table()
        assert "HIT 15" == t.strike("Ada", "oak door", "longsword", dice=[10, 8]).summary


# What the built-in tactics make of doors


@editions(*ALL)
def test_whoever_finds_a_closed_door_in_its_way_opens_it_and_goes_on_in_the_same_turn(rules):
    t = scene("Ada B2, longsword | Gob F2, hp 40", rules, **room("door")).table()

    done = t.take_turn("Ada", dice=[15, 8])

    assert ["D2", "open", "E2", "HIT 20"] == [
        done.all("move")[0]["path"][-1],
        done.one("door")["action"],
        done.all("move")[1]["path"][-1],
        done.summary,
    ]


@editions(*ALL)
def test_a_closed_door_is_opened_on_the_way_where_heights_count_too(rules):
    hillock = [{"from": "H1", "to": "H3", "height": "5 ft"}]
    t = scene("Ada B2, longsword | Gob F2, hp 40", rules, elevation=hillock, **room("door")).table()

    done = t.take_turn("Ada", dice=[15, 8])

    assert "open" == done.one("door")["state"]
    assert [("Ada", "Gob")] == [(event.actor, event.target) for event in done.events if event.type == "attack"]


@editions(*ALL)
def test_a_way_round_is_taken_where_it_is_shorter_than_the_one_through_the_door(rules):
    map = ["........", "...#+###", "........"]
    t = scene("Ada A3, longsword | Gob A1, hp 40", rules, map=map).table()

    assert [] == t.take_turn("Ada", dice=[15, 8]).all("door")


@editions(*ALL)
def test_a_locked_door_is_forced_where_nothing_else_is_to_be_done(rules):
    force = {"name": "force", "ability": "str", "dc": 10, "opens": [4, 1, 4, 2]}
    t = scene("Ada C2, longsword | Gob F2, hp 40", rules, tasks=[force], **room("locked door")).table()

    first = t.take_turn("Ada", dice=[2])
    t.begin_turn("Ada")
    second = t.take_turn("Ada", dice=[19])

    assert [] == first.all("move")  # the door is within 5 ft of C2 already
    assert (
        ["force"] == [event["task"] for event in first.all("check")] == [event["task"] for event in second.all("check")]
    )
    assert "open" == second.one("door")["state"]


@editions(*ALL)
def test_a_locked_door_that_can_be_broken_is_struck_with_every_attack_of_the_action(rules):
    oak = {"name": "oak door", "opens": [4, 1, 4, 2], "ac": 10, "hp": 100}
    t = scene("Ada D2, longsword, two attacks | Gob F2, hp 40", rules, objects=[oak], **room("locked door")).table()

    done = t.take_turn("Ada", dice=[15, 8, 15, 8])

    assert ["oak door", "oak door"] == [event["object"] for event in done.all("attack")]


@editions(*ALL)
def test_a_door_that_nobody_can_force_stays_locked_and_the_fight_ends_undecided(rules):
    s = scene("Ada B2, longsword | Gob F2, longsword", rules, options={"round_limit": 3}, **room("locked door"))

    seen = watched(s.encounter, 0, 0)

    assert [] == [event for event in seen.events if event["type"] == "door"]
    assert "undecided" == seen.events[-1]["outcome"]


@editions(*ALL)
def test_a_tactic_of_one_s_own_sees_the_doors_and_opens_and_closes_them(rules):
    s = scene("Ada D2 | Gob H1", rules, options={"round_limit": 1}, order=["Ada", "Gob"], **room("door"))
    ada = Doorkeeper()
    s.encounter.tactics = [lambda: ada, lambda: Tactic()]

    events = [event for event in watched(s.encounter, 0, 0).events if event["type"] == "door"]

    assert [("open", "free"), ("close", "action")] == [(event["action"], event["cost"]) for event in events]
    assert ["<door D2-E2, closed>", "<door D2-E2, open>", "<door D2-E2, closed>"] == [str(view[0]) for view in ada.seen]
    assert 0 == ada.seen[0][0].distance_ft


def test_a_door_that_is_not_there_is_named_in_the_complaint():
    s = scene("Ada D2 | Gob H1", order=["Ada", "Gob"], **room("door"))
    s.encounter.tactics = [lambda: Doorkeeper("D2"), lambda: Tactic()]

    with pytest.raises(ValueError, match="there is no door 'D2'; there are: D2-E2"):
        watched(s.encounter, 0, 0)


class Doorkeeper(Tactic):
    """Opens a door, closes it, and remembers what it saw."""

    def __init__(self, door="D2-E2"):
        self.door = door
        self.seen = []

    def act(self, view):
        self.seen.append(view.doors)
        return [open_door(self.door), close_door(self.door), end()][len(self.seen) - 1]


# What is wrong in a file


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("edges: [{kind: wall, line: [1, 0, 2, 2]}]", "(1, 0) to (2, 2) is no line along the grid"),
        ("edges: [{kind: wall, line: [1, 0, 1, 9]}]", "the line (1, 0) to (1, 9) leaves the map"),
        ("edges: [{kind: fence, line: [1, 0, 1, 2]}]", "`fence` is no edge"),
        ("edges: [{kind: wall, line: [1, 0, 1]}]", "expected a line [x1, y1, x2, y2] along the grid"),
        ("edges: [{line: [1, 0, 1, 2]}]", "an edge needs `kind`"),
        ("tasks: [{name: force, dc: 10, ability: str, opens: A1}]", "the task `force` opens no door at A1"),
        ("objects: [{name: oak, ac: 10, hp: 5, opens: [1, 0, 1, 2]}]", "the object `oak` opens no door on the line"),
        ("objects: [{name: oak, ac: 10, hp: 5}]", "nothing says where the object `oak` is"),
    ],
)
def test_mistakes_in_edges_and_doors_are_named(tmp_path, keys, message):
    file = tmp_path / "doors.yaml"
    head = "title: T\nmap: |\n  A..\n  ..g\ncreatures: {man: {ac: 10, hp: 5}}\n"
    sides = "sides: {a: [{creature: man, name: Ada, letter: A}], b: [{creature: man, letter: g}]}\n"
    file.write_text(head + sides + keys + "\n", encoding="utf-8")

    report = check([file])

    assert [message] == [problem.message[: len(message)] for problem in report.errors]
