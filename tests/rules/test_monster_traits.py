"""Traits of monsters: forms, senses, weaknesses, camouflage, and auras that help others."""

import pytest

from clauses import clause, editions
from encounter.engine.light import BRIGHT, DARK, DIM
from encounter.engine.rules.perception import located
from encounter.engine.zones import Zone, squares_of
from scenes import reasons, scene

OLD = ["srd-5.1", "reroll"]
CLUB = "club +4 1d4+2 bludgeoning"
WADING = {"map": ["..ww....", "..ww....", "........"], "legend": {"water": "w"}}


# ------------------------------------------------------------------------------------------------- forms and movement


@editions("srd-5.1", "srd-5.2", "reroll")
@pytest.mark.parametrize("trait", ["air form", "water form", "fire form"])
def test_an_elemental_enters_the_space_of_an_enemy_and_stops_there(rules: str, trait: str) -> None:
    """Others do not: nobody walks into its space, and whoever it has come to does not fall for that."""
    t = scene(f"Ele A1, {trait} | Ada B1", rules).table()
    other = scene("Ele A1 | Ada B1", rules).table()
    t.move("Ele", "B1")

    assert "B1" == t.square("Ele")
    assert other.refusal("move", "Ele", "B1") in ("path.none", "square.occupied")
    assert [] == t.end_turn("Ada").gained
    assert "path.none" == scene(f"Ele A1, {trait} | Ada B1", rules).table().refusal("move", "Ada", "A1")


@editions("srd-5.2")
def test_abduct_spares_the_cost_of_dragging(rules: str) -> None:
    bugbear = scene("Bug A1, abduct | Ada B1, grappled by Bug", rules).table()
    ogre = scene("Bug A1 | Ada B1, grappled by Bug", rules).table()
    bugbear.move("Bug", "A2 A3")
    ogre.move("Bug", "A2 A3")

    assert (10, 20) == (bugbear["Bug"].spent_ft, ogre["Bug"].spent_ft)


@editions("srd-5.2")
def test_a_jumper_jumps_by_its_dexterity(rules: str) -> None:
    cat = scene("Cat A1, jumper, dex 15, str 3 | Ada F6", rules).encounter.setup.starts[0].stat
    dog = scene("Cat A1, dex 15, str 3 | Ada F6", rules).encounter.setup.starts[0].stat

    assert (15, 7) == (cat.long_jump_ft, cat.standing_jump_ft)
    assert (3, 1) == (dog.long_jump_ft, dog.standing_jump_ft)


@clause("web-walker")
def test_webs_neither_slow_nor_hold_whoever_walks_them(rules: str) -> None:
    """A square of web costs 5 ft, not 10, and the strands of another spider do not restrain it."""
    spit = {"Spi": {"attacks": {"web": {"to_hit": 5, "range": "30/60 ft", "hit": ["restrained (escape dc 12)"]}}}}
    walker = scene("Spi A1 | Arn C1, web walker", rules, creatures=spit).table()
    other = scene("Spi A1 | Arn C1", rules, creatures=spit).table()
    for t in (walker, other):
        web = Zone("web", squares_of([t.place("D1")]), -1)
        web.difficult = True
        t.fight.place_zone(web)

    assert [] == (hit := walker.attack("Spi", "Arn", "web", dice=[18])).gained
    assert "web-walker" == hit.all("action")[-1]["clause"]
    assert 5 == walker.move("Arn", "D1").one("move")["cost_ft"]
    assert 10 == other.move("Arn", "D1").one("move")["cost_ft"]
    assert ["restrained"] == scene("Spi A1 | Arn C1", rules, creatures=spit).table().attack(
        "Spi", "Arn", "web", dice=[18]
    ).gained


