"""The fifteen conditions: what each does, and what it does not do. Their sentences on attack rolls: test_attacks.py."""

from clauses import case, clause, editions, scenario
from encounter.engine.sight import HALF
from scenes import reasons, scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
CONDITIONS = (
    "blinded",
    "charmed by Gob",
    "deafened",
    "exhaustion 1",
    "frightened of Gob",
    "grappled by Gob",
    "incapacitated",
    "invisible",
    "paralyzed",
    "petrified",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "unconscious",
)


def attacked(rules: str, condition: str) -> tuple[list[str], list[str]]:
    return reasons(scene(f"Orc A1, longsword | Ada B1, {condition}; Gob B2", rules).explain("Orc", "Ada"))


def attacking(rules: str, condition: str) -> tuple[list[str], list[str]]:
    return reasons(scene(f"Ada B1, longsword, {condition} | Orc A1; Gob B2", rules).explain("Ada", "Orc"))


def speed_ft(rules: str, condition: str) -> int:
    return int(scene(f"Ada B1, {condition} | Gob B2", rules).table()["Ada"].speed_ft)


# ----------------------------------------------------------------------------------------------- all of them, by column


@editions(*ALL)
def test_which_conditions_bear_on_attacks_against_the_bearer(rules: str) -> None:
    """Those that are not named here bear on none, from within 5 ft."""
    expected: dict[str, tuple[list[str], list[str]]] = {
        "blinded": (["blinded.target"], []),
        "invisible": ([], ["invisible.target"]),
        "paralyzed": (["paralyzed.target"], []),
        "petrified": (["petrified.target"], []),
        "prone": (["prone.near"], []),
        "restrained": (["restrained.target"], []),
        "stunned": (["stunned.target"], []),
        "unconscious": (["prone.near", "unconscious.target"], []),
    }
    for condition in CONDITIONS:
        helps, hinders = attacked(rules, condition)
        assert (condition, *expected.get(condition, ([], []))) == (condition, sorted(helps), hinders)


@editions(*ALL)
def test_which_conditions_bear_on_the_bearers_attacks(rules: str) -> None:
    """Of those that let it attack at all."""
    expected: dict[str, tuple[list[str], list[str]]] = {
        "blinded": ([], ["blinded.attacker"]),
        "frightened of Gob": ([], ["frightened.attacks"]),
        "grappled by Gob": ([], ["grappled.attacks"] if rules == "srd-5.2" else []),
        "invisible": (["invisible.attacker"], []),
        "poisoned": ([], ["poisoned.attacks"]),
        "prone": ([], ["prone.attacker"]),
        "restrained": ([], ["restrained.attacker"]),
        "unconscious": ([], ["prone.attacker", "unseen.target"]),  # it may not attack: only what would hold
        "petrified": ([], [] if rules == "srd-5.2" else ["unseen.target"]),
    }
    for condition in CONDITIONS:
        helps, hinders = attacking(rules, condition)
        assert (condition, *expected.get(condition, ([], []))) == (condition, helps, sorted(hinders))


@editions(*ALL)
def test_which_conditions_change_the_speed(rules: str) -> None:
    """Grappled, restrained, paralyzed, petrified, unconscious: 0; stunned in 5.1 only. Exhaustion by level."""
    none = {"grappled by Gob", "restrained", "paralyzed", "petrified", "unconscious"}
    if rules != "srd-5.2":
        none.add("stunned")
    for condition in CONDITIONS:
        expected = 0 if condition in none else 25 if condition == "exhaustion 1" and rules == "srd-5.2" else 30
        assert (condition, expected) == (condition, speed_ft(rules, condition))


@editions(*ALL)
@clause("incapacitated")
def test_which_conditions_take_actions_away(rules: str) -> None:
    """Incapacitated, and the four that include it: no action, no bonus action, no reaction."""
    unable = {"incapacitated", "paralyzed", "petrified", "stunned", "unconscious"}
    for condition in CONDITIONS:
        table = scene(f"Ada B1, longsword, {condition} | Orc A1; Gob B2", rules).table()
        if condition in unable:
            assert "incapacitated" == table.refusal("attack", "Ada", "Orc", "longsword")
            assert "incapacitated" == table.refusal("dodge", "Ada")
        else:
            table.dodge("Ada")


