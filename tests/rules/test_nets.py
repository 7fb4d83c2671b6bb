"""Nets of both editions."""

from fractions import Fraction
from typing import Any

from clauses import editions, scenario
from scenes import Scene, reasons, scene

OLD = ("srd-5.1", "reroll")


def casting(rules: str, target: str = "Gob B1", **net: Any) -> Scene:
    """Ada of DEX 16 and proficiency 2, with two attacks an action and a net."""
    blocks = {
        "Ada": {
            "attacks": {"net": {"properties": ["net"], "to_hit": 5, **net}},
            "abilities": {"dex": 16},
            "attacks_per_action": 2,
        }
    }
    return scene(f"Ada A1 | {target}", rules, creatures=blocks)


@editions(*OLD)
@scenario(23)
def test_a_net_of_5_1_is_a_ranged_attack_5_15(rules: str) -> None:
    """Adjacent: close combat; at 10 and 15 ft: long range; beyond that it is not allowed."""
    told = [casting(rules, f"Gob {square}").explain("Ada", "Gob", attack="net") for square in ("B1", "C1", "D1", "E1")]

    assert [["close-combat"], ["range.long"], ["range.long"]] == [reasons(answer)[1] for answer in told[:3]]
    assert [None, None, None, "range.out"] == [answer["illegal"] and answer["illegal"]["clause"] for answer in told]


@editions(*OLD)
def test_a_net_of_5_1_restrains_and_is_one_attack_an_action(rules: str) -> None:
    """Until an action succeeds on a Strength check against DC 10."""
    table = casting(rules).table()

    caught = table.attack("Ada", "Gob", "net", dice=[15, 12])
    again = table.refusal("attack", "Ada", "Gob", "net")
    stuck = table.escape("Gob", "Ada", dice=[9])
    table.begin_turn("Gob")
    free = table.escape("Gob", "Ada", dice=[10])

    assert (["restrained"], 0, "action.used") == (caught.gained, caught.damage, again)
    assert ([], ["restrained"], 10) == (stuck.lost, free.lost, free.one("check")["target_number"])


@editions("srd-5.2")
@scenario(23)
def test_a_net_of_5_2_asks_for_a_dexterity_save_and_no_attack_roll(rules: str) -> None:
    """DC 8 + 3 + 2, in place of one of the attacks; out with Strength (Athletics) against DC 10."""
    cast = casting(rules, "Gob D1, dex save +2")
    table = cast.table()

    missed = table.attack("Ada", "Gob", "net", dice=[11])
    caught = table.attack("Ada", "Gob", "net", dice=[10])

    assert (["save"], []) == (missed.types, missed.gained)
    assert (["restrained"], "dex", 13) == (
        caught.gained,
        *(caught.one("save")[key] for key in ("ability", "target_number")),
    )
    assert ["restrained"] == table.escape("Gob", "Ada", dice=[10]).lost
    told = cast.explain("Ada", "Gob", attack="net")
    assert ("Gob", "dex", Fraction(1, 2)) == (told["roller"], told["ability"], Fraction(told["p_success"]))


@editions("srd-5.2")
def test_a_net_of_5_2_needs_to_see_its_target_within_15_ft(rules: str) -> None:
    assert "range.out" == casting(rules, "Gob E1").table().refusal("attack", "Ada", "Gob", "net")
    assert "unlocated" == casting(rules, "Gob B1, invisible").table().refusal("attack", "Ada", "Gob", "net")


@editions("srd-5.1", "srd-5.2", "reroll")
def test_nets_hold_nobody_larger_than_large(rules: str) -> None:
    table = casting(rules, "Gob B1, huge").table()

    dice = [] if rules == "srd-5.2" else [15, 16]
    assert [] == table.attack("Ada", "Gob", "net", dice=dice).gained
