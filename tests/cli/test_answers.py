"""What run, batch and explain do with the answers of the engine, which is a made-up one here."""

import json
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from encounter.cli import main
from encounter.engine import form
from encounter.engine.dice import Dice
from encounter.engine.journal import Event, Journal
from encounter.scenario.shipped import shipped
from made_up_fight import happening, whole_fight

AMBUSH = str(shipped()["goblin-ambush"])
RUN_KEYS = ["scenario", "ruleset", "seed", "fight", "engine", "outcome", "rounds", "combatants", "events"]
COMBATANT_KEYS = ["name", "side", "hp", "max_hp", "temp_hp", "square", "conditions", "dead", "stable", "death_saves"]

Captured = pytest.CaptureFixture[str]


def tally(**changes: Any) -> SimpleNamespace:
    unhurt = {
        "hp": 20,
        "max_hp": 20,
        "temp_hp": 0,
        "square": 22,
        "status": 0,
        "damage_dealt": 4,
        "damage_taken": 0,
        "attacks": 2,
        "hits": 1,
        "criticals": 0,
        "conditions": [],
        "effects": [],
        "stable": False,
        "death_saves": (0, 0),
        "exhaustion": 0,
        "reaction": True,
        "concentrating": None,
    }
    return SimpleNamespace(**{**unhurt, **changes})


class MadeUpEncounter:
    """Fights that take two d20s; the first side wins when the first is higher than 1."""

    names = ("Marn", "Goblin 1")
    sides = ("heroes", "goblins")
    side_of = (0, 1)
    ruleset = "srd-5.2"
    width = 20
    setup = SimpleNamespace(is_flat=True)
    not_simulated = ("Goblin 1: trait keen smell",)

    def fight(self, seed: int, index: int, journal: Journal | None = None, dice: Dice | None = None) -> SimpleNamespace:
        rolled = [dice.roll(20), dice.roll(20)] if dice is not None else [17, 4]
        for one in whole_fight() if journal is not None else ():
            data = {key: value for key, value in one.items() if key not in ("type", "round", "turn", "actor", "target")}
            assert journal is not None
            journal.write(Event(one["type"], one["round"], one["turn"], one["actor"], one["target"], data))
        goblin = tally(hp=0, square=-1, status=2, conditions=["prone"], death_saves=(1, 2))
        return SimpleNamespace(winner=0 if rolled[0] > 1 else -1, rounds=2, turns=8, tallies=[tally(), goblin])


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    import encounter.trials
    from encounter.trials.executors import batch

    def compiled(args: object, scenario: object) -> MadeUpEncounter:
        return MadeUpEncounter()

    def made_up_batch(scenario: object, **options: Any) -> Any:
        return batch(MadeUpEncounter(), **{**options, "workers": 1})  # type: ignore[arg-type]

    monkeypatch.setattr("encounter.cli.run.compiled", compiled)
    monkeypatch.setattr("encounter.cli.batch.compiled", compiled)
    monkeypatch.setattr(encounter.trials, "batch", made_up_batch)


