"""Prose of stat blocks to the keys of a scenario file: what each phrase means, and what is named instead."""

import pytest

from clauses import case
from encounter.bestiary import shelf
from encounter.bestiary.deeds import read_action
from encounter.bestiary.effects import consequences
from encounter.bestiary.multiattack import read_multiattack
from encounter.bestiary.prose import read_attack
from encounter.bestiary.text import dice


@case("C183")
def test_dice_of_every_spelling_are_one_formula():
    texts = ["1d4 \u2013 1", "1d6 \u2014 1", "1d6-1", "1d6 +2", "2D6+3", "d6", "1d8 \u2212 2", "1W10+2"]
    assert ["1d4-1", "1d6-1", "1d6-1", "1d6+2", "2d6+3", "1d6", "1d8-2", "1d10+2"] == [dice(text) for text in texts]


@case("C185")
def test_melee_or_ranged_is_one_attack_with_a_reach_and_a_range():
    javelin = read_attack(
        "Javelin",
        "Melee or Ranged Weapon Attack: +4 to hit, reach 5 ft. or range 30/120 ft., one target. "
        "Hit: 5 (1d6 + 2) piercing damage.",
    )
    assert {"to_hit": 4, "reach": "5 ft", "range": "30/120 ft", "damage": "1d6+2 piercing"} == javelin.keys


@case("C187")
def test_a_single_range_has_no_long_range():
    ray = read_attack("Ray", "Ranged Spell Attack: +6 to hit, range 120 ft., one target. Hit: 13 (2d12) cold damage.")
    assert {"to_hit": 6, "range": "120 ft", "properties": ["spell"], "damage": "2d12 cold"} == ray.keys


def test_parts_of_the_damage_keep_their_types():
    bite = read_attack(
        "Bite",
        "Melee Attack Roll: +5, reach 5 ft. Hit: 6 (1d8 + 2) piercing damage plus 4 (1d8) poison damage.",
    )
    assert ["1d8+2 piercing", "1d8 poison"] == bite.keys["damage"]


@case("C191")
def test_damage_in_two_hands_is_an_alternative_and_never_added():
    spear = read_attack(
        "Spear",
        "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage, "
        "or 6 (1d8 + 2) slashing damage if used with two hands.",
    )
    assert ("1d6+2 slashing", "1d8+2 slashing") == (spear.keys["damage"], spear.keys["versatile"])


@case("C193")
def test_multiattack_makes_the_attacks_that_it_names_and_no_other():
    known = {"bite": "bite", "claw": "claw"}
    told = "The ghast makes two claw attacks. (It also has a bite.)"
    assert ([["claw", "claw"]], []) == read_multiattack(told, known, {})


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("The dragon makes three Rend attacks. It can replace one attack with a use of Breath.", ["rrr", "rrb"]),
        ("The dragon makes three Rend attacks. It can replace two attacks with a use of Breath.", ["rrr", "rb"]),
        ("The devil makes two Rend attacks, or it makes two Spit attacks.", ["rr", "ss"]),
        ("The devil makes two attacks, using Rend or Spit in any combination.", ["rr", "rs", "ss"]),
        ("The beast makes one Rend attack and one Spit attack.", ["rs"]),
        (
            "The dragon can use its Breath. It then makes three attacks: one with its spit and two with its rends.",
            ["bsrr", "srr"],
        ),
        ("The scout makes two melee attacks or two ranged attacks.", ["rr", "ss"]),
    ],
)
def test_ways_of_a_multiattack(text, ways):
    letters = {"r": "rend", "s": "spit", "b": "breath"}
    kinds = {"rend": "melee", "spit": "ranged"}
    made, _ = read_multiattack(text, {"rend": "rend", "spit": "spit"}, {"breath": "breath"}, kinds)
    assert [[letters[one] for one in way] for way in ways] == made


