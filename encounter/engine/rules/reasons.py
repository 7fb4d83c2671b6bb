"""Why a roll has advantage or disadvantage: derived from what is true now, as masks of clauses (rules.md B.2 to B.6).

A predicate answers with its source's index or -1, so that the mask and the named reason come from one function.
`explain_mask` turns a mask back into reasons, for the journal and for explanations.
"""

from mypy_extensions import i64

from encounter.engine.combatant import Combatant, Help
from encounter.engine.d20 import ATTACK, net_of
from encounter.engine.effect import (
    AGAINST,
    AGAINST_BLINDSIGHT,
    AGAINST_BY_SOURCE,
    AGAINST_FAR,
    AGAINST_NEAR,
    AGAINST_SEEN,
    AGAINST_UNSEEN,
    ATTACKS_BY,
    BY,
    BY_ALLY_BESIDE,
    BY_BLINDSIGHT,
    BY_BLOODIED,
    BY_MELEE,
    BY_NOT_ACTED,
    BY_NOT_AT_SOURCE,
    BY_OWN_MELEE,
    BY_SOURCE_IN_LINE,
    BY_TARGET_HELD,
    BY_TARGET_HURT,
    BY_TARGET_HURT_IN_MELEE,
    BY_TARGET_SURPRISED,
    BY_UNSEEN,
    CHECK,
    CHECK_SOURCE_IN_LINE,
    CHECKS,
    DEX,
    HAS_LIGHT_CLAUSES,
    HAS_SAVE_CLAUSES,
    HAS_SKILL_CLAUSES,
    INITIATIVE,
    LOOKING,
    MAGIC_PROOF,
    SAVE,
    SAVES,
    SPELL_PROOF,
    STR,
    TRAIT_ELUSIVE,
    TRAIT_MARTIAL_ADVANTAGE,
    TRAIT_SNEAK_ATTACK,
    TRAIT_SURPRISE_ATTACK,
    UNAWARE,
    WEAK,
    EffectRow,
    Threat,
)
from encounter.engine.facts import Facts
from encounter.engine.fight import Fight
from encounter.engine.light import BRIGHT, SUNLIT
from encounter.engine.rules.auras import led_by
from encounter.engine.rules.perception import (
    ally_beside,
    enemy_in_close_combat,
    in_zone_that,
    sees,
)
from encounter.engine.rules.whom import fits
from encounter.engine.tables import (
    SPELL,
    WEAPON,
    Use,
)
from encounter.engine.zones import WINDY


def clear(facts: Facts) -> None:
    """Nothing is true yet."""
    facts.advantage = 0
    facts.disadvantage = 0
    facts.suppressed = 0
    facts.more_advantage = 0
    facts.more_disadvantage = 0
    facts.neutral = 0
    facts.modifier = 0
    facts.automatic = 0
    facts.special = None
    facts.is_chosen = False
    facts.is_resisted = False
    facts.lacks = 0
    facts.is_automatic_critical = False
    facts.critical_clause = ""
    facts.sneaks = False
    facts.is_favoured = False
    facts.besieges = False
    facts.is_enchanted = False
    facts.charges = False
    facts.is_weakened = False
    facts.is_raging = False
    facts.protection = 0
    facts.is_steadfast = False
    facts.ward = ""
    facts.assassinates = False
    facts.is_wrong_square = False
    facts.falls_short = False
    facts.masteries = 0
    facts.cover = 0


def count_causes(mask: i64, f: Fight, helps: bool) -> i64:
    """How many cause groups a mask holds."""
    groups = f.setup.advantage_groups if helps else f.setup.disadvantage_groups
    causes: i64 = 0
    at: i64 = 0
    while mask:
        if (mask >> at) & 1:
            causes += 1
            mask &= ~groups[at]
        at += 1
    return causes


def combine(f: Fight, facts: Facts) -> None:
    """Net re-rolls from the reasons on both sides: the one sentence in which the rulesets differ."""
    if facts.advantage == 0 and facts.disadvantage == 0:
        facts.net = 0
        return
    stacks = f.setup.rules.d20.stacks
    if stacks:
        positives = count_causes(facts.advantage, f, True) + facts.more_advantage
        negatives = count_causes(facts.disadvantage, f, False) + facts.more_disadvantage
        facts.net = net_of(True, positives, negatives)
    else:
        facts.net = net_of(False, facts.advantage, facts.disadvantage)


