"""Stat blocks in Italian, French, Spanish and German brought to the English phrases that the readers know.

The tables hold the phrases of the published rules: labels of the head, words of attacks and saves, damage types,
conditions. Names of attacks and creatures stay as they are. Lengths in metres are read as squares of 1.5 m.
"""

import re
from typing import Final

from encounter.bestiary.text import plain

DAMAGE: Final = {
    "it": (
        *(("acid[oi]", "acid"), ("contundent[ei]", "bludgeoning"), ("fredd[oi]", "cold"), ("fuoco", "fire")),
        *(("forza", "force"), ("fulmine", "lightning"), ("necrotic[oi]", "necrotic"), ("perforant[ei]", "piercing")),
        *(("veleno", "poison"), ("psichic[oi]", "psychic"), ("radios[oi]|radiant[ei]", "radiant")),
        *(("taglient[ei]", "slashing"), ("tuono", "thunder")),
    ),
    "fr": (
        *(
            ("acides?|d'acide", "acid"),
            ("contondants?", "bludgeoning"),
            ("(?:de )?froid", "cold"),
            ("(?:de )?feu", "fire"),
        ),
        *(("(?:de )?force", "force"), ("(?:de )?foudre", "lightning"), ("n[ée]crotiques?", "necrotic")),
        *(("perforants?", "piercing"), ("(?:de )?poison", "poison"), ("psychiques?", "psychic")),
        *(("radiants?", "radiant"), ("tranchants?", "slashing"), ("(?:de )?tonnerre", "thunder")),
    ),
    "es": (
        *(("(?:de |por )?[áa]cido", "acid"), ("contundente", "bludgeoning"), ("(?:de |por )?fr[íi]o", "cold")),
        *(("(?:de |por )?fuego", "fire"), ("(?:de |por )?fuerza", "force"), ("(?:de )?rel[áa]mpago", "lightning")),
        *(("necr[óo]tico", "necrotic"), ("perforante", "piercing"), ("(?:de |por )?veneno", "poison")),
        *(("ps[íi]quico", "psychic"), ("radiante", "radiant"), ("cortante", "slashing"), ("(?:de )?trueno", "thunder")),
    ),
    "de": (
        *(
            ("S[äa]ure", "acid"),
            ("Wucht", "bludgeoning"),
            ("K[äa]lte", "cold"),
            ("Feuer", "fire"),
            ("Energie", "force"),
        ),
        *(("Blitz", "lightning"), ("nekrotische[rn]?", "necrotic"), ("Stich", "piercing"), ("Gift", "poison")),
        *(
            ("psychische[rn]?", "psychic"),
            ("glei[ßs]+ende[rn]?", "radiant"),
            ("Hieb", "slashing"),
            ("Schall", "thunder"),
        ),
    ),
}
CONDITIONS: Final = {
    "it": (
        *(("accecat[oa]", "blinded"), ("affascinat[oa]", "charmed"), ("assordat[oa]", "deafened")),
        *(("spaventat[oa]", "frightened"), ("afferrat[oa]", "grappled"), ("incapacitat[oa]", "incapacitated")),
        *(("invisibile", "invisible"), ("paralizzat[oa]", "paralyzed"), ("pietrificat[oa]", "petrified")),
        *(("avvelenat[oa]", "poisoned"), ("pron[oa]", "prone"), ("trattenut[oa]", "restrained")),
        *(("stordit[oa]", "stunned"), ("priv[oa] di sensi", "unconscious")),
        *(("indebolimento", "exhaustion"),),
    ),
    "fr": (
        *(("aveuglée?", "blinded"), ("charmée?", "charmed"), ("assourdie?", "deafened"), ("effrayée?", "frightened")),
        *(("agrippée?", "grappled"), ("neutralisée?", "incapacitated"), ("paralysée?", "paralyzed")),
        *(("pétrifiée?", "petrified"), ("empoisonnée?", "poisoned"), ("(?:jetée? )?à terre", "prone")),
        *(("entravée?", "restrained"), ("étourdie?", "stunned"), ("inconsciente?", "unconscious")),
        *(("épuisement|épuisée?", "exhaustion"),),
    ),
    "es": (
        *(("cegad[oa]", "blinded"), ("hechizad[oa]", "charmed"), ("ensordecid[oa]", "deafened")),
        *(("asustad[oa]", "frightened"), ("agarrad[oa]", "grappled"), ("incapacitad[oa]", "incapacitated")),
        *(("paralizad[oa]", "paralyzed"), ("petrificad[oa]", "petrified"), ("envenenad[oa]", "poisoned")),
        *(("derribad[oa]", "prone"), ("apresad[oa]", "restrained"), ("aturdid[oa]", "stunned")),
        *(("inconsciente", "unconscious"), ("cansancio|agotamiento", "exhaustion")),
    ),
    "de": (
        *(("blind", "blinded"), ("bezaubert", "charmed"), ("taub", "deafened"), ("verängstigt", "frightened")),
        *(("gepackt", "grappled"), ("kampfunfähig", "incapacitated"), ("unsichtbar", "invisible")),
        *(("gelähmt", "paralyzed"), ("versteinert", "petrified"), ("vergiftet", "poisoned"), ("liegend", "prone")),
        *(("festgesetzt", "restrained"), ("betäubt", "stunned"), ("bewusstlos", "unconscious")),
        *(("Erschöpfung", "exhaustion"),),
    ),
}
ABILITIES: Final = {
    "it": ("Forza", "Destrezza", "Costituzione", "Intelligenza", "Saggezza", "Carisma"),
    "fr": ("Force", "Dextérité", "Constitution", "Intelligence", "Sagesse", "Charisme"),
    "es": ("Fuerza", "Destreza", "Constitución", "Inteligencia", "Sabiduría", "Carisma"),
    "de": ("Stärke", "Geschicklichkeit", "Konstitution", "Intelligenz", "Weisheit", "Charisma"),
}
SHORT: Final = {
    "it": ("For", "Des", "Cos", "Int", "Sag", "Car"),
    "fr": ("For", "Dex", "Con", "Int", "Sag", "Cha"),
    "es": ("Fue", "Des", "Con", "Int", "Sab", "Car"),
    "de": ("Stä|Str|ST", "Ges|Ge", "Kon|Ko", "Int|In", "Wei|We", "Cha|Ch"),
}
_ENGLISH: Final = ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma")

