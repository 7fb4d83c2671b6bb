"""One roll or one move: what applies, and the odds.

A roll is judged in the position of the file, on the attacker's turn with the whole turn left. With --to it is a move
that is explained: its way, its cost, and whom it provokes; with --use an action that is no attack: whom it reaches,
and what each of them rolls.
"""

import argparse
from typing import Any, Final

from encounter.cli.common import (
    ANSWERED,
    add_common,
    add_places,
    compiled,
    emit,
    load_scenario,
    one_of,
    output,
    refuse,
    whole_number,
    words_for,
)

ACTIONS: Final = (
    "attack",
    "grapple",
    "shove",
    "escape",
    "check",
    "save",
    "contest",
    "initiative",
    "death-save",
    "hide",
    "search",
)
ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")
OCCASIONS: Final = ("main", "extra", "opportunity", "reaction")
OF_ROLLS: Final = (
    "target",
    "attack",
    "action",
    "ability",
    "skill",
    "dc",
    "made_as",
    "shove",
    "spend",
    "tool",
    "against",
)
OF_MOVES: Final = ("via", "with_action", "crawl", "release", "forced", "teleport")
SPELLED: Final = {"made_as": "--as", "target": "TARGET"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`explain FILE ATTACKER [TARGET|SQUARE]`, `explain FILE MOVER --to SQUARE`"""
    parser.add_argument("file", metavar="FILE", help="the scenario file")
    parser.add_argument("attacker", metavar="ATTACKER", help="who acts, or moves")
    parser.add_argument("target", nargs="?", metavar="TARGET", help="whom or which square it is aimed at")
    rolls = parser.add_argument_group("a roll")
    rolls.add_argument("--attack", metavar="NAME", help='the attack, such as "dagger" or "dagger (thrown)"')
    rolls.add_argument(
        "--use", metavar="NAME", help="an action that is no attack; TARGET is then a square, or names with commas"
    )
    rolls.add_argument("--action", type=one_of("action", ACTIONS), metavar="ACTION", help=", ".join(ACTIONS))
    rolls.add_argument("--ability", type=one_of("ability", ABILITIES), metavar="ABILITY", help=", ".join(ABILITIES))
    rolls.add_argument(
        "--skill", metavar="SKILL", help='the skill of a check or contest; a check may take "athletics or acrobatics"'
    )
    rolls.add_argument("--tool", metavar="TOOL", help="the tool a check is made with")
    rolls.add_argument(
        "--against",
        type=lambda words: tuple(word.strip() for word in words.split(",")),
        metavar="WHAT,...",
        help="what a save is against: magic, or the conditions that its failure brings",
    )
    rolls.add_argument("--dc", type=whole_number(0, 1000), metavar="INT", help="the number to reach")
    rolls.add_argument(
        "--as",
        dest="made_as",
        type=one_of("occasion", OCCASIONS),
        metavar="OCCASION",
        help=f"when it is made: {', '.join(OCCASIONS)}",
    )
    rolls.add_argument("--shove", type=one_of("shove", ("push", "prone")), metavar="HOW", help="push, prone")
    rolls.add_argument("--spend", type=one_of("resource", ("inspiration",)), metavar="WHAT", help="inspiration")
    moves = parser.add_argument_group("a move")
    moves.add_argument("--to", metavar="SQUARE", help="where to: C7, or C7@30 in the air")
    moves.add_argument("--via", metavar="SQUARE,...", help="squares on the way")
    moves.add_argument(
        "--with-action",
        type=one_of("action", ("dash", "disengage")),
        metavar="ACTION",
        help="the action spent on it: dash, disengage",
    )
    moves.add_argument("--crawl", action="store_true", help="stay prone")
    moves.add_argument("--release", action="append", default=[], metavar="NAME", help="let go of somebody first")
    moves.add_argument("--forced", action="store_true", help="moved by somebody else's doing")
    moves.add_argument("--teleport", action="store_true", help="teleported, by whatever lets it")
    situation = parser.add_argument_group("the situation")
    situation.add_argument(
        "--with",
        action="append",
        default=[],
        dest="states",
        metavar='"NAME: STATE"',
        help='change what a combatant is in, such as "Ada: {conditions: [prone]}"',
    )
    add_places(situation)
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Explain, as a picture or as JSON; what is not allowed is an answer too."""
    is_move = args.to is not None
    for option in OF_ROLLS if is_move else OF_MOVES:
        if getattr(args, option):
            name = SPELLED.get(option, "--" + option.replace("_", "-"))
            refuse(f"{name} belongs to a roll, --to explains a move" if is_move else f"{name} needs --to")
    for option in (*OF_ROLLS[1:], *OF_MOVES) if args.use else ():
        if getattr(args, option):
            refuse(f"{SPELLED.get(option, '--' + option.replace('_', '-'))} does not go with --use")
    if args.use and is_move:
        refuse("--use does not go with --to")
    scenario = load_scenario(args, args.states)
    words = words_for(args, scenario)
    from encounter.explaining import explain_move, explain_roll, explain_use

    asked: dict[str, Any] = (
        {
            "mover": args.attacker,
            "to": args.to,
            "via": tuple(square.strip() for square in (args.via or "").split(",") if square.strip()),
            "with_action": args.with_action,
            "crawl": args.crawl,
            "release": tuple(args.release),
            "forced": args.forced,
            "teleport": args.teleport,
        }
        if is_move
        else {
            "attacker": args.attacker,
            **{option: getattr(args, option) for option in OF_ROLLS if getattr(args, option) is not None},
        }
    )
    try:
        if args.use:
            result = explain_use(compiled(args, scenario), args.attacker, args.target, args.use, words=words.clause)
        else:
            ask = explain_move if is_move else explain_roll
            result = ask(compiled(args, scenario), **asked, words=words.clause)
    except ValueError as error:  # a name, a square or a combination that cannot be
        refuse(getattr(error, "message", str(error)), "explain", getattr(error, "hint", None) or None, str(args.file))
    if args.json:
        emit(result)
        return ANSWERED
    from encounter.report.tables import explained_move, explained_roll, explained_use

    explained = explained_use if args.use else explained_move if is_move else explained_roll
    picture = explained(result, words)
    output(args).print(picture.render())
    return ANSWERED
