"""Ability checks that a game master calls for: any ability with any of several skills, and a tool (rules.md 5)."""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant
from encounter.engine.creature import SKILLS
from encounter.engine.d20 import CHECK, SKILL
from encounter.engine.effect import ABILITIES
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.rules.reasons import combine, derive_check
from encounter.engine.tables import Stat


def usual_ability(skill: str) -> i64:
    """The ability that a skill usually goes with; Strength for one of a file's own."""
    return SKILLS[skill] if skill in SKILLS else 0


def training(stat: Stat, skill: str) -> i64:
    """What a stat block adds to a skill beyond the ability's modifier: proficiency, expertise and the like."""
    return stat.skills[skill] - stat.modifiers[usual_ability(skill)]


def best_skill(stat: Stat, skills: list[str]) -> str:
    """The skill of several that one is best at; the first where they are equal."""
    best = skills[0]
    for skill in skills:
        if training(stat, skill) > training(stat, best):
            best = skill
    return best


def prepare_ability_check(
    f: Fight, c: Combatant, ability: i64, skills: list[str], tool: str, against: i64, facts: Facts
) -> str:
    """Derive a check into `facts`, its target number left to the caller; the skill that counts, or "".

    The bonus of proficiency is added once, whether one is proficient in one of the skills, in several or in the tool.
    Where the ruleset says so, proficiency with the tool and in the skill together give advantage. Under a ruleset
    whose skills are one number each, the number of the best skill is the bonus.
    """
    skill = best_skill(c.stat, skills) if len(skills) > 0 else ""
    added: i64 = training(c.stat, skill) if skill != "" else 0
    knows_tool = tool != "" and tool in c.stat.tools
    is_trained = added > 0
    if knows_tool and added < c.stat.proficiency:
        added = c.stat.proficiency
    if skill != "":
        derive_check(f, c, SKILL, ability, skill, against, facts)
    else:
        derive_check(f, c, CHECK, ability, ABILITIES[ability], against, facts)
    if knows_tool and is_trained:
        facts.advantage |= f.setup.core.tool_and_skill
    facts.bonus = c.stat.modifiers[ability] + added - c.d20_penalty + facts.modifier
    combine(f, facts)
    return skill
