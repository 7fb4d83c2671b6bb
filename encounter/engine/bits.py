"""Masks: sets of small numbers as the bits of one integer."""

from mypy_extensions import i64


def bit_of(place: i64) -> i64:
    """The mask with one bit, 0 to 61.

    mypyc shifts a literal as a 32-bit C int, a local that holds one too, so that `1 << 40` would be 256: the value
    to be shifted must come in as an argument.

    >>> bit_of(40)
    1099511627776
    """
    return _shifted(1, place)


def _shifted(value: i64, place: i64) -> i64:
    return value << place


def bit_count(mask: i64) -> i64:
    """How many bits are set.

    >>> bit_count(0b1011)
    3
    """
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def first_of(mask: i64) -> i64:
    """The place of the lowest bit of a mask, -1 of an empty one.

    >>> first_of(0b1000), first_of(0)
    (3, -1)
    """
    if mask == 0:
        return -1
    at: i64 = 0
    while mask & 1 == 0:
        mask >>= 1
        at += 1
    return at
