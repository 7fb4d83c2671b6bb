"""One roll: who may make it, what gives it advantage and disadvantage, and its exact odds."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from attrs import frozen

from encounter.engine.board import square_name
from encounter.engine.combatant import ACTION, BONUS, Combatant, as_able
from encounter.engine.creature import SKILLS
from encounter.engine.d20 import (
    ATTACK,
    CHECK,
    FUMBLE,
    INITIATIVE,
    MAJOR,
    MINOR,
    SAVE,
    SKILL,
)
from encounter.engine.effect import ABILITIES, CRITICAL_NEAR, INCAPACITATED, TRAIT_LUCKY, UNAWARE, Ongoing, Threat
from encounter.engine.encounter import Encounter
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.intent import HIDE, SEARCH
from encounter.engine.rules.act import hide_difficulty, judge_cost, judge_extra_attack
from encounter.engine.rules.attack import EXTRA, MAIN, OPPORTUNITY, aim_at_square, may_sneak
from encounter.engine.rules.checks import best_skill, prepare_ability_check, training, usual_ability
from encounter.engine.rules.contest import bond_on, breaking_bonus, choose_save, choose_skill, threat_of
from encounter.engine.rules.legal import (
    ACTION_USED,
    HAND_NONE,
    IS_INCAPACITATED,
    LEGAL,
    NOT_POSSIBLE,
    RANGE_OUT,
    REACH_OUT,
    REACTION_NONE,
    UNLOCATED,
    cover_bonus,
    grip_reach_ft,
    judge_attack,
    judge_grip,
)
from encounter.engine.rules.perception import (
    IS_BLIND,
    MAY_NOTICE,
    UNSEEN_NAMES,
    in_dim_light,
    judge_noticing,
    judge_sight,
    may_hide,
    would_see_unhidden,
)
from encounter.engine.rules.reasons import add_looking, combine, derive_attack, derive_initiative
from encounter.engine.rules.saves import more_dice, prepare_check, prepare_contest, prepare_save
from encounter.engine.rules.seeking import lacking_sense, passive_score, prepare_search, search_difficulty
from encounter.engine.rules.things import derive_strike, judge_strike, judge_task, prepare_task
from encounter.engine.sight import NONE
from encounter.engine.tables import LIGHT, MELEE_WEAPON, NICK, Task, Thing, Use
from encounter.explaining.telling import (
    COVER_NAMES,
    Json,
    Words,
    illegal_told,
    position_of,
    roll_told,
    spelled_out,
    square_called,
    standing,
    state_told,
)
from encounter.odds import (
    Face,
    NotThere,
    Position,
    acts_before,
    attack_odds,
    contest_odds,
    death_save_odds,
    nearest,
    normalised,
    of_degree,
    roll_odds,
    strike_odds,
    succeeds,
)
from encounter.scenario.model import Scenario

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
OCCASIONS: Final = {"main": MAIN, "extra": EXTRA, "opportunity": OPPORTUNITY, "reaction": MAIN}
MOST_DC: Final = 1000
NEEDS_TARGET: Final = ("attack", "grapple", "shove", "contest", "search")
SQUARE: Final = re.compile(r"[A-Za-z]{1,3}[0-9]{1,3}")
OPPOSED_BY: Final = {"stealth": "perception", "perception": "stealth", "deception": "insight"}  # else the same skill

KEYS: Final = (
    "ruleset",
    "attacker",
    "target",
    "action",
    "attack",
    "ability",
    "skill",
    "legal",
    "illegal",
    "distance_ft",
    "band",
    "sees",
    "unseen",
    "cover",
    "roller",
    "advantage",
    "disadvantage",
    "suppressed",
    "applied",
    "mode",
    "net",
    "neutral",
    "bonus",
    "modifiers",
    "passive",
    "target_number",
    "target_parts",
    "opposed",
    "automatic",
    "p_success",
    "p_critical",
    "p_minor",
    "p_major",
    "p_fumble",
    "p_drop",
    "auto_critical",
    "expected_damage",
    "state",
    "not_simulated",
)


@frozen
class Question:
    """What is asked about a roll, apart from who makes it."""

    action: str = "attack"
    attack: str | None = None
    ability: str | None = None
    skill: str | None = None
    dc: int | None = None
    made_as: str = "main"
    shove: str | None = None
    spend: str | None = None
    tool: str | None = None
    against: tuple[str, ...] = ()

    def check(self, target: str | None) -> None:
        """ValueError for words that mean nothing and combinations that cannot be."""
        if self.action not in ACTIONS:
            raise ValueError(f"{self.action!r} is no action ({', '.join(ACTIONS)})")
        if self.made_as not in OCCASIONS:
            raise ValueError(f"{self.made_as!r} is no occasion ({', '.join(OCCASIONS)})")
        if self.ability is not None and self.ability not in ABILITIES:
            raise ValueError(f"{self.ability!r} is no ability ({', '.join(ABILITIES)})")
        if self.action in NEEDS_TARGET and target is None:
            raise ValueError(f"the action {self.action} needs a target")
        if self.action == "check" and self.ability is None and self.skill is None and target is None:
            raise ValueError("a check needs an ability or a skill")
        if self.action != "check" and self.skill is not None and " or " in self.skill:
            raise ValueError("only a check may be made with one of several skills")
        if self.action == "save" and self.ability is None:
            raise ValueError("a save needs an ability")
        if self.dc is not None and not 0 <= self.dc <= MOST_DC:
            raise ValueError(f"a DC is from 0 to {MOST_DC}")
        if self.shove not in (None, "push", "prone"):
            raise ValueError(f"{self.shove!r} is no shove (push, prone)")
        if self.spend not in (None, "inspiration"):
            raise ValueError(f"{self.spend!r} cannot be spent (inspiration)")
        for value, name, actions in (
            (self.attack, "attack", ("attack",)),
            (self.shove, "shove", ("shove",)),
            (self.ability, "ability", ("check", "save", "contest")),
            (self.skill, "skill", ("check", "contest", "escape")),
            (self.dc, "dc", ("check", "save")),
            (self.tool, "tool", ("check",)),
            (self.against or None, "against", ("save",)),
            (self.spend, "spend", ("attack", "grapple", "shove", "escape", "check", "save", "contest", "hide")),
        ):
            if value is not None and self.action not in actions:
                raise ValueError(f"{name} does not go with the action {self.action}")
        if self.made_as != "main" and self.action not in ("attack", "grapple", "shove"):
            raise ValueError(f"the action {self.action} is not made as {self.made_as}")


def explain_roll(
    encounter: Encounter | Scenario,
    attacker: str,
    target: str | None = None,
    *,
    attack: str | None = None,
    action: str = "attack",
    ability: str | None = None,
    skill: str | None = None,
    dc: int | None = None,
    made_as: str = "main",
    shove: str | None = None,
    spend: str | None = None,
    tool: str | None = None,
    against: Sequence[str] = (),
    words: Words = spelled_out,
) -> Json:
    """What applies to one roll of `attacker`, and its odds: the JSON of `encounter explain`.

    `target` is a combatant or a square where somebody unseen may be; `attack` names a use (`dagger (thrown)`), without
    it the first of the stat block that is legal is taken; `made_as` is main, extra, opportunity or reaction; `skill`
    may name several, "athletics or acrobatics", of which the best counts, and `tool` one to make a check with;
    `against` is what a save is against, `magic` or the conditions that its failure brings; `words`
    puts clauses into words. ValueError for what is not there, does not go together, or is not simulated yet.
    """
    question = Question(action, attack, ability, skill, dc, made_as, shove, spend, tool, tuple(against))
    question.check(target)
    answer = Answer(position_of(encounter), attacker, target, question, words)
    if skill is not None:
        answer.find_skills(skill)
    PROCEDURES[action](answer)
    return answer.json()


class Answer:
    """An explanation while it is put together; `told` holds what is known so far, the rest does not apply."""

    def __init__(self, position: Position, attacker: str, target: str | None, question: Question, words: Words) -> None:
        self.position = position
        self.question = question
        self.words = words
        self.f: Fight = position.fight
        self.a: Combatant = standing(position.named(attacker))
        self.thing: Thing | None = None  # the object that is aimed at
        self.task: Task | None = None  # the task that is tried
        # whom it is aimed at, and the square if that is named in place of a combatant
        self.t, self.square = self._aim(target)
        self.ground = LEGAL
        self.skills: list[str] = []
        self.told: Json = {
            "ruleset": position.encounter.ruleset,
            "attacker": self.a.name,
            "target": target if self.t is None else self.t.name,
            "action": question.action,
            "roller": self.a.name,
            "target_parts": [],
            "applied": [],
            "not_simulated": list(position.encounter.not_simulated),
        }
        if self.t is not None:
            self.facts_of_the_pair(self.t)

    def _aim(self, target: str | None) -> tuple[Combatant | None, int]:
        """Whom or which square is meant; -1 for a square that is not named."""
        if target is None:
            return None, -1
        square = -1
        aimed_at = self.position.find(target)
        if aimed_at is None and self._finds_thing(target):
            return None, -1
        if aimed_at is None and self.question.action == "attack" and SQUARE.fullmatch(target):
            square = square_called(self.f, target)
            aimed_at = next((o for o in self.f.combatants if self.f.occupied[square] & o.bit), None)
        else:
            aimed_at = standing(self.position.named(target))
        if aimed_at is self.a:
            raise ValueError(f"{self.a.name} cannot be its own target")
        return aimed_at, square

    def _finds_thing(self, target: str) -> bool:
        """Whether an object to attack or a task to try is called so; it is then what is explained."""
        name = normalised(target)
        if self.question.action == "attack":
            self.thing = next((one for one in self.f.setup.things if normalised(one.name) == name), None)
        elif self.question.action == "check":
            self.task = next((one for one in self.f.setup.tasks if normalised(one.name) == name), None)
        return self.thing is not None or self.task is not None

    def find_skills(self, named: str) -> None:
        """The skills that are named, of the rules or of the attacker's own. ValueError for one that it has not."""
        known = {normalised(skill): skill for skill in self.a.stat.skills}
        for name in named.split(" or "):
            if normalised(name.strip()) not in known:
                raise NotThere(f"{name.strip()!r} is no skill", nearest(name.strip(), known.values()))
            self.skills.append(known[normalised(name.strip())])

    def facts_of_the_pair(self, t: Combatant) -> None:
        f, a = self.f, self.a
        self.told["distance_ft"] = int(f.apart_ft(a, t))
        unseen = {"attacker": UNSEEN_NAMES[judge_sight(f, a, t)], "target": UNSEEN_NAMES[judge_sight(f, t, a)]}
        self.told["sees"] = {who: why == "" for who, why in unseen.items()}
        self.told["unseen"] = {who: why or None for who, why in unseen.items()}
        self.told["cover"] = COVER_NAMES[self.cover]
        self.told["state"] = {"attacker": state_told(f, a), "target": state_told(f, t)}

    @property
    def cover(self) -> int:
        """The degree of cover of the target from the attacker."""
        assert self.t is not None
        a, t = self.a, self.t
        return int(self.f.cover(a, t))

    @property
    def target(self) -> Combatant:
        """The target of an action that cannot be without one."""
        assert self.t is not None
        return self.t

    @property
    def is_attack_or_save(self) -> bool:
        """Whether what is rolled is an attack or a saving throw, and no ability check."""
        grips = self.f.setup.rules.grapple_is_save
        return self.question.action in ("attack", "save", "death-save", *(("grapple", "shove") if grips else ()))

    @property
    def counts_rerolls(self) -> bool:
        return self.f.setup.rules.d20.stacks

    # ------------------------------------------------------------------------------------------------------- telling

    def object_to(self, *grounds: int) -> None:
        """Grounds against it; the first in the order of clauses is told."""
        against = [ground for ground in (self.ground, *grounds) if ground != LEGAL]
        self.ground = min(against, default=LEGAL)

    def spend(self, facts: Facts) -> bool:
        """Spend what the question says on a roll of the attacker; True when it may re-roll a die (5.2)."""
        if self.question.spend is None:
            return False
        if not self.a.has_inspiration:
            raise ValueError(f"{self.a.name} has no inspiration to spend (state: inspiration)")
        if self.counts_rerolls:
            raise ValueError(f"inspiration is not used under {self.f.setup.rules.name}")
        bit = self.f.setup.core.inspiration
        if bit == 0:
            self.tell_applied("heroic-inspiration", self.a, self.t)
        facts.advantage |= bit
        combine(self.f, facts)
        return bit == 0

    def tell_roll(self, roller: Combatant, other: Combatant | None, facts: Facts) -> None:
        """Put down the reasons and numbers of a roll; `facts` may be used again afterwards."""
        self.told.update(roll_told(self.f, roller, other, facts, self.words))
        self.told["roller"] = roller.name
        for row in more_dice(roller, SAVE) if self.is_attack_or_save else ():
            sides = int(row.d20_die)
            part = self.part(row.number_clause, 0, roller, other)
            self.told["modifiers"].append({**part, "dice": f"+1d{sides}" if sides > 0 else f"-1d{-sides}"})
        if facts.suppressed:
            self.tell_applied("elusive", roller, other)
        if roller.flags & TRAIT_LUCKY:
            self.tell_applied("lucky", roller, other)
        if facts.automatic < 0:
            self.tell_applied("helpless.save", roller, other)

    def part(self, clause: str, value: int, actor: Combatant, other: Combatant | None) -> Json:
        """A number with the clause it comes from."""
        return {
            "clause": clause,
            "value": value,
            "text": self.words(clause, actor.name, other.name if other else "", None),
        }

    def tell_applied(self, clause: str, actor: Combatant, other: Combatant | None) -> None:
        """Put down a clause that bears on the roll otherwise than by a die more or a number."""
        text = self.words(clause, actor.name, other.name if other else "", None)
        self.told["applied"].append({"clause": clause, "text": text})

    def tell_cover(self, key: str, cover: int, actor: Combatant, other: Combatant | None) -> None:
        """Put down what a degree of cover adds to a number."""
        if added := int(cover_bonus(self.f, cover)):
            self.told[key] = [*self.told.get(key, ()), self.part(f"cover.{COVER_NAMES[cover]}", added, actor, other)]

    def tell_armour(self, actor: Combatant, t: Combatant) -> None:
        """Put down what spells add to an AC."""
        for row in {effect.row.name: effect.row for effect in t.ongoing}.values():
            if row.ac:
                part = self.part(row.number_clause, int(row.ac), actor, t)
                self.told["target_parts"] = [*self.told.get("target_parts", ()), part]

    def tell_odds(self, chances: dict[Face, Fraction], kind: int, success: Fraction | None) -> None:
        """Put down the odds of a roll of the attacker's own."""
        if self.ground != LEGAL:
            return
        self.told["p_success"] = success
        if self.counts_rerolls:
            self.told["p_fumble"] = of_degree(chances, FUMBLE)
            if kind == SKILL and success is not None:
                self.told["p_minor"] = of_degree(chances, MINOR)
                self.told["p_major"] = of_degree(chances, MAJOR)
                self.told["p_critical"] = self.told["p_minor"] + self.told["p_major"]

    def json(self) -> Json:
        """The whole answer, every key in its place."""
        target = self.t.name if self.t is not None else ""
        self.told["legal"] = self.ground == LEGAL
        self.told["illegal"] = illegal_told(self.ground, self.a.name, target, self.words)
        if "state" not in self.told:
            self.told["state"] = {"attacker": state_told(self.f, self.a), "target": None}
        for key, value in self.told.items():
            if isinstance(value, Fraction):
                self.told[key] = float(value)
        return {key: self.told.get(key) for key in KEYS}


