"""The policy that plays on sampled games of Extreme: `greedy`, with a price for each command.

Plain greedy opens skulls it cannot cover and lets hands run dry under DRAW_ONE; a sample that ends
so says little about the turn it began with. Here a card's gap is corrected by what its command,
and the command that it covers, will cost or save.
"""

from typing import Final, NamedTuple

from tenback.kernels import codes
from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    count_cards,
    has_card,
    highest_card,
    lowest_card,
    without_card,
)
from tenback.kernels.choices import END, card_of, choice_of, pile_of
from tenback.kernels.compiling import jit
from tenback.kernels.facts import binding_commands, has_three, open_skulls, shows
from tenback.kernels.judging import EXACT_COUNT, unmet_duty
from tenback.kernels.legal import jump_card, legal_cards
from tenback.kernels.packed import PILES, PackedRules, PackedState
from tenback.kernels.piles import is_ascending
from tenback.kernels.steps import close, place_legal
from tenback.rules.placement import JUMP, gap

__all__ = ["COSTS", "Costs", "careful_choice", "play_out_carefully"]


class Costs(NamedTuple):
    """What commands cost or save, in steps."""

    one_more: float  #: one more card to lay
    lay_no_jump: float
    lay_one_pile: float
    lay_draw_one: float
    cover_no_jump: float  #: what covering it saves
    cover_one_pile: float
    cover_draw_one: float


_NO_CHOICE = 1e9
_IMPOSSIBLE = 1000.0
_FIRST_THINGS_FIRST = 200.0

#: Fitted by ``benchmarks/fit_careful.py``.
COSTS: Final = Costs(
    one_more=0.8,
    lay_no_jump=0.2,
    lay_one_pile=0.6,
    lay_draw_one=0.3,
    cover_no_jump=8.9,
    cover_one_pile=16.0,
    cover_draw_one=14.4,
)


@jit
def _cover_cost(rules: PackedRules, state: PackedState, card: int, pile: int) -> float:
    """How wide the step is that covers a card just laid, by another card of the hand."""
    seat = state.seat
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    low, high = without_card(low, high, card)
    ascending = is_ascending(rules, pile)
    jumper = jump_card(ascending, card)
    if has_card(low, high, jumper) and not shows(rules, state.tops, codes.NO_JUMP_CARD):
        return -float(JUMP)
    nearest = _IMPOSSIBLE
    while low | high != EMPTY:
        other = lowest_card(low, high)
        low, high = without_card(low, high, other)
        step = float(gap(ascending, card, other))
        if 0 < step < nearest and rules.commands[other] != codes.SKULL_CARD:
            nearest = step
    return nearest


@jit
def _command_cost(
    rules: PackedRules, state: PackedState, card: int, pile: int, costs: Costs
) -> float:
    """What the command on a card, and the one it covers, cost or save, in steps."""
    command, covered = rules.commands[card], rules.commands[state.tops[pile]]
    laid = state.laid + 1
    cost = 0.0
    if covered == codes.NO_JUMP_CARD:
        cost -= costs.cover_no_jump
    elif covered == codes.ONE_PILE_CARD:
        cost -= costs.cover_one_pile
    elif covered == codes.DRAW_ONE_CARD:
        cost -= costs.cover_draw_one
    if command == codes.SKULL_CARD:
        cover = _cover_cost(rules, state, card, pile)
        return cost + cover - (costs.one_more if laid < state.minimum else 0.0)
    if command == codes.THREE_CARD:
        held = count_cards(state.hands[state.seat, LOW], state.hands[state.seat, HIGH]) - 1
        if EXACT_COUNT - laid > held:
            return _IMPOSSIBLE
        return cost + costs.one_more * (EXACT_COUNT - max(laid, state.minimum))
    if command == codes.STOP_CARD:
        return cost - costs.one_more * max(0, state.minimum - laid)
    if command == codes.NO_JUMP_CARD:
        return cost + costs.lay_no_jump
    if command == codes.ONE_PILE_CARD:
        return cost + costs.lay_one_pile
    if command == codes.DRAW_ONE_CARD:
        return cost + costs.lay_draw_one
    return cost


@jit
def careful_choice(rules: PackedRules, state: PackedState, costs: Costs) -> int:
    """Return the cheapest legal placement; once the turn may end, only one that costs nothing."""
    may_end = unmet_duty(rules, state.tops, state.laid, state.minimum, state.facts) == codes.ALLOWED
    skulls = open_skulls(state.facts)
    seat = state.seat
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    binding = binding_commands(rules, state.tops, state.facts)
    best, choice = 0.0 if may_end else _NO_CHOICE, END
    for pile in range(PILES):
        legal_low, legal_high = legal_cards(
            rules, seat, state.tops, state.laid, state.facts, binding, low, high, pile
        )
        ascending, top = is_ascending(rules, pile), state.tops[pile]
        while legal_low | legal_high != EMPTY:
            card = (
                lowest_card(legal_low, legal_high)
                if ascending
                else highest_card(legal_low, legal_high)
            )
            legal_low, legal_high = without_card(legal_low, legal_high, card)
            if may_end and rules.commands[card] == codes.SKULL_CARD:
                continue
            cost = gap(ascending, top, card) + _command_cost(rules, state, card, pile, costs)
            if skulls != 0 and (skulls >> pile) & 1 == 0:
                cost += _FIRST_THINGS_FIRST
            if has_three(state.facts) and rules.commands[card] == codes.SKULL_CARD:
                cost += _FIRST_THINGS_FIRST
            if cost < best:
                best, choice = cost, choice_of(card, pile)
    return choice


@jit
def play_out_carefully(rules: PackedRules, state: PackedState, costs: Costs) -> None:
    """Play a game on to its end."""
    while state.phase == codes.PLAYING:
        choice = careful_choice(rules, state, costs)
        if choice == END:
            close(rules, state)
        else:
            place_legal(rules, state, card_of(choice), pile_of(choice))