# Labels at the head of a block, headings and single words, in the order in which they are replaced.
WORDS: Final = {
    "it": (
        *(("Classe Armatura", "Armor Class"), (r"^CA\b", "AC"), ("Punti ferita", "Hit Points"), (r"^PF\b", "HP")),
        *(
            ("Velocità", "Speed"),
            ("Iniziativa", "Initiative"),
            ("Tiri salvezza", "Saving Throws"),
            ("Abilità", "Skills"),
        ),
        *(
            (r"Resistenze?(?: ai danni)?(?=[: ] ?\w)", "Resistances"),
            ("Vulnerabilità(?: ai danni)?", "Vulnerabilities"),
        ),
        *(
            ("Immunità(?: ai danni| alle condizioni)?", "Immunities"),
            ("Sensi", "Senses"),
            ("Linguaggi|Lingue", "Languages"),
        ),
        *((r"(?:Grado di )?Sfida|^GS\b", "Challenge"), ("Bonus di competenza", "Proficiency Bonus")),
        *(("Azioni leggendarie", "Legendary Actions"), ("Azioni bonus", "Bonus Actions"), ("^Azioni$", "Actions")),
        *(
            ("^Reazioni$", "Reactions"),
            ("^Tratti$", "Traits"),
            ("scurovisione", "darkvision"),
            ("vista cieca", "blindsight"),
        ),
        *(
            ("percezione tellurica", "tremorsense"),
            ("vista pura", "truesight"),
            ("percezione passiva", "passive perception"),
        ),
        *(
            ("Furtività", "Stealth"),
            ("Percezione", "Perception"),
            ("Atletica", "Athletics"),
            ("Acrobazia", "Acrobatics"),
        ),
        *((r"nuot\w+", "swim"), (r"vol(?:are|o)", "fly"), (r"scal\w+", "climb"), (r"scav\w+", "burrow"), ("PE", "XP")),
        *(
            ("Minuscol[ao]", "Tiny"),
            ("Piccol[ao]", "Small"),
            (r"Medi[ao]", "Medium"),
            ("Mastodontic[ao]", "Gargantuan"),
        ),
        *((r"Bestia", "Beast"), ("Multiattacco", "Multiattack"), ("Tattiche del branco", "Pack Tactics")),
        *(
            ("Resistenza alla magia", "Magic Resistance"),
            ("Ricarica", "Recharge"),
            (r"/giorno", "/Day"),
            ("Grande", "Large"),
        ),
        *(("Enorme", "Huge"), ("non morto", "Undead")),
    ),
    "fr": (
        *(("Classe d'armure", "Armor Class"), (r"^CA\b", "AC"), ("Points de vie", "Hit Points"), (r"^PV\b", "HP")),
        *(("Vitesse", "Speed"), ("Initiative", "Initiative"), ("Jets de sauvegarde", "Saving Throws")),
        *(("Compétences", "Skills"), ("Résistances?(?: aux dégâts)?(?= )", "Resistances")),
        *(
            ("Vulnérabilités?(?: aux dégâts)?", "Vulnerabilities"),
            ("Immunités?(?: aux dégâts| aux états)?", "Immunities"),
        ),
        *(
            ("^Sens", "Senses"),
            ("Langues", "Languages"),
            (r"(?:Facteur de )?[Pp]uissance|^FP\b|^Dangerosité|^ID\b", "Challenge"),
        ),
        *(("Bonus de maîtrise", "Proficiency Bonus"), ("Actions légendaires", "Legendary Actions")),
        *(("Actions Bonus", "Bonus Actions"), ("^Réactions$", "Reactions"), ("^(?:Traits|Capacités)$", "Traits")),
        *(("vision dans le noir", "darkvision"), ("vision aveugle", "blindsight"), ("vision lucide", "truesight")),
        *(
            ("perception des vibrations", "tremorsense"),
            ("Perception passive", "passive Perception"),
            ("Discrétion", "Stealth"),
        ),
        *(("Athlétisme", "Athletics"), ("Acrobaties", "Acrobatics"), (r"\bnage\b", "swim"), (r"\bvol\b", "fly")),
        *(("escalade", "climb"), ("fouissement", "burrow"), ("PX", "XP"), (r"Très petite?(?: taille)?|\bTP\b", "Tiny")),
        *((r"Très grande?(?: taille)?|\bTG\b", "Huge"), ("Gigantesque|\\bGig\\b", "Gargantuan")),
        *(
            (r"de taille M\b|taille moyenne|Moyenne?|\(M\)", "Medium"),
            (r"de taille P\b|Petite?", "Small"),
            (r"de taille G\b|Grande?", "Large"),
        ),
        *(("Bête", "Beast"), ("Attaques multiples", "Multiattack"), ("Tactique de (?:meute|groupe)", "Pack Tactics")),
        *(("Résistance à la magie", "Magic Resistance"), ("Recharge", "Recharge"), (r"/jour", "/Day")),
    ),
    "es": (
        *(("Clase de Armadura", "Armor Class"), (r"^CA\b", "AC"), ("Puntos de golpe", "Hit Points"), (r"^PG\b", "HP")),
        *(("Velocidad", "Speed"), ("Iniciativa", "Initiative"), ("Tiradas de salvación", "Saving Throws")),
        *(("Habilidades", "Skills"), ("Resistencias?(?: al daño| a daño)?(?= )", "Resistances")),
        ("Vulnerabilidad(?:es)?(?: al daño)?", "Vulnerabilities"),
        *(("Inmunidad(?:es)?(?: al daño| a daño| a estados| a condiciones)?", "Immunities"), ("Sentidos", "Senses")),
        *(("Idiomas", "Languages"), (r"(?:Valor de )?[Dd]esafío|^VD\b", "Challenge")),
        *(("Bonificador (?:por|de) competencia", "Proficiency Bonus"), ("Acciones legendarias", "Legendary Actions")),
        *(
            ("Acciones (?:adicionales|bonus)", "Bonus Actions"),
            ("^Acciones$", "Actions"),
            ("^Reacciones$", "Reactions"),
        ),
        *(
            ("^(?:Rasgos|Atributos)$", "Traits"),
            ("visión en la oscuridad", "darkvision"),
            ("visión ciega", "blindsight"),
        ),
        *(("sentido de la vibración", "tremorsense"), ("visión verdadera", "truesight")),
        *(("Percepción pasiva", "passive Perception"), ("Sigilo", "Stealth"), ("Percepción", "Perception")),
        *(("Atletismo", "Athletics"), ("Acrobacias", "Acrobatics"), (r"\bnad\w+", "swim"), (r"\bvol\w+", "fly")),
        *(
            (r"\btrepa\w+", "climb"),
            (r"\bexcava\w+", "burrow"),
            ("PX", "XP"),
            ("Diminut[oa]", "Tiny"),
            ("Pequeñ[oa]", "Small"),
        ),
        *((r"Median[oa]", "Medium"), ("Gargantuesc[oa]", "Gargantuan"), ("Grande", "Large"), ("Enorme", "Huge")),
        *(("Bestia", "Beast"), ("Ataque múltiple|Multiataque", "Multiattack"), ("Tácticas de manada", "Pack Tactics")),
        *(("Resistencia mágica", "Magic Resistance"), ("Recarga", "Recharge"), (r"/día", "/Day")),
    ),
    "de": (
        *(("Rüstungsklasse", "Armor Class"), (r"^RK\b", "AC"), ("Trefferpunkte", "Hit Points"), (r"^TP\b", "HP")),
        *(("Bewegungsrate", "Speed"), ("Initiative", "Initiative"), ("Rettungswürfe", "Saving Throws")),
        *(("Fertigkeiten", "Skills"), ("(?:Schadens)?[Rr]esistenz(?:en)?", "Resistances")),
        ("(?:Schadens)?(?:anfälligkeit(?:en)?|Verwundbarkeit(?:en)?)|Anfälligkeiten", "Vulnerabilities"),
        *(("(?:Schadens|Zustands)?[Ii]mmunität(?:en)?", "Immunities"), ("^Sinne", "Senses"), ("Sprachen", "Languages")),
        *(("Herausforderungsgrad|^HG\\b|^Herausforderung", "Challenge"), ("Übungsbonus", "Proficiency Bonus")),
        *(("Legendäre Aktionen", "Legendary Actions"), ("Bonusaktionen", "Bonus Actions"), ("^Aktionen$", "Actions")),
        *(("^Reaktionen$", "Reactions"), ("^(?:Merkmale|Eigenschaften)$", "Traits"), ("Dunkelsicht", "darkvision")),
        *(("Blindsicht", "blindsight"), ("Erschütterungssinn", "tremorsense"), ("Wahre[rn]? Blick", "truesight")),
        *(("Passive Wahrnehmung", "passive Perception"), ("Heimlichkeit", "Stealth"), ("Wahrnehmung", "Perception")),
        *(("Athletik", "Athletics"), ("Akrobatik", "Acrobatics"), ("schwimmen", "swim"), ("fliegen", "fly")),
        *(
            ("klettern", "climb"),
            ("graben", "burrow"),
            (r"\bEP\b", "XP"),
            (r"Winzige?[srn]?", "Tiny"),
            (r"Kleine?[srn]?", "Small"),
        ),
        *((r"Mittelgroße?[srn]?", "Medium"), (r"Große?[srn]?", "Large"), (r"Riesige?[srn]?", "Huge")),
        *((r"Gigantische?[srn]?", "Gargantuan"), ("(?:Wildes )?Tier", "Beast"), ("Mehrfachangriff", "Multiattack")),
        *(("Rudeltaktik", "Pack Tactics"), ("Magieresistenz", "Magic Resistance"), ("Aufladung", "Recharge")),
        *((r"/Tag", "/Day"),),
    ),
}
ATTACKS: Final = {
    "it": (
        ("Tiro per colpire in mischia o a distanza:", "Melee or Ranged Attack Roll:"),
        ("Tiro per colpire in mischia:", "Melee Attack Roll:"),
        ("Tiro per colpire a distanza:", "Ranged Attack Roll:"),
        ("Attacco con arma (?:da|in) mischia o a distanza:", "Melee or Ranged Weapon Attack:"),
        ("Attacco con arma (?:da|in) mischia:", "Melee Weapon Attack:"),
        ("Attacco con arma a distanza:", "Ranged Weapon Attack:"),
        ("al(?: tiro)? per colpire", "to hit"),
        ("portata", "reach"),
        ("gittata", "range"),
        ("Colpito:|Colpisce:", "Hit:"),
        ("più", "plus"),
        ("un bersaglio", "one target"),
    ),
    "fr": (
        ("(?:Attaque au )?Corps à corps ou à distance ?:", "Melee or Ranged Attack Roll:"),
        ("Attaque d'arme au corps à corps ?:", "Melee Weapon Attack:"),
        ("Attaque d'arme à distance ?:", "Ranged Weapon Attack:"),
        ("(?:Attaque au )?Corps à corps ?:", "Melee Attack Roll:"),
        ("(?:Attaque )?À distance ?:", "Ranged Attack Roll:"),
        ("pour toucher|au toucher", "to hit"),
        ("allonge", "reach"),
        ("portée", "range"),
        ("Touché ?:", "Hit:"),
        ("plus|et(?= \\d)", "plus"),
        ("une cible", "one target"),
    ),
    "es": (
        ("Tirada de ataque cuerpo a cuerpo o a distancia:", "Melee or Ranged Attack Roll:"),
        ("Tirada de ataque cuerpo a cuerpo:", "Melee Attack Roll:"),
        ("Tirada de ataque a distancia:", "Ranged Attack Roll:"),
        ("Ataque (?:con|de) arma cuerpo a cuerpo o a distancia:", "Melee or Ranged Weapon Attack:"),
        ("Ataque (?:con|de) arma cuerpo a cuerpo:", "Melee Weapon Attack:"),
        ("Ataque (?:con|de) arma a distancia:", "Ranged Weapon Attack:"),
        ("(?:a )?(?:para )?impactar|al? golpear", "to hit"),
        ("alcance(?= \\d+(?: ft)?/)", "range"),
        ("alcance", "reach"),
        ("Acierto:|Impacto:", "Hit:"),
        ("más", "plus"),
        ("un objetivo", "one target"),
    ),
    "de": (
        ("Nahkampf- oder Fernkampfangriffswurf:", "Melee or Ranged Attack Roll:"),
        ("Nahkampfangriffswurf:", "Melee Attack Roll:"),
        ("Fernkampfangriffswurf:", "Ranged Attack Roll:"),
        ("Nahkampfwaffenangriff:", "Melee Weapon Attack:"),
        ("Fernkampfwaffenangriff:", "Ranged Weapon Attack:"),
        ("auf Treffer|Trefferbonus", "to hit"),
        ("Fernkampfreichweite|Reichweite(?= \\d+(?: ft)?/)", "range"),
        ("Reichweite", "reach"),
        ("Treffer:", "Hit:"),
        ("plus|und(?= \\d)", "plus"),
        ("ein Ziel", "one target"),
    ),
}
SAVES: Final = {
    "it": (r"Tiro salvezza su (\w+): CD (\d+)", r"tiro salvezza (?:su|di) (\w+)(?: con)? CD (\d+)"),
    "fr": (r"JS (?:de |d')?(\w+) ?: DD (\d+)", r"jet de sauvegarde (?:de |d')(\w+) (?:de )?DD (\d+)"),
    "es": (r"Tirada de salvación de (\w+): CD (\d+)", r"tirada de salvación de (\w+) (?:con )?CD (\d+)"),
    "de": (r"(\w+?)s?rettungswurf: SG (\d+)", r"(\w+?)s?-?rettungswurf (?:gegen )?SG (\d+)"),
}
OUTCOMES: Final = {
    "it": (
        ("Fallimento:", "Failure:"),
        ("Successo:", "Success:"),
        ("Danni dimezzati|metà (?:dei )?danni", "Half damage"),
    ),
    "fr": (("Échec ?:", "Failure:"), ("Réussite ?:", "Success:"), ("1/2 dégâts|[Mm]oitié des dégâts", "Half damage")),
    "es": (
        ("Fallo:", "Failure:"),
        ("Éxito:", "Success:"),
        ("[Ll]a mitad del daño|[Mm]itad (?:de|del) daño", "Half damage"),
    ),
    "de": (("Fehlschlag:", "Failure:"), ("Erfolg:", "Success:"), ("[Hh]alber Schaden", "Half damage")),
}
AREAS: Final = {
    "it": ((r"cono di (\d+(?:,\d+)?) m(?:etri)?", "cone"), (r"sfera di (\d+(?:,\d+)?) m(?:etri)?", "sphere")),
    "fr": ((r"cône de (\d+(?:,\d+)?) m(?:ètres)?", "cone"), (r"sphère de (\d+(?:,\d+)?) m(?:ètres)?", "sphere")),
    "es": ((r"cono de (\d+(?:,\d+)?) m(?:etros)?", "cone"), (r"esfera de (\d+(?:,\d+)?) m(?:etros)?", "sphere")),
    "de": ((r"(\d+(?:,\d+)?)[- ]m(?:eter)?[- ][Kk]egel|[Kk]egel von (\d+(?:,\d+)?) m", "cone"),),
}
CREATURE: Final = {
    "it": (
        ("(?:ogni|ciascuna) creatura (?:in|entro)(?: un)?", "each creature in a"),
        ("il bersaglio ha la condizione di", "the target has the condition"),
    ),
    "fr": (
        ("chaque créature (?:dans|prise dans)(?: un)?", "each creature in a"),
        ("la cible subit l'état", "the target is"),
    ),
    "es": (
        ("cada criatura (?:en|dentro de)(?: un)?", "each creature in a"),
        ("el objetivo tiene el estado", "the target is"),
    ),
    "de": (
        ("jede Kreatur in (?:einem|einer)", "each creature in a"),
        ("das Ziel ist", "the target is"),
        ("hat den Zustand", "is"),
    ),
}