def answer(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


# ------------------------------------------------------------------------------------------------------------------ run


@pytest.mark.usefixtures("made_up")
def test_run_gives_the_fight_as_json(capsys: Captured) -> None:
    code, out, err = answer(capsys, "run", AMBUSH, "--json", "--seed", "7", "--fight", "3")
    value = json.loads(out)

    assert (0, "") == (code, err)
    assert RUN_KEYS == [key for key in value if key in RUN_KEYS]
    assert (AMBUSH, "srd-5.2", 7, 3, form()) == tuple(value[key] for key in RUN_KEYS[:5])
    assert ("heroes", 2) == (value["outcome"], value["rounds"])
    assert len(whole_fight()) == len(value["events"])
    assert ["type", "round", "turn", "actor", "target"] == list(value["events"][0])[:5]


@pytest.mark.usefixtures("made_up")
def test_run_gives_every_combatant_in_file_order(capsys: Captured) -> None:
    marn, goblin = json.loads(answer(capsys, "run", AMBUSH, "--json")[1])["combatants"]

    assert COMBATANT_KEYS == list(marn)[: len(COMBATANT_KEYS)]
    assert ("Marn", "heroes", "C2", False) == (marn["name"], marn["side"], marn["square"], marn["dead"])
    assert ("Goblin 1", "goblins", None, True) == (goblin["name"], goblin["side"], goblin["square"], goblin["dead"])
    assert {"successes": 1, "failures": 2} == goblin["death_saves"]
    assert (None, None, 0) == (goblin["concentrating"], goblin["altitude"], goblin["exhaustion"])


@pytest.mark.usefixtures("made_up")
def test_run_tells_the_fight_with_a_board_for_each_round(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "run", AMBUSH)

    assert 0 == code
    assert "srd-5.2. Fight 0 of seed 0." in out
    assert "Not simulated: Goblin 1: trait keen smell" in out
    assert "   A B C D E F G H I J K L M N O P Q R S T" in out
    assert out.index("Start\n") < out.index("Initiative. ") < out.index("Round 1\n") < out.index("Ada shoots Skrit ")
    assert "Victory for heroes after 2 rounds." in out
    assert "\x1b" not in out


@pytest.mark.usefixtures("made_up")
def test_run_without_the_board_tells_it_only(capsys: Captured) -> None:
    out = answer(capsys, "run", AMBUSH, "--no-board", "--lang", "it", "--units", "m")[1]

    assert "A B C D" not in out
    assert "Ada tira a Skrit (longbow) da 60 m: svantaggio (gittata lunga)" in out


@pytest.mark.usefixtures("made_up")
def test_run_plays_with_the_dice_given(capsys: Captured) -> None:
    assert "heroes" == json.loads(answer(capsys, "run", AMBUSH, "--json", "--dice", "17,4")[1])["outcome"]
    assert "draw" == json.loads(answer(capsys, "run", AMBUSH, "--json", "--dice", "1,4")[1])["outcome"]


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("17", "--dice: the script has 1 dice and the fight asked for one more (a d20)"),
        ("17,4,3", "--dice: 1 of 3 scripted dice were not rolled"),
        ("21,4", "--dice: die 1 of the script is 21, but the fight rolls a d20 there"),
    ],
)
def test_dice_missing_left_over_or_impossible_are_refused(capsys: Captured, dice: str, message: str) -> None:
    code, out, _ = answer(capsys, "run", AMBUSH, "--json", "--dice", dice)

    assert (2, message) == (code, json.loads(out)["errors"][0]["message"])


# ---------------------------------------------------------------------------------------------------------------- batch


@pytest.mark.usefixtures("made_up")
def test_batch_gives_the_estimate_as_json(capsys: Captured) -> None:
    code, out, err = answer(capsys, "batch", AMBUSH, "--json", "-n", "50", "--seed", "2")
    value = json.loads(out)

    assert (0, "") == (code, err)
    assert (AMBUSH, 2, 50, form()) == (value["scenario"], value["seed"], value["fights"], value["engine"])
    assert {"count": 50, "rate": 1.0} == {key: value["outcomes"]["heroes"][key] for key in ("count", "rate")}
    assert ["heroes", "goblins", "draw", "undecided"] == list(value["outcomes"])
    assert "interrupted" not in value


@pytest.mark.usefixtures("made_up")
def test_batch_prints_a_table(capsys: Captured) -> None:
    code, out, _ = answer(capsys, "batch", AMBUSH, "-n", "50")

    assert 0 == code
    assert "50 fights of " in out
    assert ["heroes", "50", "100.0%"] == next(line for line in out.splitlines() if "100.0%" in line).split()[:3]
    assert f"encounter run {AMBUSH} --fight 0" in out


def test_an_interrupted_batch_exits_130_with_what_it_has(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, made_up: None
) -> None:
    import attrs

    import encounter.trials

    finished = encounter.trials.batch

    def interrupted(scenario: Any, **options: Any) -> Any:
        return attrs.evolve(finished(scenario, **options), interrupted=True)

    monkeypatch.setattr(encounter.trials, "batch", interrupted)

    code, out, _ = answer(capsys, "batch", AMBUSH, "--json", "-n", "50")
    value = json.loads(out)
    assert (130, True, 50) == (code, value["interrupted"], value["fights"])
    code, out, _ = answer(capsys, "batch", AMBUSH, "-n", "50")
    assert 130 == code
    assert "Interrupted after 50 fights." in out


