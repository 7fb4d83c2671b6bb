"""The order of turns: initiative, groups, ties, surprise."""

from fractions import Fraction

import pytest

from clauses import SRD, case, clause, editions, scenario
from encounter.odds import acts_before, turn_orders
from scenes import reasons, scene

ALL = ("srd-5.1", "srd-5.2", "reroll")


@editions(*ALL)
def test_highest_first(rules: str) -> None:
    """d20 plus the modifier; the order stays for the fight."""
    table = scene("Ada A1, init +2; Bo A2 | Gob H1, init +5", rules).table()

    assert ["Gob", "Ada", "Bo"] == table.initiative(dice=[12, 13, 10])


@editions(*ALL)
@case("C221")
def test_ties_are_rolled_off(rules: str) -> None:
    """D-8: a plain d20 each among those who tie, again among those still equal."""
    table = scene("Ada A1, init +2; Bo A2 | Gob H1", rules).table()

    # Ada 10 + 2, Bo 12, Gob 12; then 7, 7, 15; then 3 and 4 between Ada and Bo
    assert ["Gob", "Bo", "Ada"] == table.initiative(dice=[10, 12, 12, 7, 7, 15, 3, 4])


@editions(*ALL)
def test_ties_may_be_rolled_again_with_the_modifier(rules: str) -> None:
    """`ties: reroll`: the modifier counts once more."""
    table = scene("Ada A1, init +2 | Gob H1", rules, options={"ties": "reroll"}).table()

    assert ["Ada", "Gob"] == table.initiative(dice=[10, 12, 5, 6])


@editions(*ALL)
def test_ties_may_go_to_the_higher_modifier(rules: str) -> None:
    """`ties: modifier`: no roll where the modifiers differ, a roll-off where they do not."""
    options = {"ties": "modifier"}

    assert ["Ada", "Gob"] == scene("Ada A1, init +2 | Gob H1", rules, options=options).table().initiative(dice=[10, 12])
    assert ["Gob", "Ada"] == scene("Ada A1 | Gob H1", rules, options=options).table().initiative(dice=[10, 10, 3, 9])


@editions(*SRD)
def test_the_odds_of_acting_first(rules: str) -> None:
    """+2 before +1 with a plain roll-off: 439/800; three in the order of +3, +1, -1: 413/1500."""
    two = scene("Ada A1, init +2 | Gob H1, init +1", rules).position
    three = scene("Ada A1, init +3; Bo A2, init +1 | Gob H1, init -1", rules).position

    assert Fraction(439, 800) == acts_before(two.fight, two.named("Ada"), two.named("Gob"))
    assert Fraction(413, 1500) == turn_orders(three.fight)["Ada", "Bo", "Gob"]


def grouped(rules: str, **options: object) -> object:
    sides = {"heroes": [{"creature": "Ada", "at": "A1"}], "foes": [{"creature": "Gob", "count": 2, "at": ["H1", "H2"]}]}
    blocks = {"Gob": {"ac": 13, "hp": 7, "initiative": 1}}
    return scene("Ada A1 | Gob H1", rules, creatures=blocks, sides=sides, options=options).table()


@editions(*ALL)
def test_the_members_of_an_entry_share_one_roll(rules: str) -> None:
    """They act one after the other, in file order; with `group_initiative: false` each rolls."""
    assert ["Gob 1", "Gob 2", "Ada"] == grouped(rules).initiative(dice=[5, 10])  # type: ignore[attr-defined]
    alone = grouped(rules, group_initiative=False)
    assert ["Gob 2", "Ada", "Gob 1"] == alone.initiative(dice=[5, 2, 10])  # type: ignore[attr-defined]


@editions(*ALL)
def test_a_fixed_total_is_not_rolled(rules: str) -> None:
    """`roll_initiative: 15` is the total, without a die."""
    sides = {
        "heroes": [{"creature": "Ada", "at": "A1", "roll_initiative": 15}],
        "foes": [{"creature": "Gob", "at": "H1"}],
    }
    assert ["Ada", "Gob"] == scene("Ada A1 | Gob H1", rules, sides=sides).table().initiative(dice=[14])


@editions(*ALL)
def test_a_fixed_order_needs_no_dice(rules: str) -> None:
    """`order:` in the file."""
    table = scene("Ada A1, init +9; Bo A2 | Gob H1", rules, order=["Gob", "Bo", "Ada"]).table()

    assert ["Gob", "Bo", "Ada"] == table.initiative()


# -------------------------------------------------------------------------------------------------- reasons on the roll


@clause("poisoned.checks")
@clause("frightened.checks")
def test_initiative_is_a_dexterity_check(rules: str) -> None:
    """Poisoned, and frightened with the source in line of sight: disadvantage."""
    slow = scene("Ada A1, poisoned; Bo A2, frightened of Gob | Gob H1", rules)

    assert ([], ["poisoned.checks"]) == reasons(slow.explain("Ada", action="initiative"))
    assert ([], ["frightened.checks"]) == reasons(slow.explain("Bo", action="initiative"))


