"""Tactics of one's own at the table: what they see, what they may ask for, what becomes of it."""

import pytest

from encounter.engine.dice import ScriptedDice
from encounter.engine.encounter import Encounter
from encounter.engine.journal import Journal
from encounter.engine.tactic import (
    Tactic,
    aim,
    attack,
    dash,
    disengage,
    dodge,
    drop_prone,
    end,
    escape,
    extra_attack,
    grapple,
    help_ally,
    hide,
    move,
    release,
    shove_prone,
    shove_push,
    stabilise,
    stand,
    walk,
)
from encounter.scenario import compile, load
from encounter.trials import batch
from scenes import scene


class Script(Tactic):
    """Answers as it is told to, then ends its turns; keeps what it was shown."""

    def __init__(self, *answers, reaction=""):
        self.answers = list(answers)
        self.reaction = reaction
        self.views = []
        self.offers = []

    def act(self, view):
        self.views.append(view)
        return self.answers.pop(0) if self.answers else end()

    def react(self, view, mover, strikes):
        self.offers.append((mover.name, mover.square, strikes))
        return self.reaction

    @property
    def refusals(self):
        return [view.refused for view in self.views]


def play(text, dice=(), rules="srd-5.2", rounds=1, tactics=None, **more):
    """One fight of so many rounds in file order; `tactics` by name, everybody else waits. Its events."""
    more.setdefault("options", {})["round_limit"] = rounds
    played = scene(text, rules=rules, order=names_of(text), **more)
    encounter = played.encounter
    for index, name in enumerate(encounter.names):
        tactic = (tactics or {}).get(name, Script())
        encounter.tactics[index] = lambda tactic=tactic: tactic
    journal = Journal()
    scripted = ScriptedDice(list(dice))
    encounter.fight(0, 0, journal, scripted)
    scripted.finish()
    return journal.events


def names_of(text):
    """The combatants of a scene, in file order."""
    return [one.split(",")[0].split()[0] for side in text.split("|") for one in side.split(";")]


def turn_of(text, *answers, dice=(), **more):
    """The first one's turn with these answers: its tactic, and the events of it."""
    script = Script(*answers)
    events = play(text, dice, tactics={names_of(text)[0]: script}, **more)
    return script, [event for event in events if event.actor == names_of(text)[0] and event.type != "turn"]


# ------------------------------------------------------------------------------------------------------- the view


def test_a_view_shows_who_stands_where_and_how():
    script, _ = turn_of("Ada A1, longsword, hp 5 of 20; Bram A3, prone | Gob C1, ac 13, hp 7; Orc E5, hp 15, shortbow")
    (view,) = script.views

    assert ("Ada", "A1", 5, 20, "heroes") == (view.me.name, view.me.square, view.me.hp, view.me.max_hp, view.me.side)
    assert [("Bram", ["prone"], False)] == [(a.name, a.conditions, a.is_enemy) for a in view.allies]
    assert [("Gob", 13, 10), ("Orc", 15, 20)] == [(e.name, e.ac, e.distance_ft) for e in view.enemies]
    assert (1, "srd-5.2", 30, True, True) == (
        view.round,
        view.ruleset,
        view.movement_ft,
        view.has_action,
        view.has_bonus_action,
    )
    assert ["longsword", "unarmed strike"] == [one.name for one in view.attacks]
    assert [] == view.extra_attacks


def test_an_enemy_that_is_hidden_is_shown_only_where_it_was_last_seen():
    script, _ = turn_of("Ada A1, longsword | Gob E1, hidden 25; Orc E3")
    (view,) = script.views

    assert ["Orc"] == [enemy.name for enemy in view.enemies]
    assert {"Gob": "E1"} == view.last_seen


def test_the_fallen_stand_apart():
    script, _ = turn_of("Ada A1; Bram A2, character, hp 0 of 20, stable | Gob C1")
    (view,) = script.views

    assert [] == view.allies
    assert ["Bram"] == [fallen.name for fallen in view.fallen]


def test_the_odds_of_an_attack_have_their_reasons():
    script, _ = turn_of("Ada A1, longsword | Gob B1, ac 13, prone")
    odds = script.views[0].odds("longsword", "Gob")

    assert (True, "advantage", ["prone.near"], []) == (odds.is_legal, odds.mode, odds.advantage, odds.disadvantage)
    assert 1 - (7 / 20) ** 2 == pytest.approx(odds.p_hit)  # +5 against 13: 8 or more
    assert 1 - (19 / 20) ** 2 == pytest.approx(odds.p_critical)
    assert 0.8775 * 7.5 + 0.0975 * 4.5 == pytest.approx(odds.expected_damage, abs=0.001)


