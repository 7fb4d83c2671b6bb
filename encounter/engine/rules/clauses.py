"""The register of clauses: every id that the engine can report, what it is called and where its text stands.

Which ruleset knows a clause, and whether it helps, hinders, adds, forbids or spares, is read off the records: rows,
procedural clauses, the grounds of refusals. Written down here are the title and the place alone, in our own words.
A number in brackets is a row of the rules specification (rules.md), B.n one of its sections.
"""

from typing import Final

from attrs import frozen

from encounter.engine.areas import AREA_CLAUSES, AREA_COVER
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.legal import ILLEGAL_NAMES
from encounter.engine.rules.reaction import OF_TRAITS, WHY_NOT
from encounter.engine.rules.ruleset import Ruleset

# What a clause does.
HELPS: Final = "advantage"
HINDERS: Final = "disadvantage"
NUMBER: Final = "number"
SETTLES: Final = "settles"  # an outcome, a critical, extra dice: whatever is neither a die more nor a number
FORBIDS: Final = "not allowed"
SPARES: Final = "does not provoke"

# Clauses that procedures apply under every ruleset and that no record can be without.
FORCED: Final = "forced"
TELEPORT: Final = "teleport"
WRONG_SQUARE: Final = "wrong-square.miss"
_ALWAYS: Final = (WRONG_SQUARE, *AREA_CLAUSES, AREA_COVER)
_NUMBERS: Final = ("cover.half", "cover.three-quarters", "gm.modifier")
_SETTLE: Final = (
    *(
        "blinded.check",
        "deafened.check",
        "save.chosen",
        "advantage.damage",
        "half-hp.damage",
        "heroic-inspiration",
        "concentration",
        "counterspell",
        "dispel",
        "save.half",
        "damage.once",
        "charge",
        "suffocation",
        "trait.turn-near",
        "trait.own-turn",
        "trait.dies",
        "trait.touched",
        "recharge",
        "legendary",
        "legendary.surprised",
        "legendary-resistance",
        "lair",
        "action.immune",
        "action.needs",
        "action.only",
        "parry",
        "action-surge",
        "reaction.halves",
        "reaction.redirects",
    ),
    "underwater.miss",
    *("cleave", "graze", "nick", "push", "topple"),
    *("fly.prone", "fly.speed-zero", "fly.incapacitated", "fall.damage", "fall.prone", "fall.water"),
    *("jump.long", "jump.high", "jump.landing"),
    *("mount.save", "mount.reaction", "mount.strike"),
)
_HELP: Final = (
    "unseen.attacker",
    "help.attack",
    "help.check",
    "flanking",
    "attack.advantage",
    "inspiration",
    "dodge.save",
    "charm.fighting",
    "gm.advantage",
    "tool-and-skill.checks",
)
_BOTH: Final = ("reroll.native",)  # helps or hinders, as its sign says


@frozen
class Registered:
    """A clause of the register: what it says in a few words, and where its text stands."""

    id: str
    title: str
    place: str


def _clause(id: str, title: str, place: str) -> Registered:
    return Registered(id, title, place)


_ATTACK: Final = "SRD 5.1, Combat: Making an Attack; SRD 5.2, Playing the Game: Making an Attack"
_UNSEEN: Final = (
    "SRD 5.1, Combat: Unseen Attackers and Targets; SRD 5.2, Playing the Game: Unseen Attackers and Targets"
)
_RANGED: Final = "SRD 5.1, Combat: Ranged Attacks; SRD 5.2, Playing the Game: Ranged Attacks"
_MELEE: Final = "SRD 5.1, Combat: Melee Attacks; SRD 5.2, Playing the Game: Melee Attacks"
_ACTIONS: Final = "SRD 5.1, Combat: Actions in Combat; SRD 5.2, Rules Glossary: Actions"
_COVER: Final = "SRD 5.1, Combat: Cover; SRD 5.2, Playing the Game: Cover"
_AREAS: Final = "SRD 5.1, Spellcasting: Areas of Effect; SRD 5.2, Rules Glossary: Area of Effect"
_MOVEMENT: Final = "SRD 5.1, Combat: Movement and Position; SRD 5.2, Playing the Game: Movement and Position"
_OPPORTUNITY: Final = "SRD 5.1, Combat: Opportunity Attacks; SRD 5.2, Playing the Game: Opportunity Attacks"
_WEAPONS: Final = "SRD 5.1, Equipment: Weapon Properties; SRD 5.2, Equipment: Weapon Properties"
_ARMOUR: Final = "SRD 5.1, Equipment: Armor; SRD 5.2, Equipment: Armor"
_DAMAGE: Final = "SRD 5.1, Combat: Damage and Healing; SRD 5.2, Playing the Game: Damage and Healing"
_MONSTERS: Final = "SRD 5.1 and 5.2, Monsters"
_CLASSES: Final = "SRD 5.1 and 5.2, Classes"
_SPELLS: Final = "SRD 5.1, Spellcasting; SRD 5.2, Spells: Casting Spells"
_SPELL: Final = "SRD 5.1 and 5.2, Spells"
_RAY: Final = "51; SRD 5.2, Spell Descriptions: Ray of Enfeeblement"
_DANCE: Final = f"51; {_SPELL}: Irresistible Dance"
_KILLER: Final = "51; SRD 5.2, Spell Descriptions: Phantasmal Killer"
_MASTERY: Final = "SRD 5.2, Equipment: Mastery Properties"
_WATER: Final = "SRD 5.1, Combat: Underwater Combat; SRD 5.2, Playing the Game: Underwater Combat"
_SQUEEZING: Final = "SRD 5.1, Combat: Squeezing into a Smaller Space"
_GRAPPLE: Final = "SRD 5.1, Combat: Grappling and Shoving; SRD 5.2, Rules Glossary: Unarmed Strike"
_FLYING: Final = "SRD 5.1, Combat: Flying Movement; SRD 5.2, Rules Glossary: Flying"
_JUMPING: Final = "SRD 5.1, Adventuring: Jumping; SRD 5.2, Rules Glossary: Long Jump, High Jump"
_FALLING: Final = "SRD 5.1, Adventuring: Falling; SRD 5.2, Rules Glossary: Falling"
_MOUNTED: Final = "SRD 5.1 and 5.2, Combat: Mounted Combat"
_GM: Final = (
    "SRD 5.1, Using Ability Scores; SRD 5.2, Playing the Game: D20 Tests; re-roll system: situational modifiers"
)


