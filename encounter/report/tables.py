"""The table of a batch and the picture of an explanation, from the same JSON that programs read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from encounter.report.board import SIDE_STYLES
from encounter.report.narration import reasons_told, signed
from encounter.report.words import Words, printable, spelled

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

Json = Mapping[str, Any]

UNKNOWN: Final = "-"
ASCII_HEAD: Final = "    \n    \n -- \n    \n    \n    \n    \n    \n"  # as box.SIMPLE_HEAD, in plain characters
BAR: Final = 20
SIGNS: Final = ("advantage", "disadvantage")


# ------------------------------------------------------------------------------------------------------------- batch


def batch_tables(result: Json, words: Words, command: str, ascii_only: bool = False) -> list["RenderableType"]:
    """What a batch says, to be printed one after the other.

    `result` is the JSON of `batch`; `command` is the command line that tells one of its fights, without its number.
    """
    from rich.text import Text

    sides = [name for name in result["outcomes"] if name not in ("draw", "undecided")]
    styles = {name: SIDE_STYLES[place % len(SIDE_STYLES)] for place, name in enumerate(sides)}
    title = words.label(
        "title",
        fights=result["fights"],
        scenario=result["scenario"],
        ruleset=result["ruleset"],
        seed=result["seed"],
    )
    parts: list[RenderableType] = [Text(printable(title), style="bold")]
    if result.get("interrupted"):
        parts.append(Text(words.label("interrupted", fights=result["fights"]), style="bold yellow"))
    parts.append(_outcomes(result, words, styles, ascii_only))
    parts.append(_sides(result, words, styles, ascii_only))
    parts.append(_combatants(result, words, styles, ascii_only))
    rounds = result["rounds"]
    if rounds["mean"] is not None:
        figures = {key: words.number(rounds[key]) for key in ("mean", "p10", "p50", "p90")}
        parts.append(Text(words.label("rounds", **figures)))
    if (examples := _examples(result, words, command)) is not None:
        parts.append(examples)
    for line in difficulty_told(result.get("difficulty"), words):
        parts.append(Text(line))
    if result.get("not_simulated"):
        parts.append(Text(not_simulated_told(result["not_simulated"], words), style="italic"))
    if result.get("fights_per_second") is not None:
        speed = words.label(
            "speed",
            elapsed=words.number(result["elapsed_s"], 1),
            rate=words.number(result["fights_per_second"], 0),
            engine=result["engine"],
        )
        parts.append(Text(speed, style="dim"))
    return parts


def difficulty_told(told: Json | None, words: Words) -> list[str]:
    """The experience points of a fight by side, and how hard its edition calls it; nothing where none are known."""
    if not told or not told["xp"]:
        return []
    points = words.say("comma").join(f"{side} {points}" for side, points in told["xp"].items())
    lines = [words.label("xp", points=points)]
    if told["label"] is not None:
        budget = words.say("comma").join(f"{_level(name, words)} {most}" for name, most in told["budget"].items())
        faced = told["against"] if told["adjusted"] is None else told["adjusted"]
        label = _level(told["label"], words)
        lines.append(words.label("xp.against", points=faced, side=told["party"], label=label, budget=budget))
    if told["unknown"]:
        lines.append(words.label("xp.unknown", names=words.say("comma").join(told["unknown"])))
    return [printable(line) for line in lines]


def _level(name: str, words: Words) -> str:
    return words.label(f"xp.{name.split()[0]}")


def not_simulated_told(what: Sequence[str], words: Words) -> str:
    """The note on what the file says and the engine leaves out."""
    return printable(words.label("not_simulated", what=words.say("semicolon").join(what)))


def _table(words: Words, ascii_only: bool, *columns: str) -> "Table":
    """A table with one line under its head, the first column on the left, figures on the right."""
    from rich import box
    from rich.table import Table

    plain = box.Box(ASCII_HEAD, ascii=True)
    shape = plain if ascii_only else box.SIMPLE_HEAD
    table = Table(box=shape, pad_edge=False, show_edge=False, padding=(0, 1))
    for place, label in enumerate(columns):
        heading = words.label(label) if label else ""
        table.add_column(heading, justify="left" if place == 0 else "right", no_wrap=place == 0)
    return table


def _share(words: Words, share: float | None) -> str:
    return UNKNOWN if share is None else words.percent(share)


def _figure(words: Words, number: float | None) -> str:
    return UNKNOWN if number is None else words.number(number)


def _named(name: str, style: str = "") -> "Text":
    from rich.text import Text

    return Text(printable(name), style=style)


def _outcomes(result: Json, words: Words, styles: Mapping[str, str], ascii_only: bool) -> "Table":
    table = _table(words, ascii_only, "outcome", "fights", "rate", "interval", "")
    table.columns[4].justify = "left"
    for name, one in result["outcomes"].items():
        if name not in styles and not one["count"]:
            continue
        interval = words.label("interval.one", low=words.percent(one["low"]), high=words.percent(one["high"]))
        bar = ("#" if ascii_only else "█") * int((one["rate"] or 0) * BAR + 0.5)
        told = name if name in styles else words.label(name)
        style = styles.get(name, "")
        table.add_row(
            _named(told, style),
            str(one["count"]),
            _share(words, one["rate"]),
            interval,
            _named(bar, style.replace(" underline", "")),
        )
    return table


def _sides(result: Json, words: Words, styles: Mapping[str, str], ascii_only: bool) -> "Table":
    table = _table(words, ascii_only, "side", "any_dead", "all_out", "hp_left")
    for name, one in result["sides"].items():
        shares = [_share(words, one[key]) for key in ("any_dead", "all_out", "hp_left")]
        table.add_row(_named(name, styles.get(name, "")), *shares)
    return table


def _combatants(result: Json, words: Words, styles: Mapping[str, str], ascii_only: bool) -> "Table":
    has_hp = any(one.get("hp_left") is not None for one in result["combatants"])
    columns = ["name", "survival", "down", *(["hp_left"] if has_hp else []), "dealt", "taken", "hits"]
    table = _table(words, ascii_only, *columns)
    for one in result["combatants"]:
        shares = ("survival", "down", *(("hp_left",) if has_hp else ()))
        table.add_row(
            _named(one["name"], styles.get(one["side"], "")),
            *(_share(words, one.get(key)) for key in shares),
            *(_figure(words, one[key]) for key in ("damage_dealt", "damage_taken", "hits")),
        )
    return table


def _examples(result: Json, words: Words, command: str) -> "Text | None":
    """Which fights to look at, each over the command that tells it; to be printed without cutting a line."""
    from rich.text import Text

    examples = result["examples"]
    rows = [(words.label("look.typical"), examples["typical"]), (words.label("look.closest"), examples["closest"])]
    rows.extend((words.label("look.worst", side=side), index) for side, index in examples["worst"].items())
    rows = [(printable(label), index) for label, index in rows if index is not None]
    if not rows:
        return None
    text = Text(words.label("look"), style="bold")
    for label, index in rows:
        how = printable(words.label("look.how", command=command, n=index))
        text.append(f"\n{label}\n  {how}", style="not bold")
    return text


# ----------------------------------------------------------------------------------------------------------- explain


class Picture:
    """Lines of two columns: what it is about, and what there is to say."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.rows: list[tuple[str, str]] = []
        self.notes: list[str] = []

    def add(self, label: str, text: str) -> None:
        """One line; a label that is the same as above is not repeated."""
        self.rows.append((label, printable(text)))

    def render(self) -> "RenderableType":
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        above = None
        for label, text in self.rows:
            table.add_row("" if label == above else label, Text(text))
            above = label
        notes = [Text(note, style="italic") for note in self.notes]
        return Group(Text(printable(self.title), style="bold"), table, *notes)

    def lines(self) -> list[str]:
        """The picture as plain lines, for tests and logs."""
        return [self.title, *(f"{label}: {text}" for label, text in self.rows), *self.notes]