def test_the_odds_from_another_square_leave_everybody_where_they_are():
    script, _ = turn_of("Ada A1, longbow, longsword | Gob E1, ac 13")
    view = script.views[0]

    assert "reach.out" == view.odds("longsword", "Gob").illegal
    assert view.odds_from("D1", "longsword", "Gob").is_legal
    assert ["close-combat"] == view.odds_from("D1", "longbow", "Gob").disadvantage
    assert "A1" == view.me.square


def test_ways_are_the_squares_to_stop_on_with_what_they_cost_and_provoke():
    script, _ = turn_of("Ada A1, speed 10; Bram B1 | Gob A2, longsword", map=["...", "...", "..."])
    ways = {way.square: way for way in script.views[0].ways()}

    assert {"A1": 0, "B2": 5, "C1": 10, "C2": 10, "C3": 10, "B3": 10, "A3": 10} == {
        s: w.cost_ft for s, w in ways.items()
    }
    assert (["B2", "C3"], ["Gob"]) == (ways["C3"].path, ways["C3"].strikers)
    assert ([], []) == (ways["B2"].strikers, ways["B3"].strikers)


def test_the_way_towards_somebody_leads_round_walls():
    walls = ["...#..", "...#..", "...#..", "......"]
    script, _ = turn_of("Ada A1, speed 10 | Gob F1", map=walls)

    assert "B3" == script.views[0].way_towards("Gob").square


def test_a_die_of_the_tactic_moves_none_of_the_rules():
    class Gambler(Tactic):
        rolled = []  # noqa: RUF012

        def act(self, view):
            self.rolled += [view.roll(20) for _ in range(3)]
            return end()

    play("Ada A1 | Gob B1", tactics={"Ada": Gambler()})  # with no scripted die at all
    assert all(1 <= die <= 20 for die in Gambler.rolled)


# ----------------------------------------------------------------------------------------------------- the choices


def test_a_turn_is_moves_between_attacks():
    script, events = turn_of(
        "Ada A1, longsword, two attacks | Gob C1, ac 13; Orc C3, ac 13",
        move("B1"),
        attack("longsword", "Gob"),
        move("B2"),
        attack("longsword", "Orc"),
        dice=[2, 2],
    )

    assert ["move", "attack", "move", "attack"] == [event.type for event in events]
    assert ["Gob", "Orc"] == [event.target for event in events if event.type == "attack"]
    assert ["longsword", "unarmed strike"] == [one.name for one in script.views[2].attacks]
    assert not script.views[2].has_action
    assert [] == script.views[4].attacks


def test_a_way_of_ones_own_is_walked_as_it_is_given():
    _, events = turn_of("Ada A1 | Gob F6", walk(["A2", "B3", "C2"]))
    assert ["A2", "B3", "C2"] == events[0].data["path"]


@pytest.mark.parametrize(
    ("text", "choice", "dice", "rules", "told"),
    [
        ("Ada A1 | Gob B1", dash(), [], "srd-5.2", ("action", "action", "dash")),
        ("Ada A1 | Gob B1", disengage(), [], "srd-5.2", ("action", "action", "disengage")),
        ("Ada A1, nimble escape | Gob B1", disengage(True), [], "srd-5.2", ("action", "cost", "bonus")),
        ("Ada A1 | Gob B1", dodge(), [], "srd-5.2", ("action", "action", "dodge")),
        ("Ada A1; Bram A2 | Gob B1", help_ally("Bram", "Gob"), [], "srd-5.1", ("action", "ally", "Bram")),
        ("Ada A1 | Gob B1", grapple("Gob"), [10, 2], "srd-5.1", ("contest", "purpose", "grapple")),
        ("Ada A1 | Gob B1", shove_prone("Gob"), [10, 2], "srd-5.1", ("contest", "purpose", "shove prone")),
        ("Ada A1 | Gob B1", shove_push("Gob"), [10, 2], "srd-5.1", ("contest", "purpose", "shove push")),
        ("Ada A1, grappled by Gob | Gob B1", escape("Gob"), [10, 2], "srd-5.1", ("action", "action", "escape")),
        ("Ada A1, prone | Gob B1", stand(), [], "srd-5.2", ("stand", "cost_ft", 15)),
        (
            "Ada A1, shortbow | Gob F1, hidden 30",
            aim("shortbow", "F1"),
            [2, 2],
            "srd-5.2",
            ("attack", "band", "normal"),
        ),
    ],
)
def test_every_action_can_be_chosen(text, choice, dice, rules, told):
    _, events = turn_of(text, choice, dice=dice, rules=rules)
    type, key, value = told
    assert value in [event.data[key] for event in events if event.type == type]


