"""Zones: what hides, blows, silences and hurts, and who is in it (rules.md 121 to 128, B.1, B.3 d19, D-17)."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from clauses import clause, editions, scenario
from encounter.engine.board import parse_square
from encounter.engine.tables import DamagePart, RiderRow
from encounter.engine.zones import Zone
from encounter.report.words import Words
from scenes import reasons, scene
from table import Table

COLD = 2  # place among the damage types
UNSEEN_BOTH = (["unseen.attacker"], ["unseen.target"])
NOTHING: tuple[list[str], list[str]] = ([], [])


def zone(kind: str, start: str, end: str, **more: Any) -> dict[str, Any]:
    return {"zones": [{"kind": kind, "from": start, "to": end, **more}]}


def squares(t: Table, *names: str) -> vec[i64]:
    width = int(t.fight.board.width)
    return vec[i64]([y * width + x for x, y in map(parse_square, names)])


# ------------------------------------------------------------------------------------------------ what hides (121, 122)


@clause("unseen.attacker")
@clause("unseen.target")
def test_smoke_hides_as_fog_does(rules):
    s = scene("Ada A1, longsword | Gob B1, longsword", rules, **zone("smoke", "A1", "A1"))

    assert UNSEEN_BOTH == reasons(s.explain("Ada", "Gob"))


@clause("dim.perception")
def test_light_fog_and_light_smoke_hinder_looking_and_no_attack(rules):
    for kind in ("light fog", "light smoke"):
        s = scene("Ada A1, longbow | Gob F1", rules, **zone(kind, "F1", "F1"))
        assert NOTHING == reasons(s.explain("Ada", "Gob"))
        looked = s.explain("Ada", "Gob", action="check", skill="perception", dc=10)
        assert ([], ["dim.perception"]) == reasons(looked)
        assert ([], []) == reasons(s.explain("Gob", "Ada", action="check", skill="perception", dc=10))


@clause("dim.perception", ["srd-5.2"])
def test_who_stands_with_one_square_outside_light_fog_is_not_obscured(rules):
    s = scene("Ada A1 | Ogre F1, large", rules, **zone("light fog", "F1", "F2"))
    assert ([], []) == reasons(s.explain("Ada", "Ogre", action="check", skill="perception", dc=10))
    s = scene("Ada A1 | Ogre F1, large", rules, **zone("light fog", "F1", "G2"))
    assert ([], ["dim.perception"]) == reasons(s.explain("Ada", "Ogre", action="check", skill="perception", dc=10))


# ---------------------------------------------------------------------------------------- magical darkness (125, D-17)

MAGIC = zone("magical darkness", "C1", "E1")


@clause("unseen.target")
def test_magical_darkness_is_not_pierced_by_darkvision_and_not_lit_by_a_torch(rules):
    s = scene(
        "Orsk A1, darkvision 60, longbow | Ada D1, longbow",
        rules,
        states={"Ada": {"carries": ["lit torch"]}},
        **MAGIC,
    )

    assert UNSEEN_BOTH == reasons(s.explain("Orsk", "Ada"))
    assert {"attacker": "magical darkness", "target": "magical darkness"} == s.explain("Orsk", "Ada")["unseen"]


@clause("unseen.attacker")
def test_truesight_and_blindsight_find_their_way_in_magical_darkness(rules):
    for sense in ("truesight 30", "blindsight 30"):
        s = scene(f"Seer A1, {sense}, longbow | Ada D1", rules, **MAGIC)
        assert (["unseen.attacker"], []) == reasons(s.explain("Seer", "Ada"))


@clause("unseen.attacker")
@clause("unseen.target")
def test_magical_darkness_hides_what_is_behind_it_and_ordinary_darkness_does_not(rules):
    """D-17: the one is opaque, the other conceals what stands in it."""
    across = "Lia A1, longbow | Rex H1, longbow"
    lit = [{"kind": "candle", "at": "A1"}, {"kind": "candle", "at": "H1"}]

    magic = zone("magical darkness", "D1", "E8")
    assert UNSEEN_BOTH == reasons(scene(across, rules, **magic).explain("Lia", "Rex"))
    assert NOTHING == reasons(scene(across, rules, light="dark", lights=lit).explain("Lia", "Rex"))


def test_truesight_pierces_magical_darkness_only_so_far():
    s = scene("Seer A1, truesight 20, longbow | Ada H1", **zone("magical darkness", "C1", "D8"))

    assert "magical darkness" == s.explain("Seer", "Ada")["unseen"]["attacker"]


def test_a_zone_goes_with_who_it_is_around():
    """Darkness 10 ft around Ada: she steps out of sight of nobody, and whoever she leaves behind is seen again."""
    dark = {"zones": [{"kind": "magical darkness", "around": "Ada", "radius": "10 ft"}]}
    t = scene("Ada D1; Bram E1 | Gob L1, longbow", **dark).table()
    assert {"D1", "B1", "F3"} <= set(lying(t))
    assert "G1" not in lying(t)

    done = t.move("Ada", "C1 B1 A1")

    assert ["move", "zone"] == done.types
    assert {"kind": "magical darkness", "change": "moves"}.items() <= done.one("zone").items()
    assert {"A1", "C1", "C3"} <= set(lying(t))
    assert "D1" not in lying(t)


def lying(t: Table) -> list[str]:
    from encounter.engine.board import square_name

    return [square_name(int(t.fight.board.width), int(s)) for s in t.fight.zones.every[0].squares]


# ----------------------------------------------------------------------------------------------------- why not (B.1)


def test_an_explanation_says_why_somebody_is_not_seen():
    dark = {"light": "dark"}
    wall = {"map": ["...#....", "........"]}
    asked = {
        "darkness": scene("Ada A1, longsword | Gob B1", **dark),
        "fog": scene("Ada A1, longsword | Gob B1", **zone("fog", "B1", "B1")),
        "no line of sight": scene("Ada A1, longbow | Gob G1", map=["...#....", "...#...."]),
        "invisible": scene("Ada A1, longsword | Gob B1, invisible"),
        "blinded": scene("Ada A1, longsword, blinded | Gob B1"),
        "hidden": scene("Ada A1, longsword | Gob B1, hidden 15"),
        None: scene("Ada A1, longsword | Gob B1", **wall),
    }

    assert list(asked) == [s.explain("Ada", "Gob")["unseen"]["attacker"] for s in asked.values()]
    told = asked["darkness"].explain("Ada", "Gob", words=Words().clause)
    assert ["Gob cannot see Ada (darkness)"] == [reason["text"] for reason in told["advantage"]]
    assert ["Ada cannot see Gob (darkness)"] == [reason["text"] for reason in told["disadvantage"]]


# ------------------------------------------------------------------------------------------------------ silence (104)


@clause("deafened.check")
def test_nobody_is_heard_in_silence(rules):
    """What cannot be seen cannot be found either, where nothing is heard."""
    text = "Ada A1, perception +9 | Gob F1, hidden 5"
    quiet = scene(text, rules, light="dark", **zone("silence", "F1", "F1"))
    told = quiet.explain("Ada", "Gob", action="check", skill="perception", dc=10)
    assert "failure" == told["automatic"]
    assert ["deafened.check"] == [entry["clause"] for entry in told["applied"]]

    loud = scene(text, rules, light="dark").explain("Ada", "Gob", action="check", skill="perception", dc=10)
    assert loud["automatic"] is None


# --------------------------------------------------------------------------------------------------------- wind (d19)

GALE = zone("wind", "A1", "C8")


@clause("wind", ["srd-5.2"])
def test_a_strong_wind_hinders_ranged_attacks_with_weapons(rules):
    """Out of the wind or into it; not in melee, and no spell."""
    s = scene("Ada A1, longbow, ray, longsword | Gob L1, longbow; Urg B1", rules, **GALE)

    assert ([], ["wind", "close-combat"]) == reasons(s.explain("Ada", "Gob", attack="longbow"))
    assert ([], ["wind"]) == reasons(s.explain("Gob", "Ada", attack="longbow"))
    assert ([], ["close-combat"]) == reasons(s.explain("Ada", "Gob", attack="ray"))
    assert NOTHING == reasons(s.explain("Ada", "Urg", attack="longsword"))


@editions("srd-5.1", "reroll")
def test_no_wind_hinders_under_the_older_rules(rules):
    assert NOTHING == reasons(scene("Ada A1, longbow | Gob L1", rules, **GALE).explain("Ada", "Gob"))


@editions("srd-5.2")
def test_a_strong_wind_blows_out_open_flames_and_no_lantern(rules):
    bears = {"Ada": {"carries": ["lit torch", "lit hooded lantern"]}}
    t = scene("Ada D1 | Gob L8", rules, states=bears, **GALE).table()

    done = t.move("Ada", "C1")

    assert ["move", "light"] == done.types
    assert ("torch", "out", "wind") == tuple(done.one("light")[key] for key in ("kind", "change", "because"))


# --------------------------------------------------------------------------------------------- zones made in a fight


def test_a_zone_that_is_made_in_a_fight_hides_moves_and_ends():
    t = scene("Ada A1, longbow | Gob F1").table()
    f, ada, gob = t.fight, t["Ada"], t["Gob"]
    from encounter.engine.rules.perception import sees

    made: list[Zone] = []
    begun = t.does(lambda: made.append(f.add_zone("fog", squares(t, "F1", "G1"), gob.index, 2)))
    assert {"kind": "fog", "change": "begins", "squares": ["F1", "G1"], "rounds": 2}.items() <= begun.one(
        "zone"
    ).items()
    assert not sees(f, ada, gob)

    t.does(lambda: f.move_zone(made[0], squares(t, "C1", "C2")))
    assert not sees(f, ada, gob)
    t.does(lambda: f.move_zone(made[0], squares(t, "K1")))
    assert sees(f, ada, gob)

    t.begin_turn("Gob")
    assert 1 == made[0].rounds
    assert {"change": "ends", "because": "ended"}.items() <= t.begin_turn("Gob").one("zone").items()
    assert [] == f.zones.every


def test_a_zone_lasts_until_its_round():
    t = scene("Ada A1, longbow | Gob F1", **zone("fog", "F1", "F1", until="round 3")).table()
    from encounter.engine.rules.perception import sees

    t.fight.round = 2
    t.fight.begin_round()
    assert not sees(t.fight, t["Ada"], t["Gob"])
    t.fight.round = 3
    t.fight.begin_round()
    assert sees(t.fight, t["Ada"], t["Gob"])


# ------------------------------------------------------------------------------------------------- zones that hurt


def freezing(t: Table, *names: str, **fields: Any) -> Zone:
    """Cold 1d6 on those squares, Constitution save against 12 for half, by nobody."""
    made = Zone("freezing mist", squares(t, *names), -1)
    made.rider = RiderRow([], [DamagePart(COLD, [1], [6], 0)], 2, 12, True)
    for key, value in fields.items():
        setattr(made, key, value)
    t.fight.place_zone(made)
    return made


def test_who_walks_into_a_zone_suffers_it_once_a_turn_and_walks_on():
    t = scene("Ada A1, con save +2 | Gob L8").table()
    freezing(t, "B1", "C1", "E1", on_enter=True)

    done = t.move("Ada", "B1 C1 D1 E1", dice=[4, 5])  # the save fails, 5 of cold; the second time is the same turn

    assert ["move", "save", "damage", "move"] == done.types
    assert [["B1"], ["C1", "D1", "E1"]] == [event["path"] for event in done.all("move")]
    assert 15 == t.hp("Ada")


def test_a_walk_ends_where_a_zone_drops_the_walker():
    t = scene("Ada A1, hp 3 | Gob L8").table()
    freezing(t, "B1", on_enter=True)

    done = t.move("Ada", "B1 C1", dice=[4, 6])

    assert ["move", "save", "damage", "dead"] == done.types
    assert "B1" == t.square("Ada")


def test_zones_have_their_way_at_the_start_and_at_the_end_of_a_turn():
    t = scene("Ada A1 | Gob L8").table()
    freezing(t, "A1", on_start=True)
    freezing(t, "L8", on_end=True)

    assert ["turn", "save", "damage"] == t.begin_turn("Ada", dice=[12, 5]).types
    assert 18 == t.hp("Ada")
    assert ["save", "damage"] == t.end_turn("Gob", dice=[11, 5]).types
    assert 15 == t.hp("Gob")


def test_who_is_spared_by_a_zone_and_who_is_pushed_into_it():
    t = scene("Ada A1; Bram B2 | Gob B1").table()
    spared = freezing(t, "C1", "C2", on_enter=True)
    spared.spares = t["Bram"].bit

    assert ["move"] == t.move("Bram", "C2").types
    done = t.shove("Ada", "Gob", "push", dice=[15, 5, 3, 4])
    assert ["contest", "move", "save", "damage"] == done.types


def test_a_zone_may_be_difficult_ground():
    t = scene("Ada A1 | Gob L8").table()
    rough = Zone("rubble", squares(t, "B1", "C1"), -1)
    rough.difficult = True
    t.fight.place_zone(rough)

    assert t.fight.is_rough(int(squares(t, "A1")[0]), 2, 0)
    assert 25 == t.move("Ada", "B1 C1 D1").one("move")["cost_ft"]
    assert "speed.short" == t.refusal("move", "Ada", "E1 F1")


def test_an_effect_of_a_zone_with_a_source_is_its_sources():
    t = scene("Ada A1 | Gob L8").table()
    mist = freezing(t, "B1", on_enter=True)
    mist.source = t["Gob"].index

    assert "Gob" == t.move("Ada", "B1", dice=[4, 5]).one("damage")["actor"]


@scenario(5)
def test_out_of_the_dark_one_sees_who_stands_in_the_light_of_its_own_torch():
    """D5: darkness conceals only its contents, wherever the light comes from."""
    s = scene("Ada A1, longbow | Gob G1, longbow", light="dark", states={"Gob": {"carries": ["lit candle"]}})

    assert (["unseen.attacker"], []) == reasons(s.explain("Ada", "Gob"))
    assert ([], ["unseen.target"]) == reasons(s.explain("Gob", "Ada"))
