"""Damage: criticals, types, resistances, temporary hit points, what a hit brings beside it, weapons."""

from fractions import Fraction

import pytest

from clauses import SRD, case, clause, editions, scenario
from scenes import scene

ALL = ("srd-5.1", "srd-5.2", "reroll")
BITE = {"to_hit": 5, "reach": "5 ft", "damage": "1d6+3 piercing"}


def biting(**hit: object) -> dict[str, object]:
    """Stat blocks in which Ada bites, with what the hit brings."""
    return {"Ada": {"attacks": {"bite": {**BITE, **hit}}}}


# ------------------------------------------------------------------------------------------------------------ criticals


@editions(*SRD)
def test_a_critical_hit_rolls_all_dice_twice_and_adds_the_modifier_once(rules: str) -> None:
    """All of the attack's damage dice are rolled twice; 1d8+3 becomes 2d8+3."""
    table = scene("Ada A1, longsword | Gob B1, ac 30, hp 30", rules).table()

    struck = table.attack("Ada", "Gob", "longsword", dice=[20, 5, 7])

    assert ("CRITICAL 25", True, 15) == (struck.summary, struck.roll["critical"], struck.damage)


@editions(*SRD)
@case("C150")
def test_sneak_attack_dice_are_doubled_too(rules: str) -> None:
    """A critical with 1d8 of the rapier and 2d6 of Sneak Attack: 2d8 + 4d6 + 4."""
    blocks = {"Kit": {"attacks": {"rapier": {**BITE, "damage": "1d8+4 piercing", "properties": ["finesse"]}}}}
    table = scene("Kit A1, sneak attack 2d6; Bo C1 | Gob B1, hp 60", rules, creatures=blocks).table()

    assert 1 + 2 + 3 + 4 + 5 + 6 + 4 == table.attack("Kit", "Gob", "rapier", dice=[20, 1, 2, 3, 4, 5, 6]).damage


@editions("reroll")
@case("N005")
def test_a_19_is_a_minor_and_a_20_a_major_effect(rules: str) -> None:
    """D-2: minor is the first weapon die once more, major all dice twice; both need a success."""
    table = scene("Ada A1, greatsword, two attacks | Gob B1, hp 60", rules).table()

    minor = table.attack("Ada", "Gob", "greatsword", dice=[19, 1, 2, 6])
    major = table.attack("Ada", "Gob", "greatsword", dice=[20, 1, 2, 3, 4])

    assert ("MINOR 24", 12) == (minor.summary, minor.damage)
    assert ("MAJOR 25", 13) == (major.summary, major.damage)


@editions(*ALL)
@case("C152")
def test_fixed_damage_has_no_dice_to_double(rules: str) -> None:
    """A critical adds dice, not damage: an attack that deals 1 deals 1."""
    table = scene("Ada A1 | Gob B1", rules, creatures=biting(damage="1 piercing")).table()

    assert 1 == table.attack("Ada", "Gob", "bite", dice=[20]).damage


@clause("helpless.critical")
@clause("paralyzed.target")
@scenario(26)
def test_a_hit_from_within_5_ft_on_a_paralyzed_creature_is_a_critical(rules: str) -> None:
    """Any hit from within 5 ft; the expected damage of 1d8+3 at +5 against AC 15 is 957/100."""
    sword = scene("Ada A1, longsword | Gob B1, paralyzed, hp 40", rules)
    table = sword.table()

    struck = table.attack("Ada", "Gob", "longsword", dice=[4, 12, 1, 2])

    assert ["paralyzed.target"] == struck.advantage
    assert ("MAJOR 17" if rules == "reroll" else "CRITICAL 17") == struck.summary
    assert (True, 6) == (struck.roll["auto_critical"], struck.damage)
    explained = sword.explain("Ada", "Gob")
    assert Fraction(957, 100) == Fraction(explained["expected_damage"]).limit_denominator(1000)


