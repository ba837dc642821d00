"""Advice on the next turn: what each of the best turns is worth, with a confidence interval.

The unseen cards are dealt by what the others may hold, the same way for every candidate, and each
game is played to its end by `expert` at every seat. The chance is the share of those games that are
won. The worse candidates are dropped round by round, so the best ones get most of the samples.
"""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tenback.analysis.favouring import favour
from tenback.analysis.intervals import wilson
from tenback.analysis.reviewing.result import Reason
from tenback.bots.players.compiled import packed_rules
from tenback.bots.players.learned import heard_from
from tenback.bots.search.best_turn import new_desk
from tenback.bots.search.deep import TO_THE_END, add_samples, list_candidates, new_search
from tenback.bots.search.hidden_hands import left_by
from tenback.bots.search.plans import Depth
from tenback.bots.search.turns import limits_for
from tenback.bots.value.weights import tables_for
from tenback.kernels.deals import start_of_stream
from tenback.kernels.packing import UnsupportedRulesetError, pack_view
from tenback.kernels.turn_buffer import placements_of
from tenback.rules import Placement, View

__all__ = ["Advice", "AdviceError", "TriedTurn", "advise", "ranked"]

#: Every sampled game is played to its end.
_TO_THE_END = Depth(turns=TO_THE_END, playout_deck=TO_THE_END)
_ROUND = 8
_SHARES = (12, 6, 3)


class AdviceError(ValueError):
    """A position does not allow advice."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A turn, and the chance of winning after it, from 0 to 1, with a 95 % interval.

    The best turn has ``reasons``: what the cards show for it, beside the next best one.
    """

    placements: tuple[Placement, ...]
    chance: float
    low: float
    high: float
    samples: int
    reasons: tuple[Reason, ...] = ()

    def is_close_to(self, better: "Advice") -> bool:
        """Whether the samples cannot tell this turn from a better one.

        The interval of the difference is Newcombe's, made of the two intervals. The turns were
        tried on the same deals, so it is rather too wide.
        """
        error = math.hypot(better.chance - better.low, self.high - self.chance)
        return better.chance - self.chance <= error


@dataclass(slots=True)
class TriedTurn:
    """How often a turn was tried, and how many of those games were won."""

    samples: int = 0
    won: float = 0.0

    @property
    def chance(self) -> float:
        """Return the share of games won."""
        return self.won / self.samples if self.samples else 0.0


def advise(
    view: View, *, most: int = 5, samples: int = 240, ms: int = 0, seed: int = 0
) -> tuple[Advice, ...]:
    """Return the best turns of the seat to move, best first; none if no turn obeys every rule.

    ``samples`` is the number of games for each of the best turns; ``ms`` sets a time instead. The
    view must be made with memory, as for bots. An ``AdviceError`` says why there is no advice.
    """
    if view.turn is None or view.gone is None:
        raise AdviceError("advice needs the view of the seat to move, made with memory=True")
    try:
        packed = packed_rules(view.rules)
    except UnsupportedRulesetError as error:
        raise AdviceError(f"no advice on this game: {error}") from None
    search = new_search(new_desk(tables_for(view.rules)))
    search.left[:] = left_by(view)
    heard = heard_from(view)
    seen = pack_view(view)
    limits, candidates = limits_for(packed), search.candidates
    count = list_candidates(packed, seen, limits, heard.signals, _TO_THE_END, search)
    tried = {int(candidates.chosen[index]): TriedTurn() for index in range(count)}
    generator = np.full(1, start_of_stream(seed, view.turns), np.uint64)

    def try_on(alive: list[int]) -> None:
        for index, entry in enumerate(alive):
            candidates.chosen[index], candidates.sums[index] = entry, 0.0
        add_samples(packed, seen, limits, _TO_THE_END, heard, len(alive), _ROUND, search, generator)
        for index, entry in enumerate(alive):
            tried[entry].samples += _ROUND
            tried[entry].won += float(candidates.sums[index])

    if tried:
        try_on(list(tried))  # the clock starts afterwards: the code may have to be compiled first
    began = time.perf_counter()
    for stage, share in enumerate(_SHARES, 1):
        done = stage / len(_SHARES)
        while tried:
            # Chosen again each time: a turn that was dropped returns if the others fall below it.
            alive = sorted(tried, key=lambda entry: -tried[entry].chance)[:share]
            if ms and (time.perf_counter() - began) * 1000 >= ms * done:
                break
            if not ms and tried[alive[0]].samples >= samples * done:
                break
            try_on(alive)
    best = ranked(tried, most)
    turns = [placements_of(search.desk.buffer, entry) for entry in best]
    reasons = favour(view, turns[0], turns[1] if len(turns) > 1 else None) if turns else ()
    return tuple(
        _advice(turn, tried[entry], () if place else reasons)
        for place, (entry, turn) in enumerate(zip(best, turns, strict=True))
    )


def ranked(tried: Mapping[int, TriedTurn], most: int) -> list[int]:
    """Rank the turns that were tried longest; one that was dropped early never leads.

    Luck in a few games is not enough: what was tried on less than half as many games as another
    turn comes after all that were not.
    """
    longest = sorted(tried, key=lambda entry: (-tried[entry].samples, -tried[entry].chance))[:most]
    enough = max((tried[entry].samples for entry in longest), default=0) / 2
    return sorted(longest, key=lambda entry: (tried[entry].samples < enough, -tried[entry].chance))


def _advice(
    placements: tuple[Placement, ...], tried: TriedTurn, reasons: tuple[Reason, ...]
) -> Advice:
    """Build the advice on a turn, with Wilson's interval."""
    low, high = wilson(tried.won, tried.samples)
    return Advice(placements, tried.chance, low, high, tried.samples, reasons)
