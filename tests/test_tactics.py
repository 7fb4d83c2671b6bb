"""What the tactics choose: the same as an exhaustive search, and what a player would call sense."""

from typing import Any

import pytest

from encounter.engine import form
from encounter.engine.dice import SeededDice
from encounter.engine.encounter import Encounter
from encounter.engine.fight import Decider, Fight
from encounter.engine.intent import Intent
from encounter.engine.journal import Journal
from encounter.engine.rules.turn import play
from encounter.scenario import load, shipped
from encounter.scenario.compiler import compile
from invariants import watched
from random_scenes import random_scene
from scenes import Scene, scene
from table import Done, Table

MORE = 10 if form() == "compiled" else 1

# How many fights of each shipped scenario are compared: short fights more often than long ones. Over 200 in all.
COMPARED = {
    ("bridge", "srd-5.1"): 14,
    ("bridge", "srd-5.2"): 20,
    ("bridge", "reroll"): 14,
    ("dark-crypt", "srd-5.1"): 8,
    ("dark-crypt", "reroll"): 4,
    ("goblin-ambush", "srd-5.1"): 12,
    ("goblin-ambush", "srd-5.2"): 8,
    ("goblin-ambush", "reroll"): 6,
    ("moulin-du-heron", "srd-5.1"): 3,
    ("moulin-du-heron", "srd-5.2"): 6,
    ("orc-raid", "srd-5.1"): 4,
    ("orc-raid", "srd-5.2"): 2,
    ("ponte-dei-corvi", "srd-5.1"): 14,
    ("ponte-dei-corvi", "srd-5.2"): 8,
    ("ponte-dei-corvi", "reroll"): 8,
    ("taberna-del-zorro", "reroll"): 25,
    ("wrestlers", "srd-5.1"): 25,
    ("wrestlers", "srd-5.2"): 25,
    ("wrestlers", "reroll"): 16,
}


def told(encounter: Encounter, seed: int, index: int) -> list[dict[str, Any]]:
    """The events of a fight."""
    journal = Journal()
    encounter.fight(seed, index, journal)
    return [event.as_json() for event in journal.events]


def assert_same_fights(fast: Encounter, exhaustive: Encounter, fights: int) -> None:
    """Event by event; the first that differs is shown."""
    for index in range(fights):
        ours, theirs = told(fast, 3, index), told(exhaustive, 3, index)
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            assert one == other, f"fight {index}, event {number}"
        assert len(ours) == len(theirs)


# The same as the exhaustive search


def test_two_hundred_fights_are_compared():
    assert sum(COMPARED.values()) >= 200


@pytest.mark.parametrize(("name", "rules"), COMPARED)
def test_bounds_change_no_choice_in_the_shipped_scenarios(name, rules):
    """The planner leaves out only what cannot be better: with every possibility weighed the fights are the same."""
    scenario = load(shipped()[name], rules=rules)

    assert_same_fights(compile(scenario), compile(scenario, exhaustive=True), COMPARED[name, rules] * MORE)


FOUND_FAULTS = (63, 212, 247, 514, 851)  # scenes that a bound was once wrong in


@pytest.mark.parametrize("seed", [*range(40), *FOUND_FAULTS])
def test_bounds_change_no_choice_in_scenes_made_up_at_random(seed):
    """Big and Tiny bodies, walls, fog and darkness, reaches, conditions, traits, tactics, riders, 5-10-5."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3])

    assert_same_fights(made_up.encounter, compile(made_up.scenario, exhaustive=True), MORE)


@pytest.mark.parametrize("seed", range(7000, 7030))
def test_bounds_change_no_choice_on_grounds_made_up_at_random(seed):
    """Swimmers, pools, fire and ice, narrow gaps that big bodies squeeze through, zones under water."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3], grounded=True)

    assert_same_fights(made_up.encounter, compile(made_up.scenario, exhaustive=True), MORE)


