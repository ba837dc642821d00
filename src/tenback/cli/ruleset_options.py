"""The options of the rules at the command line, for every subcommand that deals cards."""

from dataclasses import asdict, dataclass
from typing import Literal

from cyclopts import Parameter

from tenback.cli.common import make_ruleset
from tenback.rules import Ruleset

__all__ = ["RulesetOptions"]


@Parameter(name="*")
@dataclass(frozen=True)
class RulesetOptions:
    """Choices that the sheets leave open; None stands for the default of the rules."""

    expert_minimum: bool | None = None
    """At least three cards a turn while the draw pile lasts."""
    expert_hand: bool | None = None
    """One card fewer in every hand."""
    talk: Literal["oya", "nsv"] | None = None
    """oya: no numbers and no hints at them; nsv: no numbers."""
    short_hand: Literal["strict", "clamp"] | None = None
    """Extreme, Duel: too small a hand is lost (strict) or lowers the minimum (clamp)."""
    one_pile: Literal["onward", "retroactive", "after"] | None = None
    """Which cards of a turn the command ONE PILE binds."""
    breach: Literal["refuse", "lose"] | None = None
    """What breaking a command does: refuse it, or lose at once."""
    layout: str | None = None
    """Command cards of Extreme: even (our own, not the published deck), random, or a JSON file."""

    def ruleset(self, game: str, players: int | None, seed: int) -> Ruleset:
        """Build the ruleset, or fail with a one-line message."""
        options: dict[str, object] = asdict(self)
        del options["layout"]
        return make_ruleset(game, players, options, self.layout, seed)
