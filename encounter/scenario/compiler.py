"""From a Scenario to an Encounter: everything that does not change from fight to fight, worked out once."""

from collections.abc import Iterable, Sequence

from attrs import evolve
from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine import tables
from encounter.engine.board import TERRAIN_NAMES
from encounter.engine.chance import volley_distribution
from encounter.engine.creature import (
    BLOWS,
    DAMAGE_TYPES,
    FOOTPRINT,
    FROM_NONMAGICAL,
    SIZES,
    SKILLS,
    Attack,
    Creature,
    Damage,
    Rider,
    Trait,
)
from encounter.engine.d20 import D20Rules
from encounter.engine.dice import Formula, parse_formula
from encounter.engine.doors import Grounds
from encounter.engine.effect import (
    ABILITIES,
    BY_AURA,
    CON,
    CRITS_MORE,
    DEX,
    EXTRA_DICE,
    FRAIL,
    HASTED,
    HELD,
    HURT_BY_WATER,
    IN_PLAIN_SIGHT,
    MOST_IMPOSED,
    PROTECTS,
    REACTS_EACH_TURN,
    SMITES,
    STANDS_FAST,
    STR,
    STRIKES_MORE,
    TRAIT_ABSORBS,
    TRAIT_BREATHES_WATER,
    TRAIT_DIES_LATE,
    TRAIT_MAGIC_WEAPONS,
    TRAIT_REGENERATES,
    TRAIT_RELENTLESS,
    TRAIT_RUNNING_LEAP,
    TRAIT_STANDING_LEAP,
    UNLESS_SEEN,
    Clause,
    ClauseBits,
    Effect,
    EffectRow,
)
from encounter.engine.encounter import Encounter
from encounter.engine.ground import ground_of
from encounter.engine.intent import TRIGGERS
from encounter.engine.rules.automatic import MOMENT_CLAUSES
from encounter.engine.rules.editions import RULESETS
from encounter.engine.rules.hero_traits import CRITICAL_ON
from encounter.engine.rules.ruleset import Ruleset
from encounter.engine.sight import Sight
from encounter.engine.tables import (
    Core,
    DamagePart,
    HelpStart,
    OngoingStart,
    ReadiedStart,
    RiderRow,
    Rulebook,
    RulingRow,
    Setup,
    Start,
    Stat,
    Use,
    UseOdds,
)
from encounter.engine.tables import (
    Sequence as AttackSequence,
)
from encounter.scenario.armour import ARMOUR, SLOWED_FT
from encounter.scenario.charges import give_charges
from encounter.scenario.code import is_code, tactic_class
from encounter.scenario.deeds import LASTING, afflictions_of, count_deeds, deed_rows, has_lasting, lasting, spent_uses
from encounter.scenario.doorways import door_meant, doors_of
from encounter.scenario.gaits import gait_of
from encounter.scenario.hazards import harmed_by, harms, lay_hazards
from encounter.scenario.heights import is_flat, raise_ground, unsqueezed
from encounter.scenario.lighting import lay_zones, light_up
from encounter.scenario.model import Concentration, Contest, Entry, ReadiedState, Ruling, Scenario, State
from encounter.scenario.space import board_of
from encounter.scenario.special_rolls import roll_named, special_rolls, special_use
from encounter.scenario.underwater import immersed_squares, is_hampered
from encounter.scenario.whom import kind_bits, whom

TIES = {"roll-off": tables.ROLL_OFF, "reroll": tables.REROLL_TIES, "modifier": tables.BY_MODIFIER}
FALLEN = {"ignore": tables.IGNORE_FALLEN, "opportunist": tables.OPPORTUNIST, "finish": tables.FINISH}
TARGETS = {"": tables.ANY_TARGET, "nearest": tables.NEAREST, "weakest": tables.WEAKEST, "strongest": tables.STRONGEST}
NOTICED_FROM = 15  # the DC to notice what is transparent
PROPERTY_FLAGS = {
    "finesse": tables.FINESSE,
    "heavy": tables.HEAVY,
    "light": tables.LIGHT,
    "loading": tables.LOADING,
    "thrown": tables.THROWN,
    "two-handed": tables.TWO_HANDED,
    "spell": tables.SPELL,
    "lance": tables.LANCE,
    "net": tables.NET,
}
MASTERY_FLAGS = {
    "cleave": tables.CLEAVE,
    "graze": tables.GRAZE,
    "nick": tables.NICK,
    "push": tables.PUSH,
    "sap": tables.SAP,
    "slow": tables.SLOW,
    "topple": tables.TOPPLE,
    "vex": tables.VEX,
}
NOMINAL_AC = 15  # against which a creature's menace is reckoned


def compile(scenario: Scenario, *, ruleset: Ruleset | None = None, exhaustive: bool = False) -> Encounter:
    """Compile a scenario once for many fights.

    `ruleset` replaces the one the scenario names (a changed or new edition); `exhaustive` makes the tactics weigh
    every possibility without bounds, which chooses the same and takes longer. ValueError when the scenario asks for
    what cannot be compiled.
    """
    rules = ruleset if ruleset is not None else RULESETS[scenario.ruleset]
    if len(scenario.entries) > tables.MAX_COMBATANTS:
        raise ValueError(f"{len(scenario.entries)} combatants; one fight holds at most {tables.MAX_COMBATANTS}")
    board = board_of(scenario)
    bits = ClauseBits()
    core = _core(rules, bits)
    effects = _effect_rows(
        rules,
        (_spells_held(scenario), _traits_of(scenario), afflictions_of(scenario)),
        has_lasting(scenario),
        scenario.options.invisible_needs_unseen,
        bits,
    )
    core.group_unseen_a = _group(bits, "UNSEEN-A", True)
    core.group_unseen_t = _group(bits, "UNSEEN-T", False)
    setup = Setup(board, Sight(board), _rulebook(rules), core, bits, effects)
    for row in rules.rows():
        if row.hit and row.name in setup.effect_named:
            dice, _, type = row.hit.partition(" ")
            part = _part(Damage(parse_formula(dice), type or "fire"))
            part.type = part.type if type else -1
            setup.more_damage[setup.effect_named[row.name].index] = part
    setup.has_spells = len(afflictions_of(scenario)) > 0  # they take reactions as spells do
    light_up(scenario, setup)
    lay_zones(scenario, setup, board)
    setup.immersed = immersed_squares(scenario)
    setup.has_breath = len(setup.immersed) > 0
    lay_hazards(scenario.hazards, setup, _part)
    _sides(scenario, setup)
    setup.is_flat = is_flat(scenario)
    _combatants(scenario, rules, setup)
    raise_ground(scenario, setup)
    _options(scenario, setup)
    setup.doors = doors_of(scenario.map, scenario.edges)
    setup.grounds = Grounds(board, setup.sight, setup.doors)
    _things(scenario, setup)
    encounter = Encounter(setup, rules.name, scenario.title)
    encounter.rows = list(scenario.map.glyphs)
    encounter.not_simulated = [*scenario.not_simulated, *unsqueezed(setup)]
    encounter.planner_is_exhaustive = exhaustive
    for index, entry in enumerate(scenario.entries):
        if is_code(entry.tactic):
            encounter.tactics[index] = tactic_class(entry.tactic, scenario.code_folder)
    return encounter


# ------------------------------------------------------------------------------------------------ rules as numbers


