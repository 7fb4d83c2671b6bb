"""Traits of creatures: saves they are good at, senses, what they do not die of, what they strike harder at."""

import pytest

from clauses import SRD, clause, editions
from scenes import reasons, scene

TWO = ["srd-5.1", "reroll"]
BLADE = {"Hob": {"attacks": {"blade": {"to_hit": 5, "damage": "1d8 slashing"}}}}


# --------------------------------------------------------------------------------------------------------------- saves


@clause("magic-resistance")
def test_magic_resistance_helps_against_magic_and_nothing_else(rules: str) -> None:
    """A save against magic has advantage; the same save against a blow has none."""
    fiend = scene("Imp A1, magic resistance | Ada F1", rules)

    spell = fiend.explain("Imp", action="save", ability="wis", dc=15, against=("magic",))
    blow = fiend.explain("Imp", action="save", ability="wis", dc=15)

    assert (["magic-resistance"], []) == reasons(spell)
    assert ([], []) == reasons(blow)


@clause("magic-resistance")
def test_magic_resistance_helps_to_shake_off_a_spell(rules: str) -> None:
    """Held by a spell, whoever resists magic saves again with advantage at the end of its turn."""
    table = scene(
        "Imp A1, magic resistance, paralyzed; Bo F6 | Ada F1, concentrating hold monster on Imp", rules
    ).table()

    done = table.end_turn("Imp", dice=[2, 3])
    assert ["magic-resistance"] == done.advantage


@clause("brave")
@clause("fey-ancestry")
@clause("dark-devotion")
@clause("dwarven-resilience")
def test_some_are_hard_to_frighten_charm_or_poison(rules: str) -> None:
    """Each trait bears on saves against its own conditions alone."""
    for trait, threat, other in (
        ("brave", "frightened", "charmed"),
        ("fey ancestry", "charmed", "frightened"),
        ("dark devotion", "frightened", "poisoned"),
        ("dwarven resilience", "poisoned", "charmed"),
    ):
        one = scene(f"Kit A1, {trait} | Ada F1", rules)

        assert [trait.replace(" ", "-")] == reasons(
            one.explain("Kit", action="save", ability="wis", dc=12, against=(threat,))
        )[0]
        assert ([], []) == reasons(one.explain("Kit", action="save", ability="wis", dc=12, against=(other,)))


@clause("gnome-cunning", ["srd-5.1", "reroll"])
def test_gnome_cunning_is_for_saves_of_the_mind_against_magic_in_2014(rules: str) -> None:
    gnome = scene("Nib A1, gnome cunning | Ada F1", rules)

    assert (["gnome-cunning"], []) == reasons(
        gnome.explain("Nib", action="save", ability="int", dc=12, against=("magic",))
    )
    assert ([], []) == reasons(gnome.explain("Nib", action="save", ability="dex", dc=12, against=("magic",)))
    assert ([], []) == reasons(gnome.explain("Nib", action="save", ability="int", dc=12))


@clause("gnome-cunning", ["srd-5.2"])
def test_gnomish_cunning_is_for_every_save_of_the_mind_in_2024(rules: str) -> None:
    gnome = scene("Nib A1, gnomish cunning | Ada F1", rules)

    assert (["gnome-cunning"], []) == reasons(gnome.explain("Nib", action="save", ability="cha", dc=12))
    assert ([], []) == reasons(gnome.explain("Nib", action="save", ability="str", dc=12))


@clause("many-heads")
@pytest.mark.parametrize("trait", ["two heads", "two-headed", "multiple heads"])
def test_many_heads_are_hard_to_overcome(rules: str, trait: str) -> None:
    hydra = scene(f"Hyd A1, {trait} | Ada F1", rules)

    assert (["many-heads"], []) == reasons(
        hydra.explain("Hyd", action="save", ability="con", dc=12, against=("stunned",))
    )


@clause("many-heads")
@pytest.mark.parametrize("trait", ["two heads", "two-headed"])
def test_two_heads_see_more(rules: str, trait: str) -> None:
    ettin = scene(f"Ett A1, {trait} | Ada F1, hidden 14", rules)

    assert ["many-heads"] == reasons(ettin.explain("Ett", "Ada", action="search"))[0]


