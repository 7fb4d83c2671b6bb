"""Explanations of rolls and moves: the positions that people get wrong, in every ruleset (rules.md D)."""

import json
from fractions import Fraction
from typing import Any

import pytest
from attrs import field, frozen
from hypothesis import example, given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

import encounter
from encounter.cli import main
from encounter.engine.dice import SeededDice
from encounter.engine.journal import Journal
from encounter.engine.rules.attack import MAIN, resolve_attack
from encounter.engine.rules.legal import LEGAL, judge_attack
from encounter.engine.rules.movement import judge_way, stand_up, walk
from encounter.engine.rules.reasons import derive_attack
from encounter.explaining.rolls import KEYS
from encounter.explaining.telling import square_called
from scenes import scene

RULES = ("srd-5.1", "srd-5.2", "reroll")
SRD = ("srd-5.1", "srd-5.2")
OLD = ("srd-5.1", "reroll")
MODES = {1: "advantage", 0: "normal", -1: "disadvantage"}


def clauses(entries: list[dict[str, Any]]) -> list[str]:
    return sorted(entry["clause"] for entry in entries)


@frozen
class Attack:
    """An attack in a scene: the clauses on both sides, and the net re-rolls where they are counted."""

    what: str
    scene: str
    who: str
    whom: str
    advantage: str = ""
    disadvantage: str = ""
    net: int = 0
    rules: tuple[str, ...] = RULES
    keys: dict[str, Any] = field(factory=dict)
    asked: dict[str, Any] = field(factory=dict)

    def __str__(self) -> str:
        return self.what


def fog(start: str, end: str) -> dict[str, Any]:
    return {"zones": [{"kind": "fog", "from": start, "to": end}]}


DARK = {"light": "dark"}
WIDE = {"size": (50, 3)}

INVISIBLE_V_BLINDED = "Ada A1, longsword, invisible | Gob B1, longsword, blinded"
BOTH_BLIND = "Ada A1, longsword, blinded | Gob B1, longsword, blinded"
IN_THE_DARK = "Ada A1, longsword{} | Gob B1, longsword"
SEEN_THROUGH = "Ada A1, longsword, invisible | Gob B1, longsword, truesight 60"
ARCHER = "Ada A1, longbow{} | Gob {}"
BODYGUARD = "Ada A1, longbow{} | Gob G1; Eve B1{}"

