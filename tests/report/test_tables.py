"""The batch table and the picture of an explanation."""

from typing import Any

from rich.console import Console

from encounter.report.tables import batch_tables, explained_move, explained_roll
from encounter.report.words import Words

BATCH: dict[str, Any] = {
    "scenario": "scenarios/goblin-ambush.yaml",
    "ruleset": "srd-5.2",
    "seed": 1,
    "fights": 2000,
    "engine": "pure",
    "version": "0.1.0",
    "elapsed_s": 0.5,
    "fights_per_second": 4000.0,
    "turns": 90000,
    "outcomes": {
        "heroes": {"count": 1270, "rate": 0.635, "low": 0.6137, "high": 0.6558},
        "goblins": {"count": 730, "rate": 0.365, "low": 0.3442, "high": 0.3863},
        "draw": {"count": 0, "rate": 0.0, "low": 0.0, "high": 0.0019},
        "undecided": {"count": 0, "rate": 0.0, "low": 0.0, "high": 0.0019},
    },
    "sides": {
        "heroes": {"any_dead": 0.212, "all_out": 0.365, "hp_left": 0.41},
        "goblins": {"any_dead": 0.999, "all_out": 0.635, "hp_left": 0.18},
    },
    "rounds": {"mean": 4.52, "p10": 3, "p50": 4, "p90": 7},
    "combatants": [
        {
            "name": "Ada",
            "side": "heroes",
            "survival": 0.92,
            "down": 0.2,
            "dead": 0.08,
            "damage_dealt": 13.25,
            "damage_taken": 11.0,
            "attacks": 4.4,
            "hits": 2.5,
            "criticals": 0.2,
            "hp_left": 0.44,
        },
        {
            "name": "Skrit",
            "side": "goblins",
            "survival": 0.31,
            "down": 0.0,
            "dead": 0.69,
            "damage_dealt": 6.0,
            "damage_taken": 5.5,
            "attacks": 3.0,
            "hits": 1.1,
            "criticals": 0.1,
            "hp_left": 0.27,
        },
    ],
    "examples": {"typical": 12, "closest": 841, "worst": {"heroes": 3, "goblins": 0}},
    "not_simulated": ["Skrit: trait keen smell"],
}


def printed(parts: list[Any], width: int = 80) -> list[str]:
    console = Console(width=width, no_color=True, legacy_windows=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part)
    return [line.rstrip() for line in capture.get().splitlines()]


def batch_text(lang: str = "en", **changes: Any) -> str:
    return "\n".join(printed(batch_tables({**BATCH, **changes}, Words(lang), "encounter run a.yaml", ascii_only=True)))


def test_the_batch_table_tells_the_odds_with_their_intervals() -> None:
    text = batch_text()

    assert "2000 fights of scenarios/goblin-ambush.yaml (srd-5.2, seed 1)" in text
    assert "heroes" in text
    assert "63.5%   61.4% to 65.6%" in text
    assert "#############" in text
    assert "draw" not in text  # it never happened
    assert "Rounds: 4.5 on average; 10% of the fights take 3 or fewer, half 4, 90% 7." in text


def test_the_batch_table_tells_the_price_and_who_pays_it() -> None:
    lines = batch_text().splitlines()

    assert ["heroes", "21.2%", "36.5%", "41.0%"] == next(line for line in lines if "21.2%" in line).split()
    assert ["Ada", "92.0%", "20.0%", "44.0%", "13.2", "11", "2.5"] == next(
        line for line in lines if line.startswith("Ada")
    ).split()


def test_the_batch_table_names_the_fights_to_look_at() -> None:
    text = batch_text()

    assert "typical\n  encounter run a.yaml --fight 12\n" in text
    assert "closest\n  encounter run a.yaml --fight 841\n" in text
    assert "worst for heroes\n  encounter run a.yaml --fight 3\n" in text


def test_the_batch_table_fits_80_columns_in_every_language() -> None:
    for lang in ("en", "it", "fr", "es"):
        assert all(len(line) <= 80 for line in batch_text(lang).splitlines())


def test_numbers_have_the_decimal_mark_of_the_language() -> None:
    assert "63,5%" in batch_text("es")


