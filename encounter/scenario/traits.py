"""The names of the SRD's traits, and which of them the engine plays out.

A trait of these lists that is not simulated is no error: the scenario loads and says what it leaves out.
"""

from typing import Final

from encounter.engine.creature import MASTERIES
from encounter.engine.rules.editions import RULESETS
from encounter.scenario.idle_traits import IDLE_TRAITS

WITH_DICE: Final = ("sneak attack", "martial advantage", "surprise attack", "charge", "pounce", "dive attack", "brute")

GIVEN: Final = (
    "raging",
    "mindless rage",
    "inspired d6",
    "inspired d8",
    "inspired d10",
    "inspired d12",
)  # no conditions: what features give their owners
NEED_FIGURES: Final = {
    "sneak attack": "1d6",
    "martial advantage": "2d6",
    "surprise attack": "2d6",
    "regeneration": "10",
    "reactive heads": "4",
    "rage": "2",
    "indomitable": "1 level 9",
    "brutal critical": "1",
    "aura of protection": "3",
    "standing leap": "20/10 ft",
    "illumination": "10/10 ft",
    "variable illumination": "20/20 ft",
    "ignited illumination": "10/10 ft",
    "running leap": "25 ft",
}

LISTED: Final = tuple(
    """
adhesive; aggressive; ambusher; amorphous; amphibious; angelic weapons; antimagic susceptibility; assassinate; aversion
to fire; axiomatic mind; beast of burden; berserk; blind senses; bloodied frenzy; bloodied fury; brave; brutal critical;
brute; chameleon skin; charge; colossus slayer; confer fire resistance; consume life; corrode metal; corrosive form;
damage absorption; danger sense; dark devotion; darkvision; death burst; death throes; demonic restoration; devil's
sight; diabolical restoration; disintegration; dive attack; divine awareness; divine eminence; divine smite; draconic
resistance; dwarven resilience; dwarven toughness; echolocation; eldritch restoration; elemental demise; escape the
horde; ethereal jaunt; ethereal sight; evasion; exalted restoration; faerie fire; false appearance; fear aura; fear of
fire; fey ancestry; fey step; fire absorption; fire aura; fire form; flyby; freedom of movement; freeze; gelatinous;
gibbering; gnome cunning; gnomish cunning; grappler; grasping tendrils; great weapon fighting; halfling nimbleness;
heart sight; heated body; heated weapons; hellish resistance; hellish weapons; hold breath; horde breaker; illumination;
immolation; immutable form; improved critical; incorporeal movement; indomitable; ink cloud; innate spellcasting;
inscrutable; invisibility; iron scent; jack of all trades; keen hearing; keen hearing and sight; keen hearing and smell;
keen sight; keen sight and smell; keen smell; labyrinthine recall; lay on hands; legendary resistance; life bond; light
sensitivity; lightning absorption; lightning form; limited amphibiousness; limited magic immunity; limited telepathy;
magic resistance; magic weapon; magic weapons; martial advantage; mimicry; misty escape; mucous cloud; multiattack
defense; multiple heads; mystic resistance; naturally stealthy; negative energy; ooze cube; otherworldly perception;
petrifying gaze; pounce; probing telepathy; rage; rampage; reactive; reactive heads; reckless; reckless attack;
reflective carapace; regeneration; rejuvenation; relentless; relentless endurance; relentless rage; resonant connection;
running leap; rust metal; savage attacks; second wind; sense magic; shadow stealth; shapechanger; shape-shifter; shark
telepathy; shielded mind; siege monster; slippery; snow camouflage; speak with beasts and plants; spell immunity; spell
reflection; spell storing; spellcasting; spider climb; standing leap; steadfast; steady aim; stench; stone camouflage;
sunlight hypersensitivity; sunlight sensitivity; sunlight weakness; sunder; superior critical; sure-footed; surprise
attack; tactical discipline; telepathic bond; telepathic shroud; trampling charge; transparent; tree stride; treasure
sense; troop; tunneler; turn immunity; turn resistance; turning defiance; two heads; two-headed; uncanny dodge; undead
fortitude; undead nature; underwater camouflage; unusual nature; vampire weaknesses; variable illumination; wakeful;
water breathing; water form; water susceptibility; weapon mastery; web sense; web walker; wounded fury
""".replace("\n", " ")
    .strip()
    .split("; ")
)


def marks_of(ruleset: str) -> tuple[str, ...]:
    """What masteries leave behind and features give under a ruleset; a state may hold it as it may a condition."""
    return tuple(name for name in RULESETS[ruleset].condition_names() if name in MASTERIES or name in GIVEN)


def is_simulated(name: str, ruleset: str) -> bool:
    """Whether a trait is played out under a ruleset."""
    return name in RULESETS[ruleset].trait_names()


def is_left_out(name: str, ruleset: str) -> bool:
    """Whether a fight under a ruleset lacks something without a trait: it is neither played out nor idle."""
    return name not in IDLE_TRAITS and not is_simulated(name, ruleset)


def names_of(ruleset: str) -> list[str]:
    """The traits that may be written under a ruleset, simulated ones first."""
    return list(dict.fromkeys([*RULESETS[ruleset].trait_names(), *LISTED, *IDLE_TRAITS]))