def _core(rules: Ruleset, bits: ClauseBits) -> Core:
    core = Core()

    def bit(clause: str, helps: bool, group: str) -> int:
        return bits.bit(clause, helps, group) if clause in rules.clauses else 0

    core.unseen_attacker = bit("unseen.attacker", True, "UNSEEN-A")
    core.help_attack = bit("help.attack", True, "HELP")
    core.help_check = bit("help.check", True, "HELP")
    core.flanking = bit("flanking", True, "FLANK")
    core.attack_advantage = bit("attack.advantage", True, "ATTACK")
    core.inspiration = bit("inspiration", True, "INSPIRATION")
    core.gm_advantage = bit("gm.advantage", True, "GM")
    core.tool_and_skill = bit("tool-and-skill.checks", True, "TOOL")
    core.native_advantage = bit("reroll.native", True, "NATIVE")
    core.native_disadvantage = bit("reroll.native", False, "NATIVE")
    core.dodge_save = bit("dodge.save", True, "DODGE")
    core.charm_fight = bit("charm.fighting", True, "CHARM.FIGHTING")
    core.unseen_target = bit("unseen.target", False, "UNSEEN-T")
    core.dodge = bit("dodge", False, "DODGE")
    core.range_long = bit("range.long", False, "RANGE")
    core.wind = bit("wind", False, "WIND")
    core.close_combat = bit("close-combat", False, "CLOSE")
    core.heavy = bit("heavy", False, "HEAVY")
    core.lance = bit("lance", False, "LANCE")
    core.underwater = bit("underwater", False, "WATER")
    core.armour_attacks = bit("armour.attacks", False, "ARMOUR")
    core.armour_checks = bit("armour.checks", False, "ARMOUR")
    core.armour_saves = bit("armour.saves", False, "ARMOUR")
    core.armour_stealth = bit("armour.stealth", False, "ARMOUR-STEALTH")
    core.gm_disadvantage = bit("gm.disadvantage", False, "GM")
    core.surprised_initiative = bit("surprised.initiative", False, "SURPRISED")
    core.weakened = bit("weakened", False, "EFFECT:weakened")
    core.dim_perception = bit("dim.perception", False, "DIM")
    if rules.hidden_is_invisible:  # a hidden creature has the Invisible condition: its clauses are listed
        for effect in rules.effects:
            for clause in effect.clauses if effect.name == "invisible" else ():
                mask = bits.bit(clause.id, clause.helps, clause.cause)
                if clause.id == "invisible.attacker":
                    core.invisible_attacker = mask
                elif clause.id == "invisible.target":
                    core.invisible_target = mask
                elif clause.id == "invisible.initiative":
                    core.invisible_initiative = mask
    return core


def _group(bits: ClauseBits, group: str, helps: bool) -> int:
    sign = "+" if helps else "-"
    mask = 0
    for place, name in enumerate(bits.advantages if helps else bits.disadvantages):
        if bits.group_of[sign + name] == group:
            mask |= 1 << place
    return mask


def _spells_held(scenario: Scenario) -> list[str]:
    """The spells that somebody concentrates on, or can cast."""
    held = [entry.state.concentrating for entry in scenario.entries]
    named = [one.spell for one in held if one is not None]
    named += [action.spell for entry in scenario.entries for action in entry.creature.actions if action.spell]
    return list(dict.fromkeys(named))


def _traits_of(scenario: Scenario) -> list[str]:
    """The traits that anybody has, by name."""
    return list(dict.fromkeys(trait.name for entry in scenario.entries for trait in entry.creature.traits))


def _effect_rows(
    rules: Ruleset,
    known: tuple[Sequence[str], Sequence[str], Sequence[str]],
    lasts: bool,
    invisible_needs_unseen: bool | None,
    bits: ClauseBits,
) -> list[EffectRow]:
    """The rows of the ruleset, of the spells in force and of what traits bring; `known` are the names of the spells,
    traits and afflictions there are. Traits, which nothing imposes, stand last."""
    spells, traits, afflictions = known
    needs_unseen = rules.invisible_needs_unseen if invisible_needs_unseen is None else invisible_needs_unseen
    rows: list[EffectRow] = []
    effects = list(rules.effects)
    for spell in rules.spells:
        if spell.name in spells:
            effects += [row for row in spell.rows() if row not in effects]
    effects += [trait.brings for trait in rules.traits if trait.brings is not None and trait.name in traits]
    effects += [row for row in rules.afflictions if row.name in afflictions]
    if lasts:
        effects.append(Effect(LASTING))
    if len(effects) > MOST_IMPOSED:
        raise ValueError(f"{len(effects)} conditions and spells; one fight holds at most {MOST_IMPOSED}")
    effects += rules.traits
    for effect in effects:
        row = EffectRow(len(rows), effect.name, effect.flags, effect.d20_penalty, effect.speed_penalty_ft)
        _fill_row(row, effect, needs_unseen, bits)
        rows.append(row)
    for effect, row in zip(effects, rows, strict=True):
        for name in effect.immune_to:
            for other in rows:
                if other.name == name:
                    row.immune_to |= 1 << other.index
            if name in DAMAGE_TYPES:
                row.immune_damage |= 1 << DAMAGE_TYPES.index(name)
        for clause in row.on_saves:
            clause.effects = sum(1 << other.index for other in rows if other.name in clause.threats)
        row.then = next((other for other in rows if other.name == effect.then), None)
        if effect.brings is not None:
            row.brings = next((other for other in rows if other.name == effect.brings.name), None)
            row.brought_by = DAMAGE_TYPES.index(effect.brought_by) if effect.brought_by else -1
        for skill in row.on_skills:
            skill.kinds = sum(1 << TERRAIN_NAMES[name] for name in skill.ground)
    return rows


def _fill_row(row: EffectRow, effect: Effect, needs_unseen: bool, bits: ClauseBits) -> None:
    row.number_clause = effect.number_clause
    row.d20_die = effect.d20_die
    row.says = effect.number_clause or next((clause for clause, _ in effect.flag_clauses), "")
    row.powers = effect.powers
    row.ac = effect.ac
    row.ac_base = effect.ac_base
    row.ac_floor = effect.ac_floor
    row.dex_saves = effect.dex_saves
    row.boon = effect.boon
    row.inspires = effect.inspires
    row.aura_ft = effect.aura_ft
    for clause in effect.clauses:
        row.add(_placed(effect, clause, needs_unseen), bits.bit(clause.id, clause.helps, clause.cause))
    for level in effect.levels:
        own = EffectRow(row.index, level.name, level.flags, level.d20_penalty, level.speed_penalty_ft)
        _fill_row(own, level, needs_unseen, bits)
        row.levels.append(own)


def _placed(effect: Effect, clause: Clause, needs_unseen: bool) -> Clause:
    """The clause with its condition; Invisible asks for being unseen where D-14 says so."""
    if effect.name == "invisible" and needs_unseen and clause.on.startswith("attacks"):
        return Clause(clause.id, clause.on, clause.helps, UNLESS_SEEN, clause.group, clause.abilities)
    return clause