def guess(text: str) -> str:
    """The language of a stat block: it, fr, es, de, or en.

    >>> guess("Morso. Tiro per colpire in mischia: +4, portata 1,5 m. Colpito: 5 (1d6 + 2) danni perforanti.")
    'it'
    """
    lines = plain(text)
    scores = {
        language: sum(
            1
            for pattern, _ in (*ATTACKS[language], *OUTCOMES[language], *WORDS[language][:14])
            if re.search(pattern if "^" not in pattern else pattern.replace("^", r"\b").replace("$", r"\b"), lines)
        )
        for language in ATTACKS
    }
    scores = {language: score for language, score in scores.items() if score}
    english = len(re.findall(r"\b(?:Hit:|Attack|Armor Class|Hit Points|Speed|to hit|damage)", lines))
    best = max(scores, key=lambda language: scores[language], default="en")
    return best if scores.get(best, 0) > english else "en"


def _squares(metres: str) -> int:
    return round(float(metres.replace(",", ".")) / 1.5) * 5


def _feet(text: str) -> str:
    """Lengths in metres as feet: `1,5 m` is 5 ft, `24/96 m` 80/320 ft."""
    text = re.sub(
        r"(\d+(?:,\d+)?)(?: m)?/(\d+(?:,\d+)?) ?m\b",
        lambda found: f"{_squares(found.group(1))}/{_squares(found.group(2))} ft",
        text,
    )
    return re.sub(
        r"(\d+(?:,\d+)?) ?m(?:etri|ètres|etros|eter)?\b", lambda found: f"{_squares(found.group(1))} ft", text
    )


