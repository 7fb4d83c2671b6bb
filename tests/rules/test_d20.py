"""The d20 in play: inspiration, luck, saves one chooses to fail, passive scores, checks with tools, and the order in
which a roll is resolved (legality, collect, suppress, combine, consume, roll)."""

from fractions import Fraction
from typing import Any

import pytest

from clauses import SRD, case, clause, editions, scenario
from encounter.engine.fight import Decider, Fight
from scenes import reasons, scene
from table import Table

PLAIN, ADVANTAGE, DISADVANTAGE = Fraction(11, 20), Fraction(319, 400), Fraction(121, 400)  # +5 against AC 15


class Wills(Decider):
    """Decides nothing but what is asked of a roll."""

    def __init__(self, spends: bool = False, fails: bool = False) -> None:
        self.spends = spends
        self.fails = fails
        self.asked: list[int] = []

    def spends_inspiration(self, fight: Fight, me: int, kind: int) -> bool:
        self.asked.append(kind)
        return self.spends

    def chooses_to_fail(self, fight: Fight, me: int, ability: int, dc: int, by: int) -> bool:
        return self.fails


def willed(table: Table, who: str, **wills: bool) -> Wills:
    """Give a combatant a will of its own."""
    will = Wills(**wills)
    table.fight.deciders[int(table[who].index)] = will
    return will


# -------------------------------------------------------------------------------------------------------- inspiration


@clause("inspiration", ["srd-5.1"])
@editions("srd-5.1")
def test_inspiration_is_declared_on_the_first_attack_that_it_helps() -> None:
    """One has it or has it not: it is spent with the roll."""
    table = scene("Ada A1, longsword, two attacks, inspiration | Gob B1", "srd-5.1").table()

    first = table.attack("Ada", "Gob", "longsword", dice=[4, 12, 6])
    second = table.attack("Ada", "Gob", "longsword", dice=[4])

    assert (["inspiration"], "HIT 17") == (first.advantage, first.summary)
    assert ([], False) == (second.advantage, table["Ada"].has_inspiration)


@editions("srd-5.1")
@pytest.mark.parametrize("gob", ["restrained", "elusive"])
def test_inspiration_is_not_wasted_where_it_changes_nothing(gob: str) -> None:
    """A roll that has advantage already, or cannot have any."""
    table = scene(f"Ada A1, longsword, inspiration | Gob B1, {gob}", "srd-5.1").table()

    table.attack("Ada", "Gob", "longsword", dice=[4, 5] if gob == "restrained" else [4])

    assert table["Ada"].has_inspiration


@editions("srd-5.1")
def test_inspiration_cancels_a_disadvantage() -> None:
    table = scene("Ada A1, longsword, poisoned, inspiration | Gob B1", "srd-5.1").table()

    struck = table.attack("Ada", "Gob", "longsword", dice=[4])

    assert (["inspiration"], ["poisoned.attacks"], 0) == (struck.advantage, struck.disadvantage, struck.net)


@clause("inspiration", ["srd-5.1"])
@editions("srd-5.1")
def test_inspiration_may_be_declared_on_a_save_or_a_check_by_who_wants_to() -> None:
    table = scene("Ada A1, inspiration | Gob F1", "srd-5.1").table()
    assert [] == table.save("Ada", "con", 10, dice=[4]).advantage

    willed(table, "Ada", spends=True)

    assert ["inspiration"] == table.save("Ada", "con", 10, dice=[4, 5]).advantage
    assert [] == table.check("Ada", "athletics", 10, dice=[4]).advantage


@clause("heroic-inspiration", ["srd-5.2"])
@editions("srd-5.2")
def test_heroic_inspiration_rolls_the_die_of_a_missing_attack_again() -> None:
    """The new roll must be used; the old die stays on the table for all to see."""
    table = scene("Ada A1, longsword, two attacks, inspiration | Gob B1", "srd-5.2").table()

    first = table.attack("Ada", "Gob", "longsword", dice=[4, 12, 6])
    second = table.attack("Ada", "Gob", "longsword", dice=[4])

    assert ("HIT 17", [4, 12], 12) == (first.summary, first.roll["dice"], first.roll["kept"])
    assert ([{"clause": "heroic-inspiration"}], "MISS 9") == (first.roll["applied"], second.summary)


