"""What a bot is: something that chooses a turn from a view."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tenback.rules import Placement, Ruleset, Signal, View

__all__ = ["Bot", "BotError", "PreparedBot", "TalkingBot"]


@runtime_checkable
class Bot(Protocol):
    """A player. It sees a view, never a state."""

    def choose(self, view: View) -> Sequence[Placement]:
        """Choose what to lay in this turn, in order; the turn ends after the last card.

        Asked in the middle of a turn (``view.laid``), it chooses how to go on.

        The view is of the bot's own seat, at its turn, with perfect memory (``view.gone``). A turn
        that some card closes by itself (STOP, the third card after THREE) ends there. When nothing
        legal can complete the turn, return what can be laid: the game is lost then.
        """
        ...


@runtime_checkable
class PreparedBot(Protocol):
    """A bot that wants time before its first game, to compile or to load something."""

    def prepare(self, rules: Ruleset) -> None:
        """Get ready to play by these rules."""
        ...


@runtime_checkable
class TalkingBot(Protocol):
    """A bot that tells the others what they may know of its hand (G-23)."""

    def signals(self, view: View) -> Sequence[Signal]:
        """Return all signals that the seat lets stand now; ask again whenever the piles change.

        The view is of the bot's own seat; it need not be its turn. Under SILENCE there are none.
        """
        ...


class BotError(ValueError):
    """A bot cannot be created, or chose what the rules refuse."""