def _sees_told(result: Json, words: Words, who: str, a: str, b: str) -> str:
    """Whether one of the two sees the other, and if not, why."""
    if result["sees"][who]:
        return words.label("sees.yes", a=a, b=b)
    why = (result.get("unseen") or {}).get(who)
    sentence = words.label("sees.no", a=a, b=b)
    return words.label("sees.because", sentence=sentence, because=words.unseen(why)) if why else sentence


def explained_roll(result: Json, words: Words) -> Picture:
    """What applies to one roll, what has no effect, what cancels, and the odds."""
    attacker, target = str(result["attacker"]), str(result.get("target") or "")
    roller = str(result.get("roller") or attacker)
    other = target if roller == attacker else attacker
    what = words.attack(result["attack"]) if result.get("attack") else words.action(str(result["action"]))
    if result["action"] == "check" and result.get("skill"):
        what = f"{what} ({words.skill(str(result['skill']))})"
    names = " > ".join(name for name in (attacker, target) if name)
    picture = Picture(f"{names}{words.say('colon')}{what}")
    _legality(picture, result, words, attacker, target)
    _facts(picture, result, words, attacker, target)
    if roller != attacker:
        picture.add(words.label("mode"), words.label("roller", name=roller))
    _reasons(picture, result, words, roller, other)
    for entry in result.get("applied") or ():
        picture.add(words.label("applied"), _reason_told(words, entry, roller, other))
    _numbers(picture, result, words, roller, other)
    if opposed := result.get("opposed"):
        name = str(opposed["name"])
        against = words.label(
            "opposed", name=name, skill=words.skill(str(opposed["skill"])), bonus=signed(int(opposed["bonus"]))
        )
        picture.add(words.label("target_number"), against)
        _reasons(picture, opposed, words, name, roller)
    _odds(picture, result, words)
    if result.get("not_simulated"):
        picture.notes.append(not_simulated_told(result["not_simulated"], words))
    return picture


