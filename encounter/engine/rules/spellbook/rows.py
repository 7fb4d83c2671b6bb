"""What spells bring on creatures beside conditions, as rows (SRD 5.1 and 5.2, Spell Descriptions).

`boon` is what the built-in tactics reckon a row is worth to its bearer a turn, in hundredths of what the bearer deals.
"""

from typing import Final

from encounter.engine.effect import (
    ADDS_DAMAGE,
    ATTACKER_SEES,
    ATTACKS_AGAINST,
    ATTACKS_BY,
    CHARMED,
    CHECKS,
    CONFUSED,
    DART_PROOF,
    DEX,
    DOUBLE_SPEED,
    FALLS_PRONE,
    HALF_DAMAGE,
    HALF_SPEED,
    HAS_NUMBERS,
    HASTED,
    INCAPACITATED,
    LESSENS_DAMAGE,
    LOSES_TURN,
    MARKED,
    MIRRORED,
    NO_ACTION,
    NO_HEALING,
    NO_REACTIONS,
    ONE_ACTION,
    OUTLINED,
    SAVES,
    SPEED_ZERO,
    SPENT_BY_ATTACK,
    SPENT_WHEN_ATTACKED,
    STR,
    TRAIT_BONUS_DASH,
    WARDED,
    WEAK,
    Effect,
    advantage,
    disadvantage,
)


def _flagged(name: str, clause: str, flags: int, boon: int, powers: int = 0) -> Effect:
    """A row that is all flags, which one clause carries."""
    return Effect(name, flags=flags, powers=powers, boon=boon, flag_clauses=((clause, flags),))


