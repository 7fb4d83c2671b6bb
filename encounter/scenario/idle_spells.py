"""Spells of the SRD that change nothing in a fight as it is simulated, each with the reason.

Nobody casts them, and no result names them as left out.
"""

from typing import Final

_SENSING: Final = "it finds things, thoughts or places, not enemies"
_TALK: Final = "it is about talking"
_LONG: Final = "it takes longer to cast than a fight leaves"
_LATER: Final = "it is for the time outside of fights"
_AWAY: Final = "it leads out of the fight, and a fight is fought to its end"
_TRICKS: Final = "it does small things that decide nothing"
_DECEIT: Final = "it deceives before the fight; surprise is the scenario's to say"

_BY_REASON: Final = {
    _SENSING: """arcane eye; augury; clairvoyance; commune; detect evil and good; detect magic;
        detect poison and disease; detect thoughts; divination;
        find the path; identify; legend lore; locate creature; locate object; scrying""",
    _TALK: """comprehend languages; dream; message; sending; speak with animals; speak with dead; tongues;
        zone of truth; animal messenger; modify memory""",
    _LONG: """animate dead; awaken; clone; conjure celestial; conjure elemental; contact other plane; control weather;
        create undead; creation; fabricate; find familiar; geas; glyph of warding; hallow; hallucinatory terrain;
        heroes' feast; magic circle; mending; mirage arcane; planar binding; prayer of healing; raise dead; regenerate;
        reincarnate; resurrection; simulacrum; symbol; true resurrection; wind walk; astral projection; stone shape""",
    _LATER: """arcane lock; create food and water; create or destroy water; knock; nondetection; pass without trace;
        mind blank; remove curse; water walk; plant growth; passwall""",
    _AWAY: """etherealness; gate; plane shift; teleport; transport via plants; tree stride; word of recall""",
    _TRICKS: """druidcraft; elementalism; light; mage hand; minor illusion; prestidigitation; spare the dying;
        thaumaturgy; unseen servant; dancing lights""",
    _DECEIT: """disguise self; major image; minor image; mislead; programmed illusion; project image; seeming;
        silent image""",
}
IDLE_SPELLS: Final[dict[str, str]] = {
    " ".join(name.split()): reason for reason, names in _BY_REASON.items() for name in names.split(";")
}
