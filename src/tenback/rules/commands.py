"""The seven commands of Extreme and the layout that says which numbers carry them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tenback.rules.errors import RulesetError

__all__ = ["COPIES", "EVEN", "NO_COMMANDS", "Command", "Layout"]

COPIES = 4
LOWEST, HIGHEST = 2, 99


class Command(StrEnum):
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


_FLASH = frozenset({Command.STOP, Command.SKULL, Command.THREE})


@dataclass(frozen=True, slots=True)
class Layout:
    """Which number carries which command; ``by_card[number]`` answers it."""

    name: str
    by_card: tuple[Command | None, ...]

    @classmethod
    def partial(cls, commands: Mapping[int, Command], name: str = "partial") -> "Layout":
        """Make a layout of any subset of numbers, for positions and studies."""
        for number in commands:
            _verify_number(number)
        return cls(name, tuple(commands.get(number) for number in range(HIGHEST + 2)))

    @classmethod
    def custom(cls, numbers: Mapping[str, Iterable[int]], name: str = "custom") -> "Layout":
        """Make a full layout from kind -> four numbers; anything else is a RulesetError (X-3)."""
        commands: dict[int, Command] = {}
        for kind, cards in numbers.items():
            if kind not in Command.__members__:
                known = ", ".join(Command)
                raise RulesetError("layout", f"unknown command {kind!r}; the seven are {known}")
            listed = tuple(cards)
            if len(listed) != COPIES:
                raise RulesetError("layout", f"{kind} has {len(listed)} numbers, it needs {COPIES}")
            for number in listed:
                _verify_number(number)
                if number in commands:
                    raise RulesetError("layout", f"number {number} is named twice")
                commands[number] = Command(kind)
        missing = [kind for kind in Command if kind not in numbers]
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
                for index, kind in enumerate(Command)
            },
            name="random",
        )

    def numbers(self, command: Command) -> tuple[int, ...]:
        """List the numbers that carry the command."""
        return tuple(number for number, held in enumerate(self.by_card) if held is command)

    def as_mapping(self) -> dict[int, Command]:
        """Give the layout as number -> command."""
        return {number: held for number, held in enumerate(self.by_card) if held is not None}


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