@editions("srd-5.1", "srd-5.2", "reroll")
def test_whoever_touches_the_same_web_is_located(rules: str) -> None:
    """Web sense in 2014; in 2024 that is part of web walker."""
    trait = "web walker" if rules == "srd-5.2" else "web sense"
    t = scene(f"Spi A1, {trait} | Ada E1, hidden 17", rules, light="dark").table()
    assert not located(t.fight, t["Spi"], t["Ada"])

    web = Zone("web", squares_of([t.place(square) for square in ("A1", "B1", "C1", "D1", "E1")]), -1)
    web.difficult = True
    t.fight.place_zone(web)

    assert located(t.fight, t["Spi"], t["Ada"])
    assert not located(t.fight, t["Ada"], t["Spi"]) or t["Spi"].hidden_from == 0


# ---------------------------------------------------------------------------------------------------------- reactions


@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_reactive_have_a_reaction_on_every_turn(rules: str) -> None:
    """It has struck at one who left, and strikes at the next one on its turn; without the trait it cannot."""
    for trait, has_one in ((", reactive", True), ("", False)):
        t = scene(f"Mar A1, {CLUB}{trait} | Ada B1, ac 30; Bram A2, ac 30", rules).table()
        t.begin_turn("Ada")
        t.move("Ada", "C1", dice=[10])
        t.begin_turn("Bram")
        done = t.move("Bram", "A3", dice=[10] if has_one else [])

        assert has_one == ("opportunity-attack" in done.types)


@editions("srd-5.1", "srd-5.2", "reroll")
def test_reactive_heads_strike_at_several_who_leave(rules: str) -> None:
    """Two heads more: three strikes before its next turn, and its own reaction comes last."""
    hydra = {"Hyd": {"traits": ["reactive heads 2"]}}
    t = scene(
        f"Hyd B1, {CLUB} | Ada C1, ac 30; Bram B2, ac 30; Cid C2, ac 30; Dot A1, ac 30", rules, creatures=hydra
    ).table()
    for name, to in (("Ada", "D1"), ("Bram", "B3"), ("Cid", "D3")):
        assert "opportunity-attack" in t.move(name, to, dice=[10]).types

    assert not t["Hyd"].has_reaction
    t.begin_turn("Hyd")
    assert (True, 2) == (t["Hyd"].has_reaction, t["Hyd"].strikes_left)


# ------------------------------------------------------------------------------------------------------------- senses


@clause("invisible.attacker")
@clause("invisible.target")
@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_invisible_by_nature_are_invisible(rules: str) -> None:
    s = scene(f"Sta A1, {CLUB}, invisibility | Ada B1, {CLUB}", rules)

    assert (["invisible.attacker"], []) == reasons(s.explain("Sta", "Ada"))
    assert ([], ["invisible.target"]) == reasons(s.explain("Ada", "Sta"))


@editions(*OLD)
def test_echolocation_fails_the_deafened(rules: str) -> None:
    """A bat in the dark: it hears its way about, and sees nothing once it is deafened."""
    bat = scene(f"Bat A1, {CLUB}, blindsight 60, echolocation | Ada B1", rules, light="dark")
    deaf = scene(f"Bat A1, {CLUB}, blindsight 60, echolocation, deafened | Ada B1", rules, light="dark")
    other = scene(f"Bat A1, {CLUB}, blindsight 60, deafened | Ada B1", rules, light="dark")

    assert [True, False, True] == [s.explain("Bat", "Ada")["sees"]["attacker"] for s in (bat, deaf, other)]


