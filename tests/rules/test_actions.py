"""The actions of a turn and what they do: Attack, Dash, Disengage, Dodge, Help, Hide, two weapons (rules.md A4, 71)."""

import pytest

from clauses import SRD, case, clause, editions, scenario
from scenes import scene
from table import Table

ALL = ("srd-5.1", "srd-5.2", "reroll")
NORMAL = "srd-5.1", "reroll"
CLUB = "club +4 1d4+2 bludgeoning"


# Attack (39)


@clause("action.used")
def test_the_attack_action_is_one_attack(rules):
    t = scene("Ada A1, longsword | Gob B1, ac 13", rules).table()

    t.attack("Ada", "Gob", "longsword", dice=[2])
    for deed in ("dash", "disengage", "dodge"):
        assert "action.used" == t.refusal(deed, "Ada")
    assert "action.used" == t.refusal("attack", "Ada", "Gob", "longsword")


@clause("action.used")
def test_extra_attack_is_two_with_any_weapons_at_any_targets(rules):
    t = scene("Ada A1, longsword, handaxe, two attacks | Gob B1, ac 13; Orc A4, ac 13", rules).table()

    t.attack("Ada", "Gob", "longsword", dice=[2])
    assert ["close-combat"] == t.attack("Ada", "Orc", "handaxe (thrown)", dice=[2, 3]).disadvantage
    assert "action.used" == t.refusal("attack", "Ada", "Gob", "longsword")


@clause("action.used")
def test_another_action_leaves_no_attack(rules):
    t = scene("Ada A1, longsword | Gob B1, ac 13", rules).table()

    t.dodge("Ada")
    assert "action.used" == t.refusal("attack", "Ada", "Gob", "longsword")
    t.begin_turn("Ada")
    t.attack("Ada", "Gob", "longsword", dice=[2])


@clause("action.used")
def test_multiattack_is_the_attacks_it_lists_each_once(rules):
    """Hook, chain and chain in any order; no third chain, no second hook."""
    attacks = {
        "hook": {"to_hit": 5, "reach": "5 ft", "damage": "1d6 piercing"},
        "chain": {"to_hit": 5, "reach": "10 ft", "damage": "1d4 slashing"},
    }
    block = {"attacks": attacks, "multiattack": ["hook", "chain", "chain"]}
    t = scene("Fiend A1 | Ada B1", rules, creatures={"Fiend": block}).table()

    t.attack("Fiend", "Ada", "chain", multiattack=True, dice=[2])
    t.attack("Fiend", "Ada", "hook", multiattack=True, dice=[2])
    assert "action.used" == t.refusal("attack", "Fiend", "Ada", "hook", multiattack=True)
    t.attack("Fiend", "Ada", "chain", multiattack=True, dice=[2])
    assert "action.used" == t.refusal("attack", "Fiend", "Ada", "chain", multiattack=True)


# Dash and Disengage (40, 41)


@editions(*ALL)
def test_dash_is_as_much_movement_again(rules):
    t = scene("Ada A1 | Gob L8", rules).table()

    told = t.dash("Ada").one("action")

    assert ("dash", "action") == (told["action"], told["cost"])
    t.move("Ada", "B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 L2")
    assert "speed.short" == t.refusal("move", "Ada", "L3")


@editions(*ALL)
def test_cunning_action_dashes_disengages_and_hides_as_a_bonus_action(rules):
    """Each in place of the others: there is one bonus action a turn."""
    t = scene("Kit A1, cunning action, shortsword | Gob B1, ac 13", rules).table()

    assert "bonus" == t.dash("Kit", bonus=True).one("action")["cost"]
    assert "action.used" == t.refusal("disengage", "Kit", bonus=True)
    t.attack("Kit", "Gob", "shortsword", dice=[2])
    t.begin_turn("Kit")
    assert "bonus" == t.disengage("Kit", bonus=True).one("action")["cost"]
    assert ["move"] == t.move("Kit", "A2 A3").types


@clause("action.used")
def test_nobody_has_a_bonus_action_unless_something_grants_it(rules):
    """Nimble Escape grants Disengage and Hide, not Dash; nothing grants Dodge."""
    t = scene("Ada A1 | Gob C1, nimble escape", rules).table()

    assert "action.used" == t.refusal("disengage", "Ada", bonus=True)
    assert "action.used" == t.refusal("dash", "Gob", bonus=True)
    t.disengage("Gob", bonus=True)


# Dodge (42)


@clause("dodge")
def test_attacks_against_a_dodger_have_disadvantage_until_its_next_turn(rules):
    t = scene(f"Ada A1 | Gob B1, {CLUB}", rules).table()
    t.dodge("Ada")
    t.end_turn("Ada")

    assert ["dodge"] == t.attack("Gob", "Ada", "club", dice=[2, 3]).disadvantage

    t.begin_turn("Gob")
    t.begin_turn("Ada")
    assert [] == t.attack("Gob", "Ada", "club", dice=[2]).disadvantage