def _rulebook(rules: Ruleset) -> Rulebook:
    d20 = D20Rules(
        rules.rerolls_stack,
        rules.natural_20_hits,
        rules.natural_1_misses,
        rules.critical_on,
        rules.minor_on,
        rules.major_on,
        rules.fumbles_on,
        rules.tie_to_actor,
    )
    book = Rulebook(rules.name, d20)
    book.surprise_costs_turn = rules.surprise_costs_turn
    book.help_names_ally = rules.help_names_ally
    book.hide_dc = rules.hide_dc
    book.hide_needs_cover = rules.hide_needs_cover
    book.hidden_is_invisible = rules.hidden_is_invisible
    book.grapple_is_save = rules.grapple_is_save
    book.opportunity_unarmed_options = rules.opportunity_unarmed_options
    book.multiattack_is_attack = rules.multiattack_is_attack
    book.light_needs_melee = rules.light_needs_melee
    book.draws_with_attack = rules.draws_with_attack
    book.drag_halves_speed = rules.drag_halves_speed
    book.drag_free_tiny = rules.drag_free_tiny
    book.ally_space_slows = rules.ally_space_slows
    book.tiny_space_free = rules.tiny_space_free
    book.pass_incapacitated = rules.pass_incapacitated
    book.end_in_space_prone = rules.end_in_space_prone
    book.shots_fall_short = "underwater.miss" in rules.clauses
    book.knock_out_hp = rules.knock_out_hp
    book.cover_half = 2 if "cover.half" in rules.clauses else 0
    book.cover_three_quarters = 5 if "cover.three-quarters" in rules.clauses else 0
    book.blind_fail_sight_checks = "blinded.check" in rules.clauses
    book.deaf_fail_hearing_checks = "deafened.check" in rules.clauses
    book.search_tie_finds = rules.search_tie_finds
    book.passive_finds = rules.passive_finds
    book.help_needs_proficiency = rules.help_needs_proficiency
    book.potion_is_bonus = rules.potion_is_bonus
    book.suffocates = "suffocation" in rules.clauses
    book.suffocation_exhausts = rules.suffocation_exhausts
    book.kindling_is_bonus = rules.kindling_is_bonus
    book.wind_hinders = "wind" in rules.clauses
    book.concentration_cap = rules.concentration_cap
    book.concentration_applies = "concentration" in rules.clauses
    book.applies_modifiers = "gm.modifier" in rules.clauses
    book.heroic = "heroic-inspiration" in rules.clauses
    book.may_fail_saves = "save.chosen" in rules.clauses
    book.passive_step = rules.passive_step
    book.moments = sum(1 << at for at, clause in enumerate(MOMENT_CLAUSES) if clause in rules.clauses)
    book.counters = "counterspell" in rules.clauses
    book.counter_is_save = rules.counter_is_save
    book.images_by_d6 = rules.images_by_d6
    book.rage_is_fed_by_bonus = rules.rage_is_fed_by_bonus
    book.smite_is_a_spell = rules.smite_is_a_spell
    book.indomitable_adds_level = rules.indomitable_adds_level
    book.surge_bars_magic = rules.surge_bars_magic
    book.saves_halve = "save.half" in rules.clauses
    book.damage_once = "damage.once" in rules.clauses
    book.recharges = "recharge" in rules.clauses
    book.legendary_actions = "legendary" in rules.clauses
    book.legendary_resistance = "legendary-resistance" in rules.clauses
    book.lair_actions = "lair" in rules.clauses
    book.grows_immune = "action.immune" in rules.clauses
    book.senses_needed = "action.needs" in rules.clauses
    book.states_needed = "action.only" in rules.clauses
    book.parries = "parry" in rules.clauses
    book.redirects = "reaction.redirects" in rules.clauses
    book.reactions_halve = "reaction.halves" in rules.clauses
    book.surprise_stops_legends = "legendary.surprised" in rules.clauses
    book.prone_fall = "fly.prone" in rules.clauses
    book.stopped_fall = "fly.speed-zero" in rules.clauses
    book.incapacitated_fall = "fly.incapacitated" in rules.clauses
    book.falls_hurt = "fall.damage" in rules.clauses
    book.falls_prone = "fall.prone" in rules.clauses
    book.run_is_on_foot = rules.run_is_on_foot
    book.jumps_far = "jump.long" in rules.clauses
    book.jumps_high = "jump.high" in rules.clauses
    book.landings_trip = "jump.landing" in rules.clauses
    book.water_breaks_falls = "fall.water" in rules.clauses
    book.saddle_saves = "mount.save" in rules.clauses
    book.saddle_reaction = "mount.reaction" in rules.clauses
    book.rider_struck = "mount.strike" in rules.clauses
    book.mounts_once = rules.mounts_once
    return book


# ------------------------------------------------------------------------------------------------------ the place


# ------------------------------------------------------------------------------------------------- sides, options


def _sides(scenario: Scenario, setup: Setup) -> None:
    setup.side_names = list(scenario.sides)
    setup.is_neutral = [side in scenario.neutral for side in scenario.sides]
    places = [scenario.sides.index(entry.side) for entry in scenario.entries]
    setup.count = len(places)
    setup.side_of = vec[i64](places)
    allies: list[int] = []
    enemies: list[int] = []
    for own in places:
        allies.append(sum(1 << index for index, other in enumerate(places) if other == own))
        enemies.append(
            sum(
                1 << index
                for index, other in enumerate(places)
                if other != own and not setup.is_neutral[own] and not setup.is_neutral[other]
            )
        )
    setup.allies = vec[i64](allies)
    setup.enemies = vec[i64](enemies)


def _options(scenario: Scenario, setup: Setup) -> None:
    options = scenario.options
    setup.round_limit = options.round_limit
    setup.group_initiative = options.group_initiative
    setup.ties = TIES[options.ties]
    setup.flanking = options.flanking
    setup.rolled_hp = options.monster_hp == "rolled"
    setup.fallen = FALLEN[options.fallen]
    setup.bodies_cover = options.bodies_cover
    setup.water_runs = options.running_water
    setup.knock_out = _who(scenario, options.knock_out)
    names = [entry.name for entry in scenario.entries]
    setup.order = vec[i64]([names.index(name) for name in scenario.order])
    for ruling in scenario.rulings:
        setup.rulings.append(_ruling(scenario, ruling))


def _things(scenario: Scenario, setup: Setup) -> None:
    """Objects, tasks and contests."""
    width = scenario.map.width
    everybody = (1 << len(scenario.entries)) - 1
    for place, thing in enumerate(scenario.objects):
        made = tables.Thing(place, thing.name, thing.at[1] * width + thing.at[0], thing.ac, thing.hp)
        made.threshold = thing.threshold
        made.resist = _bits_of(thing.resist, DAMAGE_TYPES)
        made.vulnerable = _bits_of(thing.vulnerable, DAMAGE_TYPES)
        made.door = _door_index(scenario, thing.opens, setup)
        made.immune = _bits_of((*thing.immune, "poison", "psychic"), DAMAGE_TYPES)
        setup.things.append(made)
    for place, task in enumerate(scenario.tasks):
        usual = SKILLS[task.skill] if task.skill is not None else 0
        ability = ABILITIES.index(task.ability) if task.ability is not None else usual
        called = task.skill if task.skill is not None else ABILITIES[ability]
        row = tables.Task(place, task.name, ability, task.skill or "", called, usual, task.dc)
        row.square = task.at[1] * width + task.at[0] if task.at is not None else -1
        row.by = _who(scenario, task.by) if task.by else everybody
        row.needs = {"sight": tables.NEEDS_SIGHT, "hearing": tables.NEEDS_HEARING}.get(task.needs or "", 0)
        row.door = _door_index(scenario, task.opens, setup)
        row.ends = setup.effect_named[task.ends] if task.ends is not None else None
        setup.tasks.append(row)
    for contest in scenario.contests:
        setup.contests.append(_contest(scenario, contest, everybody, setup))


def _door_index(scenario: Scenario, where: tuple[int, ...] | None, setup: Setup) -> int:
    """The place of the door that something opens, -1 for none."""
    if where is None:
        return -1
    found = door_meant(setup.doors, where, scenario.map)
    if found is None:
        raise ValueError(f"there is no door at {where}")
    return int(found.index)