@editions(*ALL)
@scenario(26)
def test_from_10_ft_a_hit_on_a_paralyzed_creature_is_an_ordinary_one(rules: str) -> None:
    """The glaive at 10 ft has advantage, and its criticals are the usual ones."""
    table = scene("Ada A1, glaive | Gob C1, paralyzed", rules).table()

    struck = table.attack("Ada", "Gob", "glaive", dice=[4, 12, 5])

    assert ("HIT 17", ["paralyzed.target"], 8) == (struck.summary, struck.advantage, struck.damage)


@clause("helpless.critical")
@scenario(26)
@case("C028")
def test_a_shot_from_within_5_ft_counts_as_well(rules: str) -> None:
    """Any attack type: a spell attack on a paralyzed neighbour, without a close-combat penalty from who cannot act."""
    blocks = {
        "Mira": {"attacks": {"orb": {"to_hit": 6, "range": "90 ft", "damage": "4d6 fire", "properties": ["spell"]}}}
    }
    table = scene("Mira A1 | Thug B1, hp 60, ac 14, paralyzed", rules, creatures=blocks).table()

    orb = table.attack("Mira", "Thug", "orb", dice=[2, 9, 1, 2, 3, 4, 5, 6, 1, 2])

    assert (["paralyzed.target"], []) == (orb.advantage, orb.disadvantage)
    assert (True, 24) == (orb.roll["auto_critical"], orb.damage)


@clause("helpless.critical")
@clause("unconscious.target")
def test_a_hit_on_an_unconscious_neighbour_is_a_critical(rules: str) -> None:
    """As on a paralyzed one."""
    table = scene("Ada A1, longsword | Gob B1, unconscious, hp 40", rules).table()

    dice = [3, 4, 12, 1, 2] if rules == "reroll" else [4, 12, 1, 2]
    assert 6 == table.attack("Ada", "Gob", "longsword", dice=dice).damage


@editions(*ALL)
@pytest.mark.parametrize("condition", ["stunned", "petrified"])
def test_stunned_and_petrified_creatures_are_hit_as_usual(rules: str, condition: str) -> None:
    """They are helpless, but no hit on them is a critical for it."""
    table = scene(f"Ada A1, longsword | Gob B1, {condition}, hp 40", rules).table()

    struck = table.attack("Ada", "Gob", "longsword", dice=[4, 12, 5])

    assert ("HIT 17", False) == (struck.summary, struck.roll["auto_critical"])


@editions(*SRD)
def test_a_natural_1_misses_a_paralyzed_creature(rules: str) -> None:
    """Only a hit becomes a critical."""
    table = scene("Ada A1, longsword | Gob B1, paralyzed, ac 5", rules).table()

    assert "MISS 6" == table.attack("Ada", "Gob", "longsword", dice=[1, 1]).summary


@clause("lucky")
@case("C044")
def test_a_lucky_creature_rolls_a_1_again(rules: str) -> None:
    """The new die counts, even a 20."""
    trait = "luck" if rules == "srd-5.2" else "lucky"
    table = scene(f"Lil A1, club +5 1d4, {trait} | Gob B1", rules).table()

    struck = table.attack("Lil", "Gob", "club", dice=[1, 20, 2, 3])

    assert (True, 20, 5) == (struck.roll["critical"], struck.roll["kept"], struck.damage)


@editions(*ALL)
def test_luck_rolls_one_die_once(rules: str) -> None:
    """Of two 1s one is rolled again, and the other stands."""
    trait = "luck" if rules == "srd-5.2" else "lucky"
    table = scene(f"Lil A1, club +5 1d4, {trait} | Gob B1, restrained", rules).table()

    assert "MISS 11" == table.attack("Lil", "Gob", "club", dice=[1, 1, 6]).summary


# --------------------------------------------------------------------------------------------------------- Sneak Attack


