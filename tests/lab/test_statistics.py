"""Statistics against known values, and honest error rates by simulation."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from tenback.analysis.intervals import Z95, wilson
from tenback.lab.ratings import ELO, fit_ratings
from tenback.lab.sequential import estimate_at_any_time, looks
from tenback.lab.statistics import (
    estimate_bounded,
    estimate_mean,
    estimate_share,
    estimate_share_of_groups,
    paired_difference,
)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # Newcombe 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0000),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    # The table has four decimals.
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_a_share_has_its_standard_error() -> None:
    found = estimate_share(20, 80)
    assert (found.value, found.se) == pytest.approx((0.25, math.sqrt(0.25 * 0.75 / 80)))


def test_a_mean() -> None:
    found = estimate_mean([1, 2, 3, 6])
    se = math.sqrt(14 / 3 / 4)
    assert (found.value, found.se) == pytest.approx((3, se))
    assert (found.low, found.high) == pytest.approx((3 - 1.959964 * se, 3 + 1.959964 * se))


def test_paired_differences_cancel_the_luck_of_the_deals() -> None:
    luck = np.random.default_rng(1).normal(0, 50, 400)
    skill = np.random.default_rng(2).normal(1, 1, 400)
    found = paired_difference(luck + skill, luck)
    assert found.se == pytest.approx(skill.std(ddof=1) / 20)
    assert found.low < 1 < found.high


def test_unsigned_results_have_negative_differences() -> None:
    zeros, ones = np.zeros(9, np.uint8), np.ones(9, np.uint8)
    assert paired_difference(zeros, ones).value == -1
    assert paired_difference(zeros.astype(np.bool_), ones.astype(np.bool_)).value == -1


def test_a_clean_sweep_is_not_certain() -> None:
    found = estimate_share_of_groups(np.ones(50))
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx(wilson(50, 50)[0])


def test_pairs_that_are_equal_so_far_need_not_stay_equal() -> None:
    wins = np.arange(50) % 2
    found = paired_difference(wins, wins)
    assert (found.value, found.se) == (0, 0)
    assert (-found.low, found.high) == pytest.approx((wilson(0, 50)[1], wilson(0, 50)[1]))
    # One pair that differs says less about the next ones, not more.
    other = wins.copy()
    other[0] = 1
    differing = paired_difference(other, wins)
    assert differing.high - differing.low >= found.high - found.low


def test_equal_values_are_not_certain() -> None:
    most = wilson(0, 50)[1]  # as many of the next ones may be anything
    found = estimate_bounded(np.zeros(50), -98, 98)
    assert (found.value, found.low, found.high) == pytest.approx((0, -98 * most, 98 * most))
    found = estimate_share_of_groups(np.full(50, 0.5))
    assert (found.low, found.high) == pytest.approx((0.5 - most / 2, 0.5 + most / 2))


# Looking again and again


def differences_of_equals(
    rate: float, games: int, source: np.random.Generator
) -> NDArray[np.int64]:
    """Return the wins of a team minus those of an equal one, game by game."""
    return source.binomial(1, rate, games) - source.binomial(1, rate, games)


@pytest.mark.parametrize("rate", [0.5, 0.02])
def test_equal_bots_are_rarely_told_apart_at_any_look(rate: float) -> None:
    source = np.random.default_rng(11)
    runs, honest, naive = 500, 0, 0
    for _ in range(runs):
        found = differences_of_equals(rate, 6000, source)
        seen = [estimate_at_any_time(found[:count]) for count in looks(6000)]
        honest += any(one.low > 0 or one.high < 0 for one in seen)
        naive += any(abs(one.value) > Z95 * one.se for one in seen)
    # Four standard errors above 5 %; the ordinary interval shows that the looks do matter.
    assert honest / runs < 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)
    assert naive / runs > 0.15


def test_different_bots_are_told_apart_before_the_end() -> None:
    source = np.random.default_rng(12)
    found = source.binomial(1, 0.45, 20_000) - source.binomial(1, 0.35, 20_000)
    settled = next(n for n in looks(20_000) if estimate_at_any_time(found[:n]).low > 0)
    assert settled < 5000


@pytest.mark.parametrize("rate", [0.001, 0.004])
def test_rare_differences_are_not_overlooked(rate: float) -> None:
    """Without any difference yet, an interval of width 0 would exclude the true one."""
    source = np.random.default_rng(13)
    runs, missed = 500, 0
    for _ in range(runs):
        found = source.binomial(1, rate, 2000)
        seen = [estimate_at_any_time(found[:count]) for count in looks(2000)]
        missed += any(not one.low <= rate <= one.high for one in seen)
    # Four standard errors above 5 %, as above.
    assert missed / runs < 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)


def test_looks_are_fixed_and_end_with_the_last_game() -> None:
    assert list(looks(400)) == [200, 250, 313, 392, 400]
    assert list(looks(50)) == [50]


# Ratings


Wins = dict[tuple[int, int], NDArray[np.bool_]]


def wins(count: int, of: int) -> NDArray[np.bool_]:
    return np.arange(of) < count


def test_two_players_have_the_closed_form() -> None:
    found = fit_ratings(2, {(0, 1): wins(75, 100), (1, 0): wins(25, 100)})
    expected = ELO * math.log(75.5 / 25.5)
    assert found.points[0].value - found.points[1].value == pytest.approx(expected)
    assert found.points[0].value == pytest.approx(-found.points[1].value)
    # The fit stops at steps of 1e-10 in logits, below a millionth of a point.
    assert found.first_seat_points.value == pytest.approx(0, abs=1e-6)
    assert found.first_seat_share.value == 0.5


def test_the_first_seat_is_told_from_strength() -> None:
    found = fit_ratings(2, {(0, 1): wins(60, 100), (1, 0): wins(60, 100)})
    # As above: where the fit stops.
    assert found.points[0].value == pytest.approx(0, abs=1e-6)
    assert found.first_seat_points.value == pytest.approx(ELO * math.log(60.5 / 40.5))
    assert found.first_seat_share.value == pytest.approx(0.6)


def test_a_sweep_has_a_finite_rating_and_a_wide_interval() -> None:
    found = fit_ratings(2, {(0, 1): wins(100, 100), (1, 0): wins(0, 100)})
    assert math.isfinite(found.points[0].value)
    assert found.points[0].se > 50


def test_intervals_of_ratings_hold_the_truth() -> None:
    source = np.random.default_rng(3)
    strengths, effect = (0.8, 0.1, -0.9), 0.3
    held, repetitions = 0, 120
    for _ in range(repetitions):
        # The two seatings share the luck of a deal, so that its games resemble each other.
        luck = source.normal(0, 0.7, 200)
        first_won: Wins = {}
        for one in range(3):
            for other in range(3):
                if one != other:
                    logits = effect + strengths[one] - strengths[other] + luck
                    first_won[one, other] = source.random(200) < 1 / (1 + np.exp(-logits))
        points = fit_ratings(3, first_won).points
        # Normal luck draws the mean logit towards 0, by about 1 / sqrt(1 + 0.346 σ²).
        shrunk = 1 / math.sqrt(1 + 0.346 * 0.7**2)
        held += sum(
            one.low < ELO * strength * shrunk < one.high
            for one, strength in zip(points, strengths, strict=True)
        )
    # Intervals of 95 %: both bounds are at least two standard errors of 120 repetitions away.
    assert 0.90 < held / (3 * repetitions) <= 0.99