def _contest(scenario: Scenario, contest: Contest, everybody: int, setup: Setup) -> tables.ContestRow:
    brings = RiderRow(
        [setup.effect_named[name] for name in contest.brings.conditions],
        [_part(damage) for damage in contest.brings.damage],
        -1,
        0,
        False,
    )
    brings.rounds = contest.brings.rounds
    brings.push_ft = contest.brings.push_ft
    brings.escape_dc = contest.brings.escape_dc
    lasting(brings, contest.brings, setup)
    ability = ABILITIES.index(contest.ability) if contest.ability is not None else SKILLS[contest.skill]
    row = tables.ContestRow(contest.name, ability, contest.skill, contest.range_ft, brings)
    row.by = _who(scenario, contest.by) if contest.by else everybody
    row.answers = list(contest.against)
    row.answer_abilities = vec[i64]([SKILLS[skill] for skill in contest.against])
    return row


def _who(scenario: Scenario, names: Sequence[str]) -> int:
    """Mask of the combatants that names of combatants or sides mean."""
    mask = 0
    for index, entry in enumerate(scenario.entries):
        if entry.name in names or entry.side in names:
            mask |= 1 << index
    return mask


def _ruling(scenario: Scenario, ruling: Ruling) -> RulingRow:
    everybody = (1 << len(scenario.entries)) - 1
    by = _who(scenario, [ruling.by]) if ruling.by else everybody
    against = _who(scenario, [ruling.against]) if ruling.against else 0
    rolls, ability, skill = roll_named(ruling.roll)
    row = RulingRow(rolls, by, against)
    row.ability = ability
    row.skill = skill
    row.because = ruling.because
    if ruling.give == "advantage":
        row.positive = 1
    elif ruling.give == "disadvantage":
        row.negative = 1
    elif ruling.give == "modifier":
        row.modifier = ruling.amount
    else:
        row.positive = max(0, ruling.amount)
        row.negative = max(0, -ruling.amount)
        row.neutral = ruling.neutral
    return row


# ------------------------------------------------------------------------------------------------- the combatants


def _combatants(scenario: Scenario, rules: Ruleset, setup: Setup) -> None:
    stats: dict[int, Stat] = {}
    for index, entry in enumerate(scenario.entries):
        key = id(entry.creature)
        hands = entry.state.hands if entry.state.hands is not None else entry.creature.hands
        if entry.state.hands is not None:
            stat = _stat(entry.creature, hands, rules, setup)
        else:
            if key not in stats:
                stats[key] = _stat(entry.creature, hands, rules, setup)
            stat = stats[key]
        setup.starts.append(_start(scenario, index, entry, stat, setup))
    for index, entry in enumerate(scenario.entries):
        if entry.state.concentrating is not None:
            _concentration(scenario, index, entry.state.concentrating, rules, setup)
    for stat in {id(start.stat): start.stat for start in setup.starts}.values():
        for use in stat.uses:
            for each in _with_twins(use):
                each.odds = UseOdds(len(setup.profiles))


def _all_uses(stat: Stat) -> list[Use]:
    """The uses of a stat block, and what stands for them in some states of their wielder."""
    twins = [twin for use in stat.uses for twin in (use.at_half, use.raging) if twin is not None]
    return [*stat.uses, *twins]


def _with_twins(use: Use) -> list[Use]:
    """A use and what stands for it while its damage is another one."""
    together = [use]
    for one in (use, use.at_half, use.raging):
        if one is not None:
            together += [twin for twin in (one.at_half, one.raging, one.favoured, one.sneaking) if twin is not None]
    return together


def _start(scenario: Scenario, index: int, entry: Entry, stat: Stat, setup: Setup) -> Start:
    start = Start(index, entry.name, setup.side_of[index], stat)
    width = scenario.map.width
    state = entry.state
    if entry.at is not None:
        start.square = entry.at[1] * width + entry.at[0]
    start.arrives = entry.arrives
    start.altitude_ft = state.altitude_ft
    if state.mounted is not None:
        start.mount = [other.name for other in scenario.entries].index(state.mounted)
        setup.has_riders = True
    start.is_independent = any(
        rider.state.mounted == entry.name and rider.state.mount_is_independent for rider in scenario.entries
    )
    start.group = entry.group
    start.letter = entry.letter
    start.tactic = tables.TACTIC_NAMES.index(entry.tactic) if entry.tactic in tables.TACTIC_NAMES else 0
    names = [other.name for other in scenario.entries]
    if isinstance(entry.targets, str):
        start.targets = TARGETS[entry.targets]
    else:
        start.targets = tables.NAMED
        places = [entry.targets.index(name) if name in entry.targets else len(entry.targets) for name in names]
        start.target_order = vec[i64](places)
    if entry.roll_initiative is not None:
        start.fixed_initiative = entry.roll_initiative
    start.hp = state.hp if state.hp is not None else -1
    start.max_hp = state.max_hp if state.max_hp is not None else -1
    start.temp_hp = state.temp_hp
    for condition in state.conditions:
        row = setup.effect_named[condition.name]
        source = names.index(condition.source) if condition.source in names else -1
        level = condition.level if row.levels else 0
        begun = OngoingStart(row, source, condition.rounds, level)
        begun.escape_dc = condition.escape_dc
        if row.flags & HELD and source >= 0:
            begun.hold_ft, dc = _grapple(scenario.entries[source].creature, setup)
            begun.escape_dc = condition.escape_dc or dc
        begun.with_hold = (
            source >= 0
            and condition.name != "grappled"
            and any(other.name == "grappled" and other.source == condition.source for other in state.conditions)
        )
        start.conditions.append(begun)
    _squeezed(start, stat, state, setup)
    if state.hidden is not None:
        start.hidden = state.hidden
        start.hidden_from = (
            setup.enemies[index] if state.hidden_from is None else _who(scenario, list(state.hidden_from))
        )
    elif any(row.powers & IN_PLAIN_SIGHT for row in stat.traits):
        start.hidden = NOTICED_FROM
        start.hidden_from = setup.enemies[index]
    start.is_surprised = state.surprised
    start.is_dodging = state.dodging
    start.is_disengaged = state.disengaged
    start.reaction_used = state.reaction_used
    start.action_used = state.action_used
    start.bonus_used = state.bonus_used
    start.successes, start.failures = state.death_saves
    start.is_stable = state.stable
    start.has_inspiration = state.inspiration
    for use in stat.uses:
        if use.weapon in state.loading_used:
            start.loading_used |= 1 << use.weapon_index
    if state.ammunition:
        start.supplies = [
            state.ammunition.get(name, stat.supplies[place]) for place, name in enumerate(stat.supply_names)
        ]
    if state.readied is not None:
        start.readied = _readied(state.readied, stat, names, width)
    start.potions = [(entry.creature.potions or {}).get(name, 0) for name in tables.POTION_NAMES]
    start.kit_uses = entry.creature.healers_kit
    start.spent = spent_uses(entry.creature, state.spent)
    start.slots_spent = [0, *(state.slots.get(level, 0) for level in range(1, tables.MOST_SLOT + 1))]
    count_deeds(index, stat, setup)
    count_powers(index, stat, setup)
    for helped in state.helped:
        helper = names.index(helped.by)
        if helped.check is not None:
            setup.helps.append(HelpStart(helper, index, -1, helped.check))
        elif helped.against is not None:
            aided = index if setup.rules.help_names_ally else -1
            setup.helps.append(HelpStart(helper, aided, names.index(helped.against), ""))
    return start


