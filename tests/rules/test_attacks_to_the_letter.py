"""Attacks where one number or word more or less would be another rule (rules.md 53 to 70, 150)."""

from clauses import clause, editions
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
ONLY_5_2 = ("srd-5.2",)


def blade(*masteries: str, strength: int = 16) -> dict[str, object]:
    """A blade with these masteries in hands that have learnt them."""
    arms = {"blade": {"to_hit": 5, "reach": "5 ft", "damage": "2d6+3 slashing", "mastery": list(masteries)}}
    return {"attacks": arms, "traits": ["weapon mastery"], "abilities": {"str": strength}}


# Masteries


@clause("graze", ONLY_5_2)
def test_a_modifier_of_1_grazes_for_1(rules):
    t = scene("Ada A1 | Gob B1", rules, creatures={"Ada": blade("graze", strength=12)}).table()

    missed = t.attack("Ada", "Gob", "blade", dice=[2])

    assert (1, ["graze"]) == (missed.damage, [one["clause"] for one in missed.roll["applied"]])


@clause("graze", ONLY_5_2)
def test_a_miss_brings_no_other_mastery_into_play(rules):
    t = scene("Ada A1 | Gob B1", rules, creatures={"Ada": blade("graze", "push", "topple")}).table()

    missed = t.attack("Ada", "Gob", "blade", dice=[2])

    assert (["graze"], "B1") == ([one["clause"] for one in missed.roll["applied"]], t.square("Gob"))


@clause("topple", ONLY_5_2)
@clause("cleave", ONLY_5_2)
def test_the_second_attack_of_cleave_has_the_weapons_other_masteries(rules):
    """It is said of both attacks what they bring."""
    t = scene("Gob B1, hp 60; Orc B2, hp 60 | Ada A1", rules, creatures={"Ada": blade("cleave", "topple")}).table()

    done = t.attack("Ada", "Orc", "blade", dice=[15, 3, 3, 10, 15, 3, 3, 10])

    applied = [[one["clause"] for one in event["applied"]] for event in done.all("attack")]
    assert [["topple"], ["cleave", "topple"]] == [sorted(clauses) for clauses in applied]
    assert ["Orc", "Gob"] == [event["target"] for event in done.all("attack")]


# Nets and riders


@editions(*ONLY_5_2)
def test_a_net_that_is_thrown_is_one_net_less(rules):
    arms = {"net": {"properties": ["net"], "to_hit": 5, "ammunition": 2}}
    blocks = {"Ada": {"attacks": arms, "abilities": {"dex": 16}}}
    t = scene("Ada A1 | Gob C1", rules, creatures=blocks).table()

    t.attack("Ada", "Gob", "net", dice=[20])

    assert 1 == t["Ada"].supplies[0]


@editions(*ALL)
def test_a_save_that_a_hit_asks_for_is_because_of_the_attack(rules):
    bite = {"to_hit": 5, "reach": "5 ft", "damage": "1d6 piercing", "hit": [{"save": "con 11", "fail": ["poisoned"]}]}
    t = scene("Ada A1 | Gob B1, hp 60", rules, creatures={"Ada": {"attacks": {"bite": bite}}}).table()

    assert "bite" == t.attack("Ada", "Gob", "bite", dice=[15, 3, 5]).one("save")["because"]