@clause("sneak-attack")
@case("C042")
@clause("restrained.target")
@clause("poisoned.attacks")
def test_sneak_attack_reads_the_combined_roll(rules: str) -> None:
    """Advantage and disadvantage cancel: not a disadvantage, so an able ally beside the target is enough."""
    table = scene("Sly A1, shortbow, sneak attack 2d6, poisoned; Ada G1 | Ogre F1, restrained, hp 40", rules).table()

    shot = table.attack("Sly", "Ogre", "shortbow", dice=[12, 4, 5, 6])

    assert (0, 18) == (shot.net, shot.damage)


@clause("sneak-attack")
def test_sneak_attack_is_once_a_turn(rules: str) -> None:
    """The second hit of the turn has no extra dice; the next turn has them again."""
    table = scene("Sly A1, shortsword, two attacks, sneak attack 1d6; Ada C1 | Gob B1, hp 60", rules).table()

    assert 8 == table.attack("Sly", "Gob", "shortsword", dice=[12, 2, 3]).damage
    assert 5 == table.attack("Sly", "Gob", "shortsword", dice=[12, 2]).damage
    table.begin_turn("Sly")
    assert 8 == table.attack("Sly", "Gob", "shortsword", dice=[12, 2, 3]).damage


@editions(*ALL)
@pytest.mark.parametrize(
    ("words", "use", "dice"),
    [
        ("Sly A1, shortsword, sneak attack 1d6, poisoned; Ada C1 | Gob B1", "shortsword", [13, 12, 2]),  # disadvantage
        ("Sly A1, shortsword, sneak attack 1d6; Ada C1, stunned | Gob B1", "shortsword", [12, 2]),  # no able ally
        ("Sly A1, longsword, sneak attack 1d6; Ada C1 | Gob B1", "longsword", [12, 2]),  # not a finesse weapon
        ("Sly A1, handaxe, sneak attack 1d6; Ada E1 | Gob D1", "handaxe (thrown)", [12, 2]),  # no ranged weapon
        ("Sly A1, ray, sneak attack 1d6; Ada E1 | Gob D1", "ray", [12, 2]),  # a spell
    ],
)
def test_where_sneak_attack_does_not_apply(rules: str, words: str, use: str, dice: list[int]) -> None:
    """Not with disadvantage, not without advantage or an able ally there, only with finesse and ranged weapons."""
    struck = scene(words, rules).table().attack("Sly", "Gob", use, dice=dice)

    assert struck.damage == (2 if use == "ray" else 5)


# -------------------------------------------------------------------------------------------- resistance, vulnerability


@editions(*ALL)
@pytest.mark.parametrize(
    ("defence", "amount", "left"),
    [
        ("resists fire", 7, 3),
        ("vulnerable to fire", 7, 14),
        ("immune to fire", 7, 0),
        ("resists fire, vulnerable to fire", 23, 22),
        ("resists cold", 7, 7),
    ],
)
def test_resistance_halves_then_vulnerability_doubles(rules: str, defence: str, amount: int, left: int) -> None:
    """Halved and rounded down, then doubled: 23 becomes 11 becomes 22. Immunity leaves nothing."""
    table = scene(f"Ada A1 | Gob B1, hp 50, {defence}", rules).table()

    assert left == table.hurt("Gob", (amount, "fire")).damage


@editions("srd-5.2")
@case("C144")
def test_fire_damage_of_27_on_a_resistant_and_vulnerable_creature(rules: str) -> None:
    """27 halved is 13, doubled is 26."""
    table = scene("Ada A1 | Gob B1, hp 50, resists fire, vulnerable to fire", rules).table()

    assert 26 == table.hurt("Gob", (27, "fire")).damage


@editions(*ALL)
@case("C189")
def test_each_type_of_a_hit_is_halved_by_itself(rules: str) -> None:
    """5+2 piercing and 7 poison against poison resistance: 7 and 3."""
    blocks = biting(damage=["1d6+2 piercing", "2d6 poison"])
    table = scene("Ada A1 | Gob B1, resists poison", rules, creatures=blocks).table()

    bitten = table.attack("Ada", "Gob", "bite", dice=[15, 5, 3, 4])

    assert [("piercing", 7, 7), ("poison", 7, 3)] == [
        (part["type"], part["rolled"], part["dealt"]) for part in bitten.one("damage")["parts"]
    ]
    assert 10 == bitten.damage


