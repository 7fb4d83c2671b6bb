"""Traits of the SRD that change nothing in a fight as it is simulated, each with the reason.

They are neither played out nor missed: no result names them as left out, and the bestiary counts them on neither side.
"""

from typing import Final

_ELSEWHERE: Final = "whoever dies comes back elsewhere, after the fight"
_BODY: Final = "it says what becomes of the body"
_FORM: Final = "nothing in a fight changes the form of a creature against its will"
_PLANES: Final = "a fight has one plane of existence"
_MINDS: Final = "it reads minds, or hides from such reading, which decides nothing in a fight"
_TALK: Final = "it is about talking"
_SENSING: Final = "it finds magic, faith, treasure or tracks, not enemies"
_CLIMBING: Final = "climbing never asks for a check in a fight"
_FIGURES: Final = "it is in the figures of the attacks already"
_STILL: Final = "it deceives before the fight; surprise is the scenario's to say"

_FORMS: Final = "a form is chosen as the fight begins, where its figures are others as a creature of its own"
_LATER: Final = "it is for the time outside of fights"

IDLE_TRAITS: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "celestial restoration",
            "demonic restoration",
            "diabolical restoration",
            "eldritch restoration",
            "elemental restoration",
            "exalted restoration",
            "fiendish restoration",
            "hellish rejuvenation",
            "hellish restoration",
            "rejuvenation",
            "undead restoration",
        ),
        _ELSEWHERE,
    ),
    **dict.fromkeys(("disintegration", "elemental demise"), _BODY),
    "immutable form": _FORM,
    "ethereal sight": _PLANES,
    **dict.fromkeys(("inscrutable", "probing telepathy", "shielded mind", "telepathic shroud"), _MINDS),
    **dict.fromkeys(
        (
            "limited telepathy",
            "mimicry",
            "shark telepathy",
            "speak with beasts and plants",
            "telepathic bond",
            "vampiric connection",
        ),
        _TALK,
    ),
    **dict.fromkeys(
        (
            "divine awareness",
            "faultless tracker",
            "iron scent",
            "labyrinthine recall",
            "sense magic",
            "treasure sense",
        ),
        _SENSING,
    ),
    "spider climb": _CLIMBING,
    **dict.fromkeys(("brute", "heated weapons"), _FIGURES),
    "false appearance": _STILL,
    **dict.fromkeys(("incubus form", "succubus form", "soul bag", "troll spawn"), _LATER),
    "spirit jar": _ELSEWHERE,
    **dict.fromkeys(("shapechanger", "shape-shifter"), _FORMS),
    "wakeful": "nobody falls asleep of itself in a fight",
    "blind senses": "nobody loses its sense of smell",
    "night hag items": "they are for other planes and for dreams",
    "draconic origin": "the choice it asks for is in the figures already",
    "training": "which skill it is for stands nowhere",
    "vampire weakness": "it is the heading of the weaknesses that follow",
    "beast of burden": "nothing weighs anything in a fight",
    "coven magic": "the spells that it adds decide nothing in a fight",
    "ephemeral": "nothing is worn, carried or picked up but weapons",
    "forbiddance": "a fight has no thresholds that need an invitation",
    "wishes": "it wishes for others, not for itself",
}
