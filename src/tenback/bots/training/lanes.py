"""Many games side by side: what is done for one of them, or for one turn that is looked at.

Every function here does its work for one number, so that a graphics card may do all numbers at once
and a processor one after the other (``devices.py``). ``numbers`` and ``reals`` are room to work in.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.bots.inputs import MOST_ROWS, Reals, collect_rows
from tenback.bots.linear import NO_TURN
from tenback.bots.native import limits_for, play_turns
from tenback.bots.network import WON, is_winning
from tenback.bots.quick_turns import list_turns
from tenback.bots.talk import hear_signals
from tenback.bots.valued import SPREAD
from tenback.kernels import codes
from tenback.kernels._jit import jit
from tenback.kernels.deals import deal
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.turn_buffer import TurnBuffer

__all__ = [
    "ROOM",
    "choose_turn",
    "deal_game",
    "list_game",
    "name_owners",
    "play_game",
    "write_candidate",
    "write_chosen",
]

#: An array of records, on the processor or on a card.
Records = Any
_SLOTS = 12
#: How many ``numbers`` a function needs to work in; of ``reals`` no more.
ROOM: Final = _SLOTS + MOST_ROWS


@jit
def deal_game(
    lane: int,
    _numbers: Numbers,
    _reals: Reals,
    rules: Records,
    states: Records,
    first_seed: int,
    playing: Numbers,
) -> None:
    """Deal the game of a lane."""
    deal(rules[0], states[lane], first_seed + lane)
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
    seats: Numbers,
    counts: Numbers,
) -> None:
    """List the turns of a game's mover; every ``talking``-th game by its seed has signals."""
    lane = active[number]
    state = states[lane]
    for pile in range(4):
        heard[lane, pile] = 0
    if talking > 0 and (first_seed + lane) % talking == 0:
        hear_signals(rules[0], state, state.seat, heard[lane])
    limits = limits_for(rules[0])
    buffer = TurnBuffer(entries[lane], turns[lane], slots[lane], whole_slots[lane], marks[lane])
    seats[number] = state.seat
    counts[number] = list_turns(rules[0], state, limits, SPREAD, buffer)


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
def _write_inputs(
    rules: PackedRules,
    state: PackedState,
    entry: Any,
    signals: Numbers,
    numbers: Numbers,
    reals: Reals,
    inputs: Reals,
) -> None:
    """Add the rows of the position after a turn to a line of zeros."""
    rows = numbers[_SLOTS:]
    size = collect_rows(rules, state, state.seat, entry, signals, numbers[:_SLOTS], rows, reals)
    for index in range(size):
        inputs[rows[index]] += reals[index]


@jit
def write_candidate(
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
    inputs: Reals,
    bonus: Reals,
) -> None:
    """Write what the network is told of a listed turn; and what it is worth more for winning."""
    candidate = start + number
    owner = owners[candidate]
    lane = active[owner]
    entry = entries[lane, turns[lane, candidate - firsts[owner]]]
    state = states[lane]
    bonus[candidate] = WON if is_winning(rules[0], state, state.seat, entry) else np.float32(0)
    _write_inputs(rules[0], state, entry, heard[lane], numbers, reals, inputs[number])


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
    pool: Reals,
) -> None:
    """Keep what the network was told of a chosen turn."""
    owner = kept[number]
    lane = active[owner]
    entry = entries[lane, chosen[owner]]
    _write_inputs(rules[0], states[lane], entry, heard[lane], numbers, reals, pool[start + number])


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
    playing: Numbers,
    winners: Numbers,
    scores: Numbers,
) -> None:
    """Play the chosen turn; without one, lose."""
    lane = active[number]
    state = states[lane]
    if chosen[number] == NO_TURN:
        play_turns(rules[0], state, codes.GREEDY, 1, generators[lane])
    else:
        play_turn(rules[0], state, entries[lane, chosen[number]])
    playing[lane] = 1 if state.phase == codes.PLAYING else 0
    winners[lane] = state.winners
    scores[lane] = state.score
