"""Play one fight and tell it.

The same file, ruleset, seed and fight give the same fight, to the die. With --dice the rules' dice fall as given, in
order, and all of them must be used.
"""

import argparse
from typing import TYPE_CHECKING, Any

from encounter.cli.common import (
    ANSWERED,
    add_common,
    add_places,
    compiled,
    emit,
    load_scenario,
    output,
    refuse,
    whole_number,
    words_for,
)

if TYPE_CHECKING:
    from encounter.engine.encounter import Encounter
    from encounter.engine.fight import Outcome
    from encounter.scenario.model import Scenario

Events = list[dict[str, Any]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`run FILE`"""
    parser.add_argument("file", metavar="FILE", help="the scenario file")
    parser.add_argument(
        "--fight", type=whole_number(0), default=0, metavar="INDEX", help="which fight of the seed (default: 0)"
    )
    parser.add_argument("--dice", type=dice_list, metavar="17,4,...", help="the dice of the rules, in order")
    add_places(parser)
    parser.add_argument("--no-board", action="store_true", help="tell the fight without drawing the board")
    add_common(parser)


def dice_list(text: str) -> list[int]:
    """Dice as written on the command line.

    >>> dice_list("17, 4")
    [17, 4]
    """
    try:
        return [int(die) for die in text.replace(" ", "").split(",") if die]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of dice such as 17,4") from None


def run(args: argparse.Namespace) -> int:
    """Fight, and tell it or print it as JSON."""
    scenario = load_scenario(args, warns=True)
    encounter = compiled(args, scenario)
    outcome, events = fight(args, encounter)
    if args.json:
        emit(as_json(args, encounter, outcome, events))
    else:
        tell(args, scenario, encounter, events)
    return ANSWERED


def fight(args: argparse.Namespace, encounter: "Encounter") -> "tuple[Outcome, Events]":
    """One fight and its events; dice that do not fit, are missing or left over are refused."""
    from encounter.engine.dice import DiceError, ScriptedDice
    from encounter.engine.journal import Journal

    journal = Journal()
    dice: ScriptedDice | None = None if args.dice is None else ScriptedDice(args.dice)
    try:
        outcome = encounter.fight(args.seed, args.fight, journal, dice)
        if dice is not None:
            dice.finish()
    except DiceError as error:
        refuse(f"--dice: {error}", "dice")
    return outcome, [event.as_json() for event in journal.events]


def as_json(args: argparse.Namespace, encounter: "Encounter", outcome: "Outcome", events: Events) -> dict[str, object]:
    """The JSON of `run`."""
    from encounter.engine import form

    sides = {-1: "draw", -2: "undecided", **dict(enumerate(encounter.sides))}
    return {
        "scenario": str(args.file),
        "ruleset": encounter.ruleset,
        "seed": args.seed,
        "fight": args.fight,
        "engine": form(),
        "outcome": sides[outcome.winner],
        "rounds": outcome.rounds,
        "combatants": combatants(encounter, outcome),
        "events": events,
        "not_simulated": list(encounter.not_simulated),
    }


def combatants(encounter: "Encounter", outcome: "Outcome") -> list[dict[str, object]]:
    """How everybody ended, in file order."""
    from encounter.engine.board import square_name

    told: list[dict[str, object]] = []
    for place, tally in enumerate(outcome.tallies):
        successes, failures = tally.death_saves
        told.append(
            {
                "name": encounter.names[place],
                "side": encounter.sides[encounter.side_of[place]],
                "hp": tally.hp,
                "max_hp": tally.max_hp,
                "temp_hp": tally.temp_hp,
                "square": square_name(encounter.width, tally.square) if tally.square >= 0 else None,
                "conditions": list(tally.conditions),
                "dead": tally.status == 2,
                "stable": tally.stable,
                "death_saves": {"successes": successes, "failures": failures},
                "concentrating": tally.concentrating,
                "exhaustion": tally.exhaustion,
                "altitude": tally.altitude_ft if tally.square >= 0 and not encounter.setup.is_flat else None,
                "reaction": tally.reaction,
                "effects": list(tally.effects),
            }
        )
    return told


def tell(args: argparse.Namespace, scenario: "Scenario", encounter: "Encounter", events: Events) -> None:
    """The story on stdout, under a heading that says which fight it is and what the engine leaves out."""
    from encounter.report.story import Story
    from encounter.report.tables import not_simulated_told

    words = words_for(args, scenario)
    story = Story(output(args), scenario, words, not args.no_board)
    title = words.say("comma").join((scenario.title or str(args.file), encounter.ruleset))
    story.say(f"{title}. {words.label('fight', n=args.fight, seed=args.seed)}.", "bold")
    if encounter.not_simulated:
        story.say(not_simulated_told(encounter.not_simulated, words), "italic")
    story.tell(events)