# ------------------------------------------------------------------------------------------------------------ attacks


def _attack(answer: Answer) -> None:
    f, a = answer.f, answer.a
    if answer.thing is not None:
        _attack_on_a_thing(answer, answer.thing)
        return
    if answer.t is None:
        _attack_on_a_square(answer)
        return
    t = answer.t
    use = _choose_use(answer, t)
    answer.object_to(_judge_use(answer, t, use))
    if use.is_saved_against:
        _net_save(answer, t, use)
        return
    judge_attack(f, a, t, use, f.facts)
    facts = f.facts
    facts.cover = answer.cover
    facts.target_number = t.ac + cover_bonus(f, answer.cover)
    derive_attack(f, a, t, use, facts)
    inspired = answer.spend(facts)
    answer.tell_roll(a, t, facts)
    answer.told["attack"] = use.name
    answer.told["band"] = _band(use, int(facts.distance_ft))
    answer.told["target_number"] = int(facts.target_number)
    answer.tell_cover("target_parts", answer.cover, a, t)
    answer.tell_armour(a, t)
    answer.told["auto_critical"] = t.flags & CRITICAL_NEAR != 0 and facts.distance_ft <= 5
    if answer.told["auto_critical"]:
        answer.tell_applied("helpless.critical", a, t)
    if facts.falls_short:
        answer.told["automatic"] = "failure"
        answer.tell_applied("underwater.miss", a, t)
    if use.critical_on:
        answer.tell_applied(a.stat.critical_clause, a, t)
    if may_sneak(f, a, t, use, facts):
        answer.tell_applied(a.stat.sneak_clause, a, t)
    if as_able(a, use) is not use:
        answer.tell_applied("rage" if as_able(a, use) is use.raging else "half-hp.damage", a, t)
    if use.with_advantage and facts.net > 0:
        answer.tell_applied("advantage.damage", a, t)
    if answer.ground == LEGAL:
        _tell_attack_odds(answer, t, use, inspired)