ARCANE_SWORD: Final[Effect] = Effect("arcane sword")
BANE: Final[Effect] = Effect("bane", d20_die=-4, boon=-15, number_clause="bane")
BARKSKIN: Final[Effect] = Effect("barkskin", powers=HAS_NUMBERS, ac_floor=16, boon=8, number_clause="barkskin")
BLESS: Final[Effect] = Effect("bless", d20_die=4, boon=15, number_clause="bless")
BLUR: Final[Effect] = Effect("blur", (disadvantage("blur", ATTACKS_AGAINST, ATTACKER_SEES, "EFFECT:blur"),), boon=20)
CALL_LIGHTNING: Final[Effect] = Effect("call lightning")
CHILL_TOUCH: Final[Effect] = _flagged("chill touch", "chill-touch", 0, -3, NO_HEALING)
COMMAND: Final[Effect] = _flagged("command", "command", 0, -100, LOSES_TURN)
CONFUSION: Final[Effect] = _flagged("confusion", "confusion", 0, -65, CONFUSED | NO_REACTIONS)
DIVINE_FAVOR: Final[Effect] = Effect(
    "divine favor", powers=ADDS_DAMAGE, hit="1d4 radiant", boon=20, number_clause="divine-favor"
)
EXPEDITIOUS_RETREAT: Final[Effect] = _flagged("expeditious retreat", "expeditious-retreat", TRAIT_BONUS_DASH, 4)
EYEBITE: Final[Effect] = Effect("eyebite")
FAERIE_FIRE: Final[Effect] = Effect(
    "faerie fire",
    (advantage("faerie-fire", ATTACKS_AGAINST, ATTACKER_SEES, "EFFECT:faerie fire"),),
    OUTLINED,
    boon=-25,
)
FLAME_BLADE: Final[Effect] = Effect("flame blade", boon=8)
FLAME_BLADE_LASTS: Final[Effect] = Effect("flame blade in hand")
FLAMING_SPHERE: Final[Effect] = Effect("flaming sphere")
GUIDING_BOLT: Final[Effect] = Effect(
    "guiding bolt",
    (advantage("guiding-bolt", ATTACKS_AGAINST, group="EFFECT:guiding bolt"),),
    powers=SPENT_WHEN_ATTACKED,
    boon=-8,
)
HASTE: Final[Effect] = Effect(
    "haste",
    (advantage("haste.save", SAVES, group="EFFECT:haste", abilities=1 << DEX),),
    powers=HAS_NUMBERS | DOUBLE_SPEED | HASTED,
    ac=2,
    boon=60,
    then="lethargy",
    number_clause="haste",
)
HEROISM: Final[Effect] = Effect("heroism", immune_to=("frightened",), boon=3)
HIDEOUS_LAUGHTER: Final[Effect] = _flagged(
    "hideous laughter", "hideous-laughter", INCAPACITATED | SPEED_ZERO | FALLS_PRONE, 0
)
HUNTERS_MARK: Final[Effect] = Effect("hunter's mark", powers=MARKED, hit="1d6", boon=-15, number_clause="hunters-mark")
HYPNOTIC_PATTERN: Final[Effect] = _flagged(
    "hypnotic pattern", "hypnotic-pattern", INCAPACITATED | SPEED_ZERO | CHARMED, 0
)
IRRESISTIBLE_DANCE: Final[Effect] = Effect(
    "irresistible dance",
    (
        disadvantage("irresistible-dance.attacker", ATTACKS_BY, group="EFFECT:irresistible dance"),
        advantage("irresistible-dance.target", ATTACKS_AGAINST, group="EFFECT:irresistible dance"),
        disadvantage("irresistible-dance.save", SAVES, group="EFFECT:irresistible dance", abilities=1 << DEX),
    ),
    SPEED_ZERO,
    boon=-25,
    flag_clauses=(("irresistible-dance.speed", SPEED_ZERO),),
)
LETHARGY: Final[Effect] = _flagged("lethargy", "lethargy", 0, -100, LOSES_TURN)
LONGSTRIDER: Final[Effect] = Effect("longstrider", speed_penalty_ft=-10, boon=3, number_clause="longstrider")
MAGE_ARMOR: Final[Effect] = Effect("mage armor", powers=HAS_NUMBERS, ac_base=13, boon=5, number_clause="mage-armor")
MIRROR_IMAGE: Final[Effect] = _flagged("mirror image", "mirror-image", 0, 25, MIRRORED)
PHANTASMAL_KILLER: Final[Effect] = Effect(
    "phantasmal killer",
    (
        disadvantage("phantasmal-killer.attack", ATTACKS_BY, group="EFFECT:phantasmal killer"),
        disadvantage("phantasmal-killer.check", CHECKS, group="EFFECT:phantasmal killer"),
    ),
)
RAY_OF_ENFEEBLEMENT: Final[Effect] = _flagged("ray of enfeeblement", "ray-of-enfeeblement", 0, -45, HALF_DAMAGE)
RAY_OF_FROST: Final[Effect] = Effect("ray of frost", speed_penalty_ft=10, boon=-3, number_clause="ray-of-frost")
SANCTUARY: Final[Effect] = _flagged("sanctuary", "sanctuary", 0, 15, WARDED)
ENFEEBLEMENT: Final[Effect] = Effect(
    "ray of enfeeblement",
    (disadvantage("enfeeblement.save", SAVES, group="EFFECT:ray of enfeeblement", abilities=1 << STR),),
    powers=WEAK | LESSENS_DAMAGE,
    hit="1d8",
    boon=-45,
    number_clause="enfeeblement",
)
SHIELD: Final[Effect] = Effect("shield", powers=HAS_NUMBERS | DART_PROOF, ac=5, number_clause="shield")
SHIELD_OF_FAITH: Final[Effect] = Effect(
    "shield of faith", powers=HAS_NUMBERS, ac=2, boon=10, number_clause="shield-of-faith"
)
SHOCKING_GRASP: Final[Effect] = _flagged("shocking grasp", "shocking-grasp", 0, -5, NO_REACTIONS)
SLOW: Final[Effect] = Effect(
    "slow (spell)",
    flags=HALF_SPEED,
    powers=HAS_NUMBERS | NO_REACTIONS | ONE_ACTION,
    ac=-2,
    dex_saves=-2,
    boon=-45,
    number_clause="slow-spell",
    flag_clauses=(("slow-spell", HALF_SPEED),),
)
SPIRITUAL_WEAPON: Final[Effect] = Effect("spiritual weapon")
STARRY_WISP: Final[Effect] = _flagged("starry wisp", "starry-wisp", OUTLINED, -2)
STINKING_CLOUD: Final[Effect] = _flagged("stinking cloud", "stinking-cloud", 0, -100, NO_ACTION)
SUNBEAM: Final[Effect] = Effect("sunbeam")
VAMPIRIC_TOUCH: Final[Effect] = Effect("vampiric touch")
VICIOUS_MOCKERY: Final[Effect] = Effect(
    "vicious mockery",
    (disadvantage("vicious-mockery", ATTACKS_BY, group="EFFECT:vicious mockery"),),
    SPENT_BY_ATTACK,
    boon=-15,
)