def test_an_interrupted_batch_says_so() -> None:
    assert "Interrupted after 2000 fights." in batch_text(interrupted=True)


def test_what_is_not_simulated_is_said() -> None:
    assert "Not simulated: Skrit: trait keen smell" in batch_text()


def test_a_batch_of_no_fights_has_no_shares() -> None:
    nothing = {"rate": None, "low": 0.0, "high": 1.0, "count": 0}
    text = batch_text(
        fights=0,
        interrupted=True,
        outcomes={"heroes": nothing, "goblins": nothing, "draw": nothing, "undecided": nothing},
        sides={"heroes": {"any_dead": None, "all_out": None, "hp_left": None}},
        rounds={"mean": None, "p10": None, "p50": None, "p90": None},
        combatants=[
            {"name": "Ada", "side": "heroes"}
            | dict.fromkeys(["survival", "down", "dead", "damage_dealt", "damage_taken", "attacks", "hits"])
        ],
        examples={"typical": None, "closest": None, "worst": {}},
        fights_per_second=None,
    )

    assert "Interrupted after 0 fights." in text
    assert "Fights to look at" not in text


def reason(clause: str, source: str | None = None, **more: Any) -> dict[str, Any]:
    return {"clause": clause, "group": clause.upper(), "source": source, "count": 1, "text": clause, **more}


ROLL: dict[str, Any] = {
    "ruleset": "srd-5.2",
    "attacker": "Ada",
    "target": "Skrit",
    "action": "attack",
    "attack": "longbow",
    "legal": True,
    "illegal": None,
    "distance_ft": 200,
    "band": "long",
    "sees": {"attacker": True, "target": False},
    "cover": "half",
    "roller": "Ada",
    "advantage": [reason("unseen.attacker")],
    "disadvantage": [reason("range.long")],
    "suppressed": [],
    "mode": "normal",
    "net": 0,
    "neutral": 0,
    "bonus": 5,
    "modifiers": [],
    "target_number": 17,
    "target_parts": [
        {"clause": "ac", "value": 15, "text": "AC"},
        {"clause": "cover.half", "value": 2, "text": "half cover"},
    ],
    "opposed": None,
    "automatic": None,
    "p_success": 0.45,
    "p_critical": 0.05,
    "p_minor": 0.0,
    "p_major": 0.0,
    "p_fumble": 0.0,
    "p_drop": 0.2,
    "auto_critical": False,
    "expected_damage": 3.6,
    "state": {},
    "not_simulated": [],
}


def test_an_explanation_shows_what_applies_and_that_it_cancels() -> None:
    """Case C227: a mode that is cancelled shows its sources."""
    assert [
        "Ada > Skrit: longbow",
        "Distance: 200 ft (long range)",
        "Sight: Ada sees Skrit, Skrit cannot see Ada",
        "Cover: half cover",
        "Advantage: Skrit cannot see Ada [unseen.attacker]",
        "Disadvantage: long range [range.long]",
        "Roll: one of each, so they cancel and one die is rolled",
        "Bonus: + 5",
        "Against: AC 17: + 2 (half cover)",
        "Odds: 45.0% hits",
        "Odds: 5.0% critical hit",
        "Odds: 20.0% drops the target",
        "Odds: 3.6 damage on average",
    ] == explained_roll(ROLL, Words()).lines()


def test_only_one_of_each_is_called_one_of_each() -> None:
    two = {**ROLL, "advantage": [reason("unseen.attacker"), reason("prone.near")]}
    more = {**ROLL, "disadvantage": [reason("range.long", count=2)]}

    assert "Roll: they cancel; one die" in explained_roll(two, Words()).lines()
    assert "Roll: they cancel; one die" in explained_roll(more, Words()).lines()


def test_what_is_not_simulated_stands_below_an_explanation_from_edge_to_edge() -> None:
    lines = printed([explained_roll({**ROLL, "not_simulated": ["Skrit: trait keen smell"]}, Words()).render()])

    assert "Not simulated: Skrit: trait keen smell" == lines[-1]


