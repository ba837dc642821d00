"""Small positions that explain a rule: to be looked at, and to lay cards in."""

from collections.abc import Iterable

from tenback.records import parse_position
from tenback.rules import Placement, State

__all__ = ["EXAMPLES", "example_after"]

#: By game: the rule that a position explains, and the position.
EXAMPLES: dict[str, dict[str, str]] = {
    "original": {
        "G-11": "original piles=12,34,88,71 hands=15,40,69,90,97 deck=?40",
        "G-13": "original piles=58,30,70,23 hands=33,47,48,49,61 deck=?40",
        "G-14": "original piles=58,1,100,100 hands=41,51,61,80,90 deck=?40",
    },
    "extreme": {
        "X-9": "extreme piles=40,5,70,90 hands=7,9,44,60,66 deck=?40 layout=even",
        "X-19": "extreme piles=58,30,70,42 hands=20,34,48,61,80 deck=?40 layout=even",
    },
    "duel": {
        "D-10": "duel piles=26,45,30,38 hands=16,27,36,55|?6 deck=?20|?20",
        "D-12": "duel piles=20,45,30,38 hands=24,33,40,44|?6 deck=?20|?20",
    },
}


def example_after(game: str, rule: str, laid: Iterable[Placement]) -> State:
    """Return an example after some cards; KeyError if none, Refusal if a card does not fit."""
    state = parse_position(EXAMPLES[game][rule]).completed().to_state()
    for placement in laid:
        state = state.place(placement)
    return state
