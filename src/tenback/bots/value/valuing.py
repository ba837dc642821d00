"""Valuing the turns of a position by the network's tables.

A turn's inputs are five sums and a few rows. In one position, the sum over a pile's rows depends on
the slot, the direction and the top alone, and that over the counts on how many cards are kept and
drawn; both are kept while its turns are compared. Without the hand, a pile's sum changes from one
position to the next only by what has been laid: that part is kept longer, and changed by the cards
that have come or gone since. It is forgotten where cards carry other commands, the deck has other
cards, or the tables have changed.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.value.inputs import (
    COME,
    COMMAND_PLANE,
    HELD,
    HELD_COMMANDS,
    KINDS,
    MOST_HELD,
    MOST_ROWS,
    NEAR_PLACES,
    PLANE,
    SLOT,
    TOP_COMMAND,
    UNSEEN,
    UNSEEN_COMMANDS,
    Reals,
    list_base,
    near_place,
    order_piles,
    place_in_plane,
    top_of_pile,
    unlaid_of,
    unseen_of,
)
from tenback.bots.value.network import PILE_KEYS, WON, is_winning, pile_key
from tenback.bots.value.survey import COUNTS, survey_turn
from tenback.bots.value.tables import BIAS, TAKEN, TAKEN_COMMANDS, Tables, list_counts
from tenback.bots.value.together import list_together
from tenback.bots.value.turn_inputs import TOGETHER_ROWS, list_single
from tenback.bots.value.vectors import add_rows, second_layer
from tenback.kernels.bits import EMPTY, HIGH, LOW, Cards, count_cards, lowest_card, without_card
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState, Words
from tenback.kernels.piles import deck_of_pile, is_ascending
from tenback.kernels.steps import deck_count, deck_of
from tenback.kernels.turn_buffer import TurnBuffer

__all__ = ["Cache", "forget", "new_cache", "value_listed"]

_KEYS: Final = PILE_KEYS + MOST_HELD * MOST_HELD
#: In the slots of a cache, behind what ``order_piles`` writes: the keys of the sums of its piles.
_PILE_KEY: Final = COME + PILES
#: The shape of the cards of all commands, as in ``PackedRules.command_cards``.
_LAYOUT: Final = (KINDS + 1, 2)

_Sums = NDArray[np.int32]


class Cache(NamedTuple):
    """The buffers of one thread, and the sums it keeps."""

    bases: _Sums  #: by pile key: the sum of its top and of the cards not laid
    unlaid: Words  #: the cards it is the sum of
    ages: Numbers  #: the number of the age it was begun in, from 1 on
    age: Numbers  #: one number: how many ages are over; with a new one these sums are forgotten
    layout: Words  #: the cards of all commands in this age
    deck: Numbers  #: the lowest and the highest card of the deck in this age
    sums: _Sums  #: by key: what turns of the same position share
    stamps: Numbers  #: the mark of the position it was made for
    mark: Numbers  #: one number
    first: _Sums  #: one row: the sums of the first layer
    second: Reals
    slots: Numbers
    counts: Numbers
    indices: Numbers


def new_cache(tables: Tables) -> Cache:
    """Make the buffers for a network of this size."""
    first = tables.rows.shape[1]
    return Cache(
        bases=np.zeros((PILE_KEYS, first), np.int32),
        unlaid=np.zeros((PILE_KEYS, 2), np.uint64),
        ages=np.zeros(PILE_KEYS, np.int64),
        age=np.zeros(1, np.int64),
        layout=np.zeros(_LAYOUT, np.uint64),
        deck=np.zeros(2, np.int64),
        sums=np.zeros((_KEYS, first), np.int32),
        stamps=np.zeros(_KEYS, np.int64),
        mark=np.zeros(1, np.int64),
        first=np.zeros((1, first), np.int32),
        second=np.zeros(tables.last.size, np.float32),
        slots=np.zeros(_PILE_KEY + PILES, np.int64),
        counts=np.zeros(COUNTS, np.int64),
        indices=np.zeros(MOST_ROWS, np.int64),
    )


@jit
def forget(cache: Cache) -> None:
    """Forget what was kept from earlier positions: the tables have changed."""
    cache.age[0] += 1


@jit
def _mind_rules(rules: PackedRules, layout: Words, deck: Numbers, age: Numbers) -> None:
    """Begin a new age where cards carry other commands, or piles begin elsewhere, than before."""
    is_same = deck[0] == rules.lowest and deck[1] == rules.highest
    deck[0], deck[1] = rules.lowest, rules.highest
    for kind in range(_LAYOUT[0]):
        for word in range(_LAYOUT[1]):
            is_same = is_same and layout[kind, word] == rules.command_cards[kind, word]
            layout[kind, word] = rules.command_cards[kind, word]
    if not is_same:
        age[0] += 1


@jit
def _list_distances(
    rules: PackedRules,
    plane: int,
    commands: int,
    ascending: bool,
    top: int,
    cards: Cards,
    indices: Numbers,
    size: int,
) -> int:
    """Append the rows of some cards by their distance from a top, and those of their commands."""
    low, high = cards
    while low | high != EMPTY:
        card = lowest_card(low, high)
        low, high = without_card(low, high, card)
        distance = card - top if ascending else top - card
        indices[size] = plane + place_in_plane(distance)
        size += 1
        kind = rules.commands[card]
        if kind > 0:
            indices[size] = commands + (kind - 1) * NEAR_PLACES + near_place(distance)
            size += 1
    return size


@jit
def _add_up_pile(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    slot: int,
    pile: int,
    come: int,
    key: int,
    tables: Tables,
    cache: Cache,
) -> None:
    """Write the sum of a pile as if the whole hand were held."""
    rows, bases, unlaid, indices = tables.rows, cache.bases, cache.unlaid, cache.indices
    base = slot * SLOT
    ascending, top = is_ascending(rules, pile), top_of_pile(rules, pile, come)
    deck = deck_of_pile(rules, pile)
    low, high = unlaid_of(rules, state, deck)
    known_low, known_high = unlaid[key, LOW], unlaid[key, HIGH]
    new = low & ~known_low, high & ~known_high
    old = known_low & ~low, known_high & ~high
    plane, commands = base + UNSEEN, base + UNSEEN_COMMANDS
    changes = count_cards(new[LOW], new[HIGH]) + count_cards(old[LOW], old[HIGH])
    age = cache.age[0] + 1
    if cache.ages[key] != age or changes > count_cards(low, high):
        cache.ages[key] = age
        bases[key] = 0
        indices[0] = base + come
        size = 1
        if rules.commands[top] > 0:
            indices[size] = base + TOP_COMMAND + rules.commands[top]
            size += 1
        size = _list_distances(rules, plane, commands, ascending, top, (low, high), indices, size)
        add_rows(rows, indices, size, size, bases, key, bases, key)
    elif changes > 0:
        added = _list_distances(rules, plane, commands, ascending, top, new, indices, 0)
        size = _list_distances(rules, plane, commands, ascending, top, old, indices, added)
        add_rows(rows, indices, added, size, bases, key, bases, key)
    unlaid[key, LOW], unlaid[key, HIGH] = low, high
    if deck == deck_of(rules, seat):
        plane, commands = TAKEN + slot * PLANE, TAKEN_COMMANDS + slot * COMMAND_PLANE
    else:
        plane, commands = base + HELD, base + HELD_COMMANDS
    hand = state.hands[seat, LOW], state.hands[seat, HIGH]
    size = _list_distances(rules, plane, commands, ascending, top, hand, indices, 0)
    add_rows(rows, indices, size, size, bases, key, cache.sums, key)


@jit
def value_listed(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    buffer: TurnBuffer,
    count: int,
    signals: Numbers,
    tables: Tables,
    cache: Cache,
    values: Reals,
) -> None:
    """Write the value of the position after each listed turn: the logit of the chance to win.

    Only what the seat knows is looked at, even where the state holds all cards.
    """
    # One loop with nearly everything in it: passing the arrays to a function costs as much as some
    # rows.
    entries, turns = buffer.entries, buffer.turns
    rows, second, second_bias = tables.rows, tables.second, tables.second_bias
    last, last_bias, together = tables.last, tables.last_bias, tables.together[0] != 0
    sums, stamps, first, slots = cache.sums, cache.stamps, cache.first, cache.slots
    counts, indices = cache.counts, cache.indices
    level, hidden = first[0], cache.second
    _mind_rules(rules, cache.layout, cache.deck, cache.age)
    cache.mark[0] += 1
    mark = cache.mark[0]
    own = deck_of(rules, seat)
    deck, unseen = deck_count(state, own), unseen_of(rules, state, own, seat)
    hand_low, hand_high = state.hands[seat, LOW], state.hands[seat, HIGH]
    for number in range(count):
        turn = entries[turns[number]]
        if deck == 0 and is_winning(rules, state, seat, turn):
            values[number] = WON
            continue
        order_piles(rules, seat, turn.tops, slots)
        left = hand_low & ~turn.used[LOW], hand_high & ~turn.used[HIGH]
        held = count_cards(left[LOW], left[HIGH])
        drawn = min(turn.draws, deck)
        rest = PILE_KEYS + min(held, MOST_HELD - 1) * MOST_HELD + min(drawn, MOST_HELD - 1)
        if stamps[rest] != mark:
            stamps[rest] = mark
            size = list_base(rules, state, seat, held, drawn, indices)
            indices[size] = BIAS
            sums[rest] = 0
            add_rows(rows, indices, size + 1, size + 1, sums, rest, sums, rest)
        for slot in range(PILES):
            pile, come = int(slots[slot]), int(slots[COME + slot])
            key = pile_key(rules, slot, pile, come)
            slots[_PILE_KEY + slot] = key
            if stamps[key] != mark:
                stamps[key] = mark
                _add_up_pile(rules, state, seat, slot, pile, come, key, tables, cache)
        for index in range(PILES):
            indices[index] = slots[_PILE_KEY + index]
        add_rows(sums, indices, PILES, PILES, sums, rest, first, 0)
        survey_turn(rules, state, seat, turn, slots, unseen, counts)
        added = list_single(rules, state, seat, turn, signals, slots, counts, indices, 0)
        added = list_counts(counts, indices, added)
        if together:
            tops = turn.tops
            added = list_together(rules, tops, slots, left, unseen, TOGETHER_ROWS, indices, added)
        size = added
        used = turn.used[LOW], turn.used[HIGH]
        for slot in range(PILES):
            # The card now on top was held before, at no distance: that is the first row behind.
            pile, base = int(slots[slot]), slot * SLOT
            ascending, top = is_ascending(rules, pile), turn.tops[pile]
            size = _list_distances(
                rules, base + HELD, base + HELD_COMMANDS, ascending, top, used, indices, size
            )
        add_rows(rows, indices, added, size, first, 0, first, 0)
        values[number] = second_layer(level, second, second_bias, last, last_bias, hidden)