ATTACKS = [
    # ------------------------------------------------------------------------------------------------- visibility
    Attack("D1 invisible at blinded", INVISIBLE_V_BLINDED, "Ada", "Gob", "blinded.target invisible.attacker", "", 1),
    Attack("D1 and back", INVISIBLE_V_BLINDED, "Gob", "Ada", "", "blinded.attacker invisible.target", -1),
    Attack("D2 both blinded", BOTH_BLIND, "Ada", "Gob", "blinded.target", "blinded.attacker"),
    Attack("D2 and back", BOTH_BLIND, "Gob", "Ada", "blinded.target", "blinded.attacker"),
    Attack("D3 darkness", IN_THE_DARK.format(""), "Ada", "Gob", "unseen.attacker", "unseen.target", keys=DARK),
    Attack("D3 darkvision", IN_THE_DARK.format(", darkvision 60"), "Ada", "Gob", "unseen.attacker", "", 1, keys=DARK),
    Attack("D3 at darkvision", IN_THE_DARK.format(", darkvision 60"), "Gob", "Ada", "", "unseen.target", -1, keys=DARK),
    Attack(
        "D4 darkvision out of range",
        ARCHER.format(", darkvision 60", "U1"),
        "Ada",
        "Gob",
        "unseen.attacker",
        "unseen.target",
        keys={**DARK, **WIDE},
    ),
    Attack(
        "D4 darkvision in range",
        ARCHER.format(", darkvision 60", "K1"),
        "Ada",
        "Gob",
        "unseen.attacker",
        "",
        1,
        keys={**DARK, **WIDE},
    ),
    Attack(
        "D5 out of the dark",
        ARCHER.format("", "G1"),
        "Ada",
        "Gob",
        "unseen.attacker",
        "",
        1,
        keys={**DARK, "lights": [{"kind": "candle", "at": "G1"}]},
    ),
    Attack(
        "D5 into the dark",
        "Ada A1 | Gob G1, longbow",
        "Gob",
        "Ada",
        "",
        "unseen.target",
        -1,
        keys={**DARK, "lights": [{"kind": "candle", "at": "G1"}]},
    ),
    Attack(
        "D6 fog", ARCHER.format("", "G1"), "Ada", "Gob", "unseen.attacker", "unseen.target", 0, keys=fog("A1", "L8")
    ),
    Attack(
        "D6 fog at long range",
        ARCHER.format("", "AO1"),
        "Ada",
        "Gob",
        "unseen.attacker",
        "range.long unseen.target",
        -1,
        keys={**WIDE, **fog("A1", "AX3")},
    ),
    Attack("D7 dim light", ARCHER.format("", "G1"), "Ada", "Gob", keys={"light": "dim"}),
    Attack("D9 hidden archer", ARCHER.format(", hidden 17", "G1"), "Ada", "Gob", "unseen.attacker", "", 1, OLD),
    Attack(
        "D9 hidden archer, 2024",
        ARCHER.format(", hidden 17", "G1"),
        "Ada",
        "Gob",
        "invisible.attacker",
        "",
        1,
        ("srd-5.2",),
    ),
    Attack("D10 truesight", SEEN_THROUGH, "Ada", "Gob", "invisible.attacker", "", 1, OLD),
    Attack("D10 truesight and back", SEEN_THROUGH, "Gob", "Ada", "", "invisible.target", -1, OLD),
    Attack("D10 truesight, 2024", SEEN_THROUGH, "Ada", "Gob", rules=("srd-5.2",)),
    Attack("D10 truesight and back, 2024", SEEN_THROUGH, "Gob", "Ada", rules=("srd-5.2",)),
    Attack(
        "D10 invisible only where unseen",
        SEEN_THROUGH,
        "Ada",
        "Gob",
        keys={"options": {"invisible_needs_unseen": True}},
    ),
    Attack("D11 blindsight", ARCHER.format(", blinded, blindsight 10", "C1"), "Ada", "Gob"),
    Attack(
        "D11 beyond blindsight",
        ARCHER.format(", blinded, blindsight 10", "D1"),
        "Ada",
        "Gob",
        "",
        "blinded.attacker",
        -1,
    ),
    Attack(
        "D11 blindsight at blinded",
        ARCHER.format(", blinded, blindsight 10", "C1, blinded"),
        "Ada",
        "Gob",
        "blinded.target",
        "",
        1,
    ),
    # ----------------------------------------------------------------------------------------------------- ranged
    Attack("D14 prone archer", ARCHER.format(", prone", "G1"), "Ada", "Gob", "", "prone.attacker", -1),
    Attack("D14 beset", ARCHER.format(", prone", "B1"), "Ada", "Gob", "", "close-combat prone.attacker", -2),
    Attack(
        "D15 both prone",
        ARCHER.format(", prone", "B1, prone"),
        "Ada",
        "Gob",
        "prone.near",
        "close-combat prone.attacker",
        -1,
    ),
    Attack("D16 prone neighbour", ARCHER.format("", "B1, prone"), "Ada", "Gob", "prone.near", "close-combat"),
    Attack(
        "D16 fallen neighbour",
        ARCHER.format("", "B1, unconscious"),
        "Ada",
        "Gob",
        "prone.near unconscious.target",
        "",
        2,
    ),
    Attack("D17 blinded bodyguard", BODYGUARD.format("", ", blinded"), "Ada", "Gob"),
    Attack("D17 stunned bodyguard", BODYGUARD.format("", ", stunned"), "Ada", "Gob"),
    Attack("D17 prone bodyguard", BODYGUARD.format("", ", prone"), "Ada", "Gob", "", "close-combat", -1),
    Attack("D18 unseen bodyguard", BODYGUARD.format(", invisible", ""), "Ada", "Gob", "invisible.attacker", "", 1),
    Attack("D19 ally beside", "Ada A1, longbow; Bram B1 | Gob G1", "Ada", "Gob"),
    Attack("D19 enemy diagonal", "Ada A1, longbow | Gob G1; Eve B2", "Ada", "Gob", "", "close-combat", -1),
    Attack("D20 axe swung", "Ada A1, handaxe | Gob B1", "Ada", "Gob", asked={"attack": "handaxe"}),
    Attack(
        "D20 axe thrown",
        "Ada A1, handaxe | Gob B1",
        "Ada",
        "Gob",
        "",
        "close-combat",
        -1,
        asked={"attack": "handaxe (thrown)"},
    ),
    Attack(
        "D22 long range, hidden",
        ARCHER.format(", hidden 17", "AF1"),
        "Ada",
        "Gob",
        "unseen.attacker",
        "range.long",
        0,
        OLD,
        WIDE,
    ),
    # ----------------------------------------------------------------------------------------- reach, prone, helpless
    Attack("D24 glaive at prone", "Ada A1, glaive | Gob C1, prone", "Ada", "Gob", "", "prone.far", -1),
    Attack("D24 glaive beside prone", "Ada A1, glaive | Gob B1, prone", "Ada", "Gob", "prone.near", "", 1),
    Attack(
        "D25 prone, held", "Ada A1, glaive | Gob C1, prone, restrained", "Ada", "Gob", "restrained.target", "prone.far"
    ),
    Attack(
        "D25 and poisoned",
        "Ada A1, glaive, poisoned | Gob C1, prone, restrained",
        "Ada",
        "Gob",
        "restrained.target",
        "poisoned.attacks prone.far",
        -1,
    ),
    Attack("D26 paralyzed", "Ada A1, longsword | Gob B1, paralyzed", "Ada", "Gob", "paralyzed.target", "", 1),
    Attack("D26 paralyzed, glaive", "Ada A1, glaive | Gob C1, paralyzed", "Ada", "Gob", "paralyzed.target", "", 1),
    Attack("D26 paralyzed, bow", "Ada A1, shortbow | Gob B1, paralyzed", "Ada", "Gob", "paralyzed.target", "", 1),
    Attack(
        "D27 shooting the fallen",
        ARCHER.format("", "G1, character, hp 0 of 12"),
        "Ada",
        "Gob",
        "unconscious.target",
        "prone.far",
    ),
    Attack("D28 large, diagonal", "Ogre A1, large, longsword | Gob C3, prone", "Ogre", "Gob", "prone.near", "", 1),
    # -------------------------------------------------------------------------------------------- grapple, conditions
    Attack(
        "D47 held and prone",
        "Ada A1, longsword | Gob B1, longsword, prone, grappled by Ada",
        "Ada",
        "Gob",
        "prone.near",
        "",
        1,
    ),
    Attack(
        "D47 and back", "Ada A1 | Gob B1, longsword, prone, grappled by Ada", "Gob", "Ada", "", "prone.attacker", -1
    ),
    Attack("D48 dodging while held", "Ada A1, longsword | Gob B1, dodging, grappled by Ada", "Ada", "Gob"),
    Attack("D54 held, at the holder", "Ada A1 ; Bram B2 | Gob B1, longsword, grappled by Ada", "Gob", "Ada"),
    Attack("D54 held, at another", "Ada A1 ; Bram B2 | Gob B1, longsword, grappled by Ada", "Gob", "Bram", rules=OLD),
    Attack(
        "D54 held, at another, 2024",
        "Ada A1 ; Bram B2 | Gob B1, longsword, grappled by Ada",
        "Gob",
        "Bram",
        "",
        "grappled.attacks",
        -1,
        ("srd-5.2",),
    ),
    Attack("D57 frightened", "Ada A1, longbow, frightened of Gob | Gob D1", "Ada", "Gob", "", "frightened.attacks", -1),
    Attack(
        "D57 frightened behind a wall",
        "Ada A3, longbow, frightened of Eve | Gob A5; Eve E3",
        "Ada",
        "Gob",
        keys={"map": ["..#.."] * 5},
    ),
    Attack(
        "D58 dodge v the unseen",
        "Ada A1, longsword, invisible | Gob B1, dodging",
        "Ada",
        "Gob",
        "invisible.attacker",
        "",
        1,
    ),
    Attack("D58 dodge", "Ada A1, longsword | Gob B1, dodging", "Ada", "Gob", "", "dodge", -1),
    Attack("D59 small, heavy", "Ada A1, small, str 16, greataxe | Gob B1", "Ada", "Gob", "", "heavy", -1, OLD),
    Attack("D59 small, heavy, 2024", "Ada A1, small, str 16, greataxe | Gob B1", "Ada", "Gob", rules=("srd-5.2",)),
    Attack("D59 weak, heavy", "Ada A1, str 12, greatsword | Gob B1", "Ada", "Gob", rules=OLD),
    Attack("D59 weak, heavy, 2024", "Ada A1, str 12, greatsword | Gob B1", "Ada", "Gob", "", "heavy", -1, ("srd-5.2",)),
    Attack(
        "D60 helped while prone",
        "Ada A1, longsword, prone, helped by Hal against Gob; Hal B2 | Gob B1",
        "Ada",
        "Gob",
        "help.attack",
        "prone.attacker",
    ),
    Attack(
        "D60 the help of another",
        "Ada A1, longsword; Bo A2, longsword, helped by Hal against Gob; Hal B2 | Gob B1",
        "Ada",
        "Gob",
        rules=OLD,
    ),
    Attack(
        "D60 the help of another, 2024",
        "Ada A1, longsword; Bo A2, longsword, helped by Hal against Gob; Hal B2 | Gob B1",
        "Ada",
        "Gob",
        "help.attack",
        "",
        1,
        ("srd-5.2",),
    ),
    Attack(
        "D61 elusive",
        "Ada A1, longsword, invisible, poisoned | Gob B1, elusive",
        "Ada",
        "Gob",
        "",
        "poisoned.attacks",
        -1,
    ),
    Attack(
        "D63 exhausted", "Ada A1, longsword, exhaustion 3 | Gob B1", "Ada", "Gob", "", "exhaustion.attacks", -1, OLD
    ),
    Attack("D63 exhausted, 2024", "Ada A1, longsword, exhaustion 3 | Gob B1", "Ada", "Gob", rules=("srd-5.2",)),
]


@pytest.mark.parametrize(("case", "rules"), [(case, rules) for case in ATTACKS for rules in case.rules], ids=str)
def test_an_attack_lists_its_reasons_and_combines_them(case: Attack, rules: str) -> None:
    told = scene(case.scene, rules, **case.keys).explain(case.who, case.whom, **case.asked)
    net = case.net if rules == "reroll" else max(-1, min(1, case.net))
    if rules != "reroll" and case.advantage and case.disadvantage:
        net = 0

    assert (case.advantage.split(), case.disadvantage.split()) == (
        clauses(told["advantage"]),
        clauses(told["disadvantage"]),
    )
    assert (net, MODES[max(-1, min(1, net))]) == (told["net"], told["mode"])
    assert (True, None) == (told["legal"], told["illegal"])


# ---------------------------------------------------------------------------------------------------- particular keys


@pytest.mark.parametrize("rules", RULES)
def test_the_answer_has_every_key_and_is_json(rules: str) -> None:
    told = scene("Ada A1, longsword | Gob B1", rules).explain("Ada", "Gob")

    assert list(KEYS) == list(told)
    assert told == json.loads(json.dumps(told))


