"""The story: what the sentences say and that they name the reasons."""

from pathlib import Path
from typing import Any

import pytest

from encounter.engine.journal import TYPES
from encounter.report.narration import Narrator
from encounter.report.words import Words
from made_up_fight import LONGBOW, attack, damage, happening, reason, roll, whole_fight

SIDES = {"Ada": "heroes", "Skrit": "goblins"}
GOLDEN = Path(__file__).parent / "golden"


def told(*events: dict[str, Any], words: Words | None = None) -> str:
    """The sentences of one turn."""
    return " ".join(paragraph.text for paragraph in Narrator(words or Words()).tell(events))


def test_the_made_up_fight_has_every_type_of_event() -> None:
    assert set(TYPES) == {event["type"] for event in whole_fight()}


@pytest.mark.parametrize(("lang", "units"), [("en", "ft"), ("it", "m"), ("fr", "m"), ("es", "squares")])
def test_a_whole_fight_reads_as_it_should(lang: str, units: str) -> None:
    paragraphs = Narrator(Words(lang, units)).tell(whole_fight())
    text = "".join(f"{one.round}.{one.turn} {one.actor}: {one.text}\n" for one in paragraphs)

    assert (GOLDEN / f"{lang}.txt").read_text(encoding="utf-8") == text


def test_an_attack_names_the_reasons_of_both_sides_and_that_they_cancel() -> None:
    assert (
        "Ada shoots Skrit with the longbow from 200 ft: disadvantage (long range), advantage (Skrit cannot see Ada): "
        "they cancel; 14 + 5 = 19 against AC 15: hit, 9 piercing, Skrit falls."
    ) == told(LONGBOW, damage("Skrit", 9, 0), happening("dead", None, "Skrit", because="damage"))


def test_of_two_dice_both_are_shown_and_the_one_that_is_kept() -> None:
    prone = roll("attack", [3, 18], 5, 13, advantage=[reason("prone.near", "PRONE-T")])

    assert (
        "Ada attacks Skrit with the longsword: advantage (Skrit is prone within 5 ft); 3 and 18, keeps 18, "
        "18 + 5 = 23 against AC 13: hit."
    ) == told(attack("Ada", "Skrit", "longsword", prone))


def test_cover_is_shown_inside_the_armor_class() -> None:
    shot = roll("attack", [9], 4, 17, modifiers=[{"clause": "cover.half", "value": 2}])

    assert "Skrit shoots Ada with the shortbow from 40 ft: 9 + 4 = 13 against AC 15 + 2 (half cover): miss." == told(
        attack("Skrit", "Ada", "shortbow", shot, cover="half", band="normal", distance_ft=40)
    )


def test_a_suppressed_reason_stays_visible() -> None:
    elusive = roll(
        "attack",
        [9, 2],
        4,
        15,
        suppressed=[reason("unseen.attacker", "UNSEEN-A")],
        disadvantage=[reason("poisoned.attacks", "POISONED")],
    )

    assert (
        "Skrit attacks Ada with the scimitar: disadvantage (Skrit is poisoned), without effect (Ada cannot see Skrit); "
        "9 and 2, keeps 2, 2 + 4 = 6 against AC 15: miss."
    ) == told(attack("Skrit", "Ada", "scimitar", elusive))


def test_the_game_masters_ruling_is_given_in_the_game_masters_words() -> None:
    ruling = {"clause": "gm.modifier", "value": -2, "because": "gravel"}
    hill = {**reason("gm.advantage", "GM:1"), "because": "high ground"}
    sun = {**reason("gm.advantage", "GM:2"), "because": "sun behind"}
    high = roll("attack", [9, 12], 4, 15, advantage=[hill, sun])
    loud = roll("check", [9], 1, 10, modifiers=[ruling])

    [paragraph] = Narrator(Words()).tell(
        [
            attack("Ada", "Skrit", "scimitar", high),
            happening("check", "Ada", **loud, skill="stealth", purpose="hide"),
        ]
    )

    assert "advantage (ruling: high ground, ruling: sun behind); 9 and 12" in paragraph.text
    assert "9 + 3 - 2 (ruling: gravel) = 10 against DC 10" in paragraph.text


def test_a_turn_of_whoever_does_nothing_is_told() -> None:
    assert "Skrit does nothing." == told(happening("turn", "Skrit", hp=7, square="A1", surprised=False))


def test_what_happens_outside_a_turn_is_a_paragraph_of_nobody() -> None:
    paragraphs = Narrator(Words()).tell([happening("arrive", "Wolf", None, (3, 9), square="T1")])

    assert [(3, 9, None, "Wolf arrives at T1.")] == [(one.round, one.turn, one.actor, one.text) for one in paragraphs]