def _net_save(answer: Answer, t: Combatant, use: Use) -> None:
    """A net in 5.2: the target's saving throw in place of an attack roll; it does not hold the Huge."""
    f, a, told = answer.f, answer.a, answer.told
    if answer.question.spend is not None:
        raise ValueError(f"{a.name} makes no roll: {t.name} saves")
    rider = use.riders[0]
    prepare_save(f, t, rider.save, rider.dc, a.index, answer.cover, rider.threat)
    answer.tell_roll(t, a, f.facts)
    told["attack"] = use.name
    told["band"] = _band(use, int(f.apart_ft(a, t)))
    told["ability"] = ABILITIES[rider.save]
    told["target_number"] = int(rider.dc)
    answer.tell_cover("modifiers", answer.cover, t, a)
    held = t.stat.size <= rider.largest
    told["automatic"] = "failure" if not held else "success" if f.facts.automatic < 0 else None
    if answer.ground == LEGAL:
        told["p_success"] = 1 - succeeds(roll_odds(f, t, SAVE, f.facts)) if held else Fraction(0)


def _tell_attack_odds(answer: Answer, t: Combatant, use: Use, inspired: bool) -> None:
    told = answer.told
    left = int(t.hp + t.temp_hp) if t.hp > 0 else 0
    made_as = OCCASIONS[answer.question.made_as]
    odds = attack_odds(answer.position, int(answer.a.index), int(t.index), use, made_as=made_as, inspired=inspired)
    told["p_success"] = odds.hit
    told["p_critical"] = odds.critical
    if answer.counts_rerolls:
        told["p_minor"], told["p_major"], told["p_fumble"] = odds.minor, odds.major, odds.fumble
    told["p_drop"] = odds.reaches(left)
    told["expected_damage"] = odds.expected_damage