def test_an_attack_tells_its_numbers() -> None:
    told = scene("Ada A1, longsword | Gob B1, hp 4").explain("Ada", "Gob")
    expected = {
        "ruleset": "srd-5.1",
        "attacker": "Ada",
        "target": "Gob",
        "action": "attack",
        "attack": "longsword",
        "distance_ft": 5,
        "band": "reach",
        "sees": {"attacker": True, "target": True},
        "cover": "none",
        "roller": "Ada",
        "bonus": 5,
        "modifiers": [],
        "target_number": 15,
        "target_parts": [],
        "opposed": None,
        "automatic": None,
        "p_success": 0.55,
        "p_critical": 0.05,
        "p_minor": None,
        "p_major": None,
        "p_fumble": None,
        "p_drop": 0.55,
        "auto_critical": False,
        "expected_damage": 4.35,
    }

    assert expected == {key: told[key] for key in expected}


def test_the_re_roll_system_tells_minor_major_and_fumbles() -> None:
    told = scene("Ada A1, longsword | Gob B1", "reroll").explain("Ada", "Gob")

    assert (0.55, 0.1, 0.05, 0.05, 0.05) == tuple(
        told[key] for key in ("p_success", "p_critical", "p_minor", "p_major", "p_fumble")
    )


def test_the_state_of_both_is_echoed() -> None:
    told = scene("Ada A1, longsword, exhaustion 1, poisoned, hp 5 of 9, temp hp 3 | Gob B1, reaction used").explain(
        "Ada", "Gob"
    )

    assert {
        "name": "Ada",
        "side": "heroes",
        "hp": 5,
        "max_hp": 9,
        "temp_hp": 3,
        "square": "A1",
        "conditions": ["poisoned"],
        "dead": False,
        "stable": False,
        "death_saves": {"successes": 0, "failures": 0},
        "concentrating": None,
        "exhaustion": 1,
        "altitude": None,
        "reaction": True,
        "effects": [],
    } == told["state"]["attacker"]
    assert told["state"]["target"]["reaction"] is False


@pytest.mark.parametrize(
    ("square", "legal", "band", "mode"),
    [
        ("AE1", True, "normal", "normal"),
        ("AF1", True, "long", "disadvantage"),
        ("DQ1", True, "long", "disadvantage"),
        ("DR1", False, "out", "disadvantage"),
    ],
)
def test_d21_a_longbow_shoots_straight_to_150_ft_and_not_beyond_600(
    square: str, legal: bool, band: str, mode: str
) -> None:
    told = scene(f"Ada A1, longbow | Gob {square}", size=(130, 2)).explain("Ada", "Gob", attack="longbow")

    assert (legal, band, mode) == (told["legal"], told["band"], told["mode"])
    assert (None if legal else "range.out") == (told["illegal"] and told["illegal"]["clause"])
    assert legal == (told["p_success"] is not None) == (told["expected_damage"] is not None)


def test_d21_a_single_range_ends_where_it_ends() -> None:
    told = scene("Ada A1, ray | Gob Z1", size=(30, 2)).explain("Ada", "Gob", attack="ray")

    assert "range.out" == told["illegal"]["clause"]


def test_without_a_name_the_first_legal_attack_is_taken_else_the_first() -> None:
    text = "Ada A1, longsword, dagger, longbow | Gob {}"

    assert "dagger (thrown)" == scene(text.format("C1")).explain("Ada", "Gob")["attack"]
    assert "longbow" == scene(text.format("Z1"), size=(30, 2)).explain("Ada", "Gob")["attack"]
    assert "longsword" == scene(text.format("DZ1"), size=(140, 2)).explain("Ada", "Gob")["attack"]


@pytest.mark.parametrize("rules", RULES)
def test_d8_a_guess_at_an_empty_square_misses_whatever_the_die(rules: str) -> None:
    s = scene("Ada A1, longbow | Gob D2, invisible, hidden 17", rules)
    empty, right, by_name = s.explain("Ada", "D1"), s.explain("Ada", "D2"), s.explain("Ada", "Gob")

    assert ("D1", "failure", 0.0, 0.0) == tuple(
        empty[key] for key in ("target", "automatic", "p_success", "expected_damage")
    )
    assert ["unseen.target"] == clauses(empty["disadvantage"])
    assert (0.0975 if rules == "reroll" else None) == empty["p_fumble"]
    assert (True, "Gob", "disadvantage") == (right["legal"], right["target"], right["mode"])
    assert (False, "unlocated") == (by_name["legal"], by_name["illegal"]["clause"])


@pytest.mark.parametrize("rules", RULES)
def test_d9_the_second_shot_from_hiding_is_seen_coming(rules: str) -> None:
    position = scene("Ada A1, longbow, hidden 17 | Gob G1, hp 90", rules).position
    f = position.fight
    ada, gob = f.combatants[0], f.combatants[1]
    use = ada.stat.uses[0]
    nets = []
    for _ in range(2):
        assert judge_attack(f, ada, gob, use, f.facts) == LEGAL
        derive_attack(f, ada, gob, use, f.facts)
        nets.append(f.facts.net)
        resolve_attack(f, ada, gob, use, MAIN)

    assert [1, 0] == nets


def test_d13_hidden_and_surprised_bear_on_initiative_in_2024_only() -> None:
    text = "Ada A1, surprised | Gob G1, hidden 17"
    new, old = scene(text, "srd-5.2"), scene(text, "srd-5.1")

    assert ["invisible.initiative"] == clauses(new.explain("Gob", action="initiative")["advantage"])
    assert ["surprised.initiative"] == clauses(new.explain("Ada", action="initiative")["disadvantage"])
    assert [[], []] == [old.explain("Gob", action="initiative")[key] for key in ("advantage", "disadvantage")]
    assert [[], []] == [old.explain("Ada", action="initiative")[key] for key in ("advantage", "disadvantage")]


def test_d22_a_straight_roll_is_no_sneak_attack() -> None:
    rogue = "Ada A1, longbow, sneak attack 2d6{} | Gob {}"
    straight = scene(rogue.format(", hidden 17", "AF1"), size=(50, 2)).explain("Ada", "Gob")
    hidden = scene(rogue.format(", hidden 17", "G1")).explain("Ada", "Gob")

    assert pytest.approx(4.35) == straight["expected_damage"]
    assert (
        pytest.approx(float(Fraction(321, 50) + 7 * (Fraction(319, 400) + Fraction(39, 400))))
        == hidden["expected_damage"]
    )


def test_d26_every_hit_on_the_paralyzed_from_within_5_ft_is_critical() -> None:
    told = scene("Ada A1, longsword | Gob B1, paralyzed").explain("Ada", "Gob")
    glaive = scene("Ada A1, glaive | Gob C1, paralyzed").explain("Ada", "Gob")

    assert (True, told["p_success"], 9.57) == (told["auto_critical"], told["p_critical"], told["expected_damage"])
    assert (False, 0.0975) == (glaive["auto_critical"], glaive["p_critical"])


def test_d26_under_the_re_roll_system_such_a_hit_is_major() -> None:
    told = scene("Ada A1, longsword | Gob B1, paralyzed", "reroll").explain("Ada", "Gob")

    assert told["p_success"] == told["p_critical"] == told["p_major"]
    assert 0.0 == told["p_minor"]


def test_d27_a_fallen_target_is_at_0_hp_already() -> None:
    told = scene("Ada A1, longbow | Gob G1, character, hp 0 of 12").explain("Ada", "Gob")

    assert (1.0, False) == (told["p_drop"], told["auto_critical"])