def _condition(name: str, row: int) -> str:
    return f"{row}; SRD 5.1, Appendix: Conditions, {name}; SRD 5.2, Rules Glossary: {name}"


REGISTER: Final[tuple[Registered, ...]] = (
    # sight
    _clause("unseen.attacker", "the target cannot see the attacker", f"57, B.2 a1; {_UNSEEN}"),
    _clause("unseen.target", "the attacker cannot see the target", f"56, B.3 d1; {_UNSEEN}"),
    _clause("invisible.attacker", "an invisible attacker", _condition("Invisible", 109)),
    _clause("invisible.target", "an invisible target", _condition("Invisible", 109)),
    _clause("invisible.initiative", "invisible when initiative is rolled", "29; SRD 5.2, Rules Glossary: Invisible"),
    _clause("blinded.attacker", "a blinded attacker", _condition("Blinded", 102)),
    _clause("blinded.target", "a blinded target", _condition("Blinded", 102)),
    _clause("blinded.check", "a check that needs sight, made blinded, fails", _condition("Blinded", 102)),
    _clause("deafened.check", "a check that needs hearing, made deafened, fails", _condition("Deafened", 104)),
    _clause(
        "dim.perception",
        "looking for somebody lightly obscured",
        "121, B.6; SRD 5.1, Adventuring: Vision and Light; SRD 5.2, Playing the Game: Vision and Light",
    ),
    # conditions
    _clause("charmed.attacker", "nobody attacks its charmer", _condition("Charmed", 103)),
    _clause("exhaustion.checks", "an exhausted creature's ability check", _condition("Exhaustion", 105)),
    _clause("exhaustion.attacks", "an exhausted creature's attack, from level 3", _condition("Exhaustion", 105)),
    _clause("exhaustion.saves", "an exhausted creature's saving throw, from level 3", _condition("Exhaustion", 105)),
    _clause("exhaustion.number", "2 off every d20 roll for each level", "105; SRD 5.2, Rules Glossary: Exhaustion"),
    _clause("frightened.attacks", "an attack with the source of fear in line of sight", _condition("Frightened", 106)),
    _clause("frightened.checks", "a check with the source of fear in line of sight", _condition("Frightened", 106)),
    _clause("frightened.closer", "no willing step closer to the source of fear", _condition("Frightened", 106)),
    _clause("grappled.attacks", "an attack on anybody but the grappler", "93; SRD 5.2, Rules Glossary: Grappled"),
    _clause("incapacitated", "nothing is done while incapacitated", _condition("Incapacitated", 108)),
    _clause(
        "incapacitated.initiative", "incapacitated when initiative is rolled", "29; SRD 5.2, Glossary: Incapacitated"
    ),
    _clause("paralyzed.target", "a paralyzed target", _condition("Paralyzed", 110)),
    _clause("petrified.target", "a petrified target", _condition("Petrified", 111)),
    _clause("stunned.target", "a stunned target", _condition("Stunned", 115)),
    _clause("unconscious.target", "an unconscious target", _condition("Unconscious", 116)),
    _clause("helpless.critical", "a hit on a helpless target within 5 ft is critical", "B.7; Paralyzed, Unconscious"),
    _clause(
        "helpless.save",
        "Strength and Dexterity saves of the helpless fail",
        "B.6; Paralyzed, Petrified, Stunned, Unconscious",
    ),
    _clause("poisoned.attacks", "a poisoned attacker", _condition("Poisoned", 112)),
    _clause("poisoned.checks", "a poisoned creature's ability check", _condition("Poisoned", 112)),
    _clause("prone.attacker", "a prone attacker", _condition("Prone", 113)),
    _clause("prone.near", "a prone target within 5 ft", _condition("Prone", 113)),
    _clause("prone.far", "a prone target beyond 5 ft", _condition("Prone", 113)),
    _clause("restrained.attacker", "a restrained attacker", _condition("Restrained", 114)),
    _clause("restrained.target", "a restrained target", _condition("Restrained", 114)),
    _clause("restrained.save", "a restrained creature's Dexterity save", _condition("Restrained", 114)),
    _clause("squeezing.attacker", "an attacker in a space too small", f"135, B.3 d17; {_SQUEEZING}"),
    _clause("squeezing.save", "a Dexterity save in a space too small", f"135, B.6; {_SQUEEZING}"),
    _clause("squeezing.target", "a target in a space too small", f"135, B.2 a8; {_SQUEEZING}"),
    _clause("surprised.initiative", "surprised when initiative is rolled", "28, 29; SRD 5.2, Combat: Initiative"),
    # actions
    _clause("help.attack", "an ally's Help against the target", f"43, B.2 a7; {_ACTIONS}, Help"),
    _clause("help.check", "an ally's Help on the check", f"44; {_ACTIONS}, Help"),
    _clause("dodge", "the target dodges and sees the attacker", f"42, B.3 d11; {_ACTIONS}, Dodge"),
    _clause("dodge.save", "a dodging creature's Dexterity save", f"42, B.6; {_ACTIONS}, Dodge"),
    _clause("inspiration", "inspiration is spent on the roll", "14, B.2 a14; SRD 5.1, Inspiration"),
    _clause(
        "heroic-inspiration",
        "one die of a failed roll is rolled again and the new one stands",
        "14; SRD 5.2, Rules Glossary: Heroic Inspiration",
    ),
    _clause("save.chosen", "a saving throw that its maker chooses to fail", "15; SRD 5.2, Playing the Game: D20 Tests"),
    _clause(
        "tool-and-skill.checks",
        "proficiency with the tool and in the skill of a check",
        "5, B.6; SRD 5.2, Equipment: Tools",
    ),
    _clause("reroll.native", "a native Re-roll (n) on the rolls its rule names", "10, 12; re-roll system: Re-roll"),
    _clause("flanking", "an able ally on the opposite side of the target", "B.2 a13; optional rule, in neither SRD"),
    # attacks
    _clause("range.long", "a target beyond normal range", f"61, B.3 d12; {_RANGED}"),
    _clause(
        "wind",
        "a ranged attack with a weapon in a strong wind",
        "B.3 d19; SRD 5.2, Gameplay Toolbox: Environmental Effects",
    ),
    _clause("close-combat", "shooting or throwing within 5 ft of an able enemy that sees", f"62, B.3 d13; {_RANGED}"),
    _clause("heavy", "a heavy weapon in small or weak hands", f"69, B.3 d14; {_WEAPONS}, Heavy"),
    _clause("lance", "a lance against a target within 5 ft", "74, B.3 d15; SRD 5.1, Equipment: Special Weapons"),
    _clause("underwater", "an attack under water with a weapon that it hampers", f"145, B.3 d18; {_WATER}"),
    _clause("underwater.miss", "a shot under water beyond normal range", f"145, B.7; {_WATER}"),
    _clause("armour.attacks", "a Strength or Dexterity attack in armour without training", f"24, B.3 d16; {_ARMOUR}"),
    _clause("armour.checks", "a Strength or Dexterity check in armour without training", f"24, B.6; {_ARMOUR}"),
    _clause("armour.saves", "a Strength or Dexterity save in armour without training", f"24, B.6; {_ARMOUR}"),
    _clause("armour.stealth", "Stealth in armour that is heard", f"26; {_ARMOUR}"),
    _clause("wrong-square.miss", "nobody is in the square that was guessed", f"59, B.7; {_UNSEEN}"),
    # areas
    _clause("area.sphere", "an area all about its point of origin", f"165; {_AREAS}, Sphere"),
    _clause("area.cube", "an area as long as wide, its point of origin on a face", f"165; {_AREAS}, Cube"),
    _clause("area.cone", "an area as wide at each point as that is far from its origin", f"165; {_AREAS}, Cone"),
    _clause("area.cylinder", "an area about its origin, up to its height", f"165; {_AREAS}, Cylinder"),
    _clause("area.line", "an area straight from its origin, 5 ft wide unless it says more", f"165; {_AREAS}, Line"),
    _clause("area.emanation", "an area all about its maker's space", f"165; {_AREAS}, Emanation"),
    _clause("area.cover", "no straight line from the point of origin leads there", f"117, 165; {_AREAS}"),
    # cover
    _clause("cover.half", "half cover: 2 more", f"117, 118; {_COVER}"),
    _clause("cover.three-quarters", "three-quarters cover: 5 more", f"117, 119; {_COVER}"),
    # traits
    _clause("pack-tactics", "Pack Tactics: an able ally beside the target", "B.2 a10; SRD 5.1 and 5.2, Monsters"),
    _clause("blood-frenzy", "Blood Frenzy: a target that is hurt", "B.2 a10; SRD 5.1 and 5.2, Monsters"),
    _clause("elusive", "Elusive: no attack on it has advantage", "B.4; SRD 5.1 and 5.2, Classes: Rogue"),
    _clause("lucky", "a natural 1 is rolled again", "13; SRD 5.1, Races: Halfling; SRD 5.2, Species: Halfling"),
    _clause("half-hp.damage", "other damage at half its hit points or fewer", "SRD 5.1 and 5.2, Monsters: swarms"),
    _clause("advantage.damage", "more damage of a hit whose roll has advantage", "B.4; SRD 5.2, Monsters: Goblins"),
    _clause("sneak-attack", "Sneak Attack: extra dice once a turn", "B.4; SRD 5.1 and 5.2, Classes: Rogue"),
    _clause("martial-advantage", "Martial Advantage: extra dice beside an able ally", "SRD 5.1, Monsters: Hobgoblin"),
    _clause("surprise-attack", "Surprise Attack: extra dice on whoever is surprised", "SRD 5.1, Monsters: Bugbear"),
    _clause("ambusher", "Ambusher: a surprised target in the first round", "B.2 a10; SRD 5.1, Monsters: Doppelganger"),
    _clause("bloodied-fury", "Bloodied Fury: half its hit points or fewer", "159; SRD 5.2, Monsters"),
    _clause("bloodied-frenzy", "Bloodied Frenzy: half its hit points or fewer", "159; SRD 5.2, Monsters"),
    _clause("magic-resistance", "Magic Resistance: a save against magic", "B.6; SRD 5.1 and 5.2, Monsters"),
    _clause("brave", "Brave: a save against being frightened", "B.6; SRD 5.1, Races; SRD 5.2, Species: Halfling"),
    _clause("fey-ancestry", "Fey Ancestry: a save against being charmed", "B.6; SRD 5.1, Races; SRD 5.2, Species: Elf"),
    _clause("dark-devotion", "Dark Devotion: a save against charm or fear", "B.6; SRD 5.1, Monsters: Cultist"),
    _clause("dwarven-resilience", "Dwarven Resilience: a save against poison", "B.6; SRD 5.1 and 5.2: Dwarf"),
    _clause("gnome-cunning", "Gnome Cunning: a save with the mind", "B.6; SRD 5.1, Races; SRD 5.2, Species: Gnome"),
    _clause("many-heads", "many heads: saves against being overcome, and Perception", "B.6; SRD 5.1, Monsters: Ettin"),
    _clause(
        "sunlight-sensitivity",
        "Sunlight Sensitivity: attacks, and in 5.1 looking, in 5.2 any check, in sunlight",
        "B.3 d21, B.6; SRD 5.1, Monsters: Kobold; SRD 5.2, Monsters: Kobold Warrior",
    ),
    _clause(
        "light-sensitivity",
        "Light Sensitivity: attacks, and in 5.1 looking, in bright light",
        "B.3 d21, B.6; SRD 5.1 and 5.2, Monsters: Cloaker",
    ),
    _clause(
        "sunlight-weakness",
        "Sunlight Weakness: attacks, checks and saves in sunlight",
        "B.3 d21, B.6; SRD 5.1 and 5.2, Monsters: Shadow",
    ),
    _clause("running-water", "Running Water: 20 acid damage at the end of a turn in it", f"{_MONSTERS}: Vampire"),
    _clause(
        "sunlight-hypersensitivity",
        "Sunlight Hypersensitivity: 20 radiant damage, attacks and checks in sunlight",
        f"B.3 d21; {_MONSTERS}: Vampire",
    ),
    _clause("freeze", "Freeze: cold damage takes 20 ft off its Speed", f"142; {_MONSTERS}: Water Elemental"),
    _clause(
        "aversion-to-fire",
        "Aversion to Fire: attacks and checks after fire damage",
        f"B.3 d21; {_MONSTERS}: Flesh Golem",
    ),
    _clause(
        "water-susceptibility",
        "Water Susceptibility: cold damage for every 5 ft in water",
        f"{_MONSTERS}: Fire Elemental",
    ),
    _clause("web-walker", "Web Walker: webs neither slow it nor hold it", f"131; {_MONSTERS}: Giant Spider"),
    _clause(
        "camouflage",
        "camouflage: Stealth checks on the right ground",
        "B.6; SRD 5.1, Monsters: Xorn, Winter Wolf",
    ),
    _clause("grappler", "Grappler: attacks on whoever it grapples", "B.2 a10; SRD 5.1, Monsters: Mimic"),
    _clause(
        "duergar-resilience",
        "Duergar Resilience: saves against poison, magic, charm and paralysis",
        "B.6; SRD 5.1, Monsters: Duergar",
    ),
    _clause("blurred-form", "Blurred Form: attacks on it while it can act", "B.3 d21; SRD 5.2, Monsters: Steam Mephit"),
    _clause(
        "aura-of-authority",
        "Aura of Authority: attacks and saves of allies within 10 ft",
        "B.2 a10, B.6; SRD 5.2, Monsters: Hobgoblin Captain",
    ),
    _clause("weakened", "weakened: attacks, checks and saves with Strength", f"B.3 d21, B.6; {_MONSTERS}: Gold Dragon"),
    _clause("swallowed", "swallowed: inside another creature, out of reach and hurt there", f"{_MONSTERS}: Behir"),
    _clause("dazed", "dazed: no reactions, and an action or a bonus action", f"A.3; {_MONSTERS}: Dretch"),
    _clause("flustered", "flustered: no reactions", f"A.3; {_MONSTERS}: Balor"),
    _clause("festering", "festering: no hit points are regained", f"153; {_MONSTERS}: Bone Devil"),
    _clause("half-speed", "half the Speed", f"142; {_MONSTERS}: Brass Dragon"),
    _clause("slowed", "so many feet off every speed", f"142; {_MONSTERS}: Frost Giant"),
    _clause("distracted", "distracted: attacks and checks", f"B.3 d21, B.6; {_MONSTERS}: Swarm of Ravens"),
    _clause("sluggish", "sluggish: no reactions, half speed, one kind of action", f"142; {_MONSTERS}: Copper Dragon"),
    _clause(
        "rage",
        "Rage: resistance to blows, more damage, checks and saves with Strength",
        f"B.6, 147, 149; {_CLASSES}: Barbarian",
    ),
    _clause("danger-sense", "Danger Sense: Dexterity saves", f"B.6; {_CLASSES}: Barbarian"),
    _clause("feral-instinct", "Feral Instinct: initiative", f"B.6; {_CLASSES}: Barbarian"),
    _clause("bardic-inspiration", "Bardic Inspiration: a die for a failed attack or save", f"B.6; {_CLASSES}: Bard"),
    _clause("indomitable", "Indomitable: a failed save rolled again", f"B.6; {_CLASSES}: Fighter"),
    _clause("divine-smite", "Divine Smite: radiant damage for a spell slot", f"51, 147; {_CLASSES}: Paladin"),
    _clause("aura-of-protection", "Aura of Protection: saves of allies about", f"B.6; {_CLASSES}: Paladin"),
    _clause("action-surge", "Action Surge: a second action on a turn", f"39; {_CLASSES}: Fighter"),
    _clause("off-balance", "a hit that hampers the target's next attack roll", f"B.3 d21; {_MONSTERS}: Ettin"),
    _clause("exposed", "a hit that helps the next attack on the target", f"B.2 a12; {_MONSTERS}: Worg"),
    _clause(
        "attack.advantage",
        "the attack has advantage on such a target",
        f"B.2 a10; {_MONSTERS}: Bugbear, Hunter Shark",
    ),
    _clause("attack.only", "the attack is for others alone", f"162; {_MONSTERS}: Vampire, Bite"),
    _clause(
        "greater-magic-resistance",
        "Greater Magic Resistance: saves against magic succeed, spell attacks miss",
        "B.6; SRD 5.2, Monsters: Rakshasa",
    ),
    _clause(
        "limited-magic-immunity",
        "Limited Magic Immunity: no spell of level 6 or less",
        "151; SRD 5.1, Monsters: Rakshasa",
    ),
    _clause(
        "reckless",
        "Reckless, Reckless Attack: melee attacks",
        "B.2 a10; SRD 5.1, Monsters: Minotaur; SRD 5.1 and 5.2, Classes: Barbarian",
    ),
    _clause(
        "reckless.target",
        "whoever attacked recklessly is easier to hit",
        "B.2 a11; SRD 5.1, Monsters: Minotaur; SRD 5.1 and 5.2, Classes: Barbarian",
    ),
    _clause(
        "steadfast",
        "Steadfast: not frightened while it sees an ally within 30 ft",
        "SRD 5.1, Monsters: Bearded Devil",
    ),
    _clause(
        "assassinate",
        "Assassinate: attacks before the target has had a turn, critical hits on the surprised",
        "B.2 a10; SRD 5.1, Monsters: Assassin",
    ),
    _clause("keen-senses", "keen senses: Perception checks", "B.6; SRD 5.1, Monsters"),
    _clause("undead-fortitude", "Undead Fortitude: a save to keep 1 hit point", "SRD 5.1 and 5.2, Monsters: Zombie"),
    _clause("relentless", "Relentless: once, 1 hit point is kept", "SRD 5.1, Monsters: Boar; Races: Half-Orc"),
    _clause("regeneration", "Regeneration: hit points at the start of a turn", "SRD 5.1 and 5.2, Monsters: Troll"),
    _clause("standing-leap", "Standing Leap: jumps of its own length, from a stand too", f"139; {_MONSTERS}: Frog"),
    _clause("running-leap", "Running Leap: a long jump of its own length", f"139; {_MONSTERS}: Lion"),
    _clause("siege-monster", "Siege Monster: objects take double damage", "SRD 5.1 and 5.2, Monsters"),
    _clause("amphibious", "Amphibious: breathes air and water", f"{_MONSTERS}: Merfolk, Sahuagin"),
    _clause("water-breathing", "Water Breathing: breathes in water alone", f"{_MONSTERS}: Hunter Shark, Quipper"),
    _clause("hold-breath", "Hold Breath: longer than a fight lasts", f"{_MONSTERS}: Crocodile, Lizardfolk"),
    _clause("no-air", "needs no air", f"{_MONSTERS}: Zombie"),
    _clause("charge", "Charge, Pounce: a run straight toward the target before the hit", f"{_MONSTERS}: Boar, Lion"),
    _clause("flyby", "Flyby: flying out of a reach provokes nobody", f"82; {_MONSTERS}: Giant Owl"),
    _clause("agile", "Agile: leaving a reach provokes nobody", "82; SRD 5.2, Animals: Deer"),
    _clause(
        "evasion", "Evasion: no damage for a Dexterity save, half without", "148; SRD 5.1 and 5.2: Assassin, Rogue"
    ),
    _clause("improved-critical", "Improved Critical: a weapon's 19 is a critical hit", f"{_CLASSES}: Fighter"),
    _clause("superior-critical", "Superior Critical: a weapon's 18 is a critical hit", f"{_CLASSES}: Fighter"),
    _clause("absorption", "damage of a type heals instead of hurting", f"151; {_MONSTERS}: Iron Golem"),
    _clause("magic-weapons", "weapon attacks that are magical by a trait", "151; SRD 5.1, Monsters: Couatl"),
    _clause("sure-footed", "Sure-Footed: a Strength or Dexterity save to stay on one's feet", "B.6; SRD 5.1, Monsters"),
    # spells
    _clause("concentration", "damage may end it, incapacitation does", "160; SRD 5.1, Spellcasting; SRD 5.2, Glossary"),
    _clause("bless", "Bless: a d4 on attack rolls and saving throws", "160; SRD 5.1 and 5.2, Spells: Bless"),
    _clause("bane", "Bane: a d4 off attack rolls and saving throws", "160; SRD 5.1 and 5.2, Spells: Bane"),
    _clause("faerie-fire", "a target in Faerie Fire that the attacker sees", "B.2 a12; SRD 5.1 and 5.2, Spells"),
    _clause("blur", "Blur: attacks by whoever sees it", f"51; {_SPELL}: Blur"),
    _clause("chill-touch", "Chill Touch: no hit points are regained", f"51; {_SPELL}: Chill Touch"),
    _clause("command", "Command: a turn without movement and action", f"51; {_SPELL}: Command"),
    _clause("counterspell", "Counterspell: a spell comes to nothing", f"51; {_SPELL}: Counterspell"),
    _clause("barkskin", "Barkskin: AC is at least 16, in 5.2 17", f"51; {_SPELL}: Barkskin"),
    _clause("expeditious-retreat", "Expeditious Retreat: Dash as a bonus action", f"51; {_SPELL}: Expeditious Retreat"),
    _clause("irresistible-dance.attacker", "Irresistible Dance: attacks by the dancer", _DANCE),
    _clause("irresistible-dance.target", "Irresistible Dance: attacks on the dancer", _DANCE),
    _clause(
        "irresistible-dance.save",
        "Irresistible Dance: Dexterity saves of the dancer",
        _DANCE,
    ),
    _clause(
        "irresistible-dance.speed",
        "Irresistible Dance: all movement goes into the dance",
        _DANCE,
    ),
    _clause("longstrider", "Longstrider: 10 ft more Speed", f"51; {_SPELL}: Longstrider"),
    _clause(
        "phantasmal-killer.attack",
        "Phantasmal Killer: attacks by whoever it haunts",
        _KILLER,
    ),
    _clause(
        "phantasmal-killer.check",
        "Phantasmal Killer: checks by whoever it haunts",
        _KILLER,
    ),
    _clause("charm.fighting", "a charm upon whoever fights its caster: the save", f"51; {_SPELL}: Charm Person"),
    _clause("confusion", "Confusion: a d10 says what a turn is good for", f"51; {_SPELL}: Confusion"),
    _clause("dispel", "Dispel Magic: a spell on a creature ends", f"51; {_SPELL}: Dispel Magic"),
    _clause("enfeeblement", "Ray of Enfeeblement: a d8 off damage", _RAY),
    _clause(
        "enfeeblement.save",
        "Ray of Enfeeblement: Strength saves",
        _RAY,
    ),
    _clause("sanctuary", "Sanctuary: a save to strike at the warded", f"51; {_SPELL}: Sanctuary"),
    _clause("divine-favor", "Divine Favor: 1d4 radiant more with weapons", f"51; {_SPELL}: Divine Favor"),
    _clause("guiding-bolt", "Guiding Bolt: the next attack on the target", f"51; {_SPELL}: Guiding Bolt"),
    _clause("haste", "Haste: AC, speed and one attack more", f"51; {_SPELL}: Haste"),
    _clause("haste.save", "Haste: Dexterity saves", f"51; {_SPELL}: Haste"),
    _clause("hideous-laughter", "Hideous Laughter: prone and incapacitated", f"51; {_SPELL}: Hideous Laughter"),
    _clause("hunters-mark", "Hunter's Mark: 1d6 more with weapons", f"51; {_SPELL}: Hunter's Mark"),
    _clause("hypnotic-pattern", "Hypnotic Pattern: charmed, incapacitated, Speed 0", f"51; {_SPELL}: Hypnotic Pattern"),
    _clause("lethargy", "Haste: a turn lost when it ends", f"51; {_SPELL}: Haste"),
    _clause("mage-armor", "Mage Armor: AC 13 and Dexterity", f"51; {_SPELL}: Mage Armor"),
    _clause("mirror-image", "Mirror Image: an image is struck", f"51; {_SPELL}: Mirror Image"),
    _clause("ray-of-enfeeblement", "Ray of Enfeeblement: weapons deal half", f"51; {_SPELL}: Ray of Enfeeblement"),
    _clause("shocking-grasp", "Shocking Grasp: no reactions", f"51; {_SPELL}: Shocking Grasp"),
    _clause("slow-spell", "Slow: AC and Dexterity saves, half speed, one attack", f"51; {_SPELL}: Slow"),
    _clause("starry-wisp", "Starry Wisp: invisibility is of no use", f"51; {_SPELL}: Starry Wisp"),
    _clause("stinking-cloud", "Stinking Cloud: no action", f"51; {_SPELL}: Stinking Cloud"),
    _clause("vicious-mockery", "Vicious Mockery: the next attack of its target", f"51; {_SPELL}: Vicious Mockery"),
    _clause("ray-of-frost", "Ray of Frost: Speed falls by 10 feet", f"51; {_SPELL}: Ray of Frost"),
    _clause("shield", "Shield: 5 on top of AC", f"51; {_SPELL}: Shield"),
    _clause("shield-of-faith", "Shield of Faith: 2 on top of AC", f"51; {_SPELL}: Shield of Faith"),
    # actions that are no attack
    _clause("save.half", "a successful save halves the damage, before resistance", f"148; {_DAMAGE}"),
    _clause("damage.once", "the damage of an area is rolled once for all", f"77; {_DAMAGE}"),
    _clause("recharge", "a d6 at the start of the turn may bring it back", f"162; {_MONSTERS}: Recharge"),
    _clause("legendary", "an action at the end of another creature's turn", f"163; {_MONSTERS}: Legendary Actions"),
    _clause("legendary.surprised", "none before its first turn ends", "163; SRD 5.1, Monsters: Legendary Creatures"),
    _clause("legendary-resistance", "a failed save becomes a success", f"163; {_MONSTERS}: Legendary Resistance"),
    _clause("lair", "on initiative count 20", "164; SRD 5.1, Monsters: A Legendary Creature's Lair"),
    _clause("action.immune", "whoever withstood it once is immune to it", f"162; {_MONSTERS}: Frightful Presence"),
    _clause("action.needs", "it affects only who sees or hears its maker", f"162; {_MONSTERS}: Frightful Presence"),
    _clause("action.only", "it affects only whoever is in some state", f"162; {_MONSTERS}: Pummel, Draining Kiss"),
    _clause("parry", "a reaction adds to AC against one attack", f"34; {_MONSTERS}: Parry"),
    _clause("reaction.redirects", "a reaction makes an ally the target", "34; SRD 5.2, Monsters: Goblin Boss"),
    _clause("reaction.halves", "a reaction halves the damage of one attack", "34; SRD 5.1 and 5.2, Classes: Rogue"),
    _clause("trait.turn-near", "a trait that bears on whoever has a turn near", f"{_MONSTERS}: Stench, Fear Aura"),
    _clause("trait.own-turn", "a trait that acts on its bearer's turns", f"{_MONSTERS}: Fire Aura, Barbed Hide"),
    _clause("trait.dies", "a trait that acts when its bearer dies", f"{_MONSTERS}: Death Burst, Death Throes"),
    _clause("trait.touched", "a trait that acts on whoever touches or hits", f"{_MONSTERS}: Heated Body"),
    _clause(
        "suffocation",
        "out of breath: exhaustion turn by turn, in 5.1 0 hit points after CON rounds",
        "SRD 5.1, Adventuring: Suffocating; SRD 5.2, Rules Glossary: Suffocation",
    ),
    # weapon mastery
    _clause("cleave", "Cleave: a second creature beside the first", f"150; {_MASTERY}, Cleave"),
    _clause("graze", "Graze: a miss deals the ability modifier", f"150; {_MASTERY}, Graze"),
    _clause("nick", "Nick: the extra attack is part of the Attack action", f"150; {_MASTERY}, Nick"),
    _clause("push", "Push: a hit drives the target 10 ft away", f"150; {_MASTERY}, Push"),
    _clause("sap", "Sap: the target's next attack roll", f"150, B.3 d20; {_MASTERY}, Sap"),
    _clause("slow", "Slow: 10 ft less Speed", f"150; {_MASTERY}, Slow"),
    _clause("topple", "Topple: a hit may knock prone", f"150; {_MASTERY}, Topple"),
    _clause("vex", "Vex: the attacker's next attack on the same target", f"150, B.2 a9; {_MASTERY}, Vex"),
    # height
    _clause("fly.prone", "a flyer that is prone falls, unless it hovers", f"140; {_FLYING}"),
    _clause("fly.speed-zero", "a flyer that cannot move falls, unless it hovers", f"140; {_FLYING}"),
    _clause(
        "fly.incapacitated", "a flyer that is incapacitated falls, unless it hovers", "140; SRD 5.2, Glossary: Flying"
    ),
    _clause("fall.damage", "1d6 for each 10 ft of a fall, at most 20d6", f"141; {_FALLING}"),
    _clause("fall.prone", "whoever a fall hurts lies prone", f"141; {_FALLING}"),
    _clause("fall.water", "a reaction and a check halve a fall into water", "141; SRD 5.2, Rules Glossary: Falling"),
    # jumping
    _clause("jump.long", "a long jump: Strength in feet after a run-up, else half", f"139; {_JUMPING}"),
    _clause("jump.high", "a high jump: 3 ft and the Strength modifier after a run-up, else half", f"139; {_JUMPING}"),
    _clause("jump.landing", "landing on difficult ground takes a check", f"139; {_JUMPING}"),
    # mounts
    _clause("mount.save", "a Dexterity save against DC 10 to stay in the saddle", f"144; {_MOUNTED}"),
    _clause("mount.reaction", "a reaction to land on one's feet as the mount falls", "144; SRD 5.1, Mounted Combat"),
    _clause("mount.strike", "whoever a mount provokes may strike at its rider", "86; SRD 5.1, Mounted Combat"),
    # the game master
    _clause("gm.advantage", "the game master rules for the roller", f"167; {_GM}"),
    _clause("gm.disadvantage", "the game master rules against the roller", f"167; {_GM}"),
    _clause("gm.modifier", "the game master's bonus or penalty", f"167; {_GM}"),
    # what is not allowed
    _clause("reach.out", "the target is out of reach", f"63, 87, 100; {_MELEE}"),
    _clause("range.out", "the target is out of range", f"61; {_RANGED}"),
    _clause("cover.total", "total cover", f"84, 117; {_COVER}"),
    _clause("size.larger", "a target more than one size larger", f"89; {_GRAPPLE}"),
    _clause("hand.none", "no free hand, or none with the right weapon", f"71, 90; {_GRAPPLE}"),
    _clause("ammunition.none", "no ammunition left", f"67; {_WEAPONS}, Ammunition"),
    _clause("loading.used", "a loading weapon shot already", f"68; {_WEAPONS}, Loading"),
    _clause("reaction.none", "no reaction left", f"35, 84; {_OPPORTUNITY}"),
    _clause("speed.zero", "Speed is 0", f"143; {_MOVEMENT}"),
    _clause("path.none", "no way leads there", f"129, 133; {_MOVEMENT}"),
    _clause("square.occupied", "nobody ends in another's space", f"134; {_MOVEMENT}"),
    _clause("unlocated", "nobody knows where the target is", f"46, 59; {_UNSEEN}"),
    _clause("speed.short", "the way costs more than is left", f"129 to 138; {_MOVEMENT}"),
    _clause("action.used", "the action or bonus action is used", "33, 34; SRD 5.1 and 5.2, Combat: Your Turn"),
    _clause("uses.none", "used up, or not recharged yet", f"162; {_MONSTERS}: Limited Usage"),
    _clause("slots.none", "no spell slot of that level is left", f"51; {_SPELLS}"),
    _clause("spell.one-slot", "a spell slot was spent in this turn already", "51; SRD 5.2, Spells: Casting Spells"),
    _clause(
        "spell.bonus",
        "beside a spell as a bonus action only cantrips as actions",
        "51; SRD 5.1, Spellcasting: Bonus Action",
    ),
    _clause("action.impossible", "nothing there to do it to", f"41 to 52; {_ACTIONS}"),
    _clause("door.closed", "a closed door is in the way", f"129; {_MOVEMENT}"),
    _clause("door.locked", "the door is locked", "169; SRD 5.1, Dungeons: Doors; SRD 5.2, Exploration"),
    _clause("mount.size", "a mount is a size larger than its rider", f"144; {_MOUNTED}"),
    _clause("mount.once", "getting on or off once a turn", "144; SRD 5.1, Mounted Combat: Mounting and Dismounting"),
    _clause("mount.controlled", "a mount that is directed only dashes, disengages or dodges", f"144; {_MOUNTED}"),
    # what does not provoke
    _clause("disengage", "the mover took the Disengage action", f"41, 82; {_OPPORTUNITY}"),
    _clause("reach.kept", "no reach is left", f"79, 83; {_OPPORTUNITY}"),
    _clause("unseen.mover", "whoever would strike cannot see the mover", f"78, 84; {_OPPORTUNITY}"),
    _clause("surprised", "surprised until the end of its first turn", "28, 84; SRD 5.1, Combat: Surprise"),
    _clause("teleport", "the mover teleports", f"82; {_OPPORTUNITY}"),
    _clause("forced", "moved by another's doing", f"82; {_OPPORTUNITY}"),
)
REGISTERED: Final[dict[str, Registered]] = {entry.id: entry for entry in REGISTER}


