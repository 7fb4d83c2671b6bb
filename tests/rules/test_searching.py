"""Looking for the hidden, and helping with checks (rules.md 44, 46, 48, 121)."""

import pytest

from clauses import clause, editions, scenario
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
HIDER = "Ada A1, perception +3; Bo A2 | Gob E1, hidden 18"


@editions(*ALL)
@pytest.mark.parametrize(("die", "above"), [(14, -1), (15, 0), (16, 1)])
def test_a_search_must_beat_the_stealth_total_in_5_1_and_reach_it_elsewhere(rules, die, above):
    """Perception +3 against 18: a tie leaves the hider hidden in 5.1 and finds it in 5.2 and under `reroll`."""
    t = scene(HIDER, rules).table()

    done = t.search("Ada", "Gob", dice=[die])

    is_found = above > 0 or (above == 0 and rules != "srd-5.1")
    assert is_found != bool(t["Gob"].hidden_from & t["Ada"].bit)
    assert (["Gob"] if is_found else []) == done.one("check")["found"]
    assert "action.used" == t.refusal("search", "Ada", "Gob")


@editions(*ALL)
def test_who_is_found_is_found_by_the_searcher_and_in_5_2_by_everybody(rules):
    """5.2: the Invisible condition of the hidden ends when an enemy finds it."""
    t = scene(HIDER, rules).table()
    t.search("Ada", dice=[19])

    assert (rules != "srd-5.2") == bool(t["Gob"].hidden_from & t["Bo"].bit)


@clause("action.impossible")
def test_nobody_searches_for_what_is_not_hidden(rules):
    assert "action.impossible" == scene("Ada A1 | Gob E1", rules).table().refusal("search", "Ada", "Gob")


@editions(*ALL)
def test_one_search_finds_everybody_it_is_good_enough_for(rules):
    t = scene("Ada A1, perception +3 | Gob E1, hidden 10; Orc E3, hidden 15; Kob E5, hidden 22", rules).table()

    assert ["Gob", "Orc"] == t.search("Ada", dice=[15]).one("check")["found"]
    assert [0, 0, 22] == [int(t[name].hidden_from and t[name].stealth_total) for name in ("Gob", "Orc", "Kob")]


@clause("dim.perception")
def test_searching_in_dim_light_has_disadvantage(rules):
    done = scene(HIDER, rules, light="dim").table().search("Ada", "Gob", dice=[19, 12])

    assert (["dim.perception"], 15) == (done.disadvantage, done.roll["total"])


@clause("blinded.check")
def test_the_blinded_search_in_vain_for_what_could_only_be_seen(rules):
    t = scene("Ada A1, perception +30, blinded | Gob E1, hidden 10", rules).table()

    done = t.search("Ada", "Gob")

    assert ("failure", [{"clause": "blinded.check"}]) == (done.roll["automatic"], done.roll["applied"])
    assert t["Gob"].hidden_from


@clause("deafened.check")
def test_the_deafened_search_in_vain_for_what_could_only_be_heard(rules):
    t = scene("Ada A1, perception +30, deafened | Gob E1, hidden 10", rules, map=["..#...", "..#..."]).table()

    assert [{"clause": "deafened.check"}] == t.search("Ada", "Gob").roll["applied"]


@clause("poisoned.checks")
def test_a_search_is_an_ability_check(rules):
    t = scene(HIDER.replace("perception +3", "perception +3, poisoned"), rules).table()

    assert ["poisoned.checks"] == t.search("Ada", "Gob", dice=[2, 3]).disadvantage


@editions(*ALL)
def test_explain_tells_the_odds_of_a_search(rules):
    told = scene(HIDER, rules).explain("Ada", "Gob", action="search")

    assert (19 if rules == "srd-5.1" else 18, True, "wis") == (told["target_number"], told["legal"], told["ability"])
    assert (5 if rules == "srd-5.1" else 6) / 20 == told["p_success"]


# Without searching