@pytest.mark.parametrize(
    ("text", "brings"),
    [
        ("the target is grappled (escape DC 14)", ["grappled (escape dc 14)"]),
        (
            "The target has the Grappled condition (escape DC 12), and it has the Restrained condition "
            "until the grapple ends.",
            ["grappled (escape dc 12)", "restrained"],
        ),
        ("The target has the Prone condition", ["prone"]),
        ("be knocked prone", ["prone"]),
        ("be poisoned for 1 minute", ["poisoned for 1 minute"]),
        (
            "the target has the Poisoned condition until the end of its next turn",
            ["poisoned until the end of its next turn"],
        ),
        (
            "has the Stunned condition until the start of the lich's next turn",
            ["stunned until the start of my next turn"],
        ),
        (
            "the target is pushed up to 15 ft straight away from the giant and has the Prone condition",
            ["push 15 ft", "prone"],
        ),
        ("the merrow pulls the target up to 15 ft straight toward itself", ["pull 15 ft"]),
        ("the target takes an extra 7 (2d6) Fire damage", ["2d6 fire"]),
        ("The target takes 5 (1d10) Poison damage at the start of each of its turns", ["1d10 poison each turn"]),
        (
            "its Hit Point maximum decreases by an amount equal to the Necrotic damage taken",
            ["maximum reduced by necrotic"],
        ),
    ],
)
def test_what_befalls_a_target_in_the_words_of_either_edition(text, brings):
    found = consequences(text)
    assert (brings, []) == (found.brings, found.left)


def test_a_save_with_half_damage_on_a_hit():
    sting = read_attack(
        "Sting",
        "Melee Weapon Attack: +4 to hit, reach 5 ft., one creature. Hit: 7 (1d10 + 2) piercing damage, and "
        "the target must "
        "make a DC 12 Constitution saving throw, taking 22 (4d10) poison damage on a failed save, or half "
        "as much damage on "
        "a successful one.",
    )
    assert [{"save": "con 12", "fail": ["4d10 poison"], "half": True}] == sting.keys["hit"]


def test_a_save_that_is_repeated_at_the_end_of_turns():
    claws = read_attack(
        "Claws",
        "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) slashing damage. The "
        "target must succeed "
        "on a DC 10 Constitution saving throw or be paralyzed for 1 minute. The target can repeat the "
        "saving throw at the "
        "end of each of its turns, ending the effect on itself on a success.",
    )
    assert [{"save": "con 10", "fail": ["paralyzed for 1 minute"], "repeats": True}] == claws.keys["hit"]


def test_a_charge_and_the_largest_target_are_kept_with_what_they_bring():
    gore = read_attack(
        "Gore",
        "Melee Attack Roll: +6, reach 5 ft. Hit: 11 (2d6 + 4) Piercing damage. If the target is a Large or "
        "smaller creature "
        "and the boar moved 20+ feet straight toward it immediately before the hit, the target takes an extra 9 (2d8) "
        "Piercing damage and has the Prone condition.",
    )
    assert {"run": "20 ft", "damage": "2d8 piercing", "hit": [{"up_to": "large", "fail": ["prone"]}]} == gore.keys[
        "charge"
    ]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            "The dragon exhales fire in a 60-foot cone. Each creature in that area must make a DC 21 "
            "Dexterity saving throw, "
            "taking 63 (18d6) fire damage on a failed save, or half as much damage on a successful one.",
            {"area": "cone 60 ft", "save": "dex 21", "damage": "18d6 fire", "half": True},
        ),
        (
            "Dexterity Saving Throw: DC 16, each creature in a 90-foot-long, 5-footwide Line. Failure: 66 "
            "(12d10) Lightning "
            "damage. Success: Half damage.",
            {"area": "line 90 ft", "save": "dex 16", "damage": "12d10 lightning", "half": True},
        ),
        (
            "Each creature of the dragon's choice that is within 120 feet of the dragon and aware of it "
            "must succeed on a DC "
            "19 Wisdom saving throw or become frightened for 1 minute. A creature can repeat the saving "
            "throw at the end of "
            "each of its turns, ending the effect on itself on a success. If a creature's saving throw is "
            "successful or the "
            "effect ends for it, the creature is immune to the dragon's Frightful Presence for the next 24 hours.",
            {
                "area": "emanation 120 ft",
                "of": "enemies",
                "needs": "sight",
                "save": "wis 19",
                "repeats": True,
                "immune_after": "success",
                "fail": ["frightened for 1 minute"],
            },
        ),
        (
            "Constitution Saving Throw: DC 15, each creature in a 30-foot Cone. First Failure: The target "
            "has the Restrained "
            "condition and repeats the save at the end of its next turn if it is still Restrained, ending "
            "the effect on "
            "itself on a success. Second Failure: The target has the Petrified condition instead of the "
            "Restrained condition.",
            {
                "area": "cone 30 ft",
                "save": "con 15",
                "repeats": True,
                "fails_again": "petrified",
                "fail": ["restrained"],
            },
        ),
        (
            "Trigger: The knight is hit by a melee attack roll while holding a weapon. Response: The knight "
            "adds 2 to its AC "
            "against that attack, possibly causing it to miss.",
            {"cost": "reaction", "when": "hit by melee attack", "ac": 2},
        ),
        ("The unicorn magically regains 11 (2d8 + 2) hit points.", {"heal": "2d8+2", "of": "self"}),
        (
            "The dragon moves up to half its Speed, and it makes one Rend attack.",
            {"moves": "half speed", "attacks": ["rend"]},
        ),
    ],
)
def test_an_action_that_is_no_attack(text, keys):
    assert keys == read_action("Something", text, {"rend": "rend"}).keys


