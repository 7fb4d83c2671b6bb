"""Opportunity attacks: which step provokes whom, when it is resolved, and who cannot answer (rules.md A6)."""

import pytest

from clauses import SRD, case, clause, editions, hear, scenario
from encounter.engine.rules.reaction import WHY_NOT, provocation
from scenes import scene
from table import Table

CLUB = "club +4 1d4+2 bludgeoning"


def why_not(t: Table, reactor: str, mover: str, to: str) -> str:
    """The clause for which a step of the mover does not provoke the reactor; empty where it does."""
    clause_id = WHY_NOT[provocation(t.fight, t[reactor], t[mover], t[mover].square, t.place(to))]
    hear(t.encounter.ruleset, clause_id)
    return clause_id


# What provokes (78, 79, 81, 83)


@editions("srd-5.1", "srd-5.2", "reroll")
def test_leaving_an_enemys_reach_provokes_one_attack_before_the_step_is_taken(rules):
    """The mover still stands in its last square within reach when the attack is made; then it goes on."""
    t = scene(f"Mov B1 | Def A1, {CLUB}", rules, size=(8, 1)).table()

    done = t.move("Mov", "C1 D1", dice=[12, 3])

    assert ["opportunity-attack", "damage", "move"] == done.types
    assert ("Def", "Mov", "club", 5) == tuple(done.roll[key] for key in ("actor", "target", "attack", "distance_ft"))
    assert "HIT 16" == done.summary
    assert (15, "D1") == (t.hp("Mov"), t.square("Mov"))


@editions("srd-5.1", "srd-5.2", "reroll")
def test_steps_before_the_provoking_one_are_told_before_the_attack(rules):
    """The way is told up to the square where the mover is struck, then the strike, then the rest."""
    t = scene(f"Mov B1 | Def A2, {CLUB}", rules).table()

    done = t.move("Mov", "B2 C2 D2", dice=[2])

    assert ["move", "opportunity-attack", "move"] == done.types
    assert [["B2"], ["C2", "D2"]] == [moved["path"] for moved in done.all("move")]


@scenario(33)
@case("C072")
@clause("reach.kept")
def test_circling_within_reach_provokes_nothing(rules):
    """Never farther than 5 ft away: moving about inside a reach is free."""
    t = scene(f"Mov E6 | Def F6, {CLUB}", rules).table()

    assert "reach.kept" == why_not(t, "Def", "Mov", "E5")
    assert ["move"] == t.move("Mov", "E5 F5 G5 G6").types


@scenario(31)
@clause("reach.kept")
def test_leaving_one_reach_into_another_provokes_the_first_only(rules):
    """R has reach 10, F 5; M goes from 10 to 15 ft of R and from 10 to 5 ft of F: one attack, by R, with M at (2,0)."""
    t = scene("Mmm C1 | Rrr A1, glaive; Fff E1, longsword", rules, size=(6, 1)).table()

    assert "reach.kept" == why_not(t, "Fff", "Mmm", "D1")
    done = t.move("Mmm", "D1", dice=[2])

    assert ("Rrr", "glaive", 10) == tuple(done.one("opportunity-attack")[k] for k in ("actor", "attack", "distance_ft"))


@scenario(32)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_inside_a_long_reach_only_a_short_option_is_provoked_and_tactics_decline_it(rules):
    """D-9: from 5 to 10 ft a glaive is not left; the unarmed strike is, but is worth less than half of the glaive."""
    t = scene("Mmm B1 | Rrr A1, glaive", rules, size=(6, 1)).table()

    assert "" == why_not(t, "Rrr", "Mmm", "C1")
    assert ["move"] == t.move("Mmm", "C1").types

    t.begin_turn("Mmm")
    t.move("Mmm", "B1")
    t.reacts("Rrr", "unarmed strike")
    assert "unarmed strike" == t.move("Mmm", "C1", dice=[2]).one("opportunity-attack")["attack"]