@pytest.mark.parametrize(
    ("text", "options", "legal", "distance"),
    [
        ("Ogre A1, large, longsword | Gob C3", {}, True, 5),
        ("Ogre A1, large, longsword | Gob D1", {}, False, 10),
        ("Ogre A1, glaive | Gob C3", {}, True, 10),
        ("Ogre A1, glaive | Gob C3", {"diagonals": "5-10-5"}, False, 15),
    ],
)
def test_d28_d29_reach_is_measured_between_footprints(
    text: str, options: dict[str, Any], legal: bool, distance: int
) -> None:
    told = scene(text, options=options).explain("Ogre", "Gob")

    assert (legal, distance) == (told["legal"], told["distance_ft"])
    assert (None if legal else "reach.out") == (told["illegal"] and told["illegal"]["clause"])


@pytest.mark.parametrize(("square", "cover", "ac"), [("A1", "half", 17), ("A2", "half", 17), ("C3", "none", 15)])
def test_d30_reaching_past_a_friend_the_target_has_half_cover(square: str, cover: str, ac: int) -> None:
    told = scene(f"Ada {square}, glaive; Bram B1 | Gob C1").explain("Ada", "Gob")

    assert (cover, ac) == (told["cover"], told["target_number"])
    assert ([("cover.half", 2)] if ac == 17 else []) == [
        (part["clause"], part["value"]) for part in told["target_parts"]
    ]


def test_d61_what_the_elusive_suppress_is_still_told() -> None:
    told = scene("Ada A1, longsword, invisible, poisoned | Gob B1, elusive").explain("Ada", "Gob")

    assert [("invisible.attacker", "elusive")] == [(entry["clause"], entry["by"]) for entry in told["suppressed"]]


def test_d63_exhaustion_is_a_number_in_2024() -> None:
    told = scene("Ada A1, longsword, exhaustion 3 | Gob B1", "srd-5.2").explain("Ada", "Gob")

    assert (-1, 0.25) == (told["bonus"], told["p_success"])
    assert [("exhaustion.number", -6)] == [(part["clause"], part["value"]) for part in told["modifiers"]]


def test_reasons_name_who_is_behind_them() -> None:
    text = "Ada A1, longbow, helped by Bram against Gob, frightened of Gob; Bram F2 | Gob G1; Eve B1"
    told = scene(text).explain("Ada", "Gob")
    sources = {entry["clause"]: entry["source"] for entry in (*told["advantage"], *told["disadvantage"])}

    assert {"help.attack": "Bram", "close-combat": "Eve", "frightened.attacks": "Gob"} == sources
    assert ["HELP:Bram"] == [entry["group"] for entry in told["advantage"]]


def test_rulings_are_listed_with_their_count_and_number() -> None:
    rulings = [
        {"give": "re-roll +2", "roll": "attack", "by": "Ada"},
        {"give": -2, "roll": "attack", "by": "heroes", "against": "Gob"},
        {"give": "re-roll neutral 1", "roll": "attack", "by": "Ada"},
    ]
    told = scene("Ada A1, longsword | Gob B1", "reroll", rulings=rulings).explain("Ada", "Gob")

    assert [("gm.advantage", 2)] == [(entry["clause"], entry["count"]) for entry in told["advantage"]]
    assert (2, 1, 3) == (told["net"], told["neutral"], told["bonus"])
    assert [("gm.modifier", -2)] == [(part["clause"], part["value"]) for part in told["modifiers"]]
    assert float(1 - Fraction(11, 20) ** 6) == pytest.approx(told["p_success"])


# ---------------------------------------------------------------------------------------------------- what is illegal


@pytest.mark.parametrize(
    ("text", "asked", "clause"),
    [
        ("Ada A1, longsword | Gob C1", {"attack": "longsword"}, "reach.out"),
        ("Ada A1, longsword, charmed by Gob | Gob B1", {}, "charmed.attacker"),
        ("Ada A1, longsword, stunned | Gob B1", {}, "incapacitated"),
        ("Ada A1, longsword, action used | Gob B1", {}, "action.used"),
        ("Ada A1, longsword, reaction used | Gob B1", {"made_as": "opportunity"}, "reaction.none"),
        ("Ada A1, longsword, charmed by Gob | Gob C1", {"attack": "longsword"}, "reach.out"),
        ("Ada A1, longsword, reaction used, stunned | Gob B1", {"made_as": "reaction"}, "reaction.none"),
        ("Ada A1, longsword | Gob B1", {"made_as": "extra"}, "hand.none"),
        ("Ada A1, small | Gob B1, large", {"action": "grapple"}, "size.larger"),
        ("Ada A1, small | Gob B1, large", {"action": "shove"}, "size.larger"),
        ("Ada A1 | Gob B1, huge", {"action": "grapple"}, "size.larger"),
        ("Ada A1, longsword, holds longsword and shield | Gob B1", {"action": "grapple"}, "hand.none"),
        ("Ada A1 | Gob C1", {"action": "shove"}, "reach.out"),
    ],
)
def test_the_first_ground_against_it_is_told_and_the_lists_still_given(
    text: str, asked: dict[str, Any], clause: str
) -> None:
    told = scene(text).explain("Ada", "Gob", **asked)

    assert (False, clause) == (told["legal"], told["illegal"]["clause"])
    assert (None, None, None) == (told["p_success"], told["p_critical"], told["expected_damage"])
    assert isinstance(told["advantage"], list)
    assert told["bonus"] is not None


def test_an_attack_through_a_wall_is_not_allowed_and_one_without_ammunition_neither() -> None:
    walled = scene("Ada A3, longbow | Gob E3", map=["..#.."] * 5)
    bow = {"attacks": {"longbow": {"to_hit": 5, "range": "150/600 ft", "damage": "1d8 piercing", "ammunition": 0}}}
    empty = scene("Ada A1 | Gob E1", creatures={"Ada": bow})

    assert "cover.total" == walled.explain("Ada", "Gob", attack="longbow")["illegal"]["clause"]
    assert "ammunition.none" == empty.explain("Ada", "Gob", attack="longbow")["illegal"]["clause"]


@pytest.mark.parametrize("text", ["Ada A1 | Gob B1, large", "Ada A1, large | Gob C1, small", "Ada A1, small | Gob B1"])
@pytest.mark.parametrize("action", ["grapple", "shove"])
def test_d45_one_size_larger_may_be_gripped(text: str, action: str) -> None:
    assert scene(text).explain("Ada", "Gob", action=action)["legal"]


def test_d51_full_hands_may_still_shove() -> None:
    assert scene("Ada A1, longsword, holds longsword and shield | Gob B1").explain("Ada", "Gob", action="shove")[
        "legal"
    ]


def test_a_second_light_weapon_may_strike_as_a_bonus_without_the_modifier() -> None:
    s = scene("Ada A1, shortsword, dagger, dex 16 | Gob B1")
    told = s.explain("Ada", "Gob", made_as="extra", attack="dagger")

    assert (True, pytest.approx(0.55 * 2.5 + 0.05 * 2.5)) == (told["legal"], told["expected_damage"])


# ---------------------------------------------------------------------------------------------------- grapple, escape

WRESTLERS = "Ada A1, str 16, athletics 5{} | Gob B1, athletics 2, acrobatics 1, str save +2, dex save +1{}"


@pytest.mark.parametrize(
    ("rules", "chance", "poisoned"),
    [("srd-5.1", "247/400", "733/1600"), ("srd-5.2", "1/2", "1/2")],
)
def test_d49_poison_weakens_the_wrestler_in_2014_only(rules: str, chance: str, poisoned: str) -> None:
    assert Fraction(chance) == scene(WRESTLERS.format("", ""), rules).chance("Ada", "Gob", action="grapple")
    assert Fraction(poisoned) == scene(WRESTLERS.format(", poisoned", ""), rules).chance("Ada", "Gob", action="grapple")