@editions(*ALL)
@pytest.mark.parametrize(("perception", "notices"), [(4, False), (5, True)])
def test_passive_perception_finds_the_hidden_in_5_2(rules, perception, notices):
    """A total of 15 against 10 and the modifier, at the start of the turn."""
    t = scene(f"Ada A1, perception +{perception} | Gob E1, hidden 15", rules).table()

    done = t.begin_turn("Ada")

    assert (notices and rules == "srd-5.2") == (t["Gob"].hidden_from == 0)
    assert (notices and rules == "srd-5.2") == ("action" in done.types)


@editions("srd-5.2")
def test_dim_light_takes_5_off_passive_perception(rules):
    for light, found in (("bright", True), ("dim", False)):
        t = scene("Ada A1, perception +9 | Gob E1, hidden 15", rules, light=light).table()
        t.begin_turn("Ada")
        assert found == (t["Gob"].hidden_from == 0)


@editions("srd-5.2")
def test_the_unconscious_notice_nobody(rules):
    t = scene("Ada A1, perception +9, unconscious | Gob E1, hidden 15", rules).table()
    t.begin_turn("Ada")

    assert t["Gob"].hidden_from


# Help for a check


@clause("help.check")
def test_help_gives_advantage_on_the_next_check_with_the_skill(rules):
    """Once, and on that skill alone."""
    t = scene("Ada A1, perception +3; Bo A2, perception +2 | Gob E1", rules).table()
    t.help_check("Bo", "Ada", "perception")

    assert "MISS 8" == t.check("Ada", "athletics", 20, dice=[8]).summary
    assert ["help.check"] == t.check("Ada", "perception", 20, ability="wis", dice=[2, 9]).advantage
    assert [] == t.check("Ada", "perception", 20, ability="wis", dice=[9]).advantage


@clause("help.check")
def test_help_for_a_check_ends_with_the_helpers_next_turn(rules):
    t = scene("Ada A1, perception +3; Bo A2, perception +2 | Gob E1", rules).table()
    t.help_check("Bo", "Ada", "perception")
    assert ["help.check"] == t.check("Ada", "perception", 20, ability="wis", dice=[2, 9]).advantage
    t.begin_turn("Bo")
    t.help_check("Bo", "Ada", "perception")
    t.begin_turn("Bo")

    assert [] == t.check("Ada", "perception", 20, ability="wis", dice=[9]).advantage


@editions(*ALL)
def test_in_5_2_the_helper_is_proficient_in_the_skill(rules):
    t = scene("Ada A1; Bo A2 | Gob E1", rules).table()

    if rules == "srd-5.2":
        assert "action.impossible" == t.refusal("help_check", "Bo", "Ada", "perception")
    else:
        t.help_check("Bo", "Ada", "perception")
        assert "action.used" == t.refusal("help_check", "Bo", "Ada", "perception")


@clause("action.impossible")
def test_nobody_helps_itself_or_an_enemy(rules):
    t = scene("Ada A1, perception +2; Bo A2 | Gob E1", rules).table()

    assert "action.impossible" == t.refusal("help_check", "Ada", "Ada", "perception")
    assert "action.impossible" == t.refusal("help_check", "Ada", "Gob", "perception")


# Tremorsense (127)


@editions(*ALL)
@scenario(12)
def test_tremorsense_knows_the_square_of_the_hidden_but_is_no_sight(rules):
    """Ada attacks without a guess, with disadvantage; beyond 30 ft she would have to guess."""
    text = "Ada A1, glaive, shortbow, tremorsense 30 | Gob {}, hidden 25, invisible, ac 13"
    t = scene(text.format("C1"), rules).table()

    done = t.attack("Ada", "Gob", "glaive", dice=[2, 3])
    assert (["invisible.target"], "disadvantage") == (done.disadvantage, done.mode)
    assert t["Gob"].hidden_from
    assert "unlocated" == scene(text.format("I1"), rules).table().refusal("attack", "Ada", "Gob", "shortbow")
