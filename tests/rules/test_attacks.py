"""Attack rolls: what gives advantage and disadvantage, how they combine, and what is never a reason."""

from fractions import Fraction

import pytest

from clauses import SRD, case, clause, editions, scenario
from scenes import reasons, scene

PLAIN, ADVANTAGE, DISADVANTAGE = Fraction(11, 20), Fraction(319, 400), Fraction(121, 400)  # +5 against AC 15


# ------------------------------------------------------------------------------------------- seen and unseen (a1 to a3)


@clause("unseen.attacker")
@case("C002")
def test_an_attacker_whom_the_target_cannot_see_has_advantage(rules: str) -> None:
    """An attack against a creature that cannot see the attacker has advantage: here in the dark, with darkvision."""
    dark = scene("Ada A1, darkvision 60, longbow | Gob F1", rules, light="dark")

    assert (["unseen.attacker"], []) == reasons(dark.explain("Ada", "Gob"))
    assert dark.chance("Ada", "Gob") == ADVANTAGE


@clause("unseen.attacker", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
def test_a_hidden_attacker_is_an_unseen_one(rules: str) -> None:
    """Hidden means unseen and unheard; the advantage is that of an unseen attacker."""
    assert (["unseen.attacker"], []) == reasons(
        scene("Ada A1, longbow, hidden 17 | Gob F1", rules).explain("Ada", "Gob")
    )


@clause("invisible.attacker", ["srd-5.2"])
@editions("srd-5.2")
def test_a_hidden_attacker_has_the_invisible_condition(rules: str) -> None:
    """5.2: success with the Hide action makes a creature Invisible while it is hidden."""
    hidden = scene("Ada A1, longbow, hidden 17 | Gob F1", rules).explain("Ada", "Gob")

    assert (["invisible.attacker"], []) == reasons(hidden)


@clause("invisible.attacker")
def test_an_invisible_attacker_has_advantage(rules: str) -> None:
    """The attack rolls of an Invisible creature have advantage."""
    assert (["invisible.attacker"], []) == reasons(
        scene("Ada A1, longsword, invisible | Gob B1", rules).explain("Ada", "Gob")
    )


@clause("invisible.attacker", ["srd-5.1", "reroll"])
@clause("invisible.target", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
@scenario(10)
def test_invisible_counts_in_5_1_even_against_a_creature_that_sees_it(rules: str) -> None:
    """5.1 states both effects without a condition (D-14: read literally)."""
    seen = scene("Ada A1, longsword, invisible | Gob B1, club +5 1d6, truesight 60", rules)

    assert (["invisible.attacker"], []) == reasons(seen.explain("Ada", "Gob"))
    assert ([], ["invisible.target"]) == reasons(seen.explain("Gob", "Ada"))


@editions("srd-5.2")
@scenario(10)
@case("C018", "C010")
@pytest.mark.parametrize("sense", ["truesight 120", "blindsight 10"])
def test_invisible_does_nothing_in_5_2_against_a_creature_that_sees_it(rules: str, sense: str) -> None:
    """5.2: if a creature can somehow see the invisible one, the condition gives neither advantage nor disadvantage."""
    seen = scene(f"Ada A1, longsword, invisible | Gob B1, club +5 1d6, {sense}", rules)

    assert ([], []) == reasons(seen.explain("Ada", "Gob"))
    assert ([], []) == reasons(seen.explain("Gob", "Ada"))
    assert seen.chance("Ada", "Gob") == PLAIN


@editions("srd-5.1")
@scenario(10)
def test_an_option_makes_5_1_ask_whether_the_invisible_creature_is_unseen(rules: str) -> None:
    """D-14: `invisible_needs_unseen` gives 5.1 the sentence of 5.2."""
    words = "Ada A1, longsword, invisible | Gob B1, club +5 1d6, truesight 60"
    seen = scene(words, rules, options={"invisible_needs_unseen": True})

    assert ([], []) == reasons(seen.explain("Ada", "Gob"))


@clause("blinded.target")
def test_attacks_against_a_blinded_creature_have_advantage(rules: str) -> None:
    """Attack rolls against a blinded creature have advantage; the unseen attacker behind it is no second entry."""
    blind = scene("Ada A1, longsword | Gob B1, blinded", rules)

    assert (["blinded.target"], []) == reasons(blind.explain("Ada", "Gob"))
    assert blind.chance("Ada", "Gob") == ADVANTAGE


@clause("blinded.attacker")
def test_a_blinded_creature_attacks_with_disadvantage(rules: str) -> None:
    """A blinded creature's attack rolls have disadvantage."""
    blind = scene("Ada A1, longsword, blinded | Gob B1", rules)

    assert ([], ["blinded.attacker"]) == reasons(blind.explain("Ada", "Gob"))
    assert blind.chance("Ada", "Gob") == DISADVANTAGE


@clause("invisible.attacker")
@clause("blinded.target")
@scenario(1)
def test_invisible_against_blinded_is_one_cause(rules: str) -> None:
    """Two reasons of one cause are still two dice; the re-roll system counts the cause once."""
    pair = scene("Ada A1, longsword, invisible | Gob B1, club +5 1d6, blinded", rules)
    there, back = pair.explain("Ada", "Gob"), pair.explain("Gob", "Ada")

    assert {"invisible.attacker", "blinded.target"} == set(reasons(there)[0])
    assert (1, "advantage") == (there["net"], there["mode"])
    assert {"blinded.attacker", "invisible.target"} == set(reasons(back)[1])
    assert -1 == back["net"]


@clause("blinded.target")
@clause("blinded.attacker")
@scenario(2)
def test_two_blinded_creatures_fight_as_if_they_saw(rules: str) -> None:
    """Advantage and disadvantage cancel, and both stay in the list."""
    blind = scene("Ada A1, longsword, blinded | Gob B1, blinded", rules)

    assert (["blinded.target"], ["blinded.attacker"]) == reasons(blind.explain("Ada", "Gob"))
    assert blind.chance("Ada", "Gob") == PLAIN


@clause("unseen.attacker")
@clause("unseen.target")
@scenario(3)
def test_in_darkness_without_darkvision_nobody_sees_anybody(rules: str) -> None:
    """Each is unseen by the other: they cancel."""
    dark = scene("Ada A1, longsword | Gob B1", rules, light="dark")

    assert (["unseen.attacker"], ["unseen.target"]) == reasons(dark.explain("Ada", "Gob"))
    assert dark.chance("Ada", "Gob") == PLAIN


@clause("unseen.attacker")
@clause("unseen.target")
@scenario(4)
@case("C004")
def test_darkvision_ends_at_its_radius(rules: str) -> None:
    """Beyond the radius of darkvision darkness hides what stands in it."""
    far = scene("Ada A1, longbow, darkvision 60 | Gob Q1", rules, light="dark", size=(24, 1))
    near = scene("Ada A1, longbow, darkvision 60 | Gob K1", rules, light="dark", size=(24, 1))

    assert (["unseen.attacker"], ["unseen.target"]) == reasons(far.explain("Ada", "Gob"))
    assert (["unseen.attacker"], []) == reasons(near.explain("Ada", "Gob"))


@editions("srd-5.1", "srd-5.2", "reroll")
@case("C016")
def test_two_creatures_with_darkvision_see_each_other_in_the_dark(rules: str) -> None:
    """Within its radius darkvision sees in darkness as in dim light, which bears on no attack."""
    dark = scene("Ada A1, longsword, darkvision 60 | Gob B1, darkvision 60", rules, light="dark")

    assert ([], []) == reasons(dark.explain("Ada", "Gob"))


@clause("unseen.attacker")
@clause("unseen.target")
@scenario(5)
def test_darkness_hides_only_what_stands_in_it(rules: str) -> None:
    """From the dark one sees who stands in the light, and not the other way round (D-17)."""
    words = "Ada A1, longbow | Gob G1, longbow"
    torch = scene(words, rules, light="dark", lights=[{"bright": "5 ft", "dim": "5 ft", "at": "G1"}])

    assert (["unseen.attacker"], []) == reasons(torch.explain("Ada", "Gob"))
    assert ([], ["unseen.target"]) == reasons(torch.explain("Gob", "Ada"))


@clause("unseen.target")
@clause("unseen.attacker")
@scenario(6)
@case("C006")
@pytest.mark.parametrize(("square", "long", "net"), [("G1", [], 0), ("AO1", ["range.long"], -1)])
def test_in_fog_nobody_sees_anybody(rules: str, square: str, long: list[str], net: int) -> None:
    """Fog is opaque: both are unseen. At long range the SRDs still cancel, the re-roll system counts one more."""
    fog = [{"kind": "fog", "from": "A1", "to": "AR1"}]
    shot = scene(f"Ada A1, longbow | Gob {square}", rules, size=(44, 1), zones=fog).explain("Ada", "Gob")

    assert (["unseen.attacker"], ["unseen.target", *long]) == reasons(shot)
    assert shot["net"] == (net if rules == "reroll" else 0)


@clause("poisoned.attacks")
@case("C008")
def test_a_third_reason_does_not_revive_what_cancelled(rules: str) -> None:
    """Any number of each leaves neither; the re-roll system counts them."""
    fog = [{"kind": "fog", "from": "A1", "to": "C1"}]
    swing = scene("Ada A1, longsword, poisoned | Gob B1", rules, zones=fog).explain("Ada", "Gob")

    assert (["unseen.attacker"], ["unseen.target", "poisoned.attacks"]) == (
        reasons(swing)[0],
        sorted(reasons(swing)[1])[::-1],
    )
    assert (-1 if rules == "reroll" else 0) == swing["net"]


@editions("srd-5.1", "srd-5.2", "reroll")
@scenario(7)
def test_dim_light_bears_on_no_attack(rules: str) -> None:
    """Lightly obscured: only sight-based Perception suffers."""
    assert ([], []) == reasons(scene("Ada A1, longsword | Gob B1", rules, light="dim").explain("Ada", "Gob"))


@clause("unseen.attacker")
@case("C012")
def test_blindsight_sees_in_fog(rules: str) -> None:
    """Within its blindsight a creature perceives without sight; the other one is blind in the fog."""
    fog = [{"kind": "fog", "from": "A1", "to": "C1"}]
    mole = scene("Ada A1, longsword, blindsight 10 | Gob B1", rules, zones=fog)

    assert (["unseen.attacker"], []) == reasons(mole.explain("Ada", "Gob"))


@clause("blinded.attacker")
@clause("blinded.target")
@scenario(11)
@case("C014")
def test_within_its_blindsight_a_blinded_creature_neither_suffers_nor_grants(rules: str) -> None:
    """D-19: at 10 ft nothing, at 15 ft disadvantage; against a target that is blinded too, advantage."""
    bow = "Ada A1, ray, blinded, blindsight 10"

    assert ([], []) == reasons(scene(f"{bow} | Gob C1", rules).explain("Ada", "Gob"))
    assert ([], ["blinded.attacker"]) == reasons(scene(f"{bow} | Gob D1", rules).explain("Ada", "Gob"))
    assert (["blinded.target"], []) == reasons(scene(f"{bow} | Gob C1, blinded", rules).explain("Ada", "Gob"))
    assert ([], []) == reasons(scene("Ada A1, longsword | Gob B1, blinded, blindsight 10", rules).explain("Ada", "Gob"))


@clause("unseen.attacker", ["srd-5.1"])
@editions("srd-5.1")
@case("N011")
def test_a_creature_blind_beyond_its_blindsight_sees_nobody_farther_away(rules: str) -> None:
    """5.1: some creatures are blind beyond the radius of their blindsight."""
    words = "Ada A1, longbow | Gob O1"
    far = scene(
        words, rules, size=(20, 1), creatures={"Gob": {"senses": {"blindsight": "60 ft", "blind_beyond": True}}}
    )

    assert (["unseen.attacker"], []) == reasons(far.explain("Ada", "Gob"))


@scenario(9)
@clause("unseen.attacker", ["srd-5.1", "reroll"])
@clause("invisible.attacker", ["srd-5.2"])
def test_a_hidden_archer_gives_itself_away_with_its_first_shot(rules: str) -> None:
    """Hit or miss, the attack reveals: the second shot of the action is a plain one."""
    table = scene("Ada A1, shortbow, two attacks, hidden 18 | Gob F1", rules).table()

    first = table.attack("Ada", "Gob", "shortbow", dice=[2, 3])
    second = table.attack("Ada", "Gob", "shortbow", dice=[12, 4])

    assert ["invisible.attacker" if rules == "srd-5.2" else "unseen.attacker"] == first.advantage
    assert ("MISS 8", "HIT 17") == (first.summary, second.summary)
    assert [] == second.advantage


@scenario(9)
@clause("invisible.attacker")
def test_an_invisible_archer_stays_unseen(rules: str) -> None:
    """The condition does not end with an attack: both shots have advantage."""
    table = scene("Ada A1, shortbow, two attacks, invisible | Gob F1", rules).table()

    for _ in range(2):
        assert ["invisible.attacker"] == table.attack("Ada", "Gob", "shortbow", dice=[2, 3]).advantage


@clause("unseen.target")
def test_a_target_that_the_attacker_cannot_see_imposes_disadvantage(rules: str) -> None:
    """An attack against a target the attacker cannot see has disadvantage, also when it hears where it is."""
    dark = scene("Ada A1, longsword | Gob B1, darkvision 60", rules, light="dark")

    assert ([], ["unseen.target"]) == reasons(dark.explain("Ada", "Gob"))
    assert dark.chance("Ada", "Gob") == DISADVANTAGE


@clause("invisible.target")
@clause("poisoned.attacks")
@case("C227")
def test_attacks_against_an_invisible_creature_have_disadvantage(rules: str) -> None:
    """Attack rolls against an Invisible creature have disadvantage: one more reason is no third die in the SRDs."""
    unseen = scene("Ada A1, longsword, poisoned | Gob B1, invisible", rules).explain("Ada", "Gob")

    assert {"invisible.target", "poisoned.attacks"} == set(reasons(unseen)[1])
    assert (-2 if rules == "reroll" else -1) == unseen["net"]


# ---------------------------------------------------------------------------------------- the target's state (a4 to a6)


@clause("paralyzed.target")
@clause("petrified.target")
@clause("stunned.target")
@clause("unconscious.target")
def test_attacks_against_a_helpless_creature_have_advantage(rules: str) -> None:
    """Paralyzed, petrified, stunned, unconscious: each gives advantage to attacks against it, and no second reason."""
    for condition in ("paralyzed", "petrified", "stunned"):
        helpless = scene(f"Ada A1, longsword | Gob B1, {condition}", rules)

        assert ([f"{condition}.target"], []) == reasons(helpless.explain("Ada", "Gob"))
        assert helpless.chance("Ada", "Gob") == ADVANTAGE
    asleep = scene("Ada A1, longsword | Gob B1, unconscious", rules).explain("Ada", "Gob")
    assert {"unconscious.target", "prone.near"} == set(reasons(asleep)[0])
    assert (2 if rules == "reroll" else 1) == asleep["net"]


@editions("srd-5.1", "srd-5.2", "reroll")
@case("C022")
def test_incapacitated_alone_gives_no_advantage(rules: str) -> None:
    """A creature that can only not act defends itself as ever."""
    assert ([], []) == reasons(scene("Ada A1, longsword | Gob B1, incapacitated", rules).explain("Ada", "Gob"))


@clause("restrained.target")
def test_attacks_against_a_restrained_creature_have_advantage(rules: str) -> None:
    """Attack rolls against a restrained creature have advantage."""
    caught = scene("Ada A1, longsword | Gob B1, restrained", rules)

    assert (["restrained.target"], []) == reasons(caught.explain("Ada", "Gob"))
    assert caught.chance("Ada", "Gob") == ADVANTAGE


@clause("prone.near")
def test_an_attack_on_a_prone_creature_from_within_5_ft_has_advantage(rules: str) -> None:
    """An attack roll against a prone creature has advantage if the attacker is within 5 ft of it."""
    table = scene("Ada A1, longsword | Gob B1, prone", rules).table()

    attacked = table.attack("Ada", "Gob", "longsword", dice=[4, 17, 5])

    assert "HIT 22" == attacked.summary
    assert (["prone.near"], []) == (attacked.advantage, attacked.disadvantage)
    assert 12 == table.hp("Gob")


@clause("prone.far")
@clause("prone.near")
@scenario(24)
def test_a_glaive_at_10_ft_attacks_a_prone_creature_with_disadvantage(rules: str) -> None:
    """Beyond 5 ft a prone target imposes disadvantage, in melee too; a step nearer it gives advantage."""
    far = scene("Ada A1, glaive | Gob C1, prone", rules)

    assert ([], ["prone.far"]) == reasons(far.explain("Ada", "Gob"))
    assert far.chance("Ada", "Gob") == DISADVANTAGE
    assert (["prone.near"], []) == reasons(scene("Ada A1, glaive | Gob B1, prone", rules).explain("Ada", "Gob"))


@clause("prone.far")
@clause("restrained.target")
@clause("poisoned.attacks")
@scenario(25)
def test_prone_and_restrained_at_10_ft_cancel(rules: str) -> None:
    """One of each is a plain roll; another disadvantage changes it in the re-roll system only."""
    plain = scene("Ada A1, glaive | Gob C1, prone, restrained", rules).explain("Ada", "Gob")
    more = scene("Ada A1, glaive, poisoned | Gob C1, prone, restrained", rules).explain("Ada", "Gob")

    assert (["restrained.target"], ["prone.far"]) == reasons(plain)
    assert 0 == plain["net"]
    assert (-1 if rules == "reroll" else 0) == more["net"]


@clause("prone.near")
@clause("poisoned.attacks")
@case("C024")
def test_the_lists_keep_what_cancelled(rules: str) -> None:
    """Losing reasons stay visible on both sides."""
    both = scene("Ada A1, longsword, poisoned | Gob B1, prone", rules).explain("Ada", "Gob")

    assert (["prone.near"], ["poisoned.attacks"]) == reasons(both)
    assert (0, "normal") == (both["net"], both["mode"])


# --------------------------------------------------------------------------------- help, traits, options (a7, a10, a13)


@clause("help.attack")
def test_help_gives_advantage_on_the_next_attack(rules: str) -> None:
    """A helper that distracts an enemy gives its friend advantage on one attack roll; then it is used up."""
    table = scene("Ada A1, longsword, two attacks, helped by Bo against Gob; Bo B2 | Gob B1", rules).table()

    first = table.attack("Ada", "Gob", "longsword", dice=[4, 17, 5])
    second = table.attack("Ada", "Gob", "longsword", dice=[4])

    assert [("help.attack", "HELP:Bo", "Bo")] == [
        (reason["clause"], reason["group"], reason["source"]) for reason in first.roll["advantage"]
    ]
    assert [] == second.advantage


@clause("help.attack", ["reroll"])
@editions("reroll")
def test_each_helper_counts_in_the_reroll_system(rules: str) -> None:
    """Help is one cause a helper: two helpers are two positive re-rolls."""
    words = "Ada A1, longsword, helped by Bo against Gob, helped by Cy against Gob; Bo B2; Cy A2 | Gob B1"
    helped = scene(words, rules).explain("Ada", "Gob")

    assert 2 == helped["net"]


@clause("help.attack")
@clause("prone.attacker")
@scenario(60)
def test_help_is_spent_even_when_it_cancels(rules: str) -> None:
    """A helped attack of a prone attacker is a plain roll, and the help is gone all the same."""
    table = scene("Ada A1, longsword, two attacks, prone, helped by Bo against Gob; Bo B2 | Gob B1", rules).table()

    first = table.attack("Ada", "Gob", "longsword", dice=[4])
    second = table.attack("Ada", "Gob", "longsword", dice=[4, 5])

    assert (["help.attack"], ["prone.attacker"], 0) == (first.advantage, first.disadvantage, first.net)
    assert ([], ["prone.attacker"]) == (second.advantage, second.disadvantage)


@clause("pack-tactics")
def test_pack_tactics_asks_for_an_able_ally_beside_the_target(rules: str) -> None:
    """Advantage if an ally of the attacker is within 5 ft of the target and is not incapacitated."""
    wolf = scene("Ada A1, longsword, pack tactics; Bo C1 | Gob B1", rules)
    explained = wolf.explain("Ada", "Gob")

    assert [("pack-tactics", "Bo")] == [(one["clause"], one["source"]) for one in explained["advantage"]]
    assert wolf.chance("Ada", "Gob") == ADVANTAGE


@editions("srd-5.1", "srd-5.2", "reroll")
@case("C040")
def test_pack_tactics_measures_from_the_target(rules: str) -> None:
    """A friend beside the attacker and 10 ft from the target is no help, nor is one that cannot act."""
    assert [] == reasons(scene("Ada A1, ray, pack tactics; Bo B1 | Gob D1", rules).explain("Ada", "Gob"))[0]
    assert (
        [] == reasons(scene("Ada A1, longsword, pack tactics; Bo C1, stunned | Gob B1", rules).explain("Ada", "Gob"))[0]
    )


@clause("blood-frenzy")
def test_blood_frenzy_smells_a_wound(rules: str) -> None:
    """Advantage on melee attacks (5.2: on all attacks) against a creature that lacks hit points."""
    assert ["blood-frenzy"] == reasons(
        scene("Ada A1, longsword, blood frenzy | Gob B1, hp 19 of 20", rules).explain("Ada", "Gob")
    )[0]
    assert [] == reasons(scene("Ada A1, longsword, blood frenzy | Gob B1", rules).explain("Ada", "Gob"))[0]
    shot = scene("Ada A1, longbow, blood frenzy | Gob F1, hp 19 of 20", rules).explain("Ada", "Gob")
    assert (["blood-frenzy"] if rules == "srd-5.2" else []) == reasons(shot)[0]


@clause("flanking")
def test_flanking_is_an_option(rules: str) -> None:
    """With the optional rule, allies on opposite sides of an enemy have advantage in melee; without it they do not."""
    words = "Ada A1, longsword; Bo C1 | Gob B1"

    assert [] == reasons(scene(words, rules).explain("Ada", "Gob"))[0]
    flanked = scene(words, rules, options={"flanking": True}).explain("Ada", "Gob")
    assert [("flanking", "Bo")] == [(one["clause"], one["source"]) for one in flanked["advantage"]]


@editions("srd-5.1", "srd-5.2", "reroll")
@pytest.mark.parametrize("words", ["Ada A1, longsword; Bo B2 | Gob B1", "Ada A1, longsword; Bo C1, stunned | Gob B1"])
def test_flanking_asks_for_an_able_ally_right_opposite(rules: str, words: str) -> None:
    """Beside is not opposite, and who cannot act does not flank."""
    assert [] == reasons(scene(words, rules, options={"flanking": True}).explain("Ada", "Gob"))[0]


# ------------------------------------------------------------------------------------- the attacker's state (d4 to d10)


@clause("prone.attacker")
@clause("prone.far")
@scenario(14)
def test_a_prone_archer_shoots_with_disadvantage(rules: str) -> None:
    """A prone creature attacks with disadvantage, and shooting an enemy beside it is a second disadvantage."""
    far = scene("Ada A1, shortbow, prone | Gob G1", rules).explain("Ada", "Gob")
    beside = scene("Ada A1, shortbow, prone | Gob B1", rules).explain("Ada", "Gob")
    scene("Ada A1, shortbow | Gob G1, prone", rules).explain("Ada", "Gob")

    assert ([], ["prone.attacker"], -1) == (*reasons(far), far["net"])
    assert {"prone.attacker", "close-combat"} == set(reasons(beside)[1])
    assert (-2 if rules == "reroll" else -1) == beside["net"]


@clause("prone.attacker")
@clause("prone.near")
@clause("close-combat")
@scenario(15)
def test_a_prone_shooter_and_its_prone_neighbour(rules: str) -> None:
    """Advantage within 5 ft, disadvantage for being prone and for close combat: plain, -1 in the re-roll system."""
    shot = scene("Ada A1, shortbow, prone | Gob B1, prone", rules).explain("Ada", "Gob")

    assert ["prone.near"] == reasons(shot)[0]
    assert {"prone.attacker", "close-combat"} == set(reasons(shot)[1])
    assert (-1 if rules == "reroll" else 0) == shot["net"]


@clause("restrained.attacker")
def test_a_restrained_creature_attacks_with_disadvantage(rules: str) -> None:
    """A restrained creature's attack rolls have disadvantage."""
    assert ([], ["restrained.attacker"]) == reasons(
        scene("Ada A1, longsword, restrained | Gob B1", rules).explain("Ada", "Gob")
    )


@clause("poisoned.attacks")
def test_a_poisoned_creature_attacks_with_disadvantage(rules: str) -> None:
    """A poisoned creature has disadvantage on attack rolls."""
    table = scene("Ada A1, longsword, poisoned | Gob B1", rules).table()

    attacked = table.attack("Ada", "Gob", "longsword", dice=[17, 4])

    assert ("MISS 9", ["poisoned.attacks"]) == (attacked.summary, attacked.disadvantage)


@clause("frightened.attacks")
def test_a_frightened_creature_attacks_with_disadvantage_while_the_source_is_in_line_of_sight(rules: str) -> None:
    """Whoever it attacks: what counts is that a line of sight runs to the source of its fear."""
    in_sight = scene("Ada A1, longsword, frightened of Ogre | Gob B1; Ogre F1", rules).explain("Ada", "Gob")

    assert [("frightened.attacks", "Ogre")] == [(one["clause"], one["source"]) for one in in_sight["disadvantage"]]


@editions("srd-5.1", "srd-5.2", "reroll")
@scenario(57)
def test_fear_of_something_behind_a_wall_does_not_spoil_an_attack(rules: str) -> None:
    """Without a line of sight there is no disadvantage."""
    words = "Ada A2, longsword, frightened of Ogre | Gob A1; Ogre E2"
    behind = scene(words, rules, map=["..#..", "..#..", "..#.."])

    assert ([], []) == reasons(behind.explain("Ada", "Gob"))


@clause("frightened.attacks")
def test_an_invisible_source_in_line_still_frightens(rules: str) -> None:
    """Line of sight is asked for, not sight: an invisible source counts."""
    words = "Ada A1, longsword, frightened of Ogre | Gob B1; Ogre F1, invisible"

    assert ["frightened.attacks"] == reasons(scene(words, rules).explain("Ada", "Gob"))[1]


@clause("exhaustion.attacks", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
@scenario(63)
def test_three_levels_of_exhaustion_spoil_attacks(rules: str) -> None:
    """5.1: from the third level on attack rolls have disadvantage, before it they have not."""
    tired = scene("Ada A1, longsword, exhaustion 3 | Gob B1", rules)

    assert ([], ["exhaustion.attacks"]) == reasons(tired.explain("Ada", "Gob"))
    assert tired.chance("Ada", "Gob") == DISADVANTAGE
    assert ([], []) == reasons(scene("Ada A1, longsword, exhaustion 2 | Gob B1", rules).explain("Ada", "Gob"))


@clause("exhaustion.number", ["srd-5.2"])
@editions("srd-5.2")
@scenario(63)
@case("C038")
def test_each_level_of_exhaustion_takes_2_from_every_roll(rules: str) -> None:
    """5.2: no disadvantage; three levels are -6 to the roll."""
    tired = scene("Ada A1, longsword, exhaustion 3 | Gob B1", rules)
    explained = tired.explain("Ada", "Gob")

    assert ([], []) == reasons(explained)
    assert -1 == explained["bonus"]
    assert [("exhaustion.number", -6)] == [(one["clause"], one["value"]) for one in explained["modifiers"]]
    assert tired.chance("Ada", "Gob") == Fraction(1, 4)


@clause("grappled.attacks", ["srd-5.2"])
@editions("srd-5.2")
@scenario(54)
def test_a_grappled_creature_attacks_others_than_its_grappler_with_disadvantage(rules: str) -> None:
    """5.2: attack rolls against any target other than the grappler have disadvantage."""
    held = scene("Ada A1, longsword, grappled by Gob | Gob B1; Orc A2", rules)

    assert ([], []) == reasons(held.explain("Ada", "Gob"))
    other = held.explain("Ada", "Orc")
    assert [("grappled.attacks", "Gob")] == [(one["clause"], one["source"]) for one in other["disadvantage"]]
    assert held.chance("Ada", "Orc") == DISADVANTAGE


@editions("srd-5.1", "reroll")
@scenario(54)
@case("C048")
def test_being_grappled_spoils_no_attack_in_5_1(rules: str) -> None:
    """5.1: Speed 0, and nothing else."""
    held = scene("Ada A1, longsword, grappled by Gob | Gob B1; Orc A2", rules)

    assert ([], []) == reasons(held.explain("Ada", "Gob"))
    assert ([], []) == reasons(held.explain("Ada", "Orc"))


# -------------------------------------------------------------------------------------- dodging (d11), range (d12, d13)


@clause("dodge")
def test_attacks_against_a_dodging_creature_have_disadvantage(rules: str) -> None:
    """Until its next turn, attacks against a creature that dodges have disadvantage if it can see the attacker."""
    table = scene("Gob A1, longsword | Ada B1", rules).table()
    table.dodge("Ada")

    attacked = table.attack("Gob", "Ada", "longsword", dice=[17, 4])

    assert ("MISS 9", ["dodge"]) == (attacked.summary, attacked.disadvantage)


@clause("invisible.attacker")
@scenario(58)
def test_one_cannot_dodge_what_one_cannot_see(rules: str) -> None:
    """Against an unseen attacker there is no benefit: what is left is its advantage."""
    unseen = scene("Ada A1, longsword, invisible | Gob B1, dodging", rules)

    assert (["invisible.attacker"], []) == reasons(unseen.explain("Ada", "Gob"))


@editions("srd-5.1", "srd-5.2", "reroll")
@scenario(48)
@pytest.mark.parametrize("condition", ["grappled by Ada", "restrained", "stunned", "incapacitated"])
def test_dodge_is_lost_at_speed_0_and_while_incapacitated(rules: str, condition: str) -> None:
    """A creature loses the benefit if it is incapacitated or its Speed is 0."""
    table = scene("Ada A1, longsword | Gob B1, dodging", rules).table()
    name, _, source = condition.partition(" by ")
    table.impose("Gob", name, source=source or None)

    assert (
        []
        == table.attack(
            "Ada", "Gob", "longsword", dice=[2, 3] if name in ("restrained", "stunned") else [2]
        ).disadvantage
    )


@clause("range.long")
@scenario(21)
@case("C059")
def test_beyond_normal_range_a_shot_has_disadvantage(rules: str) -> None:
    """Up to normal range plain, up to long range with disadvantage, beyond it impossible."""
    words = "Ada A1, longbow | Near AE1; Far AF1; Long DQ1; Out DR1"
    shots = scene(words, rules, size=(124, 1))

    near, far, long = (shots.explain("Ada", name) for name in ("Near", "Far", "Long"))
    assert [(150, [], "normal"), (155, ["range.long"], "long"), (600, ["range.long"], "long")] == [
        (shot["distance_ft"], [id for id in reasons(shot)[1] if id != "close-combat"], shot["band"])
        for shot in (near, far, long)
    ]
    assert "range.out" == shots.explain("Ada", "Out")["illegal"]["clause"]


@clause("range.out")
@scenario(21)
def test_a_single_range_is_the_limit(rules: str) -> None:
    """With one range there is no long one: a ray of 120 ft does not reach 125 ft."""
    rays = scene("Ada A1, ray | Near Y1; Far Z1", rules, size=(30, 1))

    assert ([], []) == reasons(rays.explain("Ada", "Near"))
    assert "range.out" == rays.explain("Ada", "Far")["illegal"]["clause"]


@clause("range.long")
@clause("unseen.attacker", ["srd-5.1", "reroll"])
@clause("invisible.attacker", ["srd-5.2"])
@scenario(22)
def test_a_long_shot_from_hiding_is_a_plain_roll(rules: str) -> None:
    """Advantage and disadvantage cancel, so it does not have advantage: no Sneak Attack without a friend there."""
    table = scene("Ada A1, shortbow, sneak attack 2d6, hidden 20 | Gob R1", rules, size=(24, 1)).table()

    shot = table.attack("Ada", "Gob", "shortbow", dice=[12, 4])

    assert (0, ["range.long"], 7) == (shot.net, shot.disadvantage, shot.damage)


@clause("close-combat")
@case("C049")
@scenario(19)
def test_a_ranged_attack_beside_an_enemy_has_disadvantage(rules: str) -> None:
    """An enemy within 5 ft (a diagonal too) that sees the shooter and can act spoils the shot, whoever is shot at."""
    pressed = scene("Ada B2, shortbow | Gob A1; Chief J2", rules).explain("Ada", "Chief")

    assert [("close-combat", "Gob")] == [(one["clause"], one["source"]) for one in pressed["disadvantage"]]


@clause("close-combat")
@scenario(17)
@case("C051")
@pytest.mark.parametrize(("state", "spoils"), [("blinded", False), ("stunned", False), ("prone", True)])
def test_only_an_enemy_that_sees_and_can_act_presses_a_shooter(rules: str, state: str, spoils: bool) -> None:
    """A blinded or an incapacitated enemy beside the shooter is no hindrance; a prone one is."""
    shot = scene(f"Ada A1, shortbow | Gob B1, {state}; Chief G1", rules).explain("Ada", "Chief")
    scene("Ada A1, shortbow | Gob B1; Chief G1", rules).explain("Ada", "Chief")

    assert (["close-combat"] if spoils else []) == reasons(shot)[1]


@clause("invisible.attacker")
@scenario(18)
def test_an_invisible_archer_is_not_pressed_by_who_cannot_see_it(rules: str) -> None:
    """The enemy beside it does not see it: no close-combat, and the target does not see it either: advantage."""
    shot = scene("Ada A1, shortbow, invisible | Gob B1; Chief G1", rules).explain("Ada", "Chief")

    assert (["invisible.attacker"], []) == reasons(shot)


@editions("srd-5.1", "srd-5.2", "reroll")
@scenario(19)
@case("C053")
def test_a_friend_beside_or_an_enemy_at_10_ft_does_not_press_a_shooter(rules: str) -> None:
    """What counts is a hostile creature within 5 ft, however long its reach."""
    assert ([], []) == reasons(scene("Ada A1, shortbow; Bo A2 | Gob C1, glaive", rules).explain("Ada", "Gob"))


@clause("close-combat")
@clause("prone.near")
@scenario(16)
@case("C057")
def test_shooting_a_prone_neighbour_is_a_plain_roll(rules: str) -> None:
    """Advantage within 5 ft of a prone target, disadvantage for close combat."""
    shot = scene("Ada A1, shortbow | Gob B1, prone", rules).explain("Ada", "Gob")

    assert (["prone.near"], ["close-combat"], 0) == (*reasons(shot), shot["net"])


@clause("range.long")
@clause("close-combat")
@case("C061")
def test_two_disadvantages_are_two_dice(rules: str) -> None:
    """Long range and close combat: two d20s, the lower is kept; three of them in the re-roll system."""
    table = scene("Ada A1, shortbow | Gob B1; Far U1", rules, size=(24, 2)).table()

    shot = table.attack("Ada", "Far", "shortbow", dice=[18, 7, 16] if rules == "reroll" else [18, 7])

    assert ({"range.long", "close-combat"}, "MISS 12") == (set(shot.disadvantage), shot.summary)


@clause("close-combat")
@scenario(20)
@case("C055")
def test_a_thrown_weapon_is_a_ranged_attack(rules: str) -> None:
    """Thrown at a neighbour it has disadvantage, swung at it none; the modifiers are the same."""
    axe = scene("Ada A1, handaxe | Gob B1", rules)

    assert ([], []) == reasons(axe.explain("Ada", "Gob", attack="handaxe"))
    thrown = axe.explain("Ada", "Gob", attack="handaxe (thrown)")
    assert ([], ["close-combat"], 5) == (*reasons(thrown), thrown["bonus"])


# --------------------------------------------------------------------------------------------------- weapons (d14, d15)


@clause("heavy")
@scenario(59)
@case("C063")
def test_heavy_weapons_ask_for_size_in_5_1_and_for_strength_in_5_2(rules: str) -> None:
    """5.1: Small and Tiny creatures have disadvantage. 5.2: who has less than 13 in STR (ranged: DEX), of any size."""
    small = scene("Ada A1, greataxe, small, str 16 | Gob B1", rules).explain("Ada", "Gob")
    weak = scene("Ada A1, greatsword, str 12 | Gob B1", rules).explain("Ada", "Gob")

    assert ([] if rules == "srd-5.2" else ["heavy"]) == reasons(small)[1]
    assert (["heavy"] if rules == "srd-5.2" else []) == reasons(weak)[1]


@editions("srd-5.1", "srd-5.2", "reroll")
@case("C065")
def test_a_weapon_is_heavy_only_where_its_block_says_so(rules: str) -> None:
    """Properties come from the data: a bow printed without Heavy has none."""
    assert ([], []) == reasons(scene("Ada A1, longbow, huge, dex 9 | Gob G1", rules).explain("Ada", "Gob"))


@clause("lance", ["srd-5.1", "reroll"])
@editions("srd-5.1", "reroll")
def test_a_lance_is_unwieldy_at_5_ft(rules: str) -> None:
    """5.1: disadvantage against a target within 5 ft, none at 10 ft."""
    assert ([], ["lance"]) == reasons(scene("Ada A1, lance | Gob B1", rules).explain("Ada", "Gob"))
    assert ([], []) == reasons(scene("Ada A1, lance | Gob C1", rules).explain("Ada", "Gob"))


@editions("srd-5.2")
def test_a_lance_is_at_ease_at_5_ft_in_5_2(rules: str) -> None:
    """5.2 has no such sentence."""
    assert ([], []) == reasons(scene("Ada A1, lance | Gob B1", rules).explain("Ada", "Gob"))


# -------------------------------------------------------------------------------------------- combining and suppressing


@clause("elusive")
@clause("poisoned.attacks")
@scenario(61)
def test_nobody_has_advantage_against_an_elusive_creature(rules: str) -> None:
    """Advantage is struck out before anything cancels: an invisible and poisoned attacker has disadvantage."""
    hunt = scene("Ada A1, longsword, invisible, poisoned | Gob B1, elusive", rules)
    explained = hunt.explain("Ada", "Gob")

    assert ([], ["poisoned.attacks"]) == reasons(explained)
    assert ["invisible.attacker"] == [one["clause"] for one in explained["suppressed"]]
    assert hunt.chance("Ada", "Gob") == DISADVANTAGE


@editions("srd-5.1", "srd-5.2", "reroll")
def test_an_elusive_creature_that_cannot_act_is_not_elusive(rules: str) -> None:
    """The trait asks that it is not incapacitated."""
    stunned = scene("Ada A1, longsword | Gob B1, elusive, stunned", rules).explain("Ada", "Gob")

    assert (["stunned.target"], []) == (reasons(stunned)[0], stunned["suppressed"])


@clause("prone.near")
@clause("restrained.target")
@clause("poisoned.attacks")
@case("N001")
def test_three_reasons_against_one(rules: str) -> None:
    """The SRDs cancel any number against any; the re-roll system counts: two positive, one negative are two dice."""
    melee = scene("Ada A1, longsword, poisoned | Gob B1, prone, restrained", rules)

    assert (1 if rules == "reroll" else 0) == melee.explain("Ada", "Gob")["net"]
    assert melee.chance("Ada", "Gob") == (ADVANTAGE if rules == "reroll" else PLAIN)


@editions("reroll")
def test_three_positive_and_one_negative_re_rolls_are_three_dice(rules: str) -> None:
    """The best of three: 7271/8000 to hit on a 10."""
    melee = scene("Ada A1, longsword, poisoned, invisible | Gob B1, prone, restrained", rules)

    assert melee.chance("Ada", "Gob") == Fraction(7271, 8000)


@clause("unconscious.target")
@clause("prone.far")
@scenario(27)
@case("C030")
def test_shooting_the_fallen_from_afar_is_a_plain_roll(rules: str) -> None:
    """Unconscious gives advantage, prone at 30 ft disadvantage; and no automatic critical from there."""
    table = scene("Ada A1, longbow | Gob G1, unconscious", rules).table()

    shot = table.attack("Ada", "Gob", "longbow", dice=[14, 5])

    assert (["unconscious.target"], ["prone.far"], 0) == (shot.advantage, shot.disadvantage, shot.net)
    assert (False, 8) == (shot.roll["critical"], shot.damage)


@editions(*SRD)
def test_a_natural_20_hits_and_a_natural_1_misses(rules: str) -> None:
    """Whatever the AC and the modifiers."""
    table = scene("Ada A1, club +5 1d6, brand +40 1d6, two attacks | Gob B1, ac 39", rules).table()

    assert "CRITICAL 25" == table.attack("Ada", "Gob", "club", dice=[20, 3, 4]).summary
    assert "MISS 41" == table.attack("Ada", "Gob", "brand", dice=[1]).summary


@editions("reroll")
@case("N004", "N003")
@scenario(70)
def test_a_natural_20_alone_is_no_success_and_a_natural_1_fumbles(rules: str) -> None:
    """D-2: a critical effect needs a success. A 1 fails although the total is reached, and a d4 says how badly."""
    table = scene("Ada A1, club +5 1d6, two attacks | Gob B1, ac 30; Imp A2, ac 5", rules).table()

    short = table.attack("Ada", "Gob", "club", dice=[20])
    fumbled = table.attack("Ada", "Imp", "club", dice=[1, 3])

    assert ("MISS 25", False) == (short.summary, short.roll["critical"])
    assert ("FUMBLE 6", 3) == (fumbled.summary, fumbled.roll["severity"])


@editions("reroll")
def test_what_counts_as_natural_is_the_kept_die(rules: str) -> None:
    """D-5: a 1 among the dice of an advantage is no fumble, a 20 under a disadvantage no critical."""
    table = scene("Ada A1, club +5 1d6, two attacks, poisoned | Gob B1; Imp A2, restrained, prone", rules).table()

    assert "MISS 8" == table.attack("Ada", "Gob", "club", dice=[20, 3]).summary
    assert "HIT 17" == table.attack("Ada", "Imp", "club", dice=[1, 12, 4]).summary


@clause("inspiration", ["srd-5.1"])
@editions("srd-5.1")
def test_inspiration_gives_advantage_in_5_1(rules: str) -> None:
    """Declared before the roll: one attack, save or check with advantage."""
    inspired = scene("Ada A1, longsword, inspiration | Gob B1", rules)

    assert (["inspiration"], []) == reasons(inspired.explain("Ada", "Gob", spend="inspiration"))
    assert inspired.chance("Ada", "Gob", spend="inspiration") == ADVANTAGE
    assert inspired.chance("Ada", "Gob") == PLAIN


@editions("srd-5.2")
def test_heroic_inspiration_rolls_one_die_again_in_5_2(rules: str) -> None:
    """After the roll: of two dice with advantage or disadvantage one is rolled again, and the new roll must be used."""
    up = scene("Ada A1, longsword, inspiration, invisible | Gob B1", rules)
    down = scene("Ada A1, longsword, inspiration, poisoned | Gob B1", rules)

    assert up.chance("Ada", "Gob", spend="inspiration") == Fraction(7271, 8000)
    assert down.chance("Ada", "Gob", spend="inspiration") == Fraction(2299, 4000)