@editions(*ALL)
def test_parts_of_one_type_are_halved_together(rules: str) -> None:
    """3 + 4 fire of one blow against resistance: 3, not 1 + 2."""
    table = scene("Ada A1 | Gob B1, resists fire", rules).table()

    assert 3 == table.hurt("Gob", (3, "fire"), (4, "fire")).damage


@editions(*ALL)
def test_damage_is_never_negative(rules: str) -> None:
    """A penalty larger than the roll leaves 0."""
    table = scene("Ada A1 | Gob B1", rules, creatures=biting(damage="1d4-3 piercing")).table()

    bitten = table.attack("Ada", "Gob", "bite", dice=[15, 1])

    assert (0, 20) == (bitten.damage, table.hp("Gob"))


# ------------------------------------------------------------------------------------------------- temporary hit points


@editions(*ALL)
@case("C165")
def test_temporary_hit_points_are_lost_first(rules: str) -> None:
    """9 damage on 4 temporary hit points: 4 are absorbed, 5 go through."""
    table = scene("Ada A1 | Gob B1, temp hp 4", rules).table()

    hurt = table.hurt("Gob", (9, "fire")).one("damage")

    assert (9, 4, 15) == (hurt["amount"], hurt["temp_hp_lost"], hurt["hp"])


@editions(*ALL)
@case("C159")
def test_temporary_hit_points_do_not_wake_anybody(rules: str) -> None:
    """At 0 hit points they absorb damage, and the damage still counts as a failed death save."""
    table = scene("Ada A1, character, hp 0 of 20, temp hp 8 | Gob B1", rules).table()

    table.hurt("Ada", (3, "fire"))

    assert ("down", 0, 5, 1) == (table.status("Ada"), table.hp("Ada"), table["Ada"].temp_hp, table["Ada"].failures)


# --------------------------------------------------------------------------------------------------------------- riders


@editions(*ALL)
def test_a_hit_may_bring_damage_that_no_save_stops(rules: str) -> None:
    """Such damage is part of the attack: a critical doubles its dice."""
    table = scene("Ada A1 | Gob B1, hp 60", rules, creatures=biting(hit=["2d6 poison"])).table()

    assert 1 + 2 + 3 + 3 + 4 + 5 + 6 == table.attack("Ada", "Gob", "bite", dice=[20, 1, 2, 3, 4, 5, 6]).damage


@editions(*ALL)
@case("C046")
def test_a_critical_with_a_save_asks_for_one_save(rules: str) -> None:
    """Advantage and a critical change nothing about the save: one, rolled as usual."""
    blocks = biting(damage="1d8+3 bludgeoning", hit=[{"save": "con 13", "fail": ["stunned"]}])
    table = scene("Ada A1 | Gob B1, restrained, hp 40, con save +2", rules, creatures=blocks).table()

    struck = table.attack("Ada", "Gob", "bite", dice=[4, 20, 1, 2, 11])

    saved = struck.one("save")
    assert (6, 13, "success", "normal") == (struck.damage, saved["total"], saved["degree"], saved["mode"])
    assert [] == struck.gained


@editions(*ALL)
@case("C146")
@pytest.mark.parametrize(("die", "dealt"), [(5, 13), (15, 6)])
def test_half_on_a_save_comes_before_resistance(rules: str, die: int, dealt: int) -> None:
    """27 fire: failed, resisted: 13. Saved: 13, then resisted: 6."""
    blocks = biting(damage="1 piercing", hit=[{"save": "dex 15", "fail": ["27 fire"], "half": True}])
    table = scene("Ada A1 | Gob B1, resists fire, hp 60", rules, creatures=blocks).table()

    bitten = table.attack("Ada", "Gob", "bite", dice=[15, die])

    assert [1, dealt] == [event["amount"] for event in bitten.all("damage")]


