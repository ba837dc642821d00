"""What a referee tells about a packed game besides what may be laid: for screens, not for bots.

Views are made of this where no Python runs; ``rules/`` say the same of a ``View``, and tests
compare the two.
"""

from typing import Final, NamedTuple

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, lowest_card, without_card
from tenback.kernels.compiling import jit
from tenback.kernels.duties import own_end_duty
from tenback.kernels.facts import (
    binding_commands,
    has_three,
    open_skulls,
    shows,
    touched_piles,
)
from tenback.kernels.judging import EXACT_COUNT, unmet_duty
from tenback.kernels.legal import fitting_cards, jump_card, legal_cards
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import is_ascending, is_rivals_pile
from tenback.kernels.trying import take_back, try_card
from tenback.rules import CardCommand, Code
from tenback.rules.placement import JUMP, gap, is_jump
from tenback.rules.values import EXCELLENT_BELOW

__all__ = [
    "MOVES",
    "RATINGS",
    "Move",
    "OpenDuties",
    "describe_move",
    "is_silenced",
    "judge_signal",
    "open_duties",
    "possible_jump",
    "rate",
    "shown_command",
    "would_doom",
]

#: The words for the numbers of ``describe_move`` and of ``rate``.
MOVES: Final = ("step", "jump", "help")
RATINGS: Final = ("beaten", "excellent", "lost")

_STEP, _JUMP, _HELP = range(3)
_BEATEN, _EXCELLENT, _LOST = range(3)
_EVERY_PILE = 15
#: Commands that mean something only in the turn they are laid in, a bit each (X-7).
_FLASH: Final = sum(1 << codes.command_number(one) for one in CardCommand if one.is_flash)
_NO_SIGNALS = codes.code_number(Code.NO_SIGNALS)
_SILENCE = codes.code_number(Code.SILENCE)
_NOT_HELD = codes.code_number(Code.NOT_HELD)


class OpenDuties(NamedTuple):
    """What an open turn still owes."""

    to_cover: int  #: the piles whose top must be covered, a bit each
    to_three: int  #: cards missing to exactly three; -1 if nothing asks for three
    to_minimum: int  #: cards missing to the minimum


class Move(NamedTuple):
    """A placement as a number of ``MOVES``, and by how much."""

    kind: int
    by: int


@jit
def is_silenced(rules: PackedRules, tops: Numbers) -> bool:
    """Whether nobody may communicate about the game now (X-18, B-19)."""
    return rules.has_commands != 0 and shows(rules, tops, codes.SILENCE_CARD)


@jit
def judge_signal(rules: PackedRules, state: PackedState, seat: int, command: int) -> int:
    """Judge a signal: of holding a command, or (0) about a pile; return a code's number or 0."""
    if rules.has_rivals or state.phase == codes.OVER:
        return _NO_SIGNALS
    if is_silenced(rules, state.tops):
        return _SILENCE
    if command == 0:
        return codes.ALLOWED
    held = rules.command_cards[command]
    hand = state.hands[seat]
    is_held = (hand[LOW] & held[LOW]) | (hand[HIGH] & held[HIGH]) != EMPTY
    return codes.ALLOWED if is_held else _NOT_HELD


@jit
def describe_move(rules: PackedRules, seat: int, top: int, card: int, pile: int) -> Move:
    """Return whether it is a step, a jump or a help to the opponent, and by how much."""
    ascending = is_ascending(rules, pile)
    step = gap(ascending, top, card)
    if is_rivals_pile(rules, pile, seat):
        return Move(_HELP, -step)
    if is_jump(ascending, top, card):
        return Move(_JUMP, JUMP)
    return Move(_STEP, step)


@jit
def possible_jump(rules: PackedRules, state: PackedState, pile: int) -> int:
    """Return the number that would jump back on a pile, 0 where none can."""
    card = jump_card(is_ascending(rules, pile), state.tops[pile])
    is_card = rules.lowest <= card <= rules.highest
    forbidden = rules.has_commands != 0 and shows(rules, state.tops, codes.NO_JUMP_CARD)
    return card if is_card and not forbidden else 0


@jit
def shown_command(rules: PackedRules, state: PackedState, pile: int) -> int:
    """Return the command on top of a pile that still means something, 0 for none (X-7, X-15)."""
    if not rules.has_commands:
        return 0
    command = int(rules.commands[state.tops[pile]])
    is_of_turn = (touched_piles(state.facts) >> pile) & 1
    return command if is_of_turn or not (_FLASH >> command) & 1 else 0


@jit
def open_duties(rules: PackedRules, state: PackedState) -> OpenDuties:
    """Return what the open turn still owes; nothing while there is none."""
    if state.phase != codes.PLAYING:
        return OpenDuties(0, -1, 0)
    facts, laid = state.facts, state.laid
    to_cover = open_skulls(facts)
    if rules.duties:
        touched = touched_piles(facts)
        for pile in range(PILES):  # as if every other pile were covered already
            others = _EVERY_PILE & ~(1 << pile)
            if own_end_duty(rules.duties, state.tops, touched | others, laid):
                to_cover |= 1 << pile
    if has_three(facts):
        return OpenDuties(to_cover, EXACT_COUNT - laid, 0)
    return OpenDuties(to_cover, -1, max(0, state.minimum - laid))


@jit
def would_doom(rules: PackedRules, state: PackedState, card: int, pile: int) -> bool:
    """Whether a legal placement would leave the mover no way to complete the turn (A-2).

    The state is changed while searching and put back.
    """
    before = try_card(rules, state, card, pile)
    dooms = not _completes(rules, state)
    take_back(state, pile, before)
    return dooms


@jit
def _completes(rules: PackedRules, state: PackedState) -> bool:
    """Whether an open turn may end, or can be brought to an end by the cards in hand."""
    seat, facts, laid = state.seat, state.facts, state.laid
    if unmet_duty(rules, state.tops, laid, state.minimum, facts) == codes.ALLOWED:
        return True
    if _is_hopeless(rules, state):
        return False
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    binding = binding_commands(rules, state.tops, facts)
    for pile in range(PILES):
        fit_low, fit_high = legal_cards(
            rules, seat, state.tops, laid, facts, binding, low, high, pile
        )
        while fit_low | fit_high != EMPTY:
            card = lowest_card(fit_low, fit_high)
            fit_low, fit_high = without_card(fit_low, fit_high, card)
            before = try_card(rules, state, card, pile)
            found = _completes(rules, state)
            take_back(state, pile, before)
            if found:
                return True
    return False


@jit
def _is_hopeless(rules: PackedRules, state: PackedState) -> bool:
    """Whether a skull stays open because no card in hand fits it by value; saves some search."""
    low, high = state.hands[state.seat, LOW], state.hands[state.seat, HIGH]
    skulls = open_skulls(state.facts)
    for pile in range(PILES):
        if (skulls >> pile) & 1:
            fit_low, fit_high = fitting_cards(is_ascending(rules, pile), state.tops[pile])
            if (low & fit_low) | (high & fit_high) == EMPTY:
                return True
    return False


@jit
def rate(state: PackedState) -> int:
    """Return the rating of a finished game, as a number of ``RATINGS`` (G-21, G-22)."""
    if state.winners:
        return _BEATEN
    few = state.termination == codes.BLOCKED and state.score < EXCELLENT_BELOW
    return _EXCELLENT if few else _LOST
