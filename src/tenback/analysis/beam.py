"""Beam search: among positions with the same number of cards laid only the best are expanded.

It finds lines and proves nothing. The work is done in slices, so that the caller can look at the
clock in between.
"""

from typing import NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.arrays import Records
from tenback.analysis.keys import is_remembered, key_of, new_table, remember
from tenback.analysis.outlook import ASKING, DRAWN, Weights, is_lost_for_sure, outlook
from tenback.analysis.paths import LineStep
from tenback.kernels import codes
from tenback.kernels.bits import HIGH, LOW, Cards, count_cards
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.judging import EXACT_COUNT
from tenback.kernels.packed import MAX_PLAYERS, PILES, Numbers, PackedRules, PackedState, Words
from tenback.kernels.steps import begin_turn
from tenback.kernels.turn_buffer import TurnBuffer, TurnEntry, TurnLimits

__all__ = ["Beam", "advance", "new_beam", "steps_to"]

#: Entries of ``Beam.marks``.
LAID, NEXT, PATHS, NODES, BEST_SCORE, BEST_PATH, WON = range(7)


class _Node(Protocol):
    """A position in the queue, with the turn that led to it."""

    hands: Words
    tops: Numbers
    used: Words
    seat: int
    drawn: int
    parent: int


class _Path(Protocol):
    """A turn, and the path that it extends."""

    used: Words
    tops: Numbers
    parent: int


_NODE = np.dtype(
    (
        np.record,
        [
            ("hands", np.uint64, (MAX_PLAYERS, 2)),
            ("tops", np.int64, (4,)),
            ("used", np.uint64, (2,)),
            ("seat", np.int64),
            ("drawn", np.int64),
            ("parent", np.int64),
        ],
    )
)
_PATH = np.dtype(
    (np.record, [("used", np.uint64, (2,)), ("tops", np.int8, (4,)), ("parent", np.int32)])
)
_NO_SCORE = 1 << 20
_LOST = 1000.0  # more than any two outlooks can differ


class Beam(NamedTuple):
    """The memory of a search.

    Positions are queued in rows by the number of cards laid since the start; a row is reused once
    no turn can reach it any more. Each expanded position leaves its turn in ``paths``.
    """

    nodes: Records[_Node]
    heaps: Numbers  #: by row: a heap of node indices, the worst one first
    values: NDArray[np.float64]
    sizes: Numbers
    paths: Records[_Path]
    table: Words
    marks: Numbers
    here: PackedState  #: the position that is being expanded
    there: PackedState  #: the position after a turn
    deck_sets: Words  #: by cards drawn: the set of what is still in the deck
    total: int  #: cards to lay


def new_beam(root: PackedState, width: int, longest_turn: int) -> Beam:
    """Return the memory for a search, with the start position queued."""
    deck = root.decks[0, root.drawn[0] : root.deck_end[0]].tolist()
    held = sum(int(word).bit_count() for word in root.hands.ravel())
    total = held + len(deck)
    rows = min(longest_turn, total) + 1
    deck_sets = np.zeros((int(root.deck_end[0]) + 1, 2), np.uint64)
    for index in range(int(root.deck_end[0]) - 1, int(root.drawn[0]) - 1, -1):
        deck_sets[index] = deck_sets[index + 1]
        card = int(root.decks[0, index])
        deck_sets[index, card >> 6] |= np.uint64(1 << (card & 63))
    marks = np.zeros(7, np.int64)
    marks[BEST_SCORE], marks[PATHS], marks[BEST_PATH], marks[WON] = _NO_SCORE, 1, -1, -1
    beam = Beam(
        nodes=cast("Records[_Node]", np.zeros((rows, width), _NODE)),
        heaps=np.zeros((rows, width), np.int64),
        values=np.zeros((rows, width), np.float64),
        sizes=np.zeros(rows, np.int64),
        # Every improvement of the best score needs a path, too.
        paths=cast("Records[_Path]", np.zeros(width * total + 2 * total + 2, _PATH)),
        table=new_table(16 * width),
        marks=marks,
        here=root.copy(),
        there=root.copy(),
        deck_sets=deck_sets,
        total=total,
    )
    node = beam.nodes[0, 0]
    node.hands[:] = root.hands
    node.tops[:] = root.tops
    node.seat, node.drawn, node.parent = root.seat, root.drawn[0], -1
    beam.sizes[0] = 1
    return beam