def test_who_falls_and_dies_of_one_blow_falls_once() -> None:
    hit = attack("Ada", "Skrit", "longsword", roll("attack", [18], 5, 13))

    assert "Ada attacks Skrit with the longsword: 18 + 5 = 23 against AC 13: hit, 9 piercing, Skrit falls." == told(
        hit,
        damage("Skrit", 9, 0),
        happening("down", None, "Skrit"),
        happening("dead", None, "Skrit", because="damage"),
    )


def test_who_was_down_already_dies() -> None:
    fallen = happening("down", None, "Bram")
    hit = attack("Skrit", "Bram", "scimitar", roll("attack", [18], 5, 13))

    assert told(fallen, hit, happening("dead", None, "Bram", because="damage")).endswith(": hit, Bram dies.")


def test_a_contest_that_the_actor_wins_on_a_tie_is_a_success() -> None:
    opposed = {"name": "Skrit", "skill": "acrobatics", **roll("contest", [12], 3)}
    tried = roll("contest", [10], 5, degree="failure")

    assert "Ada tries to knock Skrit prone: Athletics 10 + 5 = 15 against Acrobatics 12 + 3 = 15: success." == told(
        happening(
            "contest", "Ada", "Skrit", **tried, skill="athletics", purpose="shove prone", opposed=opposed, won=True
        )
    )


REROLL = Words("es", "m", "reroll")


def test_the_re_roll_system_speaks_its_own_words_and_counts_groups() -> None:
    counted = roll(
        "attack",
        [7, 15, 19],
        5,
        16,
        advantage=[
            reason("unseen.attacker", "UNSEEN-A"),
            reason("invisible.attacker", "UNSEEN-A"),
            reason("gm.advantage", "GM:1", count=2),
        ],
        disadvantage=[reason("range.long", "RANGE")],
        net=2,
        degree="minor",
    )

    assert (
        "Juancho dispara a Trasgo (arco) desde 60 m: Re-roll negativo (1: alcance largo), "
        "Re-roll positivo (3: Trasgo no ve a Juancho, Juancho: Invisible, decisión del Director ×2): "
        "queda un Re-roll positivo de 2; 7, 15 y 19, conserva 19, 19 + 5 = 24 contra Dificultad 16: "
        "acierto con efecto crítico menor."
    ) == told(attack("Juancho", "Trasgo", "arco", counted, distance_ft=200, band="long"), words=REROLL)


def test_a_fumble_is_told_with_its_severity() -> None:
    fumbled = roll("check", [1], 15, 10, degree="fumble", severity=3)

    assert "Juancho hace una prueba de Atletismo: 1 + 15 = 16 contra Dificultad 10: Pifia de gravedad 3." == told(
        happening("check", "Juancho", **fumbled, skill="athletics", purpose=None), words=REROLL
    )


def test_a_neutral_re_roll_shows_what_it_replaced() -> None:
    repeated = roll("check", [7, 15], 5, 16, neutral=1, kept=15)

    assert (
        "Juancho hace una prueba de Sigilo: 7 y 15, conserva 15, Re-roll neutro (1), 15 + 5 = 20 "
        "contra Dificultad 16: éxito."
    ) == told(happening("check", "Juancho", **repeated, skill="stealth", purpose=None), words=REROLL)


def test_a_major_critical_effect_is_told() -> None:
    crit = roll("attack", [20], 5, 16, degree="major")

    assert told(attack("Juancho", "Trasgo", "hacha", crit, critical=True), words=REROLL).endswith(
        "20 + 5 = 25 contra Dificultad 16: acierto con efecto crítico mayor."
    )


def test_names_stay_as_they_are_written() -> None:
    odd = "Zoë 🐉 [bold]x[/]"

    assert f"{odd} stands up at a cost of 15 ft." == told(happening("stand", odd, cost_ft=15))


def test_a_guessed_square_is_aimed_at_without_a_number_to_reach() -> None:
    guess = roll("attack", [20], 5, None, automatic="failure", degree="failure", disadvantage=[])
    event = happening("attack", "Ada", None, **guess, attack="longbow", square="C7")

    assert "Ada attacks C7 with the longbow: 20 + 5 = 25: automatic miss." == told(event)


def test_standing_up_says_that_the_prone_condition_ends() -> None:
    assert "Ada stands up at a cost of 15 ft." == told(
        happening("stand", "Ada", cost_ft=15),
        happening("condition-off", None, "Ada", condition="prone", because="stood up"),
    )