def derive_attack(f: Fight, a: Combatant, t: Combatant, use: Use, facts: Facts) -> None:
    """Collect, suppress and combine every reason of an attack roll, and its numbers, at this instant.

    `facts.distance_ft` and `facts.cover` must be set by the judgement of legality before.
    """
    facts.attacker_sees = sees(f, a, t)
    facts.target_sees = sees(f, t, a)
    facts.protection = 0
    facts.is_steadfast = False
    facts.falls_short = False
    facts.ward = ""
    facts.assassinates = False
    facts.automatic = 0  # a helpless creature's save may have left it
    facts.lacks = 0
    facts.suppressed = 0
    facts.more_advantage = 0
    facts.more_disadvantage = 0
    facts.neutral = 0
    facts.modifier = 0
    if t.powers & (MAGIC_PROOF | SPELL_PROOF) and use.flags & SPELL:
        facts.automatic = -1
        facts.ward = "greater-magic-resistance" if t.powers & MAGIC_PROOF else "limited-magic-immunity"
    _collect_rows(f, a, t, use, facts)
    _collect_sight(f, a, t, facts)
    _collect_grants(f, a, t, use, facts)
    if t.flags & TRAIT_ELUSIVE and t.can_act:
        facts.suppressed = facts.advantage
        facts.advantage = 0
        facts.more_advantage = 0
    facts.bonus = use.to_hit - a.d20_penalty + facts.modifier
    combine(f, facts)


def _collect_rows(f: Fight, a: Combatant, t: Combatant, use: Use, facts: Facts) -> None:
    """What conditions, traits, the weapon, the distance and the Dodge action say."""
    core = f.setup.core
    apart = facts.distance_ft
    am = a.masks
    tm = t.masks
    adv = am[BY] | tm[AGAINST]
    dis = am[BY + 1] | tm[AGAINST + 1] | use.own_disadvantage
    if apart <= 5:
        adv |= tm[AGAINST_NEAR]
        dis |= tm[AGAINST_NEAR + 1] | use.lance_disadvantage
    else:
        adv |= tm[AGAINST_FAR]
        dis |= tm[AGAINST_FAR + 1]
    if apart > t.blindsight_ft:  # D-19: within its blindsight a blinded creature neither suffers nor grants
        adv |= tm[AGAINST_BLINDSIGHT]
    if apart > a.blindsight_ft:
        dis |= am[BY_BLINDSIGHT + 1]
    if len(a.ongoing) > 0 and am[BY_SOURCE_IN_LINE + 1] | am[BY_NOT_AT_SOURCE + 1]:
        dis |= _pair_disadvantages(f, a, t)
    if len(a.stat.traits) > 0:
        adv |= trait_advantages(f, a, t, use.is_melee)
    if a.flags & HAS_LIGHT_CLAUSES:
        dis |= dazzled(f, a, ATTACKS_BY)
    if tm[AGAINST_BY_SOURCE]:
        adv |= source_advantages(a, t)
    if f.setup.leaders:
        adv |= led_by(f, a)
    if use.favours is not None and fits(f, a, t, use.favours):
        adv |= core.attack_advantage
    if t.is_dodging and facts.target_sees:
        dis |= core.dodge
    if a.powers & WEAK and use.is_strong:
        dis |= core.weakened
    if a.is_immersed:
        dis |= use.wet_disadvantage
        if not use.is_melee and apart > use.normal_ft and use.flags & WEAPON and f.setup.rules.shots_fall_short:
            facts.automatic = -1  # underwater.miss
            facts.falls_short = True
    if not use.is_melee:
        if apart > use.normal_ft:
            dis |= core.range_long
        if core.close_combat and enemy_in_close_combat(f, a) >= 0:
            dis |= core.close_combat
        if f.is_windy and is_windswept(f, a, use) | is_windswept(f, t, use):
            dis |= core.wind
    facts.advantage = adv
    facts.disadvantage = dis