def test_the_rest_of_the_actions_too():
    _, events = turn_of(
        "Ada A1, shortsword, dagger | Gob B1", attack("shortsword", "Gob"), extra_attack("dagger", "Gob"), dice=[2, 2]
    )
    assert ["shortsword", "dagger"] == [event.data["attack"] for event in events if event.type == "attack"]

    events = play("Ada A1 | Gob B1, grappled by Ada", tactics={"Ada": Script(release("Gob"), drop_prone())})
    assert [("condition-off", "grappled"), ("condition-on", "prone")] == [
        (event.type, event.data["condition"]) for event in events if event.type.startswith("condition")
    ]

    events = play("Ada A1; Bram A2, character, hp 0 of 20 | Gob F1", [15], tactics={"Ada": Script(stabilise("Bram"))})
    assert "stabilise" in [event.data.get("action") for event in events]


def test_choices_say_what_they_are():
    assert "<attack: longsword, Gob>" == repr(attack("longsword", "Gob"))
    assert "<disengage: as a bonus action>" == repr(disengage(True))
    assert "<help: Gob, Bram>" == repr(help_ally("Bram", "Gob"))
    assert "<end>" == repr(end())
    assert "<hide>" == repr(hide())


# ------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("text", "choice", "clause"),
    [
        ("Ada A1, longsword | Gob C1", attack("longsword", "Gob"), "reach.out"),
        ("Ada A1, speed 10 | Gob F6", move("D1"), "speed.short"),
        ("Ada A1; Bram B1 | Gob F6", move("B1"), "square.occupied"),
        ("Ada A1 | Gob F6", walk(["B1", "E5"]), "path.none"),
        ("Ada A1, restrained | Gob F6", move("B1"), "speed.zero"),
        ("Ada A1, action used | Gob F6", dodge(), "action.used"),
        ("Ada A1, stunned | Gob B1", dodge(), "incapacitated"),
        ("Ada A1, longbow | Gob F6, hidden 30", attack("longbow", "Gob"), "unlocated"),
        ("Ada A1 | Gob F6", disengage(True), "action.used"),
    ],
)
def test_a_choice_that_the_rules_forbid_comes_back_with_its_clause(text, choice, clause):
    script, events = turn_of(text, choice)

    assert ["", clause] == script.refusals
    assert [] == events


def test_the_third_refusal_ends_the_turn():
    script, _ = turn_of("Ada A1, longsword | Gob C1", *[attack("longsword", "Gob")] * 5)
    assert ["", "reach.out", "reach.out"] == script.refusals


def test_a_refusal_is_forgotten_by_the_next_turn():
    script, _ = turn_of("Ada A1, longsword | Gob C1", *[attack("longsword", "Gob")] * 3, rounds=2)
    assert ["", "reach.out", "reach.out", ""] == script.refusals


@pytest.mark.parametrize(
    ("choice", "complaint"),
    [
        (attack("longsord", "Gob"), "Ada has no attack 'longsord'; did you mean 'longsword'?"),
        (attack("longsword", "Gobb"), "there is no combatant 'Gobb'; did you mean 'Gob'?"),
        (attack("longsword", ""), "there is no combatant ''; there are: Ada, Gob"),
        (attack("", "Gob"), "Ada has no attack ''; there are: longsword, unarmed strike"),
        (stabilise(""), "there is no combatant ''"),
        (move("Z99"), "there is no square 'Z99'; the map ends at "),
        (move("here"), "'here' is not a square"),
        (None, "the tactic of Ada answered None; act must give a choice, such as end()"),
    ],
)
def test_a_slip_of_the_author_is_an_error_with_a_hint(choice, complaint):
    with pytest.raises((ValueError, TypeError)) as caught:
        turn_of("Ada A1, longsword | Gob C1", choice)
    assert complaint in str(caught.value)


# ------------------------------------------------------------------------------------------------------- reactions


def test_a_tactic_reacts_while_the_mover_still_stands_inside_its_reach():
    gob = Script(reaction="club")
    events = play("Ada A1 | Gob B1, club +4 1d4, longsword", [19, 2], tactics={"Ada": Script(move("A3")), "Gob": gob})

    assert [
        ("Ada", "A2", ["longsword", "club", "unarmed strike", "grapple", "shove prone", "shove push"])
    ] == gob.offers
    assert ["club"] == [event.data["attack"] for event in events if event.type == "opportunity-attack"]


def test_a_tactic_may_let_the_mover_go():
    gob = Script(reaction="")
    events = play("Ada A1 | Gob B1, longsword", tactics={"Ada": Script(move("A3")), "Gob": gob})

    assert 1 == len(gob.offers)
    assert [] == [event for event in events if event.type == "opportunity-attack"]