@case("C074")
@editions("srd-5.2")
def test_a_reach_of_10_ft_is_left_from_10_to_15_ft(rules):
    """D-9: the slam of reach 10 strikes a mover still at 10 ft; the step from 5 to 10 ft leaves it alone."""
    slam = {"to_hit": 6, "reach": "10 ft", "damage": "3d6+4 bludgeoning"}
    t = scene("Mov E6 | Tree F6", rules, creatures={"Tree": {"attacks": {"slam": slam}}}).table()

    done = t.move("Mov", "D6 C6", dice=[2])

    assert [["D6"], ["C6"]] == [moved["path"] for moved in done.all("move")]
    assert ("slam", 10) == tuple(done.one("opportunity-attack")[key] for key in ("attack", "distance_ft"))


@case("C076")
@editions("srd-5.1", "srd-5.2")
def test_each_option_has_its_own_reach(rules):
    """D-9: bite 5 ft, tail 10 ft. From 5 to 10 ft the bite is allowed, the tail is not."""
    attacks = {
        "bite": {"to_hit": 7, "reach": "5 ft", "damage": "2d6+4 piercing"},
        "tail": {"to_hit": 7, "reach": "10 ft", "damage": "2d8+4 bludgeoning"},
    }
    t = scene("Mov E6 | Drake F6", rules, creatures={"Drake": {"attacks": attacks}}).table()

    assert "bite" == t.move("Mov", "D6", dice=[2]).one("opportunity-attack")["attack"]

    t.begin_turn("Drake")
    t.begin_turn("Mov")
    t.reacts("Drake", "tail")
    t.move("Mov", "E6")
    assert ["move"] == t.move("Mov", "D6").types, "a tail that the step does not leave strikes nobody"


@scenario(39)
@case("C088")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_standing_up_and_shooting_provoke_nothing(rules):
    """Only leaving a reach does; the shot from beside an enemy has disadvantage for that."""
    t = scene(f"Mov E6, prone, shortbow | Def F6, {CLUB}; Far A1", rules).table()

    assert ["stand", "condition-off"] == t.stand("Mov").types
    shot = t.attack("Mov", "Far", "shortbow", dice=[2, 3])
    assert ["attack"] == shot.types
    assert ["close-combat"] == shot.disadvantage


@scenario(39)
@clause("prone.near")
def test_crawling_away_provokes_and_the_strike_has_advantage(rules):
    """Crawling is movement; the striker is within 5 ft of a prone target."""
    t = scene(f"Mov B1, prone | Def A1, {CLUB}", rules, size=(8, 1)).table()

    done = t.move("Mov", "C1", dice=[2, 3])

    assert ("opportunity-attack", ["prone.near"]) == (done.types[0], done.advantage)


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_dashing_mover_provokes(rules):
    t = scene(f"Mov B1 | Def A1, {CLUB}", rules).table()

    t.dash("Mov")
    assert "opportunity-attack" in t.move("Mov", "C1", dice=[2]).types


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_step_that_cannot_be_paid_provokes_nothing(rules):
    """Felled by the first strike, the mover cannot crawl on: the second reach is not left."""
    bite = {"to_hit": 5, "reach": "5 ft", "damage": "1d4 piercing", "hit": ["prone"]}
    t = scene(
        f"Mov B1, speed 10 | Dog A1; Def C3, {CLUB}", rules, creatures={"Dog": {"attacks": {"bite": bite}}}
    ).table()

    done = t.move("Mov", "C2 D1", dice=[15, 1])

    assert ["opportunity-attack", "damage", "condition-on", "move"] == done.types
    assert ("C2", ["prone"]) == (t.square("Mov"), t.conditions("Mov"))


# What does not provoke (82)


