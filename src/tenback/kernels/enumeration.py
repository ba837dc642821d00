"""Every way to play a turn: (cards used, tops) with one order of laying them.

Where cards carry no commands, piles do not look at each other, so turns grow pile by pile and the
order across piles is never tried twice. Commands bind across piles: with them turns grow card by
card on all piles; what is merged has the same cards, tops and open commands.
"""

import numpy as np

from tenback.kernels import codes
from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    count_cards,
    lowest_card,
    shift_down,
    shift_up,
    single,
)
from tenback.kernels.choices import choice_of
from tenback.kernels.compiling import jit
from tenback.kernels.facts import ALL_PILES, binding_commands, facts_after
from tenback.kernels.judging import unmet_duty
from tenback.kernels.legal import legal_cards
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import FIRST_DOWN, first_own_pile, is_ascending, team_advance
from tenback.kernels.steps import clear, close, closes, deck_of, draw_count, is_cleared
from tenback.kernels.turn_buffer import (
    ANY,
    GENERATION,
    OVERFLOWED,
    TurnBuffer,
    TurnEntry,
    TurnLimits,
    is_new,
)
from tenback.rules.placement import JUMP, gap

__all__ = ["enumerate_turns", "most_saved", "play_turn"]


@jit
def enumerate_turns(
    rules: PackedRules, state: PackedState, limits: TurnLimits, buffer: TurnBuffer
) -> int:
    """Find the obedient ways to complete the mover's open turn; return how many there are.

    They are the entries ``buffer.turns[:count]``. With ``EXACT`` limits they are all there are,
    once for each (cards used, tops), unless the buffer was full
    (``buffer.marks[OVERFLOWED]``).
    """
    whole = _enumerate(rules, state, limits, buffer)
    if whole == 0 and limits.max_wide < ANY:
        # A duty may ask for more wide steps than the minimum does: a SKULL, its cover and a third
        # card for THREE.
        wide = TurnLimits(limits.max_cards, limits.wide_gap, ANY, limits.max_advance)
        whole = _enumerate(rules, state, wide, buffer)
    return whole


@jit
def _enumerate(
    rules: PackedRules, state: PackedState, limits: TurnLimits, buffer: TurnBuffer
) -> int:
    """Find the ways within the limits; see ``enumerate_turns``."""
    if state.phase != codes.PLAYING:
        return 0
    _enter_start(rules, state, buffer)
    whole = _note_if_whole(rules, state, buffer, 0, 0)
    size = 1
    if rules.has_commands:
        return _grow(rules, state, limits, buffer, size, whole, 0, PILES)[1]
    first = first_own_pile(rules, state.seat)
    for order in range(PILES):
        pile = (first + order) & 3
        size, whole = _grow(rules, state, limits, buffer, size, whole, pile, pile + 1)
    return whole


@jit
def _enter_start(rules: PackedRules, state: PackedState, buffer: TurnBuffer) -> None:
    buffer.marks[GENERATION] += 1
    buffer.marks[OVERFLOWED] = 0
    entry = buffer.entries[0]
    entry.used[LOW] = EMPTY
    entry.used[HIGH] = EMPTY
    for pile in range(PILES):
        entry.tops[pile] = state.tops[pile]
    entry.count = state.laid
    entry.facts = _visible_facts(rules, entry.tops, state.facts)
    entry.wides = 0
    entry.parent = 0
    is_new(buffer.entries, buffer.slots, buffer.marks[GENERATION], 0, True)


@jit
def _visible_facts(rules: PackedRules, tops: Numbers, facts: int) -> int:
    """Forget the bound piles where no ONE_PILE is visible, so that equal turns have equal facts."""
    for pile in range(PILES):
        if rules.commands[tops[pile]] != codes.ONE_PILE_CARD:
            facts &= ~(ALL_PILES << (PILES * pile))
    return facts


