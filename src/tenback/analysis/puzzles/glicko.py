"""Glicko-2: a rating, how uncertain it is, and how much it swings.

By Mark E. Glickman, "Example of the Glicko-2 system" (2013); the steps have his numbers. A puzzle
is an opponent whose own rating stays as it is, and each try is a rating period of its own.
"""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = ["NEWCOMER", "GlickoRating", "Result", "expected", "rate"]

_SCALE: Final = 173.7178
#: How much the volatility may change; Glickman recommends 0.3 to 1.2.
_TAU: Final = 0.5
_CLOSE: Final = 1e-6
_MIDDLE: Final = 1500.0
#: Nobody is less certain than somebody new.
_WIDEST: Final = 350.0


class GlickoRating(NamedTuple):
    """A rating, its deviation and its volatility."""

    rating: float
    deviation: float
    volatility: float = 0.06


class Result(NamedTuple):
    """What came of a try against an opponent: 1 for a win, 0 for a loss."""

    rating: float
    deviation: float
    score: float


NEWCOMER: Final = GlickoRating(_MIDDLE, _WIDEST)


def _dampen(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * deviation * deviation / math.pi**2)


def expected(player: GlickoRating, rating: float, deviation: float) -> float:
    """Return the score that is expected of a player against an opponent."""
    difference = (player.rating - rating) / _SCALE
    return 1 / (1 + math.exp(-_dampen(deviation / _SCALE) * difference))


def rate(player: GlickoRating, results: Iterable[Result], *, tau: float = _TAU) -> GlickoRating:
    """Return a player's rating after a rating period."""
    # Step 2: to the scale of Glicko-2.
    mu, phi = (player.rating - _MIDDLE) / _SCALE, player.deviation / _SCALE
    # Steps 3 and 4: what the results say of the rating, and how certainly.
    information = surprise = 0.0
    for result in results:
        damp = _dampen(result.deviation / _SCALE)
        chance = expected(player, result.rating, result.deviation)
        information += damp * damp * chance * (1 - chance)
        surprise += damp * (result.score - chance)
    if information == 0.0:  # nothing was played: only the uncertainty grows
        grown = math.hypot(phi, player.volatility)
        return player._replace(deviation=min(_WIDEST, _SCALE * grown))
    variance = 1 / information
    # Step 5: the volatility; steps 6 and 7: deviation and rating.
    volatility = _new_volatility(player.volatility, phi, variance, variance * surprise, tau)
    grown = math.hypot(phi, volatility)
    phi = 1 / math.sqrt(1 / (grown * grown) + information)
    mu += phi * phi * surprise
    return GlickoRating(_SCALE * mu + _MIDDLE, min(_WIDEST, _SCALE * phi), volatility)


def _new_volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Find the volatility by the Illinois algorithm (step 5)."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        square = phi * phi + variance + math.exp(x)
        gain = math.exp(x) * (delta * delta - square) / (2 * square * square)
        return gain - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return math.exp(low / 2)
