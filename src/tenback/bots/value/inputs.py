"""What the value network is told: the position after a turn, as rows that are added up.

The rows say what the seat that played the turn knows. Piles are seen from their base (a descending
one mirrored) and brought into one order, so that equal positions look equal. For each pile there is
a row for its top, one for each unseen card and one for each held card by its distance from the top,
in Extreme also by command and distance; then rows for counts. What a turn changes beside the piles
is listed in ``turn_inputs.py``.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    Cards,
    above,
    below,
    count_cards,
    lowest_card,
    without_card,
)
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import (
    FIRST_DOWN,
    FIRST_UP,
    SECOND_DOWN,
    SECOND_UP,
    deck_of_pile,
    first_own_pile,
    is_ascending,
)
from tenback.kernels.steps import deck_count, deck_of, hand_count
from tenback.rules.placement import JUMP

__all__ = [
    "AHEAD",
    "BEHIND",
    "COME",
    "COMMAND_PLANE",
    "DEAD",
    "FAR",
    "HELD",
    "HELD_COMMANDS",
    "KINDS",
    "MOST_HELD",
    "MOST_ROWS",
    "NEAR_PLACES",
    "ONE",
    "PLANE",
    "REST",
    "SLOT",
    "TOPS",
    "TOP_COMMAND",
    "UNSEEN",
    "UNSEEN_COMMANDS",
    "InputRows",
    "Reals",
    "come_from_base",
    "list_base",
    "list_pile",
    "near_place",
    "order_piles",
    "place_in_plane",
    "top_of_pile",
    "unlaid_of",
    "unseen_of",
    "used_rows",
    "weight_of",
]

Reals = NDArray[np.float32]

#: In an array of slots: the piles in their order come first, then how far each has come.
COME: Final = 4

#: How far behind and ahead of a top cards have rows of their own.
BEHIND: Final = 20
AHEAD: Final = 40
PLANE: Final = BEHIND + AHEAD + 2
TOPS: Final = 104
#: Cards out of the window count an eighth each, on one row before and one behind.
FAR: Final = np.float32(0.125)
ONE: Final = np.float32(1.0)

#: Kinds of commands, numbered from 1 on; 0 is a card without.
KINDS: Final = 7
#: The largest distance of places 2 to 9. Place 0 is a jump, 1 any other card behind, 10 the rest.
_NEAR: Final = (1, 2, 3, 5, 8, 12, 18, 28)
NEAR_PLACES: Final = len(_NEAR) + 3
COMMAND_PLANE: Final = KINDS * NEAR_PLACES

# The rows of a pile: its top, unseen and held cards; behind them what Extreme alone has.
UNSEEN: Final = TOPS
HELD: Final = TOPS + PLANE
TOP_COMMAND: Final = TOPS + 2 * PLANE
UNSEEN_COMMANDS: Final = TOP_COMMAND + KINDS + 1
HELD_COMMANDS: Final = UNSEEN_COMMANDS + COMMAND_PLANE
SLOT: Final = HELD_COMMANDS + COMMAND_PLANE

# The rows of counts that a turn changes only by how many cards it draws.
REST: Final = 4 * SLOT
#: Hands have fewer cards. Larger ones, which a ruleset of your own may have, look like the largest.
MOST_HELD: Final = 10
_DECK = REST
_OTHER_DECK = _DECK + 100
_HAND = _OTHER_DECK + 60
_OTHERS = _HAND + MOST_HELD
_SEATS = _OTHERS + 33
_HANDS = _SEATS + 6
_COMMAND_COUNTS = _HANDS + 4 * MOST_HELD
DEAD: Final = _COMMAND_COUNTS + KINDS * 4
#: More rows than any position adds up.
MOST_ROWS: Final = 1024


class InputRows(NamedTuple):
    """The list of rows that a position adds up, and what each counts."""

    indices: Numbers
    weights: Reals


@jit
def place_in_plane(distance: int) -> int:
    """Return the row of a card by its distance from the top of a pile."""
    if distance < 0:
        return max(0, distance + BEHIND + 1)
    return min(distance + BEHIND, PLANE - 1)


@jit
def weight_of(place: int) -> np.float32:
    """Return what a card counts on a row of a plane."""
    return FAR if place == 0 or place == PLANE - 1 else ONE


@jit
def near_place(distance: int) -> int:
    """Return the place of a command's distance from a top: a jump, behind, or so many steps."""
    if distance <= 0:
        return 0 if distance == -JUMP else 1
    place = 2
    for last in _NEAR:
        if distance > last:
            place += 1
    return place