def taken_out_ids(ruleset: Ruleset) -> list[str]:
    """The clauses that `ruleset.without(id)` can take out: those of its rows, then the procedural ones by name."""
    ids: list[str] = []
    for row in ruleset.rows():
        ids.extend(row.clause_ids())
    ids.extend(sorted(ruleset.clauses))
    return list(dict.fromkeys(ids))


def grounds(ruleset: Ruleset) -> list[str]:
    """The clauses that forbid an intent or keep a step from provoking, under a ruleset."""
    ids: list[str] = [name for name in ILLEGAL_NAMES + WHY_NOT if name != ""]
    ids += [FORCED, TELEPORT]
    if not ruleset.surprise_costs_turn:
        ids.remove("surprised")
    rows = {id for row in ruleset.rows() for id in row.clause_ids()}
    ids = [id for id in ids if id not in OF_TRAITS or id in rows]
    if not ruleset.one_slot_a_turn:
        ids.remove("spell.one-slot")
    if not ruleset.bonus_spell_alone:
        ids.remove("spell.bonus")
    if not ruleset.mounts_once:
        ids.remove("mount.once")
    return list(dict.fromkeys(ids))


def clause_ids(ruleset: Ruleset) -> list[str]:
    """Every clause the engine can report under a ruleset, without repetition.

    >>> "exhaustion.number" in clause_ids(RULESETS["srd-5.2"]), "exhaustion.number" in clause_ids(RULESETS["srd-5.1"])
    (True, False)
    """
    return list(dict.fromkeys([*taken_out_ids(ruleset), *_ALWAYS, *grounds(ruleset)]))