def test_an_illegal_attack_says_why_and_still_what_would_apply() -> None:
    illegal = {
        **ROLL,
        "legal": False,
        "illegal": {"clause": "range.out", "text": "out of range"},
        **dict.fromkeys(["p_success", "p_critical", "p_minor", "p_major", "p_fumble", "p_drop", "expected_damage"]),
    }
    lines = explained_roll(illegal, Words("fr", "m")).lines()

    assert ": pas permis\u00a0: hors de portée" == lines[1]
    assert "Distance: 60 m (portée longue)" == lines[2]
    assert not any("Chances" in line for line in lines)


def test_suppressed_reasons_name_what_suppresses_them() -> None:
    elusive = {
        **ROLL,
        "advantage": [],
        "disadvantage": [],
        "suppressed": [reason("unseen.attacker", by="elusive")],
    }

    assert (
        "Without effect: Skrit cannot see Ada [unseen.attacker], because of Elusive"
        in explained_roll(elusive, Words()).lines()
    )


def test_a_trait_of_the_file_keeps_the_text_that_came_with_it() -> None:
    own = {**ROLL, "advantage": [reason("shadow-dance", text="Shadow Dance")], "disadvantage": []}

    assert "Advantage: Shadow Dance [shadow-dance]" in explained_roll(own, Words()).lines()


def test_the_re_roll_system_counts_dice() -> None:
    counted = {**ROLL, "mode": "advantage", "net": 2, "neutral": 1, "p_minor": 0.1, "p_major": 0.14, "p_fumble": 0.01}
    lines = explained_roll(counted, Words("es", "m", "reroll")).lines()

    assert "Re-roll positivos: Skrit no ve a Ada [unseen.attacker]" in lines
    assert "Tirada: 3 dados, cuenta el mejor, se puede repetir 1 veces" in lines
    assert "Contra: Dificultad 17: + 2 (cobertura media)" in lines
    assert "Probabilidades: 14,0% efecto crítico mayor" in lines
    assert "Probabilidades: 1,0% Pifia" in lines


def test_a_contest_shows_both_sides() -> None:
    contest = {
        **ROLL,
        "action": "grapple",
        "attack": None,
        "target_number": None,
        "target_parts": [],
        "opposed": {
            "name": "Skrit",
            "skill": "acrobatics",
            "bonus": 4,
            "advantage": [],
            "disadvantage": [reason("poisoned.checks")],
            "mode": "disadvantage",
            "net": -1,
        },
    }
    lines = explained_roll(contest, Words()).lines()

    assert "Against: Skrit: Acrobatics + 4" in lines
    assert "Disadvantage: Skrit is poisoned [poisoned.checks]" in lines
    assert "Roll: two dice, the lower one counts" in lines


MOVE: dict[str, Any] = {
    "mover": "Ada",
    "to": "C7",
    "path": ["C5", "C6", "C7"],
    "cost_ft": 15,
    "speed_ft": 30,
    "legal": True,
    "illegal": None,
    "provokes": [
        {
            "by": "Ogre",
            "attack": "greatclub",
            "at": "C5",
            "taken": False,
            "advantage": [],
            "disadvantage": [reason("dodge")],
            "mode": "disadvantage",
            "net": -1,
            "p_success": 0.3,
            "expected_damage": 3.9,
        }
    ],
    "does_not_provoke": [{"by": "Skrit", "clause": "unseen.mover"}],
}


def test_a_move_shows_its_way_its_cost_and_whom_it_provokes() -> None:
    assert [
        "Ada > C7",
        "Way: C5 C6 C7",
        "Cost: 15 ft of 30 ft",
        "Provokes: Ogre with greatclub, in C5 (would not take it)",
        "Disadvantage: Ada dodges [dodge]",
        "Roll: two dice, the lower one counts",
        "Odds: 30.0% hits",
        "Odds: 3.9 damage on average",
        "Does not provoke: Skrit (cannot see who moves)",
    ] == explained_move(MOVE, Words()).lines()


def test_a_move_that_provokes_nobody_says_so() -> None:
    quiet = {**MOVE, "provokes": [], "does_not_provoke": []}

    assert "Provokes: nothing" == explained_move(quiet, Words()).lines()[-1]
