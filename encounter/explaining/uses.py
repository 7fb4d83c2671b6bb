"""One use of an action that is no attack: whom it reaches, what each of them rolls, and the exact odds."""

from fractions import Fraction
from typing import Final

from encounter.engine.areas import Placement, Template, caught, cover_of, place_at
from encounter.engine.board import square_name
from encounter.engine.combatant import Combatant
from encounter.engine.d20 import SAVE
from encounter.engine.effect import ABILITIES
from encounter.engine.encounter import Encounter
from encounter.engine.fight import Fight
from encounter.engine.rules.actions import (
    COST_NAMES,
    eligible,
    is_ready,
    judge_cost_of,
    judge_targets,
    sparing,
)
from encounter.engine.rules.legal import LEGAL, NOT_POSSIBLE, USES_NONE
from encounter.engine.rules.saves import prepare_save
from encounter.engine.sight import NONE
from encounter.engine.tables import A_REACTION, A_TRAIT, LAIR, LEGENDARY, OF_SELF, Deed
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
from encounter.odds import NotThere, deed_damage, mean, nearest, normalised, roll_odds, succeeds
from encounter.scenario.model import Scenario

ON_ANOTHER_S_TURN: Final = (A_REACTION, LEGENDARY, LAIR, A_TRAIT)


def explain_use(
    encounter: Encounter | Scenario, who: str, aim: str | None, name: str, *, words: Words = spelled_out
) -> Json:
    """What an action of `who` that is no attack does from where it stands: the JSON of `encounter explain --use`.

    `aim` names the combatants it is aimed at (`Ada, Bram`), or for an area a combatant or a square; an emanation and
    what reaches its owner alone need none. ValueError for a name or a square that is not there.
    """
    position = position_of(encounter)
    f = position.fight
    c = standing(position.named(who))
    deed = _deed_named(c, name)
    placement, mask, ground = _reach(position.fight, c, deed, _aims(aim))
    judged = judge_cost_of(c, deed, -1)
    if deed.cost in ON_ANOTHER_S_TURN:
        judged = LEGAL if is_ready(c, deed) else USES_NONE
    ground = judged if judged != LEGAL else ground
    reached = [t for t in f.combatants if mask & t.bit and not t.is_dead]
    told = [_reached(f, c, t, deed, placement, words) for t in reached]
    damage = [one["expected_damage"] for one in told if one["expected_damage"] is not None]
    return {
        "ruleset": position.encounter.ruleset,
        "attacker": c.name,
        "target": aim,
        "action": "use",
        "use": deed.name,
        "cost": COST_NAMES[deed.cost],
        "legal": ground == LEGAL,
        "illegal": illegal_told(ground, c.name, aim or "", words),
        "squares": None if placement is None else [square_name(f.board.width, at) for at in placement.squares],
        "ability": ABILITIES[deed.save] if deed.save >= 0 else None,
        "target_number": int(deed.dc) if deed.save >= 0 else None,
        "half": bool(deed.half),
        "reaches": told,
        "expected_damage": float(sum(damage)) if damage else None,
        "uses": int(c.deed_uses[deed.counter]) if deed.uses >= 0 or deed.recharge > 0 else None,
        "recharge": float(Fraction(7 - int(deed.recharge), 6)) if 0 < deed.recharge < 7 else None,
        "state": {"attacker": state_told(f, c)},
        "not_simulated": list(position.encounter.not_simulated),
    }


def _deed_named(c: Combatant, name: str) -> Deed:
    for deed in c.stat.deeds:
        if normalised(deed.name) == normalised(name):
            return deed
    names = [deed.name for deed in c.stat.deeds]
    if not names:
        raise ValueError(f"{c.name} has no actions beside its attacks")
    raise NotThere(f"{c.name} has no action {name!r}", nearest(name, names))


def _aims(aim: str | None) -> list[str]:
    return [part.strip() for part in (aim or "").split(",") if part.strip()]


def _reach(f: Fight, c: Combatant, deed: Deed, aims: list[str]) -> tuple[Placement | None, int, int]:
    """Where its area lies, the mask of those it reaches, and the clause that forbids it so (LEGAL for none)."""
    if deed.shape < 0:
        mask = int(c.bit) if deed.of == OF_SELF and not aims else 0
        for name in aims:
            mask |= int(_combatant(f, name).bit)
        return None, mask, int(judge_targets(f, c, deed, mask))
    square = int(c.square)
    if aims:
        found = [t for t in f.combatants if normalised(t.name) == normalised(aims[0])]
        square = int(standing(found[0]).square) if found else square_called(f, aims[0])
    template = Template(deed.shape, deed.size_ft, deed.width_ft, deed.height_ft)
    placement = place_at(f, c, template, square, deed.range_ft)
    ground = LEGAL if len(placement.squares) > 0 else NOT_POSSIBLE
    return placement, int(caught(f, placement) & eligible(f, c, deed)), int(ground)


def _combatant(f: Fight, name: str) -> Combatant:
    for t in f.combatants:
        if normalised(t.name) == normalised(name):
            return standing(t)
    raise NotThere(f"there is no combatant {name!r}", nearest(name, [str(t.name) for t in f.combatants]))


def _reached(f: Fight, c: Combatant, t: Combatant, deed: Deed, placement: Placement | None, words: Words) -> Json:
    """One of those it reaches: what it rolls, the chance that the action takes hold, the damage it expects.

    `p_success` is the chance of a failed save, 1 without one.
    """
    cover = NONE if t.index == c.index else cover_of(f, placement, t) if placement is not None else f.cover(c, t)
    clause = sparing(f, c, t, deed)
    told: Json = {
        "name": t.name,
        "cover": COVER_NAMES[cover],
        "spared": {"clause": clause, "text": words(clause, t.name, c.name, None)} if clause else None,
        **dict.fromkeys(("advantage", "disadvantage", "suppressed", "mode", "net", "neutral", "bonus", "modifiers")),
        "automatic": None,
        "p_success": 0.0 if clause else 1.0,
        "expected_damage": None,
        "p_drop": None,
    }
    if clause:
        return told
    saved = Fraction(0)
    if deed.save >= 0:
        prepare_save(f, t, deed.save, deed.dc, c.index, cover, deed.threat)
        saved = succeeds(roll_odds(f, t, SAVE, f.facts))
        told.update(roll_told(f, t, c, f.facts, words))
        told["automatic"] = "success" if f.facts.automatic < 0 else None
        told["p_success"] = float(1 - saved)
    if len(deed.parts) > 0:
        damage = deed_damage(f, t, deed, saved)
        told["expected_damage"] = float(mean(damage))
        reaches = sum((chance for amount, chance in damage.items() if amount >= t.hp + t.temp_hp), Fraction(0))
        told["p_drop"] = float(reaches) if t.hp > 0 else None
    return told
