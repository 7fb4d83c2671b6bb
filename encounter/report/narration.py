"""The story of a fight: its events told in sentences that name the reasons, one paragraph a turn.

Events are the journal's, as JSON. What follows from a roll (damage, a fall, a condition) continues its sentence; what
stands by itself begins a new one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import define, frozen

from encounter.report.words import Words, printable

Event = Mapping[str, Any]

ATTACKS: Final = ("attack", "opportunity-attack")
THROWN: Final = " (thrown)"
COVER_BONUS: Final = {"half": 2, "three-quarters": 5}
FEET_A_STEP: Final = 5
OWN_CAUSES: Final = ("grapple", "shove", "shove prone", "shove push", "fall", "saddle")
# What a fall to 0 HP brings along and "falls" has said already.
# Actions that a check or contest follows, which tells them.
TOLD_BY_THEIR_ROLL: Final = ("hide", "search", "escape", "stabilise")
BROUGHT_BY_FALLING: Final = ("prone", "unconscious", "incapacitated")


# What rolled a die anew.
ROLLED_AGAIN: Final = ("lucky", "heroic-inspiration")


@frozen
class Paragraph:
    """What happened in one turn. `actor` is None for what belongs to nobody's turn: initiative and the end."""

    round: int
    turn: int
    actor: str | None
    text: str


@define
class _Sentence:
    """A sentence in the making: whom it is about, and its clauses so far. What follows joins only an open one."""

    clauses: list[str]
    about: str | None = None
    is_open: bool = False


# ------------------------------------------------------------------------------------------------------------ rolls


def reasons_told(words: Words, reasons: Sequence[Event], actor: str, target: str) -> str:
    """The clauses of one side of a roll in words, each as often as it counts."""
    told = []
    for reason in reasons:
        text = words.clause(reason["clause"], actor, target, reason.get("because") or reason.get("source"))
        count = int(reason.get("count") or 1)
        told.append(words.say("times", reason=text, n=count) if count > 1 else text)
    return words.say("comma").join(dict.fromkeys(told))


def re_rolls(reasons: Sequence[Event]) -> int:
    """How many re-rolls the reasons of one sign are worth: each cause group once, by its largest count.

    >>> re_rolls([{"group": "UNSEEN-A", "count": 1}, {"group": "UNSEEN-A", "count": 1}, {"group": "GM:1", "count": 2}])
    3
    """
    groups: dict[str, int] = {}
    for reason in reasons:
        group = str(reason.get("group") or reason.get("clause"))
        groups[group] = max(groups.get(group, 0), int(reason.get("count") or 1))
    return sum(groups.values())


def why_told(words: Words, roll: Event, actor: str, target: str) -> list[str]:
    """Why the roll is made as it is: disadvantage, advantage, what has no effect, and what comes of it."""
    told: list[str] = []
    counted = words.counts_rerolls
    for key, re_roll in (("disadvantage", "negative"), ("advantage", "positive")):
        if reasons := roll.get(key):
            text = reasons_told(words, reasons, actor, target)
            said = words.say(re_roll, n=re_rolls(reasons), reasons=text) if counted else words.say(key, reasons=text)
            told.append(said)
    if suppressed := roll.get("suppressed"):
        told.append(words.say("suppressed", reasons=reasons_told(words, suppressed, actor, target)))
    text = words.say("comma").join(told)
    if roll.get("advantage") and roll.get("disadvantage"):
        net = int(roll.get("net") or 0)
        left = words.say("left.positive" if net > 0 else "left.negative", n=abs(net)) if net else words.say("cancel")
        text = f"{text}{words.say('colon')}{left}"
    return [text] if text else []


def dice_told(words: Words, roll: Event) -> str:
    """The dice: one by itself, several with the one that is kept."""
    dice = [str(die) for die in roll.get("dice") or ()]
    if len(dice) < 2:
        return "".join(dice)
    text = words.say("keeps", dice=words.listed(dice), kept=roll["kept"])
    for entry in roll.get("applied") or ():
        if entry["clause"] in ROLLED_AGAIN:
            text += words.say("comma") + words.clause(entry["clause"], str(roll.get("actor") or ""), "")
    if neutral := int(roll.get("neutral") or 0):
        text += words.say("comma") + words.say("neutral", n=neutral)
    return text


