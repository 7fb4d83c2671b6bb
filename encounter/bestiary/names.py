"""Other names of creatures: those of the other edition, usual short forms, and names in other languages."""

from typing import Final

_TO_5_2: Final = {
    "acolyte": "Priest Acolyte",
    "androsphinx": "Sphinx of Valor",
    "azer": "Azer Sentinel",
    "bugbear": "Bugbear Warrior",
    "centaur": "Centaur Trooper",
    "cult fanatic": "Cultist Fanatic",
    "flying sword": "Animated Flying Sword",
    "giant poisonous snake": "Giant Venomous Snake",
    "giant sea horse": "Giant Seahorse",
    "gnoll": "Gnoll Warrior",
    "goblin": "Goblin Warrior",
    "gynosphinx": "Sphinx of Lore",
    "half-red dragon veteran": "Half-Dragon",
    "hobgoblin": "Hobgoblin Warrior",
    "kobold": "Kobold Warrior",
    "merfolk": "Merfolk Skirmisher",
    "minotaur": "Minotaur of Baphomet",
    "poisonous snake": "Venomous Snake",
    "quipper": "Piranha",
    "rug of smothering": "Animated Rug of Smothering",
    "sahuagin": "Sahuagin Warrior",
    "sea horse": "Seahorse",
    "shrieker": "Shrieker Fungus",
    "swarm of poisonous snakes": "Swarm of Venomous Snakes",
    "swarm of quippers": "Swarm of Piranhas",
    "swarm of beetles": "Swarm of Insects",
    "swarm of centipedes": "Swarm of Insects",
    "swarm of spiders": "Swarm of Insects",
    "swarm of wasps": "Swarm of Insects",
    "thug": "Tough",
    "tribal warrior": "Warrior Infantry",
    "veteran": "Warrior Veteran",
    "warrior": "Warrior Infantry",
}
_LEFT_ALONE: Final = (
    "warrior",
    "half-red dragon veteran",
    "swarm of beetles",
    "swarm of centipedes",
    "swarm of wasps",
    "swarm of spiders",
)
_SHORT_5_1: Final = {
    "vampire": "Vampire, Vampire Form",
    "werebear": "Werebear, Hybrid Form",
    "wereboar": "Wereboar, Hybrid Form",
    "wererat": "Wererat, Hybrid Form",
    "weretiger": "Weretiger, Hybrid Form",
    "werewolf": "Werewolf, Hybrid Form",
    "succubus": "Succubus/Incubus",
    "incubus": "Succubus/Incubus",
    "deep gnome": "Deep Gnome (Svirfneblin)",
    "svirfneblin": "Deep Gnome (Svirfneblin)",
    "dark elf": "Drow",
    "piranha": "Quipper",
}
ALIASES: Final = {
    "srd-5.1": {
        **{new.lower(): old.title().replace("Of ", "of ") for old, new in _TO_5_2.items() if old not in _LEFT_ALONE},
        **_SHORT_5_1,
    },
    "srd-5.2": dict(_TO_5_2),
}
# Names of the SRD in other languages that are official or long in use; the table grows with the glossary.
OTHER_LANGUAGES: Final = {
    "lupo": "Wolf",
    "loup": "Wolf",
    "lobo": "Wolf",
    "lupo feroce": "Dire Wolf",
    "loup sanguinaire": "Dire Wolf",
    "lobo terrible": "Dire Wolf",
    "schreckenswolf": "Dire Wolf",
}

# Types of creature in other languages, as a stat block has them.
TYPE_WORDS: Final = {
    word: english
    for english, words in {
        "aberration": "aberrazione, aberración",
        "beast": "bestia, bête, tier",
        "celestial": "celestiale, céleste, himmlischer",
        "construct": "costrutto, créature artificielle, artificiel, autómata, constructo, konstrukt",
        "dragon": "drago, dragón, drache",
        "elemental": "elementale, élémentaire, elementar",
        "fey": "folletto, fée, feérico, feenwesen, fata",
        "fiend": "immondo, fiélon, infernal, unhold",
        "giant": "gigante, géant, riese",
        "humanoid": "umanoide, humanoïde, humanoide, humanoider",
        "monstrosity": "mostruosità, monstruosité, monstruosidad, monstrosität",
        "ooze": "melma, vase, cieno, schlick",
        "plant": "vegetale, pianta, plante, planta, pflanze",
        "undead": "non morto, mort-vivant, muerto viviente, untoter",
    }.items()
    for word in words.split(", ")
}
