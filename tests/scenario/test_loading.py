"""What a file says, and what holds when it does not say it."""

import pickle
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clauses import case
from encounter.engine.board import WALL
from encounter.engine.creature import Attack, HitPoints, Rider, Senses, Speeds
from encounter.scenario import Scenario, ScenarioErrors, check, load
from encounter.scenario.model import ConditionState, Helped, Light, Options, Ruling, State, Zone

Duel = Callable[..., Scenario]
Write = Callable[..., str]
LETTER = "letter: A}"


def state_of(duel: Duel, written: str) -> State:
    return duel((LETTER, f"letter: A, state: {{{written}}}}}")).entries[0].state


def creature_of(duel: Duel, written: str) -> Any:
    return duel(("hp: 7", f"hp: 7\n    {written}")).entries[1].creature


# --------------------------------------------------------------------------------------------- creatures and attacks


def test_what_a_stat_block_leaves_out_has_the_usual_value(duel: Duel) -> None:
    ada = duel().entries[0].creature

    assert ("Ada", 15, HitPoints(12), "monster", "medium") == (ada.name, ada.ac, ada.hp, ada.kind, ada.size)
    assert (Speeds(30), 2, 0, Senses(), 1, True) == (
        ada.speeds,
        ada.proficiency,
        ada.initiative,
        ada.senses,
        ada.attacks_per_action,
        ada.has_unarmed_strike,
    )
    assert (10,) * 6 == ada.abilities


def test_saves_and_initiative_are_the_ability_modifiers_unless_written(duel: Duel) -> None:
    made = creature_of(duel, "abilities: {str: 7, dex: 15, wis: 12}\n    saves: {wis: +4}\n    skills: {stealth: 6}")

    assert ((-2, 2, 0, 0, 4, 0), 2, 6, -2) == (
        made.saves,
        made.initiative,
        made.skill("stealth"),
        made.skill("athletics"),
    )


@pytest.mark.parametrize(
    ("written", "average", "dice"),
    [("7", 7, None), ("2d6", 7, "2d6"), ("7 (2d6)", 7, "2d6"), ("15 (2d8 + 6)", 15, "2d8+6")],
)
def test_hit_points_are_a_number_dice_or_both(written: str, average: int, dice: str | None, duel: Duel) -> None:
    made = duel(("hp: 7", f"hp: {written}")).entries[1].creature.hp

    assert (average, dice) == (made.average, None if made.dice is None else str(made.dice))


def test_words_behind_the_armour_class_are_left_aside(duel: Duel) -> None:
    assert 13 == duel(("ac: 15", "ac: 13 (natural armor)")).entries[0].creature.ac


def test_an_attack_without_a_range_reaches_5_ft_and_one_with_a_range_does_not(duel: Duel) -> None:
    scimitar = "scimitar: {to_hit: 4, damage: 1d6+2 slashing}"
    bow = "bow: {to_hit: +4, range: 80/320 ft, damage: [1d6+2 piercing, 1d4 fire], ammunition: 9}"
    javelin = "javelin: {to_hit: 4, range: 9/36 m, properties: [thrown]}"
    made = duel((scimitar, f"{scimitar}\n      {bow}\n      {javelin}")).entries[1].creature.attacks

    assert [(5, None, None, None), (None, 80, 320, 9), (5, 30, 120, None)] == [
        (a.reach_ft, a.range_ft, a.long_ft, a.ammunition) for a in made
    ]
    assert ["1d6+2 piercing", "1d4 fire"] == [f"{part.formula} {part.type}" for part in made[1].damage]


@pytest.mark.parametrize(
    ("written", "rider"),
    [
        ("poisoned", Rider(conditions=("poisoned",))),
        ("prone", Rider(conditions=("prone",))),
        ("poisoned for 1 minute", Rider(conditions=("poisoned",), rounds=10)),
        ("grappled (escape dc 11)", Rider(conditions=("grappled",), escape_dc=11)),
        ("push 10 ft", Rider(push_ft=10)),
        ("push 3 m", Rider(push_ft=10)),
        (
            "{save: con 12, fail: [prone, poisoned for 3 rounds], repeats: yes}",
            Rider(conditions=("prone", "poisoned"), save=2, dc=12, rounds=3, repeats=True),
        ),
    ],
)
def test_what_a_hit_does_beside_the_damage(written: str, rider: Rider, duel: Duel) -> None:
    made: Attack = duel(("1d6+2 slashing}", f"1d6+2 slashing, hit: [{written}]}}")).entries[1].creature.attacks[0]

    assert (rider,) == made.riders


