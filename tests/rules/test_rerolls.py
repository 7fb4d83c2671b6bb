"""The re-roll system's own rules: re-rolls that stack, special results, fumbles, rolls on other dice."""

from fractions import Fraction
from typing import Any

import pytest

from clauses import case, clause, editions
from encounter.engine.chance import volley_distribution
from encounter.engine.d20 import SAVE, SKILL
from encounter.engine.journal import Journal
from encounter.engine.rules.legal import LEGAL, judge_attack
from encounter.engine.rules.reasons import derive_attack
from encounter.odds import attack_odds, roll_odds
from encounter.scenario import ScenarioErrors
from encounter.scenario.compiler import compile
from scenes import Scene, scene

RR = "reroll"
only_rr = editions(RR)


def duel(ada: str = "longsword", gob: str = "ac 15", **of_ada: Any) -> Scene:
    """Ada beside Gob, with what her block says besides."""
    return scene(f"Ada A1, {ada} | Gob B1, {gob}", RR, creatures={"Ada": of_ada})


def sword(**keys: Any) -> dict[str, Any]:
    """An attack with total 5 and 1d8+3."""
    return {"attacks": {"sword": {"total": 5, "damage": "1d8+3 slashing", **keys}}}


# ---------------------------------------------------------------------------------------------------- native re-rolls


@clause("reroll.native", editions=[RR])
@case("N002")
def test_a_native_re_roll_of_2_counts_twice_and_a_poison_once() -> None:
    """The number in brackets says how many repetitions there are; one is cancelled."""
    ada = duel("longsword, poisoned", rerolls=[{"n": 2, "sign": "positive", "roll": "attack"}])

    struck = ada.table().attack("Ada", "Gob", "longsword", dice=[4, 17, 6])

    assert (1, [4, 17], 17) == (struck.net, struck.roll["dice"], struck.roll["kept"])
    assert [{"clause": "reroll.native", "group": "NATIVE", "source": None, "count": 2}] == struck.roll["advantage"]


@clause("reroll.native", editions=[RR])
def test_a_negative_native_re_roll_keeps_the_worst() -> None:
    struck = duel(**sword(rerolls=[{"n": 1, "sign": "negative"}])).table().attack("Ada", "Gob", "sword", dice=[18, 3])

    assert (["reroll.native"], -1, "MISS 8") == (struck.disadvantage, struck.net, struck.summary)


@only_rr
def test_native_re_rolls_of_both_signs_cancel_one_for_one() -> None:
    told = duel(
        **sword(rerolls=[{"n": 1, "sign": "negative"}]), rerolls=[{"n": 3, "sign": "positive", "roll": "attack"}]
    ).explain("Ada", "Gob")

    assert (2, [3], [1]) == (
        told["net"],
        [reason["count"] for reason in told["advantage"]],
        [reason["count"] for reason in told["disadvantage"]],
    )


@only_rr
def test_native_re_rolls_of_the_same_sign_add_up() -> None:
    told = duel(**sword(rerolls=[{"n": 1}]), rerolls=[{"n": 1, "roll": "attack"}]).explain("Ada", "Gob")

    assert (2, [("reroll.native", 2)]) == (told["net"], [(r["clause"], r["count"]) for r in told["advantage"]])


@clause("reroll.native", editions=[RR])
def test_a_re_roll_is_of_use_only_on_the_rolls_that_its_rule_names() -> None:
    """The rule that grants a re-roll says on which rolls."""
    ada = duel(rerolls=[{"n": 2, "roll": "dex save"}, {"n": 1, "roll": "stealth check"}])

    saved = ada.explain("Ada", action="save", ability="dex", dc=12)
    other = ada.explain("Ada", action="save", ability="con", dc=12)
    hides = ada.explain("Ada", action="check", skill="stealth", dc=12)
    climbs = ada.explain("Ada", action="check", skill="athletics", dc=12)
    strikes = ada.explain("Ada", "Gob")

    assert [2, 0, 1, 0, 0] == [told["net"] for told in (saved, other, hides, climbs, strikes)]


