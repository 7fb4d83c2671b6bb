"""Find the errors of scenario files."""

import argparse

from encounter.cli.common import ANSWERED, FILE_HAS_ERRORS, add_common, add_places, described, emit, of_scenario


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`check FILE...`"""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario file")
    add_places(parser)
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Print every error and warning of the files."""
    from encounter.scenario.checking import check

    report = check(args.files, rules=args.rules, sets=args.sets, places=args.places, allow_code=args.allow_code)
    errors = [of_scenario(one) for one in report.errors]
    warnings = [of_scenario(one) for one in report.warnings]
    if args.json:
        found = {"ok": not errors, "errors": [one for one, _ in errors], "warnings": [one for one, _ in warnings]}
        emit(found)
    else:
        for kind, problems in (("error", errors), ("warning", warnings)):
            if problems:
                print(described(kind, problems))
        print(f"{len(args.files)} file(s), {len(errors)} error(s), {len(warnings)} warning(s)")
    return FILE_HAS_ERRORS if errors else ANSWERED