@pytest.mark.parametrize("seed", range(9000, 9024))
def test_bounds_change_no_choice_among_lamps_and_zones_made_up_at_random(seed):
    """Lamps that move with their bearers, cones, magical darkness that follows somebody, wind, sunlight."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3], surrounded=True)

    assert_same_fights(made_up.encounter, compile(made_up.scenario, exhaustive=True), MORE)


@pytest.mark.parametrize("seed", range(7000, 7012))
def test_bounds_change_no_choice_where_heights_count(seed):
    """Flyers, ledges to climb, pits, bodies above each other."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3], heights=True)

    assert_same_fights(made_up.encounter, compile(made_up.scenario, exhaustive=True), 1)


@pytest.mark.parametrize("seed", range(7012, 7024))
def test_fights_where_heights_count_break_no_law(seed):
    """The events folded over the start give the end, altitudes included; nobody acts or moves out of turn."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3], heights=True)

    assert watched(made_up.encounter, 1, 0).types["end"] == 1


@pytest.mark.parametrize("seed", range(7100, 7125))
def test_no_intent_is_refused_on_grounds_made_up_at_random(seed):
    """What swims, squeezes or walks round fire asks for no step that it cannot take."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3], grounded=True)
    refused: list[int] = []
    fight = made_up.encounter.new_fight()
    fight.deciders[:] = [Watched(decider, refused) for decider in fight.deciders]
    fight.reset(SeededDice(seed), SeededDice(seed + 1), None)

    play(fight)

    assert [] == refused


# Sense


def turn_of(of: Scene, who: str, *, dice: tuple[int, ...] = ()) -> tuple[Table, Done]:
    """A turn as its tactic plays it; all dice that are not scripted fall on 2."""
    t = of.table()
    t.dice.values.extend(dice)
    t.dice.values.extend([2] * 60)
    done = t.take_turn(who)
    t.dice.used = len(t.dice.values)
    return t, done


def deeds(done: Done) -> list[str]:
    """What was done, in a few words: `move`, `attack club Gob`, `dodge`, `save grapple` ..."""
    words = []
    for event in done.events:
        data = event.as_json()
        if event.type == "attack":
            words.append(f"attack {data['target']} with {data['attack']}")
        elif event.type == "action":
            words.append(data["action"] + (" as bonus" if data["cost"] == "bonus" else ""))
        elif event.type == "stand" or (event.type == "move" and not data["forced"]):
            words.append(event.type)
        elif event.type == "contest":
            words.append(f"{data['purpose']} {data['target']}")
        elif event.type == "save":
            words.append(f"{data['because']} {data['actor']}")
    return words


EDITIONS = pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2", "reroll"])


@EDITIONS
def test_a_fighter_walks_up_and_attacks(rules):
    _, done = turn_of(scene("Ada A4, longsword | Gob F4, ac 13", rules), "Ada")

    assert ["move", "attack Gob with longsword"] == deeds(done)
    assert 20 == done.one("move")["cost_ft"], "not a square farther than it must"


@EDITIONS
def test_a_reach_weapon_stops_where_it_reaches(rules):
    """From 10 ft, out of the reach of what it attacks."""
    _, done = turn_of(scene("Ada A4, glaive | Gob F4, ac 13, longsword", rules), "Ada")

    assert ["move", "attack Gob with glaive"] == deeds(done)
    assert 10 == done.one("attack")["distance_ft"]


@EDITIONS
def test_an_archer_shoots_from_where_it_stands(rules):
    _, done = turn_of(scene("Ada A4, longbow | Gob J4, ac 13, longsword", rules), "Ada")

    assert ["attack Gob with longbow"] == deeds(done)


@EDITIONS
@pytest.mark.parametrize("tactic", ["default", "archer", "skirmisher"])
def test_an_archer_that_nobody_can_strike_steps_away_before_it_shoots(rules, tactic):
    """The enemy has spent its reaction: a step back, and the shot has no disadvantage."""
    _, done = turn_of(scene(f"Ada D4, longbow, {tactic} | Gob E4, ac 13, longsword, reaction used", rules), "Ada")

    assert ["move", "attack Gob with longbow"] == deeds(done)
    assert [] == done.one("attack")["disadvantage"]


@EDITIONS
def test_an_archer_with_a_sword_uses_it_on_who_stands_beside_it(rules):
    """Rather than walk into an opportunity attack or shoot at a disadvantage."""
    _, done = turn_of(scene("Ada D4, longbow, longsword | Gob E4, ac 13, greatsword", rules), "Ada")

    assert ["attack Gob with longsword"] == deeds(done)


