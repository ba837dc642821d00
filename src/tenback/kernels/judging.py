"""Judging one placement, or the end of a turn, with the codes of ``rules/``.

This is the reference form: it judges one card at a time and calls the functions of
``rules/placement.py`` themselves. ``legal.py`` answers for all cards at once.
"""

from tenback.kernels import codes
from tenback.kernels.bits import HIGH, LOW, has_card
from tenback.kernels.compiling import jit
from tenback.kernels.duties import own_card_duty, own_end_duty
from tenback.kernels.facts import (
    bound_piles,
    has_helped,
    has_stopped,
    has_three,
    open_skulls,
    shows,
    touched_piles,
)
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.piles import is_ascending, is_rivals_pile
from tenback.rules.placement import fits, improves, is_jump

__all__ = ["judge_end", "judge_place", "unmet_duty"]

EXACT_COUNT = 3


@jit
def judge_place(rules: PackedRules, state: PackedState, card: int, pile: int) -> int:
    """Judge a placement by every rule; return the number of a refusal code, 0 if it is allowed."""
    if state.phase != codes.PLAYING:
        return codes.NOT_STARTED if state.phase == codes.STARTING else codes.TURN_OVER
    if not has_card(state.hands[state.seat, LOW], state.hands[state.seat, HIGH], card):
        return codes.NOT_IN_HAND
    code = _judge_standing(rules, state, card, pile)
    if code == codes.ALLOWED and rules.duties:
        touched = touched_piles(state.facts)
        code = own_card_duty(rules.duties, state.tops, touched, state.laid, card, pile)
    return _judge_commands(rules, state, card, pile) if code == codes.ALLOWED else code


@jit
def _judge_standing(rules: PackedRules, state: PackedState, card: int, pile: int) -> int:
    """Judge by value and by what binds everyone."""
    ascending, top = is_ascending(rules, pile), state.tops[pile]
    if is_rivals_pile(rules, pile, state.seat):
        if has_helped(state.facts):
            return codes.OPPONENT_LIMIT  # D-11
        return codes.ALLOWED if improves(ascending, top, card) else codes.NOT_IMPROVING  # D-12
    if not fits(ascending, top, card):
        return codes.VALUE
    if is_jump(ascending, top, card) and shows(rules, state.tops, codes.NO_JUMP_CARD):
        return codes.NO_JUMP
    others = ~(1 << pile)
    if bound_piles(rules, state.tops, state.facts) & others:
        return codes.ONE_PILE  # X-20, B-12, B-20
    if (
        rules.one_pile == codes.ONE_PILE_RETROACTIVE
        and rules.commands[card] == codes.ONE_PILE_CARD
        and touched_piles(state.facts) & others
    ):
        return codes.ONE_PILE  # B-11
    return codes.ALLOWED


@jit
def _judge_commands(rules: PackedRules, state: PackedState, card: int, pile: int) -> int:
    """Judge by the flash commands of this turn."""
    command = rules.commands[card]
    count = state.laid + 1
    three = has_three(state.facts)
    if command == codes.THREE_CARD and count > EXACT_COUNT:
        return codes.THREE_LATE  # B-8
    if command == codes.STOP_CARD and three and count != EXACT_COUNT:
        return codes.STOP_NOT_THIRD
    ends_turn = command == codes.STOP_CARD or (
        count == EXACT_COUNT and (three or command == codes.THREE_CARD)
    )
    leaves_skull = command == codes.SKULL_CARD or open_skulls(state.facts) & ~(1 << pile) != 0
    return codes.SKULL_OPEN if ends_turn and leaves_skull else codes.ALLOWED  # B-1, B-4


@jit
def unmet_duty(rules: PackedRules, tops: Numbers, laid: int, minimum: int, facts: int) -> int:
    """Return the code of what an open turn still owes, 0 if it may end (X-9, X-11, X-8, G-7)."""
    if rules.duties:
        code = own_end_duty(rules.duties, tops, touched_piles(facts), laid)
        if code != codes.ALLOWED:
            return code
    if open_skulls(facts):
        return codes.SKULL_OPEN
    if has_three(facts):
        return codes.ALLOWED if laid == EXACT_COUNT else codes.THREE_COUNT
    if has_stopped(facts) or laid >= minimum:
        return codes.ALLOWED
    return codes.MINIMUM


@jit
def judge_end(rules: PackedRules, state: PackedState) -> int:
    """Judge ending the turn by every rule; return the number of a refusal code, 0 if it may end."""
    if state.phase != codes.PLAYING:
        return codes.NOT_STARTED if state.phase == codes.STARTING else codes.TURN_OVER
    return unmet_duty(rules, state.tops, state.laid, state.minimum, state.facts)