# -------------------------------------------------------------------------------------------------------------- explain


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What `explain` asks of the engine; the answers are empty but for what was asked."""
    questions: list[dict[str, Any]] = []

    def explain_roll(encounter: Any, words: Any, **arguments: Any) -> dict[str, Any]:
        questions.append(arguments)
        if arguments["attacker"] == "Nobody":
            raise ValueError("there is no combatant named Nobody")
        return {"attacker": arguments["attacker"], "target": arguments.get("target"), "action": "attack", "legal": True}

    def explain_move(encounter: Any, words: Any, **arguments: Any) -> dict[str, Any]:
        questions.append(arguments)
        return {"mover": arguments["mover"], "to": arguments["to"], "path": [], "legal": True}

    def explain_use(encounter: Any, words: Any, **arguments: Any) -> dict[str, Any]:
        raise AssertionError("nobody asked about an action")

    module = ModuleType("encounter.explaining")
    module.explain_use = explain_use  # type: ignore[attr-defined]
    module.explain_roll = explain_roll  # type: ignore[attr-defined]
    module.explain_move = explain_move  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "encounter.explaining", module)
    return questions


def test_explain_asks_about_a_roll(capsys: Captured, asked: list[dict[str, Any]]) -> None:
    code, out, _ = answer(
        capsys, "explain", AMBUSH, "Marn", "Goblin 1", "--attack", "javelin (thrown)", "--as", "opportunity", "--json"
    )

    assert (0, "Marn") == (code, json.loads(out)["attacker"])
    assert [
        {
            "attacker": "Marn",
            "target": "Goblin 1",
            "attack": "javelin (thrown)",
            "made_as": "opportunity",
        }
    ] == asked


def test_explain_asks_about_a_move(capsys: Captured, asked: list[dict[str, Any]]) -> None:
    code, out, _ = answer(
        capsys,
        "explain",
        AMBUSH,
        "Marn",
        "--to",
        "C7",
        "--via",
        "C5,C6",
        "--with-action",
        "dash",
        "--release",
        "Goblin 1",
        "--crawl",
    )

    assert 0 == code
    assert "Marn > C7" in out
    assert [
        {
            "mover": "Marn",
            "to": "C7",
            "via": ("C5", "C6"),
            "with_action": "dash",
            "crawl": True,
            "release": ("Goblin 1",),
            "forced": False,
            "teleport": False,
        }
    ] == asked


def test_explain_of_a_name_that_is_not_there_is_bad_input(capsys: Captured, asked: list[dict[str, Any]]) -> None:
    code, out, _ = answer(capsys, "explain", AMBUSH, "Nobody", "--json")

    assert (2, "there is no combatant named Nobody") == (code, json.loads(out)["errors"][0]["message"])


def test_an_event_of_a_later_version_is_told_by_its_type() -> None:
    from encounter.report.narration import Narrator
    from encounter.report.words import Words

    [paragraph] = Narrator(Words()).tell([happening("levitate", "Ada")])

    assert "Ada does this: levitate." == paragraph.text


@pytest.mark.parametrize(
    "line",
    [
        ["explain", AMBUSH, "Marn", "--action", "check", "--skill", "stealth", "--dc", "9" * 20],
        ["explain", AMBUSH, "Marn", "--action", "check", "--skill", "stealth", "--dc", "9" * 5000],
        ["run", AMBUSH, "--fight", "9" * 20],
        ["batch", AMBUSH, "-n", "9" * 20],
        ["batch", AMBUSH, "--workers", "9" * 20],
    ],
)
def test_a_number_that_does_not_fit_is_an_error_of_usage(line: list[str], capsys: Captured) -> None:
    assert 2 == main(line)
    assert "argument -" in capsys.readouterr().err
