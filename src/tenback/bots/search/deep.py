"""Candidates of `expert` tried on sampled deals: the search of `master`.

Every sample deals the unseen cards anew, the same for all candidates and by what the other seats
are likely to have kept. After the candidate the other seats (and later the own one) go on by
`expert` for some turns, each from what it would know; the value of the last turn is the sample's.
Once the deck is small the game is played out instead.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.search.best_turn import (
    NO_TURN,
    Desk,
    best_valued_turn,
    new_desk,
    value_turns,
)
from tenback.bots.search.candidates import Candidates, keep_better_half, new_candidates
from tenback.bots.search.endgame import MOST_LAST_TURNS, find_clearing, is_alone
from tenback.bots.search.halving import samples_after
from tenback.bots.search.hidden_hands import deal_likely, follow_signals, new_left
from tenback.bots.search.plans import CANDIDATES, Depth, SeatPlan
from tenback.bots.search.second_opinion import SecondOpinion, new_second_opinion
from tenback.bots.search.shortlist import shortlist
from tenback.bots.search.turns import play_turns
from tenback.bots.search.workspace import DEALT, PLAYED, Heard
from tenback.bots.signals import hear_signals
from tenback.bots.value.network import WON, probability
from tenback.bots.value.tables import Tables
from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState, Words, new_states
from tenback.kernels.steps import are_rivals, deck_count, deck_of
from tenback.kernels.turn_buffer import TurnLimits

__all__ = [
    "TO_THE_END",
    "Search",
    "add_samples",
    "best_searched_turn",
    "list_candidates",
    "new_search",
]

#: More turns than any game has.
TO_THE_END: Final = 1000


class Search(NamedTuple):
    """What one thread needs to search; made once and used for many decisions."""

    desk: Desk  #: the turns of the position itself
    second: SecondOpinion  #: on the best turns of the position itself
    ahead: Desk  #: the turns of positions after it
    work: NDArray[Any]  #: see ``DEALT``
    candidates: Candidates
    heard: Numbers
    left: Numbers  #: what the seats' last turns left; see ``hidden_hands.py``
    ends: NDArray[Any]  #: the positions between the last turns
    tried: Numbers  #: what was tried to come there


def new_search(desk: Desk, second: Tables | None = None) -> Search:
    """Make what a search with the network of a desk needs, and a second network for `expert`."""
    return Search(
        desk=desk,
        second=new_second_opinion(desk.tables, second),
        ahead=new_desk(desk.tables),
        work=new_states(2),
        candidates=new_candidates(CANDIDATES, np.float32),
        heard=np.zeros(4, np.int64),
        left=new_left(),
        ends=new_states(MOST_LAST_TURNS),
        tried=np.zeros((MOST_LAST_TURNS, 2), np.int64),
    )


@jit
def list_candidates(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    signals: Numbers,
    depth: Depth,
    search: Search,
) -> int:
    """Write the turns that `expert` likes best into ``chosen``, best first; return how many.

    Of turns that mirror each other one is listed. Where nothing has to be searched, only the best
    is.
    """
    desk, candidates = search.desk, search.candidates
    chosen, values = candidates.chosen, candidates.values
    if is_alone(rules, seen):
        search.ends[0] = seen
        turn = find_clearing(rules, search.ends, search.tried, desk.buffer)
        if turn != NO_TURN:
            chosen[0] = turn
            return 1
    count = value_turns(rules, seen, limits, signals, desk, depth.spread)
    size = shortlist(rules, signals, desk, count, depth.candidates, candidates)
    for index in range(size):
        candidates.sums[index] = depth.trust * probability(values[index])
    return 1 if size > 0 and values[0] == WON else size


@jit
def _worth(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    limits: TurnLimits,
    turns: int,
    spread: int,
    talks: bool,
    search: Search,
    generator: Words,
) -> float:
    """Let `expert` play some turns; return the seat's chance to win by the value of the last."""
    ahead = search.ahead
    chance = 0.0
    for _ in range(turns):
        if state.phase != codes.PLAYING:
            break
        if talks:
            hear_signals(rules, state, state.seat, search.heard)
        turn = best_valued_turn(rules, state, limits, search.heard, ahead, spread)
        if turn == NO_TURN:
            play_turns(rules, state, codes.GREEDY, 1, generator)
            continue
        chance = probability(ahead.best[0])
        if are_rivals(rules, seat, state.seat):
            chance = 1.0 - chance
        play_turn(rules, state, ahead.buffer.entries[turn])
    if state.phase == codes.OVER:
        return 1.0 if (state.winners >> seat) & 1 else 0.0
    return chance


@jit
def add_samples(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    depth: Depth,
    heard: Heard,
    alive: int,
    samples: int,
    search: Search,
    generator: Words,
) -> None:
    """Try the living candidates on the same sampled deals and add up their chances."""
    work, candidates, told = search.work, search.candidates, heard.told
    talks = bool(heard.signals.any())
    deck = deck_count(seen, deck_of(rules, seen.seat))
    turns, spread = depth.turns, depth.near
    if deck <= depth.playout_deck:
        # With fewer turns to choose from, `expert` plays the end badly and misjudges it.
        turns, spread = TO_THE_END, depth.spread
    for pile in range(PILES):
        search.heard[pile] = 0
    for _ in range(samples):
        work[DEALT] = seen
        deal_likely(rules, work[DEALT], search.left, generator)
        if talks:
            follow_signals(rules, work[DEALT], seen.seat, told, generator)
        for index in range(alive):
            work[PLAYED] = work[DEALT]
            state = work[PLAYED]
            play_turn(rules, state, search.desk.buffer.entries[candidates.chosen[index]])
            candidates.sums[index] += _worth(
                rules, state, seen.seat, limits, turns, spread, talks, search, generator
            )


@jit
def best_searched_turn(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    heard: Heard,
    search: Search,
    generator: Words,
) -> int:
    """Return the entry of the best turn, or NO_TURN; the last two get all the samples."""
    alive = list_candidates(rules, seen, limits, heard.signals, plan.depth, search)
    if alive == 0:
        return NO_TURN
    done = 0
    while alive > 1:
        target = samples_after(alive, plan.samples, done)
        add_samples(rules, seen, limits, plan.depth, heard, alive, target - done, search, generator)
        done = target
        alive = keep_better_half(search.candidates, alive)
    return search.candidates.chosen[0]