def test_d49_in_2024_the_target_saves_and_its_own_poison_does_not_matter() -> None:
    told = scene(WRESTLERS.format("", ", poisoned"), "srd-5.2").explain("Ada", "Gob", action="grapple")

    assert ("Gob", 2, 13, None, 0.5) == tuple(
        told[key] for key in ("roller", "bonus", "target_number", "opposed", "p_success")
    )
    assert ([], []) == (told["advantage"], told["disadvantage"])


def test_a_contest_tells_both_sides() -> None:
    told = scene(WRESTLERS.format("", ", poisoned")).explain("Ada", "Gob", action="shove", shove="prone")
    opposed = told["opposed"]

    assert ("Ada", 5, None) == (told["roller"], told["bonus"], told["target_number"])
    assert ("Gob", "athletics", 2, "disadvantage", -1) == tuple(
        opposed[key] for key in ("name", "skill", "bonus", "mode", "net")
    )
    assert ["poisoned.checks"] == clauses(opposed["disadvantage"])


def test_d50_a_tie_is_the_actors_under_the_re_roll_system() -> None:
    assert Fraction(13, 20) == scene(WRESTLERS.format("", ""), "reroll").chance("Ada", "Gob", action="grapple")


def test_d48_a_dodging_grappled_creature_has_no_advantage_on_its_save() -> None:
    nimble = "Ada A1; Bram A2 | Gob B1, dex save +9, dodging{}"
    free = scene(nimble.format(""), "srd-5.2").explain("Bram", "Gob", action="grapple")
    held = scene(nimble.format(", grappled by Ada"), "srd-5.2").explain("Bram", "Gob", action="grapple")

    assert (["dodge.save"], "dex") == (clauses(free["advantage"]), free["ability"])
    assert ([], "dex") == (held["advantage"], held["ability"])


def test_d55_the_helpless_are_shoved_without_a_roll_in_2024_only() -> None:
    new = scene(WRESTLERS.format("", ", stunned"), "srd-5.2").explain("Ada", "Gob", action="shove")
    old = scene(WRESTLERS.format("", ", stunned"), "srd-5.1").explain("Ada", "Gob", action="shove")

    assert ("success", 1.0) == (new["automatic"], new["p_success"])
    assert (None, float(Fraction(247, 400))) == (old["automatic"], old["p_success"])


def test_an_escape_is_a_contest_in_2014_and_a_check_in_2024() -> None:
    held = "Gob A1, athletics 2, acrobatics -1, grappled by Ada | Ada B1, athletics 5, str 16"
    old = scene(held, "srd-5.1").explain("Gob", action="escape")
    new = scene(held, "srd-5.2").explain("Gob", action="escape")

    assert ("Ada", "athletics", 5) == (old["target"], old["opposed"]["skill"], old["opposed"]["bonus"])
    assert ("Ada", 13, 0.5) == (new["target"], new["target_number"], new["p_success"])


def test_nobody_escapes_who_is_not_held() -> None:
    assert not scene("Ada A1 | Gob B1").explain("Ada", action="escape")["legal"]


# --------------------------------------------------------------------------------------------------- checks and saves


def test_a_check_with_a_dc_has_a_chance_and_one_without_has_none() -> None:
    s = scene("Ada A1, athletics 5, str 16, poisoned | Gob B1")
    told = s.explain("Ada", action="check", skill="athletics", dc=16)

    assert ("disadvantage", 16, 0.25) == (told["mode"], told["target_number"], told["p_success"])
    assert s.explain("Ada", action="check", skill="athletics")["p_success"] is None


def test_the_worked_example_of_the_re_roll_system() -> None:
    told = scene("Ada A1, athletics 5 | Gob B1", "reroll").explain("Ada", action="check", skill="athletics", dc=16)

    assert (0.5, 0.05, 0.05, 0.05) == tuple(told[key] for key in ("p_success", "p_minor", "p_major", "p_fumble"))


def test_a_skill_may_go_with_another_ability() -> None:
    s = scene("Ada A1, str 16, dex 12, athletics 5 | Gob B1", "srd-5.2")

    assert 5 == s.explain("Ada", action="check", skill="athletics", dc=10)["bonus"]
    assert 3 == s.explain("Ada", action="check", skill="athletics", ability="dex", dc=10)["bonus"]
    assert 1 == s.explain("Ada", action="check", ability="dex", dc=10)["bonus"]


def test_dim_light_hinders_perception_only() -> None:
    s = scene("Ada A1 | Gob D1", light="dim")

    assert ["dim.perception"] == clauses(
        s.explain("Ada", "Gob", action="check", skill="perception", dc=10)["disadvantage"]
    )
    assert [] == s.explain("Ada", "Gob", action="check", skill="insight", dc=10)["disadvantage"]


@pytest.mark.parametrize(
    ("senses", "place", "keys", "applied"),
    [
        ("blinded", "D1", {}, ["blinded.check"]),
        ("blinded, blindsight 20", "D1", {}, []),
        ("deafened", "D1", {}, []),
        ("blinded", "D1", {"light": "dark"}, []),  # what is dark to everybody is listened for
        ("deafened", "D1", {"light": "dark"}, ["deafened.check"]),
        ("deafened", "E5", {"map": ["..#.."] * 5}, ["deafened.check"]),
    ],
)
def test_a_check_that_needs_a_sense_fails_without_it(
    senses: str, place: str, keys: dict[str, Any], applied: list[str]
) -> None:
    s = scene(f"Ada A1, {senses} | Gob {place}", **keys)
    told = s.explain("Ada", "Gob", action="check", skill="perception", dc=5)

    assert applied == clauses(told["applied"])
    assert (("failure", 0.0) if applied else (None, 0.8)) == (told["automatic"], told["p_success"])


def test_what_bears_on_a_roll_otherwise_is_told() -> None:
    rogue = scene("Ada A1, longbow, sneak attack 1d6, lucky, hidden 17 | Gob B1, paralyzed").explain("Ada", "Gob")
    elusive = scene("Ada A1, longbow, hidden 17 | Gob G1, elusive").explain("Ada", "Gob")
    save = scene("Ada A1, stunned | Gob G1").explain("Ada", action="save", ability="dex", dc=1)

    assert ["helpless.critical", "lucky", "sneak-attack"] == clauses(rogue["applied"])
    assert (["elusive"], ["helpless.save"]) == (clauses(elusive["applied"]), clauses(save["applied"]))


@pytest.mark.parametrize(
    ("state", "ability", "mode", "automatic", "chance"),
    [
        ("still", "dex", "normal", None, 0.4),
        ("dodging", "dex", "advantage", None, 0.64),
        ("dodging", "str", "normal", None, 0.3),
        ("restrained", "dex", "disadvantage", None, 0.16),
        ("paralyzed", "dex", "normal", "failure", 0.0),
        ("paralyzed", "wis", "normal", None, 0.3),
    ],
)
def test_a_save_is_the_attackers_own(state: str, ability: str, mode: str, automatic: str | None, chance: float) -> None:
    told = scene(f"Ada A1, dex save +2, {state} | Gob B1").explain("Ada", action="save", ability=ability, dc=15)

    assert (mode, automatic, pytest.approx(chance)) == (told["mode"], told["automatic"], told["p_success"])


def test_cover_from_where_an_effect_comes_helps_a_dexterity_save() -> None:
    told = scene("Ada A1, dex save +2; Bram C1 | Gob E1").explain("Ada", "Gob", action="save", ability="dex", dc=15)

    assert (4, [("cover.half", 2)]) == (
        told["bonus"],
        [(part["clause"], part["value"]) for part in told["modifiers"]],
    )


def test_a_death_save_succeeds_on_10_and_is_not_rolled_by_the_living() -> None:
    s = scene("Ada A1, character, hp 0 of 9 | Gob B1")
    told = s.explain("Ada", action="death-save")

    assert (True, 10, 0, 0.55) == tuple(told[key] for key in ("legal", "target_number", "bonus", "p_success"))
    assert not s.explain("Gob", action="death-save")["legal"]