def test_damage_that_a_save_halves_stands_in_the_rider(duel: Duel) -> None:
    written = "1d6+2 slashing, hit: [{save: con 11, fail: [2d8 poison], half: true}]}"
    [rider] = duel(("1d6+2 slashing}", written)).entries[1].creature.attacks[0].riders

    assert ("2d8", "poison", 2, 11, True) == (
        str(rider.damage[0].formula),
        rider.damage[0].type,
        rider.save,
        rider.dc,
        rider.half,
    )


def test_multiattack_is_one_list_or_a_list_of_alternatives(duel: Duel) -> None:
    assert (("scimitar", "scimitar"),) == creature_of(duel, "multiattack: [scimitar, Scimitar]").multiattack
    alternatives = creature_of(duel, "multiattack: [[scimitar, unarmed strike], [scimitar]]").multiattack

    assert (("scimitar", "unarmed strike"), ("scimitar",)) == alternatives


def test_like_brings_in_everything_that_is_not_written(duel: Duel) -> None:
    made = duel(
        ("sides:", "  chief:\n    like: Goblin\n    ac: 17\n    abilities: {dex: 16}\nsides:"),
        ("creature: goblin", "creature: chief"),
        ("hp: 7", "hp: 7\n    abilities: {str: 8, dex: 14}"),
    )
    chief = made.entries[1].creature

    assert ("chief", 17, 7, (8, 16, 10, 10, 10, 10), 3) == (
        chief.name,
        chief.ac,
        chief.hp.average,
        chief.abilities,
        chief.initiative,
    )
    assert ["scimitar"] == [attack.name for attack in chief.attacks]


def test_likes_that_lead_in_a_circle_are_an_error(problems: Callable[..., list[str]]) -> None:
    assert ["12:11 like-cycle"] == problems(("ac: 15\n    hp: 12", "like: goblin"), ("hp: 7", "hp: 7\n    like: Ada"))


def test_what_is_not_simulated_is_listed_and_not_refused(duel: Duel) -> None:
    made = duel(
        ("hp: 7", "hp: 7\n    traits: [Nimble Escape, berserk]\n    speed: {walk: 30 ft, burrow: 60 ft}"),
        ("1d6+2 slashing}", "1d6+2 slashing, mastery: [nick]}"),
    )

    assert ("Goblin: trait berserk", "Goblin: burrow speed", "Goblin: mastery nick of scimitar") == made.not_simulated


def test_lucky_is_a_trait_of_5_1_and_luck_of_5_2(write: Write) -> None:
    text = """\
map: |
  AB
creatures: {a: {ac: 9, hp: 1, traits: [lucky]}}
sides: {x: [{creature: a, letter: A}], y: [{creature: a, letter: B}]}
"""

    assert check([write(text)], rules="srd-5.1").ok
    [problem] = check(["x.yaml"], rules="srd-5.2").errors
    assert ("unknown-name", "did you mean `luck`?") == (problem.code, problem.hint)


# ------------------------------------------------------------------------------------------------------- lengths


@case("C214")
@pytest.mark.parametrize(
    ("written", "feet"),
    [
        ("30 ft", 30),
        ("9 m", 30),
        ("6 squares", 30),
        ("7,5 m", 25),
        ("7.5 m", 25),
        ("40", 40),
        ("1,5 m", 5),
        ('"1,5 m"', 5),
    ],
)
def test_a_length_is_in_feet_metres_or_squares(written: str, feet: int, duel: Duel) -> None:
    """Case C214: a decimal comma is a decimal point, never nothing."""
    assert feet == duel(("hp: 12", f"hp: 12\n    speed: {written}")).entries[0].creature.speeds.walk


def test_a_bare_number_is_in_the_units_of_the_file(duel: Duel) -> None:
    made = duel(("title: Test", "title: Test\nunits: m"), ("hp: 12", "hp: 12\n    speed: 12"))

    assert (40, "m") == (made.entries[0].creature.speeds.walk, made.units)


