"""Where a source of the bestiary is wrong: what stands there, what stands in the SRD, and why it is known.

A patch of a draft changes figures or prose before it is read; a patch of keys changes what was read. Each has a test.
"""

from collections.abc import Callable
from typing import Any, Final

from attrs import evolve, frozen

from encounter.bestiary.draft import Draft, Feature


@frozen
class Patch:
    """One correction of one creature of one edition."""

    rules: str
    creature: str
    reason: str
    draft: Callable[[Draft], None] | None = None
    keys: Callable[[dict[str, Any]], None] | None = None


def _text(name: str, old: str, new: str) -> Callable[[Draft], None]:
    """Replace a piece of the prose of a feature; the piece must be there."""

    def change(draft: Draft) -> None:
        for number, feature in enumerate(draft.features):
            if feature.name == name and old in feature.text:
                draft.features[number] = evolve(feature, text=feature.text.replace(old, new))
                return
        raise ValueError(f"{draft.name}: {name} no longer says {old!r}")

    return change


def _set(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(keys: dict[str, Any]) -> None:
        keys[key] = value

    return change


def _attack(name: str, **changes: Any) -> Callable[[dict[str, Any]], None]:
    def change(keys: dict[str, Any]) -> None:
        keys["attacks"][name] = {**keys["attacks"][name], **changes}

    return change


def _of_fire(draft: Draft) -> None:
    """Choose fire where a stat block leaves the type of damage to whoever uses it."""
    for number, feature in enumerate(draft.features):
        text = feature.text.replace("damage of the type chosen for the Draconic Origin trait", "Fire damage")
        draft.features[number] = evolve(feature, text=text)
    draft.resist = ["fire"]


def _split_night_hag(draft: Draft) -> None:
    """Cut off the action that the text of another one runs into."""
    for number, feature in enumerate(draft.features):
        if feature.name == "Claw":
            text, _, rest = feature.text.partition(" Nightmare Haunting (1/Day; Requires Soul Bag). ")
            draft.features[number] = evolve(feature, text=text)
            draft.features.append(Feature("action", "Nightmare Haunting", rest, uses=1))


def _split_wererat(draft: Draft) -> None:
    for number, feature in enumerate(draft.features):
        if feature.name == "Scratch":
            text, _, rest = feature.text.partition(" Hand Crossbow (Humanoid or Hybrid Form Only). ")
            draft.features[number] = evolve(feature, text=text)
            draft.features.append(Feature("action", "Hand Crossbow", rest))


def _ways(*ways: list[str]) -> Callable[[dict[str, Any]], None]:
    return _set("multiattack", ways[0] if len(ways) == 1 else list(ways))


PATCHES: Final = (
    # ------------------------------------------------------------------------------------------------------ SRD 5.2.1
    Patch(
        "srd-5.2",
        "Night Hag",
        "the text of Claw runs on into Nightmare Haunting",
        draft=_split_night_hag,
    ),
    Patch("srd-5.2", "Half-Dragon", "its type of damage is for its maker to choose: fire", draft=_of_fire),
    Patch("srd-5.2", "Wererat", "the text of Scratch runs on into Hand Crossbow", draft=_split_wererat),
    Patch(
        "srd-5.2",
        "Hydra",
        "it bites as often as it has heads, and has five of them at first",
        keys=_ways(["bite"] * 5),
    ),
    Patch(
        "srd-5.2",
        "Rust Monster",
        "Antennae destroys an object, which is not simulated; the bite stays",
        keys=_ways(["bite"]),
    ),
    # -------------------------------------------------------------------------------------------------------- SRD 5.1
    Patch(
        "srd-5.1",
        "Pit Fiend",
        "the mace of the pit fiend deals 21 (6d6) fire damage beside its 15 (2d6 + 8), which the source leaves out",
        keys=_attack("mace", damage=["2d6+8 bludgeoning", "6d6 fire"]),
    ),
    Patch(
        "srd-5.1",
        "Hydra",
        "it bites as often as it has heads, and has five of them at first",
        keys=_ways(["bite"] * 5),
    ),
    Patch(
        "srd-5.1",
        "Bugbear",
        "a javelin deals 1d6+2 where it is thrown and 2d6+2 in melee, where Brute counts; two attacks tell it",
        keys=lambda keys: keys["attacks"].update(
            {
                "javelin": {"to_hit": 4, "reach": "5 ft", "damage": "2d6+2 piercing"},
                "javelin (thrown)": {"to_hit": 4, "range": "30/120 ft", "damage": "1d6+2 piercing"},
            }
        ),
    ),
    Patch(
        "srd-5.1",
        "Medusa",
        "three melee attacks, or two with the longbow",
        keys=_ways(["snake hair", "shortsword", "shortsword"], ["longbow", "longbow"]),
    ),
    Patch(
        "srd-5.1",
        "Gladiator",
        "three melee attacks or two ranged ones; Shield Bash is one of the melee attacks",
        keys=_ways(["spear", "spear", "spear"], ["spear", "spear", "shield bash"], ["spear", "spear"]),
    ),
    Patch(
        "srd-5.1",
        "Lizardfolk",
        "two melee attacks with two different weapons",
        keys=_ways(
            ["heavy club", "bite"], ["spiked shield", "bite"], ["heavy club", "spiked shield"], ["javelin", "bite"]
        ),
    ),
    Patch(
        "srd-5.1",
        "Vampire, Vampire Form",
        "two attacks, one bite at most",
        keys=_ways(["unarmed strike", "unarmed strike"], ["unarmed strike", "bite"]),
    ),
    Patch(
        "srd-5.1", "Vampire Spawn", "two attacks, one bite at most", keys=_ways(["claws", "claws"], ["claws", "bite"])
    ),
    Patch(
        "srd-5.1",
        "Werebear, Hybrid Form",
        "like a bear or like a humanoid",
        keys=_ways(["claw", "claw"], ["greataxe", "greataxe"]),
    ),
    Patch(
        "srd-5.1",
        "Wereboar, Hybrid Form",
        "two attacks, one with the tusks at most",
        keys=_ways(["maul", "maul"], ["maul", "tusks"]),
    ),
    Patch(
        "srd-5.1",
        "Wererat, Hybrid Form",
        "two attacks, one bite at most",
        keys=_ways(["shortsword", "shortsword"], ["shortsword", "bite"], ["hand crossbow", "hand crossbow"]),
    ),
    Patch(
        "srd-5.1",
        "Weretiger, Hybrid Form",
        "like a humanoid, or two claws",
        keys=_ways(["claw", "claw"], ["scimitar", "scimitar"], ["longbow", "longbow"]),
    ),
    Patch("srd-5.1", "Werewolf, Hybrid Form", "one bite and one attack with the claws", keys=_ways(["bite", "claws"])),
    Patch(
        "srd-5.1",
        "Drider",
        "three attacks with sword or bow, one of them exchanged for a bite",
        keys=_ways(
            ["longsword"] * 3, ["longbow"] * 3, ["longsword", "longsword", "bite"], ["longbow", "longbow", "bite"]
        ),
    ),
    Patch("srd-5.1", "Erinyes", "the text ends after `three attacks`", keys=_ways(["longsword"] * 3, ["longbow"] * 3)),
    Patch(
        "srd-5.1", "Oni", "two attacks with the claws or the glaive", keys=_ways(["claw", "claw"], ["glaive", "glaive"])
    ),
)


def _fly() -> Draft:
    """The giant fly of the Ebony Fly among the figurines of wondrous power: it has no attack."""
    draft = Draft("Giant Fly", "large", "beast", "0", 0, 11, 19, "3d10+3")
    draft.speed = {"walk": 30, "fly": 60}
    draft.abilities = {"str": 14, "dex": 13, "con": 13, "int": 2, "wis": 10, "cha": 3}
    draft.proficiency = 2
    draft.senses = {"darkvision": 60}
    return draft


# How often a day: the source of 5.2.1 says it in no field and no prose. Outside of a lair; three where nothing stands.
LEGENDARY_RESISTANCE: Final = {
    "srd-5.2": {
        **{f"Ancient {colour} Dragon": 4 for colour in ("Black", "Blue", "Green", "Red", "White")},
        **{f"Ancient {metal} Dragon": 4 for metal in ("Brass", "Bronze", "Copper", "Gold", "Silver")},
        "Kraken": 4,
        "Lich": 4,
        "Pit Fiend": 4,
        "Solar": 4,
        "Tarrasque": 6,
    }
}


def with_resistance(rules: str, draft: Draft) -> None:
    """Give Legendary Resistance the number of uses that the source lacks."""
    for number, feature in enumerate(draft.features):
        if feature.name == "Legendary Resistance" and not feature.uses:
            uses = LEGENDARY_RESISTANCE.get(rules, {}).get(draft.name, 3)
            draft.features[number] = evolve(feature, uses=uses)


ADDED: Final = {"srd-5.2": (_fly,)}  # what a source lacks
