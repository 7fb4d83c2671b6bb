"""Concentration: what shakes it, what ends it, and the spells that stand and fall with it (rules.md 160)."""

import json

import pytest

from clauses import case, clause, editions, scenario
from encounter.engine.fight import Decider
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
MIRA = "Mira A1, hp 40, con save +2, concentrating bless on Mira"


class Willing(Decider):
    """Fails every saving throw by choice."""

    def chooses_to_fail(self, fight, me, ability, dc, by):
        return True


# The save


@clause("concentration")
@case("C172")
@scenario(67)
def test_damage_that_temporary_hit_points_absorb_calls_for_a_save_all_the_same(rules):
    """30 damage, wholly absorbed: DC 15, and 8 damage DC 10."""
    t = scene("Mira A1, hp 40, temp hp 40, con save +2, concentrating haste | Gob B1", rules).table()

    assert 15 == t.hurt("Mira", (30, "fire"), dice=[13]).roll["target_number"]
    assert 10 == t.hurt("Mira", (8, "fire"), dice=[8]).roll["target_number"]
    assert (40, "haste") == (t.hp("Mira"), t["Mira"].concentrating)


@editions("srd-5.1", "srd-5.2")
@case("C174")
def test_one_blow_of_two_types_calls_for_one_save_on_its_total_and_the_next_blow_for_another(rules):
    """12 slashing and 10 fire: DC 11; then 5: DC 10."""
    t = scene("Mira A1, hp 40, con save +2, concentrating haste | Gob B1", rules).table()

    assert [11] == [
        save["target_number"] for save in t.hurt("Mira", (12, "slashing"), (10, "fire"), dice=[9]).all("save")
    ]
    assert [10] == [save["target_number"] for save in t.hurt("Mira", (5, "piercing"), dice=[8]).all("save")]


@editions(*ALL)
@case("C176")
def test_the_dc_is_capped_at_30_in_5_2(rules):
    """70 damage in one blow: 35 in 5.1, 30 in 5.2."""
    t = scene("Mira A1, hp 90, con save +2, concentrating haste | Gob B1", rules).table()

    assert (30 if rules == "srd-5.2" else 35) == t.hurt("Mira", (70, "fire"), dice=[10]).roll["target_number"]


@clause("concentration")
def test_a_failed_save_ends_the_spell_for_everybody_it_is_on(rules):
    t = scene("Mira A1, concentrating bless on Mira and Bo; Bo A2 | Gob B1", rules).table()

    done = t.hurt("Mira", (5, "fire"), dice=[2, 7])

    assert ("failure", 9) == (done.roll["degree"], done.roll["total"])
    assert "" == t["Mira"].concentrating
    assert ["bless", "bless"] == done.lost
    assert {"spell": "bless", "begins": False, "because": "damage"}.items() <= done.one("concentration").items()
    assert "MISS 7" == t.save("Bo", "wis", 30, dice=[7]).summary


@editions(*ALL)
@case("C178")
def test_losing_maximum_hit_points_is_no_damage(rules):
    t = scene("Mira A1, hp 45, con save +2, concentrating haste | Gob B1", rules).table()

    def buff_ends():
        t["Mira"].full_max_hp -= 5
        t.fight.recount(t["Mira"])

    done = t.does(buff_ends)

    assert (40, [], "haste") == (t.hp("Mira"), done.events, t["Mira"].concentrating)


@editions(*ALL)
def test_an_attack_that_deals_no_damage_calls_for_no_save(rules):
    t = scene("Mira A1, immune to slashing, concentrating haste | Gob B1, longsword", rules).table()

    assert [] == t.attack("Gob", "Mira", "longsword", dice=[18, 5]).all("save")


# What else ends it


@clause("concentration")
@pytest.mark.parametrize("condition", ["incapacitated", "paralyzed", "petrified", "stunned", "unconscious"])
def test_whoever_is_incapacitated_concentrates_no_longer(rules, condition):
    t = scene("Mira A1, concentrating haste | Gob B1", rules).table()

    assert "incapacitated" == t.impose("Mira", condition).one("concentration")["because"]


@clause("concentration")
@pytest.mark.parametrize("kind", ["monster", "character"])
def test_whoever_drops_or_dies_concentrates_no_longer(rules, kind):
    """And no save is rolled for the blow."""
    t = scene("Mira A1, hp 10, concentrating haste | Gob B1", rules, creatures={"Mira": {"kind": kind}}).table()

    done = t.hurt("Mira", (10, "fire"))

    assert ([], "") == (done.all("save"), t["Mira"].concentrating)
    assert ("dead" if kind == "monster" else "incapacitated") == done.one("concentration")["because"]


