"""An attack at a square where nobody is: all that bears on a roll bears on it, and nobody learns more (rules.md 59)."""

import pytest

from clauses import clause, editions
from scenes import Scene, scene

SRD = ("srd-5.1", "srd-5.2")
ALL = (*SRD, "reroll")


def guess(words: str, rules: str, foe: str = "Gob L8, hidden 20", **more: object) -> Scene:
    """Ada at A1 in an open field, her enemy hidden far away."""
    return scene(f"Ada A1, {words} | {foe}", rules, **more)  # type: ignore[arg-type]


@clause("unseen.target")
@clause("wrong-square.miss")
def test_a_guess_at_an_empty_square_is_told_like_any_attack(rules):
    """Its dice, its bonus, the weapon and the square; the shot is spent, and no target number is given away."""
    arms = {"sling": {"to_hit": 5, "range": "30/120 ft", "damage": "1d4+3 bludgeoning", "ammunition": 2}}
    t = guess("ac 15", rules, creatures={"Ada": {"attacks": arms}}).table()

    event = t.aim("Ada", "D1", "sling", dice=[20, 11]).one("attack")

    assert ("sling", "D1", False, "failure", 16) == tuple(
        event[key] for key in ("attack", "square", "critical", "degree", "total")
    )
    assert (0, ["unseen.target"]) == (event["target_number"], [one["clause"] for one in event["disadvantage"]])
    assert 1 == t["Ada"].supplies[0]
    assert (1, 0) == (t["Ada"].attacks_made, t["Ada"].hits)
    t.begin_turn("Ada")
    t.aim("Ada", "D1", "sling", dice=[20, 11])
    assert 2 == t["Ada"].attacks_made


@editions(*SRD)
@pytest.mark.parametrize(
    ("words", "foe", "clauses"),
    [
        ("longbow, poisoned", "Gob L8, hidden 20", ["poisoned.attacks"]),
        ("longbow, frightened of Gob", "Gob H1", ["frightened.attacks"]),
        ("longbow, poisoned, frightened of Gob", "Gob H1", ["poisoned.attacks", "frightened.attacks"]),
        ("longbow", "Gob A2", ["close-combat"]),
        ("longbow", "Orc L8; Gob A2", ["close-combat"]),
    ],
)
def test_what_hinders_an_attack_hinders_a_guess(rules, words, foe, clauses):
    t = guess(words, rules, foe).table()

    told = t.aim("Ada", "D1", "longbow", dice=[12, 13]).disadvantage

    assert {"unseen.target", *clauses} == set(told)


@editions("srd-5.1", "srd-5.2")
def test_a_weapon_too_heavy_hinders_a_guess(rules):
    """Heavy: a small wielder in 5.1, too little strength in 5.2."""
    t = guess("greatsword, small, str 8", rules).table()

    assert {"unseen.target", "heavy"} == set(t.aim("Ada", "B1", "greatsword", dice=[12, 13]).disadvantage)


@clause("close-combat", editions=list(SRD))
def test_the_first_combatant_of_the_file_crowds_an_archer_too(rules):
    t = scene("Gob A2 | Ada A1, longbow", rules).table()

    assert {"unseen.target", "close-combat"} == set(t.aim("Ada", "D1", "longbow", dice=[12, 13]).disadvantage)


@clause("grappled.attacks", editions=["srd-5.2"])
def test_a_grip_hinders_a_guess_elsewhere_beside_whatever_else_hinders(rules):
    t = guess("longsword, poisoned, grappled by Gob", rules, "Gob A2").table()

    told = t.aim("Ada", "B1", "longsword", dice=[12, 13]).disadvantage

    assert {"unseen.target", "grappled.attacks", "poisoned.attacks"} == set(told)


@editions(*SRD)
def test_fear_of_what_is_out_of_sight_hinders_no_guess(rules):
    t = guess("longbow, poisoned, frightened of Gob", rules, "Gob H1", map=["......#.....", "......#....."]).table()

    assert {"unseen.target", "poisoned.attacks"} == set(t.aim("Ada", "D1", "longbow", dice=[12, 13]).disadvantage)


