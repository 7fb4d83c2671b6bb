"""Grapple, shove, drag, escape: by contest in 5.1, by saving throw in 5.2 (rules.md A7)."""

import pytest

from clauses import case, clause, editions, scenario
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
CONTESTS = ("srd-5.1", "reroll")


# The roll (87, 88, 92)


@editions("srd-5.1")
@scenario(50)
@case("C119")
def test_a_grapple_is_a_contest_and_a_tie_changes_nothing(rules):
    """Athletics 15 against 15: not grappled; that attack is spent, one of two remains."""
    t = scene("Bram A1, athletics +6, two attacks | Thug B1, athletics +2, acrobatics +0", rules).table()

    done = t.grapple("Bram", "Thug", dice=[9, 13])

    assert ["contest"] == done.types
    contest = done.one("contest")
    assert ("athletics", "grapple", False, 15) == tuple(contest[k] for k in ("skill", "purpose", "won", "total"))
    assert ("Thug", "athletics", 15) == tuple(contest["opposed"][k] for k in ("name", "skill", "total"))
    assert [] == t.conditions("Thug")
    assert ["grappled"] == t.grapple("Bram", "Thug", dice=[10, 13]).gained
    assert "action.used" == t.refusal("grapple", "Bram", "Thug")


@editions("reroll")
@scenario(50)
@case("N007")
def test_a_tie_goes_to_the_actor_where_the_defenders_total_is_the_difficulty(rules):
    """D-7: both totals 15, grappled."""
    t = scene("Ada A1, athletics +5 | Gob B1, athletics +5", rules).table()

    assert ["grappled"] == t.grapple("Ada", "Gob", dice=[10, 10]).gained


@editions("reroll")
def test_a_natural_1_decides_an_opposed_roll(rules):
    """D-7: the actor's natural 1 fails; the defender's (the actor has none) lets the actor succeed."""
    t = scene("Ada A1, athletics +15 | Gob B1, athletics +15", rules).table()
    assert not t.grapple("Ada", "Gob", dice=[1, 2, 2]).one("contest")["won"]

    t = scene("Ada A1, athletics +0 | Gob B1, athletics +15", rules).table()
    assert t.grapple("Ada", "Gob", dice=[2, 1, 2]).one("contest")["won"]


@editions(*CONTESTS)
def test_the_defender_takes_the_skill_that_serves_it_better(rules):
    """Acrobatics +6 before Athletics +1; equal ones: Athletics."""
    t = scene("Bram A1, athletics +6 | Thug B1, athletics +1, acrobatics +6; Orc A2", rules).table()
    assert "acrobatics" == t.grapple("Bram", "Thug", dice=[2, 10]).one("contest")["opposed"]["skill"]

    t.begin_turn("Bram")
    assert "athletics" == t.grapple("Bram", "Orc", dice=[2, 10]).one("contest")["opposed"]["skill"]


@editions("srd-5.2")
def test_a_grapple_is_a_saving_throw_against_8_and_strength_and_proficiency(rules):
    """STR 16, proficiency 2: DC 13; the target saves with STR or DEX, the attacker rolls nothing."""
    t = scene("Ada A1, str 16 | Gob B1, str save +1, dex save +3; Orc A2", rules).table()

    done = t.grapple("Ada", "Gob", dice=[9])

    save = done.one("save")
    assert ("Gob", "dex", "grapple", "Ada", 13, 12, "failure") == tuple(
        save[key] for key in ("actor", "ability", "because", "by", "target_number", "total", "degree")
    )
    assert ["grappled"] == done.gained
    t.begin_turn("Ada")
    assert "str" == t.grapple("Ada", "Orc", dice=[13]).one("save")["ability"], "a tie is STR"
    assert [] == t.conditions("Orc")


