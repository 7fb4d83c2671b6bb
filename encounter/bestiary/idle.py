"""Actions of the bestiary that change nothing in a fight as the rules of combat see it, each with the reason.

They are neither played out nor missed: no result names them, and they count on neither side of what is simulated.
What changes a fight only now and then (to call up others, to leave for another plane, to be no longer seen) does not
belong here.
"""

import re
from typing import Final

SAME_FIGURES: Final = "the game statistics are the same in every form"
KNOWLEDGE: Final = "tells its user something, and changes nobody's figures"
LOOKS: Final = "changes what is seen of a creature, and nothing that is rolled"
OUT_OF_COMBAT: Final = "is for a time outside of fights"

WITHOUT_EFFECT: Final[dict[str, str]] = {
    "shape-shift": SAME_FIGURES,
    "illusory appearance": LOOKS,
    "read thoughts": KNOWLEDGE,
    "heart sight": KNOWLEDGE,
    "nightmare haunting": OUT_OF_COMBAT,
    "destroy metal": "touches what nobody wears or carries",
    "shriek": "warns others, who are in the fight already",
}
# What the prose must say for that reason to hold; a vampire that turns into mist is not the same in each form.
_IF: Final = {"shape-shift": re.compile(r"same in each form\.|while retaining its game statistics")}


def is_without_effect(name: str, text: str) -> bool:
    """Whether an action of this name and prose changes nothing in a fight.

    >>> is_without_effect("shape-shift", "Its game statistics, other than its size, are the same in each form.")
    True
    >>> is_without_effect("shape-shift", "Its statistics are the same in each form, except for its Speed.")
    False
    """
    return name in WITHOUT_EFFECT and (name not in _IF or _IF[name].search(text) is not None)
