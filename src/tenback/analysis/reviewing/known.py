"""Positions in which nothing is hidden from a seat: there the solver says 0 or 1."""

from dataclasses import replace

from tenback.analysis.solution import Solution
from tenback.analysis.solver import solve
from tenback.analysis.verdict import Verdict
from tenback.rules import Placement, State

__all__ = ["KnownEnds", "is_open"]

#: Positions that the solver may look at; an end with every card known takes far fewer.
_NODES = 20_000


def is_open(state: State, seat: int) -> bool:
    """Whether a seat, and every seat that holds cards, can tell every card.

    The solver plays for all of them as if they saw everything; here they do.
    """
    holders = [other for other, hand in enumerate(state.hands) if hand]
    return all(_is_everything_known(state, other) for other in {seat, *holders})


def _is_everything_known(state: State, seat: int) -> bool:
    """Whether a seat with perfect memory can tell every card: there is one way to deal the rest."""
    game = state.rules.game
    for deck, cards in enumerate(state.decks):
        hands = [
            len(hand)
            for other, hand in enumerate(state.hands)
            if other != seat and hand and game.deck_of(other) == deck
        ]
        if len(cards) + sum(hands) > 1 and (cards or len(hands) > 1):
            return False
    return True


class KnownEnds:
    """The solver's verdicts on positions of one game, each found once."""

    def __init__(self) -> None:
        self._found: dict[State, Solution] = {}

    def chance(self, state: State, seat: int) -> float | None:
        """Return 1 or 0 for a seat to which everything is known; None if the solver gave up."""
        if state.outcome is not None:
            return float(seat in state.outcome.winners)
        verdict = self._solution(state).verdict
        if verdict is Verdict.UNDECIDED:
            return None
        mover_wins = verdict is Verdict.WINNABLE
        is_own = state.rules.game.is_team_game or seat == state.seat
        return float(mover_wins == is_own)

    def best_turn(self, state: State) -> tuple[Placement, ...]:
        """Return the first turn of the solver's line."""
        line = self._solution(state).line
        return line[0] if line else ()

    def _solution(self, state: State) -> Solution:
        bare = replace(state, signals=())
        if bare not in self._found:
            self._found[bare] = solve(bare, seconds=None, nodes=_NODES)
        return self._found[bare]