def test_an_action_that_hangs_on_more_than_can_be_said_is_named_and_not_weakened():
    vortex = read_action(
        "Whelm",
        "Strength Saving Throw: DC 15, each creature in the elemental's space. Failure: 22 (4d8 + 4) Bludgeoning "
        "damage. Success: Half damage only.",
    )
    assert ("nothing", {}, ["only in its space"]) == (vortex.kind, vortex.keys, vortex.left)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            "Dexterity Saving Throw: DC 16, one creature within 5 feet that has the Prone condition. Failure: 17 "
            "(2d10 + 6) Bludgeoning damage. Success: Half damage.",
            {"target": "one", "range": "5 ft", "only": ["prone"], "save": "dex 16", "damage": "2d10+6 bludgeoning"},
        ),
        (
            "The roper pulls each creature Grappled by it up to 30 feet straight toward it.",
            {"only": ["grappled by me"], "range": "60 ft", "target": "up to 8", "gives": ["pull 30 ft"]},
        ),
        ("The familiar takes the Dash or Disengage action.", {"does": ["dash", "disengage"]}),
        ("The dragon makes a Wisdom (Perception) check.", {"does": ["search"]}),
        ("The golem takes the Dash and Disengage actions.", {"moves": "speed", "provokes": False}),
        ("The ape jumps up to 30 feet by spending 10 feet of movement.", {"moves": "20 ft"}),
        (
            "The ankheg spits acid in a line that is 30 feet long and 5 feet wide, provided that it has no creature "
            "grappled. Each creature in that line must make a DC 13 Dexterity saving throw, taking 10 (3d6) acid "
            "damage on a failed save, or half as much damage on a successful one.",
            {"area": "line 30 ft", "save": "dex 13", "damage": "3d6 acid"},
        ),
    ],
)
def test_whom_an_action_is_for_and_which_common_action_it_is(text, keys):
    read = read_action("Deed", text).keys
    assert keys == {key: value for key, value in read.items() if key not in ("half", "of")}


def test_a_legendary_action_that_is_the_use_of_another_one_has_its_figures():
    kraken = shelf.find("Kraken", "srd-5.2").keys["actions"]
    bolt, strike = kraken["storm bolt"], kraken["lightning strike"]
    assert ("legendary 1", strike["damage"], strike["save"]) == (bolt["cost"], bolt["damage"], bolt["save"])


def test_a_shape_with_the_same_figures_is_without_effect_and_mist_is_not():
    doppelganger, vampire = (shelf.find(name, "srd-5.2").keys for name in ("Doppelganger", "Vampire"))
    assert ["action read thoughts", "bonus action shape-shift"] == doppelganger["without_effect"]
    assert "bonus action shape-shift" in vampire["left_out"]