@editions("srd-5.2")
def test_the_new_roll_of_heroic_inspiration_stands_even_if_it_is_worse() -> None:
    table = scene("Ada A1, longsword, inspiration | Gob B1", "srd-5.2").table()

    assert "MISS 7" == table.attack("Ada", "Gob", "longsword", dice=[4, 2]).summary


@editions("srd-5.2")
def test_with_advantage_heroic_inspiration_rolls_one_of_the_two_dice_again() -> None:
    table = scene("Ada A1, longsword, inspiration | Gob B1, restrained", "srd-5.2").table()

    struck = table.attack("Ada", "Gob", "longsword", dice=[4, 7, 2])

    assert ([4, 7, 2], 4, "MISS 9") == (struck.roll["dice"], struck.roll["kept"], struck.summary)


@editions("srd-5.2")
def test_heroic_inspiration_is_kept_while_rolls_succeed() -> None:
    table = scene("Ada A1, longsword, inspiration | Gob B1", "srd-5.2").table()

    table.attack("Ada", "Gob", "longsword", dice=[12, 6])

    assert table["Ada"].has_inspiration


@clause("heroic-inspiration", ["srd-5.2"])
@editions("srd-5.2")
def test_heroic_inspiration_serves_saving_throws_and_death_saves() -> None:
    saving = scene("Ada A1, inspiration | Gob F1", "srd-5.2").table()
    dying = scene("Ada A1, character, hp 0 of 10, inspiration | Gob F1", "srd-5.2").table()

    assert "success" == saving.save("Ada", "con", 10, dice=[4, 15]).roll["degree"]
    assert 1 == dying.death_save("Ada", dice=[4, 15]).roll["successes"]


@editions("srd-5.2")
def test_who_decides_for_a_creature_may_keep_its_inspiration() -> None:
    table = scene("Ada A1, longsword, inspiration | Gob B1", "srd-5.2").table()
    will = willed(table, "Ada")

    table.attack("Ada", "Gob", "longsword", dice=[4])

    assert ([0], True) == (will.asked, table["Ada"].has_inspiration)


@editions("reroll")
def test_the_re_roll_system_has_no_inspiration() -> None:
    table = scene("Ada A1, longsword, inspiration | Gob B1", "reroll").table()

    assert [] == table.attack("Ada", "Gob", "longsword", dice=[4]).advantage


@editions("srd-5.2")
def test_the_odds_of_a_contest_know_heroic_inspiration() -> None:
    """d20 against d20 is lost or tied in 210 of 400 cases; then the die falls again: 1/400 of sums of squares."""
    pair = scene("Ada A1, inspiration | Gob B1", "srd-5.2")

    plain = pair.chance("Ada", "Gob", action="contest", skill="deception")
    inspired = pair.chance("Ada", "Gob", action="contest", skill="deception", spend="inspiration")

    lost = [Fraction(other, 20) for other in range(1, 21)]  # the chance not to beat each number
    assert 1 - sum(lost) / 20 == plain
    assert 1 - sum(share * share for share in lost) / 20 == inspired


# --------------------------------------------------------------------------------------------------------------- luck


@clause("lucky", SRD)
@editions(*SRD)
@pytest.mark.parametrize(("dice", "told", "kept"), [([1, 12, 15], [1, 12, 15], 15), ([12, 1, 3], [12, 1, 3], 12)])
def test_luck_replaces_one_1_of_the_pool_and_shows_both(
    rules: str, dice: list[int], told: list[int], kept: int
) -> None:
    """A re-roll of one die, then the usual rule keeps one of the pool."""
    trait = "luck" if rules == "srd-5.2" else "lucky"
    table = scene(f"Lil A1, club +5 1d4, {trait} | Gob B1, restrained", rules).table()

    struck = table.attack("Lil", "Gob", "club", dice=[*dice, 2])

    assert (told, kept) == (struck.roll["dice"], struck.roll["kept"])


