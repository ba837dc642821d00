"""Glicko-2: Glickman's own example, and what must hold for any result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.analysis.puzzles.glicko import NEWCOMER, GlickoRating, Result, expected, rate

PLAYERS = st.builds(GlickoRating, st.floats(600, 2600), st.floats(40, 350), st.floats(0.03, 0.1))


def test_the_published_example() -> None:
    """Glickman, "Example of the Glicko-2 system": three games of a player, tau 0.5."""
    player = GlickoRating(1500, 200, 0.06)
    results = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    after = rate(player, results, tau=0.5)
    # The paper rounds on the way: its last digit may be off by two.
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_a_game_only_the_uncertainty_grows() -> None:
    player = GlickoRating(1600, 80, 0.06)
    after = rate(player, [])
    assert (after.rating, after.volatility) == (1600, 0.06)
    # sqrt(80² + (0.06 · 173.7178)²), to two decimals.
    assert after.deviation == pytest.approx(80.68, abs=0.01)
    assert rate(NEWCOMER, []).deviation == NEWCOMER.deviation


@given(PLAYERS, st.floats(600, 2600), st.floats(40, 300))
def test_a_win_raises_and_a_loss_lowers(
    player: GlickoRating, rating: float, deviation: float
) -> None:
    won, lost = (rate(player, [Result(rating, deviation, score)]) for score in (1.0, 0.0))
    assert won.rating > player.rating > lost.rating
    for after in (won, lost):
        assert 0 < after.deviation <= 350
        assert 0 < after.volatility < 1


@given(PLAYERS, st.floats(600, 2600), st.floats(40, 300))
def test_a_win_is_worth_more_the_less_it_was_expected(
    player: GlickoRating, rating: float, deviation: float
) -> None:
    easy, hard = (
        rate(player, [Result(each, deviation, 1.0)]).rating for each in (rating, rating + 200)
    )
    assert hard >= easy
    assert expected(player, rating, deviation) > expected(player, rating + 200, deviation)


def test_somebody_who_finds_half_of_the_puzzles_at_1700_comes_near_1700() -> None:
    player = NEWCOMER
    for number in range(200):
        player = rate(player, [Result(1700, 60, float(number % 2))])
    assert player.rating == pytest.approx(1700, abs=25)  # one more result moves it by 10
    assert player.deviation < 70