def explained_use(result: Json, words: Words) -> Picture:
    """One use of an action that is no attack: whom it reaches, and what becomes of each."""
    attacker, aim = str(result["attacker"]), str(result["target"] or "")
    head = f"{attacker} > {aim}: {result['use']}" if aim else f"{attacker}: {result['use']}"
    picture = Picture(printable(head))
    _legality(picture, result, words, attacker, aim)
    if result["squares"] is not None:
        picture.add(words.label("squares"), " ".join(result["squares"]))
    if result["ability"] is not None:
        picture.add(words.label("target_number"), f"{words.label('dc')} {result['target_number']}")
    for one in result["reaches"]:
        name = str(one["name"])
        spared = one["spared"]
        picture.add(
            printable(name), clause_told(words, spared, name, attacker) if spared else words.cover(one["cover"])
        )
        if spared:
            continue
        _reasons(picture, one, words, name, attacker)
        if one["bonus"] is not None:
            picture.add(words.label("bonus"), signed(int(one["bonus"])))
        if result["ability"] is not None:
            picture.add(words.label("odds"), f"{words.percent(one['p_success'])} {words.say('fails')}")
        for key in ("p_drop",) if one["p_drop"] is not None else ():
            picture.add("", f"{words.percent(one[key])} {words.label(key)}")
        if one["expected_damage"] is not None:
            picture.add("", f"{words.number(one['expected_damage'], 2)} {words.label('expected_damage')}")
    if result["recharge"] is not None:
        picture.add(words.label("recharge"), words.percent(result["recharge"]))
    if result.get("not_simulated"):
        picture.notes.append(not_simulated_told(result["not_simulated"], words))
    return picture


def _legality(picture: Picture, result: Json, words: Words, actor: str, target: str) -> None:
    if illegal := result.get("illegal"):
        picture.add("", words.label("illegal", why=clause_told(words, illegal, actor, target)))


def clause_told(words: Words, entry: Json, actor: str, target: str) -> str:
    """A clause in the words of the language, or in the text that came with it where the catalogue has none."""
    if words.knows_clause(entry["clause"]):
        return words.clause(entry["clause"], actor, target, entry.get("because") or entry.get("source"))
    return str(entry.get("text") or spelled(entry["clause"]))


def _facts(picture: Picture, result: Json, words: Words, attacker: str, target: str) -> None:
    """Distance, sight and cover between the two."""
    comma = words.say("comma")
    if result.get("distance_ft") is not None:
        band = f" ({words.band(result['band'])})" if result.get("band") else ""
        picture.add(words.label("distance"), words.distance(result["distance_ft"]) + band)
    if result.get("sees") and target:
        sight = [
            _sees_told(result, words, "attacker", attacker, target),
            _sees_told(result, words, "target", target, attacker),
        ]
        picture.add(words.label("sees"), comma.join(sight))
    if result.get("cover") not in (None, "none"):
        picture.add(words.label("cover"), words.cover(result["cover"]))


def _reasons(picture: Picture, roll: Json, words: Words, actor: str, target: str) -> None:
    """The clauses of both signs, one a line, what was suppressed, and what comes of them."""
    signs = (("positive", "advantage"), ("negative", "disadvantage"))
    for label, key in signs:
        for reason in roll.get(key) or ():
            picture.add(words.label(label if words.counts_rerolls else key), _reason_told(words, reason, actor, target))
    for reason in roll.get("suppressed") or ():
        text = _reason_told(words, reason, actor, target)
        if by := reason.get("by"):
            known = words.clause(by, actor, target) if words.knows_clause(by) else spelled(by)
            text = words.label("suppressed.by", reason=text, by=known)
        picture.add(words.label("suppressed"), text)
    if roll.get("mode") is not None:
        picture.add(words.label("mode"), mode_told(roll, words))


def _reason_told(words: Words, reason: Json, actor: str, target: str) -> str:
    """A clause with its source and its id, so that it can be looked up."""
    text = reasons_told(words, [reason], actor, target) if words.knows_clause(reason["clause"]) else ""
    return f"{text or clause_told(words, reason, actor, target)} [{reason['clause']}]"