@only_rr
@pytest.mark.parametrize(("roll", "action"), [("initiative", "initiative"), ("check", "initiative")])
def test_a_native_re_roll_may_be_on_initiative(roll: str, action: str) -> None:
    assert 1 == duel(rerolls=[{"n": 1, "roll": roll}]).explain("Ada", action=action)["net"]


@only_rr
@pytest.mark.parametrize("roll", ["death save", "save"])
def test_a_native_re_roll_on_saves_serves_a_death_save(roll: str) -> None:
    """A death save is a saving throw."""
    dying = duel("character, hp 0 of 10", rerolls=[{"n": 1, "roll": roll}])

    assert 1 == dying.explain("Ada", action="death-save")["net"]


@only_rr
def test_a_skill_has_native_re_rolls_of_its_own() -> None:
    ada = duel(skills={"athletics": {"total": 5, "rerolls": [{"n": 2}]}})

    assert (2, 0) == (
        ada.explain("Ada", action="check", skill="athletics", dc=16)["net"],
        ada.explain("Ada", action="check", skill="acrobatics", dc=16)["net"],
    )


@only_rr
@case("N006")
def test_a_neutral_re_roll_replaces_even_by_a_worse_result() -> None:
    ada = duel(**sword(rerolls=[{"n": 1, "sign": "neutral"}]))

    struck = ada.table().attack("Ada", "Gob", "sword", dice=[4, 2])

    assert ("MISS 7", [4, 2], 2, 1) == (
        struck.summary,
        struck.roll["dice"],
        struck.roll["kept"],
        struck.roll["neutral"],
    )


@only_rr
def test_a_neutral_re_roll_is_kept_while_the_roll_succeeds() -> None:
    """D-6: the policy is to repeat only what fails."""
    ada = duel(**sword(rerolls=[{"n": 2, "sign": "neutral"}]))

    assert [10] == ada.table().attack("Ada", "Gob", "sword", dice=[10, 4]).roll["dice"]


@only_rr
def test_a_neutral_re_roll_repeats_the_whole_pool_that_is_left() -> None:
    """D-6: positive and negative first, then the pool again."""
    ada = duel("longsword", "ac 15, restrained", rerolls=[{"n": 1, "sign": "neutral", "roll": "attack"}])

    struck = ada.table().attack("Ada", "Gob", "longsword", dice=[3, 5, 2, 15, 4])

    assert (1, [3, 5, 2, 15], "HIT 20") == (struck.net, struck.roll["dice"], struck.summary)


@only_rr
def test_neutral_re_rolls_take_no_part_in_cancelling() -> None:
    told = duel("longsword, poisoned", rerolls=[{"n": 2, "sign": "neutral", "roll": "attack"}]).explain("Ada", "Gob")

    assert (-1, 2) == (told["net"], told["neutral"])


# ------------------------------------------------------------------------------------------------------- cause groups


@only_rr
@case("N001")
def test_two_causes_for_and_one_against_leave_one_positive_re_roll() -> None:
    told = duel("longsword, poisoned", "prone, restrained").explain("Ada", "Gob")

    assert (1, {"prone.near", "restrained.target"}, {"poisoned.attacks"}) == (
        told["net"],
        {r["clause"] for r in told["advantage"]},
        {r["clause"] for r in told["disadvantage"]},
    )


@only_rr
def test_each_helper_is_a_cause_each_ruling_too_and_being_unseen_is_one() -> None:
    """B.5: HELP counts per helper, GM one each, UNSEEN once whatever makes one unseen."""
    told = scene(
        "Ada A1, longsword, invisible, helped by Bram against Gob, helped by Cleo against Gob; Bram A2; Cleo B2"
        " | Gob B1, blinded",
        RR,
        rulings=[
            {"give": "advantage", "roll": "attack", "by": "Ada", "because": "high ground"},
            {"give": "re-roll +2", "roll": "attack", "by": "Ada", "because": "a blessing"},
        ],
    ).explain("Ada", "Gob")

    groups: dict[str, int] = {}
    for reason in told["advantage"]:
        groups[reason["group"]] = max(groups.get(reason["group"], 0), reason["count"])
    assert {"HELP:Bram": 1, "HELP:Cleo": 1, "GM:1": 1, "GM:2": 2, "UNSEEN-A": 1} == groups
    assert 6 == told["net"] == sum(groups.values())