def count_powers(index: int, stat: Stat, setup: Setup) -> None:
    """Note in the masks of the encounter what a combatant's traits ask of others' turns and rolls."""
    powers = 0
    for row in stat.traits:
        powers |= int(row.powers)
        if any(int(row.masks[BY_AURA + side]) for side in (0, 1)):
            setup.leaders |= 1 << index
    if powers & (REACTS_EACH_TURN | STRIKES_MORE):
        setup.reactive |= 1 << index
    if powers & PROTECTS:
        setup.protectors |= 1 << index
    if powers & SMITES:
        setup.smitten = kind_bits(("undead", "fiend"), setup)
    if powers & FRAIL:
        setup.has_frailties = True
    if powers & HURT_BY_WATER:
        setup.has_footing = True


def _squeezed(start: Start, stat: Stat, state: State, setup: Setup) -> None:
    """Who is in a space for one size smaller when the fight begins squeezes, and who is said to, until it moves."""
    ground = ground_of(setup.board, stat.gait)
    if ground.squeezes:
        setup.has_footing = True
    is_tight = start.square >= 0 and ground.edge_at(start.square) < ground.n
    if (state.squeezing or is_tight) and setup.squeezing is not None:
        setup.has_footing = True
        start.conditions.append(OngoingStart(setup.squeezing, -1, -1, 0))


def _readied(readied: ReadiedState, stat: Stat, names: Sequence[str], width: int) -> ReadiedStart:
    uses = [use.name for use in stat.uses]
    return ReadiedStart(
        uses.index(readied.action) if readied.to is None else -1,
        TRIGGERS.index(readied.when),
        names.index(readied.target) if readied.target is not None else -1,
        readied.to[1] * width + readied.to[0] if readied.to is not None else -1,
    )


def _concentration(scenario: Scenario, caster: int, held: Concentration, rules: Ruleset, setup: Setup) -> None:
    """A spell that somebody holds: what it brings is in force on those it is on."""
    setup.starts[caster].concentrating = held.spell
    spell = rules.spell(held.spell)
    if spell is None:
        return
    dc = scenario.entries[caster].creature.spell_save_dc()
    rows = [setup.effect_named[name] for name in spell.conditions]
    if spell.effect is not None:
        rows.append(setup.effect_named[spell.effect.name])
    for index, entry in enumerate(scenario.entries):
        for row in rows if entry.name in held.on else ():
            begun = OngoingStart(row, caster, -1, 0)
            begun.spell = spell.name
            begun.save_ability = spell.save if spell.save_ends else -1
            begun.save_dc = dc if spell.save_ends else 0
            begun.breaks_with = spell.breaks_with
            begun.escape_dc = dc if spell.breaks_with else 0
            begun.ends_with_attack = spell.ends_with_attack
            setup.starts[index].conditions.append(begun)


def _grapple(creature: Creature, setup: Setup) -> tuple[int, int]:
    """Reach in feet and escape DC of a creature's grapple: those of the attack of its that grapples farthest.

    Without such an attack 5 ft and 0: a hold of its hands, which is escaped from as the ruleset says.
    """
    holds = [
        (attack.reach_ft, _escape_dc(rider, creature, setup))
        for attack in creature.attacks
        for rider in attack.riders
        if attack.reach_ft is not None and "grappled" in rider.conditions
    ]
    return max(holds, default=(5, 0))


def _escape_dc(rider: Rider, creature: Creature, setup: Setup) -> int:
    """The DC to escape from what a hit grapples with; 0: the one of the holder's hands (rules.md 97, 99)."""
    if rider.escape_dc == 0 and not setup.rules.grapple_is_save:  # no contest was won, so none is asked
        return 10 + creature.skill("athletics")
    return rider.escape_dc


def _bits_of(names: Iterable[str], known: Sequence[str]) -> int:
    mask = 0
    for place, name in enumerate(known):
        if name in names or "all" in names:
            mask |= 1 << place
    return mask


def _stat(creature: Creature, hands: Sequence[str], rules: Ruleset, setup: Setup) -> Stat:
    stat = Stat(creature.name)
    stat.size = SIZES.index(creature.size)
    stat.n = FOOTPRINT[stat.size]
    stat.ac = creature.ac
    stat.is_character = creature.kind == "character"
    stat.hp = creature.hp.average
    if creature.hp.dice is not None:
        stat.hp_counts = vec[i64]([term.count for term in creature.hp.dice.terms])
        stat.hp_sides = vec[i64]([term.sides for term in creature.hp.dice.terms])
        stat.hp_bonus = creature.hp.dice.bonus
    stat.speed_ft = creature.speeds.walk or creature.speeds.swim
    stat.swim_ft = creature.speeds.swim
    stat.fly_ft = creature.speeds.fly
    stat.climb_ft = creature.speeds.climb
    stat.hovers = creature.speeds.hover
    _jumps(stat, creature, STR)
    _armour(stat, creature, rules)
    stat.saves = vec[i64](list(creature.saves))
    stat.modifiers = vec[i64]([creature.modifier(ability) for ability in range(6)])
    stat.athletics = creature.skill("athletics")
    stat.acrobatics = creature.skill("acrobatics")
    stat.stealth = creature.skill("stealth")
    stat.perception = creature.skill("perception")
    stat.medicine = creature.skill("medicine")
    stat.skills = {name: creature.skill(name) for name in SKILLS}
    stat.skills.update({name: total for name, total in (creature.skills or {}).items() if name not in SKILLS})
    stat.trained = list(creature.skills or ())
    stat.initiative = creature.initiative
    stat.unarmed_dc = 8 + creature.modifier(0) + creature.proficiency
    stat.darkvision_ft = creature.senses.darkvision
    stat.blindsight_ft = creature.senses.blindsight
    stat.tremorsense_ft = creature.senses.tremorsense
    stat.truesight_ft = creature.senses.truesight
    stat.blind_beyond = creature.senses.blind_beyond
    stat.resist = _bits_of(creature.resist, DAMAGE_TYPES)
    stat.vulnerable = _bits_of(creature.vulnerable, DAMAGE_TYPES)
    stat.immune = _bits_of(creature.immune, DAMAGE_TYPES)
    stat.resist_plain = _bits_of(_of_nonmagical(creature.resist), DAMAGE_TYPES)
    stat.immune_plain = _bits_of(_of_nonmagical(creature.immune), DAMAGE_TYPES)
    for row in setup.effects:
        if row.name in creature.immune:
            stat.immune_effects |= 1 << row.index
    for trait in creature.traits:
        trait_row = setup.effect_named.get(trait.name)
        if trait_row is not None:
            stat.traits.append(trait_row)
            _trait_figures(stat, creature, trait, trait_row, setup)
    stat.hands_free = _hands_free(creature, hands)
    stat.breath = max(LEAST_BREATH, MINUTE * (1 + creature.modifier(CON)))
    setup.has_breath = setup.has_breath or any(row.flags & TRAIT_BREATHES_WATER for row in stat.traits)
    stat.types = kind_bits(creature.types, setup)
    stat.proficiency = creature.proficiency
    stat.tools = sorted(creature.tools)
    special_rolls(creature, rules, setup, stat, lambda rider: _rider(rider, creature, rules, setup))
    _uses(creature, hands, rules, setup, stat)
    is_enchanted = any(row.flags & TRAIT_MAGIC_WEAPONS for row in stat.traits)
    for use in _all_uses(stat):
        use.critical_on = stat.critical_on if use.flags & (tables.WEAPON | tables.UNARMED) else 0
        use.is_plain = use.is_plain and not (is_enchanted and use.flags & tables.WEAPON)
        if use.with_advantage:
            use.favoured = _with_advantage(use)
        if stat.sneak is not None and use.parts and (use.usable_for_sneak or stat.sneak_clause != "sneak-attack"):
            use.sneaking = _with_sneak(use, stat.sneak)
    if "charge" in rules.clauses:
        give_charges(creature.attacks, stat, _part, lambda rider: _rider(rider, creature, rules, setup))
    stat.sequences = _sequences(creature, stat)
    if any(row.powers & HASTED for row in setup.effects):
        hasted = AttackSequence([-1], True)
        hasted.is_hasted = True
        stat.sequences.append(hasted)
    deed_rows(creature, stat, setup, rules, lambda rider: _rider(rider, creature, rules, setup))
    _profile(stat, setup)
    _reckon(stat, setup)
    stat.harms = vec[i64](harms(creature, stat, setup))
    stat.gait = gait_of(creature, stat, harmed_by(stat, setup), rules, setup)
    return stat


