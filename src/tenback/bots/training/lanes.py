"""Many games side by side: what is done for one of them, or for one turn that is looked at.

Every function here does its work for one number, so that a GPU may do all numbers at once
and a processor one after the other (``devices.py``). ``numbers`` and ``reals`` are room to work in.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.bots.search.best_turn import NO_TURN
from tenback.bots.search.near_turns import list_turns
from tenback.bots.search.turns import limits_for, play_turns
from tenback.bots.signals import hear_signals
from tenback.bots.training.lines import EIGHTHS, pile_column
from tenback.bots.training.self_play import ASKED, rules_now
from tenback.bots.value.inputs import ONE, Reals, list_base, list_pile, order_piles, unseen_of
from tenback.bots.value.network import WON, is_winning, pile_key
from tenback.bots.value.turn_inputs import list_turn, list_used
from tenback.kernels import codes
from tenback.kernels.bits import count_cards
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal
from tenback.kernels.enumeration import play_turn
from tenback.kernels.judging import is_ascending
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.steps import deck_count, deck_of
from tenback.kernels.turn_buffer import TurnBuffer

__all__ = [
    "MOST_KEYS",
    "ROOM",
    "TURN_ROWS",
    "WORD",
    "choose_turn",
    "deal_game",
    "list_game",
    "name_keys",
    "name_owners",
    "name_piles",
    "play_game",
    "write_chosen",
    "write_pile",
    "write_turn",
]

#: An array of records, on the processor or on a GPU.
Records = Any
#: Lines of inputs, as eighths.
Lines = NDArray[np.int8]
#: How many different piles a slot may have among the turns of a mover: four, each with its top or
#: any card of the hand on it.
MOST_KEYS: Final = 40
#: More rows than a turn has beside its piles, laying eight commands.
TURN_ROWS: Final = 144
#: How many columns of a pile's line are written at once.
WORD: Final = 8
_SLOTS = 12
#: How many ``numbers`` a function needs to work in, of ``reals`` no more: the most are the rows of
#: a pile, every card and every command.
ROOM: Final = _SLOTS + 160


@jit
def deal_game(
    lane: int,
    _numbers: Numbers,
    _reals: Reals,
    rules: Records,
    states: Records,
    first_seed: int,
    strict_deck: int,
    playing: Numbers,
) -> None:
    """Deal the game of a lane; for ``strict_deck`` see ``rules_now``."""
    states[lane].drawn[0] = 0
    states[lane].deck_end[0] = rules[ASKED].deck_size
    deal(rules_now(rules, states[lane], strict_deck), states[lane], first_seed + lane)
    playing[lane] = 1 if states[lane].phase == codes.PLAYING else 0


@jit
def list_game(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    rules: Records,
    states: Records,
    active: Numbers,
    entries: Records,
    turns: Numbers,
    slots: Numbers,
    whole_slots: Numbers,
    marks: Numbers,
    heard: Numbers,
    first_seed: int,
    talking: int,
    spread: int,
    seats: Numbers,
    counts: Numbers,
) -> None:
    """List the turns of a game's mover; every ``talking``-th game by its seed has signals."""
    lane = active[number]
    state = states[lane]
    for pile in range(4):
        heard[lane, pile] = 0
    if talking > 0 and (first_seed + lane) % talking == 0:
        hear_signals(rules[ASKED], state, state.seat, heard[lane])
    limits = limits_for(rules[ASKED])
    buffer = TurnBuffer(entries[lane], turns[lane], slots[lane], whole_slots[lane], marks[lane])
    seats[number] = state.seat
    counts[number] = list_turns(rules[ASKED], state, limits, spread, buffer)


@jit
def name_owners(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    firsts: Numbers,
    counts: Numbers,
    owners: Numbers,
) -> None:
    """Write down whose the listed turns are, which lie one game after the other."""
    for index in range(counts[number]):
        owners[firsts[number] + index] = number


