"""What one thread needs to decide; made once and used for many decisions."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.search.candidates import Candidates, new_candidates
from tenback.bots.value.features import FEATURE_COUNT, Floats
from tenback.kernels.packed import MAX_PLAYERS, PILES, Numbers, new_states
from tenback.kernels.turn_buffer import TurnBuffer, new_turn_buffer

__all__ = ["DEALT", "PLAYED", "Heard", "Workspace", "new_heard", "new_workspace"]

#: The most turns that are tried on sampled games without the network.
_MOST_CANDIDATES = 16


#: The states of a ``work``: the sampled deal, and the game that is played on it.
DEALT, PLAYED = range(2)


class Workspace(NamedTuple):
    """The arrays for decisions without a network."""

    buffer: TurnBuffer
    numbers: Floats
    work: NDArray[Any]  #: see ``DEALT``
    candidates: Candidates
    said: Numbers  #: how gladly each seat would begin


def new_workspace() -> Workspace:
    """Make the arrays for decisions without a network."""
    return Workspace(
        buffer=new_turn_buffer(),
        numbers=np.zeros(FEATURE_COUNT),
        work=new_states(2),
        candidates=new_candidates(_MOST_CANDIDATES, np.float64),
        said=np.zeros(MAX_PLAYERS, np.int64),
    )


class Heard(NamedTuple):
    """What the other seats tell about the piles."""

    told: Numbers  #: by seat and pile
    signals: Numbers  #: by pile: the strongest


def new_heard() -> Heard:
    """Make the arrays for signals; nobody has said anything."""
    return Heard(np.zeros((MAX_PLAYERS, PILES), np.int64), np.zeros(PILES, np.int64))