def dazzled(f: Fight, c: Combatant, on: str) -> i64:
    """What hinders rolls of a kind (effect.ATTACKS_BY, CHECKS, LOOKING, SAVES) because of the light `c` stands in."""
    dis: i64 = 0
    if c.square < 0:
        return 0
    level = f.light_at(c)
    for row in rows_of(c):
        for clause in row.on_light:
            if clause.on == on and level >= (SUNLIT if clause.in_sunlight else BRIGHT):
                dis |= clause.mask
    return dis


def is_windswept(f: Fight, c: Combatant, use: Use) -> bool:
    """Whether a strong wind blows where `c` is, and bears on an attack with this: with a weapon, not with a spell."""
    return not use.flags & SPELL and in_zone_that(f, c, WINDY)


def _collect_sight(f: Fight, a: Combatant, t: Combatant, facts: Facts) -> None:
    """What it means that one of the two does not see the other; the general clause where no more specific one holds."""
    core = f.setup.core
    tm = t.masks
    if not facts.target_sees:
        adv = facts.advantage | a.masks[BY_UNSEEN]
        if a.hidden_from & t.bit:
            adv |= core.invisible_attacker
        if not adv & core.group_unseen_a and not t.flags & UNAWARE:
            adv |= core.unseen_attacker
        facts.advantage = adv
    if facts.attacker_sees:
        facts.advantage |= tm[AGAINST_SEEN]
        facts.disadvantage |= tm[AGAINST_SEEN + 1]
        return
    dis = facts.disadvantage | tm[AGAINST_UNSEEN + 1]
    if t.hidden_from & a.bit:
        dis |= core.invisible_target
    if not dis & core.group_unseen_t:
        dis |= core.unseen_target
    facts.disadvantage = dis


def _collect_grants(f: Fight, a: Combatant, t: Combatant, use: Use, facts: Facts) -> None:
    """What others give: helpers, a flanking ally, the GM, re-rolls of one's own."""
    setup = f.setup
    core = setup.core
    if len(f.helps) > 0:
        helpers = count_helpers(f, a, t)
        if helpers > 0:
            facts.advantage |= core.help_attack
            facts.more_advantage += helpers - 1
    if setup.flanking and use.is_melee and flanker(f, a, t) >= 0:
        facts.advantage |= core.flanking
    if len(setup.rulings) > 0:
        apply_rulings(f, a, t.index, ATTACK, -1, "", facts)
    if setup.has_specials:
        facts.special = use.special
        if use.has_rerolls:
            add_native(f, use.positive, use.negative, use.neutral, facts)


def _pair_disadvantages(f: Fight, a: Combatant, t: Combatant) -> i64:
    dis: i64 = 0
    elsewhere: i64 = 0
    holds_target = False
    for effect in a.ongoing:
        masks = effect.effective().masks
        if masks[BY_SOURCE_IN_LINE + 1] and source_in_line(f, a, effect.source):
            dis |= masks[BY_SOURCE_IN_LINE + 1]
        if masks[BY_NOT_AT_SOURCE + 1]:
            elsewhere |= masks[BY_NOT_AT_SOURCE + 1]
            if effect.source == t.index:
                holds_target = True
    return dis if holds_target else dis | elsewhere


def source_in_line(f: Fight, c: Combatant, source: i64) -> bool:
    """Whether the source of a fear is in line of sight; a source that is nobody in the fight always counts."""
    if source < 0:
        return True
    other = f.combatants[source]
    return other.is_on_map and not other.is_dead and f.in_line(c, other)


def source_advantages(a: Combatant, t: Combatant) -> i64:
    """Advantages that the target's effects give to whoever caused them."""
    adv: i64 = 0
    for effect in t.ongoing:
        if effect.source == a.index:
            adv |= effect.effective().masks[AGAINST_BY_SOURCE]
    return adv


