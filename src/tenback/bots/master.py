"""The master: searches over sampled deals, with `expert` as everybody's next turns."""

from collections.abc import Callable
from time import perf_counter

import numpy as np

from tenback.bots.learned import LearnedBot
from tenback.bots.linear import NO_TURN
from tenback.bots.search import (
    Depth,
    Search,
    add_samples,
    best_searched_turn,
    keep_better_half,
    list_candidates,
    new_search,
)
from tenback.bots.valued import SPREAD
from tenback.bots.weights import network_name
from tenback.kernels.deals import start_of_stream
from tenback.kernels.packed import PackedRules, PackedState, Words
from tenback.rules import Ruleset

__all__ = ["Master", "depth_for"]

_MOST = 1_000_000
#: How much more than the cheapest turn those may advance that samples go on with.
_NEAR = 8
#: The same for the turns that are tried in the Original: more are no better there.
_ORIGINAL_SPREAD = 20
#: As ``playout``: what was measured best.
_BY_GAME = -1
_NEVER = -1


def depth_for(rules: Ruleset, turns: int = 0, playout: int = _BY_GAME) -> Depth:
    """Choose how many turns are tried and how far; 0 turns and -1 are what was measured best.

    A team is followed round the table, but not beyond three turns: later values know more, but the
    deals make them noisier. That far the network's own opinion has to be given weight. Within
    samples fewer turns are looked at than at the table, so that there is time for more of them.
    The end of the Original is played out: a team's once nothing is left to draw, alone earlier.
    """
    alone = rules.players == 1
    if playout == _BY_GAME:
        playout = (12 if alone else 0) if rules.game.id == "original" else _NEVER
    spread = _ORIGINAL_SPREAD if rules.game.id == "original" else SPREAD
    if rules.game.id == "extreme" or alone:
        return Depth(turns or 1, playout, spread=spread, near=_NEAR)
    turns = turns or min(rules.players, 3)
    return Depth(turns, playout, candidates=6, trust=16.0, spread=spread, near=_NEAR)


class Master(LearnedBot):
    """Tries the turns that `expert` likes best on sampled deals.

    ``samples`` is how many deals the last two candidates are tried on; with ``ms`` the time per
    decision decides instead. After a candidate a sample is played on for ``turns`` turns, and to
    the end once the deck holds at most ``playout`` cards; what is not given is chosen by the game.
    ``talk=1`` as for `expert`.
    """

    def __init__(  # noqa: PLR0913 - the parameters of its specification
        self,
        *,
        samples: int = 64,
        ms: int = 0,
        turns: int = 0,
        playout: int = _BY_GAME,
        talk: int = 0,
        seed: int = 0,
    ) -> None:
        if not 1 <= samples <= _MOST:
            raise ValueError(f"samples must be at least 1 and at most {_MOST}")
        if not 0 <= ms <= _MOST:
            raise ValueError(f"ms must be at least 0 and at most {_MOST}")
        if not 0 <= turns <= _MOST:
            raise ValueError(f"turns must be at least 0 and at most {_MOST}")
        if not _BY_GAME <= playout <= _MOST:
            raise ValueError(f"playout must be at least {_BY_GAME} (by game) and at most {_MOST}")
        super().__init__()
        self.turns = turns
        self.playout = playout
        self.samples = samples
        self.ms = ms
        self.clock: Callable[[], float] = perf_counter  #: what ``ms`` is counted by, in seconds
        self.talk = bool(talk)
        self._seed = seed
        self._searches: dict[str, Search] = {}

    def search_for(self, rules: Ruleset) -> Search:
        """Give the search with the network for a ruleset."""
        name = network_name(rules)
        if name not in self._searches:
            self._searches[name] = new_search(self.desk_for(rules))
        return self._searches[name]

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Search for the best turn."""
        started = self.clock()
        search = self.search_for(rules)
        search.left[:] = self.left
        self.buffer = search.desk.buffer
        generator = np.full(1, start_of_stream(self._seed, int(seen.turns)), np.uint64)
        depth = depth_for(rules, self.turns, self.playout)
        if self.ms:
            return self._choose_in_time(started, packed, seen, depth, search, generator)
        return best_searched_turn(
            packed,
            seen,
            self.limits,
            depth,
            self.told,
            self.told.max(axis=0),
            bool(self.told.any()),
            self.samples,
            search,
            generator,
        )

    def _choose_in_time(  # noqa: PLR0913, PLR0917 - what a search needs
        self,
        started: float,
        packed: PackedRules,
        seen: PackedState,
        depth: Depth,
        search: Search,
        generator: Words,
    ) -> int:
        """Halve the candidates at even shares of the time.

        After the first sample none is begun that would end too late, judging by the last one.
        """
        signals, talks = self.told.max(axis=0), bool(self.told.any())
        alive = list_candidates(packed, seen, self.limits, signals, depth, search)
        if alive == 0:
            return NO_TURN
        rounds = max(1, (alive - 1).bit_length())
        now, each = self.clock(), 0.0
        for number in range(1, rounds + 1):
            end = started + self.ms / 1000 * number / rounds
            while alive > 1 and (each == 0.0 or now + each * alive <= end):
                # Half of what fits: a call costs as much as some samples, and times vary.
                count = max(1, int((end - now) / (2 * each * alive))) if each else 1
                add_samples(
                    packed,
                    seen,
                    self.limits,
                    depth,
                    self.told,
                    talks,
                    alive,
                    count,
                    search,
                    generator,
                )
                before, now = now, self.clock()
                each = (now - before) / (alive * count)
            alive = keep_better_half(search, alive)
        return int(search.chosen[0])