@clause("helpless.save")
def test_which_conditions_fail_strength_and_dexterity_saves(rules: str) -> None:
    """Paralyzed, petrified, stunned, unconscious: without a roll. Other saves are rolled."""
    for condition in ("paralyzed", "petrified", "stunned", "unconscious"):
        table = scene(f"Ada B1, {condition} | Gob B2", rules).table()
        for ability in ("str", "dex"):
            saved = table.save("Ada", ability, 5).one("save")
            assert ("failure", "failure", []) == (saved["automatic"], saved["degree"], saved["dice"])
        assert "success" == table.save("Ada", "con", 5, dice=[9]).one("save")["degree"]


# ----------------------------------------------------------------------------------------------------------- one by one


@editions(*ALL)
def test_a_blinded_creature_cannot_strike_at_who_leaves(rules: str) -> None:
    """An opportunity attack needs sight of the mover."""
    table = scene("Ada A1 | Gob B1, blinded, club +5 1d6", rules).table()

    assert [] == table.move("Ada", "A2 A3").all("opportunity-attack")


@clause("charmed.attacker")
def test_a_charmed_creature_cannot_attack_its_charmer(rules: str) -> None:
    """Nor strike at it as it leaves; anybody else it can."""
    table = scene("Ada A1, longsword, charmed by Gob | Gob B1; Orc A2", rules).table()

    assert "charmed.attacker" == table.refusal("attack", "Ada", "Gob", "longsword")
    assert "charmed.attacker" == table.refusal("grapple", "Ada", "Gob")
    assert "MISS 7" == table.attack("Ada", "Orc", "longsword", dice=[2]).summary


@editions(*ALL)
@scenario(57)
@case("C026")
def test_a_frightened_creature_does_not_come_closer(rules: str) -> None:
    """Willingly: 25 ft to 25 ft is allowed, 25 to 20 is not, with or without a line of sight."""
    for wall in (".", "#"):
        rows = [f"..{wall}...", f"..{wall}...", "......"]
        table = scene("Ada F1, frightened of Ogre | Ogre A1", rules, map=rows).table()
        assert "frightened.closer" == table.refusal("move", "Ada", "E2")
        table.move("Ada", "F2")


@editions("srd-5.1", "reroll")
@scenario(56)
@case("C036")
def test_a_stunned_creature_does_not_move_in_5_1(rules: str) -> None:
    """Speed 0."""
    table = scene("Ada A1, stunned | Gob F1", rules).table()

    assert "speed.zero" == table.refusal("move", "Ada", "A2")


@editions("srd-5.2")
@scenario(56)
def test_a_stunned_creature_may_move_in_5_2(rules: str) -> None:
    """The condition no longer says that it cannot."""
    scene("Ada A1, stunned | Gob F1", rules).table().move("Ada", "A2")


@editions(*ALL)
@case("C034")
def test_an_incapacitated_creature_may_move_and_does_not_react(rules: str) -> None:
    """Movement is not affected; it makes no opportunity attack."""
    table = scene("Ada A1 | Wag B1, incapacitated, club +5 1d6", rules).table()

    assert [] == table.move("Ada", "A2 A3").all("opportunity-attack")
    table.move("Wag", "C1 D1 E1 F1 G1 H1")


@clause("restrained.save")
def test_a_restrained_creature_saves_on_dexterity_with_disadvantage(rules: str) -> None:
    """On Dexterity saves and on no other."""
    table = scene("Ada A1, restrained | Gob F1", rules).table()

    assert ["restrained.save"] == table.save("Ada", "dex", 10, dice=[15, 5]).disadvantage
    assert [] == table.save("Ada", "str", 10, dice=[15]).disadvantage


@clause("poisoned.checks")
def test_a_poisoned_creature_checks_with_disadvantage(rules: str) -> None:
    """On ability checks; on saving throws it does not."""
    table = scene("Ada A1, poisoned, athletics +5 | Gob F1", rules).table()

    assert ["poisoned.checks"] == table.check("Ada", "athletics", 10, dice=[15, 5]).disadvantage
    assert [] == table.save("Ada", "str", 10, dice=[15]).disadvantage