@editions("srd-5.1")
@scenario(49)
@clause("poisoned.checks", editions=["srd-5.1"])
def test_a_poisoned_wrestler_contests_with_disadvantage(rules):
    """It is an ability check: 0.458125 instead of 0.6175 for +5 against +2."""
    well = scene("Ada A1, athletics +5 | Gob B1, athletics +2", rules)
    ill = scene("Ada A1, athletics +5, poisoned | Gob B1, athletics +2", rules)

    assert 0.6175 == well.explain("Ada", "Gob", action="grapple")["p_success"]
    assert 0.458125 == ill.explain("Ada", "Gob", action="grapple")["p_success"]
    done = ill.table().grapple("Ada", "Gob", dice=[15, 9, 11])
    assert (["poisoned.checks"], 14) == (done.disadvantage, done.roll["total"])


@editions("srd-5.2")
@scenario(49)
def test_poison_matters_to_neither_side_of_a_saving_throw(rules):
    t = scene("Ada A1, str 16, poisoned | Gob B1, poisoned", rules).table()

    done = t.grapple("Ada", "Gob", dice=[12])

    assert (13, [], "normal") == (done.roll["target_number"], done.disadvantage, done.mode)


@clause("restrained.save", editions=["srd-5.2"])
@scenario(48)
def test_restraint_burdens_the_dexterity_save_so_that_the_target_takes_strength(rules):
    """DEX +3 with disadvantage or STR +1: STR has the better chance against DC 13."""
    t = scene("Ada A1, str 16 | Gob B1, str save +1, dex save +3, restrained", rules).table()
    assert "str" == t.grapple("Ada", "Gob", dice=[5]).one("save")["ability"]

    t = scene("Ada A1, str 16 | Gob B1, str save -5, dex save +8, restrained", rules).table()
    done = t.grapple("Ada", "Gob", dice=[9, 4])
    assert ("dex", ["restrained.save"], 12) == (done.roll["ability"], done.disadvantage, done.roll["total"])


@clause("dodge.save", editions=["srd-5.2"])
@scenario(48)
def test_a_dodging_target_saves_with_dexterity_at_advantage_until_it_is_held(rules):
    """Dodge helps the DEX option; Speed 0 ends Dodge."""
    t = scene("Ada A1, str 16, two attacks | Gob B1, dodging", rules).table()

    done = t.grapple("Ada", "Gob", dice=[3, 5])

    assert ("dex", ["dodge.save"]) == (done.roll["ability"], done.advantage)
    assert not t["Gob"].is_dodging
    assert [] == t.shove("Ada", "Gob", dice=[3]).advantage


# Who may be gripped (89, 90, 91)


@clause("size.larger")
@case("C117")
@scenario(45)
@pytest.mark.parametrize(("size", "target"), [("small", "large"), ("medium", "huge"), ("small", "gargantuan")])
def test_nobody_two_sizes_larger_is_grappled_or_shoved(rules, size, target):
    """Refused before any roll."""
    t = scene(f"Nib A1, {size}, athletics +2 | Wyrm B1, {target}", rules).table()

    assert "size.larger" == t.refusal("grapple", "Nib", "Wyrm")
    assert "size.larger" == t.refusal("shove", "Nib", "Wyrm")


@editions(*ALL)
@scenario(45)
def test_one_size_larger_or_any_size_smaller_may_be_gripped(rules):
    """Human and ogre, either way."""
    small = [2] if rules == "srd-5.2" else [15, 2]
    assert ["grappled"] == scene("Nib A1 | Ogre B1, large", rules).table().grapple("Nib", "Ogre", dice=small).gained
    assert ["grappled"] == scene("Ogre A1, large | Nib C1", rules).table().grapple("Ogre", "Nib", dice=small).gained


@clause("hand.none")
@scenario(51)
def test_a_grapple_needs_a_free_hand_and_a_shove_none(rules):
    t = scene("Ada A1, longsword, holds longsword and shield, two attacks | Gob B1", rules).table()

    assert "hand.none" == t.refusal("grapple", "Ada", "Gob")
    assert ["prone"] == t.shove("Ada", "Gob", dice=[2] if rules == "srd-5.2" else [15, 2]).gained


