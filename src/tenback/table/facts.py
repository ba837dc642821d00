"""The consequences of a card, the end of a turn or a concession, as stored in events.

Deciding asks the rules once; applying an event only does what it says. A stored game therefore
stays as it was played, even if a rule is fixed later.
"""

import msgspec

from tenback.rules import Outcome, State

__all__ = ["GameEnded", "TurnPassed", "follow", "what_followed"]


class TurnPassed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The mover drew ``drawn`` cards; ``next`` is to move and must lay ``minimum`` cards."""

    drawn: int
    next: int
    minimum: int


class GameEnded(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The event ended the game."""

    termination: str
    score: int
    winners: tuple[int, ...]
    seat: int


def what_followed(before: State, after: State) -> tuple[TurnPassed | None, GameEnded | None]:
    """Return the consequences that led to a state, besides the card that was laid."""
    passed = ended = None
    if after.turns != before.turns:
        assert after.previous is not None
        passed = TurnPassed(after.previous.drawn, after.seat, after.minimum)
    if after.outcome is not None:
        outcome = after.outcome
        ended = GameEnded(outcome.termination, outcome.score, outcome.winners, outcome.seat)
    return passed, ended


def follow(state: State, passed: TurnPassed | None, ended: GameEnded | None) -> State:
    """Apply stored consequences to a state."""
    if passed is not None:
        state = state.passed_on(passed.drawn, passed.next, passed.minimum)
    if ended is not None:
        outcome = Outcome(ended.termination, ended.score, ended.winners, ended.seat)
        state = state.finished(outcome)
    return state