@editions(*ALL)
def test_a_failed_save_lets_the_condition_in_and_a_later_one_ends_it(rules: str) -> None:
    """`repeats`: at the end of each of its turns the target saves again."""
    blocks = biting(hit=[{"save": "con 12", "fail": ["poisoned for 1 minute"], "repeats": True}])
    table = scene("Ada A1 | Gob B1", rules, creatures=blocks).table()

    assert ["poisoned"] == table.attack("Ada", "Gob", "bite", dice=[15, 1, 11]).gained
    table.begin_turn("Gob")
    assert [] == table.end_turn("Gob", dice=[2]).lost
    table.begin_turn("Gob")
    ended = table.end_turn("Gob", dice=[12])
    assert ("poisoned", "saved") == (ended.one("condition-off")["condition"], ended.one("condition-off")["because"])


@editions(*ALL)
def test_a_condition_for_rounds_ends_by_itself(rules: str) -> None:
    """One round: it ends at the end of the target's next turn."""
    table = scene("Ada A1 | Gob B1", rules, creatures=biting(hit=["prone", "restrained for 1 round"])).table()

    assert ["prone", "restrained"] == table.attack("Ada", "Gob", "bite", dice=[15, 1]).gained
    table.begin_turn("Gob")
    assert ["restrained"] == table.end_turn("Gob").lost
    assert ["prone"] == table.conditions("Gob")


@editions(*ALL)
def test_who_is_immune_to_a_condition_does_not_get_it(rules: str) -> None:
    """The hit lands, the condition does not; damage of the same name is another matter."""
    table = scene("Ada A1 | Gob B1, immune to poisoned", rules, creatures=biting(hit=["poisoned"])).table()

    bitten = table.attack("Ada", "Gob", "bite", dice=[15, 1])

    assert ([], []) == (bitten.gained, table.conditions("Gob"))


@editions(*ALL)
def test_a_hit_may_push(rules: str) -> None:
    """The target is moved straight away, and nobody may strike at it for that."""
    table = scene("Ada B1 | Gob C1", rules, creatures=biting(hit=["push 10 ft"])).table()

    bitten = table.attack("Ada", "Gob", "bite", dice=[15, 1])

    assert ("E1", True) == (table.square("Gob"), bitten.one("move")["forced"])


@clause("cover.half")
def test_cover_counts_on_a_dexterity_save_against_a_hit(rules: str) -> None:
    """Half cover: +2 to AC and to the Dexterity save against what the arrow brings."""
    blocks = {
        "Ada": {
            "attacks": {
                "flask": {
                    "to_hit": 9,
                    "range": "60 ft",
                    "damage": "1 fire",
                    "hit": [{"save": "dex 12", "fail": ["prone"]}],
                }
            }
        }
    }
    table = scene("Ada A1; Bo C1 | Gob E1", rules, creatures=blocks).table()

    hit = table.attack("Ada", "Gob", "flask", dice=[15, 10])

    assert ("half", 17) == (hit.roll["cover"], hit.roll["target_number"])
    assert (12, "success") == (hit.one("save")["total"], hit.one("save")["degree"])


# -------------------------------------------------------------------------------------------------------------- weapons


@editions(*ALL)
@case("C140")
def test_the_second_light_weapon_strikes_without_the_modifier(rules: str) -> None:
    """Two-weapon fighting: to hit as ever, the damage without the ability modifier."""
    words = "Kit A1, shortsword, dagger, dex 16 | Gob B1, ac 12"
    table = scene(words, rules).table()

    table.attack("Kit", "Gob", "shortsword", dice=[7, 1])
    second = table.extra_attack("Kit", "Gob", "dagger", dice=[7, 3])

    assert ("HIT 12", 3) == (second.summary, second.damage)
    assert "action.used" == table.refusal("extra_attack", "Kit", "Gob", "dagger")