@clause("concentration")
def test_a_new_spell_ends_the_old_one(rules):
    t = scene(MIRA + " | Gob B1", rules).table()

    done = t.does(lambda: t.fight.concentrate(t["Mira"], "web"))

    assert ["bless"] == done.lost
    assert ["bless", "web"] == [event["spell"] for event in done.all("concentration")]


@editions(*ALL)
def test_nobody_begins_a_fight_concentrating_while_incapacitated(rules):
    t = scene("Mira A1, stunned, concentrating bless on Bo; Bo A2 | Gob B1", rules).table()

    assert ("", []) == (t["Mira"].concentrating, t.conditions("Bo"))


# What the spells do


@clause("bless")
def test_the_blessed_add_a_d4_to_attacks_and_saves_and_to_nothing_else(rules):
    t = scene("Ada A1, longsword, concentrating bless on Ada | Gob B1, ac 13", rules).table()

    hit = t.attack("Ada", "Gob", "longsword", dice=[3, 5, 4])
    assert ("HIT 13", [{"clause": "bless", "value": 3}]) == (hit.summary, hit.roll["modifiers"])
    assert "HIT 14" == t.save("Ada", "con", 14, dice=[4, 10]).summary
    assert "MISS 10" == t.check("Ada", "athletics", 11, dice=[10]).summary


@clause("bane")
def test_the_baned_take_a_d4_off(rules):
    t = scene("Ada A1, longsword | Gob B1, ac 13, concentrating bane on Ada", rules).table()

    missed = t.attack("Ada", "Gob", "longsword", dice=[2, 9])

    assert ("MISS 12", [{"clause": "bane", "value": -2}]) == (missed.summary, missed.roll["modifiers"])


@editions(*ALL)
def test_two_blessings_are_one(rules):
    t = scene(
        "Ada A1, longsword, concentrating bless on Ada; Bo A2, concentrating bless on Ada | Gob B1", rules
    ).table()

    assert "MISS 9" == t.attack("Ada", "Gob", "longsword", dice=[2, 2]).summary


@editions("srd-5.1", "srd-5.2")
def test_the_odds_of_the_blessed_are_exact(rules):
    """+5 against AC 15 needs 10: 11/20 without, with a d4 (13 + 12 + 14 + 15)/80."""
    told = scene("Ada A1, longsword, concentrating bless on Ada | Gob B1, ac 15", rules).explain("Ada", "Gob")

    assert (12 + 13 + 14 + 15) / 80 == told["p_success"]
    assert [("bless", "+1d4")] == [(part["clause"], part["dice"]) for part in told["modifiers"]]


@clause("faerie-fire")
def test_attacks_on_the_outlined_have_advantage_where_the_attacker_sees(rules):
    there = "Ada A1, longsword, concentrating faerie fire on Gob | Gob B1, ac 13"

    assert ["faerie-fire"] == scene(there, rules).table().attack("Ada", "Gob", "longsword", dice=[2, 3]).advantage
    blind = scene(there.replace("longsword", "longsword, blinded"), rules).table()
    assert [] == blind.attack("Ada", "Gob", "longsword", dice=[2, 3]).advantage


@clause("faerie-fire")
def test_being_invisible_is_of_no_use_to_the_outlined(rules):
    t = scene(
        "Ada A1, longsword, concentrating faerie fire on Gob | Gob B1, longsword, invisible, ac 13", rules
    ).table()

    mine = t.attack("Ada", "Gob", "longsword", dice=[2, 3])
    assert (["faerie-fire"], []) == (mine.advantage, mine.disadvantage)
    assert "normal" == t.attack("Gob", "Ada", "longsword", dice=[2]).mode


@editions(*ALL)
def test_hold_person_paralyzes_until_a_wisdom_save_at_the_end_of_a_turn(rules):
    """DC 8 + 2 + the best mental modifier (Charisma 16: 3)."""
    t = scene("Mira A1, cha 16, concentrating hold person on Gob | Gob B1", rules).table()
    assert ["paralyzed"] == t.conditions("Gob")

    assert (13, "failure") == (lambda roll: (roll["target_number"], roll["degree"]))(t.end_turn("Gob", dice=[12]).roll)
    assert ["paralyzed"] == t.end_turn("Gob", dice=[13]).lost