@clause("frightened.checks")
def test_a_frightened_creature_checks_with_disadvantage_while_its_fear_is_in_line(rules: str) -> None:
    """On ability checks while a line of sight runs to the source; on saving throws it does not."""
    table = scene("Ada A1, frightened of Gob, athletics +5 | Gob F1", rules).table()

    checked = table.check("Ada", "athletics", 10, dice=[15, 5])
    assert [("frightened.checks", "Gob")] == [(one["clause"], one["source"]) for one in checked.roll["disadvantage"]]
    assert [] == table.save("Ada", "wis", 10, dice=[15]).disadvantage
    wall = scene("Ada A2, frightened of Gob | Gob E2", rules, map=["..#..", "..#..", "..#.."]).table()
    assert [] == wall.check("Ada", "athletics", 10, dice=[15]).disadvantage


@editions(*ALL)
def test_a_petrified_creature_resists_all_damage(rules: str) -> None:
    """Half of everything. 5.1: poison does nothing to it; 5.2: poison is halved like the rest."""
    table = scene("Ada A1, petrified | Gob F1", rules).table()

    assert 4 == table.hurt("Ada", (9, "force")).damage
    assert (4 if rules == "srd-5.2" else 0) == table.hurt("Ada", (9, "poison")).damage
    assert [] == table.impose("Ada", "poisoned").gained


@editions("srd-5.1", "reroll")
def test_exhaustion_in_5_1_level_by_level(rules: str) -> None:
    """Speed halved from 2 on, 0 from 5 on."""
    assert [30, 15, 15, 15, 0] == [speed_ft(rules, f"exhaustion {level}") for level in range(1, 6)]


@editions("srd-5.2")
def test_exhaustion_in_5_2_level_by_level(rules: str) -> None:
    """5 ft a level off the Speed."""
    assert [25, 20, 15, 10, 5] == [speed_ft(rules, f"exhaustion {level}") for level in range(1, 6)]


@clause("exhaustion.saves", ["srd-5.1", "reroll"])
@clause("exhaustion.number", ["srd-5.2"])
def test_exhaustion_on_saving_throws(rules: str) -> None:
    """5.1: disadvantage from the third level. 5.2: -2 a level from the first."""
    if rules == "srd-5.2":
        second = scene("Ada A1, exhaustion 2, con save +3 | Gob F1", rules).table().save("Ada", "con", 10, dice=[11])
        assert ([], -1, 10) == (second.disadvantage, second.roll["bonus"], second.roll["total"])
    else:
        second = scene("Ada A1, exhaustion 2 | Gob F1", rules).table().save("Ada", "con", 10, dice=[11])
        third = scene("Ada A1, exhaustion 3 | Gob F1", rules).table().save("Ada", "con", 10, dice=[15, 6])
        assert ([], ["exhaustion.saves"]) == (second.disadvantage, third.disadvantage)


@clause("exhaustion.checks", ["srd-5.1", "reroll"])
@clause("exhaustion.number", ["srd-5.2"])
def test_exhaustion_on_checks(rules: str) -> None:
    """5.1: disadvantage from the first level. 5.2: -2 a level."""
    table = scene("Ada A1, exhaustion 1, athletics +5 | Gob F1", rules).table()

    checked = table.check("Ada", "athletics", 10, dice=[11] if rules == "srd-5.2" else [15, 6])

    assert ([] if rules == "srd-5.2" else ["exhaustion.checks"]) == checked.disadvantage
    assert (3 if rules == "srd-5.2" else 5) == checked.roll["bonus"]


@editions(*ALL)
def test_a_condition_twice_is_once_and_lasts_the_longer_time(rules: str) -> None:
    """No stacking: the longer of two durations counts."""
    table = scene("Ada A1 | Gob F1", rules).table()
    table.impose("Ada", "poisoned", source="Gob", rounds=1)

    again = table.impose("Ada", "poisoned", source="Gob", rounds=2)

    assert [] == again.gained
    assert [] == table.end_turn("Ada").lost
    assert ["poisoned"] == table.end_turn("Ada").lost


# ----------------------------------------------------------------------------------------------------- saves and checks


