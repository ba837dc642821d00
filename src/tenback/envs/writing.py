"""Observations and masks, written by compiled code into arrays that the caller owns.

An observation is made from a packed state and a seat, but reads only what the packed view of that
seat holds as well: both give the same array, and a test says so.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, ONE, trailing_zeros
from tenback.kernels.compiling import jit
from tenback.kernels.facts import (
    binding_commands,
    bound_piles,
    has_helped,
    has_three,
    open_skulls,
    touched_piles,
)
from tenback.kernels.judging import unmet_duty
from tenback.kernels.legal import legal_cards
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.piles import first_own_pile
from tenback.kernels.steps import deck_count, hand_count

__all__ = ["SECTIONS", "Row", "Rows", "write_mask", "write_observation"]

Row = NDArray[np.int8]
#: A row for each game.
Rows = NDArray[np.int8]

#: The sections of an observation, in this order; a game has those that it needs.
SECTIONS: Final = (
    *("hand", "gone", "tops", "decks", "hand_counts", "to_move", "minimum", "laid"),
    *("helped", "touched", "commands", "skulls", "bound", "three"),
)
HAND: Final = SECTIONS.index("hand")
GONE: Final = SECTIONS.index("gone")
TOPS: Final = SECTIONS.index("tops")
DECKS: Final = SECTIONS.index("decks")
HAND_COUNTS: Final = SECTIONS.index("hand_counts")
TO_MOVE: Final = SECTIONS.index("to_move")
MINIMUM: Final = SECTIONS.index("minimum")
LAID: Final = SECTIONS.index("laid")
HELPED: Final = SECTIONS.index("helped")
TOUCHED: Final = SECTIONS.index("touched")
COMMANDS: Final = SECTIONS.index("commands")
SKULLS: Final = SECTIONS.index("skulls")
BOUND: Final = SECTIONS.index("bound")
THREE: Final = SECTIONS.index("three")

_KINDS: Final = len(codes.COMMANDS)
_WORD: Final = np.uint64(64)


@jit
def _write_cards(
    low: np.uint64, high: np.uint64, lowest: int, count: int, start: int, rows: Rows, index: int
) -> None:
    """Write a set of cards, an entry for each card of the game."""
    down = np.uint64(lowest)
    first = (low >> down) | (high << (_WORD - down))
    second = high >> down
    split = min(64, count)
    part = rows[index, start : start + count]
    for card in range(split):
        part[card] = (first >> np.uint64(card)) & ONE
    rest = part[split:]
    for card in range(count - split):
        rest[card] = (second >> np.uint64(card)) & ONE


@jit
def _write_count(count: int, start: int, rows: Rows, index: int) -> None:
    """Write a number as so many ones."""
    part = rows[index, start : start + count]
    for entry in range(part.size):
        part[entry] = 1


@jit
def _write_piles(piles: int, first: int, start: int, rows: Rows, index: int) -> None:
    """Write a set of piles, the seat's own first."""
    for order in range(4):
        rows[index, start + order] = (piles >> ((first + order) & 3)) & 1


@jit
def write_observation(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    starts: Numbers,
    memory: bool,
    rows: Rows,
    index: int,
) -> None:
    """Write what a seat may know into a row; ``starts`` are those of the encoding."""
    row = rows[index]
    for entry in range(row.size):
        row[entry] = 0
    # What is read more than once is read first: a byte that is written may be any byte.
    lowest, players, decks, hand_size = rules.lowest, rules.players, rules.decks, rules.hand_size
    cards = rules.highest - lowest + 1
    undealt = rules.deck_size - hand_size * (players // decks)
    first = first_own_pile(rules, seat)
    hand_low, hand_high = state.hands[seat, LOW], state.hands[seat, HIGH]
    _write_cards(hand_low, hand_high, lowest, cards, starts[HAND], rows, index)
    deck = rules.deck_of[seat]
    for order in range(decks):
        if memory:
            start = starts[GONE] + order * cards
            gone_low, gone_high = state.gone[deck, LOW], state.gone[deck, HIGH]
            _write_cards(gone_low, gone_high, lowest, cards, start, rows, index)
        _write_count(deck_count(state, deck), starts[DECKS] + order * undealt, rows, index)
        deck = decks - 1 - deck
    for order in range(4):
        top = state.tops[(first + order) & 3]
        rows[index, starts[TOPS] + order * (cards + 2) + top - lowest + 1] = 1
    other = seat
    for order in range(players):
        start = starts[HAND_COUNTS] + order * hand_size
        _write_count(hand_count(state, other), start, rows, index)
        if other == state.seat:
            rows[index, starts[TO_MOVE] + order] = 1
        other = other + 1 if other + 1 < players else 0
    _write_count(state.minimum, starts[MINIMUM], rows, index)
    _write_count(state.laid, starts[LAID], rows, index)
    if not rules.is_plain:
        _write_turn(rules, state, first, starts, rows, index)


@jit
def _write_turn(
    rules: PackedRules, state: PackedState, first: int, starts: Numbers, rows: Rows, index: int
) -> None:
    """Write what the open turn's duties depend on, where the game has any."""
    facts = state.facts
    if rules.has_rivals:
        rows[index, starts[HELPED]] = has_helped(facts)
    if rules.has_commands or rules.duties:
        _write_piles(touched_piles(facts), first, starts[TOUCHED], rows, index)
    if rules.has_commands:
        for order in range(4):
            command = rules.commands[state.tops[(first + order) & 3]]
            if command:
                rows[index, starts[COMMANDS] + order * _KINDS + command - 1] = 1
        _write_piles(open_skulls(facts), first, starts[SKULLS], rows, index)
        _write_piles(bound_piles(rules, state.tops, facts), first, starts[BOUND], rows, index)
        rows[index, starts[THREE]] = has_three(facts)


@jit
def _write_actions(word: np.uint64, start: int, row: Row) -> None:
    """Write the placements of some cards on one pile."""
    while word != EMPTY:
        # Without a sign the index is not looked at for counting from the end.
        row[np.uint64(start + 4 * trailing_zeros(word))] = 1
        word &= word - ONE


@jit
def write_mask(rules: PackedRules, state: PackedState, rows: Rows, index: int) -> None:
    """Write the mover's legal actions into a row; none once the game is over."""
    row = rows[index]
    for entry in range(row.size):
        row[entry] = 0
    if state.phase != codes.PLAYING:
        return
    seat, lowest = state.seat, rules.lowest
    first = first_own_pile(rules, seat)
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    binding = binding_commands(rules, state.tops, state.facts)
    for order in range(4):
        pile = (first + order) & 3
        fit_low, fit_high = legal_cards(
            rules, seat, state.tops, state.laid, state.facts, binding, low, high, pile
        )
        _write_actions(fit_low, order - 4 * lowest, row)
        _write_actions(fit_high, order + 4 * (64 - lowest), row)
    if unmet_duty(rules, state.tops, state.laid, state.minimum, state.facts) == codes.ALLOWED:
        row[row.size - 1] = 1