def to_english(text: str, language: str) -> str:
    """One line of a stat block in the English phrases.

    >>> to_english("Mordisco. Tirada de ataque cuerpo a cuerpo: +7, alcance 1,5 m. "
    ...     "Acierto: 9 (2d4 + 4) de daño cortante.", "es")
    'Mordisco. Melee Attack Roll: +7, reach 5 ft. Hit: 9 (2d4 + 4) slashing damage.'
    """
    if language == "en":
        return text
    text = plain(text)
    for pattern, shape in AREAS[language]:
        text = re.sub(pattern, lambda found, s=shape: f"{_squares(next(g for g in found.groups() if g))}-ft {s}", text)  # type: ignore[misc]
    text = _feet(text)
    for pattern in SAVES[language]:
        text = re.sub(pattern, lambda found: _save(found, language), text, flags=re.I)
    for table in (OUTCOMES, ATTACKS, CREATURE):
        for pattern, english in table[language]:
            text = re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", english, text, flags=re.I)
    text = _damage(text, language)
    for pattern, english in CONDITIONS[language]:
        text = re.sub(rf"\b(?:{pattern})\b", english, text, flags=re.I)
    for pattern, english in WORDS[language]:
        case = re.I if len(pattern) > 5 else 0  # short ones are abbreviations: CA, PF, TP
        text = re.sub(pattern if pattern[0] == "^" else rf"(?<!\w)(?:{pattern})(?!\w)", english, text, flags=case)
    return text


