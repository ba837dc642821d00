"""The last turns of a team, when nothing is hidden any more: found by trying them all."""

from typing import Any, Final

from numpy.typing import NDArray

from tenback.bots.search.best_turn import NO_TURN
from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.steps import deck_count, hand_count
from tenback.kernels.turn_buffer import EXACT, TurnBuffer, TurnEntry

__all__ = ["MOST_LAST_TURNS", "find_clearing", "is_alone"]

#: How many turns are tried where commands may end a turn: some milliseconds.
_MOST_TRIES: Final = 400
MOST_LAST_TURNS: Final = 8
#: Columns of ``tried``: how many cards the turn has that is tried, and its index.
CARDS, INDEX = range(2)
_WHOLE_HAND = 128


@jit
def is_alone(rules: PackedRules, seen: PackedState) -> bool:
    """Whether the mover holds the last cards of a team game: nothing is hidden any more."""
    if rules.has_rivals or deck_count(seen, 0) > 0:
        return False
    for other in range(rules.players):
        if other != seen.seat and hand_count(seen, other) > 0:
            return False
    return True


@jit
def _clears(state: PackedState, turn: TurnEntry) -> bool:
    """Whether a turn lays all the cards of the mover's hand."""
    low, high = state.hands[state.seat, LOW], state.hands[state.seat, HIGH]
    return (low & ~turn.used[LOW]) | (high & ~turn.used[HIGH]) == EMPTY


@jit
def _longest(state: PackedState, buffer: TurnBuffer, count: int) -> int:
    """Return the number of cards of the longest turn; _WHOLE_HAND if it lays the whole hand."""
    longest = 0
    for index in range(count):
        turn = buffer.entries[buffer.turns[index]]
        if _clears(state, turn):
            return _WHOLE_HAND
        longest = max(longest, turn.count)
    return longest


@jit
def find_clearing(
    rules: PackedRules, ends: NDArray[Any], tried: Numbers, buffer: TurnBuffer
) -> int:
    """Return the first of the turns that lay the whole hand; NO_TURN if there are none.

    One turn is enough, except with commands, which may end it early: then the turns after it are
    tried too, longest first, up to a limit. ``tried`` holds for every level the number of cards and
    the index of the turn being tried. This is a loop because Numba cannot cache recursive functions
    on disk.
    """
    count = enumerate_turns(rules, ends[0], EXACT, buffer)
    cards = _longest(ends[0], buffer, count)
    if cards == _WHOLE_HAND:
        for index in range(count):
            if _clears(ends[0], buffer.entries[buffer.turns[index]]):
                return buffer.turns[index]
    if not rules.has_commands:
        return NO_TURN
    tried[0, CARDS], tried[0, INDEX] = cards, -1
    level, tries = 0, 0
    while level >= 0 and tries < _MOST_TRIES:
        # Deeper levels have written over the turns of this one.
        count = enumerate_turns(rules, ends[level], EXACT, buffer)
        cards, index = tried[level, CARDS], tried[level, INDEX] + 1
        while cards > 0 and (index == count or buffer.entries[buffer.turns[index]].count != cards):
            index += 1
            if index >= count:
                cards, index = cards - 1, 0
        if cards <= 0:
            level -= 1
            continue
        tried[level, CARDS], tried[level, INDEX] = cards, index
        tries += 1
        after = ends[level + 1]
        ends[level + 1] = ends[level]
        play_turn(rules, after, buffer.entries[buffer.turns[index]])
        if after.phase != codes.PLAYING:
            continue
        cards = _longest(after, buffer, enumerate_turns(rules, after, EXACT, buffer))
        if cards == _WHOLE_HAND:
            enumerate_turns(rules, ends[0], EXACT, buffer)
            return buffer.turns[int(tried[0, INDEX])]
        if level + 2 < len(ends):
            level += 1
            tried[level, CARDS], tried[level, INDEX] = cards, -1
    return NO_TURN
