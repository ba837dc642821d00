"""The search of `master`: candidates of `expert` tried on sampled deals, the worse half dropped.

Every sample deals the unseen cards anew, the same for all candidates and by what the other seats
are likely to have kept. After the candidate the other seats (and later the own one) go on by
`expert` for some turns, each from what it would know; the value of the last turn is the sample's.
Once the deck is small the game is played out instead.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.inputs import Reals
from tenback.bots.keeping import deal_likely, new_left
from tenback.bots.linear import NO_TURN
from tenback.bots.native import play_turns
from tenback.bots.network import WON, probability
from tenback.bots.talk import cards_behind, hear_signals
from tenback.bots.valued import SPREAD, Desk, best_valued_turn, new_desk, value_turns
from tenback.kernels import codes
from tenback.kernels._bits import EMPTY, count_cards, has_card, highest_card, lowest_card, single
from tenback.kernels._jit import jit
from tenback.kernels.deals import next_below
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.judging import is_ascending
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words, new_states
from tenback.kernels.steps import deck_count, hand_count
from tenback.kernels.turn_buffer import EXACT, TurnBuffer, TurnEntry, TurnLimits

__all__ = [
    "CANDIDATES",
    "TO_THE_END",
    "Depth",
    "Search",
    "add_samples",
    "best_searched_turn",
    "keep_better_half",
    "list_candidates",
    "new_search",
]

#: The most turns that are tried.
CANDIDATES: Final = 12
#: How many turns are tried for the exact end of an Extreme game: some milliseconds.
_MOST_TRIES: Final = 400
_MOST_LAST_TURNS = 8
_WHOLE_HAND = 128
#: More turns than any game has.
TO_THE_END: Final = 1000


class Depth(NamedTuple):
    """How many turns are tried, and how far: some turns on, or to the end with a small deck."""

    turns: int
    playout_deck: int
    candidates: int = CANDIDATES
    trust: float = 1.0  #: how many samples the network's opinion of a candidate counts for
    spread: int = SPREAD  #: as ``SPREAD``, for the candidates and within samples played out
    near: int = SPREAD  #: the same within other samples


class Search(NamedTuple):
    """What one thread needs to search; made once and used for many decisions."""

    desk: Desk  #: the turns of the position itself
    ahead: Desk  #: the turns of positions after it
    work: NDArray[Any]
    chosen: Numbers
    values: Reals
    sums: NDArray[np.float64]
    heard: Numbers
    left: Numbers  #: what the seats' last turns left; see ``keeping.py``
    ends: NDArray[Any]  #: the positions between the last turns
    tried: Numbers  #: what was tried to come there


def new_search(desk: Desk) -> Search:
    """Make room for a search with the network of a desk."""
    return Search(
        desk=desk,
        ahead=new_desk(desk.network),
        work=new_states(2),
        chosen=np.zeros(CANDIDATES, np.int64),
        values=np.zeros(CANDIDATES, np.float32),
        sums=np.zeros(CANDIDATES),
        heard=np.zeros(4, np.int64),
        left=new_left(),
        ends=new_states(_MOST_LAST_TURNS),
        tried=np.zeros((_MOST_LAST_TURNS, 2), np.int64),
    )


@jit
def _is_alone(rules: PackedRules, seen: PackedState) -> bool:
    """Whether the mover holds the last cards of a team game: nothing is hidden any more."""
    if rules.has_rivals or deck_count(seen, 0) > 0:
        return False
    for other in range(rules.players):
        if other != seen.seat and hand_count(seen, other) > 0:
            return False
    return True


@jit
def _clears(state: PackedState, turn: TurnEntry) -> bool:
    """Whether a turn lays all the cards of the mover's hand."""
    low, high = state.hands[state.seat, 0], state.hands[state.seat, 1]
    return (low & ~turn.used[0]) | (high & ~turn.used[1]) == EMPTY


@jit
def _longest(state: PackedState, buffer: TurnBuffer, count: int) -> int:
    """Give how many cards the longest turn has, WHOLE_HAND if one lays all the cards there are."""
    longest = 0
    for index in range(count):
        turn = buffer.entries[buffer.turns[index]]
        if _clears(state, turn):
            return _WHOLE_HAND
        longest = max(longest, turn.count)
    return longest