def test_hiding_is_against_passive_perception_in_2014_and_dc_15_in_2024() -> None:
    text = "Ada A3, stealth 6 | Gob E3, perception 3"
    walls = {"map": ["..#.."] * 5}

    assert 0.65 == scene(text, "srd-5.1", **walls).explain("Ada", action="hide")["p_success"]
    assert 0.6 == scene(text, "srd-5.2", **walls).explain("Ada", action="hide")["p_success"]
    assert 0.7 == scene(text, "reroll", **walls).explain("Ada", action="hide")["p_success"]
    assert not scene(text).explain("Ada", action="hide")["legal"]


def test_an_initiative_roll_against_somebody_is_the_chance_to_act_first() -> None:
    s = scene("Ada A1, init +2 | Gob B1, init +1")

    assert float(Fraction(439, 800)) == s.explain("Ada", "Gob", action="initiative")["p_success"]
    assert s.explain("Ada", action="initiative")["p_success"] is None


def test_inspiration_is_advantage_in_2014_and_a_die_re_rolled_in_2024() -> None:
    text = "Ada A1, longsword, inspiration | Gob B1"
    old = scene(text, "srd-5.1").explain("Ada", "Gob", spend="inspiration")
    new = scene(text, "srd-5.2").explain("Ada", "Gob", spend="inspiration")

    assert (["inspiration"], "advantage") == (clauses(old["advantage"]), old["mode"])
    assert ([], "normal", 0.7975) == (new["advantage"], new["mode"], new["p_success"])


# -------------------------------------------------------------------------------------------------------------- moves


def brief(told: dict[str, Any]) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]]]:
    return (
        [(one["by"], one["attack"], one["at"]) for one in told["provokes"]],
        [(one["by"], one["clause"]) for one in told["does_not_provoke"]],
    )


def unarmed(*names: str) -> dict[str, dict[str, Any]]:
    """These have no unarmed strike."""
    return {name: {"unarmed": False} for name in names}


def test_a_move_tells_its_way_and_cost() -> None:
    told = scene("Ada A1 | Gob L8").move("Ada", "C2")

    assert {
        "mover": "Ada",
        "to": "C2",
        "path": ["B1", "C2"],
        "cost_ft": 10,
        "speed_ft": 30,
        "legal": True,
        "illegal": None,
        "provokes": [],
        "does_not_provoke": [],
    } == told


@pytest.mark.parametrize("rules", RULES)
def test_d31_leaving_one_reach_and_coming_nearer_to_another(rules: str) -> None:
    s = scene("Mia C1 | Rud A1, glaive; Fay E1, longsword", rules, creatures=unarmed("Rud", "Fay"))

    assert ([("Rud", "glaive", "C1")], [("Fay", "reach.kept")]) == brief(s.move("Mia", "D1"))


@pytest.mark.parametrize("rules", RULES)
def test_d32_inside_a_long_reach_nothing_is_left(rules: str) -> None:
    s = scene("Mia B1 | Rud A1, glaive", rules, creatures=unarmed("Rud"))
    with_fists = scene("Mia B1 | Rud A1, glaive", rules).move("Mia", "C1")

    assert ([], [("Rud", "reach.kept")]) == brief(s.move("Mia", "C1"))
    assert [("Rud", "unarmed strike", "B1")] == brief(with_fists)[0]
    assert with_fists["provokes"][0]["taken"] is False


def test_who_lets_a_poor_chance_pass_is_told_to_strike_later() -> None:
    [strike] = scene("Mia B1 | Rud A1, glaive").move("Mia", "D1")["provokes"]

    assert ("unarmed strike", "B1", False) == (strike["attack"], strike["at"], strike["taken"])
    assert ("glaive", "C1", True) == tuple(strike["then"][key] for key in ("attack", "at", "taken"))


@pytest.mark.parametrize("rules", RULES)
def test_d33_circling_never_leaves_reach(rules: str) -> None:
    told = scene("Mia B1 | Eve A1, longsword", rules).move("Mia", "A2", via=["B2"])

    assert (["B2", "A2"], ([], [("Eve", "reach.kept")])) == (told["path"], brief(told))


@pytest.mark.parametrize(("rules", "cost", "speed"), [("srd-5.1", 5, 15), ("srd-5.2", 10, 30), ("reroll", 5, 15)])
def test_d34_the_dragged_provoke_nothing_and_their_dragger_does(rules: str, cost: int, speed: int) -> None:
    s = scene("Gro B1; Hal D2 | Tom C1, grappled by Gro; Zed C2, scimitar", rules)
    told = s.move("Gro", "A1")

    assert ([("Zed", "scimitar", "B1")], [("Tom", "reach.kept")]) == brief(told)
    assert (cost, speed) == (told["cost_ft"], told["speed_ft"])


def test_d35_who_is_shoved_provokes_nobody() -> None:
    told = scene("Tom B1 | Ada A1, longsword; Hal A2, longsword").move("Tom", "C1", forced=True)

    assert ([], [("Ada", "forced"), ("Hal", "forced")]) == brief(told)
    assert (True, 0) == (told["legal"], told["cost_ft"])


@pytest.mark.parametrize("rules", RULES)
def test_d39_standing_up_provokes_nothing_and_crawling_away_does(rules: str) -> None:
    s = scene("Tom B1, prone | Ada A1, longsword", rules)
    stood, crawled, walked = s.move("Tom", "B1"), s.move("Tom", "C1", crawl=True), s.move("Tom", "C1")

    assert (15, [], ([], [("Ada", "reach.kept")])) == (stood["cost_ft"], stood["path"], brief(stood))
    assert (10, ["prone.near"]) == (crawled["cost_ft"], clauses(crawled["provokes"][0]["advantage"]))
    assert (20, []) == (walked["cost_ft"], walked["provokes"][0]["advantage"])


@pytest.mark.parametrize(
    ("mover", "reactor", "clause", "rules"),
    [
        ("", "charmed by Mia", "charmed.attacker", RULES),
        ("disengaged", "still", "disengage", RULES),
        ("", "reaction used", "reaction.none", RULES),
        ("invisible", "still", "unseen.mover", RULES),
        ("", "blinded", "unseen.mover", RULES),
        ("", "stunned", "incapacitated", RULES),
        ("", "surprised", "surprised", OLD),
    ],
)
def test_d43_who_may_not_strike_is_listed_with_the_clause(
    mover: str, reactor: str, clause: str, rules: tuple[str, ...]
) -> None:
    for ruleset in rules:
        s = scene(f"Mia B1{', ' if mover else ''}{mover} | Eve A1, longsword, {reactor}", ruleset)
        assert ([], [("Eve", clause)]) == brief(s.move("Mia", "D1"))


def test_the_surprised_strike_at_leavers_in_2024() -> None:
    assert [("Eve", "longsword", "B1")] == brief(
        scene("Mia B1 | Eve A1, longsword, surprised", "srd-5.2").move("Mia", "D1")
    )[0]


def test_a_hidden_mover_is_found_in_plain_view_and_struck_on_its_next_step() -> None:
    text = "Mia B1, hidden 17 | Eve A1, glaive"
    s = scene(text, creatures=unarmed("Eve"))

    assert ([], [("Eve", "reach.kept")]) == brief(s.move("Mia", "C1"))
    assert [("Eve", "glaive", "C1")] == brief(s.move("Mia", "D1"))[0]
    assert ([], [("Eve", "unseen.mover")]) == brief(
        scene(text.replace("B1", "C1"), creatures=unarmed("Eve")).move("Mia", "D1")
    )


