"""What the network is told of games side by side: of piles, of turns, of chosen turns.

As in ``lanes.py``, every function does its work for one number.
"""

from typing import Any, Final

import numpy as np

from tenback.bots.training.lines import EIGHTHS, pile_column
from tenback.bots.training.self_play import ASKED
from tenback.bots.training.workspace import (
    MOST_KEYS,
    SLOTS,
    Lanes,
    Lines,
    ListedPiles,
    ListedTurns,
    TurnRows,
)
from tenback.bots.value.inputs import (
    COME,
    InputRows,
    Reals,
    come_from_base,
    list_pile,
    order_piles,
    unseen_of,
)
from tenback.bots.value.network import WON, is_winning, pile_key
from tenback.bots.value.survey import COUNTS
from tenback.bots.value.turn_inputs import list_turn, list_used
from tenback.kernels.bits import HIGH, LOW
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, Numbers
from tenback.kernels.piles import deck_of_pile, is_ascending

__all__ = ["WORD", "write_chosen", "write_line", "write_pile", "write_turn"]

#: How many columns of a pile's line are written at once.
WORD: Final = 8


@jit
def write_pile(
    number: int, _numbers: Numbers, _reals: Reals, games: Lanes, piles: ListedPiles, words: int
) -> None:
    """Write a word of the columns of a pile's line, as if the whole hand were held.

    The number counts words: ``words`` for each line.
    """
    rules = games.rules[ASKED]
    line, word = number // words, number % words
    owner = piles.owners[line]
    lane, slot = games.active[owner // (4 * MOST_KEYS)], owner // MOST_KEYS % 4
    state, found = games.states[lane], piles.piles[lane, slot, owner % MOST_KEYS]
    seat = state.seat
    pile, top = int(found >> 8), int(found & 255)
    ascending = is_ascending(rules, pile)
    come = come_from_base(rules, pile, top)
    deck = deck_of_pile(rules, pile)
    un_low, un_high = unseen_of(rules, state, deck, seat)
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    for column in range(word * WORD, (word + 1) * WORD):
        piles.lines[line, column] = pile_column(
            rules, column, come, ascending, top, un_low, un_high, low, high
        )


@jit
def write_turn(
    number: int,
    numbers: Numbers,
    reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    piles: ListedPiles,
    written: TurnRows,
    start: int,
) -> None:
    """Write the rows of a listed turn beside its piles, and which piles those are."""
    rules, candidate = games.rules[ASKED], start + number
    owner = listed.owners[candidate]
    lane = games.active[owner]
    state = games.states[lane]
    entry = listed.entries[lane, listed.turns[lane, candidate - listed.firsts[owner]]]
    is_won = is_winning(rules, state, state.seat, entry)
    listed.bonus[candidate] = WON if is_won else np.float32(0)
    slots, counts = numbers[:SLOTS], numbers[SLOTS : SLOTS + COUNTS]
    inputs = InputRows(numbers[SLOTS + COUNTS :], reals)
    order_piles(rules, state.seat, entry.tops, slots)
    for slot in range(PILES):
        key = pile_key(rules, slot, int(slots[slot]), int(slots[COME + slot]))
        first = piles.firsts[slot] + piles.ends[slot, owner] - piles.sizes[slot, owner]
        written.keys[number, slot] = first + piles.stamps[lane, key] % MOST_KEYS
    heard = listed.heard[lane]
    size = list_turn(rules, state, state.seat, entry, heard, slots, counts, inputs)
    size = list_used(rules, entry, slots, inputs, size)
    written.counts[number] = size
    for index in range(size):
        written.rows[number, index] = inputs.indices[index]
        written.weights[number, index] = inputs.weights[index]


@jit
def _add_rows(inputs: InputRows, size: int, columns: Numbers, line: Lines) -> None:
    for index in range(size):
        line[columns[inputs.indices[index]]] += np.int8(EIGHTHS * inputs.weights[index])


@jit
def write_chosen(
    number: int,
    numbers: Numbers,
    reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    kept: Numbers,
    start: int,
    columns: Numbers,
    pool: Lines,
) -> None:
    """Keep what the network was told of a chosen turn, as the line of a whole position."""
    owner = kept[number]
    entry = listed.entries[games.active[owner], listed.chosen[owner]]
    write_line(numbers, reals, games, listed, owner, entry, columns, pool[start + number])


@jit
def write_line(
    numbers: Numbers,
    reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    owner: int,
    entry: Any,
    columns: Numbers,
    line: Lines,
) -> None:
    """Add what the network is told of a turn of an active game to an empty line."""
    rules, lane = games.rules[ASKED], games.active[owner]
    state = games.states[lane]
    seat = state.seat
    slots, counts = numbers[:SLOTS], numbers[SLOTS : SLOTS + COUNTS]
    inputs = InputRows(numbers[SLOTS + COUNTS :], reals)
    order_piles(rules, seat, entry.tops, slots)
    size = list_turn(rules, state, seat, entry, listed.heard[lane], slots, counts, inputs)
    _add_rows(inputs, size, columns, line)
    held = state.hands[seat, LOW] & ~entry.used[LOW], state.hands[seat, HIGH] & ~entry.used[HIGH]
    for slot in range(PILES):
        size = list_pile(rules, state, seat, slots, slot, held, inputs, 0)
        _add_rows(inputs, size, columns, line)
