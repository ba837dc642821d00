"""How sampled games of Extreme are played on: `greedy` that looks at what a command will cost.

Plain greedy opens skulls it cannot cover; half of its games end there, and a sample that ends so
says little about the turn it began with. Here a command counts what obeying it costs.
"""

from tenback.kernels import codes
from tenback.kernels._bits import EMPTY, count_cards, has_card, highest_card, lowest_card, single
from tenback.kernels._jit import jit
from tenback.kernels.facts import binding_commands, has_three, open_skulls, shows
from tenback.kernels.judging import is_ascending, unmet_duty
from tenback.kernels.legal import jump_card, legal_cards
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.policies import END
from tenback.kernels.steps import close, place_legal
from tenback.rules.placement import JUMP, gap

__all__ = ["careful_choice", "play_out_carefully"]

_NO_CHOICE = 100_000
_IMPOSSIBLE = 1000
#: What one more card to lay costs on average, in steps.
_CARD = 7


@jit
def _cover_cost(rules: PackedRules, state: PackedState, card: int, pile: int) -> int:
    """How wide the step is that covers a card just laid, by another card of the hand."""
    seat = state.seat
    low, high = state.hands[seat, 0], state.hands[seat, 1]
    bit_low, bit_high = single(card)
    low, high = low & ~bit_low, high & ~bit_high
    ascending = is_ascending(rules, pile)
    jumper = jump_card(ascending, card)
    if has_card(low, high, jumper) and not shows(rules, state.tops, codes.NO_JUMP_CARD):
        return -JUMP
    nearest = _IMPOSSIBLE
    while low | high != EMPTY:
        other = lowest_card(low, high)
        bit_low, bit_high = single(other)
        low, high = low & ~bit_low, high & ~bit_high
        step = gap(ascending, card, other)
        if 0 < step < nearest and rules.commands[other] != codes.SKULL_CARD:
            nearest = step
    return nearest


@jit
def _command_cost(rules: PackedRules, state: PackedState, card: int, pile: int) -> int:
    """What the command on a card costs or saves in this turn, in steps."""
    command = rules.commands[card]
    laid = state.laid + 1
    if command == codes.SKULL_CARD:
        return _cover_cost(rules, state, card, pile)
    if command == codes.THREE_CARD:
        held = count_cards(state.hands[state.seat, 0], state.hands[state.seat, 1]) - 1
        missing = 3 - laid
        if missing > held:
            return _IMPOSSIBLE
        return _CARD * (3 - max(laid, state.minimum))
    if command == codes.STOP_CARD:
        return -_CARD * max(0, state.minimum - laid)
    if command in (codes.ONE_PILE_CARD, codes.DRAW_ONE_CARD):
        return _CARD // 2
    return 0


@jit
def careful_choice(rules: PackedRules, state: PackedState) -> int:
    """Give the cheapest legal placement; once the turn may end, only a jump without a command."""
    may_end = unmet_duty(state.laid, state.minimum, state.facts) == codes.ALLOWED
    skulls = open_skulls(state.facts)
    seat = state.seat
    low, high = state.hands[seat, 0], state.hands[seat, 1]
    binding = binding_commands(rules, state.tops, state.facts)
    best, choice = _NO_CHOICE, END
    for pile in range(4):
        legal_low, legal_high = legal_cards(
            rules, seat, state.tops, state.laid, state.facts, binding, low, high, pile
        )
        ascending, top = is_ascending(rules, pile), state.tops[pile]
        while legal_low | legal_high != EMPTY:
            # Nearest first: later cards of this pile can only win by their command.
            card = (
                lowest_card(legal_low, legal_high)
                if ascending
                else highest_card(legal_low, legal_high)
            )
            bit_low, bit_high = single(card)
            legal_low, legal_high = legal_low & ~bit_low, legal_high & ~bit_high
            step = gap(ascending, top, card)
            if may_end and (step > 0 or rules.commands[card] == codes.SKULL_CARD):
                continue
            cost = step + _command_cost(rules, state, card, pile)
            if skulls != 0 and (skulls >> pile) & 1 == 0:
                cost += 100  # an open skull first
            if has_three(state.facts) and rules.commands[card] == codes.SKULL_CARD:
                cost += 100
            if cost < best:
                best, choice = cost, card * 4 + pile
    return choice


@jit
def play_out_carefully(rules: PackedRules, state: PackedState) -> None:
    """Play a game on to its end."""
    while state.phase == codes.PLAYING:
        choice = careful_choice(rules, state)
        if choice == END:
            close(rules, state)
        else:
            place_legal(rules, state, choice >> 2, choice & 3)