def _save(found: re.Match[str], language: str) -> str:
    """`Dexterity Saving Throw: DC 13` from a match of ability and DC."""
    names = [name.lower() for name in ABILITIES[language]]
    word = found.group(1).lower()
    index = names.index(word) if word in names else -1
    return found.group(0) if index < 0 else f"{_ENGLISH[index]} Saving Throw: DC {found.group(2)}"


def _damage(text: str, language: str) -> str:
    """Amounts of damage: `danni perforanti`, `dégâts de feu`, `de daño cortante`, `Stichschaden`."""
    for pattern, english in DAMAGE[language]:
        forms = {
            "it": rf"danni (?:da |di )?(?:{pattern})",
            "fr": rf"(?:points de )?dégâts (?:{pattern})",
            "es": rf"(?:puntos )?(?:de )?daño (?:{pattern})",
            "de": rf"(?:{pattern}) ?-?schaden",
        }
        text = re.sub(rf"\b(?:{forms[language]})\b", f"{english} damage", text, flags=re.I)
    return text


def types_and_conditions(text: str, language: str) -> str:
    """A list of damage types and conditions in English, for the resistances at the head of a block."""
    for pattern, english in (*DAMAGE.get(language, ()), *CONDITIONS.get(language, ())):
        text = re.sub(rf"\b(?:{pattern})\b", english, text, flags=re.I)
    return text


def ability_names(language: str) -> dict[str, str]:
    """Long and short names of abilities in a language, folded, to the short English ones."""
    made: dict[str, str] = {}
    for index, short in enumerate(("str", "dex", "con", "int", "wis", "cha")):
        names = [_ENGLISH[index], short]
        if language in ABILITIES:
            names += [ABILITIES[language][index], *SHORT[language][index].split("|")]
        made |= {name.lower(): short for name in names}
    return made