@jit
def _grow(
    rules: PackedRules,
    state: PackedState,
    limits: TurnLimits,
    buffer: TurnBuffer,
    size: int,
    whole: int,
    first_pile: int,
    end_pile: int,
) -> tuple[int, int]:
    """Add every card that fits to every entry, new ones included; return (entries, whole turns)."""
    seat, has_commands = state.seat, rules.has_commands != 0
    hand_low, hand_high = state.hands[seat, LOW], state.hands[seat, HIGH]
    entries, slots, generation = buffer.entries, buffer.slots, buffer.marks[GENERATION]
    parent = -1
    while parent + 1 < size:
        parent += 1
        entry = entries[parent]
        laid, facts, tops = entry.count, entry.facts, entry.tops
        if laid >= limits.max_cards or (has_commands and parent > 0 and closes(laid, facts)):
            continue
        held_low, held_high = hand_low & ~entry.used[LOW], hand_high & ~entry.used[HIGH]
        binding = binding_commands(rules, tops, facts)
        reach = limits.max_advance - team_advance(tops)
        if has_commands:
            reach += most_saved(held_low, held_high, tops, 0)
        for pile in range(first_pile, end_pile):
            ascending, top = is_ascending(rules, pile), tops[pile]
            low, high = legal_cards(
                rules, seat, tops, laid, facts, binding, held_low, held_high, pile
            )
            while low | high != EMPTY:
                card = lowest_card(low, high)
                bit_low, bit_high = single(card)
                low, high = low & ~bit_low, high & ~bit_high
                # A card for the opponent moves the pile back: never wide.
                is_wide = gap(ascending, top, card) > limits.wide_gap
                if is_wide and entry.wides >= limits.max_wide:
                    continue
                if (card - top if ascending else top - card) > reach:
                    continue
                if size == entries.size:
                    buffer.marks[OVERFLOWED] = 1
                    return size, whole
                child = entries[size]
                child.used[LOW] = entry.used[LOW] | bit_low
                child.used[HIGH] = entry.used[HIGH] | bit_high
                for other in range(PILES):
                    child.tops[other] = tops[other]
                child.tops[pile] = card
                child.facts = facts_after(rules, seat, facts, card, pile)
                if has_commands:
                    child.facts = _visible_facts(rules, child.tops, child.facts)
                if is_new(entries, slots, generation, size, True):
                    child.count = laid + 1
                    child.wides = entry.wides + (1 if is_wide else 0)
                    child.parent = parent
                    child.choice = choice_of(card, pile)
                    whole = _note_if_whole(rules, state, buffer, size, whole)
                    size += 1
    return size, whole


@jit
def most_saved(low: np.uint64, high: np.uint64, tops: Numbers, first: int) -> int:
    """Return the most that a hand's jumps may take back on a team's piles from ``first`` on."""
    up_low, up_high = low, high
    down_low, down_high = low, high
    for pile in range(first, PILES):
        bit_low, bit_high = single(tops[pile])
        if pile < FIRST_DOWN:
            up_low, up_high = up_low | bit_low, up_high | bit_high
        else:
            down_low, down_high = down_low | bit_low, down_high | bit_high
    down_low, down_high = shift_up(down_low, down_high)
    jumps = count_cards(low & down_low, high & down_high)
    if first < FIRST_DOWN:
        up_low, up_high = shift_down(up_low, up_high)
        jumps += count_cards(low & up_low, high & up_high)
    return JUMP * jumps


@jit
def _note_if_whole(
    rules: PackedRules, state: PackedState, buffer: TurnBuffer, index: int, whole: int
) -> int:
    """List the entry if the turn may end with it; return how many are listed."""
    entry = buffer.entries[index]
    laid, facts = entry.count, entry.facts
    if laid == 0:
        return whole
    if unmet_duty(rules, entry.tops, laid, state.minimum, facts) != codes.ALLOWED:
        return whole
    # Orders that leave other commands open make other entries, but the same turn.
    if rules.has_commands and not is_new(
        buffer.entries, buffer.whole_slots, buffer.marks[GENERATION], index, False
    ):
        return whole
    low = state.hands[state.seat, LOW] & ~entry.used[LOW]
    high = state.hands[state.seat, HIGH] & ~entry.used[HIGH]
    entry.draws = draw_count(rules, entry.tops, laid, facts, count_cards(low, high))
    buffer.turns[whole] = index
    return whole + 1


@jit
def play_turn(rules: PackedRules, state: PackedState, entry: TurnEntry) -> None:
    """Play a whole turn that was found for this state: draw, and begin the next one."""
    seat, deck = state.seat, deck_of(rules, state.seat)
    for word in range(2):
        state.hands[seat, word] &= ~entry.used[word]
        state.gone[deck, word] |= entry.used[word]
    for pile in range(PILES):
        state.tops[pile] = entry.tops[pile]
    state.laid = entry.count
    state.facts = entry.facts
    if is_cleared(rules, state):
        clear(rules, state)
    else:
        close(rules, state)