def _jumps(stat: Stat, creature: Creature, ability: int) -> None:
    """How far and how high it jumps: as many feet as its Strength score, 3 and its modifier; half without a run-up.

    Another `ability` takes the place of Strength for whoever is a Jumper.
    """
    stat.long_jump_ft = creature.abilities[ability]
    stat.standing_jump_ft = stat.long_jump_ft // 2
    stat.high_jump_ft = max(0, 3 + creature.modifier(ability))
    stat.standing_high_ft = stat.high_jump_ft // 2


def _trait_figures(stat: Stat, creature: Creature, trait: Trait, row: EffectRow, setup: Setup) -> None:
    """The dice and numbers of a trait, where it has some and its row still does something with them."""
    if row.flags & EXTRA_DICE and trait.dice is not None:
        stat.sneak = _part(Damage(trait.dice, "piercing"))
        stat.sneak_clause = trait.name.replace(" ", "-")
    elif row.flags & TRAIT_STANDING_LEAP:
        stat.standing_jump_ft = max(stat.standing_jump_ft, trait.number)
        stat.long_jump_ft = max(stat.long_jump_ft, trait.number)
        stat.standing_high_ft = max(stat.standing_high_ft, trait.second)
        stat.high_jump_ft = max(stat.high_jump_ft, trait.second)
    elif row.flags & TRAIT_RUNNING_LEAP:
        stat.long_jump_ft = max(stat.long_jump_ft, trait.number)
    elif row.flags & TRAIT_REGENERATES:
        stat.regeneration = trait.number
        stat.regeneration_unless = _bits_of(trait.unless, DAMAGE_TYPES)
        if trait.at_zero:
            stat.traits.append(_undying(row))
    elif row.flags & TRAIT_ABSORBS:
        stat.absorbs |= 1 << DAMAGE_TYPES.index(trait.name.split(" ")[0])
        stat.immune |= stat.absorbs
    elif row.flags & TRAIT_RELENTLESS:
        stat.relentless_up_to = trait.number
    elif row.powers & STANDS_FAST:
        stat.indomitable = trait.number
        stat.indomitable_bonus = trait.second if setup.rules.indomitable_adds_level else 0
    elif row.powers & PROTECTS:
        stat.protects = trait.number
        stat.protects_ft = trait.second
    elif row.powers & STRIKES_MORE:
        stat.more_strikes = trait.number
    elif row.powers & CRITS_MORE:
        stat.critical_on = CRITICAL_ON[row.name]
        stat.critical_clause = row.name.replace(" ", "-")
    elif row.name == "jumper":
        _jumps(stat, creature, DEX)


def _undying(row: EffectRow) -> EffectRow:
    """Beside regeneration that works at 0 hit points: whoever has it lives there."""
    return EffectRow(row.index, row.name, TRAIT_DIES_LATE, 0, 0)


def _armour(stat: Stat, creature: Creature, rules: Ruleset) -> None:
    """What armour and shield take away; what they give is in the AC already."""
    stat.is_untrained = _is_hindered(creature, rules)
    suit = ARMOUR.get(creature.armour)
    if suit is not None:
        stat.is_noisy = suit.is_noisy
        if creature.abilities[0] < suit.strength:
            stat.speed_ft = max(0, stat.speed_ft - SLOWED_FT)
            stat.swim_ft = max(0, stat.swim_ft - SLOWED_FT)
            stat.fly_ft = max(0, stat.fly_ft - SLOWED_FT)
            stat.climb_ft = max(0, stat.climb_ft - SLOWED_FT)


def _is_hindered(creature: Creature, rules: Ruleset) -> bool:
    """Whether it wears armour, or a shield that counts as armour does, without training."""
    shield = creature.has_shield and "shield" in creature.untrained and rules.untrained_shield_hinders
    return "armour" in creature.untrained or shield


def _hands_free(creature: Creature, hands: Sequence[str]) -> int:
    free = 2 - len(hands) - (1 if creature.has_shield and "shield" not in hands else 0)
    for attack in creature.attacks:
        if "two-handed" in attack.properties and attack.name in hands and len(hands) == 1:
            free = 0
    return max(0, free)


def _part(damage: Damage) -> DamagePart:
    formula: Formula = damage.formula
    return DamagePart(
        DAMAGE_TYPES.index(damage.type),
        [term.count for term in formula.terms],
        [term.sides for term in formula.terms],
        formula.bonus,
    )


def _rider(rider: Rider, creature: Creature, rules: Ruleset, setup: Setup) -> RiderRow:
    row = RiderRow(
        [setup.effect_named[name] for name in rider.conditions],
        [_part(damage) for damage in rider.damage],
        rider.save,
        rider.dc,
        rider.half,
    )
    row.rounds = rider.rounds
    row.repeats = rider.repeats
    row.escape_dc = rider.escape_dc
    if "grappled" in rider.conditions:
        row.with_hold = rider.rounds < 0
        row.escape_dc = _escape_dc(rider, creature, setup)
    row.push_ft = rider.push_ft
    row.up_to_hp = rider.up_to_hp
    row.only = whom(rider.only, setup)
    row.ends_with_attack = rider.ends_with_attack
    row.ends_with_harm = rider.ends_with_harm
    row.wakes = rider.wakes
    setup.harm_ends |= rider.ends_with_harm or rider.wakes
    if rider.worse is not None:
        row.worse = _rider(rider.worse, creature, rules, setup)
    row.breaks_with = rider.breaks_with
    if rider.up_to:
        row.largest = SIZES.index(rider.up_to)
    lasting(row, rider, setup)
    return row


def _uses(creature: Creature, hands: Sequence[str], rules: Ruleset, setup: Setup, stat: Stat) -> None:
    attacks = list(creature.attacks)
    if creature.has_unarmed_strike and all(attack.name != "unarmed strike" for attack in attacks):
        attacks.append(_unarmed_strike(creature))
    for weapon, attack in enumerate(attacks):
        supply = -1
        if attack.bound:
            stat.bound |= 1 << weapon
        if attack.ammunition is not None:
            supply = len(stat.supply_names)
            stat.supply_names.append(attack.name)
            stat.supplies = vec[i64]([*stat.supplies, attack.ammunition])
        if list(hands).count(attack.name) >= 2:
            stat.pairs |= 1 << weapon
        is_both = attack.reach_ft is not None and attack.range_ft is not None
        if attack.reach_ft is not None:
            use = _use(attack, attack.name, True, creature, rules, setup)
            use.reach_ft = attack.reach_ft
            _add(stat, use, weapon, -1 if is_both else supply)
            if attack.versatile:
                both = evolve(attack, damage=attack.versatile)
                use = _use(both, f"{attack.name} (two hands)", True, creature, rules, setup)
                use.reach_ft = attack.reach_ft
                use.two_hands = True
                _add(stat, use, weapon, -1 if is_both else supply)
        if attack.range_ft is not None:
            use = _use(attack, f"{attack.name} (thrown)" if is_both else attack.name, False, creature, rules, setup)
            use.normal_ft = attack.range_ft
            use.long_ft = attack.long_ft if attack.long_ft is not None else attack.range_ft
            _add(stat, use, weapon, supply)
        _hold(stat, attack, weapon, creature, list(hands))
        if attack.at_half and "half-hp.damage" in rules.clauses:
            for use in stat.uses:
                if use.weapon_index == weapon:
                    use.at_half = _twin(use, attack, attack.at_half, creature, rules, setup)
                    use.varies = True
        _enrage(stat, attack, weapon, creature, rules, setup)


