"""The seven commands of Extreme and the layout that says which numbers carry them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from tenback.rules.errors import RulesetError

__all__ = ["COPIES", "EVEN", "HIGHEST", "LOWEST", "NO_COMMANDS", "CardCommand", "Layout"]

COPIES = 4
LOWEST, HIGHEST = 2, 99


class CardCommand(StrEnum):
    """A command printed on a card (X-3)."""

    STOP = "STOP"
    SKULL = "SKULL"
    THREE = "THREE"
    SILENCE = "SILENCE"
    NO_JUMP = "NO_JUMP"
    ONE_PILE = "ONE_PILE"
    DRAW_ONE = "DRAW_ONE"

    @property
    def is_flash(self) -> bool:
        """Whether it binds only the player who lays it, in that turn (X-6); else it is infinite."""
        return self in _FLASH


_FLASH = frozenset({CardCommand.STOP, CardCommand.SKULL, CardCommand.THREE})


@dataclass(frozen=True, slots=True, repr=False)
class Layout:
    """Which number carries which command; ``by_card[number]`` answers it."""

    name: str
    by_card: tuple[CardCommand | None, ...]

    def __repr__(self) -> str:
        """Show the name, and how many numbers carry a command."""
        return f"<Layout {self.name}: {len(self.as_mapping())} command cards>"

    def __post_init__(self) -> None:
        """Refuse a layout that does not cover every number; ``custom`` makes one of a deck."""
        known = {None, *CardCommand}
        if len(self.by_card) != HIGHEST + 2 or not known.issuperset(self.by_card):
            raise RulesetError("layout", f"by_card needs a command or None for 0 to {HIGHEST + 1}")

    @classmethod
    def partial(cls, commands: Mapping[int, CardCommand], name: str = "partial") -> "Layout":
        """Make a layout of any subset of numbers, for positions and studies."""
        for number in commands:
            _verify_number(number)
        return cls(name, tuple(commands.get(number) for number in range(HIGHEST + 2)))

    @classmethod
    def custom(cls, numbers: Mapping[str, object], name: str = "custom") -> "Layout":
        """Make a full layout from kind -> four numbers; anything else is a RulesetError (X-3)."""
        commands: dict[int, CardCommand] = {}
        for kind, cards in numbers.items():
            command = _find_command(kind)
            for number in _verify_numbers(kind, cards):
                if number in commands:
                    raise RulesetError("layout", f"number {number} is named twice")
                commands[number] = command
        missing = [kind for kind in CardCommand if kind not in numbers]
        if missing:
            raise RulesetError("layout", f"no numbers for {', '.join(missing)}")
        return cls.partial(commands, name)

    @classmethod
    def random(cls, shuffled: Iterable[int]) -> "Layout":
        """Make a layout from shuffled numbers 2..99: the first four carry STOP, and so on."""
        numbers = tuple(shuffled)
        return cls.custom(
            {
                kind: numbers[index * COPIES : (index + 1) * COPIES]
                for index, kind in enumerate(CardCommand)
            },
            name="random",
        )

    def numbers(self, command: CardCommand | str) -> tuple[int, ...]:
        """List the numbers that carry the command, named as in ``CardCommand``."""
        wanted = _find_command(command)
        return tuple(number for number, held in enumerate(self.by_card) if held is wanted)

    def as_mapping(self) -> dict[int, CardCommand]:
        """Return the layout as number -> command."""
        return {number: held for number, held in enumerate(self.by_card) if held is not None}


def _find_command(kind: object) -> CardCommand:
    if not isinstance(kind, str) or kind not in CardCommand.__members__:
        known = ", ".join(CardCommand)
        raise RulesetError("layout", f"unknown command {kind!r}; the seven are {known}")
    return CardCommand(kind)


def _verify_numbers(kind: str, cards: object) -> tuple[int, ...]:
    if not isinstance(cards, Iterable):
        raise RulesetError("layout", f"{kind} has {cards!r}, it needs {COPIES} numbers")
    numbers = tuple(cast("Iterable[int]", cards))
    if len(numbers) != COPIES:
        raise RulesetError("layout", f"{kind} has {len(numbers)} numbers, it needs {COPIES}")
    for number in numbers:
        _verify_number(number)
    return numbers


def _verify_number(number: object) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not LOWEST <= number <= HIGHEST:
        raise RulesetError("layout", f"{number!r} is not a card; cards are {LOWEST} to {HIGHEST}")


NO_COMMANDS = Layout("none", (None,) * (HIGHEST + 2))

# 28 evenly spread numbers, one of each kind per quarter. Not the published deck: the sheets do
# not print it.
EVEN = Layout.custom(
    {
        "STOP": (4, 28, 52, 76),
        "SKULL": (7, 32, 55, 80),
        "THREE": (11, 35, 59, 83),
        "SILENCE": (14, 39, 62, 87),
        "NO_JUMP": (18, 42, 66, 90),
        "ONE_PILE": (21, 46, 69, 94),
        "DRAW_ONE": (25, 49, 73, 97),
    },
    name="even",
)
