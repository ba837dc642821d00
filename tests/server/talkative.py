"""A bot that talks, for worker processes to meet: ``create(specification, seed=...)``."""

from collections.abc import Sequence

from tenback.bots import Bot
from tenback.bots.players.greedy import Greedy
from tenback.rules import Signal, SignalKind, View


class Talkative(Greedy):
    """Wants the first pile left alone, and says so."""

    def signals(self, view: View) -> Sequence[Signal]:
        assert view.seat is not None
        return (Signal(view.seat, SignalKind.KEEP_OFF, 0),)


class Wrong(Greedy):
    """Names a pile that there is not."""

    def signals(self, view: View) -> Sequence[Signal]:
        assert view.seat is not None
        return (Signal(view.seat, SignalKind.KEEP_OFF, 9),)


def create(specification: str, *, seed: int) -> Bot:
    """Make the bot; the names are those of ours, so that a table accepts them."""
    del seed
    return {"steady": Talkative, "planner": Wrong}.get(specification, Greedy)()