def signed(number: int) -> str:
    """A number as it is added.

    >>> signed(5), signed(-2)
    ('+ 5', '- 2')
    """
    return f"- {-number}" if number < 0 else f"+ {number}"


def sum_told(words: Words, roll: Event, actor: str, target: str) -> str:
    """The dice and the sum: "3 and 18, keeps 18, 18 + 5 = 23"; modifiers with a clause of their own are named."""
    dice = roll.get("dice") or ()
    if not dice:
        return str(roll.get("total"))
    if roll.get("kept") is None:  # it fell, but did not decide
        return words.listed(map(str, dice))
    modifiers = [
        modifier
        for modifier in roll.get("modifiers") or ()
        if modifier["value"] and not (roll.get("roll") == "attack" and str(modifier["clause"]).startswith("cover."))
    ]
    fixed = int(roll.get("bonus") or 0) - sum(int(modifier["value"]) for modifier in modifiers)
    terms = [str(roll["kept"])]
    if fixed:
        terms.append(signed(fixed))
    for modifier in modifiers:
        why = reasons_told(words, [modifier], actor, target)
        terms.append(words.say("because", n=signed(int(modifier["value"])), reason=why))
    added = " ".join(terms) + (f" = {roll['total']}" if len(terms) > 1 else "")
    if len(dice) == 1:
        return added
    return dice_told(words, roll) + (words.say("comma") + added if len(terms) > 1 else "")


def against_told(words: Words, roll: Event, key: str, total: str) -> str:
    """The sum and what it had to reach; the cover inside an AC is named."""
    number = roll.get("target_number")
    if number is None:
        return total
    text = str(number)
    bonus = COVER_BONUS.get(str(roll.get("cover")), 0)
    if bonus and roll.get("roll") == "attack":
        text = f"{int(number) - bonus} " + words.say("because", n=signed(bonus), reason=words.cover(str(roll["cover"])))
    return words.say("against.difficulty" if words.counts_rerolls else key, sum=total, number=text)


def attack_verdict(words: Words, roll: Event, target: str) -> str:
    """Hit, miss, critical, fumble."""
    degree = roll.get("degree")
    if degree == "fumble":
        return words.say("fumble", n=roll.get("severity"))
    if roll.get("automatic") == "failure":
        return words.say("miss.automatic")
    if degree == "failure":
        return words.say("miss.natural" if roll.get("kept") == 1 and not words.counts_rerolls else "miss")
    if roll.get("auto_critical"):
        return words.say("hit.helpless", target=target)
    if degree in ("minor", "major"):
        return words.say(f"hit.{degree}")
    return words.say("hit.critical" if roll.get("critical") or degree == "critical" else "hit")


def verdict(words: Words, roll: Event, won: bool | None = None) -> str:
    """Success or failure of any roll but an attack; `won` says so for a contest."""
    degree = roll.get("degree")
    if degree == "fumble":
        return words.say("fumble", n=roll.get("severity"))
    automatic = roll.get("automatic")
    if automatic in ("success", "failure"):
        return words.say("succeeds.automatic" if automatic == "success" else "fails.automatic")
    if degree in ("minor", "major") and won is not False:
        return words.say(f"succeeds.{degree}")
    succeeded = degree in ("success", "critical") if won is None else won
    return words.say("succeeds" if succeeded else "fails")


# ---------------------------------------------------------------------------------------------------------- the story