def _band(use: Use, apart: int) -> str:
    if use.is_melee:
        return "reach" if apart <= use.reach_ft else "out"
    return "normal" if apart <= use.normal_ft else "long" if apart <= use.long_ft else "out"


def _choose_use(answer: Answer, t: Combatant) -> Use:
    """The use that is named, else the first legal one of the stat block, else the first."""
    uses = list(answer.a.stat.uses)
    name = answer.question.attack
    if name is not None:
        return use_called(answer.a, name)
    if not uses:
        raise ValueError(f"{answer.a.name} has no attack")
    return next((use for use in uses if _judge_use(answer, t, use) == LEGAL), uses[0])


def use_called(c: Combatant, name: str) -> Use:
    """An attack of a combatant by the name of its use. ValueError names the nearest, else those there are."""
    for use in c.stat.uses:
        if normalised(use.name) == normalised(name):
            return use
    names = [use.name for use in c.stat.uses]
    hint = nearest(name, names) or (f"there are: {', '.join(names)}" if names else "")
    raise NotThere(f"{c.name} has no attack {name!r}", hint)


def _judge_use(answer: Answer, t: Combatant, use: Use) -> int:
    """LEGAL or the first ground against making this attack on this occasion."""
    f, a = answer.f, answer.a
    grounds = [int(judge_attack(f, a, t, use, f.facts)), *_judge_occasion(answer, use)]
    if answer.square >= 0:
        grounds = [ground for ground in grounds if ground != UNLOCATED]  # the square is named: it need not be known
    return min((ground for ground in grounds if ground != LEGAL), default=LEGAL)


