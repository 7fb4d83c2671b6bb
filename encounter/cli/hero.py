"""Print a typical hero of a class and level in full.

Everything follows from the class rules of the ruleset's edition (--rules, srd-5.2 without it); --with changes single
keys, as `with:` does in a scenario file. What of the hero is not simulated is named.
"""

import argparse
from typing import Any

from encounter.cli.common import ANSWERED, add_common, emit, refuse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`hero CLASS LEVEL`"""
    parser.add_argument("hero", nargs="+", metavar="CLASS LEVEL", help="a class and a level, such as fighter 5")
    parser.add_argument("--weapon", metavar="NAME", help="the weapon in hand, by its SRD name")
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Print the hero as a creature of a scenario file."""
    from encounter.bestiary.account import weigh
    from encounter.bestiary.writing import block, canonical
    from encounter.heroes.building import hero, parse

    rules = args.rules or "srd-5.2"
    try:
        name, level = parse(" ".join(args.hero))
        keys: dict[str, Any] = hero(name, level, rules, (args.weapon or "").lower())
    except ValueError as error:
        message, _, hint = str(error).partition("|")
        refuse(message, "unknown-name", hint)
    found = weigh(name, keys, rules)
    told = canonical(found.keys)
    called = f"{name} {level}"
    if args.json:
        emit(
            {
                **told,
                "name": called,
                "cr": None,
                "ac": found.creature.ac,
                "simulated": found.simulated,
                "not_simulated": found.not_simulated,
            }
        )
        return ANSWERED
    print(f"# {called} ({rules}): AC {found.creature.ac}")
    print("\n".join(block(called, told)))
    if found.not_simulated:
        print("# not simulated:")
        print("\n".join(f"#   {what}" for what in found.not_simulated))
    return ANSWERED