@clause("hand.none")
def test_one_creature_a_hand(rules):
    """A sword in one hand: the other holds one captive, not two; letting go frees the hand."""
    t = scene("Ada A1, longsword, holds longsword | Gob B1, grappled by Ada; Orc A2", rules).table()

    assert "hand.none" == t.refusal("grapple", "Ada", "Orc")
    t.release("Ada", "Gob")
    assert ["grappled"] == t.grapple("Ada", "Orc", dice=[2] if rules == "srd-5.2" else [15, 2]).gained


@clause("reach.out")
def test_a_grip_reaches_5_ft(rules):
    """Whatever weapon is held: a glaive lends no reach to a hand."""
    t = scene("Ada A1, glaive | Gob C1", rules).table()

    assert "reach.out" == t.refusal("grapple", "Ada", "Gob")
    assert "reach.out" == t.refusal("shove", "Ada", "Gob")


@clause("helpless.save", editions=["srd-5.2"])
@case("C121")
@scenario(55)
@pytest.mark.parametrize("condition", ["paralyzed", "petrified", "stunned", "unconscious"])
def test_the_helpless_fail_their_save_without_a_roll_in_5_2(rules, condition):
    t = scene(f"Bram A1, two attacks | Thug B1, {condition}", rules).table()

    done = t.grapple("Bram", "Thug")

    assert ("failure", None, []) == (done.roll["automatic"], done.roll["total"], done.roll["dice"])
    assert ["grappled"] == done.gained
    t.shove("Bram", "Thug", "push")
    assert "C1" == t.square("Thug")


@editions(*CONTESTS)
@scenario(55)
def test_a_helpless_creature_still_contests_in_5_1(rules):
    """The text asks for the contest; nobody wins it unrolled."""
    t = scene("Bram A1 | Thug B1, paralyzed", rules).table()

    assert [] == t.grapple("Bram", "Thug", dice=[3, 15]).gained


@clause("incapacitated")
@case("C123")
def test_the_stunned_grapple_nobody(rules):
    t = scene("Bram A1, stunned | Thug B1", rules).table()

    assert "incapacitated" == t.refusal("grapple", "Bram", "Thug")


@clause("charmed.attacker")
def test_the_charmed_do_not_grip_their_charmer(rules):
    t = scene("Bram A1, charmed by Thug | Thug B1", rules).table()

    assert "charmed.attacker" == t.refusal("grapple", "Bram", "Thug")
    assert "charmed.attacker" == t.refusal("shove", "Bram", "Thug")


@clause("action.used")
def test_a_grip_takes_the_place_of_one_attack_of_the_attack_action(rules):
    """One of two attacks; not one of Multiattack."""
    t = scene("Ada A1, longsword, two attacks | Gob B1, ac 13", rules).table()
    t.attack("Ada", "Gob", "longsword", dice=[2])
    t.shove("Ada", "Gob", dice=[15] if rules == "srd-5.2" else [2, 15])
    assert "action.used" == t.refusal("attack", "Ada", "Gob", "longsword")

    t = scene("Ada A1, longsword | Gob B1", rules, creatures={"Ada": {"multiattack": ["longsword"] * 2}}).table()
    t.attack("Ada", "Gob", "longsword", multiattack=True, dice=[2])
    assert "action.used" == t.refusal("grapple", "Ada", "Gob")


# Held (93)