def _judge_occasion(answer: Answer, use: Use | None) -> list[int]:
    """Whether the action, bonus action or reaction for an attack, grapple or shove is there."""
    f, a, made_as = answer.f, answer.a, answer.question.made_as
    if made_as in ("opportunity", "reaction"):
        grounds = [] if a.has_reaction else [REACTION_NONE]
        unarmed_option = use is None and not f.setup.rules.opportunity_unarmed_options
        if made_as == "opportunity" and (unarmed_option or (use is not None and not use.is_melee)):
            grounds.append(NOT_POSSIBLE)
        return grounds
    if made_as == "extra":
        return [_judge_extra(answer, use)]
    return [] if a.budget & ACTION else [ACTION_USED]


def _judge_extra(answer: Answer, use: Use | None) -> int:
    """Whether the bonus attack of two-weapon fighting may follow an attack with any other light weapon."""
    f, a = answer.f, answer.a
    if use is None:
        return NOT_POSSIBLE
    if not (a.budget & BONUS or use.masteries & NICK):
        return ACTION_USED
    for other in a.stat.uses:
        if other.flags & LIGHT and (other.flags & MELEE_WEAPON or not f.setup.rules.light_needs_melee):
            a.light_weapon = other.weapon_index
            a.light_used = 1 << other.weapon_index
            if judge_extra_attack(f, a, use) == LEGAL:
                return LEGAL
    return HAND_NONE


def _attack_on_a_thing(answer: Answer, thing: Thing) -> None:
    """An attack on an object: its armour class, and what a hit takes off it."""
    f, a, told = answer.f, answer.a, answer.told
    uses = list(a.stat.uses) if answer.question.attack is None else [use_called(a, answer.question.attack)]
    if not uses:
        raise ValueError(f"{a.name} has no attack")
    use = next((use for use in uses if judge_strike(f, a, thing, use, f.facts) == LEGAL), uses[0])
    answer.object_to(int(judge_strike(f, a, thing, use, f.facts)), *_judge_occasion(answer, use))
    f.facts.target_number = thing.ac + cover_bonus(f, int(f.facts.cover))
    derive_strike(f, a, thing, use, f.facts)
    answer.tell_roll(a, None, f.facts)
    apart = int(f.apart_from_ft(a, thing.square))
    told.update(
        target=thing.name,
        attack=use.name,
        distance_ft=apart,
        band=_band(use, apart),
        cover=COVER_NAMES[int(f.facts.cover)],
        target_number=int(f.facts.target_number),
        auto_critical=False,
    )
    answer.tell_cover("target_parts", int(f.facts.cover), a, None)
    if answer.ground == LEGAL:
        odds = strike_odds(f, a, thing, use)
        told["p_success"], told["p_critical"] = odds.hit, odds.critical
        if answer.counts_rerolls:
            told["p_minor"], told["p_major"], told["p_fumble"] = odds.minor, odds.major, odds.fumble
        told["p_drop"] = odds.reaches(int(f.thing_hp[thing.index]))
        told["expected_damage"] = odds.expected_damage


