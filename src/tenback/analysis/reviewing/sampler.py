"""Samples of what a seat knows: the turns that are tried on them, and what came of each."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from tenback.analysis.reviewing import sampling
from tenback.analysis.reviewing.calibration import scales_for
from tenback.analysis.reviewing.moments import PlayedTurn
from tenback.analysis.reviewing.sampling import PHASES, Floats, Known, Lookahead, Tried
from tenback.bots.players.compiled import packed_rules
from tenback.bots.players.learned import heard_from
from tenback.bots.players.master import depth_for
from tenback.bots.search.best_turn import SPREAD, new_desk
from tenback.bots.search.deep import TO_THE_END, list_candidates, new_search
from tenback.bots.search.hidden_hands import left_by
from tenback.bots.search.plans import Depth
from tenback.bots.search.turns import limits_for
from tenback.bots.value.weights import tables_for
from tenback.kernels.deals import start_of_stream
from tenback.kernels.facts import facts_after
from tenback.kernels.packing import pack_view, set_of_cards
from tenback.kernels.turn_buffer import placements_of
from tenback.rules import Placement, Ruleset, State, view

__all__ = ["Sampled", "Sampler", "spread_for"]

_CANDIDATES: Final = 6
#: How many turns a sample goes on where there are commands: more would take as many times as long.
_TURNS_WITH_COMMANDS: Final = 1
#: All candidates are tried on one in so many samples, the best two on all of them.
_FIRST_SHARE: Final = 4
_FINALISTS: Final = 2
#: With at most so many cards left to draw, samples are played to the end; alone, with more.
_PLAYOUT_DECK: Final = 0
_PLAYOUT_ALONE: Final = 12
#: A sample that is played to its end says less than a value, and takes less time.
_MORE_AT_THE_END: Final = 2
#: Without commands and rivals, how much more than the cheapest turn a turn may advance.
_NARROW_SPREAD: Final = 20
_UP, _DOWN = slice(0, 2), slice(2, 4)


def spread_for(rules: Ruleset) -> int:
    """Return how much more than the cheapest turn a turn may advance: chances rest on it."""
    packed = packed_rules(rules)
    return SPREAD if packed.has_commands or packed.has_rivals else _NARROW_SPREAD


@dataclass(slots=True)
class Sampled:
    """What the samples of a view are made from."""

    known: Known
    ahead: Lookahead
    samples: int


class Sampler:
    """Samples for one game; the same seed gives the same samples."""

    def __init__(self, rules: Ruleset, *, samples: int, seed: int) -> None:
        self.packed = packed_rules(rules)
        self.samples = samples
        self.seed = seed
        self.search = new_search(new_desk(tables_for(rules)))
        self.limits = limits_for(self.packed)
        depth = depth_for(rules)
        spread = spread_for(rules)
        self.depth: Depth = depth._replace(candidates=_CANDIDATES, spread=spread)
        scales = scales_for(rules)
        self.is_calibrated = scales is not None
        scales = scales or (np.ones(PHASES), np.zeros(PHASES), 0.0)
        self.playout_deck = _PLAYOUT_ALONE if rules.players == 1 else _PLAYOUT_DECK
        turns = _TURNS_WITH_COMMANDS if self.packed.has_commands else depth.turns
        self.ahead = Lookahead(turns, spread, *scales)
        # With fewer turns to choose from, more games would be lost than `expert` loses.
        self.to_the_end = Lookahead(TO_THE_END, SPREAD, *scales)

    def begin(self, state: State, seat: int, moment: int) -> Sampled:
        """Pack what a seat knows at a moment of the game."""
        seen = view(state, seat, memory=True)
        self.search.left[:] = left_by(seen)
        deck = seen.deck_counts[state.rules.game.deck_of(state.seat)]
        is_late = deck <= self.playout_deck
        stream = start_of_stream(self.seed, moment * state.rules.players + seat) >> np.uint64(1)
        return Sampled(
            Known(pack_view(seen), seat, heard_from(seen), int(stream)),
            self.to_the_end if is_late else self.ahead,
            self.samples * (_MORE_AT_THE_END if is_late else 1),
        )

    def list_turns(self, sampled: Sampled) -> list[int]:
        """List the turns that `expert` values most."""
        count = list_candidates(
            self.packed,
            sampled.known.seen,
            self.limits,
            sampled.known.heard.signals,
            self.depth,
            self.search,
        )
        return [int(entry) for entry in self.search.candidates.chosen[:count]]

    def enter(self, turn: PlayedTurn) -> int:
        """Write the turn that was played behind the listed ones; return its entry."""
        entries = self.search.desk.buffer.entries
        index = entries.size - 1
        entry = entries[index]
        entry.used[:] = set_of_cards(placement.card for placement in turn.placements)
        facts, tops = 0, list(turn.before.tops)
        for card, pile in turn.placements:
            facts = facts_after(self.packed, turn.seat, facts, card, pile)
            tops[pile] = card
        entry.tops[:] = tops
        entry.facts = facts
        entry.count = len(turn.placements)
        entry.draws = len(turn.drawn)
        return index

    def placements(self, entry: int) -> tuple[Placement, ...]:
        """Return the placements of a listed turn."""
        return placements_of(self.search.desk.buffer, entry)

    def is_same(self, one: int, other: int) -> bool:
        """Whether two turns leave the same piles, or the same with two of a kind swapped."""
        first, second = (self.search.desk.buffer.entries[entry] for entry in (one, other))
        if tuple(first.used) != tuple(second.used):
            return False
        if self.packed.has_rivals:
            return tuple(first.tops) == tuple(second.tops)
        return all(sorted(first.tops[kind]) == sorted(second.tops[kind]) for kind in (_UP, _DOWN))

    def wait(self, sampled: Sampled) -> Floats:
        """Value the view of a seat that is not to move, sample by sample.

        Half of the samples are enough: nothing is compared with them.
        """
        return self.sample(sampled, [], 0, sampled.samples // 2)[0]

    def redraw(self, sampled: Sampled, entry: int, drawn: tuple[int, ...]) -> Floats:
        """Value a turn of the mover on the same samples, with the cards that it really drew."""
        return self.sample(sampled, [entry], 0, sampled.samples, drawn)[0]

    def compare(self, sampled: Sampled, listed: list[int], own: int | None) -> dict[int, Floats]:
        """Try turns on the same samples: all of them on some, the best two on all."""
        mine = [] if own is None else [own]
        first = max(2, sampled.samples // _FIRST_SHARE)
        values = self._sample_turns(sampled, [*listed, *mine], 0, first)
        finalists = sorted(listed, key=lambda entry: -values[entry].sum())[:_FINALISTS]
        rest = self._sample_turns(sampled, [*finalists, *mine], first, sampled.samples)
        for entry, more in rest.items():
            values[entry] = np.concatenate((values[entry], more))
        return values

    def _sample_turns(
        self, sampled: Sampled, entries: list[int], first: int, end: int
    ) -> dict[int, Floats]:
        if not entries:
            return {}
        values = self.sample(sampled, entries, first, end)
        return dict(zip(entries, values, strict=True))

    def sample(
        self,
        sampled: Sampled,
        entries: list[int],
        first: int,
        end: int,
        drawn: tuple[int, ...] = (),
    ) -> Floats:
        """Return the values of turns, or of a waiting seat's view, by turn and sample."""
        tried = Tried(
            np.array(entries, np.int64),
            np.array(drawn, np.int64),
            np.zeros((max(1, len(entries)), end)),
            np.zeros(1, np.uint64),
        )
        sampling.sample(
            self.packed, self.limits, sampled.known, sampled.ahead, first, end, self.search, tried
        )
        return tried.values[:, first:]