def test_disengaging_is_an_action_for_a_whole_move() -> None:
    s = scene("Mia B1 | Eve A1, longsword")
    spent = scene("Mia B1, action used | Eve A1, longsword").move("Mia", "D1", with_action="disengage")

    assert ([], [("Eve", "disengage")]) == brief(s.move("Mia", "D1", with_action="disengage"))
    assert "action.used" == spent["illegal"]["clause"]


def test_a_strike_at_a_leaver_tells_its_odds_where_the_leaver_stands() -> None:
    [strike] = scene("Mia B1, ac 15 | Eve A1, longsword, poisoned").move("Mia", "D1")["provokes"]

    assert (True, "disadvantage", -1, 0.3025, 2.28) == tuple(
        strike[key] for key in ("taken", "mode", "net", "p_success", "expected_damage")
    )


def test_one_reactor_strikes_once_at_the_first_step_that_lets_it() -> None:
    told = scene("Mia B1 | Eve A1, longsword, glaive").move("Mia", "D1")

    assert [("Eve", "longsword", "B1")] == brief(told)[0]


@pytest.mark.parametrize(
    ("text", "to", "path", "provokes"),
    [
        ("Mia A3 | Eve C2, longsword", "E3", ["B4", "C4", "D4", "E3"], []),  # around, as long as through
        ("Mia A3 | Eve C2, longsword; Fay C5, longsword", "E3", ["B2", "C1", "D2", "E3"], ["Eve"]),  # nobody is passed
        ("Mia A2 | Eve C4, longsword", "E2", ["B1", "C1", "D1", "E2"], []),  # the first squares in order
        ("Mia A3 | Eve C5, longsword; Fay C1, glaive", "E3", ["B3", "C3", "D3", "E3"], []),
    ],
)
def test_the_way_is_the_cheapest_then_the_least_provoking_then_the_first_in_order(
    text: str, to: str, path: list[str], provokes: list[str]
) -> None:
    told = scene(text, size=(6, 7)).move("Mia", to)

    assert (path, 20) == (told["path"], told["cost_ft"])
    assert provokes == [one["by"] for one in told["provokes"]]


BESET = "Mia {} | Eve {}, longsword; Fay {}, glaive"