@clause("keen-senses")
@pytest.mark.parametrize(
    "trait",
    [
        "keen hearing",
        "keen hearing and sight",
        "keen hearing and smell",
        "keen sight",
        "keen sight and smell",
        "keen smell",
    ],
)
def test_keen_senses_help_to_find_the_hidden(rules: str, trait: str) -> None:
    hound = scene(f"Dog A1, {trait} | Ada F1, hidden 14", rules)

    assert ["keen-senses"] == reasons(hound.explain("Dog", "Ada", action="search"))[0]
    assert [] == reasons(hound.explain("Dog", action="check", skill="stealth", dc=10))[0]


# ------------------------------------------------------------------------------------------------------------- attacks


@clause("bloodied-fury", ["srd-5.2"])
def test_bloodied_fury_gives_advantage_from_half_the_hit_points_down(rules: str) -> None:
    assert ["bloodied-fury"] == reasons(
        scene("Boar A1, longsword, bloodied fury, hp 7 of 14 | Ada B1", rules).explain("Boar", "Ada")
    )[0]
    assert (
        [] == reasons(scene("Boar A1, longsword, bloodied fury, hp 8 of 14 | Ada B1", rules).explain("Boar", "Ada"))[0]
    )


@clause("bloodied-frenzy", ["srd-5.2"])
def test_bloodied_frenzy_helps_attacks_and_saves(rules: str) -> None:
    hurt = scene("Zerk A1, longsword, bloodied frenzy, hp 7 of 14 | Ada B1", rules)
    whole = scene("Zerk A1, longsword, bloodied frenzy, hp 14 of 14 | Ada B1", rules)

    assert ["bloodied-frenzy"] == reasons(hurt.explain("Zerk", "Ada"))[0]
    assert ["bloodied-frenzy"] == reasons(hurt.explain("Zerk", action="save", ability="wis", dc=12))[0]
    assert [] == reasons(whole.explain("Zerk", action="save", ability="wis", dc=12))[0]


@clause("ambusher", TWO)
def test_an_ambusher_has_advantage_on_the_surprised_in_the_first_round(rules: str) -> None:
    assert ["ambusher"] == reasons(
        scene("Dop A1, longsword, ambusher | Ada B1, surprised", rules).explain("Dop", "Ada")
    )[0]
    assert [] == reasons(scene("Dop A1, longsword, ambusher | Ada B1", rules).explain("Dop", "Ada"))[0]


@clause("martial-advantage", TWO)
def test_martial_advantage_adds_dice_beside_an_ally_once_a_turn(rules: str) -> None:
    table = scene(
        "Hob A1, two attacks, martial advantage 2d6; Hib A2 | Ada B1, ac 10, hp 40", rules, creatures=BLADE
    ).table()

    first = table.attack("Hob", "Ada", "blade", dice=[12, 5, 3, 4])
    second = table.attack("Hob", "Ada", "blade", dice=[12, 5])

    assert (12, [{"clause": "martial-advantage"}]) == (first.damage, first.roll["applied"])
    assert (5, []) == (second.damage, second.roll["applied"])


@editions(*TWO)
def test_martial_advantage_needs_the_ally(rules: str) -> None:
    alone = scene("Hob A1, martial advantage 2d6; Hib A5 | Ada B1, ac 10, hp 40", rules, creatures=BLADE).table()

    assert 5 == alone.attack("Hob", "Ada", "blade", dice=[12, 5]).damage


@clause("surprise-attack", TWO)
def test_surprise_attack_adds_dice_against_the_surprised(rules: str) -> None:
    ready = scene("Hob A1, surprise attack 2d6 | Ada B1, ac 10, hp 40", rules, creatures=BLADE).table()
    caught = scene("Hob A1, surprise attack 2d6 | Ada B1, ac 10, hp 40, surprised", rules, creatures=BLADE).table()

    assert 5 == ready.attack("Hob", "Ada", "blade", dice=[12, 5]).damage
    hit = caught.attack("Hob", "Ada", "blade", dice=[12, 5, 3, 4])
    assert (12, [{"clause": "surprise-attack"}]) == (hit.damage, hit.roll["applied"])


@clause("siege-monster")
def test_a_siege_monster_breaks_objects_with_double_damage(rules: str) -> None:
    gate = [{"name": "gate", "at": "B1", "ac": 10, "hp": 30}]
    table = scene("Hob A1, siege monster | Ada F6", rules, creatures=BLADE, objects=gate).table()

    hit = table.strike("Hob", "gate", "blade", dice=[12, 5])

    assert 10 == hit.one("damage")["amount"]


# ------------------------------------------------------------------------------------------------ staying on one's feet


