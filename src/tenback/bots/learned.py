"""What the bots over the value network share: a desk for the network, signals read and given."""

import numpy as np

from tenback.bots.keeping import left_by, new_left
from tenback.bots.packed_bot import PackedBot, packed_rules
from tenback.bots.talk import KEEP_OFF, NO_SIGNAL, SMALL_STEPS, may_talk, signal_of_hand
from tenback.bots.valued import Desk, new_desk
from tenback.bots.weights import network_for, network_name
from tenback.kernels.packed import Numbers
from tenback.kernels.packing import UnsupportedRulesetError, set_of_cards
from tenback.rules import Placement, Ruleset, Signal, SignalKind, View

__all__ = ["LearnedBot", "hand_signals", "heard_from"]

_KINDS = {SMALL_STEPS: SignalKind.SMALL_STEPS, KEEP_OFF: SignalKind.KEEP_OFF}
_NUMBERS = {kind: number for number, kind in _KINDS.items()}
_SEATS, _PILES = 5, 4


def heard_from(view: View) -> Numbers:
    """Give what the other seats tell about piles, by seat and pile; nothing under SILENCE."""
    told = np.zeros((_SEATS, _PILES), np.int64)
    if view.is_silenced:
        return told
    for signal in view.signals:
        if signal.seat != view.seat and isinstance(signal.subject, int):
            strength = _NUMBERS.get(signal.kind, NO_SIGNAL)
            told[signal.seat, signal.subject] = max(told[signal.seat, signal.subject], strength)
    return told


def hand_signals(view: View) -> tuple[Signal, ...]:
    """Give what a seat has to tell about the piles, by the protocol of ``talk.py``."""
    try:
        packed = packed_rules(view.rules)
    except UnsupportedRulesetError:
        return ()
    tops = np.array(view.tops, np.int64)
    if view.seat is None or view.is_silenced or not may_talk(packed, tops):
        return ()
    low, high = set_of_cards(view.hand)
    said = ((pile, signal_of_hand(packed, tops, pile, low, high)) for pile in range(_PILES))
    return tuple(Signal(view.seat, _KINDS[what], pile) for pile, what in said if what)


class LearnedBot(PackedBot):
    """A bot that values positions by the network and understands signals."""

    def __init__(self) -> None:
        super().__init__()
        self.told: Numbers = np.zeros((_SEATS, _PILES), np.int64)
        self.left: Numbers = new_left()
        self._desks: dict[str, Desk] = {}

    def desk_for(self, rules: Ruleset) -> Desk:
        """Give the desk with the network for a ruleset."""
        name = network_name(rules)
        if name not in self._desks:
            self._desks[name] = new_desk(network_for(rules))
        return self._desks[name]

    def choose(self, view: View) -> tuple[Placement, ...]:
        """Choose the turn, minding what the others tell about the piles and what they kept."""
        self.told = heard_from(view)
        self.left = left_by(view)
        return super().choose(view)

    def signals(self, view: View) -> tuple[Signal, ...]:
        """Give what the seat tells the others now."""
        return hand_signals(view)