def trait_advantages(f: Fight, a: Combatant, t: Combatant, is_melee: bool) -> i64:
    """Advantages that the attacker's rows give against this target."""
    adv: i64 = 0
    am = a.masks
    if am[BY_ALLY_BESIDE] and ally_beside(f, a, t) >= 0:
        adv |= am[BY_ALLY_BESIDE]
    if t.hp < t.max_hp:
        adv |= am[BY_TARGET_HURT]
        if is_melee:
            adv |= am[BY_TARGET_HURT_IN_MELEE]
    if is_melee and am[BY_MELEE] | am[BY_OWN_MELEE]:
        adv |= am[BY_MELEE]
        if f.whose_turn == a.index:
            adv |= am[BY_OWN_MELEE]
    if am[BY_NOT_ACTED] and f.round <= 1 and not a.has_acted and not t.has_acted and f.whose_turn == a.index:
        adv |= am[BY_NOT_ACTED]
    if am[BY_TARGET_HELD] and f.is_held_by(t, a):
        adv |= am[BY_TARGET_HELD]
    if am[BY_BLOODIED] and a.is_bloodied:
        adv |= am[BY_BLOODIED]
    if am[BY_TARGET_SURPRISED] and was_surprised(f, t):
        adv |= am[BY_TARGET_SURPRISED]
    return adv


def count_helpers(f: Fight, a: Combatant, t: Combatant) -> i64:
    """How many Helps serve this attack."""
    helpers: i64 = 0
    for help in f.helps:
        if serves(f, help, a, t):
            helpers += 1
    return helpers


def serves(f: Fight, help: Help, a: Combatant, t: Combatant) -> bool:
    """Whether a Help is for this attack: of the one it names, or of any ally of the helper."""
    if help.enemy != t.index:
        return False
    return help.aided == a.index or (
        help.aided < 0 and help.helper != a.index and f.setup.allies[help.helper] & a.bit != 0
    )


def spend_help(f: Fight, a: Combatant, t: Combatant) -> None:
    """The attack roll that a Help was for has been made, cancelled or not."""
    for help in list(f.helps):
        if serves(f, help, a, t):
            f.helps.remove(help)


def flanker(f: Fight, a: Combatant, t: Combatant) -> i64:
    """Index of an able ally opposite the attacker, both within 5 ft of the target, or -1 (optional rule)."""
    if f.apart_ft(a, t) > 5:
        return -1
    board = f.board
    # Opposite: the line between the two centres passes through opposite sides or corners of the target's space.
    ax = 2 * board.xs[a.square] + a.n - 2 * board.xs[t.square] - t.n
    ay = 2 * board.ys[a.square] + a.n - 2 * board.ys[t.square] - t.n
    for o in f.combatants:
        if o.index == a.index or not (f.setup.allies[a.index] & o.bit & f.able) or not o.is_on_map:
            continue
        if f.apart_ft(o, t) > 5:
            continue
        ox = 2 * board.xs[o.square] + o.n - 2 * board.xs[t.square] - t.n
        oy = 2 * board.ys[o.square] + o.n - 2 * board.ys[t.square] - t.n
        if _opposite_sides(ax, ay, ox, oy, t.n):
            return o.index
    return -1


def _opposite_sides(ax: i64, ay: i64, ox: i64, oy: i64, n: i64) -> bool:
    west_east = (ax < -n + 1 and ox > n - 1) or (ax > n - 1 and ox < -n + 1)
    north_south = (ay < -n + 1 and oy > n - 1) or (ay > n - 1 and oy < -n + 1)
    beside_x = -n < ax < n and -n < ox < n
    beside_y = -n < ay < n and -n < oy < n
    return (west_east and north_south) or (west_east and beside_y) or (north_south and beside_x)


def apply_rulings(f: Fight, c: Combatant, against: i64, kind: i64, ability: i64, skill: str, facts: Facts) -> None:
    """Add what the GM has ruled for a roll of `c`, against a combatant's index or -1."""
    core = f.setup.core
    facts.ruled = []
    for ruling in f.setup.rulings:
        if not (ruling.rolls >> kind) & 1 or not ruling.by & c.bit:
            continue
        if ruling.against and (against < 0 or not (ruling.against >> against) & 1):
            continue
        if (ruling.ability >= 0 and ruling.ability != ability) or (ruling.skill != "" and ruling.skill != skill):
            continue
        if ruling.positive > 0 and core.gm_advantage:
            facts.more_advantage += ruling.positive - (0 if facts.advantage & core.gm_advantage else 1)
            facts.advantage |= core.gm_advantage
        if ruling.negative > 0 and core.gm_disadvantage:
            facts.more_disadvantage += ruling.negative - (0 if facts.disadvantage & core.gm_disadvantage else 1)
            facts.disadvantage |= core.gm_disadvantage
        facts.ruled.append(ruling)
        facts.neutral += ruling.neutral
        if f.setup.rules.applies_modifiers:
            facts.modifier += ruling.modifier