def _enrage(stat: Stat, attack: Attack, weapon: int, creature: Creature, rules: Ruleset, setup: Setup) -> None:
    """What a rage does to an attack that is made with Strength: its first part deals more. 5.1: in melee alone."""
    more = next((trait.number for trait in creature.traits if trait.name == "rage"), 0)
    stat.has_rage = more > 0
    for use in stat.uses if more > 0 else ():
        damage = attack.versatile if use.name.endswith(" (two hands)") else attack.damage
        if use.weapon_index == weapon and use.is_by_strength and damage and (use.is_melee or rules.rage_adds_to_throws):
            first = damage[0]
            formula = evolve(first.formula, bonus=first.formula.bonus + more)
            use.raging = _twin(use, attack, (evolve(first, formula=formula), *damage[1:]), creature, rules, setup)
            use.varies = True


def _twin(use: Use, attack: Attack, damage: Sequence[Damage], creature: Creature, rules: Ruleset, setup: Setup) -> Use:
    """A use in a state of its wielder in which its damage is another one: the same in all beside."""
    twin = _use(evolve(attack, damage=tuple(damage)), use.name, use.is_melee, creature, rules, setup)
    twin.index = use.index
    twin.weapon_index = use.weapon_index
    twin.ammunition = use.ammunition
    twin.reach_ft = use.reach_ft
    twin.normal_ft = use.normal_ft
    twin.long_ft = use.long_ft
    twin.two_hands = use.two_hands
    twin.checks_hands = use.checks_hands
    twin.hands_blocked = use.hands_blocked
    twin.must_draw = use.must_draw
    return twin


HELD_PROPERTIES = {"finesse", "heavy", "light", "loading", "thrown", "two-handed", "versatile", "ammunition", "lance"}


def _hold(stat: Stat, attack: Attack, weapon: int, creature: Creature, hands: list[str]) -> None:
    """What the uses of a weapon need of its wielder's hands; where `hands` says what they hold, it may be drawn.

    An attack with none of a weapon's properties is a claw or a bite, which nobody draws.
    """
    if creature.has_shield and "shield" not in hands:
        hands = [*hands, "shield"]
        is_known = len(hands) > 1
    else:
        is_known = len(hands) > 0
    shields = hands.count("shield")
    stat.weapon_hands = 2 - shields
    others = len(hands) - (1 if attack.name in hands else 0)
    needs_both = bool(attack.properties & {"two-handed", "lance"})
    loads = "ammunition" in attack.properties and not needs_both  # a free hand brings the next piece
    if needs_both:
        stat.two_handed |= 1 << weapon
    if attack.name in hands:
        stat.drawn |= 1 << weapon
    for use in stat.uses:
        if use.weapon_index == weapon:
            is_gripped = use.two_hands
            use.two_hands = is_gripped or needs_both or loads
            use.hands_blocked = others if is_gripped or loads else shields
            use.must_draw = is_known and bool(attack.properties & HELD_PROPERTIES or attack.name in hands)
            use.checks_hands = use.two_hands or use.must_draw


def _add(stat: Stat, use: Use, weapon: int, supply: int) -> None:
    use.weapon_index = weapon
    use.ammunition = supply
    stat.uses.append(use)
    if use.flags & tables.UNARMED:
        stat.unarmed = use


def _unarmed_strike(creature: Creature) -> Attack:
    strength = creature.modifier(0)
    formula = Formula((), max(0, 1 + strength))
    return Attack(
        "unarmed strike",
        strength + creature.proficiency,
        damage=(Damage(formula, "bludgeoning"),),
        ability="str",
        unarmed=True,
    )


def attack_ability(attack: Attack, creature: Creature, is_melee_weapon: bool) -> int:
    """The ability behind an attack: the one written, else the better with finesse, else STR in melee, DEX at range."""
    if attack.ability in ABILITIES:
        return ABILITIES.index(attack.ability)
    if "finesse" in attack.properties and creature.modifier(1) > creature.modifier(0):
        return 1
    return 0 if is_melee_weapon else 1


def _use(attack: Attack, name: str, is_melee: bool, creature: Creature, rules: Ruleset, setup: Setup) -> Use:
    use = Use(setup.use_count, name, attack.name, is_melee, attack.to_hit)
    setup.use_count += 1
    for prop in attack.properties:
        use.flags |= PROPERTY_FLAGS.get(prop, 0)
    if attack.reach_ft is not None:
        use.flags |= tables.MELEE_WEAPON
    use.flags |= tables.UNARMED if attack.unarmed else 0 if "spell" in attack.properties else tables.WEAPON
    use.parts = [_part(damage) for damage in attack.damage]
    if "advantage.damage" in rules.clauses:
        use.with_advantage = [_part(damage) for damage in attack.with_advantage]
    grips = any("grappled" in rider.conditions and rider.save < 0 for rider in attack.riders)
    for rider in sorted(attack.riders, key=lambda rider: "grappled" not in rider.conditions):
        if rider.save < 0 and rider.damage and not rider.only:  # damage that no save stops is part of the attack
            use.parts.extend(_part(damage) for damage in rider.damage)
            if not (rider.conditions or rider.push_ft or rider.each_turn or rider.drains or rider.kills):
                continue
            rider = evolve(rider, damage=())
        row = _rider(rider, creature, rules, setup)
        if grips and rider.save < 0 and rider.rounds < 0:
            row.with_hold = True
        if "spell" in attack.properties:
            row.threat = tables.threat_of(row.conditions, True)
        use.riders.append(row)
    use.drinks = attack.drinks
    use.only = whom(attack.only, setup)
    use.favours = whom(attack.advantage, setup)
    use.misses_half = attack.misses_half
    if attack.burst is not None:
        use.burst = _rider(attack.burst, creature, rules, setup)
        use.burst_ft = attack.burst_ft
    use.is_plain = not attack.properties & {"magical", "spell"}
    ability = attack_ability(attack, creature, attack.reach_ft is not None)
    use.is_by_strength = ability == STR and "spell" not in attack.properties
    if attack.damage:
        use.off_hand = max(0, min(creature.modifier(ability), attack.damage[0].formula.bonus))
    special_use(use, attack, creature, rules, setup, lambda rider: _rider(rider, creature, rules, setup))
    if "net" in attack.properties:
        _net(use, creature, rules, setup)
    if attack.masteries:
        _masteries(use, attack, creature, ability, rules)
    is_ranged_weapon = attack.reach_ft is None and "spell" not in attack.properties  # a thrown axe is a melee weapon
    use.usable_for_sneak = "finesse" in attack.properties or is_ranged_weapon
    use.is_strong = ability == 0 and ("spell" not in attack.properties or attack.ability == "str")
    by_body = "spell" not in attack.properties or attack.ability in ("str", "dex")
    if by_body and ability <= DEX and _is_hindered(creature, rules):
        use.own_disadvantage |= setup.core.armour_attacks
    if "heavy" in attack.properties:
        score = creature.abilities[0 if is_melee else 1]
        if (creature.size in ("tiny", "small")) if rules.heavy_asks_size else score < 13:
            use.own_disadvantage |= setup.core.heavy
    if is_hampered(use, attack, creature, is_melee, rules):
        use.wet_disadvantage = setup.core.underwater
    if "lance" in attack.properties and rules.lance_near:
        use.lance_disadvantage |= setup.core.lance
    return use