@clause("camouflage", OLD)
@pytest.mark.parametrize(
    ("trait", "ground"),
    [("stone camouflage", "rubble"), ("snow camouflage", "ice"), ("underwater camouflage", "water")],
)
def test_camouflage_helps_to_hide_on_the_right_ground(rules: str, trait: str, ground: str) -> None:
    place = {"map": ["g......."], "legend": {ground: "g"}}
    there = scene(f"Gri A1, {trait} | Ada F1", rules, **place)
    elsewhere = scene(f"Gri B1, {trait} | Ada F1", rules, **place)

    assert ["camouflage"] == reasons(there.explain("Gri", action="check", skill="stealth", dc=12))[0]
    assert [] == reasons(there.explain("Gri", action="check", skill="athletics", dc=12))[0]
    assert [] == reasons(elsewhere.explain("Gri", action="check", skill="stealth", dc=12))[0]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_transparent_are_noticed_when_they_move(rules: str) -> None:
    """In plain sight and hidden, DC 15; Ada walks by and finds nothing, then the cube slides out and is seen."""
    t = scene(f"Cube A1, {CLUB}, transparent | Ada F1", rules).table()
    assert (15, True) == (t["Cube"].stealth_total, t["Cube"].hidden_from != 0)

    t.move("Ada", "E1")
    assert t["Cube"].hidden_from != 0
    t.move("Cube", "B1")
    assert t["Cube"].hidden_from == 0


# --------------------------------------------------------------------------------------------------------- weaknesses


@clause("sunlight-hypersensitivity")
def test_sunlight_burns_some_at_the_start_of_their_turns(rules: str) -> None:
    sunny = scene(f"Vam A1, {CLUB}, sunlight hypersensitivity, hp 60 | Ada B1", rules, light="sunlight")
    day = scene(f"Vam A1, {CLUB}, sunlight hypersensitivity, hp 60 | Ada B1", rules)
    burnt = sunny.table().begin_turn("Vam")

    assert (20, "sunlight-hypersensitivity") == (burnt.damage, burnt.one("damage")["clause"])
    assert ([], ["sunlight-hypersensitivity"]) == reasons(sunny.explain("Vam", "Ada"))
    assert ([], ["sunlight-hypersensitivity"]) == reasons(
        sunny.explain("Vam", action="check", skill="athletics", dc=12)
    )
    assert 0 == day.table().begin_turn("Vam").damage
    assert ([], []) == reasons(day.explain("Vam", "Ada"))


@clause("running-water")
def test_running_water_dissolves_who_ends_a_turn_in_it(rules: str) -> None:
    """Water that stands does nothing; a stream costs 20 acid damage."""
    stream = scene("Vam C1, running water, hp 60 | Ada H1", rules, **WADING, options={"running_water": True}).table()
    pond = scene("Vam C1, running water, hp 60 | Ada H1", rules, **WADING).table()
    done = stream.end_turn("Vam")

    assert (20, "running-water") == (done.damage, done.one("damage")["clause"])
    assert 0 == pond.end_turn("Vam").damage


@clause("water-susceptibility")
def test_water_quenches_a_fire_elemental_step_by_step(rules: str) -> None:
    """Two squares of water: in 2014 1 cold damage each, in 2024 1d6."""
    t = scene("Fla B1, water susceptibility, hp 60, speed 60 | Ada H1", rules, **WADING).table()
    done = t.move("Fla", "C1 D1 E1", dice=[4, 5] if rules == "srd-5.2" else [])

    assert ([4, 5] if rules == "srd-5.2" else [1, 1]) == [hit["amount"] for hit in done.all("damage")]
    assert {"water-susceptibility"} == {hit["clause"] for hit in done.all("damage")}


@clause("freeze")
def test_cold_slows_a_water_elemental_until_the_end_of_its_next_turn(rules: str) -> None:
    t = scene("Wat A1, freeze, hp 60 | Ada H1", rules).table()
    done = t.hurt("Wat", (5, "cold"))

    assert ["partly frozen"] == done.gained
    assert 10 == t["Wat"].speed_ft
    t.begin_turn("Wat")
    assert 10 == t["Wat"].speed_ft
    t.end_turn("Wat")
    assert 30 == t["Wat"].speed_ft
    assert [] == scene("Wat A1, freeze, hp 60 | Ada H1", rules).table().hurt("Wat", (5, "fire")).gained