@jit
def _find_clearing(
    rules: PackedRules, ends: NDArray[Any], tried: Numbers, buffer: TurnBuffer
) -> int:
    """Give the first of the turns that lay the whole hand of a position; NO_TURN if there are none.

    One turn is enough but in Extreme, where a command may end it: there those after it are tried as
    well, many cards first and only so often. ``tried`` holds for every level how many cards the
    turn that is tried has, and its index. (Not by recursion: Numba cannot keep that on disk.)
    """
    count = enumerate_turns(rules, ends[0], EXACT, buffer)
    cards = _longest(ends[0], buffer, count)
    if cards == _WHOLE_HAND:
        for index in range(count):
            if _clears(ends[0], buffer.entries[buffer.turns[index]]):
                return buffer.turns[index]
    if not rules.has_commands:
        return NO_TURN
    tried[0, 0], tried[0, 1] = cards, -1
    level, tries = 0, 0
    while level >= 0 and tries < _MOST_TRIES:
        # Deeper levels have written over the turns of this one.
        count = enumerate_turns(rules, ends[level], EXACT, buffer)
        cards, index = tried[level, 0], tried[level, 1] + 1
        while cards > 0 and (index == count or buffer.entries[buffer.turns[index]].count != cards):
            index += 1
            if index >= count:
                cards, index = cards - 1, 0
        if cards <= 0:
            level -= 1
            continue
        tried[level, 0], tried[level, 1] = cards, index
        tries += 1
        after = ends[level + 1]
        ends[level + 1] = ends[level]
        play_turn(rules, after, buffer.entries[buffer.turns[index]])
        if after.phase != codes.PLAYING:
            continue
        cards = _longest(after, buffer, enumerate_turns(rules, after, EXACT, buffer))
        if cards == _WHOLE_HAND:
            enumerate_turns(rules, ends[0], EXACT, buffer)
            return buffer.turns[int(tried[0, 1])]
        if level + 2 < len(ends):
            level += 1
            tried[level, 0], tried[level, 1] = cards, -1
    return NO_TURN


@jit
def _is_listed(buffer: TurnBuffer, turn: int, chosen: Numbers, size: int) -> bool:
    """Whether a chosen turn leaves the same piles, though perhaps another of two of a kind."""
    one = buffer.entries[turn]
    for index in range(size):
        other = buffer.entries[chosen[index]]
        if (
            one.used[0] == other.used[0]
            and one.used[1] == other.used[1]
            and one.draws == other.draws
            and min(one.tops[0], one.tops[1]) == min(other.tops[0], other.tops[1])
            and max(one.tops[0], one.tops[1]) == max(other.tops[0], other.tops[1])
            and min(one.tops[2], one.tops[3]) == min(other.tops[2], other.tops[3])
            and max(one.tops[2], one.tops[3]) == max(other.tops[2], other.tops[3])
        ):
            return True
    return False


@jit
def list_candidates(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    signals: Numbers,
    depth: Depth,
    search: Search,
) -> int:
    """Write the turns that `expert` likes best into ``chosen``, best first; how many.

    Of turns that mirror each other one is listed, and one alone where nothing has to be searched.
    """
    desk, chosen, values, sums = search.desk, search.chosen, search.values, search.sums
    if _is_alone(rules, seen):
        search.ends[0] = seen
        turn = _find_clearing(rules, search.ends, search.tried, desk.buffer)
        if turn != NO_TURN:
            chosen[0] = turn
            return 1
    size, most = 0, depth.candidates
    # Signals tell piles apart; in a duel they are told apart by whose they are.
    alike = not rules.has_rivals and not signals.any()
    count = value_turns(rules, seen, limits, signals, desk, depth.spread)
    for index in range(count):
        value, turn = desk.values[index], desk.buffer.turns[index]
        if size == most and value <= values[size - 1]:
            continue
        if alike and _is_listed(desk.buffer, turn, chosen, size):
            continue
        place = size if size < most else size - 1
        size = place + 1
        while place > 0 and values[place - 1] < value:
            values[place] = values[place - 1]
            chosen[place] = chosen[place - 1]
            place -= 1
        values[place] = value
        chosen[place] = turn
    for index in range(size):
        sums[index] = depth.trust * probability(values[index])
    return 1 if size > 0 and values[0] == WON else size


@jit
def _follow_signals(
    rules: PackedRules, state: PackedState, own: int, told: Numbers, generator: Words
) -> None:
    """Change a sampled deal until every seat holds what its signals say, where that is possible."""
    for seat in range(rules.players):
        if seat == own:
            continue
        for pile in range(4):
            if told[seat, pile] == 0:
                continue
            low, high = cards_behind(is_ascending(rules, pile), state.tops[pile], told[seat, pile])
            hand = state.hands[seat]
            if (hand[0] & low) | (hand[1] & high) != EMPTY or hand[0] | hand[1] == EMPTY:
                continue
            _bring_one(rules, state, own, seat, low, high, generator)