def add_native(f: Fight, positive: i64, negative: i64, neutral: i64, facts: Facts) -> None:
    """Native re-rolls: a cause of their own on either side, which counts as often as the number in brackets."""
    core = f.setup.core
    if positive > 0 and core.native_advantage:
        facts.advantage |= core.native_advantage
        facts.more_advantage += positive - 1
        facts.native_advantage = positive
    if negative > 0 and core.native_disadvantage:
        facts.disadvantage |= core.native_disadvantage
        facts.more_disadvantage += negative - 1
        facts.native_disadvantage = negative
    if core.native_advantage:
        facts.neutral += neutral


def add_own(f: Fight, c: Combatant, kind: i64, ability: i64, skill: str, facts: Facts) -> None:
    """The native re-rolls of `c` that name this roll, and the special results that are its own or its skill's."""
    facts.special = c.stat.special
    if skill != "":
        row = c.stat.skill_rows.get(skill)
        if row is not None:
            facts.special = row.special
    positive: i64 = 0
    negative: i64 = 0
    neutral: i64 = 0
    for rerolls in c.stat.rerolls:
        if not (rerolls.rolls >> kind) & 1 or (rerolls.ability >= 0 and rerolls.ability != ability):
            continue
        if rerolls.skill == "" or rerolls.skill == skill:
            positive += rerolls.positive
            negative += rerolls.negative
            neutral += rerolls.neutral
    if positive + negative + neutral > 0:
        add_native(f, positive, negative, neutral, facts)


def derive_check(f: Fight, c: Combatant, kind: i64, ability: i64, skill: str, against: i64, facts: Facts) -> None:
    """Reasons of an ability check, contest or initiative roll; the bonus is set by the caller."""
    clear(facts)
    facts.advantage = c.masks[CHECK]
    facts.disadvantage = c.masks[CHECK + 1]
    if c.masks[CHECK_SOURCE_IN_LINE + 1]:
        for effect in c.ongoing:
            mask = effect.effective().masks[CHECK_SOURCE_IN_LINE + 1]
            if mask and source_in_line(f, c, effect.source):
                facts.disadvantage |= mask
    if c.flags & HAS_SKILL_CLAUSES:
        _add_skill_clauses(f, c, skill, facts)
    for help in f.helps:
        if help.enemy < 0 and help.aided == c.index and help.skill == skill and f.setup.core.help_check:
            facts.helped = skill
            if facts.advantage & f.setup.core.help_check:
                facts.more_advantage += 1
            facts.advantage |= f.setup.core.help_check
    if c.stat.is_untrained and 0 <= ability <= DEX:
        facts.disadvantage |= f.setup.core.armour_checks
    if c.powers & WEAK and ability == STR:
        facts.disadvantage |= f.setup.core.weakened
    if c.stat.is_noisy and ability == DEX and skill == "stealth":
        facts.disadvantage |= f.setup.core.armour_stealth
    if c.flags & HAS_LIGHT_CLAUSES:
        facts.disadvantage |= dazzled(f, c, CHECKS)
    if len(f.setup.rulings) > 0:
        apply_rulings(f, c, against, kind, ability, skill, facts)
    if f.setup.has_specials:
        add_own(f, c, kind, ability, skill, facts)


def add_looking(f: Fight, c: Combatant, facts: Facts) -> None:
    """What the light does to a Perception check of `c` that relies on sight; the check is derived already."""
    if c.flags & HAS_LIGHT_CLAUSES:
        facts.disadvantage |= dazzled(f, c, LOOKING)
        combine(f, facts)


