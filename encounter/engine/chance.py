"""Closed-form odds for tactics: what a volley of attacks comes to, kept in small tables.

A test holds these equal to the exact odds that enumerate dice through the rules. Values are integers: damage in
thousandths of a hit point, chances in ten-thousandths, so that a score never depends on how floats are printed or
summed; the floats inside are added in a fixed order.
"""

from librt.vecs import vec
from mypy_extensions import i64

from encounter.engine.bits import bit_of
from encounter.engine.d20 import D20Rules, Special
from encounter.engine.tables import (
    LEAST_NEEDED,
    MAX_VOLLEY,
    MIDDLE_MODE,
    MODES,
    MOST_NEEDED,
    CriticalRow,
    DamagePart,
    Odds,
    Use,
    UseOdds,
)


def die_chances(rules: D20Rules, needed: i64, net: i64, use: Use) -> list[float]:
    """Chances of a plain hit, a minor and a full critical when the kept die must show `needed` or more."""
    special = use.special
    critical_on = use.critical_on if use.critical_on > 0 else rules.critical_on
    dice = (net if net >= 0 else -net) + 1
    chances: list[float] = [0.0, 0.0, 0.0]
    for face in range(1, 21):
        if net >= 0:
            chance = share_of_faces(face, dice) - share_of_faces(face - 1, dice)
        else:
            chance = share_of_faces(21 - face, dice) - share_of_faces(20 - face, dice)
        hits = face >= needed
        full = False
        minor = False
        if _fumbles(rules, face, special) or (face == 1 and rules.natural_1_misses):
            hits = False
        elif face == 20 and rules.natural_20_hits:
            hits = True
            full = True
        elif hits and 0 < critical_on <= face:
            full = True
        elif hits:
            full = face == rules.major_on
            minor = face == rules.minor_on
            if full and special is not None and special.takes_minor:
                full = False
                minor = True
        if hits:
            chances[2 if full else 1 if minor else 0] += chance
    return chances


def _fumbles(rules: D20Rules, face: i64, special: Special | None) -> bool:
    return face <= rules.fumbles_on if special is None else (special.fumbles >> face) & 1 != 0


def share_of_faces(faces: i64, dice: i64) -> float:
    """Chance that every one of `dice` d20s shows one of `faces` faces, by multiplication alone."""
    share = 1.0
    at: i64 = 0
    while at < dice:
        share *= float(faces) / 20.0
        at += 1
    return share


def part_distribution(part: DamagePart, times: i64, extra_dice: i64, less: i64) -> list[float]:
    """Chance of each total of one damage part; index is the damage, a negative total counts as 0."""
    spread: list[float] = [1.0]
    at: i64 = 0
    while at < part.terms:
        dice = part.counts[at] * times + (extra_dice if at == 0 else 0)
        sides = part.sides[at]
        die: i64 = 0
        while die < dice:
            longer: list[float] = [0.0] * (len(spread) + sides)
            for total in range(len(spread)):
                if spread[total] > 0.0:
                    share = spread[total] / float(sides)
                    for face in range(1, sides + 1):
                        longer[total + face] += share
            spread = longer
            die += 1
        at += 1
    bonus = part.bonus - less
    shifted: list[float] = [0.0] * max(1, len(spread) + bonus)
    for total in range(len(spread)):
        shifted[max(0, total + bonus)] += spread[total]
    return shifted


def withstood(spread: list[float], type: i64, profile: vec[i64]) -> list[float]:
    """A distribution after immunity, resistance and vulnerability of a defence profile."""
    bit = bit_of(type)
    result: list[float] = [0.0] * (2 * len(spread) + 1)
    for amount in range(len(spread)):
        dealt = amount
        if profile[2] & bit:
            dealt = 0
        else:
            if profile[0] & bit:
                dealt //= 2
            if profile[1] & bit:
                dealt *= 2
        result[dealt] += spread[amount]
    return result


def combined(one: list[float], other: list[float]) -> list[float]:
    """The distribution of a sum."""
    total: list[float] = [0.0] * (len(one) + len(other) - 1)
    for a in range(len(one)):
        if one[a] > 0.0:
            for b in range(len(other)):
                total[a + b] += one[a] * other[b]
    return total


def trimmed(spread: list[float]) -> list[float]:
    """Without the impossible totals at the end."""
    last = len(spread)
    while last > 1 and spread[last - 1] == 0.0:
        last -= 1
    return spread[:last]