# --------------------------------------------------------------------------------------------------- special results


@only_rr
@case("N003")
def test_a_natural_1_fumbles_though_the_total_reaches_the_difficulty() -> None:
    struck = duel("longsword", "ac 5").table().attack("Ada", "Gob", "longsword", dice=[1, 3])

    assert ("FUMBLE 6", 3) == (struck.summary, struck.roll["severity"])


@only_rr
@case("N004")
def test_a_20_that_falls_short_brings_no_effect() -> None:
    assert "MISS 25" == duel("longsword", "ac 30").table().attack("Ada", "Gob", "longsword", dice=[20]).summary


@only_rr
@case("N005")
def test_a_19_adds_one_roll_of_the_first_weapon_die() -> None:
    struck = duel(**sword()).table().attack("Ada", "Gob", "sword", dice=[19, 6, 2])

    assert ("MINOR 24", 11) == (struck.summary, struck.damage)


@only_rr
def test_a_20_rolls_all_dice_twice() -> None:
    struck = duel(**sword()).table().attack("Ada", "Gob", "sword", dice=[20, 6, 2])

    assert ("MAJOR 25", 11) == (struck.summary, struck.damage)


@only_rr
@pytest.mark.parametrize(
    ("minor", "dice", "damage"),
    [
        ("+1 die", [4, 5], 12),
        ("+2 dice", [4, 5, 6], 18),
        ("double dice", [4, 5], 12),
        ("none", [4], 7),
        (["+1 die", "1d6 fire"], [4, 5, 3], 15),
        ("damage 1d6 fire", [4, 3], 10),
    ],
)
def test_a_weapon_says_what_its_minor_effect_is(minor: Any, dice: list[int], damage: int) -> None:
    struck = duel(**sword(minor=minor)).table().attack("Ada", "Gob", "sword", dice=[19, *dice])

    assert ("MINOR 24", damage) == (struck.summary, struck.damage)


@only_rr
@pytest.mark.parametrize("major", ["prone", {"condition": "prone"}, "condition: prone"])
def test_a_weapon_may_knock_prone_with_its_major_effect(major: Any) -> None:
    struck = duel(**sword(major=major)).table().attack("Ada", "Gob", "sword", dice=[20, 4])

    assert (7, ["prone"]) == (struck.damage, struck.gained)


@only_rr
def test_a_major_effect_may_allow_a_save() -> None:
    major = [{"save": "con 12", "fail": ["stunned for 1 round"]}, "double dice"]
    struck = duel(**sword(major=major)).table().attack("Ada", "Gob", "sword", dice=[20, 4, 5, 11])

    assert (12, ["stunned"]) == (struck.damage, struck.gained)


@only_rr
def test_the_owner_may_take_the_minor_effect_on_a_20() -> None:
    struck = duel(**sword(on_20="minor", minor="+1 die")).table().attack("Ada", "Gob", "sword", dice=[20, 4, 5])

    assert ("MINOR 25", 12) == (struck.summary, struck.damage)


@only_rr
@pytest.mark.parametrize(("kind", "degree"), [("principal", "major"), ("secundaria", "major"), ("other", "success")])
def test_19_and_20_are_special_on_principal_and_secundaria_skills_only(kind: str, degree: str) -> None:
    ada = duel(skills={"athletics": {"total": 5, "kind": kind}})

    assert degree == ada.table().check("Ada", "athletics", 16, dice=[20]).roll["degree"]


@only_rr
def test_saves_and_initiative_have_no_critical_effects() -> None:
    """They count as other rolls."""
    ada = duel()

    assert "success" == ada.table().save("Ada", "dex", 10, dice=[20]).roll["degree"]
    assert ["Ada", "Gob"] == ada.table().initiative(dice=[20, 19])


@only_rr
def test_a_skill_says_what_its_effect_brings_upon_the_other() -> None:
    """A grapple with a 20 that also knocks down."""
    ada = duel(skills={"athletics": {"total": 5, "major": "prone"}})

    done = ada.table().grapple("Ada", "Gob", dice=[20, 10])

    assert ["prone", "grappled"] == done.gained