@scenario(38)
@clause("disengage")
def test_disengage_keeps_every_reach_open_for_the_rest_of_the_turn(rules):
    t = scene(f"Mov B1 | Def A1, {CLUB}", rules).table()

    t.disengage("Mov")

    assert "disengage" == why_not(t, "Def", "Mov", "C1")
    assert ["move"] == t.move("Mov", "C1").types


@scenario(37)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_disengage_is_over_with_the_turn(rules):
    t = scene(f"Mov B1 | Def A1, {CLUB}", rules).table()

    t.disengage("Mov")
    t.end_turn("Mov")
    t.begin_turn("Mov")

    assert "" == why_not(t, "Def", "Mov", "C1")


@scenario(35)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_whoever_is_shoved_out_of_a_reach_provokes_nobody(rules):
    """Moved without its own movement, action or reaction."""
    t = scene(f"Ada A1; Hal A2, {CLUB} | Tom B1, dex 8, str 8", rules).table()

    done = t.shove("Ada", "Tom", "push", dice=[5] if rules == "srd-5.2" else [15, 5])

    assert "C1" == t.square("Tom")
    assert (True, "Ada") == (done.one("move")["forced"], done.one("move")["by"])
    assert [] == done.all("opportunity-attack")


@scenario(34)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_drag_provokes_those_whom_the_grappler_leaves_and_nobody_else(rules):
    """G(1,0) drags T from (2,0): H, ally of G at (3,1), does not strike T; Z(2,1) strikes G; T stays beside G."""
    t = scene(f"Ggg B1; Hhh D2, {CLUB} | Ttt C1, {CLUB}, grappled by Ggg; Zed C2, scimitar", rules, size=(6, 2)).table()

    done = t.move("Ggg", "A1", dice=[2])

    assert [("Zed", "Ggg")] == [(one["actor"], one["target"]) for one in done.all("opportunity-attack")]
    assert ("A1", "B1") == (t.square("Ggg"), t.square("Ttt"))


# Who cannot (84)


@clause("reaction.none")
@scenario(40)
@case("C084")
def test_one_reaction_until_its_own_next_turn_starts(rules):
    """M1 and M2 leave the same reach in one round: one attack. With the striker's turn between them: two."""
    t = scene(f"Mo E6; Mi G6 | Def F6, {CLUB}", rules).table()

    assert "opportunity-attack" in t.move("Mo", "D6", dice=[2]).types
    assert "reaction.none" == why_not(t, "Def", "Mi", "H6")
    t.fight.round += 1
    assert ["move"] == t.move("Mi", "H6").types, "a new round alone brings no reaction back"

    t.begin_turn("Def")
    t.begin_turn("Mi")
    t.move("Mi", "G6")
    assert "opportunity-attack" in t.move("Mi", "H6", dice=[2]).types


@case("C180")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_an_opportunity_attack_is_one_attack_and_uses_up_the_reaction(rules):
    """Extra Attack and Multiattack do not apply; afterwards no reaction is left for anything else."""
    t = scene("Ada A1, longsword, two attacks | Run A2", rules).table()

    done = t.move("Run", "A3", dice=[2])

    assert 1 == len(done.all("opportunity-attack"))
    assert not t["Ada"].has_reaction


@clause("unseen.mover")
@case("C086")
def test_who_does_not_see_the_mover_cannot_strike(rules):
    """Darkness without darkvision; an invisible mover; a blinded striker."""
    dark = scene(f"Mov E6, darkvision 60 | Def F6, {CLUB}", rules, light="dark").table()
    assert "unseen.mover" == why_not(dark, "Def", "Mov", "D6")
    assert ["move"] == dark.move("Mov", "D6").types

    invisible = scene(f"Mov E6, invisible | Def F6, {CLUB}", rules).table()
    assert "unseen.mover" == why_not(invisible, "Def", "Mov", "D6")

    blinded = scene(f"Mov E6 | Def F6, {CLUB}, blinded", rules).table()
    assert "unseen.mover" == why_not(blinded, "Def", "Mov", "D6")