def _attack_on_a_square(answer: Answer) -> None:
    """An attack on a square where nobody is: it misses, whatever the die shows (rules.md 59)."""
    f, a, told = answer.f, answer.a, answer.told
    apart = int(f.apart_from_ft(a, answer.square))
    uses = list(a.stat.uses)
    if answer.question.attack is not None:
        uses = [use_called(a, answer.question.attack)]
    if not uses:
        raise ValueError(f"{a.name} has no attack")
    use = next((use for use in uses if _band(use, apart) != "out"), uses[0])
    band = _band(use, apart)
    if band == "out":
        answer.object_to(REACH_OUT if use.is_melee else RANGE_OUT)
    answer.object_to(IS_INCAPACITATED if a.flags & INCAPACITATED else LEGAL, *_judge_occasion(answer, use))
    aim_at_square(f, a, answer.square, use)
    answer.tell_roll(a, None, f.facts)
    told.update(
        target=square_name(f.board.width, answer.square),
        attack=use.name,
        distance_ft=apart,
        band=band,
        automatic="failure",
        auto_critical=False,
    )
    answer.tell_applied("wrong-square.miss", a, None)
    chances = roll_odds(f, a, ATTACK, f.facts)
    answer.position.put_back()
    told["state"] = {"attacker": state_told(f, a), "target": None}
    if answer.ground == LEGAL:
        told.update(p_success=0.0, p_critical=0.0, p_drop=None, expected_damage=0.0)
        if answer.counts_rerolls:
            told.update(p_minor=0.0, p_major=0.0, p_fumble=of_degree(chances, FUMBLE))


# ---------------------------------------------------------------------------------------------------- grapple, shove


def _grapple(answer: Answer) -> None:
    _grip(answer, True)


def _shove(answer: Answer) -> None:
    _grip(answer, False)


def _grip(answer: Answer, needs_hand: bool) -> None:
    """A grapple or shove: a contest, or a save of the target, as the edition has it."""
    f, a, t = answer.f, answer.a, answer.target
    answer.told["band"] = "reach" if f.apart_ft(a, t) <= grip_reach_ft(a) else "out"
    answer.object_to(int(judge_grip(f, a, t, needs_hand)), *_judge_occasion(answer, None))
    if f.setup.rules.grapple_is_save:
        _grip_save(answer)
    else:
        prepare_contest(f, a, 0, "athletics", a.stat.athletics, t.index, f.facts)
        _contest_with(answer, t, "athletics", choose_skill(f, t, a.index, f.facts.bonus + 11))


def _grip_save(answer: Answer) -> None:
    f, a, t, told = answer.f, answer.a, answer.target, answer.told
    if answer.question.spend is not None:
        raise ValueError(f"{a.name} makes no roll: {t.name} saves")
    cover = answer.cover
    purpose = "grapple" if answer.question.action == "grapple" else f"shove {answer.question.shove or 'prone'}"
    threat = threat_of(f, purpose)
    ability = choose_save(f, a, t, cover, threat)
    prepare_save(f, t, ability, a.stat.unarmed_dc, a.index, cover, threat)
    answer.tell_roll(t, a, f.facts)
    told["ability"] = ABILITIES[ability]
    told["target_number"] = int(f.facts.target_number)
    if ability == 1:
        answer.tell_cover("modifiers", answer.cover, t, a)
    told["automatic"] = "success" if f.facts.automatic < 0 else None
    if answer.ground == LEGAL:
        told["p_success"] = 1 - succeeds(roll_odds(f, t, SAVE, f.facts))


def _contest_with(answer: Answer, d: Combatant, skill: str, answers_with_acrobatics: int) -> None:
    """A contest whose actor's side is derived; the defender answers with Athletics or Acrobatics."""
    other = "acrobatics" if answers_with_acrobatics else "athletics"
    _opposed(answer, d, skill, answers_with_acrobatics, other)


def _opposed(answer: Answer, d: Combatant, skill: str, ability: int, other: str) -> None:
    f, a, told = answer.f, answer.a, answer.told
    inspired = answer.spend(f.facts)
    prepare_contest(f, d, ability, other, d.stat.skills[other], a.index, f.opposed_facts)
    answer.tell_roll(a, d, f.facts)
    told["skill"] = skill
    theirs = roll_told(f, d, a, f.opposed_facts, answer.words)
    told["opposed"] = {"name": d.name, "skill": other, **theirs}
    if answer.ground != LEGAL:
        return
    odds = contest_odds(f, a, d, inspired)
    told["p_success"] = odds.win
    if answer.counts_rerolls:
        told["p_minor"], told["p_major"], told["p_fumble"] = odds.minor, odds.major, odds.fumble
        told["p_critical"] = odds.minor + odds.major


