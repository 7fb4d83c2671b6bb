"""The spells of SRD 5.2 (Spell Descriptions): where they differ from those of SRD 5.1."""

from typing import Any, Final

from attrs import evolve

from encounter.engine.creature import Area
from encounter.engine.effect import CON, INCAPACITATED, SPEED_ZERO, STR, WIS
from encounter.engine.rules.spellbook import rows
from encounter.engine.rules.spellbook.low import MINUTE, MY_END, sparing
from encounter.engine.rules.spellbook.new_5_2 import NEW_IN_5_2
from encounter.engine.rules.spellbook.spell import Spell, Zone
from encounter.engine.rules.spellbook.srd_5_1 import SPELLS_5_1

_OF_5_1: Final = {spell.name: spell for spell in SPELLS_5_1}


def _differs(name: str, **what: Any) -> Spell:
    return evolve(_OF_5_1[name], **what)


def _zone(name: str, **what: Any) -> Zone:
    zone = _OF_5_1[name].zone
    assert zone is not None
    return evolve(zone, **what)


def _again(name: str) -> Spell:
    again = _OF_5_1[name].again
    assert again is not None
    return again


LETHARGY: Final = evolve(
    rows.LETHARGY, powers=0, flags=INCAPACITATED | SPEED_ZERO, flag_clauses=(("lethargy", INCAPACITATED | SPEED_ZERO),)
)
HUNTERS_MARK: Final = evolve(rows.HUNTERS_MARK, hit="1d6 force")
BARKSKIN: Final = evolve(rows.BARKSKIN, ac_floor=17)
ARCANE_SWORD: Final = evolve(_again("arcane sword"), damage=("4d12 force",), adds_modifier=True)
FLAME_BLADE: Final = evolve(_again("flame blade"), adds_modifier=True, more_every=1)

DIFFERENT: Final[tuple[Spell, ...]] = (
    _differs("acid splash", area=Area("sphere", 5), of="all", left=()),
    _differs(
        "chill touch",
        range_ft=5,
        attack="melee",
        damage=("1d10 necrotic",),
        until=MY_END,
        left=(),
    ),
    _differs("poison spray", range_ft=30, save=-1, attack="ranged"),
    _differs("produce flame", range_ft=60, left=("the bonus action that lights it", "its light")),
    _differs("shocking grasp", left=("reactions other than opportunity attacks",)),
    Spell("starry wisp", range_ft=60, attack="ranged", damage=("1d8 radiant",), effect=rows.STARRY_WISP, until=MY_END),
    _differs("vicious mockery", damage=("1d6 psychic",)),
    _differs("color spray", pool="", more_pool="", save=CON, left=("that it takes sight",)),
    _differs("command", only=()),
    _differs("blight", only=()),
    _differs("cure wounds", heal="2d8", more_heal="2d8"),
    _differs("divine favor", concentration=False),
    _differs("entangle", breaks_with="athletics"),
    _differs("healing word", heal="2d4", more_heal="2d4"),
    _differs("hideous laughter", more_targets=1, left=("the save when it takes damage",)),
    _differs("hunter's mark", effect=HUNTERS_MARK, left=("moving the mark when the first is dead",)),
    _differs("inflict wounds", save=CON, attack="", damage=("2d10 necrotic",), half=True),
    Spell(
        "sleep",
        1,
        range_ft=60,
        area=Area("sphere", 5),
        save=WIS,
        conditions=("incapacitated",),
        save_ends=True,
        fails_again=("unconscious",),
        ends_with_harm=True,
        rounds=MINUTE,
        concentration=True,
        only=sparing("construct", "undead"),
        left=("being shaken awake", "that elves are immune"),
    ),
    _differs("barkskin", cost="bonus", effect=BARKSKIN, concentration=False),
    _differs("blindness/deafness", range_ft=120),
    _differs("flame blade", again=FLAME_BLADE),
    _differs("lesser restoration", cost="bonus"),
    _differs(
        "moonbeam",
        save=CON,
        damage=("2d10 radiant",),
        more=("1d10 radiant",),
        half=True,
        zone=_zone("moonbeam", on_start=False, on_end=True),
    ),
    _differs(
        "ray of enfeeblement",
        attack="",
        effect=rows.ENFEEBLEMENT,
        left=("the next attack roll of whoever saves",),
    ),
    _differs(
        "spiritual weapon",
        more_every=1,
        concentration=True,
    ),
    _differs("web", breaks_with="athletics", zone=_zone("web", breaks_with="athletics")),
    _differs("counterspell", counter_save=CON),
    _differs("haste", more_rows=(LETHARGY,)),
    _differs("mass healing word", heal="2d4"),
    _differs("spirit guardians", zone=_zone("spirit guardians", on_start=False, on_end=True)),
    _differs("stinking cloud", zone=_zone("stinking cloud", conditions=("stinking cloud", "poisoned")), left=()),
    _differs(
        "black tentacles",
        save=STR,
        damage=("3d6 bludgeoning",),
        breaks_with="athletics",
        only_in_zone=False,
        zone=_zone("black tentacles", save=STR, breaks_with="athletics", on_start=False, on_end=True),
        left=(),
    ),
    _differs(
        "phantasmal killer",
        damage=("4d10 psychic",),
        more=("1d10 psychic",),
        half=True,
        conditions=(),
        effect=rows.PHANTASMAL_KILLER,
    ),
    _differs("ice storm", damage=("2d10 bludgeoning", "4d6 cold"), more=("1d10 bludgeoning",)),
    _differs("flame strike", damage=("5d6 fire", "5d6 radiant"), more=("1d6 fire", "1d6 radiant")),
    _differs("mass cure wounds", heal="5d8"),
    _differs("circle of death", damage=("8d8 necrotic",), more=("2d8 necrotic",)),
    _differs("heal", cures=("blinded", "deafened", "poisoned")),
    _differs("irresistible dance", at_once=False),
    _differs("arcane sword", damage=("4d12 force",), adds_modifier=True, again=ARCANE_SWORD),
    _differs("power word stun", left=("the speed of whoever has more hit points",)),
    _differs("weird", damage=("10d10 psychic",), half=True, each_turn=("5d10 psychic",)),
    _differs("power word kill", left=("the damage to whoever has more hit points",)),
)
_NEW: Final = {spell.name: spell for spell in DIFFERENT}
SPELLS_5_2: Final[tuple[Spell, ...]] = (
    *(_NEW.get(spell.name, spell) for spell in SPELLS_5_1),
    *(spell for spell in DIFFERENT if spell.name not in _OF_5_1),
    *NEW_IN_5_2,
)