@editions(*ALL)
def test_a_negative_modifier_counts_on_the_second_weapon(rules: str) -> None:
    """Only a bonus is left out."""
    weak = {"damage": "1d4-1 piercing", "properties": ["light"]}
    blocks = {"Kit": {"attacks": {"knife": {**BITE, **weak}, "sickle": {**BITE, **weak}}}}
    table = scene("Kit A1, str 8 | Gob B1", rules, creatures=blocks).table()

    table.attack("Kit", "Gob", "knife", dice=[15, 2])
    assert 1 == table.extra_attack("Kit", "Gob", "sickle", dice=[15, 2]).damage


@clause("hand.none")
@case("C142")
@scenario(72)
def test_two_weapon_fighting_asks_for_two_different_light_weapons(rules: str) -> None:
    """Not with a longsword, not twice with the one shortsword."""
    table = scene("Kit A1, longsword, shortsword, two attacks | Gob B1", rules).table()

    table.attack("Kit", "Gob", "longsword", dice=[2])
    assert "action.used" == table.refusal("extra_attack", "Kit", "Gob", "longsword")
    table.attack("Kit", "Gob", "shortsword", dice=[2])
    assert "hand.none" == table.refusal("extra_attack", "Kit", "Gob", "shortsword")
    assert "hand.none" == table.refusal("extra_attack", "Kit", "Gob", "longsword")


@editions(*ALL)
def test_two_attacks_with_two_light_weapons_open_the_bonus_attack_with_either(rules: str) -> None:
    """Each of the two is different from the other one used."""
    for extra in ("dagger", "shortsword"):
        table = scene("Kit A1, shortsword, dagger, two attacks | Gob B1", rules).table()
        table.attack("Kit", "Gob", "shortsword", dice=[2])
        table.attack("Kit", "Gob", "dagger", dice=[2])
        assert "MISS 7" == table.extra_attack("Kit", "Gob", extra, dice=[2]).summary


@editions(*ALL)
@scenario(72)
def test_a_light_ranged_weapon_opens_the_bonus_attack_in_5_2_only(rules: str) -> None:
    """5.1: both must be melee weapons. 5.2: any two Light weapons."""
    table = scene("Kit A1, hand crossbow, shortsword | Gob B1", rules).table()

    table.attack("Kit", "Gob", "hand crossbow", dice=[2, 2])
    if rules == "srd-5.2":
        assert "MISS 7" == table.extra_attack("Kit", "Gob", "shortsword", dice=[2]).summary
    else:
        assert "action.used" == table.refusal("extra_attack", "Kit", "Gob", "shortsword")


@editions(*ALL)
@scenario(72)
def test_the_second_light_weapon_may_be_thrown(rules: str) -> None:
    """A dagger in each hand: one thrust, one thrown."""
    table = scene("Kit A1, dagger, holds dagger and dagger | Gob B1; Imp E1", rules).table()

    table.attack("Kit", "Gob", "dagger", dice=[2])
    assert "dagger (thrown)" == table.extra_attack("Kit", "Imp", "dagger (thrown)", dice=[2, 2]).roll["attack"]


@clause("loading.used")
def test_a_loading_weapon_shoots_once_an_action(rules: str) -> None:
    """However many attacks the action has; a new turn loads it."""
    table = scene("Ada A1, light crossbow, two attacks | Gob F1", rules).table()

    table.attack("Ada", "Gob", "light crossbow", dice=[2])
    assert "loading.used" == table.refusal("attack", "Ada", "Gob", "light crossbow")
    table.begin_turn("Ada")
    table.attack("Ada", "Gob", "light crossbow", dice=[2])


@editions("srd-5.2")
def test_a_loading_weapon_shoots_once_more_with_the_bonus_action(rules: str) -> None:
    """One shot an action, one a bonus action: a hand crossbow in each hand."""
    table = scene("Kit A1, hand crossbow, holds hand crossbow and hand crossbow | Gob F1", rules).table()

    table.attack("Kit", "Gob", "hand crossbow", dice=[2])
    assert "MISS 7" == table.extra_attack("Kit", "Gob", "hand crossbow", dice=[2]).summary


