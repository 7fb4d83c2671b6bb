"""What the command line changes: `--set`, `--place`, `--with`."""

from collections.abc import Callable

import pytest

from encounter.scenario import Scenario, ScenarioErrors
from encounter.scenario.model import ConditionState

Duel = Callable[..., Scenario]


def test_a_side_with_one_entry_can_be_named_by_the_side(duel: Duel) -> None:
    made = duel(sets=["goblins.count=2"])

    assert ["Ada", "Goblin 1", "Goblin 2"] == [entry.name for entry in made.entries]


def test_a_count_that_is_set_needs_no_new_map(duel: Duel) -> None:
    """Who has no letter on the map stands on the nearest free floor; a letter too many is floor."""
    more, fewer = duel(sets=["goblins.count=4"]), duel((".....", "g..g."), sets=["goblins.count=2"])

    assert [(3, 1), (2, 0), (3, 0), (4, 0)] == [entry.at for entry in more.entries[1:]]
    assert [(0, 0), (3, 0)] == [entry.at for entry in fewer.entries[1:]]
    assert "....." == fewer.map.glyphs[1]


def test_the_entry_of_a_side_that_has_the_key_is_meant(duel: Duel) -> None:
    changes = [(".....", "ggg.."), ("letter: g}", "letter: g}\n    - {creature: goblin, letter: g, count: 2}")]

    assert 5 == len(duel(*changes, sets=["goblins.count=3"]).entries)


def test_a_key_of_creatures_may_be_set_through_the_creature_the_combatant_or_the_side(duel: Duel) -> None:
    for path in ("creatures.goblin.ac", "goblin.ac", "Goblin.ac", "goblins.ac"):
        assert 17 == duel(sets=[f"{path}=17"]).entries[1].creature.ac, path


def test_a_key_of_combatants_is_set_in_the_entry(duel: Duel) -> None:
    made = duel(sets=["Ada.tactic=guard", "Ada.state.hp=3 of 9", "Ada.state.conditions=[prone]"]).entries[0]

    assert ("guard", 3, 9, (ConditionState("prone"),)) == (
        made.tactic,
        made.state.hp,
        made.state.max_hp,
        made.state.conditions,
    )


def test_a_section_that_is_not_there_is_made(duel: Duel) -> None:
    made = duel(sets=["options.round_limit=20", "light=dark", "goblin.attacks.scimitar.to_hit=9"])

    assert (20, "dark", 9) == (made.options.round_limit, made.light, made.entries[1].creature.attacks[0].to_hit)


GNOLLS = ("{creature: goblin, letter: g}", "{creature: gnoll, letter: g}")


@pytest.mark.parametrize("path", ["gnoll.ac=13", "creatures.gnoll.ac=13", "goblins.ac=13"])
def test_a_creature_of_the_bestiary_is_changed_by_its_name_or_its_side(duel: Duel, path: str) -> None:
    whole = duel(GNOLLS).entries[1].creature
    changed = duel(GNOLLS, sets=[path]).entries[1].creature

    assert (15, 13) == (whole.ac, changed.ac)
    assert (whole.attacks, whole.hp) == (changed.attacks, changed.hp)


def test_one_figure_of_an_attack_of_the_bestiary_is_changed_and_the_others_stay(duel: Duel) -> None:
    whole = duel(GNOLLS, sets=["rules=srd-5.1"]).entries[1].creature
    changed = duel(GNOLLS, sets=["rules=srd-5.1", "gnoll.attacks.spear.to_hit=9"]).entries[1].creature

    assert [("bite", 4), ("spear", 9), ("longbow", 3)] == [(one.name, one.to_hit) for one in changed.attacks]
    assert [one.damage for one in whole.attacks] == [one.damage for one in changed.attacks]


def test_entries_of_a_list_count_from_1(duel: Duel) -> None:
    rulings = ("creatures:", "rulings: [{give: advantage}, {give: -2}]\ncreatures:")

    assert [1, -5] == [ruling.amount for ruling in duel(rulings, sets=["rulings.2.give=-5"]).rulings]


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("goblns.count=8", "--set:1:1: `goblns` is no key, side, combatant or creature; did you mean `goblins`?"),
        (
            "options.round_limt=8",
            "--set:1:1: `round_limt` is no key of the options (in options); did you mean `round",
        ),
        ("goblins.count=many", "--set:1:15: expected a whole number from 1 to 62, read `many` (in Goblin.count)"),
        ("creatures.gobln.ac=3", "--set:1:1: there is no `gobln` here; did you mean `goblin`?"),
        ("rulings", "--set:1:1: `rulings` is no setting; write PATH=VALUE, such as goblins.count=8"),
        ("title.x=1", "--set:1:1: nothing is inside of what stands before `x`"),
        ("goblin.ac=[", "--set:1:12: a value or a closing bracket is missing here"),
    ],
)
def test_a_setting_that_cannot_be_is_an_error_of_its_own(setting: str, expected: str, duel: Duel) -> None:
    with pytest.raises(ScenarioErrors) as raised:
        duel(sets=[setting])

    assert expected == str(raised.value.problems[0]).split("\n")[0][: len(expected)]


def test_place_moves_a_combatant_by_its_name_in_any_case(duel: Duel) -> None:
    assert (4, 2) == duel(places=["ada=E3"]).entries[0].at


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("Ada=C3", "in-wall"),
        ("Ada=D2", "occupied"),
        ("Ada=Z9", "off-map"),
        ("Eda=A1", "unknown-name"),
        ("Ada", "bad-value"),
        ("Ada=x", "bad-square"),
    ],
)
def test_a_place_that_cannot_be_is_an_error(place: str, code: str, duel: Duel) -> None:
    with pytest.raises(ScenarioErrors) as raised:
        duel(places=[place])

    assert code == raised.value.problems[0].code


def test_with_replaces_keys_of_the_state_and_a_tilde_removes_one(duel: Duel) -> None:
    state = ("letter: A}", "letter: A, state: {hp: 5, temp_hp: 3, conditions: [prone, blinded]}}")
    changed = duel(state, states=["ada: {hp: 9, temp_hp: ~, dodging: true}"]).entries[0].state
    stood_up = duel(state, states=["Ada: {prone: ~, poisoned: true}"]).entries[0].state

    assert (9, 0, True) == (changed.hp, changed.temp_hp, changed.dodging)
    assert (ConditionState("blinded"), ConditionState("poisoned")) == stood_up.conditions


def test_with_holds_for_one_member_of_an_entry(duel: Duel) -> None:
    made = duel((".....", "g...."), ("letter: g}", "letter: g, count: 2}"), states=["Goblin 2: {hp: 1}"])

    assert [None, 1] == [entry.state.hp for entry in made.entries[1:]]


@pytest.mark.parametrize(
    "written", ["Ada", "Ada: 3", "Ada: {hp: x}", "Ada: {speed: 3}", "Ada: {hp: [", "Nobody: {hp: 3}", ""]
)
def test_a_state_that_cannot_be_is_an_error(written: str, duel: Duel) -> None:
    with pytest.raises(ScenarioErrors) as raised:
        duel(states=[written])

    assert {"--with"} == {problem.file for problem in raised.value.problems}