@scenario(12)
@clause("unseen.mover")
def test_tremorsense_is_not_sight(rules):
    """The square is known, but who is only felt may walk off."""
    t = scene("Ttt C1, invisible | Aaa A1, glaive, tremorsense 30", rules, size=(6, 1)).table()

    assert "unseen.mover" == why_not(t, "Aaa", "Ttt", "D1")


@clause("incapacitated")
@pytest.mark.parametrize("condition", ["incapacitated", "paralyzed", "stunned"])
def test_the_incapacitated_cannot_strike(rules, condition):
    t = scene(f"Mov E6 | Def F6, {CLUB}, {condition}", rules).table()

    assert "incapacitated" == why_not(t, "Def", "Mov", "D6")
    assert ["move"] == t.move("Mov", "D6").types


@scenario(43)
@clause("charmed.attacker")
def test_the_charmed_do_not_strike_their_charmer(rules):
    t = scene(f"Mov E6; Bo G6 | Def F6, {CLUB}, charmed by Mov", rules).table()

    assert "charmed.attacker" == why_not(t, "Def", "Mov", "D6")
    assert ["move"] == t.move("Mov", "D6").types
    assert "" == why_not(t, "Def", "Bo", "H6")


@scenario(42)
@case("C090")
@clause("surprised", editions=["srd-5.1", "reroll"])
def test_the_surprised_cannot_strike_before_their_first_turn_has_ended(rules):
    """5.1: none against Mov, who goes first; allowed against Rog, who goes after Def's empty turn."""
    t = scene(f"Mov E6; Rog G6 | Def F6, {CLUB}, surprised", rules).table()

    assert "surprised" == why_not(t, "Def", "Mov", "D6")
    assert ["move"] == t.move("Mov", "D6").types
    t.take_turn("Def")
    assert "opportunity-attack" in t.move("Rog", "H6", dice=[2]).types


@editions("srd-5.2")
def test_surprise_costs_no_reaction_in_5_2(rules):
    t = scene(f"Mov E6 | Def F6, {CLUB}, surprised", rules).table()

    assert "opportunity-attack" in t.move("Mov", "D6", dice=[2]).types


@case("C092")
@editions("srd-5.1")
def test_surprise_gives_an_attacker_nothing(rules):
    """In plain view of a surprised target the roll is straight."""
    t = scene(f"Mov E6, longsword | Def F6, {CLUB}, surprised", rules).table()

    done = t.attack("Mov", "Def", "longsword", dice=[2])

    assert ([], [], "normal") == (done.advantage, done.disadvantage, done.mode)


@clause("unseen.mover")
@clause("cover.total")
def test_nobody_strikes_through_a_wall(rules):
    """A wall hides the mover from eyes and from blindsight, and gives it total cover."""
    for senses in ("darkvision 60", "blindsight 30"):
        t = scene(f"Mov C2 | Def A2, glaive, {senses}", rules, map=[".#...", ".#...", ".#..."]).table()

        assert "unseen.mover" == why_not(t, "Def", "Mov", "D2")
        assert "cover.total" == t.refusal("attack", "Def", "Mov", "glaive")
        assert ["move"] == t.move("Mov", "D2").types


@editions("srd-5.1", "srd-5.2", "reroll")
def test_allies_and_neutrals_do_not_strike(rules):
    t = scene(f"Mov E6; Bo F6, {CLUB} | Gob L8", rules).table()

    assert ["move"] == t.move("Mov", "D6").types


# Several, and what stops the mover (85)


@case("C082")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_each_enemy_whose_reach_is_left_may_strike_in_initiative_order(rules):
    """D-10: two reaches left on one step, two attacks, both before the mover leaves (4,6)."""
    t = scene(f"Mov E7 | Def F6, {CLUB}; Dif F8, {CLUB}", rules).table()
    t.order("Dif", "Mov", "Def")

    done = t.move("Mov", "D7", dice=[2, 3])

    assert ["Dif", "Def"] == [one["actor"] for one in done.all("opportunity-attack")]
    assert ["opportunity-attack", "opportunity-attack", "move"] == done.types


