"""The numbers that stand for codes, terminations, commands, draws and policies.

Refusal codes and terminations are numbered in the order of their enumerations in ``rules/``,
from 1; 0 is none. Those that a game adds of its own follow, in the order in which games were
registered.
"""

from typing import Final

from tenback.rules import GAMES, CardCommand, Code, Termination
from tenback.rules.registry import own_codes, own_endings
from tenback.rules.values import Draws

__all__ = [
    "CODES",
    "COMMANDS",
    "GREEDY",
    "RANDOM",
    "TERMINATIONS",
    "code_name",
    "code_number",
    "command_number",
    "numbered",
    "termination_name",
    "termination_number",
]

STARTING: Final = 0
PLAYING: Final = 1
OVER: Final = 2

#: Policies of play-outs; the definitions are those of the bots of the same names.
GREEDY: Final = 0
RANDOM: Final = 1

#: Values of the option `one_pile` (B-11), in the order of the ruleset's list.
ONE_PILE_ONWARD: Final = 0
ONE_PILE_RETROACTIVE: Final = 1
ONE_PILE_AFTER: Final = 2

CODES: Final[tuple[Code, ...]] = tuple(Code)
TERMINATIONS: Final[tuple[Termination, ...]] = tuple(Termination)
COMMANDS: Final[tuple[CardCommand, ...]] = tuple(CardCommand)


#: How many cards an ended turn draws.
DRAWS_AS_LAID: Final = list(Draws).index(Draws.AS_LAID)
DRAWS_REFILL: Final = list(Draws).index(Draws.REFILL)
DRAWS_TWO_OR_REFILL: Final = list(Draws).index(Draws.TWO_OR_REFILL)


def _code_names() -> list[str]:
    return [*CODES, *own_codes()]


def _termination_names() -> list[str]:
    return [*TERMINATIONS, *own_endings()]


def numbered() -> dict[str, list[str]]:
    """Return everything that has a number, in the order of the numbers."""
    return {
        "codes": _code_names(),
        "terminations": _termination_names(),
        "commands": list(COMMANDS),
        "draws": [draws.name for draws in Draws],
        "duties": [game.id for game in GAMES.values() if game.own_duties is not None],
    }


def code_number(code: str | None) -> int:
    """Return the number of a refusal code, 0 for none."""
    return 0 if code is None else _code_names().index(code) + 1


def code_name(number: int) -> str | None:
    """Return the refusal code of a number, None for 0."""
    return _code_names()[number - 1] if number else None


def termination_number(termination: str) -> int:
    """Return the number of a termination."""
    return _termination_names().index(termination) + 1


def termination_name(number: int) -> str | None:
    """Return the termination of a number, None for 0: the game is not over."""
    return _termination_names()[number - 1] if number else None


def command_number(command: CardCommand | None) -> int:
    """Return the number of a command, 0 for a plain card."""
    return 0 if command is None else COMMANDS.index(command) + 1


ALLOWED: Final = 0
TURN_OVER = code_number(Code.TURN_OVER)
NOT_STARTED = code_number(Code.NOT_STARTED)
NOT_IN_HAND = code_number(Code.NOT_IN_HAND)
VALUE = code_number(Code.VALUE)
NO_JUMP = code_number(Code.NO_JUMP)
ONE_PILE = code_number(Code.ONE_PILE)
THREE_LATE = code_number(Code.THREE_LATE)
STOP_NOT_THIRD = code_number(Code.STOP_NOT_THIRD)
SKULL_OPEN = code_number(Code.SKULL_OPEN)
OPPONENT_LIMIT = code_number(Code.OPPONENT_LIMIT)
NOT_IMPROVING = code_number(Code.NOT_IMPROVING)
THREE_COUNT = code_number(Code.THREE_COUNT)
MINIMUM = code_number(Code.MINIMUM)

CLEARED = termination_number(Termination.CLEARED)
BLOCKED = termination_number(Termination.BLOCKED)
LOST_BY_SKULL = termination_number(Termination.SKULL)
LOST_BY_THREE = termination_number(Termination.THREE)
LOST_BY_NO_JUMP = termination_number(Termination.NO_JUMP)
LOST_BY_ONE_PILE = termination_number(Termination.ONE_PILE)
LOST_BY_MINIMUM = termination_number(Termination.MINIMUM)

STOP_CARD = command_number(CardCommand.STOP)
SKULL_CARD = command_number(CardCommand.SKULL)
THREE_CARD = command_number(CardCommand.THREE)
SILENCE_CARD = command_number(CardCommand.SILENCE)
NO_JUMP_CARD = command_number(CardCommand.NO_JUMP)
ONE_PILE_CARD = command_number(CardCommand.ONE_PILE)
DRAW_ONE_CARD = command_number(CardCommand.DRAW_ONE)
