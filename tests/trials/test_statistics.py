"""Intervals and percentiles of many fights, against values worked out by hand."""

from decimal import Decimal, getcontext

import pytest

from encounter.trials.statistics import percentile, share, wilson


@pytest.mark.parametrize(
    ("count", "fights", "low", "high"),
    [
        (0, 10, 0.0, 0.277532803026),  # z2 / (10 + z2), where z2 is 3.841458881296
        (10, 10, 0.722467196974, 1.0),
        (1, 1, 0.206549311792, 1.0),  # 1 / (1 + z2)
        (5, 10, 0.236593089011, 0.763406910989),  # a half and a half of z / sqrt(10 + z2)
        (50, 100, 0.403831529635, 0.596168470365),
    ],
)
def test_the_interval_is_wilsons(count, fights, low, high):
    assert (low, high) == pytest.approx(wilson(count, fights), abs=1e-12)


def test_the_interval_is_the_textbook_formula_at_every_share():
    getcontext().prec = 50
    z = Decimal("1.959964")
    for fights in (1, 2, 7, 100, 2000, 1_000_000):
        for count in sorted({0, 1, fights // 3, fights // 2, fights - 1, fights}):
            n, p = Decimal(fights), Decimal(count) / fights
            spread = z * (p * (1 - p) / n + z * z / (4 * n * n)).sqrt()
            centre, whole = p + z * z / (2 * n), 1 + z * z / n
            expected = (float((centre - spread) / whole), float((centre + spread) / whole))

            assert expected == pytest.approx(wilson(count, fights), rel=1e-12, abs=1e-15)


def test_the_interval_never_leaves_0_to_1():
    for fights in range(1, 200):
        assert 0.0 == wilson(0, fights)[0]
        assert 1.0 == wilson(fights, fights)[1]
        assert all(0.0 <= low < high <= 1.0 for low, high in (wilson(count, fights) for count in range(fights + 1)))


def test_of_no_fights_nothing_is_known():
    assert (0.0, 1.0) == wilson(0, 0)


@pytest.mark.parametrize(("count", "fights"), [(-1, 10), (11, 10), (1, 0)])
def test_more_than_all_is_no_share(count, fights):
    with pytest.raises(ValueError, match="is no share"):
        wilson(count, fights)


def test_a_percentile_is_the_lowest_value_that_so_many_do_not_exceed():
    ten_fights = {1: 1, 2: 4, 5: 4, 9: 1}

    assert [1, 2, 2, 5, 5, 9, 9] == [percentile(ten_fights, percent) for percent in (10, 11, 50, 51, 90, 91, 100)]


def test_a_percentile_lies_exactly_on_the_boundary_however_large_the_counts():
    huge = {3: 10**18, 4: 10**18 + 1}  # in floats, half of all

    assert [4, 3] == [percentile(huge, 50), percentile({3: 10**18, 4: 10**18}, 50)]


def test_a_percentile_is_a_value_that_occurs():
    assert [2, 2, 8] == [percentile({1: 0, 2: 1, 5: 0, 8: 1, 9: 0}, percent) for percent in (0, 50, 100)]


def test_the_order_of_the_histogram_does_not_matter():
    assert 2 == percentile({9: 1, 1: 1, 2: 3}, 50)


def test_nothing_has_no_percentile():
    with pytest.raises(ValueError, match="nothing was counted"):
        percentile({3: 0}, 50)
    with pytest.raises(ValueError, match="no percentage"):
        percentile({3: 1}, 101)


def test_a_share_of_nothing_is_nothing():
    assert [0.25, 0.0] == [share(1, 4), share(0, 0)]
