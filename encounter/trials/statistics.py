"""Figures about many fights, each computed once from integer sums, so that no order of adding can show in them."""

from collections.abc import Mapping
from math import sqrt

Z = 1.959964  # the normal deviate that leaves 2.5% on either side
Z2 = Z * Z


def wilson(count: int, fights: int) -> tuple[float, float]:
    """The 95% Wilson score interval of a share, `count` out of `fights`: its low and its high end, within 0 and 1.

    Nothing is known of no fights: the interval is the whole of 0 to 1.

    >>> low, high = wilson(50, 100)
    >>> f"{low:.6f} {high:.6f}"
    '0.403832 0.596168'
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not 0 <= count <= fights:
        raise ValueError(f"{count} out of {fights} is no share")
    if fights == 0:
        return 0.0, 1.0
    centre = 2 * count + Z2
    spread = Z * sqrt(Z2 + 4 * count * (fights - count) / fights)
    whole = 2 * (fights + Z2)
    # At the ends the two terms cancel exactly; in floats a last digit can be left over.
    low = 0.0 if count == 0 else max(0.0, (centre - spread) / whole)
    high = 1.0 if count == fights else min(1.0, (centre + spread) / whole)
    return low, high


def percentile(histogram: Mapping[int, int], percent: int) -> int:
    """The lowest value that at least `percent` in a hundred of all are not above; `histogram` counts each value.

    It is always a value that occurs: nothing is interpolated.

    >>> rounds = {2: 1, 3: 6, 4: 2, 9: 1}
    >>> [percentile(rounds, percent) for percent in (10, 50, 90)]
    [2, 3, 4]
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"{percent} is no percentage")
    total = 0
    for count in histogram.values():
        total += count
    if total == 0:
        raise ValueError("nothing was counted")
    values = sorted(value for value, count in histogram.items() if count)
    so_far = 0
    for value in values:
        so_far += histogram[value]
        if 100 * so_far >= percent * total:
            return value
    return values[-1]


def share(part: int, whole: int) -> float:
    """`part` of `whole` as a number; of nothing, nothing.

    >>> share(3, 4), share(0, 0)
    (0.75, 0.0)
    """
    return part / whole if whole else 0.0
