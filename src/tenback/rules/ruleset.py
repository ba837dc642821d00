"""A ruleset: the game, the number of players and the options, checked when it is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tenback.rules.commands import EVEN, NO_COMMANDS, Layout
from tenback.rules.errors import RulesetError
from tenback.rules.game import Game

__all__ = ["OPTIONS", "Option", "Ruleset"]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice the sheets leave open: its values, the default first, and the rule behind it."""

    name: str
    values: tuple[str | bool, ...]
    rule: str


#: Every option with a closed list of values; the default is the first.
OPTIONS: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option("expert_minimum", (False, True), "G-24"),
        Option("expert_hand", (False, True), "G-24"),
        Option("talk", ("oya", "nsv"), "E-5"),
        Option("short_hand", ("strict", "clamp"), "B-14"),
        Option("one_pile", ("onward", "retroactive", "after"), "B-11"),
        Option("breach", ("refuse", "lose"), "B-15"),
    )
}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What is agreed before the cards are dealt.

    ``starter`` is a seat, or "lot": then whoever deals draws it. ``hand_size`` follows from the
    rest unless a position says otherwise.
    """

    game: Game
    players: int
    expert_minimum: bool = False
    expert_hand: bool = False
    talk: Literal["oya", "nsv"] = "oya"
    short_hand: Literal["strict", "clamp"] = "strict"
    one_pile: Literal["onward", "retroactive", "after"] = "onward"
    breach: Literal["refuse", "lose"] = "refuse"
    layout: Layout = field(default=NO_COMMANDS)
    starter: int | Literal["lot"] = "lot"
    hand_size: int = 0

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
