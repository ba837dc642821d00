"""The evaluator of a review: the chance of a seat to win, from what the seat could know."""

from dataclasses import dataclass, replace
from typing import Final

from tenback.analysis.reviewing.estimates import SURE, Measured, measure
from tenback.analysis.reviewing.known import KnownEnds, is_open
from tenback.analysis.reviewing.moments import PlayedTurn
from tenback.analysis.reviewing.sampler import Sampled, Sampler
from tenback.analysis.reviewing.sampling import Floats, is_lost
from tenback.kernels.packing import pack_state
from tenback.rules import Placement, Ruleset, State

__all__ = ["Evaluator", "TurnChances"]

_LOST: Final = Measured(0.0)


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


class Evaluator:
    """Values turns and views of one game; the same seed gives the same numbers."""

    def __init__(self, rules: Ruleset, *, samples: int, seed: int) -> None:
        self.sampler = Sampler(rules, samples=samples, seed=seed)
        self._ends = KnownEnds()

    # What a seat knows ----------------------------------------------------------------------

    def exact(self, state: State, seat: int) -> Measured | None:
        """Return the chance of a seat where it is certain: the game is over, decided, or lost."""
        if state.outcome is not None:
            return Measured(float(seat in state.outcome.winners))
        if is_lost(self.sampler.packed, pack_state(state)):
            return _LOST
        chance = self._ends.chance(state, seat) if is_open(state, seat) else None
        return None if chance is None else Measured(chance)

    def seat(self, state: State, seat: int, moment: int) -> Measured:
        """Return the chance of a seat that is not to move."""
        certain = self.exact(state, seat)
        if certain is not None:
            return certain
        sampled = self.sampler.begin(state, seat, moment)
        return measure(self.sampler.wait(sampled))

    def mover(self, state: State, moment: int) -> Measured:
        """Return the chance of the seat to move with the best turn known."""
        certain = self.exact(state, state.seat)
        if certain is not None:
            return certain
        sampled = self.sampler.begin(state, state.seat, moment)
        tried = self.sampler.compare(sampled, self.sampler.list_turns(sampled), None)
        found = [measure(values) for values in tried.values() if values.size == sampled.samples]
        return max(found, key=lambda one: one.value, default=_LOST)

    # What a turn was worth ------------------------------------------------------------------

    def turn(self, turn: PlayedTurn) -> TurnChances:
        """Value a turn of the seat to move, the best one known, and the draw."""
        return self._value(turn, with_draw=True)

    def attempt(self, turn: PlayedTurn) -> TurnChances:
        """Value another turn on the same samples, without its draw."""
        return self._value(turn, with_draw=False)

    def _value(self, turn: PlayedTurn, *, with_draw: bool) -> TurnChances:
        state, seat = turn.before, turn.seat
        before = self.exact(state, seat)
        after = self.exact(turn.after, seat)
        if turn.seat != state.seat:
            chance = self.seat(state, seat, turn.number - 1)
            return TurnChances(chance, _LOST, _LOST, chance, Measured(0.0), before is not None)
        if before is not None and after is not None:
            lost = max(0.0, before.value - after.value)
            better = self._ends.best_turn(state) if lost else None
            best = Measured(after.value + lost)
            return TurnChances(best, after, after, Measured(lost), Measured(0.0), True, better)
        return self._sampled_turn(turn, with_draw=with_draw)

    def _sampled_turn(self, turn: PlayedTurn, *, with_draw: bool) -> TurnChances:
        sampled = self.sampler.begin(turn.before, turn.seat, turn.number - 1)
        listed = self.sampler.list_turns(sampled)
        own = self.sampler.enter(turn) if turn.is_whole else None
        listed = [entry for entry in listed if own is None or not self.sampler.is_same(entry, own)]
        values = self.sampler.compare(sampled, listed, own)
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
        placements = None if better is None else self.sampler.placements(better)
        if better is not None:
            best = Measured(played.value + loss.value, best.error)
        chances = TurnChances(
            best=best,
            played=played,
            drawn=None,
            loss=loss,
            luck=Measured(0.0),
            is_exact=False,
            better=placements,
        )
        if not with_draw:
            return chances
        drawn, luck = self._draw(turn, sampled, own, played, values)
        return replace(chances, drawn=drawn, luck=luck)

    def _draw(
        self,
        turn: PlayedTurn,
        sampled: Sampled,
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
        drawn = self.sampler.redraw(sampled, own, turn.drawn)
        gain = measure(drawn - values[own])
        return Measured(played.value + gain.value, measure(drawn).error), gain