@EDITIONS
def test_nimble_escape_disengages_first_and_then_shoots(rules):
    _, done = turn_of(scene("Ada D4, longbow, nimble escape | Gob E4, ac 13, greatsword", rules), "Ada")

    assert ["disengage as bonus", "move", "attack Gob with longbow"] == deeds(done)[:3]


@EDITIONS
def test_the_fallen_stand_up_and_fight(rules):
    _, done = turn_of(scene("Ada D4, longsword, prone | Gob E4, ac 13", rules), "Ada")

    assert ["stand", "attack Gob with longsword"] == deeds(done)


@EDITIONS
def test_who_cannot_reach_anybody_dashes(rules):
    t, done = turn_of(scene("Ada A1, longsword | Gob X1, ac 13", rules, size=(24, 3)), "Ada")

    assert ["dash", "move"] == deeds(done)
    assert "M1" == t.square("Ada")


@EDITIONS
def test_cunning_action_dashes_as_a_bonus_and_still_attacks(rules):
    t, done = turn_of(scene("Ada A1, longsword, cunning action | Gob L1, ac 13", rules, size=(14, 3)), "Ada")

    assert ["dash as bonus", "move", "attack Gob with longsword"] == deeds(done)
    assert "K1" == t.square("Ada")


@EDITIONS
def test_thrown_weapons_fly_at_whoever_is_out_of_reach(rules):
    _, done = turn_of(scene("Ada A1, handaxe, grappled by Orc | Gob D1, ac 13; Orc A2, ac 30", rules), "Ada")

    assert "attack Gob with handaxe (thrown)" in deeds(done) or "attack Orc with handaxe" in deeds(done)
    _, done = turn_of(scene("Ada A1, handaxe, restrained | Gob D1, ac 13", rules), "Ada")
    assert ["attack Gob with handaxe (thrown)"] == deeds(done)


@EDITIONS
def test_extra_attacks_go_on_to_the_next_enemy_when_the_first_falls(rules):
    """The first blow kills; the fighter walks on between its attacks."""
    _, done = turn_of(
        scene("Ada A1, longsword, two attacks | Gob B1, ac 13, hp 5, scimitar; Orc E1, ac 13, scimitar", rules),
        "Ada",
        dice=(15, 8),
    )

    assert ["attack Gob with longsword", "move", "attack Orc with longsword"] == deeds(done)


@EDITIONS
def test_the_second_light_weapon_strikes_as_a_bonus(rules):
    _, done = turn_of(scene("Ada A1, shortsword, dagger | Gob B1, ac 13", rules), "Ada")

    assert ["attack Gob with shortsword", "attack Gob with dagger"] == deeds(done)


@EDITIONS
def test_whoever_stands_at_the_edge_is_shoved_over_it(rules):
    _, done = turn_of(
        scene(
            "Ada A1, club +4 1d4+2, str 18, athletics +8 | Ogre B1, ac 13, hp 60, club +6 2d8+4, str 8, dex 8",
            rules,
            map=["..__", "..__", "..__"],
        ),
        "Ada",
    )

    assert ["shove push Ogre"] == deeds(done)


@EDITIONS
@pytest.mark.parametrize(
    ("height", "ogre", "expected"),
    [
        (60, "", ["shove push Ogre"]),  # 6d6
        (5, "", ["attack Ogre with club"]),  # such a fall does nothing
        (60, "immune bludgeoning", ["attack Ogre with dagger"]),
    ],
)
def test_a_push_off_a_ledge_is_worth_the_damage_of_the_fall(rules, height, ogre, expected):
    weapon = "dagger +6 1d6+4 piercing" if ogre else "club +6 1d6+4"
    own = {"Ogre": {"immune": ["bludgeoning"]}} if ogre else {}
    _, done = turn_of(
        scene(
            f"Ada A2, {weapon}, str 18, athletics +8 | Ogre B2, ac 13, hp 60, club +6 2d8+4, str 8, dex 8",
            rules,
            map=["......"] * 3,
            elevation=[{"from": "A1", "to": "B3", "height": f"{height} ft"}],
            creatures=own,
        ),
        "Ada",
    )

    assert expected == deeds(done)


