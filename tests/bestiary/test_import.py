"""Files that people have, of every format, to creatures of a scenario file."""

import json

import pytest
import yaml

from clauses import case
from encounter.bestiary.importing import NoStatBlock, Unreadable, decoded, import_text
from encounter.cli import main

HEAD = """\
Wolf
Medium Beast, Unaligned
AC 12 Initiative +2 (12)
HP 11 (2d8 + 2)
Speed 40 ft.
Str 14 +2 +2 Dex 15 +2 +2 Con 12 +1 +1
Int 3 \u22124 \u22124 Wis 12 +1 +1 Cha 6 \u22122 \u22122
Skills Perception +5, Stealth +4
Senses Darkvision 60 ft.; Passive Perception 15
CR 1/4 (XP 50; PB +2)
Traits
Pack Tactics. The wolf has Advantage on an attack roll.
Actions
Bite. Melee Attack Roll: +4, reach 5 ft.
Hit: 5 (1d6 + 2) Piercing damage.
"""
WOLF = {
    "type": "beast",
    "cr": "1/4",
    "size": "medium",
    "ac": 12,
    "hp": "11 (2d8+2)",
    "speed": {"walk": "40 ft"},
    "abilities": {"str": 14, "dex": 15, "con": 12, "int": 3, "wis": 12, "cha": 6},
    "proficiency": 2,
    "skills": {"perception": 5, "stealth": 4},
    "senses": {"darkvision": "60 ft"},
    "attacks": {"bite": {"to_hit": 4, "reach": "5 ft", "damage": "1d6+2 piercing"}},
    "traits": ["pack tactics"],
}
LANGUAGES = {
    "it": """\
Lupo
Bestia Media, senza allineamento
CA 12 Iniziativa +2 (12)
PF 11 (2d8 + 2)
Velocità 12 m
For 14 +2 +2 Des 15 +2 +2 Cos 12 +1 +1
Int 3 -4 -4 Sag 12 +1 +1 Car 6 -2 -2
Abilità Furtività +4, Percezione +5
Sensi Scurovisione 18 m; Percezione passiva 15
GS 1/4 (PE 50; BC +2)
Tratti
Tattiche del branco. Il lupo dispone di vantaggio.
Azioni
Morso. Tiro per colpire in mischia: +4, portata 1,5 m. Colpito: 5 (1d6 + 2) danni perforanti.
""",
    "fr": """\
Loup
Bête de taille M, sans alignement
CA 12
PV 11 (2d8 + 2)
Vitesse 12 m
FOR DEX CON INT SAG CHA
14 (+2) 15 (+2) 12 (+1) 3 (-4) 12 (+1) 6 (-2)
Compétences Discrétion +4, Perception +5
Sens vision dans le noir 18 m, Perception passive 15
FP 1/4 (50 PX)
Traits
Tactique de meute. Le loup a l'avantage.
Actions
Morsure. Corps à corps : +4, allonge 1,50 m. Touché : 5 (1d6 + 2) dégâts perforants.
""",
    "es": """\
Lobo
Bestia Mediana, sin alineamiento
CA 12
PG 11 (2d8 + 2)
Velocidad 12 m
Fue 14 Des 15 Con 12 Int 3 Sab 12 Car 6
Habilidades Sigilo +4, Percepción +5
Sentidos visión en la oscuridad 18 m, Percepción pasiva 15
VD 1/4
Rasgos
Tácticas de manada. El lobo tiene ventaja.
Acciones
Mordisco. Tirada de ataque cuerpo a cuerpo: +4, alcance 1,5 m. Acierto: 5 (1d6 + 2) de daño perforante.
""",
    "de": """\
Wolf
Mittelgroßes Tier, gesinnungslos
RK 12
TP 11 (2W8 + 2)
Bewegungsrate 12 m
ST 14 GE 15 KO 12 IN 3 WE 12 CH 6
Fertigkeiten Heimlichkeit +4, Wahrnehmung +5
Sinne Dunkelsicht 18 m; Passive Wahrnehmung 15
HG 1/4 (50 EP)
Merkmale
Rudeltaktik. Der Wolf ist im Vorteil.
Aktionen
Biss. Nahkampfangriffswurf: +4, Reichweite 1,5 m. Treffer: 5 (1W6 + 2) Stichschaden.
""",
}
BREATHS = {
    "it": "Soffio di fuoco (Ricarica 5-6). Tiro salvezza su Destrezza: CD 13, ogni creatura in un cono di 4,5 m. "
    "Fallimento: 21 (6d6) danni da fuoco. Successo: Danni dimezzati.",
    "fr": "Souffle de feu (Recharge 5–6). JS Dextérité : DD 13, chaque créature dans un cône de 4,5 m. "
    "Échec : 21 (6d6) dégâts de feu. Réussite : 1/2 dégâts.",
    "es": "Aliento de fuego (Recarga 5-6). Tirada de salvación de Destreza: CD 13, cada criatura en un cono de 4,5 m. "
    "Fallo: 21 (6d6) de daño de fuego. Éxito: La mitad del daño.",
    "de": "Feuerodem (Aufladung 5–6). Geschicklichkeitsrettungswurf: SG 13, jede Kreatur in einem 4,5-m-Kegel. "
    "Fehlschlag: 21 (6W6) Feuerschaden. Erfolg: Halber Schaden.",
}