@only_rr
@case("N007")
def test_a_tie_grapples() -> None:
    """D-7: the defender's total is the Difficulty, and reaching it is enough."""
    pair = scene("Ada A1, athletics 5 | Gob B1, athletics 5", RR)

    assert ["grappled"] == pair.table().grapple("Ada", "Gob", dice=[10, 10]).gained


# ------------------------------------------------------------------------------------------------------------ fumbles


@only_rr
@pytest.mark.parametrize(("natural", "summary"), [(1, "FUMBLE 6"), (2, "FUMBLE 7"), (3, "HIT 8")])
def test_a_weapon_may_fumble_on_more_numbers(natural: int, summary: str) -> None:
    dice = [natural, 4]
    struck = duel(gob="ac 5", **sword(fumble=[1, 2])).table().attack("Ada", "Gob", "sword", dice=dice)

    assert summary == struck.summary


@only_rr
def test_a_weapon_may_never_fumble() -> None:
    struck = duel(gob="ac 5", **sword(fumble=[])).table().attack("Ada", "Gob", "sword", dice=[1, 4])

    assert "HIT 6" == struck.summary


@only_rr
@pytest.mark.parametrize(("add", "die", "severity"), [(1, 2, 3), (1, 4, 4), (-2, 1, 1), (0, 3, 3)])
def test_a_rule_may_change_the_severity_which_stays_from_1_to_4(add: int, die: int, severity: int) -> None:
    fumbled = duel(**sword(severity={"add": add})).table().attack("Ada", "Gob", "sword", dice=[1, die])

    assert severity == fumbled.roll["severity"]


@only_rr
def test_a_creature_may_change_what_fumbles_on_all_its_rolls() -> None:
    """A clumsy creature fumbles on 1 and 2, whatever it rolls; a weapon of its own numbers overrides that."""
    ada = duel(fumble=[1, 2], severity={"add": 1}, **sword(fumble=[1]))
    table = ada.table()

    assert ("fumble", 3) == tuple(table.save("Ada", "con", 2, dice=[2, 2]).roll[key] for key in ("degree", "severity"))
    assert "fumble" == table.check("Ada", "athletics", 2, dice=[2, 1]).roll["degree"]
    assert "MISS 7" == table.attack("Ada", "Gob", "sword", dice=[2]).summary


@only_rr
def test_fumbles_do_by_severity_what_the_weapon_says() -> None:
    severity = {4: {"drop": "weapon"}, 3: {"prone": True}, 2: {"damage": "1d4 slashing"}}
    ada = duel(**sword(severity=severity))

    assert [] == ada.table().attack("Ada", "Gob", "sword", dice=[1, 1]).types[1:]
    assert (4, 16) == _hurt(ada, [1, 2, 4])
    assert ["prone"] == ada.table().attack("Ada", "Gob", "sword", dice=[1, 3]).gained
    assert ["attack", "action"] == ada.table().attack("Ada", "Gob", "sword", dice=[1, 4]).types


def _hurt(ada: Scene, dice: list[int]) -> tuple[int, int]:
    table = ada.table()
    return table.attack("Ada", "Gob", "sword", dice=dice).damage, table.hp("Ada")


@only_rr
def test_a_dropped_weapon_is_of_no_use_until_the_next_turn_picks_it_up() -> None:
    table = duel(attacks_per_action=2, **sword(severity={4: "drop weapon"})).table()

    table.attack("Ada", "Gob", "sword", dice=[1, 4])

    assert "hand.none" == table.refusal("attack", "Ada", "Gob", "sword")
    assert "pick up" == table.begin_turn("Ada").one("action")["action"]
    assert "HIT 17" == table.attack("Ada", "Gob", "sword", dice=[12, 4]).summary


@only_rr
def test_a_dropped_weapon_lies_where_it_fell() -> None:
    """Two squares away nobody picks it up."""
    table = duel(**sword(severity={4: "drop weapon"})).table()
    table.attack("Ada", "Gob", "sword", dice=[1, 4])
    table.reacts("Gob", "none")
    table.move("Ada", "A2 A3")

    assert [] == table.begin_turn("Ada").all("action")
    assert "hand.none" != table.refusal("attack", "Ada", "Gob", "sword")