@EDITIONS
def test_nobody_pushes_a_flyer_off_a_ledge(rules):
    _, done = turn_of(
        scene(
            "Ada A2, club +6 1d6+4, str 18, athletics +8 | Wyv B2, ac 13, hp 60, club +6 2d8+4, str 8, dex 8",
            rules,
            map=["......"] * 3,
            elevation=[{"from": "A1", "to": "B3", "height": "60 ft"}],
            creatures={"Wyv": {"speed": {"walk": "30 ft", "fly": "30 ft"}}},
        ),
        "Ada",
    )

    assert ["attack Wyv with club"] == deeds(done)


@EDITIONS
def test_nobody_shoves_where_there_is_no_edge_and_nobody_to_profit(rules):
    _, done = turn_of(scene("Ada A1, longsword | Gob B1, ac 13, dex 8, str 8", rules), "Ada")

    assert ["attack Gob with longsword"] == deeds(done)


@EDITIONS
def test_a_weak_fighter_shoves_a_foe_prone_for_its_strong_friends(rules):
    _, done = turn_of(
        scene(
            "Ada A2, club +2 1d4, athletics +9, str 20; Bo B1, greatsword, two attacks; Cid B3, greatsword, two attacks"
            " | Ogre B2, ac 16, hp 80, club +6 2d8+4, str 10, dex 8",
            rules,
        ),
        "Ada",
    )

    assert ["shove prone Ogre"] == deeds(done)


@EDITIONS
def test_a_guard_grapples_the_strong_foe_that_it_can_barely_hurt(rules):
    _, done = turn_of(
        scene(
            "Ada A2, club +2 1d4, athletics +9, str 20, guard | Ogre B2, ac 18, hp 80, club +6 4d8+4, str 10, dex 8",
            rules,
        ),
        "Ada",
    )

    assert ["grapple Ogre"] == deeds(done)


@EDITIONS
def test_the_archers_of_the_other_side_are_worth_holding(rules):
    """Held beside its captor an archer shoots at a disadvantage."""
    _, done = turn_of(
        scene(
            "Ada A2, club +2 1d4, athletics +9, str 20 | Bow B2, ac 18, hp 80, longbow, two attacks, str 10, dex 8",
            rules,
            creatures={
                "Bow": {"attacks": {"longbow": {"to_hit": 9, "range": "150/600 ft", "damage": "3d8+4 piercing"}}}
            },
        ),
        "Ada",
    )

    assert ["grapple Bow"] == deeds(done)


@EDITIONS
def test_a_held_fighter_that_can_hurt_nobody_from_here_gets_free(rules):
    """Its captor is out of its reach, its prey too."""
    claw = {"to_hit": 5, "reach": "15 ft", "damage": "1d6+2 slashing", "hit": ["grappled (escape dc 10)"]}
    t = scene("Ada A1, longsword | Croc D1, ac 13", rules, creatures={"Croc": {"attacks": {"claw": claw}}}).table()
    t.attack("Croc", "Ada", "claw", dice=[15, 3])
    t.dice.values.extend([15] * 5)

    done = t.take_turn("Ada")
    t.dice.used = len(t.dice.values)

    assert "escape" == deeds(done)[0]
    assert ["grappled"] == done.lost


@EDITIONS
def test_a_held_fighter_strikes_its_captor(rules):
    """Getting free would cost the attack and win nothing."""
    _, done = turn_of(scene("Ada A1, longsword, grappled by Ogre | Ogre B1, ac 13", rules), "Ada")

    assert ["attack Ogre with longsword"] == deeds(done)


@EDITIONS
def test_a_guard_among_many_enemies_that_it_cannot_hurt_keeps_its_guard(rules):
    _, done = turn_of(
        scene(
            "Ada D4, club +0 1d4, guard, unarmed +0 1d4"
            " | Gob C3, ac 25, greatsword; Orc E5, ac 25, greatsword; Ogre C5, ac 25, greatsword",
            rules,
        ),
        "Ada",
    )

    assert ["dodge"] == deeds(done)