def _escape(answer: Answer) -> None:
    f, a, told = answer.f, answer.a, answer.told
    hold = bond_on(a, answer.t.index if answer.t is not None else -1)
    answer.object_to(
        IS_INCAPACITATED if a.flags & INCAPACITATED else LEGAL, LEGAL if a.budget & ACTION else ACTION_USED
    )
    if hold is None:
        answer.object_to(NOT_POSSIBLE)
        return
    if hold.breaks_with != "":
        _break_bond(answer, hold)
        return
    holder = f.combatants[hold.source] if hold.source >= 0 else None
    if answer.t is None and holder is not None:
        answer.t = holder
        told["target"] = holder.name
        answer.facts_of_the_pair(holder)
    dc = int(hold.escape_dc)
    if dc == 0 and (f.setup.rules.grapple_is_save or holder is None):
        dc = int(holder.stat.unarmed_dc) if holder is not None else 10
    difficulty = dc if dc > 0 or holder is None else int(holder.stat.athletics) + 11
    nimble = int(choose_skill(f, a, hold.source, difficulty))
    if answer.question.skill in ("athletics", "acrobatics"):
        nimble = int(answer.question.skill == "acrobatics")
    elif answer.question.skill is not None:
        raise ValueError("one escapes with athletics or acrobatics")
    skill = "acrobatics" if nimble else "athletics"
    if dc == 0 and holder is not None:
        prepare_contest(f, a, nimble, skill, a.stat.skills[skill], hold.source, f.facts)
        _contest_with(answer, holder, skill, 0)
        return
    prepare_check(f, a, nimble, skill, a.stat.skills[skill], -1, f.facts)
    _check_against(answer, skill, dc, holder)


def _break_bond(answer: Answer, bond: Ongoing) -> None:
    """The check that ends what a spell holds its bearer with."""
    f, a = answer.f, answer.a
    prepare_check(f, a, 0, bond.breaks_with, int(breaking_bonus(a, bond)), -1, f.facts)
    answer.told["ability"] = "str"
    _check_against(answer, bond.breaks_with if bond.breaks_with != "str" else None, int(bond.escape_dc), answer.t)


# -------------------------------------------------------------------------------------------------------- checks, saves


def _check_against(answer: Answer, skill: str | None, dc: int | None, other: Combatant | None) -> None:
    """A check of the attacker derived into the fight's facts, against a DC where there is one."""
    f, a, told = answer.f, answer.a, answer.told
    kind = SKILL if skill is not None else CHECK
    inspired = answer.spend(f.facts)
    f.facts.target_number = dc if dc is not None else 0
    answer.tell_roll(a, other, f.facts)
    told["skill"] = skill
    told["target_number"] = dc
    chances = roll_odds(f, a, kind, f.facts, inspired)
    answer.tell_odds(chances, kind, succeeds(chances) if dc is not None else None)


def _task(answer: Answer, task: Task) -> None:
    """Trying a task of the scenario."""
    f, a, told = answer.f, answer.a, answer.told
    answer.object_to(int(judge_task(f, a, task)), LEGAL if a.budget & ACTION else ACTION_USED)
    prepare_task(f, a, task, f.facts)
    lacks = int(f.facts.lacks)
    f.facts.automatic = 0
    told["target"] = task.name
    told["ability"] = ABILITIES[task.ability]
    _check_against(answer, task.skill or None, int(task.dc), None)
    if lacks != MAY_NOTICE:
        _tell_lack(answer, lacks, None)


def _check(answer: Answer) -> None:
    f, a, question = answer.f, answer.a, answer.question
    if answer.task is not None:
        _task(answer, answer.task)
        return
    if question.ability is None and question.skill is None:
        raise ValueError("a check needs an ability or a skill")
    usual = usual_ability(best_skill(a.stat, answer.skills)) if answer.skills else 0
    ability = ABILITIES.index(question.ability) if question.ability is not None else int(usual)
    against = answer.t.index if answer.t is not None else -1
    tool = normalised(question.tool) if question.tool is not None else ""
    skill = prepare_ability_check(f, a, ability, answer.skills, tool, against, f.facts) or None
    if skill == "perception" and answer.t is not None and in_dim_light(f, a, answer.t):
        f.facts.disadvantage |= f.setup.core.dim_perception
        combine(f, f.facts)
    if skill == "perception" and (answer.t is None or would_see_unhidden(f, a, answer.t)):
        add_looking(f, a, f.facts)
    answer.told["ability"] = ABILITIES[ability]
    answer.told["passive"] = int(passive_score(f, f.facts))
    _check_against(answer, skill, question.dc, answer.t)
    why_not = judge_noticing(f, a, answer.t) if skill == "perception" and answer.t is not None else MAY_NOTICE
    if why_not != MAY_NOTICE:
        answer.tell_applied("blinded.check" if why_not == IS_BLIND else "deafened.check", a, answer.t)
        told = answer.told
        told["automatic"] = "failure"
        told.update(
            {key: 0.0 for key in ("p_success", "p_critical", "p_minor", "p_major") if told.get(key) is not None}
        )


def _save(answer: Answer) -> None:
    """A saving throw of the attacker; the target, if any, is where the effect comes from."""
    f, a, told, question = answer.f, answer.a, answer.told, answer.question
    assert question.ability is not None
    ability = ABILITIES.index(question.ability)
    cover = NONE
    if answer.t is not None:
        t = answer.t
        cover = int(f.cover(t, a))
        told["cover"] = COVER_NAMES[cover]
    by = answer.t.index if answer.t is not None else -1
    prepare_save(f, a, ability, question.dc or 0, by, cover, _threat(f, question.against))
    inspired = answer.spend(f.facts)
    answer.tell_roll(a, answer.t, f.facts)
    if ability == 1:
        answer.tell_cover("modifiers", cover, a, answer.t)
    told["ability"] = question.ability
    told["target_number"] = question.dc
    told["automatic"] = "failure" if f.facts.automatic < 0 else None
    chances = roll_odds(f, a, SAVE, f.facts, inspired)
    answer.tell_odds(chances, SAVE, succeeds(chances) if question.dc is not None or f.facts.automatic else None)


