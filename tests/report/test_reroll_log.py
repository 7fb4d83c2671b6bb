"""The log of the re-roll system in its own words: Re-roll, efecto crítico, Pifia."""

from typing import Any

import pytest

from encounter.report.narration import Narrator
from encounter.report.words import Words
from scenes import scene

JUANCHO: dict[str, Any] = {
    "skills": {"athletics": {"total": 5, "kind": "principal"}},
    "attacks": {
        "hacha": {
            "total": 5,
            "damage": "1d8+3 slashing",
            "severity": {4: {"drop": "weapon"}, 3: "prone"},
            "rerolls": [{"n": 2, "sign": "positive"}, {"n": 1, "sign": "neutral"}],
        },
        "maza": {"total": 5, "damage": "1d8 bludgeoning", "severity": {4: {"drop": "weapon"}}},
    },
}


def story(lang: str, attack: str, dice: list[int], juancho: str = "ac 14") -> str:
    """One attack of Juancho, told."""
    table = scene(f"Juancho A1, {juancho} | Orco B1, ac 13", "reroll", creatures={"Juancho": JUANCHO}).table()
    done = table.attack("Juancho", "Orco", attack, dice=dice)
    events = [event.as_json() for event in done.events]
    return " ".join(part.text for part in Narrator(Words(lang, "ft", "reroll")).tell(events))


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "es",
            "Juancho ataca a Orco (hacha): Re-roll positivo (2: Re-roll propio ×2); 4, 11 y 7, conserva 11, "
            "11 + 5 = 16 contra Dificultad 13: acierto, 9 de daño cortante (PG restantes: 11).",
        ),
        (
            "en",
            "Juancho attacks Orco with the hacha: positive re-roll (2: native re-roll ×2); 4, 11 and 7, keeps 11, "
            "11 + 5 = 16 against Difficulty 13: hit, 9 slashing (11 HP left).",
        ),
    ],
)
def test_a_native_re_roll_of_2_is_told_with_its_number(lang: str, said: str) -> None:
    assert said == story(lang, "hacha", [4, 11, 7, 6])


def test_positive_and_negative_re_rolls_are_told_with_what_is_left() -> None:
    told = story("es", "hacha", [4, 11, 6], "poisoned")

    assert "Re-roll negativo (1: Juancho: Envenenado), Re-roll positivo (2: Re-roll propio ×2)" in told


def test_a_neutral_re_roll_is_told() -> None:
    assert "conserva 12, Re-roll neutro (1)" in story("es", "hacha", [2, 3, 4, 12, 9, 10, 6])


@pytest.mark.parametrize(
    ("dice", "said"),
    [([19, 4, 5], "acierto con efecto crítico menor"), ([20, 4, 5], "acierto con efecto crítico mayor")],
)
def test_critical_effects_are_told_by_their_names(dice: list[int], said: str) -> None:
    assert said in story("es", "maza", dice)


def test_a_fumble_is_told_with_its_severity_and_what_it_does() -> None:
    assert (
        "Juancho ataca a Orco (maza): 1 + 5 = 6 contra Dificultad 13: Pifia de gravedad 4. "
        "Juancho suelta el arma: maza."
    ) == story("es", "maza", [1, 4])


def test_a_fumble_of_whoever_answers_in_a_contest_is_told_too() -> None:
    table = scene("Juancho A1 | Orco B1", "reroll", creatures={"Juancho": JUANCHO}).table()
    done = table.grapple("Juancho", "Orco", dice=[11, 1, 3])
    events = [event.as_json() for event in done.events]
    told = " ".join(part.text for part in Narrator(Words("es", "ft", "reroll")).tell(events))

    assert "(Pifia de gravedad 3): éxito" in told