@EDITIONS
def test_a_skirmisher_strikes_and_withdraws_where_that_costs_nothing(rules):
    """The enemy's reaction is spent: hit, and away from its reach."""
    t, done = turn_of(scene("Ada D4, longsword, skirmisher | Gob E4, ac 13, greatsword, reaction used", rules), "Ada")

    assert ["attack Gob with longsword", "move"] == deeds(done)
    assert t.encounter.board.distance_ft(t["Ada"].square, 1, t["Gob"].square, 1) > 5


@EDITIONS
def test_a_brute_walks_past_danger_to_its_prey_and_a_default_does_not(rules):
    """Half the fear of opportunity attacks, and none of what stands around the target."""
    text = "Ada A2, greatsword, {} | Gob D2, ac 10, hp 4; Orc B1, ac 20, longsword"
    _, bold = turn_of(scene(text.format("brute"), rules), "Ada")

    assert ["move"] == deeds(bold)[:1] or ["attack Orc with greatsword"] == deeds(bold)


@EDITIONS
def test_a_big_creature_comes_to_a_foe_in_a_corner_that_it_does_not_fit_into(rules):
    """A Large creature stands beside the corner square, where its own body has room."""
    fight = scene("Ogre A1, large, longsword | Gob L8, still", rules)

    outcome = fight.encounter.fight(0, 0)

    assert 0 == outcome.winner


@EDITIONS
def test_a_big_creature_comes_as_near_as_the_walls_let_it(rules):
    """Its foe stands in a passage too narrow for it: to the mouth of it, and there it stays."""
    passage = ["......##..", "..........", "......##.."]
    events = told(scene("Giant A1, huge, longsword | Gob H2, still", rules, map=passage).encounter, 0, 0)

    assert ["B1", "C1", "D1"] == next(event["path"] for event in events if event["type"] == "move")
    assert "undecided" == events[-1]["outcome"]


@pytest.mark.parametrize("rules", ["srd-5.1", "reroll"])
def test_a_body_in_the_gap_is_walked_round_where_another_way_leads(rules):
    """An unconscious foe of one's own size closes the near gap in 5.1; the far one is a long way round."""
    wall = ["...#....", "........", *["...#...."] * 6, "........"]
    fight = scene(
        "Ada A2, longsword | Bo D2, character, hp 0 of 9; Gob H2, still", rules, map=wall, options={"round_limit": 20}
    )

    events = told(fight.encounter, 0, 0)

    ways = [event["path"] for event in events if event["type"] == "move" and event["actor"] == "Ada"]
    assert "D9" in [square for way in ways for square in way]
    assert any(event["type"] == "attack" and event["target"] == "Gob" for event in events)


@pytest.mark.parametrize("rules", ["srd-5.1", "reroll"])
def test_a_body_in_the_only_gap_keeps_the_sides_apart_by_the_rules(rules):
    """5.1: a hostile creature of one's own size cannot be passed, unconscious or not, and the fallen are ignored."""
    wall = ["...#....", "........", "...#...."]
    fight = scene(
        "Ada A2, longsword | Bo D2, character, hp 0 of 9, saves 0 0; Gob H2, still",
        rules,
        map=wall,
        options={"round_limit": 5},
        creatures={"Bo": {"hp": 9}},
    )
    t = fight.table()
    t.fight.stabilise(t["Bo"])

    t.dice.values.extend([2] * 20)
    t.take_turn("Ada")
    t.begin_turn("Ada")
    done = t.take_turn("Ada")
    t.dice.used = len(t.dice.values)

    assert ["dodge"] == deeds(done)
    assert "C2" == t.square("Ada")


# Whom


@EDITIONS
@pytest.mark.parametrize(
    ("targets", "chosen"),
    [("nearest", "Nea"), ("weakest", "Wea"), ("strongest", "Str"), ("Bos and Wea", "Bos")],
)
def test_targets_say_whom_to_attack(rules, targets, chosen):
    text = (
        f"Ada A1, longbow, targets {targets} | Nea D1, hp 20; Wea G1, hp 3; Bos G4, hp 30;"
        " Str A6, hp 40, greatsword, two attacks"
    )

    _, done = turn_of(scene(text, rules), "Ada")

    assert chosen == done.one("attack")["target"]


