"""Search, ready, help, potions, tasks, contests and objects, asked for by a tactic of one's own, and told."""

import pytest

from encounter.engine.tactic import (
    attack,
    attempt,
    contest,
    drink,
    help_check,
    ready,
    ready_move,
    search,
    strike_object,
)
from encounter.report.narration import Narrator
from encounter.report.words import Words
from test_custom_tactics import Script, play

THINGS = {
    "objects": [{"name": "chest", "at": "B1", "ac": 10, "hp": 3}],
    "tasks": [{"name": "the portcullis", "skill": "athletics", "dc": 10}],
    "contests": [{"name": "feint", "skill": "deception", "against": "insight", "win": "prone"}],
}


def told(events):
    return " ".join(paragraph.text for paragraph in Narrator(Words()).tell([event.as_json() for event in events]))


@pytest.mark.parametrize(
    ("text", "choice", "dice", "sentence"),
    [
        ("Ada A1, longsword | Gob H1", strike_object("longsword", "chest"), [15, 4], "hit, 7 slashing. chest breaks"),
        ("Ada A1 | Gob H1", attempt("the portcullis"), [15], "Ada makes a Athletics check: the portcullis"),
        ("Ada A1, deception +5 | Gob A2", contest("feint", "Gob"), [15, 3], "Gob"),
        ("Ada A1, hp 3 of 20 | Gob H1", drink("healing"), [2, 2], "Ada drinks a potion as a bonus action"),
        ("Ada A1 | Gob H1, hidden 12", search("Gob"), [15], "Ada makes a Perception check to search"),
        ("Ada A1, athletics +3; Bo A2 | Gob H1", help_check("Bo", "athletics"), [], "Ada helps Bo"),
        ("Ada A1, shortbow | Gob H1", ready("shortbow", "I am hurt"), [], "Ada readies an action"),
        ("Ada A1 | Gob H1", ready_move("B2", "enemy moves"), [], "Ada readies an action"),
    ],
)
def test_what_a_tactic_may_do_is_done_and_told(text, choice, dice, sentence):
    more = {} if "hp 3" not in text else {"creatures": {"Ada": {"potions": {"healing": 1}}}}
    script = Script(choice)

    events = play(text, dice, tactics={"Ada": script}, **THINGS, **more)

    assert [""] == script.refusals[1:], "nothing was refused"
    assert sentence in told(events)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (drink("heeling"), "there is no potion 'heeling'; did you mean 'healing'?"),
        (attempt("portcullis"), "there is no task 'portcullis'; did you mean 'the portcullis'?"),
        (strike_object("unarmed strike", "desk"), "there is no object 'desk'; there are: chest"),
        (ready("unarmed strike", "enemy sneezes"), "nothing can be readied for 'enemy sneezes'"),
    ],
)
def test_a_name_that_is_not_there_is_an_error(choice, said):
    with pytest.raises(ValueError, match=r"there is no|nothing can be") as error:
        play("Ada A1 | Gob H1", tactics={"Ada": Script(choice)}, **THINGS)

    assert str(error.value).startswith(said)


def test_a_lost_spell_is_told_once_and_what_it_ends():
    """The save, the spell, the condition that it brought; not what has no word of its own."""
    foes = "Gob B1, ac 10, hp 30, concentrating hold person on Bo; Orc B2, concentrating bane on Ada; Bo C1"
    text = f"Ada A1, longsword | {foes}"

    sentences = told(play(text, [1, 15, 4, 3], tactics={"Ada": Script(attack("longsword", "Gob"))}))

    assert "Gob makes a Constitution saving throw to keep concentrating: 3 against DC 10: failure" in sentences
    assert "Gob no longer concentrates on hold person, Bo is no longer paralyzed (concentration lost)" in sentences
    sentences = told(play(text, [1, 15, 4, 3, 2], tactics={"Ada": Script(attack("longsword", "Orc"))}))
    assert "Orc no longer concentrates on bane." in sentences