@jit
def _bring_one(
    rules: PackedRules,
    state: PackedState,
    own: int,
    seat: int,
    low: np.uint64,
    high: np.uint64,
    generator: Words,
) -> None:
    """Swap a random card of a set, from wherever it is hidden, into a hand."""
    seen_low = state.gone[0, 0] | state.hands[own, 0]
    seen_high = state.gone[0, 1] | state.hands[own, 1]
    low, high = low & ~seen_low, high & ~seen_high
    count = 0
    wanted = -1
    for card in range(lowest_card(low, high), highest_card(low, high) + 1):
        if has_card(low, high, card) and rules.lowest <= card <= rules.highest:
            count += 1
            if next_below(generator, count) == 0:
                wanted = card
    if wanted < 0:
        return
    hand = state.hands[seat]
    skip = next_below(generator, count_cards(hand[0], hand[1]))
    given = -1
    for card in range(rules.lowest, rules.highest + 1):
        if has_card(hand[0], hand[1], card):
            if skip == 0:
                given = card
                break
            skip -= 1
    wanted_low, wanted_high = single(wanted)
    given_low, given_high = single(given)
    hand[0] = (hand[0] & ~given_low) | wanted_low
    hand[1] = (hand[1] & ~given_high) | wanted_high
    for other in range(rules.players):
        if other not in (own, seat) and has_card(
            state.hands[other, 0], state.hands[other, 1], wanted
        ):
            state.hands[other, 0] = (state.hands[other, 0] & ~wanted_low) | given_low
            state.hands[other, 1] = (state.hands[other, 1] & ~wanted_high) | given_high
            return
    for index in range(state.drawn[0], state.deck_end[0]):
        if state.decks[0, index] == wanted:
            state.decks[0, index] = given


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
    """Go on by `expert` for some turns; the chance of the seat to win, by the last of them."""
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
        if rules.has_rivals and state.seat != seat:
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
    told: Numbers,
    talks: bool,
    alive: int,
    samples: int,
    search: Search,
    generator: Words,
) -> None:
    """Try the living candidates on the same sampled deals and add up their chances."""
    work, chosen = search.work, search.chosen
    deck = deck_count(seen, seen.seat if rules.has_rivals else 0)
    turns, spread = depth.turns, depth.near
    if deck <= depth.playout_deck:
        # Who plays to the end with fewer turns to choose from plays badly, and misjudges the end.
        turns, spread = TO_THE_END, depth.spread
    for pile in range(4):
        search.heard[pile] = 0
    for _ in range(samples):
        work[0] = seen
        deal_likely(rules, work[0], search.left, generator)
        if talks:
            _follow_signals(rules, work[0], seen.seat, told, generator)
        for index in range(alive):
            work[1] = work[0]
            state = work[1]
            play_turn(rules, state, search.desk.buffer.entries[chosen[index]])
            search.sums[index] += _worth(
                rules, state, seen.seat, limits, turns, spread, talks, search, generator
            )


@jit
def keep_better_half(search: Search, alive: int) -> int:
    """Sort the candidates by chance and drop the worse half; how many are left."""
    chosen, sums, values = search.chosen, search.sums, search.values
    for index in range(1, alive):
        place, total, entry, value = index, sums[index], chosen[index], values[index]
        while place > 0 and sums[place - 1] < total:
            sums[place] = sums[place - 1]
            chosen[place] = chosen[place - 1]
            values[place] = values[place - 1]
            place -= 1
        sums[place] = total
        chosen[place] = entry
        values[place] = value
    return (alive + 1) // 2


@jit
def best_searched_turn(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    depth: Depth,
    told: Numbers,
    signals: Numbers,
    talks: bool,
    samples: int,
    search: Search,
    generator: Words,
) -> int:
    """Give the entry of the best turn by sequential halving; the last two get all the samples."""
    alive = list_candidates(rules, seen, limits, signals, depth, search)
    if alive == 0:
        return NO_TURN
    done = 0
    while alive > 1:
        share = 1
        while share * 2 < alive:
            share *= 2
        target = max(done + 1, samples // share)
        add_samples(
            rules, seen, limits, depth, told, talks, alive, target - done, search, generator
        )
        done = target
        alive = keep_better_half(search, alive)
    return search.chosen[0]