@clause("dodge.save")
@scenario(48)
def test_a_dodging_creature_saves_on_dexterity_with_advantage(rules: str) -> None:
    """On Dexterity saves, whether it sees the source or not; not at Speed 0."""
    table = scene("Ada A1, dodging, blinded | Gob F1", rules).table()

    assert ["dodge.save"] == table.save("Ada", "dex", 10, dice=[5, 15]).advantage
    assert [] == table.save("Ada", "con", 10, dice=[15]).advantage
    table.impose("Ada", "grappled", source="Gob", hold_ft=100)
    assert [] == table.save("Ada", "dex", 10, dice=[15]).advantage


@clause("help.check")
def test_help_on_a_check_serves_the_next_one_with_that_skill(rules: str) -> None:
    """Advantage on the next check with the skill; then it is used up."""
    table = scene("Ada A1, athletics +5, helped by Bo on athletics; Bo A2 | Gob F1", rules).table()

    assert [] == table.check("Ada", "stealth", 10, dice=[15]).advantage
    helped = table.check("Ada", "athletics", 10, dice=[5, 15])
    assert [("help.check", "Bo")] == [(one["clause"], one["source"]) for one in helped.roll["advantage"]]
    assert [] == table.check("Ada", "athletics", 10, dice=[15]).advantage


@editions(*ALL)
@case("C139")
def test_cover_counts_on_dexterity_saves_only(rules: str) -> None:
    """Half cover from where the effect comes: 11 + 2 + 2 reaches 15; without it 13 does not. No cover on others."""
    table = scene("Gob A1, dex save +2, con save +2 | Ada F1", rules).table()

    assert "success" == table.save("Gob", "dex", 15, cover=HALF, dice=[11]).roll["degree"]
    assert "failure" == table.save("Gob", "dex", 15, dice=[11]).roll["degree"]
    assert "failure" == table.save("Gob", "con", 15, cover=HALF, dice=[11]).roll["degree"]


@editions("srd-5.1", "srd-5.2")
def test_a_natural_20_or_1_means_nothing_on_saves_and_checks(rules: str) -> None:
    """20 + 0 against 21 fails, 1 + 9 against 10 succeeds."""
    table = scene("Ada A1, con save +9, athletics +9 | Gob F1", rules).table()

    assert "failure" == table.save("Ada", "wis", 21, dice=[20]).roll["degree"]
    assert "success" == table.save("Ada", "con", 10, dice=[1]).roll["degree"]
    assert "success" == table.check("Ada", "athletics", 10, dice=[1]).roll["degree"]


@editions("reroll")
def test_a_natural_1_fumbles_on_every_roll_and_19_and_20_count_on_skills_only(rules: str) -> None:
    """Saves have no minor or major effects; checks with a skill have."""
    table = scene("Ada A1, con save +9, athletics +9 | Gob F1", rules).table()

    assert "fumble" == table.save("Ada", "con", 10, dice=[1, 2]).roll["degree"]
    assert "success" == table.save("Ada", "con", 10, dice=[20]).roll["degree"]
    assert "minor" == table.check("Ada", "athletics", 10, dice=[19]).roll["degree"]
    assert "major" == table.check("Ada", "athletics", 10, dice=[20]).roll["degree"]


@clause("dim.perception")
@clause("blinded.check")
def test_perception_suffers_in_dim_light_and_fails_for_the_blind(rules: str) -> None:
    """Sight-based Perception of something lightly obscured: disadvantage; of a blinded creature: it fails."""
    asked = {"action": "check", "skill": "perception", "dc": 10}
    dim = scene("Ada A1 | Gob F1", rules, light="dim").explain("Ada", "Gob", **asked)
    blind = scene("Ada A1, blinded | Gob F1", rules).explain("Ada", "Gob", **asked)

    assert ([], ["dim.perception"]) == reasons(dim)
    assert "failure" == blind["automatic"]


@clause("deafened.check")
def test_listening_fails_for_the_deaf(rules: str) -> None:
    """Perception of somebody who can only be heard: a deafened creature fails."""
    asked = {"action": "check", "skill": "perception", "dc": 10}
    deaf = scene("Ada A1, deafened | Gob F1, invisible", rules).explain("Ada", "Gob", **asked)
    in_sight = scene("Ada A1, deafened | Gob F1", rules).explain("Ada", "Gob", **asked)

    assert ("failure", 0.0) == (deaf["automatic"], deaf["p_success"])
    assert in_sight["automatic"] is None