@jit
def unlaid_of(rules: PackedRules, state: PackedState, deck: int) -> Cards:
    """Return the cards of a deck that have not been laid."""
    from_low, from_high = above(rules.lowest - 1)
    to_low, to_high = below(rules.highest + 1)
    gone_low, gone_high = state.gone[deck, LOW], state.gone[deck, HIGH]
    return from_low & to_low & ~gone_low, from_high & to_high & ~gone_high


@jit
def unseen_of(rules: PackedRules, state: PackedState, deck: int, seat: int) -> Cards:
    """Return the cards of a deck that a seat sees neither laid nor in its own hand."""
    low, high = unlaid_of(rules, state, deck)
    if deck_of(rules, seat) == deck:
        low, high = low & ~state.hands[seat, LOW], high & ~state.hands[seat, HIGH]
    return low, high


@jit
def come_from_base(rules: PackedRules, pile: int, top: int) -> int:
    """Return how far a pile with this top has come: a first card at the edge makes it 2.

    A base further off counts as 0.
    """
    come = top - rules.lowest + 2 if is_ascending(rules, pile) else rules.highest + 2 - top
    return max(0, come)


@jit
def top_of_pile(rules: PackedRules, pile: int, come: int) -> int:
    """Return the top of a pile that has come so far."""
    return come + rules.lowest - 2 if is_ascending(rules, pile) else rules.highest + 2 - come


@jit
def _write_slots(slots: Numbers, first: int, second: int, third: int, fourth: int) -> None:
    slots[0], slots[1], slots[2], slots[3] = first, second, third, fourth


@jit
def order_piles(rules: PackedRules, seat: int, tops: Numbers, slots: Numbers) -> None:
    """Write the pile of each slot, and behind them how far from its base each has come."""
    if rules.has_rivals:
        own, other = first_own_pile(rules, seat), first_own_pile(rules, 1 - seat)
        up_far = come_from_base(rules, own, tops[own])
        turned = 1 if come_from_base(rules, own + 1, tops[own + 1]) > up_far else 0
        _write_slots(slots, own + turned, own + 1 - turned, other + turned, other + 1 - turned)
    else:
        up, other_up = FIRST_UP, SECOND_UP
        if tops[up] < tops[other_up]:
            up, other_up = other_up, up
        down, other_down = FIRST_DOWN, SECOND_DOWN
        if tops[down] > tops[other_down]:
            down, other_down = other_down, down
        up_far = come_from_base(rules, up, tops[up])
        up_near = come_from_base(rules, other_up, tops[other_up])
        down_far = come_from_base(rules, down, tops[down])
        down_near = come_from_base(rules, other_down, tops[other_down])
        if down_far > up_far or (down_far == up_far and down_near > up_near):
            _write_slots(slots, down, other_down, up, other_up)
        else:
            _write_slots(slots, up, other_up, down, other_down)
    for slot in range(PILES):
        pile = int(slots[slot])
        slots[COME + slot] = come_from_base(rules, pile, tops[pile])


@jit
def _list_cards(
    base: int, ascending: bool, top: int, cards: Cards, inputs: InputRows, size: int
) -> int:
    """Append the rows of a set of cards by their distance from a top; return the new size."""
    indices, weights = inputs
    low, high = cards
    while low | high != EMPTY:
        card = lowest_card(low, high)
        low, high = without_card(low, high, card)
        place = place_in_plane(card - top if ascending else top - card)
        indices[size] = base + place
        weights[size] = weight_of(place)
        size += 1
    return size