@only_rr
def test_a_condition_of_a_fumble_may_last() -> None:
    table = duel(**sword(severity={1: "blinded for 1 round"})).table()

    assert ["blinded"] == table.attack("Ada", "Gob", "sword", dice=[1, 1]).gained
    assert ["blinded"] == table.end_turn("Ada").lost


# -------------------------------------------------------------------------------------------------------- other dice


@only_rr
def test_a_skill_may_be_rolled_on_other_dice_with_re_rolls_and_without_special_results() -> None:
    """Two dice of six: a re-roll throws both again, and a 2 is no fumble."""
    ada = duel(skills={"Forzar": {"total": 5, "dice": "2d6", "rerolls": [{"n": 1}]}})
    table = ada.table()

    forced = table.check("Ada", "Forzar", 16, dice=[1, 1, 6, 5])
    failed = table.check("Ada", "Forzar", 7, dice=[1, 1, 1, 1])

    assert ([2, 11], "success", 16) == (forced.roll["dice"], forced.roll["degree"], forced.roll["total"])
    assert ("success", 0) == (failed.roll["degree"], failed.roll["severity"])


@only_rr
def test_the_source_s_door_opens_with_an_11() -> None:
    """Forzar, total 5: 11 on the die makes 16 against 16."""
    ada = duel(skills={"Forzar": {"total": 5, "kind": "principal"}})

    assert ("success", 16) == tuple(
        ada.table().check("Ada", "Forzar", 16, dice=[11]).roll[k] for k in ("degree", "total")
    )
    assert Fraction(1, 2) == ada.chance("Ada", action="check", skill="Forzar", dc=16)


@only_rr
def test_the_odds_of_other_dice_are_exact() -> None:
    """Eleven of 36 ways to throw 2d6 show 9 or more in no fumble's shadow: 10 of 36."""
    ada = duel(skills={"Forzar": {"total": 5, "dice": "2d6"}})

    assert Fraction(10, 36) == ada.chance("Ada", action="check", skill="Forzar", dc=14)


# ----------------------------------------------------------------------------------------------------- odds, refusals


@only_rr
def test_the_odds_know_numbers_that_fumble_and_effects() -> None:
    """Fumbles on 1 to 3; total 5 against 15; minor +2 dice, major damage of its own."""
    told = duel(**sword(fumble=[1, 2, 3], minor="+2 dice", major="2d6 fire")).explain("Ada", "Gob")

    assert (0.15, 0.05, 0.05, 0.55) == (told["p_fumble"], told["p_minor"], told["p_major"], told["p_success"])
    plain, minor, major = Fraction(15, 2), Fraction(33, 2), Fraction(29, 2)
    assert pytest.approx(float(Fraction(9, 20) * plain + minor / 20 + major / 20)) == told["expected_damage"]


@only_rr
def test_a_skill_and_a_save_have_the_special_results_of_their_own_odds() -> None:
    ada = duel(fumble=[1, 2], skills={"athletics": {"total": 5, "fumble": [1], "on_20": "minor"}})

    told = ada.explain("Ada", action="check", skill="athletics", dc=16)
    saved = ada.explain("Ada", action="save", ability="con", dc=1)

    assert (0.05, 0.1, 0.0) == (told["p_fumble"], told["p_minor"], told["p_major"])
    assert (0.1, 0.9) == (saved["p_fumble"], saved["p_success"])


