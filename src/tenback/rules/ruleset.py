"""A ruleset: the game, the number of players and the options, checked when it is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_type_hints

from tenback.rules.commands import EVEN, NO_COMMANDS, Layout
from tenback.rules.errors import RulesetError
from tenback.rules.game import GameRules

__all__ = ["OPTIONS", "Option", "Ruleset"]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice the sheets leave open: its values, the default first, and the rule behind it."""

    name: str
    values: tuple[str | bool, ...]
    rule: str


class _Choice(NamedTuple):
    """Marks a field of the ruleset as an option, and names the rule behind it."""

    rule: str


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """What is agreed before the cards are dealt.

    ``starter`` is a seat, or "lot": then whoever deals draws it. ``hand_size`` follows from the
    rest unless a position says otherwise. ``OPTIONS`` lists the fields that are marked as a choice,
    with the values that their types name.
    """

    game: GameRules
    players: int
    expert_minimum: Annotated[bool, _Choice("G-24")] = False
    expert_hand: Annotated[bool, _Choice("G-24")] = False
    talk: Annotated[Literal["oya", "nsv"], _Choice("E-5")] = "oya"
    short_hand: Annotated[Literal["strict", "clamp"], _Choice("B-14")] = "strict"
    one_pile: Annotated[Literal["onward", "retroactive", "after"], _Choice("B-11")] = "onward"
    breach: Annotated[Literal["refuse", "lose"], _Choice("B-15")] = "refuse"
    layout: Layout = field(default=NO_COMMANDS)
    starter: int | Literal["lot"] = "lot"
    hand_size: int = 0

    def __repr__(self) -> str:
        """Show the game, the number of players and what differs from the defaults."""
        told = [f"{self.game.id} players={self.players}"]
        told += [f"{name}={value}" for name, value in self.changed_options().items()]
        if self.layout is not NO_COMMANDS:
            told.append(f"layout={self.layout.name}")
        if self.starter != "lot":
            told.append(f"starter={self.starter}")
        return f"<Ruleset {' '.join(told)}>"

    def __post_init__(self) -> None:
        """Refuse what cannot be played, naming the field; fill in what follows from the rest."""
        game = self.game
        wanted = game.player_range
        if not _is_integer(self.players) or self.players not in wanted:
            low, high = wanted[0], wanted[-1]
            told = f"exactly {low}" if low == high else f"{low} to {high}"
            raise RulesetError("players", f"{game.id} is for {told}, not {self.players!r}")
        for option in OPTIONS.values():
            self._verify_option(option)
        if not isinstance(self.layout, Layout):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise RulesetError("layout", f"{self.layout!r} is not a Layout")
        if "layout" in game.options:
            if self.layout is NO_COMMANDS:
                object.__setattr__(self, "layout", EVEN)
        elif self.layout is not NO_COMMANDS:
            raise RulesetError("layout", f"{game.id} has no command cards")
        if self.starter != "lot" and (
            not _is_integer(self.starter) or not 0 <= self.starter < self.players
        ):
            raise RulesetError(
                "starter", f"{self.starter!r} is not a seat from 0 to {self.players - 1}, nor 'lot'"
            )
        if not _is_integer(self.hand_size) or not 0 <= self.hand_size <= game.highest:
            raise RulesetError("hand_size", f"{self.hand_size!r} is not a number of cards")
        if self.hand_size == 0:
            object.__setattr__(self, "hand_size", game.initial_hand_size(self))

    def _verify_option(self, option: Option) -> None:
        value = getattr(self, option.name)
        if value not in option.values or isinstance(value, bool) != isinstance(
            option.values[0], bool
        ):
            known = ", ".join(map(str, option.values))
            raise RulesetError(option.name, f"{value!r} is not one of {known}")
        if value != option.values[0] and option.name not in self.game.options:
            raise RulesetError(option.name, f"{self.game.id} has no such option")

    def changed_options(self) -> dict[str, str | bool]:
        """List the options that differ from their defaults."""
        return {
            option.name: value
            for option in OPTIONS.values()
            if (value := getattr(self, option.name)) != option.values[0]
        }

    def minimum(self, hand_count: int, deck_count: int) -> int:
        """How many cards the turn of such a hand must lay; fixed when the turn starts (A-7).

        Under ``short_hand=clamp`` a hand smaller than the minimum is the minimum (B-14, C-1).
        """
        minimum = self.game.minimum(self, deck_count)
        return min(minimum, hand_count) if self.short_hand == "clamp" else minimum


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _options() -> dict[str, Option]:
    """List the fields of the ruleset that are marked as a choice."""
    hints = get_type_hints(Ruleset, include_extras=True)
    options: dict[str, Option] = {}
    for each in fields(Ruleset):
        match get_args(hints[each.name]):
            case (kind, _Choice(rule)):
                values = _values(kind, each.default)
                options[each.name] = Option(each.name, values, rule)
            case _:
                pass
    return options


def _values(kind: Any, default: Any) -> tuple[str | bool, ...]:
    """Return the values that a type names, the default first."""
    named = (False, True) if kind is bool else get_args(kind)
    return default, *(value for value in named if value != default)


#: Every option with a closed list of values; the default is the first.
OPTIONS: Mapping[str, Option] = _options()