def damage_distribution(use: Use, critical: CriticalRow | None, profile: vec[i64], less: i64) -> list[float]:
    """Damage of one hit, or of a critical one with what that brings."""
    by_type: dict[int, list[float]] = {}
    is_first = True
    times: i64 = critical.times if critical is not None else 1
    extra: i64 = critical.dice if critical is not None else 0
    parts = list(use.parts)
    if critical is not None:
        parts.extend(critical.parts)
    at: i64 = 0
    for part in parts:
        if at >= len(use.parts):
            times = 1  # what a critical effect adds is not doubled
        at += 1
        spread = part_distribution(part, times, extra if is_first else 0, less if is_first else 0)
        is_first = False
        type: int = part.type
        by_type[type] = combined(by_type[type], spread) if type in by_type else spread
    total: list[float] = [1.0]
    for type in by_type:
        total = combined(total, trimmed(withstood(by_type[type], type, profile)))
    return trimmed(total)


def grazed(use: Use, profile: vec[i64]) -> list[float]:
    """Room for the damage of a miss, which is the last entry: nothing, or what Graze deals."""
    if use.graze == 0:
        return [0.0]
    dealt: list[float] = [0.0] * use.graze + [1.0]
    return trimmed(withstood(dealt, use.parts[0].type, profile))


def volley_distribution(
    rules: D20Rules, use: Use, count: i64, needed: i64, net: i64, auto_critical: bool, profile: vec[i64], less: i64
) -> list[float]:
    """Damage of `count` attacks with the same odds."""
    chances = die_chances(rules, needed, net, use)
    if auto_critical:
        chances = [0.0, 0.0, chances[0] + chances[1] + chances[2]]
    one: list[float] = grazed(use, profile)
    one[len(one) - 1] = 1.0 - chances[0] - chances[1] - chances[2]
    for kind in range(3):
        if chances[kind] > 0.0:
            critical = use.major if kind == 2 else use.minor if kind == 1 else None
            hit = damage_distribution(use, critical, profile, less)
            while len(one) < len(hit):
                one.append(0.0)
            for amount in range(len(hit)):
                one[amount] += chances[kind] * hit[amount]
    total: list[float] = [1.0]
    attack: i64 = 0
    while attack < count:
        total = combined(total, one)
        attack += 1
    return total


def fill(odds: Odds, spread: list[float], needed: i64) -> None:
    """Write a row of odds from the distribution of the volley's damage."""
    size = len(spread)
    expected: vec[i64] = vec[i64]([0] * (size + 1))
    drops: vec[i64] = vec[i64]([0] * (size + 1))
    reach: float = 0.0
    for hp in range(size, -1, -1):
        if hp < size:
            reach += spread[hp]
        drops[hp] = i64(reach * 10000.0 + 0.5)
    mean: float = 0.0
    at_least: float = 1.0
    for hp in range(1, size + 1):
        at_least -= spread[hp - 1]
        mean += at_least
        expected[hp] = i64(mean * 1000.0 + 0.5)
    odds.expected[needed] = expected
    odds.drops[needed] = drops


def odds_of(
    all_odds: UseOdds,
    rules: D20Rules,
    use: Use,
    count: i64,
    needed: i64,
    net: i64,
    auto_critical: bool,
    kind: i64,
    profile: vec[i64],
) -> Odds:
    """The table for a volley, its row for `needed` filled. `kind` numbers the defence profile."""
    mode = net + MIDDLE_MODE
    if mode < 0:
        mode = 0
    elif mode >= MODES:
        mode = MODES - 1
    place = ((kind * MODES + mode) * 2 + (1 if auto_critical else 0)) * MAX_VOLLEY + count - 1
    odds = all_odds.tables[place]
    if odds is None:
        odds = Odds()
        all_odds.tables[place] = odds
    if len(odds.expected[needed]) == 0:
        fill(
            odds,
            volley_distribution(rules, use, count, needed, mode - MIDDLE_MODE, auto_critical, profile, 0),
            needed,
        )
    return odds


def clamped_needed(target_number: i64, bonus: i64) -> i64:
    """The number needed on the kept die, between LEAST_NEEDED and MOST_NEEDED."""
    needed = target_number - bonus
    if needed < LEAST_NEEDED:
        return LEAST_NEEDED
    return needed if needed < MOST_NEEDED else MOST_NEEDED