@clause("aversion-to-fire")
def test_fire_dismays_a_flesh_golem(rules: str) -> None:
    """5.1 calls it aversion of fire, 5.2 aversion to fire."""
    trait = "aversion to fire" if rules == "srd-5.2" else "aversion of fire"
    t = scene(f"Gol A1, {CLUB}, {trait}, hp 60 | Ada B1, ac 30", rules).table()
    t.hurt("Gol", (5, "fire"))

    assert ["aversion-to-fire"] == t.attack("Gol", "Ada", "club", dice=[10, 10]).disadvantage


@clause("blurred-form", ["srd-5.2"])
def test_a_blurred_form_is_hard_to_hit_while_it_can_act(rules: str) -> None:
    able = scene(f"Ada A1, {CLUB} | Mep B1, blurred form", rules)
    stunned = scene(f"Ada A1, {CLUB} | Mep B1, blurred form, incapacitated", rules)

    assert ([], ["blurred-form"]) == reasons(able.explain("Ada", "Mep"))
    assert ([], []) == reasons(stunned.explain("Ada", "Mep"))


# ------------------------------------------------------------------------------------------------------ rolls they win


@clause("grappler", OLD)
def test_a_grappler_has_advantage_on_whoever_it_grapples(rules: str) -> None:
    held = scene(f"Mim A1, {CLUB}, grappler | Ada B1, grappled by Mim; Bram A2", rules)

    assert (["grappler"], []) == reasons(held.explain("Mim", "Ada"))
    assert ([], []) == reasons(held.explain("Mim", "Bram"))


@clause("duergar-resilience", OLD)
def test_duergar_resilience_is_for_poison_magic_charm_and_paralysis(rules: str) -> None:
    s = scene("Due A1, duergar resilience | Ada F1", rules)

    for threat in ("poisoned", "charmed", "paralyzed", "magic"):
        assert ["duergar-resilience"] == reasons(
            s.explain("Due", action="save", ability="con", dc=12, against=(threat,))
        )[0]
    assert [] == reasons(s.explain("Due", action="save", ability="con", dc=12, against=("prone",)))[0]


@clause("keen-senses")
def test_keen_senses_of_every_kind_help_to_find(rules: str) -> None:
    s = scene("Pse A1, keen senses | Ada F1, hidden 14", rules)

    assert ["keen-senses"] == reasons(s.explain("Pse", "Ada", action="search"))[0]


@clause("aura-of-authority", ["srd-5.2"])
def test_an_aura_of_authority_helps_allies_within_10_ft(rules: str) -> None:
    """The captain itself, and Gob two squares away; not Far beyond that, and nobody once the captain is out."""
    s = scene(f"Cap A1, {CLUB}, aura of authority; Gob C1, {CLUB}; Far F1, {CLUB} | Ada D1, {CLUB}; Bo B1", rules)
    out = scene(f"Cap A1, aura of authority, incapacitated; Gob C1, {CLUB} | Ada D1", rules)

    assert ["aura-of-authority"] == reasons(s.explain("Gob", "Ada"))[0]
    assert ["aura-of-authority"] == reasons(s.explain("Cap", "Bo"))[0]
    assert ["aura-of-authority"] == reasons(s.explain("Gob", action="save", ability="wis", dc=12))[0]
    assert [] == reasons(s.explain("Far", action="save", ability="wis", dc=12))[0]
    assert [] == reasons(s.explain("Ada", "Gob"))[0]
    assert [] == reasons(out.explain("Gob", "Ada"))[0]


# -------------------------------------------------------------------------------------------------------- light, ground


