"""Lamps that are carried, dropped and go out, and whom their light shows (rules.md 124, B.1, D-17)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from clauses import clause, editions
from encounter.engine.board import parse_square
from encounter.engine.light import BRIGHT, DARK, DIM
from encounter.odds import Position
from scenes import Scene, reasons, scene

IN_THE_DARK = "Ada A1, longsword | Gob B1, longsword"
ALL = ("srd-5.1", "srd-5.2", "reroll")


def bearing(text: str, carries: Any, rules: str = "srd-5.1", **keys: Any) -> Scene:
    """A dark scene in which Ada carries something that sheds light."""
    keys.setdefault("light", "dark")
    keys.setdefault("size", (24, 5))
    return scene(text, rules, states={"Ada": {"carries": carries}}, **keys)


def level(position: Position, square: str) -> int:
    x, y = parse_square(square)
    return int(position.fight.level_at(y * position.fight.board.width + x))


@clause("unseen.target")
@clause("unseen.attacker")
def test_a_torch_in_hand_shows_both_who_bears_it_and_who_stands_in_its_light(rules):
    """Without it neither sees the other; with it both do, for 40 ft; from beyond, the bearer alone is seen."""
    assert (["unseen.attacker"], ["unseen.target"]) == reasons(
        scene(IN_THE_DARK, rules, light="dark").explain("Ada", "Gob")
    )
    assert ([], []) == reasons(bearing(IN_THE_DARK, ["lit torch"], rules).explain("Ada", "Gob"))

    near = bearing("Ada A1, longbow | Gob I1, longbow", ["lit torch"], rules)
    assert ([], []) == reasons(near.explain("Ada", "Gob"))
    far = bearing("Ada A1, longbow | Gob J1, longbow", ["lit torch"], rules)
    assert ([], ["unseen.target"]) == reasons(far.explain("Ada", "Gob"))
    assert (["unseen.attacker"], []) == reasons(far.explain("Gob", "Ada"))


def test_a_torch_that_is_not_lit_sheds_no_light():
    out = bearing(IN_THE_DARK, ["torch"])

    assert (["unseen.attacker"], ["unseen.target"]) == reasons(out.explain("Ada", "Gob"))


def test_light_in_hand_is_light_that_is_carried():
    held = scene(IN_THE_DARK, light="dark", states={"Ada": {"hands": ["longsword", "lit torch"]}})

    assert ([], []) == reasons(held.explain("Ada", "Gob"))


def test_light_moves_with_its_bearer_and_no_wall_lets_it_through():
    t = bearing("Ada A2 | Gob H3", ["lit candle"], map=["....#..."] * 3).table()

    assert [BRIGHT, DIM, DARK] == [level(t, square) for square in ("B2", "C2", "D2")]
    t.move("Ada", "B2 C2 D2")
    assert [DARK, BRIGHT, DARK] == [level(t, square) for square in ("A2", "C2", "F2")], "a wall stands in column E"


@pytest.mark.parametrize(
    ("kind", "burns"), [("torch", True), ("hooded lantern", True), ("candle", False), ("lamp", False)]
)
def test_who_falls_drops_its_light_which_burns_on_or_not(kind, burns):
    """A torch and a lantern burn on where they fall, a candle and a lamp go out."""
    t = bearing("Ada A1, hp 1 | Gob B1, longsword", [f"lit {kind}"]).table()

    done = t.attack("Gob", "Ada", "longsword", dice=[19, 8])

    assert ["attack", "damage", "dead", "light"] + ["light"] * (not burns) == done.types
    told = {"kind": kind, "change": "dropped", "square": "A1", "because": None}
    assert told.items() <= done.all("light")[0].items()
    assert (BRIGHT if burns else DARK) == level(t, "A1")


def test_who_is_knocked_unconscious_drops_its_light_too():
    t = bearing("Ada A1 | Gob B1", ["lit torch"]).table()

    assert ["condition-on", "condition-on", "light"] == t.impose("Ada", "unconscious").types


def test_a_lamp_burns_until_its_round_begins():
    torch = {"kind": "torch", "until": "round 2"}
    t = bearing("Ada A1 | Gob B1", [torch], lights=[{**torch, "at": "X5"}]).table()
    assert [BRIGHT, BRIGHT] == [level(t, "A1"), level(t, "X5")]

    t.fight.round = 2
    t.fight.begin_round()

    assert [DARK, DARK] == [level(t, "A1"), level(t, "X5")]


def test_lights_that_stand_and_have_gone_out_leave_the_others_burning():
    lights = [{"kind": "candle", "at": "A1", "until": 2}, {"kind": "candle", "at": "C1"}]
    t = scene("Ada A5 | Gob X5", light="dark", lights=lights, size=(24, 5)).table()
    assert [BRIGHT, BRIGHT, BRIGHT, DIM] == [level(t, square) for square in ("A1", "B1", "D1", "E1")]

    t.fight.round = 2
    t.fight.begin_round()

    assert [DIM, BRIGHT, BRIGHT, DIM] == [level(t, square) for square in ("A1", "B1", "D1", "E1")]


# ------------------------------------------------------------------------------------------------- a cone of light


def test_a_bullseye_lantern_lights_a_cone_as_wide_as_it_is_long():
    """Towards the enemy in row 3: at 20 ft one square to either side, its bearer in the dark."""
    s = bearing("Ada A3 | Gob H3", ["lit bullseye lantern"], size=(32, 5)).position

    assert [DARK, BRIGHT, BRIGHT] == [level(s, square) for square in ("A3", "B3", "M3")]
    assert [DIM, DIM, DARK] == [level(s, square) for square in ("N3", "Y3", "Z3")]
    assert [DARK, BRIGHT, BRIGHT, DARK] == [level(s, square) for square in ("B2", "C2", "E1", "D1")]


def test_a_lantern_that_stands_shines_towards_its_square():
    lights = [{"kind": "bullseye lantern", "at": "H1", "towards": "A1"}]
    s = scene("Ada A5 | Gob X5", light="dark", lights=lights, size=(24, 5)).position

    assert [BRIGHT, DARK, DARK] == [level(s, square) for square in ("A1", "H1", "J1")]


# ---------------------------------------------------------------------------------------------- against a slow reading


def slow_level(fight: Any, square: int) -> int:
    """Bright or dim by the best lamp whose distance, counted here, reaches, and between which a line runs."""
    width = fight.board.width
    x, y = square % width, square // width
    best = fight.setup.ambient
    for lamp in fight.lamps:
        if not lamp.is_lit:
            continue
        bearer = fight.combatants[lamp.bearer] if lamp.bearer >= 0 else None
        at, n = (bearer.square, bearer.n) if bearer is not None else (lamp.square, 1)
        left, top = at % width, at // width
        apart = max(left - x, x - left - n + 1, top - y, y - top - n + 1, 0) * 5
        shed = BRIGHT if apart <= lamp.bright_ft else DIM if apart <= lamp.bright_ft + lamp.dim_ft else DARK
        if shed > best and fight.sight.los(at, n, square, 1):
            best = shed
    return best


@pytest.mark.parametrize("seed", range(12))
def test_the_light_of_every_square_is_what_the_slow_reading_says(seed):
    rng = random.Random(4_000 + seed)
    rows = ["".join(rng.choice("......#") for _ in range(14)) for _ in range(9)]
    free = [(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "."]
    a, b, c, d = ("ABCDEFGHIJKLMN"[x] + str(y + 1) for x, y in rng.sample(free, 4))
    kinds = ("candle", "torch", "lamp", "hooded lantern")
    t = scene(
        f"Ada {a}, hp 5 | Gob {b}, longsword",
        light=rng.choice(("dark", "dim")),
        map=rows,
        states={"Ada": {"carries": [f"lit {rng.choice(kinds)}", {"bright": "10 ft", "dim": "15 ft"}]}},
        lights=[{"kind": rng.choice(kinds), "at": c}, {"kind": rng.choice(kinds), "at": d, "until": "round 2"}],
    ).table()
    for change in (
        lambda: None,
        lambda: t.fight.drop_lamps(t["Ada"]),
        lambda: t.fight.put_out(t.fight.lamps[1], "", None),
    ):
        change()
        squares = [int(square) for square in range(t.fight.board.size)]
        assert [slow_level(t.fight, square) for square in squares] == [
            int(t.fight.level_at(square)) for square in squares
        ]


@editions("srd-5.1")
def test_a_fight_goes_back_to_the_lamps_it_began_with(rules):
    s = bearing("Ada A1, hp 1 | Gob B1, longsword", ["lit candle"], rules)
    t = s.table()
    t.attack("Gob", "Ada", "longsword", dice=[19, 8])
    assert DARK == level(t, "A1")

    from encounter.engine.dice import SeededDice

    t.fight.reset(SeededDice(1), SeededDice(2), None)
    assert BRIGHT == level(t, "A1")


# --------------------------------------------------------------------------------------------- lighting, putting out


@clause("action.used")
def test_putting_out_a_lamp_is_the_free_interaction_of_a_turn_and_then_an_action(rules):
    t = bearing("Ada A1 | Gob X5", ["lit torch", "lit candle", "lit lamp"], rules).table()

    assert {"kind": "torch", "change": "out", "because": None}.items() <= t.tend("Ada", "torch", lights=False).one(
        "light"
    ).items()
    t.tend("Ada", "candle", lights=False)  # the action
    assert "action.used" == t.refusal("tend", "Ada", "lamp", lights=False)
    assert [DIM, BRIGHT] == [level(t, "J1"), level(t, "A1")], "the lamp still burns"


@clause("action.used")
def test_lighting_a_torch_takes_an_action_and_in_the_newer_rules_a_bonus_action(rules):
    t = bearing("Ada A1, longsword | Gob B1", ["torch", "candle"], rules).table()

    t.tend("Ada", "torch", lights=True)
    assert BRIGHT == level(t, "A1")
    assert "action.used" == t.refusal("tend", "Ada", "candle", lights=True)
    if rules == "srd-5.2":
        t.attack("Ada", "Gob", "longsword", dice=[2])
    else:
        assert "action.used" == t.refusal("attack", "Ada", "Gob", "longsword")


@clause("reach.out", ["srd-5.2"])
@clause("action.impossible", ["srd-5.2"])
def test_a_lamp_out_of_reach_or_as_it_should_be_is_left_alone(rules):
    lights = [{"kind": "torch", "at": "C1"}]
    t = scene("Ada A1 | Gob X5", rules, light="dark", lights=lights, size=(24, 5)).table()

    assert "reach.out" == t.refusal("tend", "Ada", "torch", lights=False)
    t.move("Ada", "B1")
    assert "action.impossible" == t.refusal("tend", "Ada", "torch", lights=True)
    t.tend("Ada", "torch", lights=False)
    assert DARK == level(t, "C1")


@editions("srd-5.1")
def test_a_cone_of_light_turns_to_the_enemy_its_bearer_sees_else_the_way_it_walks(rules):
    """Gob, who sees in the dark, waits in the south; the lantern shines east until it has been walked southwards."""
    bears = {"Ada": {"carries": ["lit bullseye lantern"]}}
    t = scene("Ada A1 | Gob A14; Urg H1", rules, light="dark", states=bears, size=(8, 30)).table()
    assert [BRIGHT, DARK] == [level(t, "D1"), level(t, "A4")]

    t.fight.leave(t["Urg"], "fled")
    done = t.move("Ada", "A2 A3")

    assert ["move", "light"] == done.types
    assert {"change": "turned", "target": None, "heading": [0, 1]}.items() <= done.one("light").items()
    assert [DARK, BRIGHT] == [level(t, "D3"), level(t, "A6")]
    assert "Gob" == t.begin_turn("Ada").one("light")["target"], "now that Gob stands in its light"