@clause("exhaustion.checks", ["srd-5.1", "reroll"])
@clause("exhaustion.number", ["srd-5.2"])
def test_exhaustion_slows(rules: str) -> None:
    """5.1: disadvantage from the first level. 5.2: -2 a level and no disadvantage."""
    tired = scene("Ada A1, exhaustion 1, init +3 | Gob H1", rules).explain("Ada", action="initiative")

    assert ([] if rules == "srd-5.2" else ["exhaustion.checks"]) == reasons(tired)[1]
    assert (1 if rules == "srd-5.2" else 3) == tired["bonus"]


@clause("incapacitated.initiative", ["srd-5.2"])
@editions("srd-5.2")
@pytest.mark.parametrize("condition", ["incapacitated", "stunned", "paralyzed", "petrified", "unconscious"])
def test_who_is_incapacitated_rolls_with_disadvantage_in_5_2(rules: str, condition: str) -> None:
    """The sentence belongs to Incapacitated and to whatever includes it."""
    slow = scene(f"Ada A1, {condition} | Gob H1", rules).explain("Ada", action="initiative")

    assert ([], ["incapacitated.initiative"]) == reasons(slow)


@clause("invisible.initiative", ["srd-5.2"])
@editions("srd-5.2")
@pytest.mark.parametrize("state", ["invisible", "hidden 18"])
def test_who_is_invisible_rolls_with_advantage_in_5_2(rules: str, state: str) -> None:
    """So does whoever is hidden, which is Invisible there."""
    quick = scene(f"Ada A1, {state} | Gob H1", rules).explain("Ada", action="initiative")

    assert (["invisible.initiative"], []) == reasons(quick)


@editions("srd-5.1", "reroll")
@pytest.mark.parametrize("state", ["invisible", "hidden 18", "stunned", "surprised"])
def test_5_1_knows_no_such_reasons(rules: str, state: str) -> None:
    """Invisible, hidden, incapacitated or surprised: the roll is plain."""
    assert ([], []) == reasons(scene(f"Ada A1, {state} | Gob H1", rules).explain("Ada", action="initiative"))


@clause("surprised.initiative", ["srd-5.2"])
@clause("invisible.initiative", ["srd-5.2"])
@editions("srd-5.2")
@scenario(13)
def test_surprise_in_5_2_is_disadvantage_on_initiative(rules: str) -> None:
    """And nothing else. The hidden ambusher is Invisible: advantage. +2 still acts before +1 in 6139/16000."""
    ambush = scene("Ada A1, surprised, init +2 | Gob H1, hidden 18, init +1", rules)
    only = scene("Ada A1, surprised, init +2 | Gob H1, init +1", rules).position

    assert ([], ["surprised.initiative"]) == reasons(ambush.explain("Ada", action="initiative"))
    assert (["invisible.initiative"], []) == reasons(ambush.explain("Gob", action="initiative"))
    assert Fraction(6139, 16000) == acts_before(only.fight, only.named("Ada"), only.named("Gob"))


@editions("reroll")
def test_a_natural_1_on_initiative_is_noted_and_changes_nothing(rules: str) -> None:
    """D-21: a fumble with its d4; the total counts."""
    table = scene("Ada A1, init +9 | Gob H1", rules).table()

    assert ["Ada", "Gob"] == table.initiative(dice=[1, 3, 5])


# ------------------------------------------------------------------------------------------------------------- surprise


@editions("srd-5.1", "reroll")
@scenario(13)
def test_a_surprised_creature_loses_its_first_turn_in_5_1(rules: str) -> None:
    """It cannot move or act on its first turn; on the second it can."""
    table = scene("Ada A1, longsword | Gob B1, surprised, longsword, still", rules).table()

    assert ["turn"] == table.take_turn("Gob").types
    table.fight.round = 2
    assert "attack" in table.take_turn("Gob", dice=[2]).types


@editions("srd-5.1", "reroll")
@scenario(42)
@clause("surprised", ["srd-5.1", "reroll"])
def test_a_surprised_creature_has_no_reaction_until_its_first_turn_ends(rules: str) -> None:
    """Before that it cannot strike at who leaves its reach; once the empty turn has ended it can."""
    before = scene("Ada A1 | Gob B1, surprised, club +5 1d6", rules)
    assert [{"by": "Gob", "clause": "surprised"}] == [
        {"by": one["by"], "clause": one["clause"]} for one in before.move("Ada", "A3")["does_not_provoke"]
    ]
    assert [] == before.table().move("Ada", "A2 A3").all("opportunity-attack")
    after = before.table()
    after.take_turn("Gob")
    assert 1 == len(after.move("Ada", "A2 A3", dice=[2]).all("opportunity-attack"))


@editions("srd-5.2")
def test_a_surprised_creature_acts_and_reacts_in_5_2(rules: str) -> None:
    """Its turn and its reaction are its own."""
    table = scene("Ada A1 | Gob B1, surprised, club +5 1d6, still", rules).table()

    assert 1 == len(table.move("Ada", "A2 A3", dice=[2]).all("opportunity-attack"))


@editions("srd-5.1")
@case("C092")
def test_attacks_against_a_surprised_creature_are_plain(rules: str) -> None:
    """Surprise itself gives no advantage."""
    assert ([], []) == reasons(scene("Ada A1, longsword | Gob B1, surprised", rules).explain("Ada", "Gob"))
