"""Print the JSON Schema of scenario files.

An editor that reads it marks errors while you write.
"""

import argparse

from encounter.cli.common import ANSWERED, add_common, emit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`schema`"""
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Print the schema; it is JSON with or without --json."""
    from encounter.scenario.jsonschema import schema

    emit(schema())
    return ANSWERED