def test_the_tactic_to_derive_from_strikes_as_hard_as_it_can_and_does_nothing_else():
    events = play("Ada A1 | Gob B1, club +4 1d4, longsword", [2], tactics={"Ada": Script(move("A3")), "Gob": Tactic()})
    assert [("Gob", "longsword")] == [
        (event.actor, event.data["attack"]) for event in events if event.type == "opportunity-attack"
    ]


# ------------------------------------------------------------------------------------------------- from a scenario

FIGHT = """\
map: |
  A....
  ....g
creatures:
  Ada: {ac: 15, hp: 12, attacks: {longsword: {to_hit: 5, reach: 5 ft, damage: 1d8+3 slashing}}}
  goblin: {ac: 13, hp: 9, attacks: {scimitar: {to_hit: 4, reach: 5 ft, damage: 1d6+2 slashing}}}
sides:
  heroes:
    - {creature: Ada, letter: A, tactic: 'duellists:Duellist'}
  foes:
    - {creature: goblin, letter: g, count: 1}
"""
DUELLISTS = """\
from encounter.engine.tactic import Tactic, attack, end, move


class Duellist(Tactic):
    made = 0

    def __init__(self):
        Duellist.made += 1
        self.turns = 0

    def act(self, view):
        enemy = view.enemies[0]
        if view.attacks and view.odds("longsword", enemy.name).is_legal:
            self.turns += 1
            assert self.turns <= 40, "remembers an earlier fight"
            return attack("longsword", enemy.name)
        way = view.way_towards(enemy.name)
        return move(way.square) if way.cost_ft and view.attacks else end()
"""


@pytest.fixture
def duel(tmp_path):
    (tmp_path / "duellists.py").write_text(DUELLISTS)
    (tmp_path / "duel.yaml").write_text(FIGHT)
    return load(tmp_path / "duel.yaml", allow_code=True)


def test_a_fight_begins_with_a_tactic_that_remembers_nothing(duel):
    encounter = compile(duel)
    first = [outcome(encounter, index) for index in range(60)]

    assert first == [outcome(encounter, index) for index in range(60)]


def outcome(encounter: Encounter, index: int):
    fought = encounter.fight(5, index)
    return fought.winner, fought.rounds, [tally.hp for tally in fought.tallies]


def test_a_batch_is_the_same_on_any_number_of_workers(duel):
    alone = batch(duel, fights=40, seed=3, workers=1)
    together = batch(duel, fights=40, seed=3, workers=2)

    assert alone.outcomes == together.outcomes
    assert alone.combatants == together.combatants


def test_another_process_imports_the_tactic_by_its_name(duel):
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        elsewhere = batch(duel, fights=40, seed=3, executor=executor)

    assert batch(duel, fights=40, seed=3, workers=1).combatants == elsewhere.combatants


# -------------------------------------------------------------------------------------------------- asked of its rolls


def as_json(events):
    """Events as results have them."""
    return [event.as_json() for event in events]


class Willed(Script):
    """Spends inspiration on saves alone, and lets whatever Bo does befall it."""

    def __init__(self, *answers):
        super().__init__(*answers)
        self.asked = []

    def spend_inspiration(self, view, roll):
        self.asked.append((view.me.name, roll))
        return roll == "save"

    def choose_to_fail(self, view, ability, dc, by):
        return by == "Bo"


def test_a_tactic_may_keep_its_inspiration_for_a_saving_throw():
    willed = Willed(attack("longsword", "Gob"))
    events = as_json(play("Ada A1, longsword, inspiration | Gob B1", [4], tactics={"Ada": willed}))

    assert ["failure"] == [event["degree"] for event in events if event["type"] == "attack"]
    assert [("Ada", "attack")] == willed.asked


def test_a_tactic_may_choose_to_fail_a_save_against_a_friend():
    willed = Willed()
    events = as_json(play("Bo A1; Ada A2 | Gob F1", tactics={"Bo": Script(grapple("Ada")), "Ada": willed}))

    saves = [event for event in events if event["type"] == "save"]
    assert [("Ada", "failure", [{"clause": "save.chosen"}])] == [
        (event["actor"], event["degree"], event["applied"]) for event in saves
    ]


def test_a_tactic_without_a_will_of_its_own_spends_inspiration_as_the_others_do():
    script = Script(attack("longsword", "Gob"))
    events = as_json(play("Ada A1, longsword, inspiration | Gob B1", [4, 12, 6], tactics={"Ada": script}))

    assert ["success"] == [event["degree"] for event in events if event["type"] == "attack"]
