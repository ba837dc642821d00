"""How a seat plays in compiled code, as numbers: what a bot declares of itself."""

from typing import Final, NamedTuple

import numpy as np

from tenback.bots.search.best_turn import SPREAD
from tenback.bots.value.features import FEATURE_COUNT, Floats
from tenback.kernels import codes

__all__ = [
    "CANDIDATES",
    "LINEAR",
    "SAMPLED",
    "SEARCHED",
    "VALUED",
    "Depth",
    "SeatPlan",
    "needs_network",
    "plays_card_by_card",
    "seat_plan",
]

#: Numbers of the policies; those of the kernels, card by card, come before them.
LINEAR: Final = 2
SAMPLED: Final = 3
VALUED: Final = 4
SEARCHED: Final = 5
assert max(codes.RANDOM, codes.GREEDY) < LINEAR

#: The most turns that a search with the network tries.
CANDIDATES: Final = 12


class Depth(NamedTuple):
    """How many turns are tried, and how far: some turns on, or to the end with a small deck."""

    turns: int
    playout_deck: int
    candidates: int = CANDIDATES
    trust: float = 1.0  #: how many samples the network's opinion of a candidate counts for
    spread: int = SPREAD  #: as ``SPREAD``, for the candidates and within samples played out
    near: int = SPREAD  #: the same within other samples


class SeatPlan(NamedTuple):
    """A policy and what it needs to know; fields that it does not read are empty."""

    policy: int
    weights: Floats  #: of the features
    samples: int  #: how many deals the last two candidates are tried on
    talks: bool  #: whether the seat gives and reads signals where bots play alone
    depth: Depth


def seat_plan(
    policy: int,
    *,
    weights: Floats | None = None,
    samples: int = 0,
    talks: bool = False,
    depth: Depth | None = None,
) -> SeatPlan:
    """Make a plan of a policy."""
    return SeatPlan(
        policy,
        np.zeros(FEATURE_COUNT) if weights is None else weights,
        samples,
        talks,
        depth or Depth(1, -1),
    )


def plays_card_by_card(plan: SeatPlan) -> bool:
    """Whether a plan is a policy of the kernels."""
    return plan.policy < LINEAR


def needs_network(plan: SeatPlan) -> bool:
    """Whether a plan values positions by the network."""
    return plan.policy >= VALUED
