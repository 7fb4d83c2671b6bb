"""Spells of the SRDs that stat blocks name and that nobody casts in a fight here: results say so by name."""

from typing import Final

NOT_PLAYED: Final = tuple(
    sorted(
        (
            *("alter self", "animate dead", "arcane eye", "arcane lock", "astral projection", "augury", "awaken"),
            *("barkskin", "call lightning", "charm monster", "charm person", "clairvoyance", "clone", "commune"),
            *("comprehend languages", "conjure celestial", "conjure elemental", "control water", "control weather"),
            *("create food and water", "create or destroy water", "create undead", "creation"),
            *("dancing lights", "death ward", "demiplane", "detect evil and good", "detect magic", "detect thoughts"),
            *("detect poison and disease", "dimension door", "disguise self", "divination", "dominate beast"),
            *("dominate monster", "dominate person", "dream", "druidcraft", "earthquake", "elementalism"),
            *("enhance ability", "enlarge/reduce", "etherealness", "expeditious retreat", "fabricate", "feather fall"),
            *("feeblemind", "find familiar", "find the path", "fire shield", "fire storm", "flesh to stone"),
            *(
                "forcecage",
                "foresight",
                "freedom of movement",
                "gaseous form",
                "gate",
                "geas",
                "globe of invulnerability",
            ),
            *("glyph of warding", "greater restoration", "guidance", "gust of wind", "hallow", "hallucinatory terrain"),
            *("heroes' feast", "identify", "imprisonment", "invisibility purge", "jump", "knock", "legend lore"),
            *("levitate", "light", "locate object", "locate creature", "longstrider", "mage hand", "magic circle"),
            *("magic jar", "major image", "maze", "mending", "message", "meteor swarm", "mind blank", "minor illusion"),
            *("minor image", "mislead", "move earth", "nondetection", "pass without trace", "passwall"),
            *("phantasmal killer", "planar binding", "plane shift", "plant growth", "polymorph", "prayer of healing"),
            *("prestidigitation", "produce flame", "programmed illusion", "project image", "protection from energy"),
            *("protection from evil and good", "protection from poison", "raise dead", "regenerate", "reincarnate"),
            *(
                "remove curse",
                "resistance",
                "resurrection",
                "revivify",
                "reverse gravity",
                "scrying",
                "see invisibility",
            ),
            *(
                "seeming",
                "sending",
                "shapechange",
                "shillelagh",
                "silence",
                "silent image",
                "simulacrum",
                "spare the dying",
            ),
            *(
                "speak with animals",
                "speak with dead",
                "spider climb",
                "stone shape",
                "stoneskin",
                "storm of vengeance",
            ),
            *("suggestion", "symbol", "telekinesis", "teleport", "thaumaturgy", "time stop", "tongues"),
            *(
                "transport via plants",
                "tree stride",
                "true polymorph",
                "true resurrection",
                "true seeing",
                "true strike",
            ),
            *("unseen servant", "vicious mockery", "wall of force", "wall of ice", "wall of stone", "wall of thorns"),
            *(
                "water breathing",
                "water walk",
                "weird",
                "wind walk",
                "wind wall",
                "wish",
                "word of recall",
                "zone of truth",
            ),
        )
    )
)