@editions("srd-5.2")
def test_luck_and_heroic_inspiration_may_replace_the_same_die_in_turn() -> None:
    table = scene("Lil A1, club +5 1d4, luck, inspiration | Gob B1", "srd-5.2").table()

    struck = table.attack("Lil", "Gob", "club", dice=[1, 3, 15, 2])

    assert ([1, 3, 15], "HIT 20") == (struck.roll["dice"], struck.summary)


# ---------------------------------------------------------------------------------------------- choosing to fail a save


@clause("save.chosen")
def test_a_save_may_be_failed_without_a_roll(rules: str) -> None:
    """5.2 says so; the other rulesets allow it too."""
    table = scene("Ada A1 | Gob B1", rules).table()
    willed(table, "Ada", fails=True)

    failed = table.save("Ada", "con", 5)

    assert ("failure", [], "failure") == tuple(failed.roll[key] for key in ("degree", "dice", "automatic"))
    assert [{"clause": "save.chosen"}] == failed.roll["applied"]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_nobody_chooses_to_fail_by_itself(rules: str) -> None:
    table = scene("Ada A1 | Gob B1", rules).table()

    assert [12] == table.save("Ada", "con", 5, dice=[12]).roll["dice"]


@clause("save.chosen", ["srd-5.2"])
@editions("srd-5.2")
def test_a_friend_may_choose_to_be_grappled() -> None:
    """Where a grapple is a saving throw, its target may fail it."""
    table = scene("Ada A1; Bram A2 | Gob F1", "srd-5.2").table()
    willed(table, "Bram", fails=True)

    assert ["grappled"] == table.grapple("Ada", "Bram").gained


# ------------------------------------------------------------------------------------------------------- passive scores


@editions(*SRD)
@pytest.mark.parametrize(("state", "passive"), [("stable air", 13), ("poisoned", 8), ("helped", 18)])
def test_a_passive_score_is_10_and_5_more_or_less_with_advantage_or_disadvantage(
    rules: str, state: str, passive: int
) -> None:
    words = {"stable air": "", "poisoned": ", poisoned", "helped": ", helped by Bram on perception"}[state]
    told = scene(f"Ada A1, perception 3{words}; Bram A2 | Gob F1", rules).explain(
        "Ada", action="check", skill="perception", dc=10
    )

    assert passive == told["passive"]


@editions("reroll")
def test_a_passive_score_of_the_re_roll_system_is_10_and_the_total() -> None:
    told = scene("Ada A1, perception 3, poisoned | Gob F1", "reroll").explain(
        "Ada", action="check", skill="perception", dc=10
    )

    assert (13, -1) == (told["passive"], told["net"])


@editions("srd-5.2")
def test_exhaustion_counts_on_a_passive_score_in_5_2() -> None:
    told = scene("Ada A1, perception 3, exhaustion 2 | Gob F1", "srd-5.2").explain(
        "Ada", action="check", skill="perception", dc=10
    )

    assert 9 == told["passive"]


# ---------------------------------------------------------------------------------------------------- ability and skill

THIEF = {"Ada": {"abilities": {"str": 14, "dex": 16}, "skills": {"acrobatics": 6, "athletics": 2}, "proficiency": 3}}


@editions(*SRD)
def test_a_strength_check_with_either_of_two_skills_takes_the_better_training_once(rules: str) -> None:
    """Strength (Athletics or Acrobatics): STR +2, proficient in Acrobatics (+3) only."""
    ada = scene("Ada A1 | Gob F1", rules, creatures=THIEF)

    told = ada.explain("Ada", action="check", ability="str", skill="athletics or acrobatics", dc=15)

    assert ("str", "acrobatics", 5) == (told["ability"], told["skill"], told["bonus"])


