"""The layout of a packed ruleset and a packed state.

Both are NumPy records: in Python and in compiled code alike a field is read as ``state.seat``, a
record is passed by reference and changed in place, ``state.copy()`` (or, in compiled code,
``states[j] = states[i]``) copies it.

What differs between games is asked as a value: whose pile, which deck, who wins together. Two flags
stand beside the values, ``has_rivals`` and ``has_commands``. They are asked where different code
has to run, or none: the enumeration grows turns in another order, a network has other inputs, a bot
has other fitted numbers, and the innermost loops skip what no card of the game can cause.
"""

from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

__all__ = ["RULES", "STATE", "PackedRules", "PackedState", "new_states"]

MAX_PLAYERS = 5
MAX_DECKS = 2
MAX_DECK = 98
#: Cards and bases have smaller numbers.
MAX_NUMBER = 104
MAX_CODES = 48
PILES = 4

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]


class PackedRules(Protocol):
    """A ruleset as numbers; ``talk`` is not among them, it has no effect on play."""

    players: int
    hand_size: int
    minimum: int
    late_minimum: int  #: the minimum once the mover's deck is empty
    clamps: bool  #: short_hand=clamp (B-14)
    one_pile: int  #: the number of the option's value (B-11)
    breach_loses: bool  #: breach=lose (B-15)
    starter: int  #: a seat, -1 for the lot
    decks: int
    deck_size: int
    lowest: int  #: the lowest card
    highest: int  #: the highest card
    ascending: Numbers  #: by pile: 1 if it goes up
    bases: Numbers  #: by pile: what lies there before any card
    owners: Numbers  #: by pile: the seat it belongs to, -1 for the team
    deck_of: Numbers  #: by seat: the deck it draws from
    sides: Numbers  #: by seat: bit n: seat n wins and loses with it
    own_piles: int  #: how many piles a seat may lay on as its own or its team's
    has_rivals: bool  #: every seat for itself, with piles and a deck of its own
    has_commands: bool  #: cards carry commands
    is_plain: bool  #: nothing but placement and the minimum: what the quickest play-out knows
    draws: int  #: see ``codes``: how many cards an ended turn draws
    duties: int  #: the number of the game's own duties, 0 for none; see ``duties.py``
    causes: Numbers  #: by number of a refusal code: the termination if it cannot be avoided
    breaches: Numbers  #: the same if it is accepted as a loss, 0 if it is refused (B-15)
    commands: NDArray[np.int8]  #: by card: the number of its command, 0 for none
    command_cards: Words  #: by number of a command: the set of its cards


class PackedState(Protocol):
    """A game as numbers.

    Cards of a hand that are not known (of a view) are counted in ``hidden``; cards of a deck that
    are not known are 0. Everything else is as in ``tenback.rules.State``.
    """

    hands: Words  #: by seat: a set of cards
    gone: Words  #: by deck: the set of cards laid
    decks: NDArray[np.int8]  #: by deck: the cards, next one at ``drawn``
    drawn: Numbers
    deck_end: Numbers
    hidden: Numbers
    tops: Numbers
    phase: int
    seat: int
    minimum: int
    laid: int  #: how many cards the open turn has laid
    facts: int  #: what else its duties depend on; see ``facts.py``
    turns: int
    termination: int  #: 0 while the game is not over
    score: int
    winners: int  #: bit n: seat n has won
    outcome_seat: int

    def copy(self) -> "PackedState":
        """Return an independent copy."""
        ...

    def tobytes(self) -> bytes:
        """Return the record as bytes, to compare or to keep."""
        ...


_INTEGER = np.int64

RULES = np.dtype(
    (
        np.record,
        [
            ("players", _INTEGER),
            ("hand_size", _INTEGER),
            ("minimum", _INTEGER),
            ("late_minimum", _INTEGER),
            ("clamps", _INTEGER),
            ("one_pile", _INTEGER),
            ("breach_loses", _INTEGER),
            ("starter", _INTEGER),
            ("decks", _INTEGER),
            ("deck_size", _INTEGER),
            ("lowest", _INTEGER),
            ("highest", _INTEGER),
            ("ascending", _INTEGER, (PILES,)),
            ("bases", _INTEGER, (PILES,)),
            ("owners", _INTEGER, (PILES,)),
            ("deck_of", _INTEGER, (MAX_PLAYERS,)),
            ("sides", _INTEGER, (MAX_PLAYERS,)),
            ("own_piles", _INTEGER),
            ("has_rivals", _INTEGER),
            ("has_commands", _INTEGER),
            ("is_plain", _INTEGER),
            ("draws", _INTEGER),
            ("duties", _INTEGER),
            ("causes", _INTEGER, (MAX_CODES,)),
            ("breaches", _INTEGER, (MAX_CODES,)),
            ("command_cards", np.uint64, (8, 2)),
            ("commands", np.int8, (MAX_NUMBER,)),
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("hands", np.uint64, (MAX_PLAYERS, 2)),
            ("gone", np.uint64, (MAX_DECKS, 2)),
            ("drawn", _INTEGER, (MAX_DECKS,)),
            ("deck_end", _INTEGER, (MAX_DECKS,)),
            ("hidden", _INTEGER, (MAX_PLAYERS,)),
            ("tops", _INTEGER, (PILES,)),
            ("phase", _INTEGER),
            ("seat", _INTEGER),
            ("minimum", _INTEGER),
            ("laid", _INTEGER),
            ("facts", _INTEGER),
            ("turns", _INTEGER),
            ("termination", _INTEGER),
            ("score", _INTEGER),
            ("winners", _INTEGER),
            ("outcome_seat", _INTEGER),
            # 100 bytes a deck, so that a record ends on a whole word.
            ("decks", np.int8, (MAX_DECKS, 100)),
        ],
    )
)


def new_states(count: int) -> NDArray[Any]:
    """Make an array of empty states; ``new_states(3)[1]`` is one of them, by reference."""
    return np.zeros(count, STATE)


def new_state() -> PackedState:
    """Make one empty state."""
    return cast("PackedState", new_states(1)[0])


def new_rules() -> PackedRules:
    """Make one empty ruleset."""
    return cast("PackedRules", np.zeros(1, RULES)[0])