@editions("srd-5.1", "srd-5.2", "reroll")
@pytest.mark.parametrize("trait", ["illumination", "variable illumination", "ignited illumination"])
def test_some_shed_light_as_long_as_they_live(rules: str, trait: str) -> None:
    """In the dark Ada sees Bram 20 ft from the azer, and nobody 25 ft away; when it dies the light is gone."""
    azer = {"Aze": {"traits": [f"{trait} 10/10 ft"]}}
    t = scene(f"Aze A1, hp 5 | Ada A2, {CLUB}; Bram E1; Cid F1", rules, creatures=azer, light="dark").table()

    assert [BRIGHT, DIM, DARK] == [t.fight.light_at(t[name]) for name in ("Ada", "Bram", "Cid")]
    done = t.hurt("Aze", (20, "cold"))
    assert DARK == t.fight.light_at(t["Ada"])
    assert "out" == done.all("light")[-1]["change"]


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_light_of_ones_own_is_not_let_fall(rules: str) -> None:
    azer = {"Aze": {"traits": ["illumination 10/10 ft"]}}
    t = scene("Aze A1, unconscious | Ada A2", rules, creatures=azer, light="dark").table()

    assert BRIGHT == t.fight.light_at(t["Ada"])
    assert t.fight.lamps[0].bearer == t["Aze"].index


@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_ground_about_a_mouther_is_difficult_while_it_lives(rules: str) -> None:
    """aberrant ground: 10 ft around it, wherever it goes."""
    t = scene("Mou A1, aberrant ground, hp 5 | Ada E1, speed 60", rules).table()
    t.move("Ada", "D1 C1")
    assert 15 == t["Ada"].spent_ft

    t.hurt("Mou", (20, "fire"))
    t.move("Ada", "B1")
    assert 20 == t["Ada"].spent_ft


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_rider_resists_fire_on_a_nightmare(rules: str) -> None:
    """confer fire resistance: 10 fire damage are 5 in its saddle, 10 out of it."""
    steeds = {"Nag": {"size": "large", "traits": ["confer fire resistance"]}}
    t = scene("Nag A1; Ada on Nag, hp 40 | Gob H1", rules, creatures=steeds).table()
    other = scene("Nag A1, large; Ada on Nag, hp 40 | Gob H1", rules).table()

    assert (5, 10) == (t.hurt("Ada", (10, "fire")).damage, other.hurt("Ada", (10, "fire")).damage)
    t.dismount("Ada")
    assert 10 == t.hurt("Ada", (10, "fire")).damage


# ---------------------------------------------------------------------------------------------------------------- magic


@clause("greater-magic-resistance", ["srd-5.2"])
def test_a_rakshasa_succeeds_on_saves_against_magic_and_no_spell_hits_it(rules: str) -> None:
    block = {"Mage": {"spells": {"dc": 20, "attack": 15, "at_will": ["hold monster", "fire bolt"]}}}
    t = scene("Mage A1 | Rak C1, greater magic resistance, hp 40", rules, creatures=block).table()
    held = t.cast("Mage", "hold monster", "Rak")

    assert ([], "success") == (held.gained, held.one("save")["automatic"])
    assert {"clause": "greater-magic-resistance"} in held.one("save")["applied"]
    t.begin_turn("Mage")
    bolt = t.cast("Mage", "fire bolt", "Rak")
    assert ("failure", 0) == (bolt.one("attack")["automatic"], bolt.damage)


@clause("limited-magic-immunity", OLD)
def test_spells_up_to_level_6_do_nothing_to_a_rakshasa(rules: str) -> None:
    """A web of hold monster is one of level 5; power word stun is of level 8."""
    block = {"Mage": {"spells": {"dc": 20, "attack": 15, "at_will": ["hold monster", "power word stun"]}}}
    t = scene("Mage A1 | Rak C1, limited magic immunity, hp 40", rules, creatures=block).table()
    held = t.cast("Mage", "hold monster", "Rak")

    assert ([], "limited-magic-immunity") == (held.gained, held.all("action")[-1]["clause"])
    t.begin_turn("Mage")
    assert ["stunned"] == t.cast("Mage", "power word stun", "Rak").gained