def rulesets_of(id: str) -> list[str]:
    """The names of the shipped rulesets that know a clause, in order."""
    return [name for name, ruleset in RULESETS.items() if id in clause_ids(ruleset)]


def kinds_of(id: str) -> list[str]:
    """What a clause does, in all rulesets together: HELPS, HINDERS, NUMBER, SETTLES, FORBIDS, SPARES.

    >>> kinds_of("prone.near"), kinds_of("cover.total"), kinds_of("helpless.critical")
    (['advantage'], ['not allowed', 'does not provoke'], ['settles'])
    """
    kinds: list[str] = []
    for ruleset in RULESETS.values():
        for row in ruleset.rows():
            for part in (row,) + row.levels:
                for clause in part.clauses:
                    if clause.id == id:
                        kinds.append(HELPS if clause.helps else HINDERS)
                if part.number_clause == id:
                    kinds.append(NUMBER)
                for name, _ in part.flag_clauses:
                    if name == id and name not in ILLEGAL_NAMES and name not in WHY_NOT:
                        kinds.append(SETTLES)
        if id in ruleset.clauses:
            settles = SETTLES if id in _SETTLE else NUMBER if id in _NUMBERS else HELPS if id in _HELP else HINDERS
            kinds.append(settles)
            if id in _BOTH:
                kinds.append(HELPS)
    if id in _ALWAYS:
        kinds.append(SETTLES)
    if id in ILLEGAL_NAMES:
        kinds.append(FORBIDS)
    if id in WHY_NOT or id in (FORCED, TELEPORT):
        kinds.append(SPARES)
    return list(dict.fromkeys(kinds))