@scenario(44)
@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_mover_that_drops_lies_in_its_starting_square_and_is_not_struck_again(rules):
    t = scene(f"Mov E7, character, hp 3 of 20 | Def F6, {CLUB}; Dif F8, {CLUB}", rules).table()
    t.order("Def", "Dif", "Mov")

    done = t.move("Mov", "D7", dice=[12, 4])

    assert ["Def"] == [one["actor"] for one in done.all("opportunity-attack")]
    assert ("E7", "down", []) == (t.square("Mov"), t.status("Mov"), done.all("move"))
    assert t["Dif"].has_reaction


@scenario(41)
@case("N010")
@editions("srd-5.2")
def test_an_opportunity_attack_may_grapple_in_5_2(rules):
    """The runner fails its save: Speed 0, it stays in its last square within reach, its movement is lost."""
    t = scene("Run B1 | Guard A1, spear +3 1d6+1 piercing", rules, size=(6, 1)).table()
    t.reacts("Guard", "grapple")

    done = t.move("Run", "C1 D1", dice=[5])

    assert ["save", "condition-on"] == done.types
    assert ("grapple", "failure", "Run") == tuple(done.roll[key] for key in ("because", "degree", "actor"))
    assert ("B1", 0) == (t.square("Run"), t["Run"].speed_ft)
    assert not t["Guard"].has_reaction
    assert "speed.zero" == t.refusal("move", "Run", "C1")


@editions("srd-5.2")
@pytest.mark.parametrize(("how", "square"), [("shove prone", "B1"), ("shove push", "C1")])
def test_an_opportunity_attack_may_shove_in_5_2(rules, how, square):
    """Prone: the mover crawls on with what is left. Pushed: it is no longer where the step began, and stops."""
    t = scene("Run B1, speed 10 | Guard A1, spear +3 1d6+1 piercing", rules, size=(6, 1)).table()
    t.reacts("Guard", how)

    done = t.move("Run", "C1 D1", dice=[5])

    assert how == done.roll["because"]
    assert ("C1", how == "shove prone") == (t.square("Run"), "prone" in t.conditions("Run"))


@scenario(41)
@editions("srd-5.1", "reroll")
def test_a_grapple_is_no_opportunity_attack_in_5_1(rules):
    """Grapple and shove need the Attack action there."""
    t = scene("Run B1 | Guard A1, spear +3 1d6+1 piercing", rules, size=(6, 1)).table()
    t.reacts("Guard", "grapple")

    assert ["move"] == t.move("Run", "C1").types
    assert t["Guard"].has_reaction


@clause("dodge", editions=SRD)
def test_a_dodging_mover_is_struck_at_with_disadvantage(rules):
    t = scene(f"Mov B1 | Def A1, {CLUB}", rules).table()
    t.dodge("Mov")

    done = t.move("Mov", "C1", dice=[15, 3])

    assert ("MISS 7", ["dodge"]) == (done.summary, done.disadvantage)


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_big_mover_leaves_a_reach_with_its_nearest_square(rules):
    """Large at (1,0) to (2,0): its left column goes from 5 to 10 ft."""
    t = scene(f"Ogre B1, large | Def A1, {CLUB}", rules).table()

    assert "opportunity-attack" in t.move("Ogre", "C1", dice=[2]).types


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_bow_strikes_nobody_who_leaves(rules):
    """One melee attack: whoever has only a bow has its fists."""
    t = scene("Mov B1 | Def A1, shortbow", rules, size=(6, 1)).table()
    t.reacts("Def", "unarmed strike")

    assert "unarmed strike" == t.move("Mov", "C1", dice=[2]).one("opportunity-attack")["attack"]