@clause("tool-and-skill.checks", ["srd-5.2"])
@editions("srd-5.2")
def test_a_tool_and_a_skill_together_are_advantage_in_5_2() -> None:
    """The proficiency bonus is still added once."""
    block = {"Ada": {**THIEF["Ada"], "tools": ["Thieves' Tools"]}}
    ada = scene("Ada A1 | Gob F1", "srd-5.2", creatures=block)

    both = ada.explain("Ada", action="check", skill="acrobatics", tool="thieves' tools", dc=15)
    tool = ada.explain("Ada", action="check", ability="dex", tool="thieves' tools", dc=15)
    untrained = ada.explain("Ada", action="check", ability="dex", skill="athletics", tool="thieves' tools", dc=15)

    assert (["tool-and-skill.checks"], 6) == (reasons(both)[0], both["bonus"])
    assert ([], 6) == (reasons(tool)[0], tool["bonus"])
    assert ([], 6) == (reasons(untrained)[0], untrained["bonus"])


@editions("srd-5.1", "reroll")
def test_a_tool_and_a_skill_give_no_advantage_elsewhere(rules: str) -> None:
    block = {"Ada": {**THIEF["Ada"], "tools": ["thieves' tools"]}}
    told = scene("Ada A1 | Gob F1", rules, creatures=block).explain(
        "Ada", action="check", skill="acrobatics", tool="thieves' tools", dc=15
    )

    assert ([], 6) == (reasons(told)[0], told["bonus"])


# ------------------------------------------------------------------------------------------- conditions on every roll


def rolls_of(ada: str, rules: str) -> dict[str, dict[str, Any]]:
    """Each kind of roll of Ada beside Gob, explained."""
    pair = scene(f"Ada A1, longsword, {ada} | Gob B1", rules)
    asked: dict[str, dict[str, Any]] = {
        "attack": {"target": "Gob"},
        "check": {"action": "check", "skill": "stealth", "dc": 10},
        "save": {"action": "save", "ability": "wis", "dc": 10},
        "contest": {"target": "Gob", "action": "contest", "skill": "athletics"},
        "initiative": {"action": "initiative"},
    }
    return {kind: pair.explain("Ada", **question) for kind, question in asked.items()}