@clause("ammunition.none")
def test_each_shot_costs_a_piece_of_ammunition(rules: str) -> None:
    """Hit or miss; without one there is no shot."""
    blocks = {
        "Ada": {"attacks": {"bow": {"to_hit": 5, "range": "80/320 ft", "damage": "1d6 piercing", "ammunition": 1}}}
    }
    table = scene("Ada A1, two attacks | Gob F1", rules, creatures=blocks).table()

    table.attack("Ada", "Gob", "bow", dice=[2])
    assert "ammunition.none" == table.refusal("attack", "Ada", "Gob", "bow")


@clause("ammunition.none")
def test_what_is_thrown_is_gone_and_what_is_thrust_is_not(rules: str) -> None:
    """Javelins are their own ammunition: the melee attack spends none."""
    javelin = {"to_hit": 5, "reach": "5 ft", "range": "30/120 ft", "damage": "1d6 piercing", "properties": ["thrown"]}
    blocks = {"Ada": {"attacks": {"javelin": {**javelin, "ammunition": 1}}, "attacks_per_action": 4}}
    table = scene("Ada A1 | Gob B1; Imp F1", rules, creatures=blocks).table()

    table.attack("Ada", "Gob", "javelin", dice=[2])
    table.attack("Ada", "Imp", "javelin (thrown)", dice=[2, 2])
    assert "ammunition.none" == table.refusal("attack", "Ada", "Imp", "javelin (thrown)")


@editions(*ALL)
def test_an_unarmed_strike_deals_1_and_the_strength_modifier(rules: str) -> None:
    """1 + STR, proficient, no dice: a critical adds nothing. Never less than 0."""
    table = scene("Ada A1, str 16, proficiency 2 | Gob B1", rules).table()
    weak = scene("Ada A1, str 6 | Gob B1", rules).table()

    struck = table.attack("Ada", "Gob", "unarmed strike", dice=[20])

    assert (25, 4) == (struck.roll["total"], struck.damage)
    assert 0 == weak.attack("Ada", "Gob", "unarmed strike", dice=[19]).damage


SWARM = {"Rats": {"attacks": {"bites": {"to_hit": 2, "damage": "2d6 piercing", "at_half": "1d6 piercing"}}}}


@clause("half-hp.damage")
@case("C154")
def test_a_swarm_bites_less_at_half_its_hit_points_or_fewer(rules: str) -> None:
    """Exactly half counts: at 12 of 24 it rolls 1d6, at 13 still 2d6."""
    whole = scene("Rats A1, hp 13 of 24 | Ada B1, ac 10, hp 20", rules, creatures=SWARM)
    thinned = scene("Rats A1, hp 12 of 24 | Ada B1, ac 10, hp 20", rules, creatures=SWARM)

    first = whole.table().attack("Rats", "Ada", "bites", dice=[12, 3, 4])
    then = thinned.table().attack("Rats", "Ada", "bites", dice=[12, 3])

    assert (7, []) == (first.damage, first.roll["applied"])
    assert (3, [{"clause": "half-hp.damage"}]) == (then.damage, then.roll["applied"])


@editions(*SRD)
def test_the_odds_reckon_with_what_the_swarm_still_is(rules: str) -> None:
    """Hits on 8 or better; a critical doubles the dice: 7 x 13/20 + 7/20 whole, half of it thinned."""
    whole = scene("Rats A1, hp 13 of 24 | Ada B1, ac 10, hp 20", rules, creatures=SWARM)
    thinned = scene("Rats A1, hp 12 of 24 | Ada B1, ac 10, hp 20", rules, creatures=SWARM)

    assert (4.9, 2.45) == tuple(each.explain("Rats", "Ada")["expected_damage"] for each in (whole, thinned))
    assert ["half-hp.damage"] == [entry["clause"] for entry in thinned.explain("Rats", "Ada")["applied"]]
