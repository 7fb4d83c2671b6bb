"""The pages of docs/ and the README are true: their code runs, their commands print what they show, and what is made
from data is what the data makes."""

import ast
import importlib.util
import re
import sys
from pathlib import Path

import pytest
import yaml

from encounter.engine import form

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def _generate():
    spec = importlib.util.spec_from_file_location("generate_docs", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["generate_docs"] = module
    spec.loader.exec_module(module)
    return module


generate = _generate()
PAGES = generate.pages()
TEXTS = {page: (DOCS / page).read_text(encoding="utf-8") for page in PAGES}
TEXTS["README.md"] = (ROOT / "README.md").read_text(encoding="utf-8")
PLAYED = [page for page in PAGES if generate.is_played(TEXTS[page])]


def kept(line):
    """The pure engine is too slow for batches: what they print is looked at where the engine is compiled."""
    return form() == "pure" and generate.is_batch(line)


@pytest.mark.parametrize("page", PLAYED)
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are played by a Unix shell")
def test_commands_print_what_a_page_shows_and_its_code_runs(page):
    played = generate.refreshed(TEXTS[page], page, kept)
    assert generate.steady(TEXTS[page]) == generate.steady(played), "run: python docs/generate.py"


@pytest.mark.parametrize("page", generate.PAGES)
def test_a_page_made_from_data_is_what_the_data_makes(page):
    assert generate.PAGES[page]() == TEXTS.get(page), "run: python docs/generate.py"


@pytest.mark.parametrize("page", TEXTS)
def test_every_block_of_yaml_is_yaml(page):
    for block in generate.blocks(TEXTS[page]):
        if block.language == "yaml":
            yaml.safe_load(block.body)


@pytest.mark.parametrize("page", TEXTS)
def test_every_link_to_a_page_leads_somewhere(page):
    folder = ROOT if page == "README.md" else (DOCS / page).parent
    for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)(?:#[\w-]+)?\)", TEXTS[page]):
        assert (folder / target).exists(), f"{page} leads to {target}"


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ("index.md",) and "index" not in page])
def test_every_page_is_in_its_index(page):
    folder, name = page.rsplit("/", 1)
    assert name.removesuffix(".md") in TEXTS[f"{folder}/index.md"].split()


def test_every_command_of_the_pages_exists():
    from encounter.cli import COMMANDS

    for page, text in TEXTS.items():
        for command in re.findall(
            r"^(?:\$ )?encounter ([a-z]+)", "\n".join(b.body for b in generate.blocks(text)), re.M
        ):
            assert command in COMMANDS, f"{page}: encounter {command}"


def test_every_key_says_what_it_is_for():
    from encounter.scenario import keys

    silent = [
        f"{record.what}: {name}"
        for record in [*generate.records(keys.SCENARIO, []), keys.INCLUDED]
        for name, field in record.fields.items()
        if not field.about
    ]
    assert [] == silent


# --------------------------------------------------------------------------------------- how the pages are played


def test_a_stale_output_is_seen():
    page = "```console\n$ echo one\ntwo\n$ echo three\nthree\n```\n"
    assert "```console\n$ echo one\none\n$ echo three\nthree\n```\n" == generate.refreshed(page, "a page")


def test_speed_and_engine_are_not_compared():
    text = "200 fights\n\n5.7 s, 35 fights a second, pure engine\n"
    other = "200 fights\n\n0.1 s, 2,001 fights a second, compiled engine\n"
    assert generate.steady(text) == generate.steady(other)


def test_files_and_code_of_a_page_are_in_one_folder():
    page = (
        "<!-- file: one.py -->\n```python\nTWO = 2\n```\n"
        "```python\nimport one\nhalf = one.TWO / 2\n```\n"
        "```python\n>>> half\n1.0\n```\n"
        "```console\n$ cat one.py\nTWO = 2\n```\n"
    )
    assert page == generate.refreshed(page, "a page")
    sys.modules.pop("one")


def test_code_that_is_wrong_fails():
    with pytest.raises(AssertionError, match="Expected"):
        generate.refreshed("```python\n>>> 1 + 1\n3\n```\n", "a page")


# ------------------------------------------------------------------------------------------------------ the events


def _documented():
    """The keys that the page of events gives to each heading."""
    keys = {}
    for section in re.split(r"^## ", TEXTS["reference/events.md"], flags=re.MULTILINE)[1:]:
        heading, _, rest = section.partition("\n")
        first_cells = re.findall(r"^\| ([^|]+) \|", rest, re.MULTILINE)
        keys[heading] = {key for cell in first_cells for key in re.findall(r"`([\w ]+)`", cell)}
    return keys


def test_the_reference_has_every_type_of_event():
    from encounter.engine.journal import TYPES

    assert set() == set(TYPES) - set(_documented())


@pytest.mark.parametrize("name", ["wrestlers", "dark-crypt", "taberna-del-zorro"])
def test_the_reference_has_every_key_of_the_events_of_a_fight(name):
    from encounter.engine.journal import Journal
    from encounter.scenario import compile, load, shipped

    documented = _documented()
    documented["opportunity-attack"] = documented["attack"]
    journal = Journal()
    compile(load(shipped()[name])).fight(0, 0, journal)
    for event in journal.events:
        known = documented["Keys of every event"] | documented[event.type]
        if "roll" in event.data or event.type == "initiative":
            known = known | documented["Keys of every roll"]
        assert set() == set(event.as_json()) - known, event.type


# -------------------------------------------------------------------------------------------------------- the JSON


def _keys_of_json(heading):
    text = TEXTS["reference/json.md"]
    section = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return set(re.findall(r"`(\w+)`", section))


@pytest.mark.parametrize(
    ("heading", "arguments"),
    [
        ("batch", ["batch", "goblin-ambush", "-n", "2", "--workers", "1"]),
        ("run", ["run", "goblin-ambush"]),
        ("explain, a roll", ["explain", "goblin-ambush", "Goblin 1", "Pim"]),
        ("explain, a roll", ["explain", "goblin-ambush", "Pim", "Marn", "--action", "grapple", "--rules", "srd-5.1"]),
        ("explain, a move", ["explain", "goblin-ambush", "Pim", "--to", "E13"]),
        ("check", ["check", "goblin-ambush"]),
    ],
)
def test_the_reference_has_every_key_of_the_json_of_a_command(heading, arguments, capsys):
    import json

    from encounter.cli import main
    from encounter.scenario import shipped

    command, name, *options = arguments
    assert 0 == main([command, str(shipped()[name]), *options, "--json"])
    answer = json.loads(capsys.readouterr().out)
    combatants = answer.get("combatants") or [{}]
    assert set() == (set(answer) | set(combatants[0])) - _keys_of_json(heading)


# ------------------------------------------------------------------------------------------------------ the tactics


def test_the_guide_to_tactics_has_every_choice_and_all_that_a_view_shows():
    tree = ast.parse((ROOT / "encounter" / "engine" / "tactic.py").read_text(encoding="utf-8"))
    choices = {one.name for one in tree.body if isinstance(one, ast.FunctionDef) and one.name[0] != "_"}
    view = next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == "View")
    shown = {one.name for one in view.body if isinstance(one, ast.FunctionDef) and one.name[0] != "_"}
    shown |= {
        one.attr
        for one in ast.walk(view)
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store) and one.attr[0] != "_"
    }
    told = set(re.findall(r"`(?:view\.)?(\w+)", TEXTS["how-to/tactic.md"]))
    assert set() == (choices | shown) - told