def _threat(f: Fight, against: tuple[str, ...]) -> Threat:
    """What a save is against: `magic`, and the conditions that its failure brings."""
    effects = 0
    for name in against:
        if name != "magic" and name not in f.setup.effect_named:
            raise ValueError(f"{name!r} is neither `magic` nor a condition")
        effects |= 0 if name == "magic" else int(f.setup.effect_named[name].threat.effects)
    return Threat("magic" in against, effects)


def _contest(answer: Answer) -> None:
    f, a, d, question = answer.f, answer.a, answer.target, answer.question
    skill = answer.skills[0] if answer.skills else "athletics"
    ability = ABILITIES.index(question.ability) if question.ability is not None else int(usual_ability(skill))
    bonus = int(training(a.stat, skill) + a.stat.modifiers[ability])
    prepare_contest(f, a, ability, skill, bonus, d.index, f.facts)
    answer.told["ability"] = ABILITIES[ability]
    if skill in ("athletics", "acrobatics"):
        _contest_with(answer, d, skill, int(choose_skill(f, d, a.index, f.facts.bonus + 11)))
    else:
        other = OPPOSED_BY.get(skill, skill)
        _opposed(answer, d, skill, SKILLS[other], other)


def _hide(answer: Answer) -> None:
    """Hiding: from the target where one is named, else from every enemy there is to hide from."""
    f, a = answer.f, answer.a
    around = may_hide(f, a)
    answer.object_to(
        min(int(judge_cost(a, HIDE, False)), int(judge_cost(a, HIDE, True))), LEGAL if around else NOT_POSSIBLE
    )
    dc = int(f.setup.rules.hide_dc)
    if dc == 0:
        seekers = [o for o in f.combatants if f.setup.enemies[a.index] & o.bit and o.is_on_map and not o.is_dead]
        if answer.t is not None:
            seekers = [answer.t]
        dc = max((int(hide_difficulty(f, o, a)) for o in seekers if not o.flags & UNAWARE), default=0)
    prepare_check(f, a, 1, "stealth", a.stat.stealth, -1, f.facts)
    answer.told["ability"] = "dex"
    _check_against(answer, "stealth", dc, answer.t)


def _search(answer: Answer) -> None:
    """Searching for the target: what its Stealth total asks for, which it has while it is hidden."""
    f, a, t = answer.f, answer.a, answer.target
    is_hidden = bool(t.hidden_from & a.bit)
    answer.object_to(int(judge_cost(a, SEARCH, False)), LEGAL if is_hidden else NOT_POSSIBLE)
    prepare_search(f, a, t, f.facts)
    lacks = int(f.facts.lacks)
    f.facts.automatic = 0
    answer.told["ability"] = "wis"
    _check_against(answer, "perception", int(search_difficulty(f, t)) if is_hidden else None, t)
    if lacks != MAY_NOTICE:
        _tell_lack(answer, lacks, t)


def _tell_lack(answer: Answer, lacks: int, t: Combatant | None) -> None:
    """A check that fails for lack of the sense it needs."""
    answer.tell_applied(lacking_sense(lacks), answer.a, t)
    told = answer.told
    told["automatic"] = "failure"
    told.update({key: 0.0 for key in ("p_success", "p_critical", "p_minor", "p_major") if told.get(key) is not None})


# ---------------------------------------------------------------------------------------------- initiative, death saves


def _initiative(answer: Answer) -> None:
    """An initiative roll; with a target, success is to act before it."""
    f, a = answer.f, answer.a
    derive_initiative(f, a, INITIATIVE, f.facts)
    answer.tell_roll(a, None, f.facts)
    answer.told["ability"] = "dex"
    f.facts.target_number = -1000
    chances = roll_odds(f, a, INITIATIVE, f.facts)
    answer.tell_odds(chances, INITIATIVE, acts_before(f, a, answer.t) if answer.t is not None else None)


def _death_save(answer: Answer) -> None:
    f, a, told = answer.f, answer.a, answer.told
    if not a.is_down or a.is_stable:
        answer.object_to(NOT_POSSIBLE)
    chances, success = death_save_odds(f, a)
    answer.tell_roll(a, None, f.facts)
    told["target_number"] = int(f.facts.target_number)
    answer.tell_odds(chances, SAVE, success)


PROCEDURES: Final = {
    "attack": _attack,
    "grapple": _grapple,
    "shove": _shove,
    "escape": _escape,
    "check": _check,
    "save": _save,
    "contest": _contest,
    "initiative": _initiative,
    "death-save": _death_save,
    "hide": _hide,
    "search": _search,
}