@settings(max_examples=100, deadline=None)
@example(places=[0, 6, 1, 2], mud={6}, diagonals="5-10-5")  # a dearer way whose squares come first
@given(
    places=st.lists(st.integers(0, 19), min_size=4, max_size=4, unique=True),
    mud=st.sets(st.integers(0, 19), max_size=8),
    diagonals=st.sampled_from(["5-5-5", "5-10-5"]),
)
def test_no_way_of_all_there_are_is_better(places: list[int], mud: set[int], diagonals: str) -> None:
    """Every way without a square twice, on a board of 5 by 4, with costs and reaches counted here."""
    start, goal, *foes = places
    names = [f"{'ABCDE'[square % 5]}{square // 5 + 1}" for square in range(20)]
    reaches = (5, 10)

    def apart(one: int, other: int) -> int:
        across, down = abs(one % 5 - other % 5), abs(one // 5 - other // 5)
        half = min(across, down) // 2 if diagonals == "5-10-5" else 0
        return 5 * (max(across, down) + half)

    best: list[tuple[int, int, list[int]]] = []

    def explore(path: list[int], odd: int, cost: int, provoked: frozenset[int]) -> None:
        if best and cost > best[0][0]:
            return
        if path[-1] == goal:
            best[:] = [min([*best, (cost, len(provoked), path[1:])])]
            return
        here = path[-1]
        for to in range(20):
            across, down = abs(to % 5 - here % 5), abs(to // 5 - here // 5)
            if max(across, down) != 1 or to in path or to in foes:
                continue
            diagonal = across == down == 1
            units = (2 if diagonal and odd and diagonals == "5-10-5" else 1) * (2 if to in mud else 1)
            left = {
                place
                for place, (foe, reach) in enumerate(zip(foes, reaches, strict=True))
                if apart(foe, here) <= reach < apart(foe, to)
            }
            explore([*path, to], odd ^ diagonal, cost + 5 * units, provoked | left)

    explore([start], 0, 0, frozenset())
    rows = ["".join(":" if row * 5 + column in mud else "." for column in range(5)) for row in range(4)]
    text = BESET.format(names[start], *(names[foe] for foe in foes))
    told = scene(text, map=rows, creatures=unarmed("Eve", "Fay"), options={"diagonals": diagonals}).move(
        "Mia", names[goal]
    )

    if not best:
        assert told["illegal"]["clause"] == "path.none"
    else:
        assert (best[0][0], best[0][1], [names[square] for square in best[0][2]]) == (
            told["cost_ft"],
            len(told["provokes"]),
            told["path"],
        )


@settings(max_examples=60, deadline=None)
@given(
    places=st.lists(st.integers(0, 19), min_size=4, max_size=4, unique=True),
    mud=st.sets(st.integers(0, 19), max_size=8),
    rules=st.sampled_from(RULES),
    state=st.sampled_from(["still", "prone", "disengaged", "speed 15", "frightened of Eve", "hidden 20"]),
)
def test_a_move_explained_is_the_move_made(places: list[int], mud: set[int], rules: str, state: str) -> None:
    """What is told to be legal is walked in a fight, at that cost and with those attacks; what is not is refused."""
    names = [f"{'ABCDE'[square % 5]}{square // 5 + 1}" for square in places]
    rows = ["".join(":" if row * 5 + column in mud else "." for column in range(5)) for row in range(4)]
    text = "Mia {}, hp 500, {} | Eve {}, longsword, still; Fay {}, glaive, still"
    s = scene(text.format(names[0], state, *names[2:]), rules, map=rows)
    told = s.move("Mia", names[1])
    journal, position = Journal(), s.position
    f = position.put_back(SeededDice(1))
    f.journal = journal
    mia = f.combatants[0]
    if state == "prone":
        stand_up(f, mia)
    squares = [square_called(f, name) for name in told["path"]]
    path = vec[i64](squares)

    assert told["legal"] == (bool(squares) and judge_way(f, mia, path, len(squares), True) == LEGAL)
    if told["legal"]:
        assert walk(f, mia, path, len(squares), True)
        assert told["cost_ft"] == mia.spent_ft
        strikes = [one if one["taken"] else one["then"] or one for one in told["provokes"]]
        assert {(one["by"], one["attack"]) for one in strikes if one["taken"]} == {
            (event.actor, event.data["attack"]) for event in journal.events if event.type == "opportunity-attack"
        }


def test_waypoints_are_visited_in_order() -> None:
    told = scene("Mia A1 | Eve L8").move("Mia", "A2", via=["C1", "C3"])

    assert (["B1", "C1", "B2", "C3", "B2", "A2"], 30) == (told["path"], told["cost_ft"])


@pytest.mark.parametrize(
    ("text", "to", "clause"),
    [
        ("Mia A1 | Eve L8", "H1", "speed.short"),
        ("Mia A1, restrained | Eve L8", "B1", "speed.zero"),
        ("Mia A1, grappled by Eve | Eve A2", "B1", "speed.zero"),
        ("Mia A1, grappled by Eve, prone | Eve A2", "A1", "speed.zero"),
        ("Mia A1; Bo B1 | Eve L8", "B1", "square.occupied"),
        ("Mia A1 | Eve B1", "B1", "square.occupied"),
        ("Mia F1, frightened of Eve | Eve A1", "E2", "frightened.closer"),
    ],
)
def test_a_move_that_cannot_be_names_the_first_ground(text: str, to: str, clause: str) -> None:
    told = scene(text).move("Mia", to)

    assert (False, clause) == (told["legal"], told["illegal"]["clause"])


def test_d57_the_frightened_may_keep_their_distance() -> None:
    assert scene("Mia F1, frightened of Eve | Eve A1").move("Mia", "F2")["legal"]


def test_no_way_leads_into_a_sealed_room() -> None:
    told = scene("Mia A1 | Eve A3", map=["..#.", "..##", "...."]).move("Mia", "D1")

    assert ("path.none", [], None) == (told["illegal"]["clause"], told["path"], told["cost_ft"])


def test_d46_dragging_costs_as_the_edition_says() -> None:
    text = "Gro B1 | Tom A1, grappled by Gro"
    for rules, rows, farthest in (
        ("srd-5.1", ["." * 8] * 2, "E1"),
        ("srd-5.2", ["." * 8] * 2, "E1"),
        ("srd-5.1", [":" * 8] * 2, "C1"),
        ("srd-5.2", [":" * 8] * 2, "D1"),
    ):
        s = scene(text, rules, map=rows)
        beyond = chr(ord(farthest[0]) + 1) + "1"
        assert s.move("Gro", farthest)["legal"]
        assert "speed.short" == s.move("Gro", beyond)["illegal"]["clause"]
        assert s.move("Gro", beyond, release=["Tom"])["legal"]


def test_d46_a_tiny_creature_is_dragged_at_full_speed_in_2024_only() -> None:
    text = "Gro B1, small | Tom A1, tiny, grappled by Gro"

    assert [15, 30] == [scene(text, rules).move("Gro", "C1")["speed_ft"] for rules in SRD]
    assert [5, 5] == [scene(text, rules).move("Gro", "C1")["cost_ft"] for rules in SRD]


def test_d45_an_ogre_drags_a_halfling_at_full_speed() -> None:
    told = scene("Ogre B1, large | Hob A1, small, grappled by Ogre").move("Ogre", "H1")

    assert (True, 30) == (told["legal"], told["cost_ft"])


@pytest.mark.parametrize(("rules", "cost"), [("srd-5.1", 20), ("srd-5.2", 15)])
def test_d64_past_an_ally(rules: str, cost: int) -> None:
    rows = ["....", "####"]

    assert cost == scene("Mia A1; Bo C1 | Eve E1", rules, map=[row + "." for row in rows]).move("Mia", "D1")["cost_ft"]


def test_d64_past_a_stunned_enemy_in_2024_only() -> None:
    text, rows = "Mia A1 | Orc B1, stunned; Eve E1", [".....", "####."]

    assert "path.none" == scene(text, "srd-5.1", map=rows).move("Mia", "C1")["illegal"]["clause"]
    assert 15 == scene(text, "srd-5.2", map=rows).move("Mia", "C1")["cost_ft"]


def test_d65_no_step_cuts_the_corner_of_a_wall_and_a_blow_does() -> None:
    s = scene("Ada A1, longsword | Gob B2", map=[".#.", "...", "..."])
    told = scene("Ada A1 | Gob C3", map=[".#.", "...", "..."]).move("Ada", "B2")

    assert (True, "none") == (s.explain("Ada", "Gob")["legal"], s.explain("Ada", "Gob")["cover"])
    assert ["A2", "B2"] == told["path"]


def test_d71_what_is_left_after_standing_up() -> None:
    s = scene("Mia A1, prone, speed 25 | Eve L8")

    assert (True, 22) == (s.move("Mia", "C1")["legal"], s.move("Mia", "C1")["cost_ft"])
    assert "speed.short" == s.move("Mia", "D1")["illegal"]["clause"]
    assert s.move("Mia", "D1", with_action="dash")["legal"]


# ---------------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("who", "target", "asked", "message"),
    [
        ("Adda", "Gob", {}, "nobody in this fight is called 'Adda'; did you mean Ada?"),
        ("Ada", None, {}, "the action attack needs a target"),
        ("Ada", "Gob", {"attack": "sword"}, "Ada has no attack 'sword'; did you mean longsword?"),
        ("Ada", "Gob", {"attack": "zap"}, "Ada has no attack 'zap'; there are: longsword, unarmed strike"),
        ("Ada", "Ada", {}, "Ada cannot be its own target"),
        ("Ada", None, {"action": "search"}, "the action search needs a target"),
        ("Ada", None, {"action": "check"}, "a check needs an ability or a skill"),
        ("Ada", None, {"action": "save"}, "a save needs an ability"),
        ("Ada", "Gob", {"action": "grapple", "attack": "longsword"}, "attack does not go with the action grapple"),
        ("Ada", "Gob", {"spend": "inspiration"}, "Ada has no inspiration to spend"),
        ("Ada", "Z99", {}, "Z99 is off the map, which ends at L8"),
        ("Ada", None, {"action": "check", "skill": "athletic"}, "'athletic' is no skill; did you mean athletics?"),
    ],
)
def test_what_cannot_be_asked_is_refused(who: str, target: str | None, asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        scene("Ada A1, longsword | Gob B1").explain(who, target, **asked)


def test_who_has_not_arrived_or_holds_nobody_cannot_be_asked_for() -> None:
    s = scene("Ada A1, longsword | Gob B1")

    with pytest.raises(ValueError, match="Ada does not hold Gob"):
        s.move("Ada", "A2", release=["Gob"])
    with pytest.raises(ValueError, match="'Q' is no square such as C7"):
        s.move("Ada", "Q")


# ----------------------------------------------------------------------------------------------- from outside the test


def test_the_public_function_explains_rolls_and_moves() -> None:
    s = scene("Ada A1, longsword | Gob B1")

    assert s.explain("Ada", "Gob") == encounter.explain(s.encounter, "Ada", "Gob")
    assert s.explain("Ada", "Gob") == encounter.explain(s.scenario, "Ada", "Gob")
    assert s.move("Ada", "A3") == encounter.explain(s.encounter, "Ada", to="A3")


def test_the_command_tells_clauses_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    from encounter.scenario.shipped import shipped

    ambush = str(shipped()["goblin-ambush"])
    assert 0 == main(["explain", ambush, "Marn", "Goblin 1", "--attack", "javelin (thrown)", "--json", "--lang", "it"])
    told = json.loads(capsys.readouterr().out)

    assert ["gittata lunga"] == [entry["text"] for entry in told["disadvantage"]]


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2", "reroll"])
def test_total_cover_adds_nothing_and_the_parts_say_what_other_cover_adds(rules: str) -> None:
    behind = scene("Ada A3, longbow | Gob E3, ac 13", rules, map=["..#.."] * 5).explain("Ada", "Gob")
    half = scene("Ada A3, longbow | Gob E3, ac 13; Orc C3", rules).explain("Ada", "Gob")

    assert ("total", 13, []) == (behind["cover"], behind["target_number"], behind["target_parts"])
    [part] = half["target_parts"]
    assert ("half", "cover.half") == (half["cover"], part["clause"])
    assert part["value"] == half["target_number"] - 13 > 0


@pytest.mark.parametrize("rules", ["srd-5.1", "srd-5.2", "reroll"])
def test_total_cover_adds_nothing_to_a_save(rules: str) -> None:
    told = scene("Ada A3, dex save +2 | Gob E3", rules, map=["..#.."] * 5).explain(
        "Ada", "Gob", action="save", ability="dex", dc=12
    )

    assert ("total", 2, []) == (told["cover"], told["bonus"], told["modifiers"])


def test_the_state_has_conditions_apart_from_other_effects() -> None:
    told = scene("Ada A1, longsword, poisoned; Mira A2, concentrating bless on Ada | Gob B1", "srd-5.2").explain(
        "Ada", "Gob"
    )

    assert (["poisoned"], ["bless"]) == tuple(told["state"]["attacker"][key] for key in ("conditions", "effects"))


@pytest.mark.parametrize("dc", [-1, 1001, 10**20])
def test_a_dc_that_nothing_has_is_refused(dc: int) -> None:
    with pytest.raises(ValueError, match="a DC is from 0 to 1000"):
        scene("Ada A1 | Gob B1").explain("Ada", action="check", skill="athletics", dc=dc)