@clause("dodge.save")
def test_a_dodger_saves_with_dexterity_at_advantage(rules):
    """DEX only, and whether or not it sees where the effect comes from."""
    t = scene("Ada A1, blinded | Gob B1", rules).table()
    t.dodge("Ada")

    assert ["dodge.save"] == t.save("Ada", "dex", 12, dice=[2, 3]).advantage
    assert [] == t.save("Ada", "con", 12, dice=[2]).advantage


@scenario(58)
@clause("unseen.attacker")
def test_dodge_is_no_help_against_the_unseen(rules):
    """Blinded, the dodger cannot see the attacker: it has advantage, no disadvantage."""
    t = scene(f"Ada A1 | Gob B1, {CLUB}", rules, light="dark", creatures={"Gob": {"senses": {"darkvision": "60 ft"}}})
    table = t.table()
    table.dodge("Ada")

    done = table.attack("Gob", "Ada", "club", dice=[2, 3])

    assert (["unseen.attacker"], []) == (done.advantage, done.disadvantage)


@editions(*ALL)
@pytest.mark.parametrize("condition", ["incapacitated", "stunned", "grappled", "restrained"])
def test_dodge_is_lost_with_the_wits_or_the_speed_and_does_not_come_back(rules, condition):
    t = scene(f"Ada A1 | Gob B1, {CLUB}", rules).table()
    t.dodge("Ada")

    t.impose("Ada", condition, source="Gob", rounds=1)
    assert "dodge" not in t.attack("Gob", "Ada", "club", dice=_dice_for(t, condition)).disadvantage
    t.end_turn("Ada")
    t.begin_turn("Gob")

    assert [] == t.conditions("Ada")
    assert [] == t.attack("Gob", "Ada", "club", dice=[2]).disadvantage


def _dice_for(t: Table, condition: str) -> list[int]:
    return [2, 3] if condition in ("stunned", "restrained") else [2]


@editions(*ALL)
def test_dodge_at_speed_0_is_an_action_for_nothing(rules):
    t = scene(f"Ada A1, grappled by Gob | Gob B1, {CLUB}", rules).table()

    t.dodge("Ada")

    assert not t["Ada"].is_dodging
    assert [] == t.attack("Gob", "Ada", "club", dice=[2]).disadvantage


# Help (43)


@case("N008")
@clause("help.attack", editions=["srd-5.1", "reroll"])
def test_help_serves_the_one_ally_it_names_in_5_1(rules):
    """Only Ada, on her first attack roll against Gob before Bo's next turn."""
    t = scene("Ada A1, longsword, two attacks; Bo B2; Cid C1, club +4 1d4+2 | Gob B1, ac 15, hp 60", rules).table()
    t.help("Bo", "Ada", "Gob")

    assert [] == t.attack("Cid", "Gob", "club", dice=[2]).advantage
    assert ["help.attack"] == t.attack("Ada", "Gob", "longsword", dice=[2, 3]).advantage
    assert [] == t.attack("Ada", "Gob", "longsword", dice=[2]).advantage


@case("N009")
@scenario(60)
@clause("help.attack", editions=["srd-5.2"])
@clause("prone.attacker", editions=["srd-5.2"])
def test_help_serves_the_next_attack_of_any_ally_in_5_2_and_is_spent_though_cancelled(rules):
    """The third ally, prone: help and prone cancel; Ada gets none."""
    t = scene("Ada A1, longsword; Bo B2; Cid C1, club +4 1d4+2, prone | Gob B1, ac 15", rules).table()
    t.help("Bo", "Ada", "Gob")

    done = t.attack("Cid", "Gob", "club", dice=[2])

    assert (["help.attack"], ["prone.attacker"], "normal") == (done.advantage, done.disadvantage, done.mode)
    assert [] == t.attack("Ada", "Gob", "longsword", dice=[2]).advantage


@scenario(60)
@clause("help.attack", editions=["srd-5.1"])
def test_help_is_spent_by_a_roll_that_it_could_not_better(rules):
    """A1 attacks while prone: straight, and Help is gone."""
    t = scene("Ada A1, longsword, two attacks, prone; Bo B2 | Gob B1, ac 15", rules).table()
    t.help("Bo", "Ada", "Gob")

    assert "normal" == t.attack("Ada", "Gob", "longsword", dice=[2]).mode
    assert ([], "disadvantage") == (lambda d: (d.advantage, d.mode))(t.attack("Ada", "Gob", "longsword", dice=[2, 3]))


