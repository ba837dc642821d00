"""Brute force for small positions: every card on every pile, by the rules alone."""

from collections.abc import Iterator

from tenback.rules import State


def next_states(state: State) -> Iterator[State]:
    """Yield every state that a legal card, or the end of the turn, leads to."""
    for placement in state.legal_placements:
        yield state.place(placement)
    if state.laid and state.judge_end() is None:
        yield state.end()


def _key(state: State) -> tuple[object, ...]:
    return state.hands, state.decks, state.tops, state.seat, state.minimum, state.laid


def team_wins(state: State, known: dict[tuple[object, ...], bool] | None = None) -> bool:
    """Whether a team that knows every card can win."""
    known = {} if known is None else known
    if state.outcome is not None:
        return state.outcome.won
    key = _key(state)
    if key not in known:
        known[key] = any(team_wins(after, known) for after in next_states(state))
    return known[key]


def winner_of_duel(state: State, known: dict[tuple[object, ...], int] | None = None) -> int:
    """Return who wins a duel when both know every card."""
    known = {} if known is None else known
    if state.outcome is not None:
        assert state.outcome.winner is not None
        return state.outcome.winner
    key = _key(state)
    if key not in known:
        wins = any(winner_of_duel(after, known) == state.seat for after in next_states(state))
        known[key] = state.seat if wins else 1 - state.seat
    return known[key]