MINUTE = 10  # rounds
LEAST_BREATH = 5  # rounds that a breath held lasts at least
NET_DC = 10  # of the check that gets out of a net
NET_LARGEST = "large"  # the largest size that a net holds


def _net(use: Use, creature: Creature, rules: Ruleset, setup: Setup) -> None:
    """A net restrains; 5.2: unless a Dexterity save against 8 + DEX + proficiency succeeds, in place of an attack."""
    save, dc = (DEX, 8 + creature.modifier(DEX) + creature.proficiency) if rules.net_is_save else (-1, 0)
    row = RiderRow([setup.effect_named["restrained"]], [], save, dc, False)
    row.escape_dc = NET_DC
    row.breaks_with = "athletics" if rules.net_is_save else "str"
    row.largest = SIZES.index(NET_LARGEST)
    use.riders.append(row)
    use.is_saved_against = rules.net_is_save


def _masteries(use: Use, attack: Attack, creature: Creature, ability: int, rules: Ruleset) -> None:
    """The masteries of a weapon that the ruleset has, with the numbers that come from its wielder."""
    known = {*rules.clauses, *rules.condition_names()}
    for name in attack.masteries & known:
        use.masteries |= MASTERY_FLAGS[name]
    if use.masteries & tables.GRAZE and attack.damage:
        use.graze = max(0, creature.modifier(ability))
    use.topple_dc = 8 + creature.modifier(ability) + creature.proficiency


def _with_advantage(use: Use) -> Use:
    """The use as tactics weigh it when the roll has advantage."""
    twin = Use(use.index, use.name, use.weapon, use.is_melee, use.to_hit)
    twin.parts = [*use.parts, *use.with_advantage]
    _take_after(twin, use)
    return twin


def _take_after(twin: Use, use: Use) -> None:
    """What a twin of a use has of it beside its damage."""
    twin.graze = use.graze
    twin.is_plain = use.is_plain
    twin.minor = use.minor
    twin.major = use.major
    twin.special = use.special
    twin.critical_on = use.critical_on


def _with_sneak(use: Use, sneak: DamagePart) -> Use:
    """The use as tactics weigh it when Sneak Attack applies: its first damage part has the extra dice."""
    twin = Use(use.index, use.name, use.weapon, use.is_melee, use.to_hit)
    first = use.parts[0]
    together = DamagePart(
        first.type, [*first.counts, *sneak.counts], [*first.sides, *sneak.sides], first.bonus + sneak.bonus
    )
    twin.parts = [together, *use.parts[1:]]
    _take_after(twin, use)
    return twin


def _sequences(creature: Creature, stat: Stat) -> list[AttackSequence]:
    weapons: dict[str, int] = {}
    for use in stat.uses:
        weapons[use.weapon] = int(use.weapon_index)
    cast = {}
    for number, action in enumerate(creature.actions):
        if action.spell and action.name in weapons:
            cast[weapons[action.name]] = number  # the attack of a spell
        else:
            weapons[action.name] = int(tables.as_place(number))
    sequences = [AttackSequence([weapons[name] for name in alternative], False) for alternative in creature.multiattack]
    for sequence in sequences:
        sequence.casts = vec[i64]([cast.get(int(weapon), -1) for weapon in sequence.weapons])
        sequence.has_spells = max(sequence.casts) >= 0
    sequences.append(AttackSequence([-1] * creature.attacks_per_action, True))
    return sequences


def _of_nonmagical(names: Iterable[str]) -> list[str]:
    """The damage types that are withstood of nonmagical attacks only."""
    return [name.removesuffix(FROM_NONMAGICAL) for name in names if name.endswith(FROM_NONMAGICAL)]


def _profile(stat: Stat, setup: Setup) -> None:
    """Give the stat block the numbers of its defence profiles, against magic and against nonmagical attacks."""
    resist, vulnerable, immune = int(stat.resist), int(stat.vulnerable), int(stat.immune)
    stat.kind = _profile_number((resist, vulnerable, immune), setup)
    plain = (resist | int(stat.resist_plain), vulnerable, immune | int(stat.immune_plain))
    stat.plain_kind = _profile_number(plain, setup)


def _profile_number(wanted: tuple[int, int, int], setup: Setup) -> int:
    """The number of a defence profile; its bearer petrified, who resists everything, has one more,
    in a rage two."""
    for place, profile in enumerate(setup.profiles):
        if place % 3 == 0 and (int(profile[0]), int(profile[1]), int(profile[2])) == wanted:
            return place
    setup.profiles.append(vec[i64](list(wanted)))
    setup.profiles.append(vec[i64]([(1 << len(DAMAGE_TYPES)) - 1, wanted[1], wanted[2]]))
    setup.profiles.append(vec[i64]([wanted[0] | BLOWS, wanted[1], wanted[2]]))
    return len(setup.profiles) - 3


def _is_bound(stat: Stat, use: Use) -> bool:
    """Whether only an action that names it makes use of it."""
    return (stat.bound >> use.weapon_index) & 1 != 0


def _reckon(stat: Stat, setup: Setup) -> None:
    """Work out what the tactics want to know of a stat block at a glance."""
    plain = vec[i64]([0, 0, 0])
    d20 = setup.rules.d20
    one: dict[int, int] = {}
    for use in stat.uses:
        hit = volley_distribution(d20, use, 1, 2, 0, False, plain, 0)
        chance = 1.0 - hit[0]
        mean = sum(amount * share for amount, share in enumerate(hit))
        use.mean = int(1000.0 * mean / chance + 0.5) if chance > 0.0 else 0
        aimed = volley_distribution(d20, use, 1, max(2, min(21, NOMINAL_AC - use.to_hit)), 0, False, plain, 0)
        one[int(use.index)] = int(1000.0 * sum(amount * share for amount, share in enumerate(aimed)) + 0.5)
        if use.is_melee:
            stat.melee_reach_ft = max(stat.melee_reach_ft, use.reach_ft)
            stat.longest_ft = max(stat.longest_ft, use.reach_ft)
        else:
            stat.longest_ft = max(stat.longest_ft, use.long_ft)
        stat.best_mean = max(stat.best_mean, use.mean if not _is_bound(stat, use) else 0)
    free = [use for use in stat.uses if not _is_bound(stat, use)]
    strikes = sorted({int(use.reach_ft) for use in free if use.is_melee and 2 * use.mean >= stat.best_mean})
    if strikes:
        stat.strike_reach_ft = strikes[-1]
        stat.inner_reach_ft = strikes[0] if len(strikes) > 1 else 0
    for use in free:
        if use.is_melee and 2 * use.mean >= stat.best_mean:
            stat.strike_menace = max(stat.strike_menace, one[int(use.index)])
    for sequence in stat.sequences:
        if sequence.is_hasted or (sequence.deed >= 0 and stat.deeds[sequence.deed].slot > 0):
            continue  # what slots allow now and then says little of a creature
        total = 0
        melee = 0
        for place in range(sequence.length):
            weapon = sequence.weapons[place]
            fitting = [use for use in (free if weapon == -1 else stat.uses) if weapon in (-1, use.weapon_index)]
            total += max((one[int(use.index)] for use in fitting), default=0)
            melee += max((one[int(use.index)] for use in fitting if use.is_melee), default=0)
        stat.menace = max(stat.menace, total)
        stat.melee_menace = max(stat.melee_menace, melee)