@pytest.mark.parametrize("written", ["4 m", "10 m", "7 ft", "-5 ft", "5 miles", "1.5 squares", "much"])
def test_a_length_that_is_no_whole_number_of_squares_is_refused(
    written: str, problems: Callable[..., list[str]]
) -> None:
    assert ["10:12 bad-length"] == problems(("hp: 12", f"hp: 12\n    speed: {written}"))


# ------------------------------------------------------------------------------------------------------------- names


@case("C208")
def test_case_c208_names_are_unique_and_stable(write: Write) -> None:
    """Three goblins, one named Snag and one more are Goblin 1 to 4 and Snag."""
    text = """\
map: |
  gggggA
creatures:
  goblin: {ac: 15, hp: 7}
sides:
  goblins:
    - {creature: goblin, count: 3, letter: g}
    - {creature: goblin, name: Snag, letter: g}
    - {creature: Goblin, letter: g}
  others:
    - {creature: goblin, name: Ada, letter: A}
"""
    made = load(write(text))

    assert ["Goblin 1", "Goblin 2", "Goblin 3", "Snag", "Goblin 4", "Ada"] == [entry.name for entry in made.entries]
    assert [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)] == [entry.at for entry in made.entries]
    assert [0, 0, 0, 1, 2, 3] == [entry.group for entry in made.entries]


def test_one_of_a_kind_has_no_number(duel: Duel) -> None:
    assert ["Ada", "Goblin"] == [entry.name for entry in duel().entries]


@case("C210")
@pytest.mark.parametrize(
    "name", ["Élodie", "地精", "Гоблин", "Zoë 🐉", "e\u0301lan", "גוב", "null", "12", "1e3", "no", "on"]
)
def test_case_c210_a_name_is_kept_as_written(name: str, duel: Duel) -> None:
    assert name == duel((LETTER, f"letter: A, name: {name}}}")).entries[0].name


@case("C210")
def test_composed_and_decomposed_forms_of_a_name_are_one(duel: Duel) -> None:
    decomposed = unicodedata.normalize("NFD", "ÉLODIE")
    made = duel((LETTER, "letter: A, name: Élodie}"), ("letter: g}", f"letter: g, targets: [{decomposed}]}}"))

    assert ("Élodie",) == made.entries[1].targets


def test_a_creature_name_stands_for_all_of_that_creature(write: Write) -> None:
    text = """\
map: |
  Aggg
creatures: {wolf: {ac: 12, hp: 5}}
sides:
  x: [{creature: wolf, name: Ada, letter: A, targets: [wolf 2, wolf]}]
  y: [{creature: wolf, count: 3, letter: g}]
"""
    assert ("Wolf 2", "Wolf 1", "Wolf 3") == load(write(text)).entries[0].targets


# ------------------------------------------------------------------------------------------------------------- state


def test_a_state_holds_everything_it_can_say(write: Write) -> None:
    text = """\
map: |
  AOg.
creatures:
  ada:
    kind: character
    ac: 15
    hp: 24
    attacks: {light crossbow: {to_hit: 5, range: 80/320 ft, properties: [loading], ammunition: 20}}
  ogre: {ac: 11, hp: 59}
sides:
  heroes:
    - creature: ada
      letter: A
      state:
        hp: 17 of 24
        temp_hp: 5
        conditions: [prone, poisoned for 3 rounds, grappled by ogre, frightened of Gob for 1 minute, exhaustion 2]
        hidden: {total: 14, from: [ogre]}
        surprised: yes
        dodging: true
        disengaged: true
        helped: [{by: Gob, against: Ogre}, {by: Ogre, check: stealth}]
        reaction: used
        used: {action: true, bonus: yes, loading: [Light Crossbow]}
        hands: [shield]
        ammunition: {bolts: 3}
        inspiration: true
  foes:
    - {creature: ogre, letter: O}
    - {creature: ogre, name: Gob, letter: g, state: {hidden: 12}}
"""
    made = load(write(text))

    assert (
        State(
            hp=17,
            max_hp=24,
            temp_hp=5,
            conditions=(
                ConditionState("prone"),
                ConditionState("poisoned", None, 3),
                ConditionState("grappled", "Ogre"),
                ConditionState("frightened", "Gob", 10),
                ConditionState("exhaustion", level=2),
            ),
            hidden=14,
            hidden_from=("Ogre",),
            surprised=True,
            dodging=True,
            disengaged=True,
            helped=(Helped("Gob", "Ogre"), Helped("Ogre", None, "stealth")),
            reaction_used=True,
            action_used=True,
            bonus_used=True,
            loading_used=("light crossbow",),
            hands=("shield",),
            ammunition={"light crossbow": 3},
            inspiration=True,
        )
        == made.entries[0].state
    )
    assert (12, None) == (made.entries[2].state.hidden, made.entries[2].state.hidden_from)


