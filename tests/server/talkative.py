"""Bots that talk, for worker processes to load: ``create(specification, seed=...)``."""

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
    """Names a pile that does not exist."""

    def signals(self, view: View) -> Sequence[Signal]:
        assert view.seat is not None
        return (Signal(view.seat, SignalKind.KEEP_OFF, 9),)


def create(specification: str, *, seed: int) -> Bot:
    """Make a bot under the name of one of ours, so that a table accepts it."""
    del seed
    return {"steady": Talkative, "planner": Wrong}.get(specification, Greedy)()