@editions(*ALL)
def test_help_is_no_help_against_another_and_ends_with_the_helpers_next_turn(rules):
    t = scene("Ada A1, longsword; Bo B2 | Gob B1, ac 15; Orc A2, ac 15", rules).table()
    t.help("Bo", "Ada", "Gob")

    assert [] == t.attack("Ada", "Orc", "longsword", dice=[2]).advantage
    t.begin_turn("Ada")
    t.begin_turn("Bo")
    assert [] == t.attack("Ada", "Gob", "longsword", dice=[2]).advantage


@clause("reach.out")
def test_help_distracts_an_enemy_within_5_ft_of_the_helper(rules):
    t = scene("Ada A1; Bo A3 | Gob B1", rules).table()

    assert "reach.out" == t.refusal("help", "Bo", "Ada", "Gob")


@clause("help.attack")
def test_two_helpers_are_two_causes_where_re_rolls_stack(rules):
    """HELP counts per helper: net +2 under `reroll`, plain advantage in both SRD editions."""
    t = scene("Ada A1, longsword; Bo B2; Cid C1 | Gob B1, ac 15", rules).table()
    t.help("Bo", "Ada", "Gob")
    t.help("Cid", "Ada", "Gob")

    done = t.attack("Ada", "Gob", "longsword", dice=[2, 3, 4] if rules == "reroll" else [2, 3])

    assert (2 if rules == "reroll" else 1) == done.net


# Hide (46)

CORNER = ["...#....", "...#....", "...#....", "........", "........"]


@editions(*ALL)
def test_nobody_hides_from_an_enemy_that_sees_it(rules):
    """In plain view there is nothing to roll."""
    t = scene("Kit A1 | Gob H1", rules).table()

    assert "action.impossible" == t.refusal("hide", "Kit")


@editions("srd-5.1", "reroll")
@pytest.mark.parametrize(("die", "tie"), [(7, True), (8, False), (6, None)])
def test_stealth_must_beat_passive_perception_in_5_1_and_reach_it_under_reroll(rules, die, tie):
    """Stealth +5 against passive 12: 12 is seen in 5.1 and hidden under `reroll`, 13 hides, 11 does not."""
    t = scene("Kit A2, stealth +5 | Gob E2, perception +2", rules, map=CORNER).table()

    done = t.hide("Kit", dice=[die])

    is_hidden = rules == "reroll" if tie else tie is False
    assert is_hidden == (t["Kit"].hidden_from != 0)
    assert (5 + die if is_hidden else None) == done.one("check")["hidden"]
    assert ("stealth", "hide") == (done.roll["skill"], done.roll["purpose"])


@editions("srd-5.2")
@pytest.mark.parametrize(("die", "is_hidden"), [(10, True), (9, False)])
def test_hiding_is_a_check_against_dc_15_in_5_2(rules, die, is_hidden):
    """Stealth +5: 15 hides whatever the enemy's Perception."""
    t = scene("Kit A2, stealth +5 | Gob E2, perception +12", rules, map=CORNER).table()

    done = t.hide("Kit", dice=[die])

    assert (15, is_hidden) == (done.roll["target_number"], t["Kit"].hidden_from != 0)


@clause("unseen.attacker", editions=["srd-5.1", "reroll"])
@clause("invisible.attacker", editions=["srd-5.2"])
def test_an_attack_from_hiding_has_advantage_and_gives_the_hider_away(rules):
    """Hit or miss: the second shot is straight. In 5.2 the hidden count as Invisible."""
    t = scene("Kit A5, shortbow, two attacks, hidden 17 | Gob H2, ac 13", rules, map=CORNER).table()

    first = t.attack("Kit", "Gob", "shortbow", dice=[2, 3])
    second = t.attack("Kit", "Gob", "shortbow", dice=[2])

    assert (1, 0) == (first.net, second.net)
    assert 0 == t["Kit"].hidden_from


@editions(*ALL)
def test_a_hider_that_walks_into_plain_view_is_found_at_the_end_of_the_step(rules):
    """D-20: as soon as an enemy would see it, were it not hidden, with less than three-quarters cover."""
    t = scene("Kit A2, stealth +10 | Gob H2", rules, map=CORNER).table()
    t.hide("Kit", dice=[10])
    assert t["Kit"].hidden_from

    t.move("Kit", "A3")
    assert t["Kit"].hidden_from, "still behind the wall"
    t.move("Kit", "B4 C4 D4")
    assert 0 == t["Kit"].hidden_from


@editions(*ALL)
def test_an_enemy_that_walks_round_the_corner_finds_the_hider(rules):
    t = scene("Kit A2, stealth +10 | Gob H2", rules, map=CORNER).table()
    t.hide("Kit", dice=[10])

    t.move("Gob", "G3 F4 E4 D4")

    assert 0 == t["Kit"].hidden_from


