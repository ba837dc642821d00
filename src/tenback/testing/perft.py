"""Node counts to a fixed depth: a cheap fingerprint of all the rules of a game."""

from tenback.rules import State

__all__ = ["perft"]


def perft(state: State, depth: int) -> int:
    """Count the ways to do ``depth`` actions (lay a card, end the turn) from here.

    A game that ends earlier counts once.
    """
    if depth == 0 or state.outcome is not None:
        return 1
    nodes = sum(perft(state.place(placement), depth - 1) for placement in state.legal_placements)
    if state.judge_end() is None:
        nodes += perft(state.end(), depth - 1)
    return nodes