def test_the_kinds_of_rolls_are_told_apart_in_the_odds() -> None:
    """A save with 20 is a success and no more, a skill's is a major effect."""
    table = duel().table()
    f = table.fight
    f.facts.bonus, f.facts.target_number, f.facts.net = 0, 1, 0
    degrees = {kind: {d for _, d in roll_odds(f, f.combatants[0], kind, f.facts)} for kind in (SAVE, SKILL)}

    assert ({0, 2}, {0, 2, 4, 5}) == (degrees[SAVE], degrees[SKILL])


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ({"rerolls": [{"n": 1, "sign": "positive"}]}, "a re-roll names its rolls"),
        (sword(rerolls=[{"n": 1, "roll": "save"}]), "a re-roll on a save belongs to the creature"),
        (sword(severity={5: "prone"}), "`5` is no severity"),
        (sword(severity={4: {"dorp": "weapon"}}), "a fumble has no `dorp`"),
        (sword(minor="+x die"), "is no condition"),
        (sword(fumble=[0]), "from 1 to 20"),
        ({"skills": {"Forzar": {"kind": "principal"}}}, "a skill needs `total`"),
        ({"skills": {"Forzar": {"total": 5, "kind": "main"}}}, "`main` is no kind of skill"),
        ({"skills": {"Forzar": 5}}, "`Forzar` is no skill"),
    ],
)
def test_what_a_file_says_wrongly_of_re_rolls_is_named(block: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioErrors, match=said):
        duel(**block)


def test_the_srds_have_no_special_results_of_weapons() -> None:
    with pytest.raises(ScenarioErrors, match="only the ruleset `reroll` has this key"):
        scene("Ada A1 | Gob B1", "srd-5.2", creatures={"Ada": {"fumble": [1]}})


WEAPONS: list[dict[str, Any]] = [
    {"minor": "+2 dice", "major": ["triple dice", "1d6 fire"]},
    {"minor": "none", "on_20": "minor", "fumble": [1, 2, 3]},
    {"minor": ["double dice", "1d4 slashing"], "major": "2d6 cold", "rerolls": [{"n": 2}]},
    {"rerolls": [{"n": 3, "sign": "negative"}], "fumble": [1, 20]},
    {"with_advantage": "1d6 fire", "rerolls": [{"n": 1}]},
]


@only_rr
@pytest.mark.parametrize("weapon", WEAPONS)
@pytest.mark.parametrize("gob", ["ac 15", "ac 15, resists slashing and fire", "ac 24"])
def test_what_the_tactics_think_of_a_special_weapon_is_exact(weapon: dict[str, Any], gob: str) -> None:
    """The closed forms against the dice enumerated through the rules."""
    position = duel(gob=gob, **sword(**weapon)).position
    f = position.fight
    a, t = f.combatants[0], f.combatants[1]
    use = a.stat.uses[0]
    assert LEGAL == judge_attack(f, a, t, use, f.facts)
    derive_attack(f, a, t, use, f.facts)
    weighed = use.favoured if use.favoured is not None else use
    needed = int(f.facts.target_number - f.facts.bonus)
    profile = f.setup.profiles[t.stat.kind]

    closed = volley_distribution(f.setup.rules.d20, weighed, 1, needed, f.facts.net, False, profile, 0)
    exact = attack_odds(position, 0, 1, use).damage

    assert closed == pytest.approx([float(exact.get(amount, 0)) for amount in range(len(closed))], abs=1e-12)


CLUMSY = {"severity": {4: "drop weapon", 3: "prone"}, "fumble": [1, 2, 3], "minor": "+2 dice", "rerolls": [{"n": 1}]}
PERVERSE = {"minor": "+9 dice", "major": "none", "fumble": [15, 16, 20], "rerolls": [{"n": 2}], "range": "20/60 ft"}


@only_rr
@pytest.mark.parametrize("special", [CLUMSY, PERVERSE])
def test_the_tactics_choose_as_an_exhaustive_search_does_with_special_weapons(special: dict[str, Any]) -> None:
    """Dropped weapons and native re-rolls included, and dice of which a higher one is no better."""
    blocks = {name: sword(**special) for name in ("Ada", "Bram", "Gob", "Hob")}
    fight = scene("Ada A1; Bram A3 | Gob G1; Hob G3", "reroll", creatures=blocks)
    fast, exhaustive = compile(fight.scenario), compile(fight.scenario, exhaustive=True)

    for index in range(12):
        ours, theirs = Journal(), Journal()
        fast.fight(5, index, ours)
        exhaustive.fight(5, index, theirs)
        assert [event.as_json() for event in theirs.events] == [event.as_json() for event in ours.events]
