"""List, show and search the creatures of the SRD.

Each ruleset has its own bestiary (--rules, srd-5.2 without it); reroll uses that of srd-5.1. What of a creature is not
simulated is named.
"""

import argparse
from typing import Any

from encounter.cli.common import ANSWERED, add_common, emit, refuse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`bestiary list`, `bestiary show NAME`, `bestiary search TEXT`"""
    parser.add_argument(
        "what", choices=("list", "show", "search"), help="list all, show one, or search by part of a name"
    )
    parser.add_argument("name", nargs="*", metavar="NAME", help="name of a creature, an alias, or part of a name")
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Print the list, one creature, or those whose names fit."""
    rules = args.rules or "srd-5.2"
    name = " ".join(args.name)
    if args.what == "list":
        if name:
            refuse(f"list takes no name, but {name!r} was given", hint=f"encounter bestiary search {name}")
        return _list(args, rules, None)
    if not name:
        refuse(f"{args.what} what?", hint=f"encounter bestiary {args.what} goblin")
    return _list(args, rules, name) if args.what == "search" else _show(args, rules, name)


def _list(args: argparse.Namespace, rules: str, part: str | None) -> int:
    from encounter.bestiary import shelf

    entries = list(shelf.index(shelf.bestiary_of(rules))) if part is None else shelf.search(part, rules)
    if args.json:
        emit([told(entry.name, rules) for entry in entries])
        return ANSWERED
    if not entries and part is not None:
        _miss(part, rules)
    width = max((len(entry.name) for entry in entries), default=0)
    for entry in entries:
        print(f"{entry.name:<{width}}  CR {entry.cr:>3}  {entry.type}")
    return ANSWERED


def told(name: str, rules: str) -> dict[str, Any]:
    """One line of the list as JSON."""
    from encounter.bestiary import shelf
    from encounter.bestiary.account import account

    beast = shelf.find(name, rules)
    assert beast is not None
    found = account(beast, rules)
    return {
        "name": beast.entry.name,
        "cr": beast.entry.cr,
        "simulated": found.simulated,
        "not_simulated": found.not_simulated,
    }


def _show(args: argparse.Namespace, rules: str, name: str) -> int:
    from encounter.bestiary import shelf
    from encounter.bestiary.account import account
    from encounter.bestiary.writing import block, canonical

    beast = shelf.find(name, rules)
    if beast is None:
        _miss(name, rules)
        return ANSWERED
    found = account(beast, rules)
    if args.json:
        emit(
            {
                **canonical(found.keys),
                "name": beast.entry.name,
                "cr": beast.entry.cr,
                "simulated": found.simulated,
                "not_simulated": found.not_simulated,
            }
        )
        return ANSWERED
    xp = "" if beast.entry.xp is None else f", {beast.entry.xp:,} XP"
    print(f"# {beast.entry.name}: {beast.entry.type}, CR {beast.entry.cr}{xp} ({beast.rules})")
    print("\n".join(block(beast.entry.name, canonical(found.keys))))
    if found.not_simulated:
        print("# not simulated:")
        print("\n".join(f"#   {what}" for what in found.not_simulated))
    return ANSWERED


def _miss(name: str, rules: str) -> None:
    """Refuse a name that nobody has, with the nearest one."""
    from encounter.bestiary import shelf
    from encounter.scenario.source import PATIENCE, suggestion

    PATIENCE.renew()
    some = [entry.name for entry in shelf.search(name.split()[-1], rules)][:5]
    hint = f"did you mean {', '.join(some)}?" if some else suggestion(name, shelf.names(rules), "creature")
    refuse(f"there is no creature {name!r} in the bestiary of {rules}", "unknown-name", hint)
