"""The evaluator of a review: the chance of a seat to win, from what the seat could know."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from tenback.analysis.review import sampling
from tenback.analysis.review.calibration import scales_for
from tenback.analysis.review.estimates import SURE, Measured, measure
from tenback.analysis.review.known import KnownEnds, is_open
from tenback.analysis.review.moments import PlayedTurn
from tenback.analysis.review.sampling import PHASES, Floats, Lookahead, is_lost
from tenback.bots.players.compiled import packed_rules
from tenback.bots.players.learned import heard_from
from tenback.bots.players.master import depth_for
from tenback.bots.search.best_turn import new_desk
from tenback.bots.search.deep import list_candidates, new_search
from tenback.bots.search.hidden_hands import left_by
from tenback.bots.search.plans import Depth
from tenback.bots.search.turns import limits_for
from tenback.bots.search.workspace import Heard
from tenback.bots.value.weights import network_for
from tenback.kernels.deals import start_of_stream
from tenback.kernels.facts import facts_after
from tenback.kernels.packed import PackedState
from tenback.kernels.packing import pack_state, pack_view, set_of_cards
from tenback.kernels.turn_buffer import placements_of
from tenback.rules import Placement, Ruleset, State, view

__all__ = ["Evaluator", "TurnChances"]

_CANDIDATES: Final = 6
#: All candidates are tried on this share of the samples, the best two on all of them.
_FIRST_SHARE: Final = 4
_FINALISTS: Final = 2
#: From so many cards left to draw on, samples are played to the end; alone, from more on.
_PLAYOUT_DECK: Final = 0
_PLAYOUT_ALONE: Final = 12
#: A sample that is played to its end says less than a value, and takes less time.
_MORE_AT_THE_END: Final = 2
_LOST: Final = Measured(0.0)
_UP, _DOWN = slice(0, 2), slice(2, 4)


@dataclass(frozen=True, slots=True)
class TurnChances:
    """What a turn was worth to its seat.

    ``better`` is a turn that was better beyond the error; ``best`` its chance, or that of the turn
    played. ``drawn`` is None where the next turn is the seat's own: its chance is the same then.
    """

    best: Measured
    played: Measured
    drawn: Measured | None
    loss: Measured
    luck: Measured
    is_exact: bool
    better: tuple[Placement, ...] | None = None


@dataclass(slots=True)
class _Sampled:
    """What the samples of a view are made from."""

    seen: PackedState
    heard: Heard
    turns: int
    stream: int
    samples: int


class Evaluator:
    """Values turns and views of one game; the same seed gives the same numbers."""

    def __init__(self, rules: Ruleset, *, samples: int, seed: int) -> None:
        self.packed = packed_rules(rules)
        self.samples = samples
        self.seed = seed
        self.ends = KnownEnds()
        self.search = new_search(new_desk(network_for(rules)))
        self.limits = limits_for(self.packed)
        depth = depth_for(rules)
        self.depth: Depth = depth._replace(candidates=_CANDIDATES)
        scales = scales_for(rules)
        self.is_calibrated = scales is not None
        slopes, offsets = scales or (np.ones(PHASES), np.zeros(PHASES))
        playout = _PLAYOUT_ALONE if rules.players == 1 else _PLAYOUT_DECK
        self.ahead = Lookahead(depth.turns, playout, depth.spread, slopes, offsets)

    # What a seat knows ----------------------------------------------------------------------

    def exact(self, state: State, seat: int) -> Measured | None:
        """Return the chance of a seat where it is certain: the game is over, decided, or lost."""
        if state.outcome is not None:
            return Measured(float(seat in state.outcome.winners))
        if is_lost(self.packed, pack_state(state)):
            return _LOST
        chance = self.ends.chance(state, seat) if is_open(state, seat) else None
        return None if chance is None else Measured(chance)

    def seat(self, state: State, seat: int, moment: int) -> Measured:
        """Return the chance of a seat that is not to move."""
        certain = self.exact(state, seat)
        if certain is not None:
            return certain
        sampled = self._begin(state, seat, moment)
        return measure(self._sample(sampled, seat, [], 0, sampled.samples)[0])

    def mover(self, state: State, moment: int) -> Measured:
        """Return the chance of the seat to move with the best turn known."""
        certain = self.exact(state, state.seat)
        if certain is not None:
            return certain
        sampled = self._begin(state, state.seat, moment)
        tried = self._try(sampled, self._list(sampled), None)
        found = [measure(values) for values in tried.values() if values.size == sampled.samples]
        return max(found, key=lambda one: one.value, default=_LOST)

    # What a turn was worth ------------------------------------------------------------------

    def turn(self, turn: PlayedTurn) -> TurnChances:
        """Value a turn of the seat to move, the best one known, and the draw."""
        state, seat = turn.before, turn.seat
        before = self.exact(state, seat)
        after = self.exact(turn.after, seat)
        if turn.seat != state.seat:
            chance = self.seat(state, seat, turn.number - 1)
            return TurnChances(chance, _LOST, _LOST, chance, Measured(0.0), before is not None)
        if before is not None and after is not None:
            lost = max(0.0, before.value - after.value)
            better = self.ends.best_turn(state) if lost else None
            best = Measured(after.value + lost)
            return TurnChances(best, after, after, Measured(lost), Measured(0.0), True, better)
        return self._sampled_turn(turn)

    def _sampled_turn(self, turn: PlayedTurn) -> TurnChances:
        sampled = self._begin(turn.before, turn.seat, turn.number - 1)
        listed = self._list(sampled)
        own = self._enter(turn) if turn.is_whole else None
        listed = [entry for entry in listed if own is None or not self._is_same(entry, own)]
        values = self._try(sampled, listed, own)
        played = _LOST if own is None else measure(values[own])
        best, loss, better = played, Measured(0.0), None
        for entry in listed:
            if values[entry].size < sampled.samples:
                continue
            # Where the turn played lost at once, every sample of it is worth nothing.
            difference = values[entry] - (0.0 if own is None else values[own])
            gain = measure(difference)
            if gain.value > max(loss.value, SURE * gain.error):
                best, loss, better = measure(values[entry]), gain, entry
        placements = None if better is None else placements_of(self.search.desk.buffer, better)
        if better is not None:
            best = Measured(played.value + loss.value, best.error)
        drawn, luck = self._draw(turn, sampled, own, played, values)
        return TurnChances(best, played, drawn, loss, luck, False, placements)

    def _begin(self, state: State, seat: int, moment: int) -> _Sampled:
        """Pack what a seat knows at a moment of the game."""
        seen = view(state, seat, memory=True)
        self.search.left[:] = left_by(seen)
        deck = seen.deck_counts[state.rules.game.deck_of(state.seat)]
        to_the_end = deck <= self.ahead.playout_deck
        return _Sampled(
            pack_view(seen),
            heard_from(seen),
            sampling.turns_ahead(self.ahead, deck),
            int(start_of_stream(self.seed, moment * state.rules.players + seat) >> np.uint64(1)),
            self.samples * (_MORE_AT_THE_END if to_the_end else 1),
        )

    def _list(self, sampled: _Sampled) -> list[int]:
        """List the turns that `expert` values most."""
        count = list_candidates(
            self.packed,
            sampled.seen,
            self.limits,
            sampled.heard.signals,
            self.depth,
            self.search,
        )
        return [int(entry) for entry in self.search.candidates.chosen[:count]]

    def _enter(self, turn: PlayedTurn) -> int:
        """Write the turn that was played behind the listed ones; its entry."""
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

    def _is_same(self, one: int, other: int) -> bool:
        """Whether two turns leave the same piles, be it another of two of a kind."""
        first, second = (self.search.desk.buffer.entries[entry] for entry in (one, other))
        if tuple(first.used) != tuple(second.used):
            return False
        if self.packed.has_rivals:
            return tuple(first.tops) == tuple(second.tops)
        return all(sorted(first.tops[kind]) == sorted(second.tops[kind]) for kind in (_UP, _DOWN))

    def _try(self, sampled: _Sampled, listed: list[int], own: int | None) -> dict[int, Floats]:
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
        self, sampled: _Sampled, entries: list[int], first: int, end: int
    ) -> dict[int, Floats]:
        if not entries:
            return {}
        values = self._sample(sampled, int(sampled.seen.seat), entries, first, end)
        return dict(zip(entries, values, strict=True))

    def _sample(  # noqa: PLR0913 - what the compiled loop needs
        self,
        sampled: _Sampled,
        seat: int,
        entries: list[int],
        first: int,
        end: int,
        *,
        drawn: tuple[int, ...] = (),
    ) -> Floats:
        """Return the values of turns, or of a waiting seat's view, by turn and sample."""
        values = np.zeros((max(1, len(entries)), end))
        sampling.sample(
            self.packed,
            sampled.seen,
            seat,
            self.limits,
            self.ahead,
            sampled.turns,
            sampled.heard,
            np.array(entries, np.int64),
            np.array(drawn, np.int64),
            sampled.stream,
            first,
            end,
            self.search,
            values,
        )
        return values[:, first:]

    def _draw(
        self,
        turn: PlayedTurn,
        sampled: _Sampled,
        own: int | None,
        played: Measured,
        values: dict[int, Floats],
    ) -> tuple[Measured | None, Measured]:
        """Value the draw: (chance after it, what it was worth); None: that of the next turn."""
        after = turn.after
        if own is None:
            return played, Measured(0.0)
        certain = self.exact(after, turn.seat)
        # That the next seat is blocked comes to light only now, unless its hand was known.
        is_revealed = after.outcome is not None and after.seat != turn.seat
        if certain is not None and (not is_revealed or is_open(after, turn.seat)):
            return certain, certain.less(played)
        if after.seat == turn.seat:
            return None, Measured(0.0)
        if not turn.drawn:
            return played, Measured(0.0)
        drawn = self._sample(sampled, turn.seat, [own], 0, sampled.samples, drawn=turn.drawn)[0]
        gain = measure(drawn - values[own])
        return Measured(played.value + gain.value, measure(drawn).error), gain