@editions(*ALL)
def test_whoever_is_immune_is_not_held(rules):
    assert [] == scene(
        "Mira A1, concentrating hold person on Gob | Gob B1, immune to paralyzed", rules
    ).table().conditions("Gob")


@editions(*ALL)
def test_out_of_a_web_by_strength_in_5_1_and_by_athletics_in_5_2(rules):
    """An action; DC 15 as the block says."""
    blocks = {"Mira": {"spell_dc": 15}}
    t = scene("Mira A1, concentrating web on Gob | Gob B1, str 14, athletics +5", rules, creatures=blocks).table()
    assert ["restrained"] == t.conditions("Gob")

    done = t.escape("Gob", "Mira", dice=[11])

    bonus = 5 if rules == "srd-5.2" else 2
    assert (15, bonus, bonus == 5) == (done.roll["target_number"], done.roll["bonus"], t.conditions("Gob") == [])


@editions(*ALL)
@scenario(9)
def test_invisibility_ends_with_an_attack_and_greater_invisibility_does_not(rules):
    where = "Mira A1, longsword, two attacks, concentrating {} on Mira | Gob B1, ac 13"
    plain = scene(where.format("invisibility"), rules).table()
    greater = scene(where.format("greater invisibility"), rules).table()

    assert "advantage" == plain.attack("Mira", "Gob", "longsword", dice=[2, 3]).mode
    assert ("normal", "") == (plain.attack("Mira", "Gob", "longsword", dice=[2]).mode, plain["Mira"].concentrating)
    assert "advantage" == greater.attack("Mira", "Gob", "longsword", dice=[2, 3]).mode
    assert "advantage" == greater.attack("Mira", "Gob", "longsword", dice=[2, 3]).mode


# In a file


@editions(*ALL)
def test_a_spell_that_is_not_played_out_is_held_and_named(rules):
    told = scene("Mira A1, concentrating spike growth on Gob | Gob B1", rules).explain("Gob", "Mira")

    assert ["Mira: what spike growth does beyond concentration"] == told["not_simulated"]
    assert "spike growth" == told["state"]["target"]["concentrating"]


def test_run_tells_who_still_concentrates(tmp_path, capsys):
    from encounter.cli import main

    file = tmp_path / "held.yaml"
    file.write_text(
        "rules: srd-5.1\noptions: {round_limit: 1}\nmap: |\n  A....G\ncreatures: {ada: {ac: 15, hp: 20}}\n"
        "sides:\n  a: [{creature: ada, name: Ada, letter: A, tactic: still, state: {concentrating: bless on Ada}}]\n"
        "  b: [{creature: ada, name: Gob, letter: G, tactic: still}]\n"
    )

    main(["run", str(file), "--json"])

    assert ["bless", None] == [one["concentrating"] for one in json.loads(capsys.readouterr().out)["combatants"]]


@editions(*ALL)
def test_explain_tells_the_odds_of_breaking_out_of_a_web(rules):
    told = scene("Mira A1, cha 16, concentrating web on Gob | Gob B1, str 14, athletics +5", rules).explain(
        "Gob", action="escape"
    )

    bonus = 5 if rules == "srd-5.2" else 2
    assert (13, bonus, (8 + bonus) / 20) == (told["target_number"], told["bonus"], told["p_success"])


@clause("save.chosen")
def test_who_chooses_to_fail_lets_go_of_its_spell_without_a_roll(rules):
    """The save to keep concentrating may be failed by choice like any other: no die falls."""
    t = scene("Mira A1, hp 40, con save +2, concentrating haste | Gob B1", rules).table()
    t.fight.deciders[0] = Willing()

    hurt = t.hurt("Mira", (5, "fire"))

    assert (["save.chosen"], []) == ([one["clause"] for one in hurt.roll["applied"]], hurt.roll["dice"])
    assert "" == t["Mira"].concentrating


@editions(*ALL)
def test_the_outlined_cannot_hide_where_the_hidden_are_invisible(rules):
    t = scene(
        "Ada A1, concentrating faerie fire on Gob | Gob H2",
        rules,
        map=["...#....", "...#....", "...#....", "........"],
    ).table()

    if rules == "srd-5.2":
        assert "action.impossible" == t.refusal("hide", "Gob")
    else:
        t.hide("Gob", dice=[19])
        assert t["Gob"].hidden_from