@clause("range.long", editions=list(SRD))
def test_normal_range_ends_where_it_says(rules):
    """80 ft of a shortbow are 16 squares: the sixteenth is near, the next is far."""
    t = guess("shortbow, two attacks", rules, "Gob T4, hidden 20", size=(20, 5)).table()

    assert {"unseen.target"} == set(t.aim("Ada", "Q1", "shortbow", dice=[12, 13]).disadvantage)
    assert {"unseen.target", "range.long"} == set(t.aim("Ada", "R1", "shortbow", dice=[12, 13]).disadvantage)


@clause("exhaustion.number", editions=["srd-5.2"])
def test_exhaustion_takes_from_a_guess(rules):
    t = guess("longsword, exhaustion 2", rules).table()

    assert 12 + 5 - 4 == t.aim("Ada", "B1", "longsword", dice=[12, 13]).roll["total"]


@clause("gm.modifier")
def test_one_ruling_on_attacks_is_enough(rules):
    t = guess("longsword", rules, rulings=[{"give": -2, "roll": "attack", "by": "Ada"}]).table()

    assert 12 + 5 - 2 == t.aim("Ada", "B1", "longsword", dice=[12, 13]).roll["total"]


@editions(*ALL)
def test_a_ruling_about_a_target_or_another_roll_is_about_no_guess(rules):
    """A guess is at nobody: what is said of attacks on the goblin would tell where it is."""
    rulings = [
        {"give": -2, "roll": "attack", "by": "Ada", "against": "Gob"},
        {"give": -1, "roll": "dex save", "by": "Ada"},
    ]
    t = guess("longsword", rules, rulings=rulings).table()

    assert 12 + 5 == t.aim("Ada", "B1", "longsword", dice=[12, 13]).roll["total"]


def sword(sign: str) -> dict[str, object]:
    rerolls = [{"n": 1, "sign": sign}]
    return {"attacks": {"sword": {"to_hit": 5, "reach": "5 ft", "damage": "1d8 slashing", "rerolls": rerolls}}}


@clause("reroll.native", editions=["reroll"])
@pytest.mark.parametrize(("sign", "dice", "net"), [("positive", [12], 0), ("negative", [9, 8, 7], -2)])
def test_a_weapons_own_rerolls_count_on_a_guess(rules, sign, dice, net):
    """One of the weapon's own against the one for the unseen target, or beside it."""
    t = guess("ac 15", rules, creatures={"Ada": sword(sign)}).table()

    assert net == t.aim("Ada", "B1", "sword", dice=dice).net


@editions("reroll")
def test_a_weapons_neutral_reroll_repeats_a_guess_that_fumbles(rules):
    """Where there is no number to reach, only a fumble fails by itself."""
    t = guess("ac 15", rules, creatures={"Ada": sword("neutral")}).table()

    rolled = t.aim("Ada", "B1", "sword", dice=[1, 20, 12, 13]).roll

    assert (1, 12, "failure") == (rolled["neutral"], rolled["kept"], rolled["degree"])


@editions(*ALL)
def test_a_guess_gives_the_guesser_away(rules):
    """Hit or miss: hidden no more, from nobody, and its old total forgotten."""
    t = guess("longsword, hidden 19", rules, "Gob C3").table()

    t.aim("Ada", "B1", "longsword", dice=[12, 13])

    assert (0, 0) == (t["Ada"].hidden_from, t["Ada"].stealth_total)


@editions(*SRD)
def test_a_guess_ends_the_invisibility_that_ends_with_an_attack(rules):
    """In 5.1 its advantage cancels the disadvantage."""
    t = scene("Ada A1, longsword; Cleo A2, concentrating invisibility on Ada | Gob L8, hidden 20", rules).table()

    done = t.aim("Ada", "B1", "longsword", dice=[12] if rules == "srd-5.1" else [12, 13])

    assert ["invisible"] == done.lost