@clause("poisoned.checks")
def test_hiding_is_an_ability_check(rules):
    t = scene("Kit A2, stealth +5, poisoned | Gob E2", rules, map=CORNER).table()

    assert ["poisoned.checks"] == t.hide("Kit", dice=[15, 18]).disadvantage


# Two weapons (71)


@editions("srd-5.1", "srd-5.2")
@case("C140")
def test_the_bonus_attack_with_a_second_light_weapon_leaves_the_modifier_out_of_the_damage(rules):
    """Attack total 12 hits; damage is the die alone."""
    t = scene("Kit A1, dex 16, shortsword, dagger | Gob B1, ac 12", rules).table()
    t.attack("Kit", "Gob", "shortsword", dice=[2])

    done = t.extra_attack("Kit", "Gob", "dagger", dice=[7, 3])

    assert ("HIT 12", 3) == (done.summary, done.damage)
    assert "action.used" == t.refusal("extra_attack", "Kit", "Gob", "dagger")


@clause("action.used")
@case("C142")
def test_two_weapons_that_are_not_light_are_no_pair(rules):
    t = scene("Kit A1, longsword | Gob B1, ac 12", rules).table()
    t.attack("Kit", "Gob", "longsword", dice=[2])

    assert "action.used" == t.refusal("extra_attack", "Kit", "Gob", "longsword")


@clause("action.used")
def test_the_bonus_attack_follows_an_attack_with_a_light_weapon(rules):
    t = scene("Kit A1, longsword, dagger | Gob B1, ac 12", rules).table()

    assert "action.used" == t.refusal("extra_attack", "Kit", "Gob", "dagger")
    t.attack("Kit", "Gob", "longsword", dice=[2])
    assert "action.used" == t.refusal("extra_attack", "Kit", "Gob", "dagger")


@clause("hand.none")
def test_the_second_weapon_is_another_one_and_light(rules):
    """The same dagger cannot be both; two of them can."""
    t = scene("Kit A1, dagger, longsword | Gob B1, ac 12", rules).table()
    t.attack("Kit", "Gob", "dagger", dice=[2])
    assert "hand.none" == t.refusal("extra_attack", "Kit", "Gob", "dagger")
    assert "hand.none" == t.refusal("extra_attack", "Kit", "Gob", "longsword")

    pair = scene("Kit A1, dagger, holds dagger and dagger | Gob B1, ac 12", rules).table()
    pair.attack("Kit", "Gob", "dagger", dice=[2])
    assert "MISS 7" == pair.extra_attack("Kit", "Gob", "dagger", dice=[2]).summary


@scenario(72)
@editions(*ALL)
def test_a_light_crossbow_of_the_hand_opens_the_bonus_attack_in_5_2_only(rules):
    """Hand crossbow, then shortsword: 5.1 wants two light melee weapons."""
    t = scene("Kit A1, hand crossbow, shortsword | Gob C1, ac 12; Orc B1, ac 12, reaction used", rules).table()
    t.attack("Kit", "Gob", "hand crossbow", dice=[2, 3])

    if rules == "srd-5.2":
        assert "MISS 7" == t.extra_attack("Kit", "Orc", "shortsword", dice=[2]).summary
    else:
        assert "action.used" == t.refusal("extra_attack", "Kit", "Orc", "shortsword")


@scenario(72)
@editions(*ALL)
def test_the_second_light_weapon_may_be_thrown(rules):
    t = scene("Kit A1, dagger, holds dagger and dagger | Gob B1, ac 12; Orc A4, ac 12", rules).table()
    t.attack("Kit", "Gob", "dagger", dice=[2])

    assert "dagger (thrown)" == t.extra_attack("Kit", "Orc", "dagger (thrown)", dice=[2, 3]).roll["attack"]


@editions(*ALL)
def test_multiattack_opens_no_bonus_attack_where_it_is_an_action_of_its_own(rules):
    """161: 5.1 Multiattack is no Attack action; in 5.2 it is used within one."""
    t = scene(
        "Kit A1, shortsword, dagger | Gob B1, ac 12", rules, creatures={"Kit": {"multiattack": ["shortsword"]}}
    ).table()
    t.attack("Kit", "Gob", "shortsword", multiattack=True, dice=[2])

    if rules == "srd-5.2":
        t.extra_attack("Kit", "Gob", "dagger", dice=[2])
    else:
        assert "action.used" == t.refusal("extra_attack", "Kit", "Gob", "dagger")


@clause("incapacitated", editions=SRD)
@pytest.mark.parametrize("deed", ["dash", "disengage", "dodge", "hide"])
def test_the_incapacitated_take_no_action(rules, deed):
    t = scene("Kit A1, incapacitated, cunning action | Gob E1", rules, map=CORNER).table()

    assert "incapacitated" == t.refusal(deed, "Kit")
    if deed != "dodge":
        assert "incapacitated" == t.refusal(deed, "Kit", bonus=True)