def mode_told(roll: Json, words: Words) -> str:
    """How many dice are rolled and which one counts."""
    net, neutral = int(roll.get("net") or 0), int(roll.get("neutral") or 0)
    if words.counts_rerolls and net:
        text = words.label("mode.best" if net > 0 else "mode.worst", n=abs(net) + 1)
    else:
        text = words.label(f"mode.{roll['mode']}")
    if not net and roll.get("advantage") and roll.get("disadvantage"):
        is_one_of_each = all(sum(int(one.get("count") or 1) for one in roll[key]) == 1 for key in SIGNS)
        cancelled = is_one_of_each and not words.counts_rerolls
        text = words.label("cancelled") if cancelled else f"{words.say('cancel')}; {text}"
    return words.label("mode.neutral", mode=text, n=neutral) if neutral else text


def _numbers(picture: Picture, result: Json, words: Words, roller: str, other: str) -> None:
    """The bonus and the number to reach, each with its parts."""
    if result.get("bonus") is not None:
        modifiers = [
            words.say(
                "because",
                n=str(part["dice"]) if part.get("dice") else signed(int(part["value"])),
                reason=clause_told(words, part, roller, other),
            )
            for part in result.get("modifiers") or ()
        ]
        text = signed(int(result["bonus"]))
        picture.add(words.label("bonus"), f"{text}: {words.listed(modifiers)}" if modifiers else text)
    if result.get("passive") is not None:
        picture.add(words.label("passive"), str(result["passive"]))
    if result.get("target_number") is not None:
        is_attack = result.get("attack") is not None and result.get("roller") in (None, result["attacker"])
        kind = "difficulty" if words.counts_rerolls else "ac" if is_attack else "dc"
        parts = [
            words.say("because", n=signed(int(part["value"])), reason=clause_told(words, part, roller, other))
            for part in result.get("target_parts") or ()
            if words.knows_clause(part["clause"])
        ]
        text = f"{words.label(kind)} {result['target_number']}"
        picture.add(words.label("target_number"), f"{text}: {words.listed(parts)}" if parts else text)


def _odds(picture: Picture, result: Json, words: Words) -> None:
    label = words.label("odds")
    if result.get("automatic"):
        picture.add(label, words.label(f"automatic.{result['automatic']}"))
    is_attack = result.get("attack") is not None
    for key, shown in _odds_shown(result, is_attack):
        if result.get(key):
            picture.add(label, f"{words.percent(float(result[key]))} {words.label(shown)}")
        elif key == "p_success" and result.get(key) is not None:
            picture.add(label, f"{words.percent(0.0)} {words.label(shown)}")
    if result.get("auto_critical"):
        picture.add(label, words.label("auto_critical"))
    if result.get("expected_damage") is not None:
        picture.add(label, f"{words.number(float(result['expected_damage']), 2)} {words.label('expected_damage')}")


def _odds_shown(result: Json, is_attack: bool) -> Iterator[tuple[str, str]]:
    yield "p_success", "p_hit" if is_attack else "p_success"
    if result.get("p_minor") or result.get("p_major"):  # the re-roll system tells its critical effects apart
        yield "p_minor", "p_minor"
        yield "p_major", "p_major"
    else:
        yield "p_critical", "p_critical"
    yield "p_fumble", "p_fumble"
    yield "p_drop", "p_drop"


def _strikes(result: Json) -> Iterator[Json]:
    """Whoever may strike at a mover, and with what it does later where it would let the first chance pass."""
    for one in result.get("provokes") or ():
        yield one
        if one.get("then"):
            yield one["then"]


def explained_move(result: Json, words: Words) -> Picture:
    """A way, its cost, whom it provokes and whom not."""
    mover = str(result["mover"])
    picture = Picture(f"{mover} > {result['to']}")
    _legality(picture, result, words, mover, "")
    if result.get("path"):
        picture.add(words.label("path"), " ".join(result["path"]))
    if result.get("jumps"):
        picture.add(words.label("jumps"), " ".join(result["jumps"]))
    if result.get("cost_ft") is not None:
        speed = words.distance(result["speed_ft"])
        picture.add(words.label("cost"), words.label("cost.of", cost=words.distance(result["cost_ft"]), speed=speed))
    for one in _strikes(result):
        by = str(one["by"])
        label = words.label("provokes")
        text = words.label("provokes.one", by=by, attack=words.attack(str(one["attack"])), at=one["at"])
        if one.get("taken") is False:
            text += f" ({words.label('provokes.declined')})"
        picture.add(label, text)
        _reasons(picture, one, words, by, mover)
        _odds(picture, one, words)
    for one in result.get("does_not_provoke") or ():
        why = words.clause(one["clause"], mover, str(one["by"]), str(one["by"]))
        picture.add(words.label("does_not_provoke"), words.label("does_not_provoke.one", by=one["by"], why=why))
    if not result.get("provokes") and not result.get("does_not_provoke"):
        picture.add(words.label("provokes"), words.label("nothing"))
    return picture
