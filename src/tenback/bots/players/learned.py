"""What the bots over the value network share: signals read and given, what the others kept."""

import numpy as np

from tenback.bots.players.compiled import CompiledBot, packed_rules, verify_own_view
from tenback.bots.search.deep import Search
from tenback.bots.search.hidden_hands import left_by, new_left
from tenback.bots.search.workspace import Heard, new_heard
from tenback.bots.signals import KEEP_OFF, NO_SIGNAL, SMALL_STEPS, may_talk, signal_of_hand
from tenback.kernels.packed import PILES, Numbers
from tenback.kernels.packing import UnsupportedRulesetError, set_of_cards
from tenback.rules import Placement, Ruleset, Signal, SignalKind, View

__all__ = ["LearnedBot", "hand_signals", "heard_from"]

_KINDS = {SMALL_STEPS: SignalKind.SMALL_STEPS, KEEP_OFF: SignalKind.KEEP_OFF}
_NUMBERS = {kind: number for number, kind in _KINDS.items()}


def heard_from(view: View) -> Heard:
    """Return what the other seats tell about piles; nothing under SILENCE."""
    heard = new_heard()
    if view.is_silenced:
        return heard
    told, signals = heard
    for signal in view.signals:
        if signal.seat != view.seat and isinstance(signal.subject, int):
            pile, strength = signal.subject, _NUMBERS.get(signal.kind, NO_SIGNAL)
            told[signal.seat, pile] = max(told[signal.seat, pile], strength)
            signals[pile] = max(signals[pile], strength)
    return heard


def hand_signals(view: View) -> tuple[Signal, ...]:
    """Return what a seat has to tell about the piles, by the protocol of ``bots/signals.py``."""
    try:
        packed = packed_rules(view.rules)
    except UnsupportedRulesetError:
        return ()
    tops = np.array(view.tops, np.int64)
    if view.seat is None or view.is_silenced or not may_talk(packed, tops):
        return ()
    low, high = set_of_cards(view.hand)
    said = ((pile, signal_of_hand(packed, tops, pile, low, high)) for pile in range(PILES))
    return tuple(Signal(view.seat, _KINDS[what], pile) for pile, what in said if what)


class LearnedBot(CompiledBot):
    """A bot that values positions by the network and understands signals."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.left: Numbers = new_left()

    def search_for(self, rules: Ruleset) -> Search:
        """Return the search with the network, which knows what the others kept."""
        search = super().search_for(rules)
        search.left[:] = self.left
        return search

    def choose(self, view: View) -> tuple[Placement, ...]:
        """Choose the turn, minding what the others tell about the piles and what they kept."""
        verify_own_view(view)
        self.heard = heard_from(view)
        self.left = left_by(view)
        return super().choose(view)

    def signals(self, view: View) -> tuple[Signal, ...]:
        """Return what the seat tells the others now."""
        return hand_signals(view)