@jit
def _cards_to_come(rules: PackedRules, beam: Beam, state: PackedState) -> Cards:
    low, high = beam.deck_sets[state.drawn[0], LOW], beam.deck_sets[state.drawn[0], HIGH]
    for seat in range(rules.players):
        low |= state.hands[seat, LOW]
        high |= state.hands[seat, HIGH]
    return low, high


@jit
def _sift_down(heap: Numbers, values: NDArray[np.float64], size: int) -> None:
    """Move the first element of a heap down to its place."""
    at = 0
    moved = heap[0]
    value = values[moved]
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        if child + 1 < size and values[heap[child + 1]] < values[heap[child]]:
            child += 1
        if values[heap[child]] >= value:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = moved


@jit
def _sift_up(heap: Numbers, values: NDArray[np.float64], at: int) -> None:
    """Move the last element of a heap up to its place."""
    moved = heap[at]
    value = values[moved]
    while at > 0:
        parent = (at - 1) >> 1
        if values[heap[parent]] <= value:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = moved


@jit
def _leave_path(
    beam: Beam, used_low: np.uint64, used_high: np.uint64, tops: Numbers, by: int
) -> int:
    at = beam.marks[PATHS]
    path = beam.paths[at]
    path.used[LOW] = used_low
    path.used[HIGH] = used_high
    for pile in range(PILES):
        path.tops[pile] = tops[pile]
    path.parent = by
    beam.marks[PATHS] += 1
    return at


@jit
def advance(
    rules: PackedRules,
    beam: Beam,
    limits: TurnLimits,
    buffer: TurnBuffer,
    weights: Weights,
    budget: int,
) -> bool:
    """Expand up to ``budget`` positions; return whether the search is over."""
    rows, marks = beam.sizes.size, beam.marks
    while budget > 0:
        while marks[NEXT] >= beam.sizes[marks[LAID] % rows]:
            beam.sizes[marks[LAID] % rows] = 0
            marks[NEXT] = 0
            marks[LAID] += 1
            if marks[LAID] >= beam.total:
                return True
        budget -= 1
        _look_at(rules, beam, limits, buffer, weights)
        if marks[WON] >= 0:
            return True
    return False


@jit
def _look_at(
    rules: PackedRules, beam: Beam, limits: TurnLimits, buffer: TurnBuffer, weights: Weights
) -> None:
    marks, here = beam.marks, beam.here
    node = beam.nodes[marks[LAID] % beam.sizes.size, marks[NEXT]]
    marks[NEXT] += 1
    marks[NODES] += 1
    by = 0
    if node.parent >= 0:
        for seat in range(rules.players):
            here.hands[seat, LOW], here.hands[seat, HIGH] = (
                node.hands[seat, LOW],
                node.hands[seat, HIGH],
            )
        for pile in range(PILES):
            here.tops[pile] = node.tops[pile]
        here.seat, here.drawn[0], here.phase = node.seat, node.drawn, codes.PLAYING
        begin_turn(rules, here)
        by = _leave_path(beam, node.used[LOW], node.used[HIGH], node.tops, node.parent)
    low, high = _cards_to_come(rules, beam, here)
    count = enumerate_turns(rules, here, limits, buffer)
    if count == 0 and count_cards(low, high) < marks[BEST_SCORE]:
        marks[BEST_SCORE], marks[BEST_PATH] = count_cards(low, high), by
    for index in range(count):
        turn = buffer.entries[buffer.turns[index]]
        _consider(rules, beam, turn, low & ~turn.used[LOW], high & ~turn.used[HIGH], weights, by)
        if marks[WON] >= 0:
            return