def _add_skill_clauses(f: Fight, c: Combatant, skill: str, facts: Facts) -> None:
    """The clauses of a combatant's rows that bear on checks with one skill alone, on some ground alone perhaps."""
    for row in rows_of(c):
        for clause in row.on_skills:
            if clause.skill != skill or (clause.kinds != 0 and not stands_on(f, c, clause.kinds)):
                continue
            if clause.helps:
                facts.advantage |= clause.mask
            else:
                facts.disadvantage |= clause.mask


def stands_on(f: Fight, c: Combatant, kinds: i64) -> bool:
    """Whether any square of a combatant's space is ground of one of these kinds (a bit each)."""
    row: i64 = 0
    while row < c.n and c.square >= 0:
        column: i64 = 0
        while column < c.n:
            if (kinds >> f.board.terrain[c.square + row * f.board.width + column]) & 1:
                return True
            column += 1
        row += 1
    return False


def rows_of(c: Combatant) -> list[EffectRow]:
    """Every row in force on a combatant, its traits first."""
    rows: list[EffectRow] = list(c.stat.traits)
    for effect in c.ongoing:
        rows.append(effect.effective())
    return rows


def spend_check_help(f: Fight, c: Combatant, skill: str) -> None:
    """The check that a Help was for has been made."""
    for help in list(f.helps):
        if help.enemy < 0 and help.aided == c.index and help.skill == skill:
            f.helps.remove(help)


def derive_initiative(f: Fight, c: Combatant, kind: i64, facts: Facts) -> None:
    """Reasons of an initiative roll: those of a Dexterity check and the edition's own."""
    derive_check(f, c, kind, 1, "initiative", -1, facts)
    core = f.setup.core
    facts.advantage |= c.masks[INITIATIVE]
    facts.disadvantage |= c.masks[INITIATIVE + 1]
    if c.hidden_from:
        facts.advantage |= core.invisible_initiative
    if c.is_surprised:
        facts.disadvantage |= core.surprised_initiative
    facts.bonus = c.stat.initiative - c.d20_penalty + facts.modifier
    combine(f, facts)


def derive_save(f: Fight, c: Combatant, kind: i64, ability: i64, against: i64, threat: Threat, facts: Facts) -> None:
    """Reasons of a saving throw against `threat`; the bonus is set by the caller."""
    clear(facts)
    facts.advantage = c.masks[SAVE + 2 * ability]
    facts.disadvantage = c.masks[SAVE + 2 * ability + 1]
    if ability == 1 and c.is_dodging:
        facts.advantage |= f.setup.core.dodge_save
    if c.stat.is_untrained and ability <= DEX:
        facts.disadvantage |= f.setup.core.armour_saves
    if c.flags & HAS_LIGHT_CLAUSES:
        facts.disadvantage |= dazzled(f, c, SAVES)
    if f.setup.leaders:
        facts.advantage |= led_by(f, c)
    if threat.is_eased:
        facts.advantage |= f.setup.core.charm_fight
    if c.flags & HAS_SAVE_CLAUSES:
        for row in rows_of(c):
            for clause in row.on_saves:
                if clause.holds(ability, threat, c.is_bloodied, c.flags):
                    if clause.helps:
                        facts.advantage |= clause.mask
                    else:
                        facts.disadvantage |= clause.mask
    if len(f.setup.rulings) > 0:
        apply_rulings(f, c, against, kind, ability, "", facts)
    if f.setup.has_specials:
        add_own(f, c, kind, ability, "", facts)


def adds_dice(f: Fight, a: Combatant, t: Combatant, use: Use, net: i64) -> bool:
    """Whether a hit adds the dice of a trait, once a turn.

    Sneak Attack: finesse or ranged, with advantage, or an able ally beside the target and no disadvantage. Martial
    Advantage: a weapon, and an able ally beside the target. Surprise Attack: a surprised target in the first round.
    """
    if a.used_sneak:
        return False
    if a.flags & TRAIT_SNEAK_ATTACK:
        return use.usable_for_sneak and (net > 0 or (net == 0 and ally_beside(f, a, t) >= 0))
    if a.flags & TRAIT_MARTIAL_ADVANTAGE:
        return use.flags & WEAPON != 0 and ally_beside(f, a, t) >= 0
    return a.flags & TRAIT_SURPRISE_ATTACK != 0 and was_surprised(f, t)