@clause("undead-fortitude")
def test_undead_fortitude_keeps_1_hit_point_on_a_save_against_5_and_the_damage(rules: str) -> None:
    """8 damage: DC 13; with +3 a 10 holds, a 9 does not."""
    corpse = "Zom A1, undead fortitude, con save 3, hp 8 | Ada B1"
    holds, falls = scene(corpse, rules).table(), scene(corpse, rules).table()

    held = holds.hurt("Zom", (8, "slashing"), dice=[10])
    fell = falls.hurt("Zom", (8, "slashing"), dice=[9])

    assert (13, 1, "up") == (held.one("save")["target_number"], holds.hp("Zom"), holds.status("Zom"))
    assert {"amount": 1, "hp": 1, "clause": "undead-fortitude"} == {
        key: held.one("heal")[key] for key in ("amount", "hp", "clause")
    }
    assert (0, "dead") == (falls.hp("Zom"), falls.status("Zom"))
    assert "dead" in fell.types


@editions(*SRD)
def test_radiance_and_critical_hits_end_the_undead_without_a_save(rules: str) -> None:
    corpse = "Zom A1, undead fortitude, con save 3, hp 8 | Ada B1"
    burnt, cleft = scene(corpse, rules).table(), scene(corpse, rules).table()

    burnt.hurt("Zom", (4, "radiant"), (4, "slashing"))
    cleft.hurt("Zom", (8, "slashing"), critical=True)

    assert ("dead", "dead") == (burnt.status("Zom"), cleft.status("Zom"))


@clause("relentless")
def test_a_relentless_boar_stands_one_blow_of_up_to_its_figure(rules: str) -> None:
    boar = "Boar A1, relentless 10, hp 8 | Ada B1"
    small, large = scene(boar, rules).table(), scene(boar, rules).table()

    small.hurt("Boar", (10, "slashing"))
    large.hurt("Boar", (11, "slashing"))
    again = small.hp("Boar")
    small.hurt("Boar", (3, "slashing"))

    assert (1, "dead", "dead") == (again, large.status("Boar"), small.status("Boar"))


@clause("relentless")
def test_relentless_endurance_keeps_a_character_up_once_but_not_from_massive_damage(rules: str) -> None:
    hero = "Ork A1, character, relentless endurance, hp 12 | Ada B1"
    once, massive = scene(hero, rules).table(), scene(hero, rules).table()

    once.hurt("Ork", (20, "slashing"))
    massive.hurt("Ork", (24, "slashing"))

    assert (1, "up", "dead") == (once.hp("Ork"), once.status("Ork"), massive.status("Ork"))


@clause("regeneration")
def test_regeneration_gives_hit_points_at_the_start_of_a_turn(rules: str) -> None:
    table = scene("Vam A1, regeneration 10, hp 5 of 60 | Ada F1", rules).table()

    healed = table.begin_turn("Vam")

    assert (10, "regeneration", 15) == (healed.one("heal")["amount"], healed.one("heal")["clause"], table.hp("Vam"))


@clause("regeneration")
def test_damage_that_a_regeneration_does_not_bear_stops_it_for_one_turn(rules: str) -> None:
    table = scene("Tro A1, regeneration 10 at 0 unless acid or fire, hp 30 of 84 | Ada F1", rules).table()

    table.hurt("Tro", (5, "fire"))
    burnt = table.begin_turn("Tro")
    later = table.begin_turn("Tro")

    assert ([], 25 + 10) == (burnt.all("heal"), table.hp("Tro"))
    assert 10 == later.one("heal")["amount"]


@clause("regeneration")
def test_a_troll_at_0_rises_unless_it_was_burnt(rules: str) -> None:
    """It lies at 0 HP until a turn of its own: then it regenerates, or dies where fire or acid keeps it from that."""
    troll = "Tro A1, regeneration 10 at 0 unless acid or fire, hp 4 of 84; Bo A3 | Ada F1"
    cut, burnt = scene(troll, rules).table(), scene(troll, rules).table()

    cut.hurt("Tro", (30, "slashing"))
    down = cut.status("Tro")
    cut.hurt("Tro", (30, "slashing"))
    cut.begin_turn("Tro")
    burnt.hurt("Tro", (30, "slashing"))
    burnt.hurt("Tro", (1, "fire"))
    burnt.begin_turn("Tro")

    assert ("down", 10, "up") == (down, cut.hp("Tro"), cut.status("Tro"))
    assert "dead" == burnt.status("Tro")