@case("C216")
def test_case_c216_hit_points_of_0_at_the_start_are_legal(duel: Duel) -> None:
    """A monster with 0 hit points is dead, a character is dying; both are read as written."""
    dead = state_of(duel, "hp: 0 of 10")
    dying = (
        duel(
            ("hp: 12", "hp: 12\n    kind: character"),
            (LETTER, "letter: A, state: {hp: 0, death_saves: {successes: 1, failures: 2}}}"),
        )
        .entries[0]
        .state
    )

    assert (0, 10) == (dead.hp, dead.max_hp)
    assert (0, (1, 2), False) == (dying.hp, dying.death_saves, dying.stable)


def test_a_stable_character_is_at_0_hit_points(duel: Duel, problems: Callable[..., list[str]]) -> None:
    made = duel(("hp: 12", "hp: 12\n    kind: character"), (LETTER, "letter: A, state: {hp: 0, conditions: [stable]}}"))

    assert made.entries[0].state.stable
    assert ["17:54 bad-value"] == problems((LETTER, "letter: A, state: {conditions: [stable]}}"))


# --------------------------------------------------------------------------------------------------- the whole fight


def test_the_map_is_terrain_and_letters_stand_on_floor(duel: Duel) -> None:
    terrain = duel().map

    assert (5, 3, WALL, 0, (".....", ".....", "..#..")) == (
        terrain.width,
        terrain.height,
        terrain.terrain[12],
        terrain.terrain[6],
        terrain.glyphs,
    )


def test_a_legend_names_glyphs_and_crates_are_furniture(duel: Duel) -> None:
    terrain = duel(("creatures:", "legend: {crates: o, pillar: '1'}\ncreatures:"), ("..#..", ".1#o.")).map

    assert (9, 10) == (terrain.terrain[11], terrain.terrain[13])


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("goblins", ("goblins",)),
        ("ada", ("Ada",)),
        ("[Ada, goblins]", ("Ada", "goblins")),
        ("goblin", ("Goblin",)),
        ("[]", ()),
    ],
)
def test_who_knocks_out_is_a_name_or_a_list_of_sides_and_combatants(
    duel: Duel, written: str, read: tuple[str, ...]
) -> None:
    assert read == duel(("creatures:", f"options: {{knock_out: {written}}}\ncreatures:")).options.knock_out


def test_bodies_give_no_cover_when_a_file_says_so(duel: Duel) -> None:
    assert duel(("creatures:", "options: {bodies_cover: false}\ncreatures:")).options.bodies_cover is False


def test_lights_zones_options_rulings_and_order(duel: Duel) -> None:
    added = """\
light: dark
lights: [{kind: torch, at: A1}, {bright: 10 ft, dim: 0 ft, at: [B1, C1]}]
zones: [{kind: fog, from: E3, to: D1}, {kind: light, level: dim, from: A1, to: A1}]
options: {ties: modifier, round_limit: 20, diagonals: 5-10-5, group_initiative: no, knock_out: [heroes]}
order: [goblin, Ada]
neutral: [goblins]
rulings:
  - {give: advantage, roll: attack, by: ada, against: Goblins, because: high ground}
  - {give: -2, roll: stealth check, by: heroes}
creatures:"""
    made = duel(("creatures:", added))

    assert (Light("torch", (0, 0), 20, 20), Light("", (1, 0), 10, 0), Light("", (2, 0), 10, 0)) == made.lights
    assert (Zone("fog", (3, 0), (4, 2)), Zone("light", (0, 0), (0, 0), "dim")) == made.zones
    assert (
        Options(ties="modifier", round_limit=20, diagonals="5-10-5", group_initiative=False, knock_out=("heroes",))
        == made.options
    )
    assert (("Goblin", "Ada"), ("goblins",), "dark") == (made.order, made.neutral, made.light)
    assert (
        Ruling("advantage", 1, 0, "attack", "Ada", "goblins", "high ground"),
        Ruling("modifier", -2, 0, "stealth check", "heroes"),
    ) == made.rulings