@clause("magic-resistance", OLD)
def test_limited_magic_immunity_helps_against_other_magic(rules: str) -> None:
    s = scene("Rak C1, limited magic immunity | Ada A1", rules)

    assert ["magic-resistance"] == reasons(s.explain("Rak", action="save", ability="wis", dc=12, against=("magic",)))[0]


# -------------------------------------------------------------------------------------------- ghosts, devils, assassins


@editions("srd-5.1", "srd-5.2", "reroll")
def test_the_incorporeal_go_through_others_as_through_difficult_ground(rules: str) -> None:
    """A corridor one square wide, and Ada in it: incorporeal movement costs 10 ft into her space, 5 ft out of it."""
    corridor = {"map": ["....."]}
    ghost = scene("Gho A1, incorporeal movement | Ada B1", rules, **corridor).table()
    other = scene("Gho A1 | Ada B1", rules, **corridor).table()
    ghost.move("Gho", "B1 C1")

    assert ("C1", 15) == (ghost.square("Gho"), ghost["Gho"].spent_ft)
    assert "path.none" == other.refusal("move", "Gho", "B1 C1")
    assert "square.occupied" == scene("Gho A1, incorporeal movement | Ada B1", rules, **corridor).table().refusal(
        "move", "Gho", "B1"
    )


@clause("steadfast", OLD)
def test_the_steadfast_are_not_frightened_beside_an_ally(rules: str) -> None:
    """With Bo 10 ft away it is not frightened; alone it is."""
    roar = {"Hag": {"actions": {"roar": {"target": "one", "range": "60 ft", "save": "wis 20", "fail": ["frightened"]}}}}
    beside = scene("Dev A1, steadfast; Bo C1 | Hag F1", rules, creatures=roar).table()
    alone = scene("Dev A1, steadfast; Bo L8 | Hag F1", rules, creatures=roar).table()
    done = beside.use_action("Hag", "roar", "Dev", dice=[2])

    assert ([], "steadfast") == (done.gained, done.all("action")[-1]["clause"])
    assert ["frightened"] == alone.use_action("Hag", "roar", "Dev", dice=[2]).gained


@clause("assassinate", OLD)
def test_an_assassin_strikes_first_and_worst_at_the_surprised(rules: str) -> None:
    """Advantage on whoever has had no turn yet; a hit on the surprised is critical, as from 2 dice of damage."""
    text = f"Ass A1, {CLUB}, assassinate | Ada B1, surprised, hp 60; Bram A2, hp 60"
    t = scene(text, rules).table()
    t.fight.round = 1
    t.begin_turn("Ass")
    hit = t.attack("Ass", "Ada", "club", dice=[15, 3, 4, 4])

    assert ["assassinate"] == hit.advantage
    assert {"clause": "assassinate"} in hit.roll["applied"]
    assert hit.roll["critical"]
    t = scene(text, rules).table()
    t.fight.round = 1
    t.begin_turn("Ass")
    assert not t.attack("Ass", "Bram", "club", dice=[15, 3, 4]).roll["critical"]
    t.end_turn("Ass")
    t.begin_turn("Ass")
    assert [] == t.attack("Ass", "Bram", "club", dice=[2]).advantage


@editions("srd-5.1", "srd-5.2", "reroll")
def test_a_reaction_may_answer_the_start_of_a_turn_nearby(rules: str) -> None:
    """A chain devil frightens Ada until the end of her turn, once a round."""
    gaze = {
        "cost": "reaction",
        "when": "an enemy starts its turn within 30 ft",
        "needs": "sight",
        "save": "wis 15",
        "fail": ["frightened for 1 round"],
    }
    t = scene("Dev A1 | Ada D1; Bram D2", rules, creatures={"Dev": {"actions": {"gaze": gaze}}}).table()

    assert ["frightened"] == t.begin_turn("Ada", dice=[3]).gained
    assert not t["Dev"].has_reaction
    assert ["frightened"] == t.end_turn("Ada").lost
    assert [] == t.begin_turn("Bram").gained