@jit
def name_keys(
    number: int,
    numbers: Numbers,
    _reals: Reals,
    rules: Records,
    states: Records,
    active: Numbers,
    entries: Records,
    turns: Numbers,
    counts: Numbers,
    mark: int,
    stamps: Numbers,
    piles: Numbers,
    sizes: Numbers,
) -> None:
    """Number the different piles of each slot among a game's listed turns.

    ``stamps`` gets the number of each, beside the mark of this call; ``piles`` gets the pile and
    its top, ``sizes`` how many there are.
    """
    lane = active[number]
    seat = states[lane].seat
    for slot in range(4):
        sizes[slot, number] = 0
    for index in range(counts[number]):
        tops = entries[lane, turns[lane, index]].tops
        order_piles(rules[ASKED], seat, tops, numbers)
        for slot in range(4):
            pile = int(numbers[slot])
            key = pile_key(rules[ASKED], slot, pile, int(numbers[4 + slot]))
            if stamps[lane, key] // MOST_KEYS != mark:
                size = sizes[slot, number]
                stamps[lane, key] = mark * MOST_KEYS + size
                piles[lane, slot, size] = pile << 8 | tops[pile]
                sizes[slot, number] = size + 1


@jit
def name_piles(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    sizes: Numbers,
    ends: Numbers,
    pile_firsts: Numbers,
    first_game: int,
    owners: Numbers,
) -> None:
    """Write down whose the piles of a game from the first one on are, slot by slot."""
    game = first_game + number
    for slot in range(4):
        first = pile_firsts[slot] + ends[slot, game] - sizes[slot, game]
        for index in range(sizes[slot, game]):
            owners[first + index] = (game * 4 + slot) * MOST_KEYS + index