@jit
def _list_commands(
    rules: PackedRules,
    base: int,
    ascending: bool,
    top: int,
    cards: Cards,
    inputs: InputRows,
    size: int,
) -> int:
    """Append the rows of the commands of a set of cards; return the new size."""
    indices, weights = inputs
    low, high = cards
    for kind in range(1, KINDS + 1):
        kind_low = low & rules.command_cards[kind, LOW]
        kind_high = high & rules.command_cards[kind, HIGH]
        while kind_low | kind_high != EMPTY:
            card = lowest_card(kind_low, kind_high)
            kind_low, kind_high = without_card(kind_low, kind_high, card)
            place = near_place(card - top if ascending else top - card)
            indices[size] = base + (kind - 1) * NEAR_PLACES + place
            weights[size] = ONE
            size += 1
    return size


@jit
def list_pile(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    slots: Numbers,
    slot: int,
    held: Cards,
    inputs: InputRows,
    size: int,
) -> int:
    """Append the rows of a pile: its top, the unseen and the held cards; return the new size."""
    indices, weights = inputs
    base = slot * SLOT
    pile, come = int(slots[slot]), int(slots[COME + slot])
    indices[size] = base + come
    weights[size] = ONE
    size += 1
    ascending, top = is_ascending(rules, pile), top_of_pile(rules, pile, come)
    unseen = unseen_of(rules, state, deck_of_pile(rules, pile), seat)
    size = _list_cards(base + UNSEEN, ascending, top, unseen, inputs, size)
    size = _list_cards(base + HELD, ascending, top, held, inputs, size)
    if not rules.has_commands:
        return size
    if rules.commands[top] > 0:
        indices[size] = base + TOP_COMMAND + rules.commands[top]
        weights[size] = ONE
        size += 1
    size = _list_commands(rules, base + UNSEEN_COMMANDS, ascending, top, unseen, inputs, size)
    return _list_commands(rules, base + HELD_COMMANDS, ascending, top, held, inputs, size)


@jit
def list_base(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    held: int,
    drawn: int,
    indices: Numbers,
) -> int:
    """List the rows of counts after a turn that leaves and draws so many cards; return how many.

    Each counts once.
    """
    size = 0
    deck = deck_of(rules, seat)
    indices[size] = _DECK + deck_count(state, deck) - drawn
    indices[size + 1] = _HAND + min(held + drawn, MOST_HELD - 1)
    size += 2
    others, seats = 0, 0
    for step in range(1, rules.players):
        other = seat + step if seat + step < rules.players else seat + step - rules.players
        count = hand_count(state, other)
        others += count
        seats += 1 if count > 0 else 0
        indices[size] = _HANDS + (step - 1) * MOST_HELD + min(count, MOST_HELD - 1)
        size += 1
    indices[size] = _OTHERS + min(others, 32)
    indices[size + 1] = _SEATS + seats
    size += 2
    if rules.has_rivals:
        indices[size] = _OTHER_DECK + deck_count(state, 1 - deck)
        size += 1
    else:
        un_low, un_high = unseen_of(rules, state, deck, seat)
        for kind in range(1, KINDS + 1):
            low, high = rules.command_cards[kind, LOW], rules.command_cards[kind, HIGH]
            count = min(4, count_cards(un_low & low, un_high & high))
            if count > 0:
                indices[size] = _COMMAND_COUNTS + (kind - 1) * 4 + count - 1
                size += 1
    return size


def used_rows(rules: PackedRules, rows: int) -> NDArray[np.bool_]:
    """Return which rows a game can ever use; the rows of a turn all count as used."""
    used = np.ones(rows, np.bool_)
    if not rules.has_commands:
        for slot in range(PILES):
            used[slot * SLOT + TOP_COMMAND : (slot + 1) * SLOT] = False
        used[_COMMAND_COUNTS:DEAD] = False
    if not rules.has_rivals:
        used[_OTHER_DECK:_HAND] = False
    used[_HANDS + (rules.players - 1) * MOST_HELD : _COMMAND_COUNTS] = False
    return used