@jit
def _consider(
    rules: PackedRules,
    beam: Beam,
    turn: TurnEntry,
    low: np.uint64,
    high: np.uint64,
    weights: Weights,
    by: int,
) -> None:
    """Queue the position after a turn, if it is good enough and new."""
    marks, here, there = beam.marks, beam.here, beam.there
    row: int = (marks[LAID] + turn.count - here.laid) % beam.sizes.size
    width = beam.heaps.shape[1]
    heap, values = beam.heaps[row], beam.values[row]
    size: int = beam.sizes[row]
    value = outlook(turn.tops, low, high, weights)
    if rules.has_commands:
        value += _command_outlook(rules, here, turn, low, high, weights)
    if size == width and value <= values[heap[0]]:
        return
    _copy(rules, here, there)
    play_turn(rules, there, turn)
    if there.phase == codes.OVER:
        if there.winners != 0:
            marks[WON] = _leave_path(beam, turn.used[LOW], turn.used[HIGH], turn.tops, by)
        elif there.score < marks[BEST_SCORE]:
            marks[BEST_SCORE] = there.score
            marks[BEST_PATH] = _leave_path(beam, turn.used[LOW], turn.used[HIGH], turn.tops, by)
        return
    if is_lost_for_sure(turn.tops, low, high) or _holds_too_little(rules, there):
        value -= _LOST
        if size == width and value <= values[heap[0]]:
            return
    key = key_of(rules, there)
    if is_remembered(beam.table, key):
        return
    remember(beam.table, key)
    slot: int = size if size < width else heap[0]
    node = beam.nodes[row, slot]
    for seat in range(rules.players):
        node.hands[seat, LOW], node.hands[seat, HIGH] = (
            there.hands[seat, LOW],
            there.hands[seat, HIGH],
        )
    for pile in range(PILES):
        node.tops[pile] = there.tops[pile]
    node.used[LOW], node.used[HIGH] = turn.used[LOW], turn.used[HIGH]
    node.seat, node.drawn, node.parent = there.seat, there.drawn[0], by
    values[slot] = value
    if size < width:
        beam.sizes[row] += 1
        heap[size] = slot
        _sift_up(heap, values, size)
    else:
        _sift_down(heap, values, size)


@jit
def _command_outlook(
    rules: PackedRules,
    here: PackedState,
    turn: TurnEntry,
    low: np.uint64,
    high: np.uint64,
    weights: Weights,
) -> float:
    """Evaluate what Extreme adds: cards drawn, and commands to come that need more cards."""
    cards = rules.command_cards
    asking_low = cards[codes.SKULL_CARD, LOW] | cards[codes.THREE_CARD, LOW]
    asking_high = cards[codes.SKULL_CARD, HIGH] | cards[codes.THREE_CARD, HIGH]
    drawn = min(here.drawn[0] + turn.draws, here.deck_end[0])
    asking = count_cards(low & asking_low, high & asking_high)
    # They get worse late in the game: the cards that could cover or follow them are laid.
    return weights[DRAWN] * drawn + weights[ASKING] * asking / (count_cards(low, high) + 5)


@jit
def _holds_too_little(rules: PackedRules, state: PackedState) -> bool:
    """Whether a hand that draws no more is too small for a SKULL or a THREE in it (X-9, X-11)."""
    if not rules.has_commands or state.drawn[0] < state.deck_end[0]:
        return False
    cards = rules.command_cards
    for seat in range(rules.players):
        low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
        held = count_cards(low, high)
        skulls = count_cards(low & cards[codes.SKULL_CARD, 0], high & cards[codes.SKULL_CARD, 1])
        threes = count_cards(low & cards[codes.THREE_CARD, 0], high & cards[codes.THREE_CARD, 1])
        if (skulls > 0 and held == skulls) or (threes > 0 and held < EXACT_COUNT):
            return True
    return False


@jit
def _copy(rules: PackedRules, here: PackedState, there: PackedState) -> None:
    """Copy what a turn changes; the deck itself never changes."""
    for seat in range(rules.players):
        there.hands[seat, LOW], there.hands[seat, HIGH] = (
            here.hands[seat, LOW],
            here.hands[seat, HIGH],
        )
    for pile in range(PILES):
        there.tops[pile] = here.tops[pile]
    there.drawn[0] = here.drawn[0]
    there.phase, there.seat, there.minimum = here.phase, here.seat, here.minimum
    there.laid, there.facts, there.turns = here.laid, here.facts, here.turns


def steps_to(beam: Beam, path: int) -> list[LineStep]:
    """Return the turns on a path."""
    steps: list[LineStep] = []
    while path > 0:
        steps.append(LineStep.of_entry(beam.paths[path]))
        path = int(beam.paths[path].parent)
    return steps[::-1]