def was_surprised(f: Fight, t: Combatant) -> bool:
    """Whether a target was surprised when the fight began, and this is still its first round."""
    return f.round <= 1 and t.start.is_surprised


# --------------------------------------------------------------------------------------- reasons in words' place


def source_of(f: Fight, clause: str, a: Combatant, t: Combatant | None) -> i64:
    """The combatant behind a clause, or -1: who helps, who stands too near, who is feared."""
    if clause == "close-combat":
        return enemy_in_close_combat(f, a)
    if t is not None and clause == "pack-tactics":
        return ally_beside(f, a, t)
    if t is not None and clause == "flanking":
        return flanker(f, a, t)
    if clause == "grappled.attacks" or clause == "frightened.attacks" or clause == "frightened.checks":
        name = clause.split(".")[0]
        for effect in a.ongoing:
            if effect.row.name == name:
                return effect.source
    return -1


def explain_mask(f: Fight, facts: Facts, mask: i64, helps: bool, a: Combatant, t: Combatant | None) -> list[object]:
    """The reasons of a mask as {"clause", "group", "source", "count"}, in the order of the clauses' bits."""
    bits = f.setup.bits
    reasons: list[object] = []
    for clause in bits.ids(mask, helps):
        if clause == "help.attack" or clause == "help.check":
            reasons.extend(_helpers_told(f, clause, a, t, facts.helped))
            continue
        if clause == "gm.advantage" or clause == "gm.disadvantage":
            reasons.extend(_rulings_told(clause, facts, helps))
            continue
        source = source_of(f, clause, a, t)
        count: int = 1
        if clause == "reroll.native":
            count = facts.native_advantage if helps else facts.native_disadvantage
        group = bits.group_of[("+" if helps else "-") + clause]
        reason: dict[str, object] = {
            "clause": clause,
            "group": group,
            "source": f.combatants[source].name if source >= 0 else None,
            "count": count,
        }
        reasons.append(reason)
    return reasons


def _helpers_told(f: Fight, clause: str, a: Combatant, t: Combatant | None, helped: str) -> list[object]:
    """A reason for each helper: each is a cause of its own (B.5)."""
    reasons: list[object] = []
    for help in f.helps:
        if clause == "help.attack":
            is_for_it = t is not None and serves(f, help, a, t)
        else:
            is_for_it = help.enemy < 0 and help.aided == a.index and help.skill == helped
        if is_for_it:
            name = f.combatants[help.helper].name
            reason: dict[str, object] = {"clause": clause, "group": "HELP:" + name, "source": name, "count": 1}
            reasons.append(reason)
    return reasons


def _rulings_told(clause: str, facts: Facts, helps: bool) -> list[object]:
    """A reason for each ruling of one sign: each is a cause of its own, which says why where the GM did."""
    reasons: list[object] = []
    for ruling in facts.ruled:
        count: int = ruling.positive if helps else ruling.negative
        if count > 0:
            group = "GM:" + str(len(reasons) + 1)
            reason: dict[str, object] = {"clause": clause, "group": group, "source": None, "count": count}
            if ruling.because != "":
                reason["because"] = ruling.because
            reasons.append(reason)
    return reasons


def modifiers_of(f: Fight, c: Combatant, facts: Facts) -> list[object]:
    """What is added to or taken from a roll beside its printed bonus, as {"clause", "value"}."""
    modifiers: list[object] = []
    if c.d20_penalty:
        penalty: dict[str, object] = {"clause": "exhaustion.number", "value": -c.d20_penalty}
        modifiers.append(penalty)
    if facts.protection:
        protected: dict[str, object] = {"clause": "aura-of-protection", "value": facts.protection}
        modifiers.append(protected)
    if len(f.setup.rulings) > 0 and f.setup.rules.applies_modifiers:
        for ruling in facts.ruled:
            if ruling.modifier:
                ruled: dict[str, object] = {"clause": "gm.modifier", "value": ruling.modifier}
                if ruling.because != "":
                    ruled["because"] = ruling.because
                modifiers.append(ruled)
    for die in facts.dice:
        rolled: dict[str, object] = {"clause": die.clause, "value": die.value}
        modifiers.append(rolled)
    return modifiers