@clause("exhaustion.checks", ["srd-5.1", "reroll"])
@clause("exhaustion.attacks", ["srd-5.1", "reroll"])
@clause("exhaustion.saves", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
def test_exhaustion_in_5_1_spoils_checks_at_1_and_everything_at_3(rules: str) -> None:
    first = {kind: told["net"] for kind, told in rolls_of("exhaustion 1", rules).items()}
    third = {kind: told["net"] for kind, told in rolls_of("exhaustion 3", rules).items()}

    assert {"attack": 0, "check": -1, "save": 0, "contest": -1, "initiative": -1} == first
    assert dict.fromkeys(first, -1) == third


@clause("exhaustion.number", ["srd-5.2"])
@editions("srd-5.2")
def test_exhaustion_in_5_2_takes_2_a_level_from_every_roll() -> None:
    tired, fresh = rolls_of("exhaustion 3", "srd-5.2"), rolls_of("ac 15", "srd-5.2")

    assert {kind: (told["bonus"] - 6, 0) for kind, told in fresh.items()} == {
        kind: (told["bonus"], told["net"]) for kind, told in tired.items()
    }


@clause("poisoned.checks")
@clause("poisoned.attacks")
def test_poison_spoils_attacks_and_checks_contests_and_initiative_too_and_no_save(rules: str) -> None:
    nets = {kind: told["net"] for kind, told in rolls_of("poisoned", rules).items()}

    assert {"attack": -1, "check": -1, "save": 0, "contest": -1, "initiative": -1} == nets


@clause("frightened.checks")
@clause("frightened.attacks")
def test_fear_in_line_of_sight_does_the_same(rules: str) -> None:
    nets = {kind: told["net"] for kind, told in rolls_of("frightened of Gob", rules).items()}

    assert {"attack": -1, "check": -1, "save": 0, "contest": -1, "initiative": -1} == nets


@clause("poisoned.checks", ["srd-5.1", "reroll"])
@clause("frightened.checks", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
def test_each_side_of_a_contest_has_its_own_reasons(rules: str) -> None:
    told = scene("Ada A1, poisoned | Gob B1, frightened of Ada", rules).explain("Ada", "Gob", action="grapple")

    assert ([], ["poisoned.checks"]) == reasons(told)
    assert ([], ["frightened.checks"]) == reasons(told["opposed"])


# --------------------------------------------------------------------------------------- the order of resolution (B.4)


@editions(*SRD, "reroll")
def test_legality_comes_first_and_nothing_is_rolled_or_spent(rules: str) -> None:
    """An attack that is not allowed rolls no die and leaves the help where it is."""
    table = scene("Ada A1, longsword, helped by Bram against Gob; Bram C1 | Gob D1", rules).table()

    assert "reach.out" == table.refusal("attack", "Ada", "Gob", "longsword")
    table.move("Ada", "A2 B2 C2")
    assert ["help.attack"] == table.attack("Ada", "Gob", "longsword", dice=[4, 5]).advantage


@clause("elusive")
@scenario(61)
def test_suppression_comes_before_cancelling(rules: str) -> None:
    """Elusive deletes the advantage; what is left is the disadvantage, not a straight roll."""
    hunt = scene("Ada A1, longsword, invisible, poisoned | Gob B1, elusive", rules).explain("Ada", "Gob")

    assert (["invisible.attacker"], -1) == ([r["clause"] for r in hunt["suppressed"]], hunt["net"])


@clause("help.attack")
def test_what_is_used_up_by_a_roll_is_used_up_though_it_was_suppressed(rules: str) -> None:
    table = scene(
        "Ada A1, longsword, two attacks, helped by Bram against Gob; Bram A2 | Gob B1, elusive", rules
    ).table()

    first = table.attack("Ada", "Gob", "longsword", dice=[4])

    assert (["help.attack"], 0) == (first.suppressed, first.net)
    assert 0 == len(table.fight.helps)


@clause("sneak-attack")
def test_sneak_attack_reads_the_combined_result(rules: str) -> None:
    """Advantage and disadvantage together are no advantage, and without an ally beside the target nothing is left."""
    rogue = "Ada A1, rapier +5 1d8 piercing, sneak attack 2d6, "
    blocks = {"Ada": {"attacks": {"rapier": {"to_hit": 5, "damage": "1d8 piercing", "properties": ["finesse"]}}}}
    favoured = scene(rogue + "ac 15 | Gob B1, restrained", rules, creatures=blocks).table()
    cancelled = scene(rogue + "poisoned | Gob B1, restrained", rules, creatures=blocks).table()

    assert 3 + 9 == favoured.attack("Ada", "Gob", "rapier", dice=[12, 4, 3, 4, 5]).damage
    assert 3 == cancelled.attack("Ada", "Gob", "rapier", dice=[12, 3]).damage


GOBLIN = {"Gob": {"attacks": {"scimitar": {"to_hit": 4, "damage": "1d6+2 slashing", "with_advantage": "1d4 slashing"}}}}


@clause("advantage.damage")
@scenario(62)
def test_a_goblin_deals_more_only_when_the_combined_roll_has_advantage(rules: str) -> None:
    """5.2's goblins: 1d4 more with advantage; help and a disadvantage leave a straight roll and no more."""
    hidden = scene("Gob A1, helped by Bo against Ada; Bo A2 | Ada B1, ac 10", rules, creatures=GOBLIN)
    poisoned = scene("Gob A1, poisoned, helped by Bo against Ada; Bo A2 | Ada B1, ac 10", rules, creatures=GOBLIN)

    favoured = hidden.table().attack("Gob", "Ada", "scimitar", dice=[12, 4, 3, 2])
    straight = poisoned.table().attack("Gob", "Ada", "scimitar", dice=[12, 3])

    assert (7, [{"clause": "advantage.damage"}]) == (favoured.damage, favoured.roll["applied"])
    assert (5, []) == (straight.damage, straight.roll["applied"])


@editions(*SRD)
def test_a_goblin_s_extra_die_is_doubled_by_a_critical_hit(rules: str) -> None:
    ada = scene("Gob A1, helped by Bo against Ada; Bo A2 | Ada B1, ac 10", rules, creatures=GOBLIN)

    assert 3 + 4 + 2 + 1 + 2 == ada.table().attack("Gob", "Ada", "scimitar", dice=[20, 4, 3, 4, 1, 2]).damage


@editions(*SRD)
def test_the_odds_know_the_goblin_s_extra_die(rules: str) -> None:
    """+4 against AC 15 with advantage: 3/4 x (3.5 + 2 + 2.5), and the dice once more on a critical hit, 39/400."""
    told = scene("Gob A1, helped by Bo against Ada; Bo A2 | Ada B1, ac 15", rules, creatures=GOBLIN).explain(
        "Gob", "Ada"
    )

    hit, critical = Fraction(3, 4), Fraction(39, 400)
    assert pytest.approx(float(hit * 8 + critical * 6)) == told["expected_damage"]


@scenario(70)
@case("N003", "N004", "N006")
def test_the_extremes_of_the_re_roll_system() -> None:
    """1 fails and fumbles at 16 against 10, 20 falls short at 20 against 25, 2 - 1 make two dice, 3 replaces 7."""
    skilled = {
        "Ada": {"skills": {"athletics": 15, "arcana": 0}, "rerolls": [{"n": 1, "sign": "neutral", "roll": "con save"}]}
    }
    table = scene("Ada A1, longsword, poisoned | Gob B1, prone, restrained", "reroll", creatures=skilled).table()
    fresh = scene("Ada A1 | Gob B1", "reroll", creatures=skilled).table()

    assert "FUMBLE 16" == fresh.check("Ada", "athletics", 10, dice=[1, 2]).summary
    assert "MISS 20" == fresh.check("Ada", "arcana", 25, dice=[20]).summary
    struck = table.attack("Ada", "Gob", "longsword", dice=[4, 17, 5])
    assert (1, [4, 17]) == (struck.net, struck.roll["dice"])
    assert 3 == fresh.save("Ada", "con", 10, dice=[7, 3]).roll["kept"]


@editions("srd-5.1", "reroll")
@pytest.mark.parametrize(
    ("gob", "least"),
    [("perception 3", {"srd-5.1": 14, "reroll": 13}), ("perception 3, poisoned", {"srd-5.1": 9, "reroll": 13})],
)
def test_who_hides_is_up_against_the_passive_score_as_it_is_now(rules: str, gob: str, least: dict[str, int]) -> None:
    """A poisoned watcher's passive Perception is 5 lower where passive scores know disadvantage."""
    wood = scene(f"Ada A1 | Gob E1, {gob}", rules, map=["..#..", "....."])

    assert least[rules] == wood.explain("Ada", "Gob", action="hide")["target_number"]


@editions("reroll")
def test_a_skill_s_fumble_has_its_consequence_in_hiding_and_searching() -> None:
    """What a fumble of the skill does, it does wherever the skill is rolled."""
    clumsy = {"Ada": {"skills": {"stealth": {"total": 3, "severity": {2: "prone"}}}}}
    table = scene("Ada A1 | Gob E1, blinded", "reroll", creatures=clumsy).table()

    assert ["prone"] == table.hide("Ada", dice=[1, 2]).gained
