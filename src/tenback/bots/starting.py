"""How bots agree who starts, after the hands are dealt (G-6, A-8)."""

from enum import IntEnum

import numpy as np

from tenback.bots.players.compiled import packed_rules
from tenback.bots.search.beginning import GLADLY, IF_NEED_BE, RATHER_NOT, eagerness_of, gladdest
from tenback.bots.search.turns import limits_for
from tenback.kernels.packing import UnsupportedRulesetError, pack_view
from tenback.kernels.steps import start
from tenback.kernels.turn_buffer import new_turn_buffer
from tenback.rules import Ruleset, State, View, view

__all__ = ["Eagerness", "agreed_starter", "can_agree", "eagerness"]


class Eagerness(IntEnum):
    """How gladly a seat would start, in words from which no number can be guessed (G-23)."""

    RATHER_NOT = RATHER_NOT
    IF_NEED_BE = IF_NEED_BE
    GLADLY = GLADLY


def can_agree(rules: Ruleset) -> bool:
    """Whether a team decides who starts: not in a duel (D-5), nor where the ruleset names it."""
    return rules.game.is_team_game and rules.starter == "lot"


def eagerness(seen: View) -> Eagerness:
    """Say how gladly the seat of a view would start: the fewer steps that takes, the more.

    The view is that of a seat in a game that is dealt, made with ``memory=True``.
    """
    if seen.seat is None or seen.gone is None:
        raise TypeError("eagerness is that of a seat: tenback.view(state, seat, memory=True)")
    if not seen.rules.game.is_team_game:
        raise ValueError(f"eagerness: in {seen.rules.game.id} a lot decides who starts")
    try:
        packed = packed_rules(seen.rules)
    except UnsupportedRulesetError:
        return Eagerness.IF_NEED_BE
    begun = pack_view(seen)
    start(packed, begun, seen.seat)
    # A buffer of its own: compiled code runs side by side in threads.
    return Eagerness(eagerness_of(packed, begun, limits_for(packed), new_turn_buffer()))


def agreed_starter(dealt: State, drawn: int) -> int:
    """Return the seat that would start most gladly; ``drawn``, a seat by lot, breaks ties.

    >>> from tenback.records import build_ruleset, deal_from_seed
    >>> rules = build_ruleset("original", 3)
    >>> dealt = State.deal(rules, deal_from_seed(rules, seed=1))
    >>> [eagerness(view(dealt, seat, memory=True)).name for seat in range(3)]
    ['GLADLY', 'IF_NEED_BE', 'GLADLY']
    >>> agreed_starter(dealt, drawn=2)
    2
    """
    players = dealt.rules.players
    said = np.zeros(players, np.int64)
    for seat in range(players):
        said[seat] = eagerness(view(dealt, seat, memory=True))
    return gladdest(said, players, drawn)
