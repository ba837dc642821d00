"""Dropping candidates that samples have settled, so that no more time is spent on them.

Candidates are tried on the same deals, so what counts is how much they differ deal by deal. One is
dropped when it is behind the best by more than chance explains, or so close to it that it hardly
matters which of the two is played.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.bots.search.candidates import Candidates

__all__ = ["Settling"]

_Sums = NDArray[np.float64]

#: Before so many batches, how far chance goes is only guessed at.
LEAST_BATCHES: Final = 12
#: How many standard errors chance explains. It is asked after every batch, so that a candidate has
#: many tries to look worse than it is.
_SURE: Final = 3.5
#: What draws may have cost or gained that are too rare for so few samples, times their number.
_RARE: Final = 0.5
#: By how many of them a candidate that hardly matters may be better than it looks.
_LIKELY: Final = 2.0


class Settling:
    """What the batches of samples of one decision added to each candidate that is left."""

    def __init__(self, least_gain: float) -> None:
        #: What one choice must be better than another to matter, in what a sample is worth.
        self._least_gain = least_gain
        self._counts: list[int] = []
        self._added: dict[int, list[float]] = {}

    def drop_settled(self, candidates: Candidates, alive: int, before: _Sums, count: int) -> int:
        """Take what a batch of ``count`` samples added, and drop what is settled.

        ``before`` are the sums of the candidates before it. Return how many are left.
        """
        chosen, sums, values = candidates.chosen, candidates.sums, candidates.values
        self._counts.append(count)
        for entry, added in zip(chosen[:alive].tolist(), sums[:alive] - before, strict=True):
            self._added.setdefault(entry, []).append(float(added))
        if len(self._counts) < LEAST_BATCHES:
            return alive
        kept = self._unsettled(chosen[:alive].tolist(), int(sums[:alive].argmax()))
        left = int(kept.sum())
        for part in (chosen, sums, values):
            part[:left] = part[:alive][kept]
        return left

    def _unsettled(self, entries: list[int], best: int) -> NDArray[np.bool_]:
        """Say of each entry whether samples may still show that it should be played."""
        counts = np.array(self._counts)
        added = np.array([self._added[entry] for entry in entries])
        ahead = added[best] - added
        means = ahead.sum(axis=1) / counts.sum()
        # The error of a mean over batches of different sizes.
        squares = (counts * (ahead / counts - means[:, None]) ** 2).sum(axis=1)
        errors = np.sqrt(squares / ((counts.size - 1) * counts.sum()))
        unseen = _RARE / counts.sum()
        is_behind = means > _SURE * errors + unseen
        hardly_matters = _LIKELY * errors + unseen - means < self._least_gain
        kept = ~(is_behind | hardly_matters)
        kept[best] = True
        return kept