@EDITIONS
def test_without_targets_a_kill_is_worth_more_than_a_scratch(rules):
    _, done = turn_of(scene("Ada A1, longbow | Big D1, hp 40, longsword; Low G1, hp 4, longsword", rules), "Ada")

    assert "Low" == done.one("attack")["target"]


@EDITIONS
def test_who_is_not_on_the_list_comes_after_it(rules):
    _, done = turn_of(scene("Ada A1, longsword, grappled by Orc, targets Gob | Gob L8; Orc B1", rules), "Ada")

    assert ["attack Orc with longsword"] == deeds(done)


@EDITIONS
def test_still_never_moves_and_attacks_the_first_that_it_reaches(rules):
    t, done = turn_of(scene("Ada A1, longsword, still | Far C1; Gob A2; Orc B1", rules), "Ada")
    assert ["attack Gob with longsword"] == deeds(done)
    assert "A1" == t.square("Ada")

    _, done = turn_of(scene("Ada A1, longsword, still | Far C1", rules), "Ada")
    assert [] == deeds(done)

    _, done = turn_of(scene("Ada A1, longsword, still, targets Orc and Gob | Gob A2; Orc B1", rules), "Ada")
    assert ["attack Orc with longsword"] == deeds(done)


@EDITIONS
@pytest.mark.parametrize(
    ("fallen", "text", "expected"),
    [
        ("ignore", "Ada A1, longsword | Bo B1, character, hp 0 of 12; Gob L8, reaction used", ["dash", "move"]),
        (
            "opportunist",
            "Ada A1, longsword | Bo B1, character, hp 0 of 12; Gob A2, ac 13",
            ["attack Gob with longsword"],
        ),
        (
            "opportunist",
            "Ada A1, longsword, restrained | Bo B1, character, hp 0 of 12; Gob L8",
            ["attack Bo with longsword"],
        ),
        (
            "finish",
            "Ada A1, longsword | Bo B1, character, hp 0 of 12; Gob A2, ac 20, hp 60",
            ["attack Bo with longsword"],
        ),
    ],
)
def test_what_enemies_do_to_the_fallen_is_an_option(rules, fallen, text, expected):
    _, done = turn_of(scene(text, rules, options={"fallen": fallen}), "Ada")

    assert expected == deeds(done)


# Reactions (D-9)


@EDITIONS
def test_a_strike_worth_less_than_half_the_best_is_let_go(rules):
    """A longsword of reach 5 strikes; the fists of a glaive wielder do not."""
    strikes = scene("Mov B1 | Rrr A1, longsword", rules, size=(6, 1)).table()
    assert "longsword" == strikes.move("Mov", "C1", dice=[2]).one("opportunity-attack")["attack"]

    declines = scene("Mov B1 | Rrr A1, glaive", rules, size=(6, 1)).table()
    assert ["move"] == declines.move("Mov", "C1").types


# Always


class Watched(Decider):
    """Decides as another does, and notes the clauses by which its intents were refused."""

    def __init__(self, own: Decider, refused: list[int]) -> None:
        self.own = own
        self.refused = refused

    def decide(self, fight: Fight, me: int, intent: Intent) -> None:
        if intent.refused:
            self.refused.append(intent.refused)
        self.own.decide(fight, me, intent)

    def answer(self, fight: Fight, me: int, mover: int, start: int, to: int) -> int:
        return self.own.answer(fight, me, mover, start, to)


@pytest.mark.parametrize("seed", [*range(1000, 1025), 2143])
def test_no_intent_is_refused_and_nobody_leaves_the_board(seed):
    """Whatever the scene, the planner asks for nothing that the rules forbid, and every square is on the map."""
    made_up = random_scene(seed, ("srd-5.1", "srd-5.2", "reroll")[seed % 3])
    refused: list[int] = []
    fight = made_up.encounter.new_fight()
    fight.deciders[:] = [Watched(decider, refused) for decider in fight.deciders]
    fight.reset(SeededDice(seed), SeededDice(seed + 1), None)

    play(fight)

    assert [] == refused
    for c in fight.combatants:
        assert -1 <= c.square < made_up.encounter.board.size