@pytest.mark.parametrize(
    ("written", "ruling"),
    [("re-roll +2", (2, 0)), ("re-roll -1", (-1, 0)), ("re-roll neutral 1", (0, 1))],
)
def test_re_rolls_are_given_under_reroll_only(written: str, ruling: tuple[int, int], duel: Duel) -> None:
    changes = ("creatures:", f"rulings: [{{give: {written}}}]\ncreatures:")
    [made] = duel(changes, rules="reroll").rulings

    assert ("re-roll", *ruling) == (made.give, made.amount, made.neutral)
    with pytest.raises(ScenarioErrors, match=r"srd-5\.2 has no re-rolls"):
        duel(changes)


def test_total_is_another_word_for_to_hit_under_reroll(duel: Duel) -> None:
    assert 6 == duel(("to_hit: 4", "total: 6"), rules="reroll").entries[1].creature.attacks[0].to_hit


def test_at_takes_a_square_for_each_member_and_arrivals_have_a_round(duel: Duel) -> None:
    made = duel(("letter: g}", "letter: g}\n    - {creature: goblin, count: 2, at: [A1, e3], arrives: round 3}"))

    assert [("Goblin 2", (0, 0), 3), ("Goblin 3", (4, 2), 3)] == [(e.name, e.at, e.arrives) for e in made.entries[2:]]


def test_an_included_file_brings_creatures(write: Write, duel: Duel) -> None:
    write("units: m\ncreatures: {wolf: {ac: 12, hp: 9, speed: 12}}\n", "pack.yaml")
    made = duel(("title: Test", "title: Test\ninclude: [pack.yaml]"), ("creature: goblin", "creature: Wolf"))

    assert (40, "Wolf") == (made.entries[1].creature.speeds.walk, made.entries[1].name)


@case("C212")
def test_case_c212_a_path_may_have_backslashes_and_is_relative_to_the_file(write: Write, tmp_path: Any) -> None:
    (tmp_path / "new" / "test").mkdir(parents=True)
    write("creatures: {wolf: {ac: 12, hp: 9}}\n", "new/test/pack.yaml")
    text = (
        r"include: ['test\pack.yaml']"
        + "\nmap: |\n  AB\nsides: {x: [{creature: wolf, letter: A}], y: [{creature: wolf, letter: B}]}\n"
    )
    made = load(write(text, "new/fight.yaml"))

    assert ["Wolf 1", "Wolf 2"] == [entry.name for entry in made.entries]


def test_files_that_include_each_other_are_an_error_and_not_an_endless_loop(write: Write, duel: Duel) -> None:
    write("include: [x.yaml]\ncreatures: {}\n", "pack.yaml")
    with pytest.raises(ScenarioErrors, match="files include each other"):
        duel(("title: Test", "title: Test\ninclude: [pack.yaml]"))


def test_an_error_in_an_included_file_names_that_file(write: Write, duel: Duel) -> None:
    write("creatures:\n  wolf: {ac: 12}\n", "pack.yaml")
    with pytest.raises(ScenarioErrors, match=r"pack\.yaml:2:3: the creature `wolf` has no `hp`"):
        duel(("title: Test", "title: Test\ninclude: [pack.yaml]"))


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(write: Write, duel: Duel) -> None:
    plain = duel()
    text = Path("x.yaml").read_text(encoding="utf-8")

    assert plain == load(write(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()))


def test_a_scenario_can_be_sent_to_another_process(duel: Duel) -> None:
    made = duel()

    assert made == pickle.loads(pickle.dumps(made))
    assert {str} == {type(word) for word in (made.title, made.ruleset, *made.sides, made.entries[0].name)}