@jit
def write_pile(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    rules: Records,
    states: Records,
    active: Numbers,
    piles: Numbers,
    owners: Numbers,
    words: int,
    lines: Lines,
) -> None:
    """Write some columns of what the network is told of a pile, with the whole hand held.

    The number is that of the pile and of a part of its line, of which there are so many words.
    """
    line, word = number // words, number % words
    owner = owners[line]
    lane, slot, index = active[owner // (4 * MOST_KEYS)], owner // MOST_KEYS % 4, owner % MOST_KEYS
    state = states[lane]
    seat = state.seat
    pile, top = int(piles[lane, slot, index] >> 8), int(piles[lane, slot, index] & 255)
    ascending = is_ascending(rules[ASKED], pile)
    come = top if ascending else rules[ASKED].deck_size + 3 - top
    deck = deck_of(rules[ASKED], rules[ASKED].owners[pile]) if rules[ASKED].has_rivals else 0
    un_low, un_high = unseen_of(rules[ASKED], state, deck, seat)
    for column in range(word * WORD, (word + 1) * WORD):
        lines[line, column] = pile_column(
            rules[ASKED],
            column,
            come,
            ascending,
            top,
            un_low,
            un_high,
            state.hands[seat, 0],
            state.hands[seat, 1],
        )


@jit
def _list_rest(
    rules: PackedRules,
    state: PackedState,
    entry: Any,
    signals: Numbers,
    slots: Numbers,
    rows: Numbers,
    weights: Reals,
) -> int:
    """List the rows of a turn that are not those of its piles; how many."""
    seat = state.seat
    held = count_cards(state.hands[seat, 0] & ~entry.used[0], state.hands[seat, 1] & ~entry.used[1])
    drawn = min(entry.draws, deck_count(state, deck_of(rules, seat)))
    size = list_base(rules, state, seat, held, drawn, rows, 0)
    for index in range(size):
        weights[index] = ONE
    return list_turn(rules, state, seat, entry, signals, slots, rows, weights, size)


@jit
def write_turn(
    number: int,
    numbers: Numbers,
    reals: Reals,
    rules: Records,
    states: Records,
    active: Numbers,
    entries: Records,
    turns: Numbers,
    heard: Numbers,
    firsts: Numbers,
    owners: Numbers,
    start: int,
    stamps: Numbers,
    sizes: Numbers,
    ends: Numbers,
    pile_firsts: Numbers,
    rows: NDArray[np.int16],
    weights: Reals,
    counts: NDArray[np.int32],
    keys: NDArray[np.int32],
    bonus: Reals,
) -> None:
    """Write the rows of a listed turn beside its piles, and which piles those are.

    ``bonus`` gets what the turn is worth more for winning.
    """
    candidate = start + number
    owner = owners[candidate]
    lane = active[owner]
    entry = entries[lane, turns[lane, candidate - firsts[owner]]]
    state = states[lane]
    bonus[candidate] = WON if is_winning(rules[ASKED], state, state.seat, entry) else np.float32(0)
    slots, listed = numbers[:_SLOTS], numbers[_SLOTS:]
    order_piles(rules[ASKED], state.seat, entry.tops, slots)
    for slot in range(4):
        key = pile_key(rules[ASKED], slot, int(slots[slot]), int(slots[4 + slot]))
        first = pile_firsts[slot] + ends[slot, owner] - sizes[slot, owner]
        keys[number, slot] = first + stamps[lane, key] % MOST_KEYS
    size = _list_rest(rules[ASKED], state, entry, heard[lane], slots, listed, reals)
    size = list_used(rules[ASKED], entry, slots, listed, reals, size)
    counts[number] = size
    for index in range(size):
        rows[number, index] = listed[index]
        weights[number, index] = reals[index]


@jit
def _add_rows(rows: Numbers, weights: Reals, size: int, columns: Numbers, line: Lines) -> None:
    for index in range(size):
        line[columns[rows[index]]] += np.int8(EIGHTHS * weights[index])


@jit
def choose_turn(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    active: Numbers,
    turns: Numbers,
    firsts: Numbers,
    counts: Numbers,
    values: Reals,
    bonus: Reals,
    chosen: Numbers,
    levels: Reals,
) -> None:
    """Choose the turn of a game that is worth most."""
    first = firsts[number]
    chosen[number] = NO_TURN
    for index in range(counts[number]):
        value = values[first + index] + bonus[first + index]
        if chosen[number] == NO_TURN or value > levels[number]:
            chosen[number] = turns[active[number], index]
            levels[number] = value


@jit
def write_chosen(
    number: int,
    numbers: Numbers,
    reals: Reals,
    rules: Records,
    states: Records,
    active: Numbers,
    entries: Records,
    heard: Numbers,
    chosen: Numbers,
    kept: Numbers,
    start: int,
    columns: Numbers,
    pool: Lines,
) -> None:
    """Keep what the network was told of a chosen turn, as the line of a whole position."""
    owner = kept[number]
    lane = active[owner]
    state, entry = states[lane], entries[lane, chosen[owner]]
    seat, line = state.seat, pool[start + number]
    slots, rows = numbers[:_SLOTS], numbers[_SLOTS:]
    order_piles(rules[ASKED], seat, entry.tops, slots)
    size = _list_rest(rules[ASKED], state, entry, heard[lane], slots, rows, reals)
    _add_rows(rows, reals, size, columns, line)
    for slot in range(4):
        pile = int(slots[slot])
        size = list_pile(
            rules[ASKED],
            state,
            seat,
            slot,
            pile,
            int(slots[4 + slot]),
            entry.tops[pile],
            state.hands[seat, 0] & ~entry.used[0],
            state.hands[seat, 1] & ~entry.used[1],
            rows,
            reals,
            0,
        )
        _add_rows(rows, reals, size, columns, line)


@jit
def play_game(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    rules: Records,
    states: Records,
    active: Numbers,
    entries: Records,
    chosen: Numbers,
    generators: NDArray[np.uint64],
    strict_deck: int,
    playing: Numbers,
    winners: Numbers,
    scores: Numbers,
) -> None:
    """Play the chosen turn; without one, lose. For ``strict_deck`` see ``rules_now``."""
    lane = active[number]
    state = states[lane]
    now = rules_now(rules, state, strict_deck)
    if chosen[number] == NO_TURN:
        play_turns(now, state, codes.GREEDY, 1, generators[lane])
    else:
        play_turn(now, state, entries[lane, chosen[number]])
    playing[lane] = 1 if state.phase == codes.PLAYING else 0
    winners[lane] = state.winners
    scores[lane] = state.score
