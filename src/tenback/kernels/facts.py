"""What the rules remember of an open turn, in one integer.

=========  ====================================================================
bits       meaning
=========  ====================================================================
0-15       four bits a pile: the piles that a ONE_PILE lying there binds (X-20)
16-19      the piles touched in this turn
20-23      the piles on which a SKULL of this turn is visible (X-9)
24         a THREE was laid in this turn (X-11)
25         a card was laid on a pile of the opponent (D-11)
26         the card laid last is a STOP (X-8)
=========  ====================================================================

The bound piles are kept for every pile and mean something only where a ONE_PILE is visible: one
that lay there before the turn binds every card of the turn, one of this turn those since.
"""

from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, Numbers, PackedRules
from tenback.kernels.piles import is_rivals_pile

__all__ = [
    "ALL_PILES",
    "JUMP_FORBIDDEN",
    "binding_commands",
    "bound_piles",
    "facts_after",
    "has_helped",
    "has_stopped",
    "has_three",
    "open_skulls",
    "shows",
    "touched_piles",
]

#: A set of all piles, one bit each.
ALL_PILES = (1 << PILES) - 1
#: The bit of ``binding_commands`` above those of the piles: the next card may not jump.
JUMP_FORBIDDEN = 1 << PILES

#: The lowest bit of the set that each pile binds.
_EVERY_PILE = 0x1111
_TOUCHED = 16
_SKULLS = 20
_THREE = 1 << 24
_HELPED = 1 << 25
_STOPPED = 1 << 26


@jit
def touched_piles(facts: int) -> int:
    """Return the piles used in this turn, one bit each."""
    return (facts >> _TOUCHED) & ALL_PILES


@jit
def open_skulls(facts: int) -> int:
    """Return the piles on which a skull of this turn is still visible, one bit each."""
    return (facts >> _SKULLS) & ALL_PILES


@jit
def has_three(facts: int) -> bool:
    """Whether a THREE was laid in this turn."""
    return (facts & _THREE) != 0


@jit
def has_helped(facts: int) -> bool:
    """Whether the turn's one card for the opponent has been laid."""
    return (facts & _HELPED) != 0


@jit
def has_stopped(facts: int) -> bool:
    """Whether the card laid last was a STOP."""
    return (facts & _STOPPED) != 0


@jit
def shows(rules: PackedRules, tops: Numbers, command: int) -> bool:
    """Whether the command is visible on a pile (X-15)."""
    commands = rules.commands
    return (
        commands[tops[0]] == command
        or commands[tops[1]] == command
        or commands[tops[2]] == command
        or commands[tops[3]] == command
    )


@jit
def bound_piles(rules: PackedRules, tops: Numbers, facts: int) -> int:
    """Return the piles to which visible ONE_PILEs bind the next card, one bit each (B-11, B-12)."""
    bound = 0
    for pile in range(PILES):
        if rules.commands[tops[pile]] == codes.ONE_PILE_CARD:
            bound |= (facts >> (PILES * pile)) & ALL_PILES
    return bound


@jit
def binding_commands(rules: PackedRules, tops: Numbers, facts: int) -> int:
    """Return what visible commands forbid the next card: bound piles, and whether it may jump."""
    if not rules.has_commands:
        return 0
    bound = bound_piles(rules, tops, facts)
    return bound | JUMP_FORBIDDEN if shows(rules, tops, codes.NO_JUMP_CARD) else bound


@jit
def facts_after(rules: PackedRules, seat: int, facts: int, card: int, pile: int) -> int:
    """Return the facts once the card lies on the pile."""
    if rules.is_plain:
        return 0
    if is_rivals_pile(rules, pile, seat):
        facts |= _HELPED
    bit = 1 << pile
    if not rules.has_commands:
        return facts | bit << _TOUCHED if rules.duties else facts
    command = rules.commands[card]
    facts |= bit * _EVERY_PILE | bit << _TOUCHED
    facts &= ~(ALL_PILES << (PILES * pile) | bit << _SKULLS | _STOPPED)
    if command == codes.ONE_PILE_CARD:
        # B-11: itself included, or all that was laid, or only what follows.
        bound = bit
        if rules.one_pile == codes.ONE_PILE_RETROACTIVE:
            bound = touched_piles(facts)
        elif rules.one_pile == codes.ONE_PILE_AFTER:
            bound = 0
        facts |= bound << (PILES * pile)
    elif command == codes.SKULL_CARD:
        facts |= bit << _SKULLS
    elif command == codes.THREE_CARD:
        facts |= _THREE
    elif command == codes.STOP_CARD:
        facts |= _STOPPED
    return facts