class Narrator:
    """Tells events in one language. It remembers who is down, so that a death reads as what it is."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._down: set[str] = set()
        self._jumped: Event | None = None  # the jump that the move to come has made
        self._is_bonus_roll = False  # the check that comes next is a bonus action
        self._sentences: list[_Sentence] = []
        self._tellers: dict[str, Callable[[Event], None]] = {
            "move": self._move,
            "stand": self._stand,
            "fall": self._falls_down,
            "jump": self._jump,
            "mount": self._mounts,
            "attack": self._attack,
            "opportunity-attack": self._attack,
            "damage": self._damage,
            "heal": self._heal,
            "bolster": self._bolster,
            "drain": self._drain,
            "recharge": self._recharge,
            "legendary": self._nothing,
            "save": self._save,
            "check": self._check,
            "contest": self._contest,
            "condition-on": self._condition_on,
            "condition-off": self._condition_off,
            "concentration": self._concentration,
            "down": self._falls,
            "death-save": self._death_save,
            "stable": self._stable,
            "dead": self._dies,
            "action": self._action,
            "zone": self._zone,
            "door": self._door,
            "light": self._light,
            "breath": self._breath,
            "arrive": self._arrive,
            "leave": self._leave,
            "end": self._end,
        }

    def tell(self, events: Iterable[Event]) -> list[Paragraph]:
        """The paragraphs of a run of events, in order. May be called again with what happens next."""
        paragraphs: list[Paragraph] = []
        initiative: list[Event] = []
        turn: Event | None = None

        def finish() -> None:
            nonlocal turn
            self._close(paragraphs, turn, last)
            turn = None

        last: Event = {"round": 0, "turn": 0}
        for event in events:
            kind = event["type"]
            if kind == "initiative":
                initiative.append(event)
                continue
            if initiative:
                paragraphs.append(self._initiative(initiative))
                initiative = []
            if kind in ("turn", "end") or (event["round"], event["turn"]) != (last["round"], last["turn"]):
                finish()
            last = event
            if kind == "turn":
                turn = event
            else:
                self._tellers.get(kind, self._other)(event)
        if initiative:
            paragraphs.append(self._initiative(initiative))
        finish()
        return paragraphs

    def _close(self, paragraphs: list[Paragraph], turn: Event | None, last: Event) -> None:
        """End the paragraph that is being told, if anything was."""
        if turn is not None and turn.get("surprised"):
            self._say(self.words.say("turn.surprised", actor=turn["actor"]), first=True)
        elif turn is not None and not self._sentences and not turn.get("rider"):
            self._say(self.words.say("turn.nothing", actor=turn["actor"]))
        if not self._sentences:
            return
        about = turn if turn is not None else last
        stop = self.words.say("stop")
        text = " ".join(self.words.say("comma").join(sentence.clauses) + stop for sentence in self._sentences)
        actor = turn["actor"] if turn is not None else None
        paragraphs.append(Paragraph(about["round"], about["turn"], actor, printable(text)))
        self._sentences = []

    # --------------------------------------------------------------------------------------------------- sentences

    def _say(self, text: str, about: str | None = None, is_open: bool = False, first: bool = False) -> None:
        sentence = _Sentence([text], about, is_open)
        self._sentences.insert(0 if first else len(self._sentences), sentence)

    def _follow(self, text: str) -> None:
        """Continue the sentence of the roll that this follows from, or begin one."""
        if self._sentences and self._sentences[-1].is_open:
            self._sentences[-1].clauses.append(text)
        else:
            self._say(text)

    def _say_roll(self, head: str, why: list[str], total: str, judged: str, about: str | None) -> None:
        words = self.words
        rolled = words.say("semicolon").join([*why, total]) if total else words.say("semicolon").join(why)
        parts = [part for part in (head, rolled, judged) if part]
        self._say(words.say("colon").join(parts), about, is_open=True)

    def _cause(self, id: str) -> str:
        """What a save or damage comes from: the catalogue's word, or the name in the file."""
        return self.words.action(id) if id in OWN_CAUSES else self.words.attack(id.removesuffix(THROWN))

    def _why(self, roll: Event, actor: str, target: str) -> list[str]:
        return why_told(self.words, roll, actor, target)

    def _sum(self, roll: Event, actor: str, target: str) -> str:
        return sum_told(self.words, roll, actor, target)

    # ------------------------------------------------------------------------------------------------------- rolls

    def _initiative(self, events: list[Event]) -> Paragraph:
        """Everybody's roll and the order that came of them."""
        words = self.words
        told: list[str] = []
        order: Sequence[str] = ()
        for event in events:
            if event.get("order"):
                order = event["order"]
                continue
            if event.get("tied"):
                dice = words.listed(map(str, event["tie_dice"]))
                told.append(words.say("initiative.tied", names=words.listed(event["tied"]), dice=dice))
                continue
            actor = str(event["actor"])
            names = words.listed(event.get("members") or [actor])
            rolled = words.say("comma").join([*self._why(event, actor, ""), self._sum(event, actor, "")])
            text = names + words.say("colon") + rolled
            if event.get("tie_dice"):
                text = words.say("initiative.tie", roll=text, dice=words.listed(map(str, event["tie_dice"])))
            if event.get("degree") == "fumble":
                text = words.say("initiative.fumble", roll=text, n=event.get("severity"))
            told.append(text)
        sentences: list[str] = []
        stop = words.say("stop")
        if told:
            sentences.extend((words.say("initiative") + stop, words.say("semicolon").join(told) + stop))
        if order:
            sentences.append(words.say("initiative.order", names=words.say("comma").join(order)) + stop)
        return Paragraph(events[0]["round"], events[0]["turn"], None, printable(" ".join(sentences)))

    def _attack(self, event: Event) -> None:
        words = self.words
        actor = str(event["actor"])
        named = event.get("target") or event.get("object") or event.get("square")
        target = str(named) if named else words.say("somewhere")
        attack = str(event.get("attack"))
        is_unarmed = attack == "unarmed strike"
        distance = words.distance(int(event.get("distance_ft") or 0))
        if event["type"] == "opportunity-attack":
            key = "opportunity.unarmed" if is_unarmed else "opportunity.melee"
        elif attack.endswith(THROWN):
            attack = attack.removesuffix(THROWN)
            key = "attack.thrown"
        elif event.get("band") in ("normal", "long"):
            key = "attack.ranged"
        else:
            key = "attack.unarmed" if is_unarmed else "attack.melee"
        head = words.say(key, actor=actor, target=target, attack=words.attack(attack), distance=distance)
        total = self._sum(event, actor, target)
        if not event.get("square"):  # of a guessed square nobody learns what would have hit
            total = against_told(words, event, "against.ac", total)
        judged = attack_verdict(words, event, target)
        self._say_roll(head, self._why(event, actor, target), total, judged, target)

    def _save(self, event: Event) -> None:
        words = self.words
        actor = str(event["actor"])
        by = str(event.get("by") or "")
        fields = {"actor": actor, "ability": words.ability(str(event.get("ability"))), "by": by}
        key = "save"
        because = str(event.get("because") or "")
        if (by or because == "concentration") and words.has(f"save.{because}"):
            key = f"save.{because}"
        elif because:
            key = "save.against.by" if by else "save.against"
            fields["because"] = self._cause(because)
        self._say_check(event, words.say(key, **fields), by)

    def _check(self, event: Event) -> None:
        words = self.words
        fields = {"actor": str(event["actor"]), "skill": words.skill(str(event.get("skill")))}
        purpose = f"purpose.{event.get('purpose')}"
        if event.get("task"):
            head = words.say("check.task", task=event["task"], **fields)
        elif words.has(purpose):
            head = words.say("check.purpose", purpose=words.say(purpose), **fields)
        else:
            head = words.say("check", **fields)
        if self._is_bonus_roll:
            head = words.say("action.bonus", sentence=head)
            self._is_bonus_roll = False
        self._say_check(event, head, str(event.get("target") or ""))

    def _say_check(self, event: Event, head: str, other: str) -> None:
        """A saving throw or an ability check; an automatic one is not rolled."""
        actor = str(event["actor"])
        total = ""
        if event.get("dice"):
            total = against_told(self.words, event, "against.dc", self._sum(event, actor, other))
        judged = verdict(self.words, event)
        if any(entry["clause"] == "save.chosen" for entry in event.get("applied") or ()):
            judged = self.words.clause("save.chosen", actor, other)
        self._say_roll(head, self._why(event, actor, other), total, judged, actor)

    def _contest(self, event: Event) -> None:
        words = self.words
        actor, target = str(event["actor"]), str(event.get("target"))
        opposed: Event = event.get("opposed") or {}
        key = f"contest.{event.get('purpose')}"
        head = words.say(key if words.has(key) else "contest", actor=actor, target=target)
        if self._is_bonus_roll:
            head = words.say("action.bonus", sentence=head)
            self._is_bonus_roll = False
        mine = self._aside(words.skill(str(event.get("skill"))), event, actor, target)
        theirs = self._aside(words.skill(str(opposed.get("skill"))), opposed, target, actor, True)
        total = words.say("contest.rolls", mine=mine, theirs=theirs)
        self._say_roll(head, [], total, verdict(words, event, bool(event.get("won"))), target)

    def _aside(self, name: str, roll: Event, actor: str, target: str, is_answer: bool = False) -> str:
        """One roll among several in a sentence: its name, why, and the sum; `is_answer`: it is the other's."""
        total = self._sum(roll, actor, target)
        why = self._why(roll, actor, target)
        told = self.words.say("comma").join([name, *why, total]) if why else f"{name} {total}"
        if is_answer and roll.get("degree") == "fumble":
            told = self.words.say("initiative.fumble", roll=told, n=roll.get("severity"))
        return told

    def _death_save(self, event: Event) -> None:
        words = self.words
        actor = str(event["actor"])
        count = words.say("death-save.count", successes=event.get("successes"), failures=event.get("failures"))
        head = words.say("death-save", actor=actor)
        judged = verdict(words, event)
        self._say_roll(head, self._why(event, actor, ""), self._sum(event, actor, ""), judged, actor)
        self._follow(count)

    # ------------------------------------------------------------------------------------------ what comes of them

    def _damage(self, event: Event) -> None:
        words = self.words
        target = str(event.get("target") or event.get("object"))
        text = self._parts(event)
        if absorbed := int(event.get("temp_hp_lost") or 0):
            text += words.say("comma") + words.say("damage.temporary", n=absorbed)
        if int(event.get("hp") or 0) > 0:
            text = words.say("damage.left", parts=text, hp=event["hp"])
        if self._sentences and self._sentences[-1].is_open and self._sentences[-1].about == target:
            self._sentences[-1].clauses.append(words.say("damage", parts=text))
            return
        source = str(event.get("source") or "")
        told = self._cause(source)
        if self.words.knows_condition(source):
            source = ""  # an effect that its beginning has told of
        key = "damage.full.source" if source else "damage.full"
        self._say(words.say(key, target=target, parts=text, source=told), target, is_open=True)

    def _parts(self, event: Event) -> str:
        """The damage by type; where resistance or its like changed it, also what was rolled."""
        words = self.words
        told = []
        for part in event.get("parts") or ():
            rolled, dealt = int(part["rolled"]), int(part["dealt"])
            if not rolled:
                continue
            key = "part" if rolled == dealt else "part.changed"
            told.append(words.say(key, n=dealt, type=words.damage_type(str(part["type"])), rolled=rolled))
        return words.listed(told) or words.say("damage.none")

    def _heal(self, event: Event) -> None:
        target = str(event.get("target") or event.get("actor"))
        self._down.discard(target)
        self._follow(self.words.say("heal", target=target, amount=event.get("amount"), hp=event.get("hp")))

    def _recharge(self, event: Event) -> None:
        words = self.words
        self._say(words.say("recharge", actor=event["actor"], name=event.get("action"), die=event.get("die")))

    def _nothing(self, event: Event) -> None:
        """What the action that comes with it has told."""

    def _bolster(self, event: Event) -> None:
        fields = {key: event.get(key) for key in ("target", "amount", "max_hp")}
        self._follow(self.words.say("bolster", **fields))

    def _drain(self, event: Event) -> None:
        fields = {key: event.get(key) for key in ("target", "amount", "max_hp")}
        self._follow(self.words.say("drain", **fields))

    def _concentration(self, event: Event) -> None:
        key = "concentrates" if event.get("begins") else "concentration.lost"
        self._follow(self.words.say(key, actor=event.get("actor"), spell=event.get("spell")))

    def _falls(self, event: Event) -> None:
        target = str(event.get("target") or event.get("actor"))
        self._down.add(target)
        self._follow(self.words.say("down", target=target))

    def _stable(self, event: Event) -> None:
        self._follow(self.words.say("stable", target=event.get("target") or event.get("actor")))

    def _dies(self, event: Event) -> None:
        """Whoever stood falls, whoever was down dies; a cause that is not the blow itself is named."""
        words = self.words
        target = str(event.get("target") or event.get("actor"))
        because = str(event.get("because") or "")
        if because and because != "damage":
            text = words.say("dead.because", target=target, because=words.because(because))
        else:
            text = words.say("dead" if target in self._down else "dead.falls", target=target)
        fell = words.say("down", target=target)
        clauses = self._sentences[-1].clauses if self._sentences else []
        if clauses and clauses[-1] == fell:
            clauses.pop()  # the fall and the death are one blow
            text = text if because and because != "damage" else words.say("dead.falls", target=target)
            if not clauses:
                self._sentences.pop()
        self._down.add(target)
        self._follow(text)

    def _condition_on(self, event: Event) -> None:
        words = self.words
        condition = str(event.get("condition"))
        if condition in BROUGHT_BY_FALLING and event.get("target") in self._down:
            return
        key = f"on.{condition}"
        sentence = words.say(
            key if words.has(key) else "on" if words.knows_condition(condition) else "on.spell",
            target=event.get("target"),
            condition=words.condition(condition),
            level=event.get("level"),
        )
        rounds = int(event.get("rounds") or -1)
        if rounds > 0:
            sentence = words.say("on.round" if rounds == 1 else "on.rounds", sentence=sentence, rounds=rounds)
        self._follow(sentence)

    def _condition_off(self, event: Event) -> None:
        words = self.words
        condition = str(event.get("condition"))
        if event.get("because") == "stood up":
            return  # standing up has said so
        if event.get("because") == "concentration" and not words.knows_condition(condition):
            return  # that the spell is no longer held has said so
        key = f"off.{condition}"
        self._follow(
            words.say(
                key if words.has(key) else "off" if words.knows_condition(condition) else "off.spell",
                target=event.get("target"),
                condition=words.condition(condition),
                because=words.because(str(event.get("because"))),
            )
        )

    # ---------------------------------------------------------------------------------------- movement and actions

    def _move(self, event: Event) -> None:
        words = self.words
        path: Sequence[str] = event.get("path") or ()
        if not path or event.get("carried"):
            return  # what carries it is told of
        length = FEET_A_STEP * len(path)
        cost = int(event.get("cost_ft") or 0)
        fields = {
            "actor": event["actor"],
            "square": path[-1],
            "distance": words.distance(length),
            "by": event.get("by"),
        }
        if event.get("teleports"):
            self._say(words.say("move.teleport", **fields), str(event["actor"]))
            return
        if event.get("forced"):
            self._follow(words.say("move.forced.by" if event.get("by") else "move.forced", **fields))
            return
        jumped, self._jumped = self._jumped, None
        if jumped is not None and jumped["square"] == path[-1]:
            fields["distance"] = words.distance(int(jumped["feet"]))
            key = "jumps.up" if jumped["clause"] == "jump.high" else "jumps"
            self._say(words.say(key, **fields), str(event["actor"]))
            return
        key = "move.cost" if cost and cost != length else "move"
        altitudes = event.get("altitudes") or (0,)
        if altitudes[-1]:
            key += ".up"
            fields["height"] = words.distance(altitudes[-1])
        sentence = words.say(key, cost=words.distance(cost), **fields)
        if event.get("dragging"):
            sentence = words.say("move.dragging", sentence=sentence, names=words.listed(event["dragging"]))
        self._say(sentence, str(event["actor"]))

    def _jump(self, event: Event) -> None:
        """A jump is told with the move that it makes."""
        self._jumped = event

    def _stand(self, event: Event) -> None:
        cost = self.words.distance(int(event.get("cost_ft") or 0))
        self._say(self.words.say("stand", actor=event["actor"], cost=cost), str(event["actor"]))

    def _falls_down(self, event: Event) -> None:
        words = self.words
        clause = event.get("clause")
        fields = {"actor": event["actor"], "square": event["square"], "distance": words.distance(int(event["feet"]))}
        if clause:
            fields["because"] = words.clause(str(clause), actor=str(event["actor"]))
        self._say(words.say("falls.because" if clause else "falls", **fields), str(event["actor"]), is_open=True)

    def _mounts(self, event: Event) -> None:
        words = self.words
        cost = words.distance(int(event.get("cost_ft") or 0))
        fields = {"actor": event["actor"], "target": event["target"], "square": event["square"], "cost": cost}
        self._say(words.say(f"mount.{event['change']}", **fields), str(event["actor"]))

    def _action(self, event: Event) -> None:
        words = self.words
        action = str(event.get("action"))
        if action in TOLD_BY_THEIR_ROLL and not event.get("hidden"):
            self._is_bonus_roll = event.get("cost") == "bonus"
            return
        fields = {
            "actor": event["actor"],
            "target": event.get("target"),
            "hidden": event.get("hidden"),
            "ally": event.get("ally"),
            "attack": words.attack(str(event.get("attack") or "")),
            "action": words.action(action),
            "object": event.get("object"),
            "name": event.get("name"),
            "die": event.get("die"),
            "why": words.clause(str(event.get("clause") or "")),
        }
        keys = [f"action.{action}", "action.other"]
        keys.insert(0, f"action.{action}.{event.get('cost')}")
        if event.get("spell") and action == "use":
            keys[:0] = [f"action.cast.{event.get('cost')}", "action.cast"]
        if event.get("hidden"):
            keys.insert(0, f"action.{action}.total")
        if event.get("target") and event["target"] != event["actor"]:
            keys[-2:] = [f"action.{action}.target", f"action.{action}", "action.other.target"]
        if event.get("ally"):
            keys.insert(0, f"action.{action}.ally")
        sentence = words.say(next(key for key in keys if words.has(key)), **fields)
        if event.get("cost") == "bonus":
            sentence = words.say("action.bonus", sentence=sentence)
        elif event.get("cost") == "trait":
            sentence = sentence[:1].upper() + sentence[1:]  # it begins with the name of the trait
        self._say(sentence, str(event["actor"]))

    def _arrive(self, event: Event) -> None:
        name = event.get("actor") or event.get("target")
        height = int(event.get("altitude") or 0)
        key = "arrive.up" if height else "arrive"
        self._say(self.words.say(key, actor=name, square=event.get("square"), height=self.words.distance(height)))

    def _leave(self, event: Event) -> None:
        name = event.get("actor") or event.get("target")
        self._follow(self.words.say("leave", actor=name, because=self.words.because(str(event.get("because")))))

    def _door(self, event: Event) -> None:
        what = "window" if event.get("window") else "door"
        key = f"door.{event['action']}.{what}"
        self._say(self.words.say(key, actor=event["actor"], door=event["door"]), str(event["actor"]))

    def _zone(self, event: Event) -> None:
        zone = self.words.zone(str(event.get("kind")))
        self._say(self.words.say(f"zone.{event.get('change', 'begins')}", zone=zone))

    def _light(self, event: Event) -> None:
        """A lamp is lit, goes out or falls; that a cone is turned is not told."""
        change, actor = str(event["change"]), event.get("actor")
        if change == "turned":
            return
        key = (
            "light.out.by" if change == "out" and actor is not None and not event.get("because") else f"light.{change}"
        )
        sentence = self.words.say(key, actor=actor, lamp=self.words.lamp(str(event["kind"])))
        self._say(sentence[:1].upper() + sentence[1:])

    def _breath(self, event: Event) -> None:
        why = self.words.clause(str(event.get("clause") or ""))
        self._say(self.words.say(f"breath.{event['change']}", actor=event["target"], why=why))

    def _end(self, event: Event) -> None:
        outcome, rounds = str(event.get("outcome")), event.get("rounds")
        key = f"end.{outcome}" if outcome in ("draw", "undecided") else "end.side"
        self._say(self.words.say(f"{key}.one" if rounds == 1 else key, side=outcome, rounds=rounds))

    def _other(self, event: Event) -> None:
        """An event of a type this version has no sentence for is told by its type."""
        self._say(self.words.say("action.other", actor=event.get("actor"), action=event["type"]))