def only(text, rules=None):
    made = import_text(text, rules)
    assert 1 == len(made.creatures)
    return made.creatures[0]


def with_bite_only(keys):
    """The keys with the one attack under one name, whatever the language calls it."""
    [bite] = keys["attacks"].values()
    return {**keys, "attacks": {"bite": bite}}


def test_a_pasted_stat_block_of_the_newer_edition():
    made = import_text(HEAD)
    assert ("text", "srd-5.2", WOLF) == (made.format, made.rules, made.creatures[0].keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pasted_stat_block_in_another_language_is_the_same_wolf(language):
    assert WOLF == with_bite_only(only(LANGUAGES[language]).keys)


@pytest.mark.parametrize("language", BREATHS)
def test_a_breath_with_a_save_in_another_language(language):
    keys = only(LANGUAGES[language] + BREATHS[language]).facts["written"]
    [breath] = keys["actions"].values()
    assert {"area": "cone 15 ft", "save": "dex 13", "damage": "6d6 fire", "half": True, "recharge": "5-6"} == breath


OLD_BITE = (
    "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage. If the "
    "target is a creature, "
    "it must succeed on a DC 11 Strength saving throw or be knocked prone."
)
OLD_WOLF = {
    "type": "beast",
    "cr": "1/4",
    "size": "medium",
    "ac": 13,
    "hp": "11 (2d8+2)",
    "speed": {"walk": "40 ft"},
    "abilities": {"str": 12, "dex": 15, "con": 12, "int": 3, "wis": 12, "cha": 6},
    "proficiency": 2,
    "skills": {"perception": 3, "stealth": 4},
    "attacks": {
        "bite": {
            "to_hit": 4,
            "reach": "5 ft",
            "damage": "2d4+2 piercing",
            "hit": [{"save": "str 11", "fail": ["prone"]}],
        }
    },
    "traits": ["pack tactics"],
}
OLD_FORMATS = {
    "5e-bits": {
        "name": "Wolf",
        "size": "Medium",
        "type": "beast",
        "armor_class": [{"type": "natural", "value": 13}],
        "hit_points": 11,
        "hit_dice": "2d8",
        "hit_points_roll": "2d8+2",
        "speed": {"walk": "40 ft."},
        "strength": 12,
        "dexterity": 15,
        "constitution": 12,
        "intelligence": 3,
        "wisdom": 12,
        "charisma": 6,
        "proficiencies": [
            {"value": 3, "proficiency": {"index": "skill-perception"}},
            {"value": 4, "proficiency": {"index": "skill-stealth"}},
        ],
        "challenge_rating": 0.25,
        "proficiency_bonus": 2,
        "special_abilities": [{"name": "Pack Tactics", "desc": "It hunts in packs."}],
        "actions": [{"name": "Bite", "desc": OLD_BITE, "attack_bonus": 4}],
    },
    "Improved Initiative": {
        "Name": "Wolf",
        "Type": "Medium beast, unaligned",
        "HP": {"Value": 11, "Notes": "(2d8+2)"},
        "AC": {"Value": 13},
        "InitiativeModifier": 0,
        "Speed": ["40 ft."],
        "Challenge": "1/4",
        "Abilities": {"Str": 12, "Dex": 15, "Con": 12, "Int": 3, "Wis": 12, "Cha": 6},
        "Skills": [{"Name": "Perception", "Modifier": 3}, {"Name": "Stealth", "Modifier": 4}],
        "Traits": [{"Name": "Pack Tactics", "Content": "It hunts in packs.", "Usage": ""}],
        "Actions": [{"Name": "Bite", "Content": OLD_BITE, "Usage": ""}],
    },
    "5etools": {
        "name": "Wolf",
        "size": ["M"],
        "type": "beast",
        "ac": [{"ac": 13, "from": ["natural armor"]}],
        "cr": "1/4",
        "hp": {"average": 11, "formula": "2d8 + 2"},
        "speed": {"walk": 40},
        "str": 12,
        "dex": 15,
        "con": 12,
        "int": 3,
        "wis": 12,
        "cha": 6,
        "skill": {"perception": "+3", "stealth": "+4"},
        "trait": [{"name": "Pack Tactics", "entries": ["It hunts in packs."]}],
        "action": [
            {
                "name": "Bite",
                "entries": [
                    "{@atk mw} {@hit 4} to hit, reach 5 ft., one target. {@h}7 ({@damage 2d4 + 2}) piercing "
                    "damage. If the "
                    "target is a creature, it must succeed on a {@dc 11} Strength saving throw or be "
                    "knocked {@condition prone}."
                ],
            }
        ],
    },
}
FIGHT_CLUB = (
    "<compendium><monster><name>Wolf</name><size>M</size><type>beast</type><ac>13 (natural "
    "armor)</ac><hp>11 (2d8+2)</hp>"
    "<speed>40 ft.</speed><str>12</str><dex>15</dex><con>12</con><int>3</int><wis>12</wis><cha>6</cha>"
    "<skill>Perception +3</skill><skill>Stealth +4</skill><cr>1/4</cr>"
    "<trait><name>Pack Tactics</name><text>It hunts in packs.</text></trait>"
    f"<action><name>Bite</name><text>{OLD_BITE}</text><attack>Bite|4|2d4+2</attack></action></monster></compendium>"
)


@pytest.mark.parametrize("name", OLD_FORMATS)
def test_the_formats_of_the_older_edition_give_the_same_wolf(name):
    made = import_text(json.dumps(OLD_FORMATS[name]))
    assert (name, "srd-5.1", OLD_WOLF) == (made.format, made.rules, made.creatures[0].keys)


def test_fight_club_gives_the_same_wolf():
    made = import_text(FIGHT_CLUB)
    assert ("Fight Club", "srd-5.1", OLD_WOLF) == (made.format, made.rules, made.creatures[0].keys)


NEW_FORMATS = {
    "dndwright": {
        "name": "Wolf",
        "size": "Medium",
        "creature_type": "beast",
        "ac": 12,
        "initiative": 2,
        "hp": 11,
        "hp_formula": "2d8 + 2",
        "speed": {"walk": 40},
        "cr": "1/4",
        "proficiency_bonus": 2,
        "abilities": WOLF["abilities"],
        "skills": WOLF["skills"],
        "senses": {"darkvision": 60, "passive_perception": 15},
        "traits": [{"name": "Pack Tactics", "text": "It hunts in packs."}],
        "actions": [
            {
                "name": "Bite",
                "text": "Melee Attack Roll: +4, reach 5 ft. Hit: 5 (1d6 + 2) Piercing damage.",
                "attack_bonus": 4,
            }
        ],
    },
    "open5e v2": {
        "Creature": [
            {
                "pk": "w",
                "fields": {
                    "name": "Wolf",
                    "size": "medium",
                    "type": "beast",
                    "armor_class": 12,
                    "hit_points": 11,
                    "hit_dice": "2d8 + 2",
                    "walk": 40,
                    "challenge_rating": "0.250",
                    "initiative_bonus": 2,
                    "ability_score_strength": 14,
                    "ability_score_dexterity": 15,
                    "ability_score_constitution": 12,
                    "ability_score_intelligence": 3,
                    "ability_score_wisdom": 12,
                    "ability_score_charisma": 6,
                    "skill_bonus_perception": 5,
                    "skill_bonus_stealth": 4,
                    "darkvision_range": 60,
                },
            }
        ],
        "CreatureTrait": [{"fields": {"parent": "w", "name": "Pack Tactics", "desc": "It hunts in packs."}}],
        "CreatureAction": [
            {
                "fields": {
                    "parent": "w",
                    "name": "Bite",
                    "action_type": "ACTION",
                    "uses_type": None,
                    "desc": "Melee Attack Roll: +4, reach 5 ft. 5 (1d6 + 2) Piercing damage.",
                }
            }
        ],
    },
    "Foundry actor": {
        "name": "Wolf",
        "type": "npc",
        "system": {
            "abilities": {name: {"value": score, "proficient": 0} for name, score in WOLF["abilities"].items()},
            "skills": {"prc": {"value": 2}, "ste": {"value": 1}},
            "attributes": {
                "ac": {"calc": "default", "flat": None},
                "hp": {"value": 11, "max": 11, "formula": "2d8 + 2"},
                "movement": {"walk": "40"},
                "senses": {"ranges": {"darkvision": 60}},
            },
            "details": {"cr": 0.25, "type": {"value": "beast"}},
            "traits": {"size": "med"},
        },
        "items": [
            {"name": "Pack Tactics", "type": "feat", "system": {"description": {"value": "<p>It hunts.</p>"}}},
            {
                "name": "Bite",
                "type": "weapon",
                "system": {
                    "type": {"value": "natural"},
                    "activities": {
                        "a": {"type": "attack", "activation": {"type": "action"}, "damage": {"includeBase": True}}
                    },
                    "damage": {"base": {"number": 1, "denomination": 6, "types": ["piercing"]}},
                    "description": {"value": "<p>[[/attack extended]]. [[/damage average extended]].</p>"},
                },
            },
        ],
    },
}


@pytest.mark.parametrize("name", NEW_FORMATS)
def test_the_formats_of_the_newer_edition_give_the_same_wolf(name):
    made = import_text(json.dumps(NEW_FORMATS[name]))
    assert (name, WOLF) == (made.format, made.creatures[0].keys)


def test_an_actor_of_foundry_may_be_yaml():
    assert WOLF == only(yaml.safe_dump(NEW_FORMATS["Foundry actor"])).keys


@case("C195")
def test_prose_wins_over_fields_that_contradict_it_and_a_warning_names_both():
    told = {
        **OLD_FORMATS["5e-bits"],
        "actions": [
            {
                "name": "Bite",
                "desc": "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (1d8 + 3) piercing damage.",
                "damage": [{"damage_dice": "1d8+3", "damage_type": {"index": "bludgeoning"}}],
            }
        ],
    }
    made = import_text(json.dumps(told))
    assert "1d8+3 piercing" == made.creatures[0].keys["attacks"]["bite"]["damage"]
    assert [
        "Wolf: Bite: damage 1d8+3 bludgeoning in the fields, 1d8+3 piercing in the prose; the prose wins"
    ] == made.warnings


@case("C197")
def test_a_creature_without_hit_points_is_refused_by_name(capsys, tmp_path):
    shrub = {**OLD_FORMATS["5e-bits"], "name": "Shrub", "hit_points": None, "hit_dice": "", "hit_points_roll": ""}
    (tmp_path / "shrub.json").write_text(json.dumps(shrub))

    assert 2 == main(["import", str(tmp_path / "shrub.json")])
    assert "Shrub: no hit points\n    nothing is made up: add it to the file" in capsys.readouterr().err


def test_an_armour_class_that_nobody_has_is_refused_by_name():
    made = import_text(json.dumps({**NEW_FORMATS["dndwright"], "ac": 900}))
    assert ([], ["Wolf: ac 900: no creature has that"]) == (made.creatures, made.refused)


@case("C199")
def test_an_initiative_bonus_that_is_not_the_dexterity_modifier_is_kept():
    killer = {**NEW_FORMATS["dndwright"], "initiative": "+10 (20)", "abilities": {**WOLF["abilities"], "dex": 18}}
    assert 10 == only(json.dumps(killer)).keys["initiative"]
    assert 10 == only(HEAD.replace("Initiative +2 (12)", "Initiative +10 (20)")).keys["initiative"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('<!DOCTYPE x [<!ENTITY a "aaaa">]><monster/>', "declares a document type"),
        ("<monster><name>", "broken XML"),
        ('{"hit_points": NaN, "challenge_rating": 1, "armor_class": 3}', "NaN is no number"),
        ('{"name": "x", ', "broken JSON in line 1"),
        ('{"spells": []}', "no known format"),
        ("[" * 100_000, "nested too deeply"),
        ("system: &a\n  x: *a\nitems: []\n", "aliases"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text, why):
    with pytest.raises(Unreadable, match=why):
        import_text(text)


@pytest.mark.parametrize("text", ["", "once upon a time\n", "x\n" * 6_000])
def test_text_that_is_no_stat_block_is_refused(text):
    with pytest.raises(NoStatBlock):
        import_text(text)


def test_encodings_are_known_or_told():
    assert ("Ränke", "") == decoded("Ränke".encode())
    assert ("Ränke", "") == decoded("\ufeffRänke".encode())
    assert ("Ränke", "the file is read as cp1252") == decoded("Ränke".encode("cp1252"))
    assert "Ränke" == decoded("Ränke".encode("utf-16"))[0].lstrip("\ufeff")
    with pytest.raises(Unreadable, match="no text"):
        decoded(b"\x00\x01")


def test_a_long_stat_block_is_read_to_its_end():
    many = "".join(
        f"Claw {n}. Melee Attack Roll: +4, reach 5 ft. Hit: {n} (1d6 + {n}) Slashing damage.\n" for n in range(1, 31)
    )
    assert 31 == len(only(HEAD + many).keys["attacks"])


def test_what_is_taken_as_usual_is_told():
    made = import_text("Blob\nAC 8\nHP 20\nActions\nSlap. Melee Attack Roll: +1, reach 5 ft. Hit: 2 Cold damage.\n")
    assert [
        "Blob: no score for str, dex, con, int, wis, cha; 10 is taken",
        "Blob: no speed; 30 ft is taken",
        "Blob: no size; medium is taken",
        "Blob: no proficiency bonus and no challenge rating; +2 is taken",
    ] == made.warnings


def test_the_command_writes_a_file_that_a_scenario_can_include(tmp_path, capsys):
    (tmp_path / "wolf.txt").write_text(HEAD, encoding="utf-8")
    assert 0 == main(["import", str(tmp_path / "wolf.txt"), "-o", str(tmp_path / "wolf.yaml")])
    (tmp_path / "fight.yaml").write_text(
        "include: [wolf.yaml]\nmap: |\n  .w..v.\nsides: {a: [{creature: wolf, letter: w}], b: [{creature: "
        "wolf, letter: v}]}\n"
    )
    capsys.readouterr()
    assert 0 == main(["check", str(tmp_path / "fight.yaml")])


def test_the_command_answers_in_json(tmp_path, capsys):
    (tmp_path / "wolf.txt").write_text(HEAD, encoding="utf-8")
    assert 0 == main(["import", str(tmp_path / "wolf.txt"), "--json"])
    told = json.loads(capsys.readouterr().out)
    [wolf] = told["creatures"]

    assert ["creatures", "ignored", "warnings"] == list(told)
    assert WOLF == {key: wolf[key] for key in WOLF}
    assert ("Wolf", ["attack bite", "trait pack tactics"], []) == (
        wolf["name"],
        wolf["simulated"],
        wolf["not_simulated"],
    )


def test_the_command_says_where_it_cannot_write(tmp_path, capsys):
    (tmp_path / "wolf.txt").write_text(HEAD, encoding="utf-8")
    gone = tmp_path / "gone" / "wolf.yaml"

    assert 2 == main(["import", str(tmp_path / "wolf.txt"), "-o", str(gone)])
    assert f"cannot write {gone}: No such file or directory" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    "text",
    ["creatures:\n  # ours\n  wolf:\n    ac: 12\n", "rules: srd-5.2\nmap: |\n  ab\nsides: {a: [], b: []}\n"],
)
def test_a_file_of_ours_is_told_to_be_one(text):
    with pytest.raises(Unreadable, match="a scenario file already"):
        import_text(text)


def test_several_stat_blocks_in_one_text_are_so_many_creatures():
    dog = HEAD.replace("Wolf", "Dog").replace("AC 12", "AC 13")
    wolf, other = import_text(f"{HEAD}\n{dog}").creatures
    assert (("Wolf", 12), ("Dog", 13)) == ((wolf.name, wolf.keys["ac"]), (other.name, other.keys["ac"]))
    assert WOLF == with_bite_only(wolf.keys)
    assert {**WOLF, "ac": 13} == with_bite_only(other.keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_stat_blocks_in_other_languages_are_taken_apart_too(language):
    first, second = import_text(f"{LANGUAGES[language]}\n{LANGUAGES[language]}").creatures
    assert first.keys == second.keys


def test_stat_blocks_in_markdown_with_rules_between_are_taken_apart():
    block = (
        "> ## Goblin Boss\n> *Small humanoid, neutral evil*\n> ___\n> - **Armor Class** 17 (shield)\n> - **Hit "
        "Points** 21 (6d6)\n> - **Speed** 30 ft.\n> ___\n> |STR|DEX|CON|INT|WIS|CHA|\n> |10 (+0)|14 (+2)|10 (+0)"
        "|10 (+0)|8 (-1)|10 (+0)|\n> ___\n> - **Challenge** 1 (200 XP)\n"
    )
    made = import_text(f"{block}\n{block.replace('Boss', 'King').replace('17', '18')}").creatures
    assert [("Goblin Boss", 17, "small"), ("Goblin King", 18, "small")] == [
        (one.name, one.keys["ac"], one.keys["size"]) for one in made
    ]


def test_an_armour_class_in_prose_begins_no_stat_block():
    [wolf] = import_text(f"{HEAD}Howl. The wolf has\nAC 14 until its next turn.\n").creatures
    assert ("Wolf", 12) == (wolf.name, wolf.keys["ac"])


def test_a_second_block_without_a_name_of_its_own_is_refused_with_its_line():
    with pytest.raises(NoStatBlock, match="a second armour class in line 17 without a name and a size"):
        import_text(f"{HEAD}Something else\nAC 12\nHP 4\n")


def test_the_second_creature_of_a_name_has_a_number():
    wolf = OLD_FORMATS["5e-bits"]
    pack = [wolf, {**wolf, "hit_points": 12}, {**wolf, "name": "WOLF"}]
    made = import_text(json.dumps(pack))
    assert ["Wolf", "Wolf 2", "WOLF 3"] == [creature.name for creature in made.creatures]
    assert "Wolf: a creature of this name came before; this one is called Wolf 2" in made.warnings


def test_hit_points_and_armour_classes_that_are_no_numbers_are_named():
    wolf = OLD_FORMATS["5e-bits"]
    made = import_text(json.dumps([{**wolf, "hit_points": "eleven"}]))
    assert ["Wolf: hit points: 'eleven' is no number"] == made.ignored

    told = import_text(json.dumps([{**wolf, "armor_class": "high"}]))
    assert ["Wolf: no armour class; armor class: 'high' is no number"] == told.refused