@clause("grappled")
@scenario(47)
def test_the_grappled_have_speed_0(rules):
    t = scene("Ada A1 | Gob B1", rules).table()
    t.grapple("Gob", "Ada", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert 0 == t["Ada"].speed_ft
    assert "speed.zero" == t.refusal("move", "Ada", "A2")
    t.dash("Ada")
    assert "speed.zero" == t.refusal("move", "Ada", "A2"), "twice nothing"


@clause("grappled.attacks", editions=["srd-5.2"])
@scenario(54)
def test_the_grappled_attack_others_than_the_grappler_with_disadvantage_in_5_2(rules):
    t = scene("Ttt A1, longsword, two attacks, grappled by Ggg | Ggg B1; Hhh A2", rules).table()

    assert ([], "normal") == (lambda d: (d.disadvantage, d.mode))(t.attack("Ttt", "Ggg", "longsword", dice=[2]))
    assert ["grappled.attacks"] == t.attack("Ttt", "Hhh", "longsword", dice=[2, 3]).disadvantage


@editions(*CONTESTS)
@scenario(54)
def test_the_grappled_attack_as_ever_in_5_1(rules):
    t = scene("Ttt A1, longsword, grappled by Ggg | Ggg B1; Hhh A2", rules).table()

    assert [] == t.attack("Ttt", "Hhh", "longsword", dice=[2]).disadvantage


@clause("prone.near", editions=["srd-5.1", "reroll"])
@scenario(47)
def test_the_grappled_and_prone_are_easy_targets_and_poor_fighters(rules):
    t = scene("Ttt A1, longsword, grappled by Ggg, prone | Ggg B1, club +4 1d4+2", rules).table()

    assert ["prone.near"] == t.attack("Ggg", "Ttt", "club", dice=[2, 3]).advantage
    assert ["prone.attacker"] == t.attack("Ttt", "Ggg", "longsword", dice=[2, 3]).disadvantage


@editions(*ALL)
@scenario(48)
def test_a_grappled_creature_has_no_use_of_dodge(rules):
    t = scene("Ttt A1, grappled by Ggg | Ggg B1, club +4 1d4+2", rules).table()

    t.dodge("Ttt")

    assert [] == t.attack("Ggg", "Ttt", "club", dice=[2]).disadvantage


# Getting free (96 to 99)


@editions(*ALL)
def test_letting_go_costs_nothing_and_needs_no_turn_of_ones_own(rules):
    t = scene("Bram A1, longsword | Cat B1, ac 13, grappled by Bram", rules).table()

    done = t.release("Bram", "Cat")

    assert ("released", 30) == (done.one("condition-off")["because"], t["Cat"].speed_ft)
    t.attack("Bram", "Cat", "longsword", dice=[2])


@editions("srd-5.1")
@scenario(50)
def test_an_escape_is_a_contest_with_the_grapplers_athletics(rules):
    """An action; 15 against 15 leaves the escapee held, 16 frees it. The grappler has no choice of skill."""
    t = scene(
        "Ada A1, athletics +3, acrobatics +5, grappled by Ogre | Ogre B1, athletics +2, acrobatics +9", rules
    ).table()

    done = t.escape("Ada", "Ogre", dice=[10, 13])
    contest = done.one("contest")
    assert ("acrobatics", "escape", False) == tuple(contest[key] for key in ("skill", "purpose", "won"))
    assert "athletics" == contest["opposed"]["skill"]
    assert "action.used" == t.refusal("escape", "Ada", "Ogre")

    t.begin_turn("Ada")
    assert "escaped" == t.escape("Ada", "Ogre", dice=[11, 13]).one("condition-off")["because"]


@editions("reroll")
@scenario(50)
def test_a_tied_escape_succeeds_where_the_tie_goes_to_the_actor(rules):
    t = scene("Ada A1, athletics +5, grappled by Ogre | Ogre B1, athletics +5", rules).table()

    assert ["grappled"] == t.escape("Ada", "Ogre", dice=[10, 10]).lost


@editions("srd-5.2")
def test_an_escape_is_a_check_against_the_escape_dc_in_5_2(rules):
    """8 + STR + proficiency of the grappler: STR 18, DC 14; reaching it frees."""
    t = scene("Ada A1, athletics +3, acrobatics +1, grappled by Ogre | Ogre B1, str 18", rules).table()

    failed = t.escape("Ada", "Ogre", dice=[10])
    assert ("check", 14, 13, "failure", "escape") == tuple(
        failed.roll[key] for key in ("roll", "target_number", "total", "degree", "purpose")
    )
    t.begin_turn("Ada")
    assert ["grappled"] == t.escape("Ada", "Ogre", dice=[11]).lost


@clause("poisoned.checks")
def test_poison_burdens_an_escape_in_every_edition(rules):
    """A check or a contest, but never a save."""
    t = scene("Ada A1, poisoned, grappled by Ogre | Ogre B1", rules).table()

    assert ["poisoned.checks"] == t.escape("Ada", "Ogre", dice=[5, 6] if rules == "srd-5.2" else [5, 6, 7]).disadvantage


@editions(*ALL)
@scenario(53)
@pytest.mark.parametrize("condition", ["incapacitated", "stunned", "unconscious"])
def test_a_grapple_ends_when_the_grappler_is_incapacitated(rules, condition):
    t = scene("Bram A1 | Cat B1, grappled by Bram", rules).table()

    done = t.impose("Bram", condition)

    assert ("grappled", "source gone") == tuple(done.one("condition-off")[key] for key in ("condition", "because"))


@editions(*ALL)
@scenario(53)
def test_a_grappler_knocked_prone_holds_on(rules):
    t = scene("Bram A1 | Cat B1, grappled by Bram", rules).table()

    assert [] == t.impose("Bram", "prone").lost
    assert ["grappled"] == t.conditions("Cat")


@editions(*ALL)
def test_a_grapple_ends_with_the_grapplers_death(rules):
    t = scene("Bram A1; Bo A8 | Cat B1, grappled by Bram", rules).table()

    assert ["grappled"] == t.hurt("Bram", (20, "fire")).lost


@editions(*ALL)
@scenario(52)
def test_a_friends_shove_out_of_reach_ends_a_grapple(rules):
    """G(0,1) holds T(1,1); T's friend at (0,2) shoves T along the line of centres to (2,0): 10 ft from G."""
    t = scene("Fred A3; Ttt B2, grappled by Ggg | Ggg A2", rules).table()

    done = t.shove("Fred", "Ttt", "push", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert ("C1", "out of reach") == (t.square("Ttt"), done.one("condition-off")["because"])


@editions(*ALL)
@case("C129")
def test_a_long_grip_holds_as_far_as_it_reaches(rules):
    """Croc holds Ada with a tentacle of 15 ft; shoved from 5 to 10 ft she is still held."""
    tentacle = {"to_hit": 5, "reach": "15 ft", "damage": "1d6 bludgeoning", "hit": ["grappled (escape dc 13)"]}
    t = scene(
        "Ada C4; Bram D5, two attacks | Croc D4", rules, creatures={"Croc": {"attacks": {"tentacle": tentacle}}}
    ).table()
    t.attack("Croc", "Ada", "tentacle", dice=[15, 3])
    assert ["grappled"] == t.conditions("Ada")

    t.shove("Bram", "Ada", "push", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert ("B3", ["grappled"]) == (t.square("Ada"), t.conditions("Ada"))


BITE = {
    "to_hit": 3,
    "reach": "5 ft",
    "damage": "1d6+1 piercing",
    "hit": ["grappled (escape dc 11)", "restrained"],
}


@editions(*ALL)
@case("C131")
@clause("restrained.attacker")
def test_who_beats_the_escape_dc_is_neither_grappled_nor_restrained(rules):
    """A hit grapples without a contest; a total of 11 meets escape DC 11; the restraint lasts as long as the grip."""
    t = scene(
        "Ada A1, ac 15, longsword, athletics +3 | Frog B1, ac 11",
        rules,
        creatures={"Frog": {"attacks": {"bite": BITE}}},
    ).table()
    assert ["grappled", "restrained"] == t.attack("Frog", "Ada", "bite", dice=[13, 2]).gained
    assert ["restrained.attacker"] == t.attack("Ada", "Frog", "longsword", dice=[2, 3]).disadvantage

    t.begin_turn("Ada")
    done = t.escape("Ada", "Frog", dice=[8])

    assert ("check", 11, 11) == tuple(done.roll[key] for key in ("roll", "target_number", "total"))
    assert ["grappled", "restrained"] == done.lost
    assert [] == t.conditions("Ada")


@editions(*ALL)
def test_the_restraint_of_a_grip_ends_with_the_grip_however_it_ends(rules):
    t = scene("Ada A1, ac 15 | Frog B1, ac 11", rules, creatures={"Frog": {"attacks": {"bite": BITE}}}).table()
    t.attack("Frog", "Ada", "bite", dice=[13, 2])

    t.impose("Frog", "stunned")

    assert [] == t.conditions("Ada")


# Shove (100, 101)


@editions(*ALL)
def test_a_shove_lays_prone_or_pushes_5_ft_as_the_shover_chooses(rules):
    won = [2] if rules == "srd-5.2" else [15, 2]
    t = scene("Ada A1, two attacks | Gob B1", rules).table()

    prone = t.shove("Ada", "Gob", "prone", dice=won)
    assert (["prone"], "B1") == (prone.gained, t.square("Gob"))
    pushed = t.shove("Ada", "Gob", "push", dice=won)

    assert ("C1", ["C1"]) == (t.square("Gob"), pushed.one("move")["path"])
    purpose = "because" if rules == "srd-5.2" else "purpose"
    assert ("shove prone", "shove push") == (prone.roll[purpose], pushed.roll[purpose])


@editions("reroll")
def test_a_tied_shove_goes_to_the_shover(rules):
    t = scene("Ada A1, athletics +2 | Gob B1, athletics +2", rules).table()

    assert ["prone"] == t.shove("Ada", "Gob", dice=[10, 10]).gained


@editions(*ALL)
@pytest.mark.parametrize(
    ("shover", "to"),
    [("C2", "C4"), ("B2", "D4"), ("B3", "D3"), ("D4", "B2")],
)
def test_a_push_goes_straight_away_along_the_line_of_centres(rules, shover, to):
    t = scene(f"Ada {shover} | Gob C3", rules, size=(6, 6)).table()

    t.shove("Ada", "Gob", "push", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert to == t.square("Gob")


@editions(*ALL)
def test_a_blocked_push_takes_the_next_free_square_that_is_farther_away(rules):
    """D-13: another square only if the one on the line is blocked, and only if it leads away."""
    t = scene("Ada A2; Bo C2 | Gob B2", rules, size=(6, 3)).table()

    t.shove("Ada", "Gob", "push", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert "C1" == t.square("Gob")


@editions(*ALL)
def test_a_push_with_nowhere_to_go_moves_nobody(rules):
    t = scene("Ada A1 | Gob B1", rules, map=["..#", "..#"]).table()

    done = t.shove("Ada", "Gob", "push", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert ("B1", []) == (t.square("Gob"), done.all("move"))


@editions(*ALL)
def test_whoever_is_pushed_over_an_edge_is_out_of_the_fight(rules):
    """Squares without a floor: the pushed creature leaves, and whoever it held is free."""
    t = scene("Ada A1; Bo B2, grappled by Gob | Gob B1; Orc F1", rules, map=[".._...", ".._..."]).table()

    done = t.shove("Ada", "Gob", "push", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert ("left", None, "over the edge") == (t.status("Gob"), t.square("Gob"), done.one("leave")["because"])
    assert ["grappled"] == done.lost
    assert not t.fight.ends()


@editions(*ALL)
def test_a_fight_is_over_when_the_last_of_a_side_goes_over_the_edge(rules):
    t = scene("Ada A1 | Gob B1", rules, map=[".._", ".._"]).table()

    t.shove("Ada", "Gob", "push", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert t.fight.ends()
    assert 0 == t.fight.winner()


@editions(*ALL)
def test_a_big_creature_falls_only_when_nothing_under_it_has_a_floor(rules):
    """Half over the edge a Large creature still stands."""
    t = scene("Ada A1 | Ogre B1, large; Orc A2", rules, map=["..._...", "..._..."]).table()

    t.shove("Ada", "Ogre", "push", dice=[2] if rules == "srd-5.2" else [15, 2])

    assert ("C1", "up") == (t.square("Ogre"), t.status("Ogre"))


@editions(*ALL)
def test_what_comes_with_a_grip_but_lies_on_its_own_outlasts_it(rules):
    """Knocked prone by the bite that holds: free again, one still lies."""
    bite = {**BITE, "hit": ["prone", "grappled (escape dc 11)"]}
    t = scene("Ada A1, ac 15 | Frog B1, ac 11", rules, creatures={"Frog": {"attacks": {"bite": bite}}}).table()
    t.attack("Frog", "Ada", "bite", dice=[13, 2])

    t.impose("Frog", "stunned")

    assert ["prone"] == t.conditions("Ada")


@editions(*ALL)
def test_a_grip_on_a_hit_without_an_escape_dc(rules):
    """5.1: 10 + the monster's Athletics, a check and no contest; 5.2: the grappler's usual DC."""
    claw = {"to_hit": 4, "reach": "5 ft", "damage": "1d6 slashing", "hit": ["grappled"]}
    t = scene("Ada A1, ac 13 | Crab B1, str 14, athletics +5", rules, creatures={"Crab": {"attacks": {"claw": claw}}})
    table = t.table()
    table.attack("Crab", "Ada", "claw", dice=[13, 2])

    escaped = table.escape("Ada", "Crab", dice=[12] if rules == "srd-5.2" else [15])

    assert ("check", 12 if rules == "srd-5.2" else 15) == (escaped.roll["roll"], escaped.roll["target_number"])
    assert [] == table.conditions("Ada")


@editions(*ALL)
@case("C131")
@pytest.mark.parametrize(
    ("attack", "state", "dc"),
    [
        (BITE, "grappled by Frog", 11),
        (BITE, "grappled by Frog (escape DC 17)", 17),
        (BITE | {"hit": [{"save": "str 12", "fail": ["grappled (escape DC 13)"]}]}, "grappled by Frog", 13),
    ],
)
def test_a_hold_of_the_scenario_has_the_escape_dc_of_the_block(rules, attack, state, dc):
    """`grappled by Frog` is the bite's hold, unless the state says a DC of its own."""
    t = scene(
        "Ada A1, ac 15 | Frog B1, ac 11",
        rules,
        creatures={"Frog": {"attacks": {"bite": attack}}, "Ada": {"skills": {"athletics": 3}}},
        sides={
            "heroes": [{"creature": "Ada", "at": "A1", "state": {"conditions": [state, "restrained by Frog"]}}],
            "foes": [{"creature": "Frog", "at": "B1"}],
        },
    ).table()

    t.begin_turn("Ada")
    done = t.escape("Ada", "Frog", dice=[dc - 3])

    assert ("check", dc, dc) == tuple(done.roll[key] for key in ("roll", "target_number", "total"))
    assert ["grappled", "restrained"] == done.lost


@editions(*ALL)
def test_a_hold_of_the_scenario_reaches_as_far_as_the_attack_that_grapples(rules):
    t = scene(
        "Ada A1, ac 15, grappled by Frog | Frog C1, ac 11",
        rules,
        creatures={"Frog": {"attacks": {"tongue": BITE | {"reach": "10 ft"}}}},
    ).table()

    assert ["grappled"] == t.conditions("Ada")


@editions(*CONTESTS)
def test_a_hold_of_the_scenario_without_a_dc_in_the_block_is_escaped_from_as_after_a_hit(rules):
    """Rules.md 99: 10 and the monster's Athletics; nobody wins a contest."""
    bite = BITE | {"hit": ["grappled"]}
    told = scene(
        "Ada A1, grappled by Frog | Frog B1, athletics +4", rules, creatures={"Frog": {"attacks": {"bite": bite}}}
    ).explain("Ada", "Frog", action="escape")

    assert (14, None) == (told["target_number"], told["opposed"])
