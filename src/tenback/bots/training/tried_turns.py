"""Turns of one position tried on the same sampled deals, for many games side by side.

As in ``lanes.py``, every function does its work for one number. A *branch* is a sampled deal in
which one of the tried turns was played; branches have lanes of their own.
"""

from typing import Any, Final

from tenback.bots.search.best_turn import NO_TURN
from tenback.bots.search.deep import TO_THE_END
from tenback.bots.search.hidden_hands import deal_likely, follow_signals, note_turn
from tenback.bots.search.turns import hide, play_turns
from tenback.bots.signals import NO_SIGNAL, may_talk, signal_of_hand
from tenback.bots.training.lane_inputs import write_line
from tenback.bots.training.lanes import play_game
from tenback.bots.training.self_play import ASKED
from tenback.bots.training.workspace import TRIED, Branches, Lanes, ListedTurns, Tried
from tenback.bots.value.inputs import Reals
from tenback.bots.value.network import probability
from tenback.kernels import codes
from tenback.kernels.bits import HIGH, LOW
from tenback.kernels.compiling import jit
from tenback.kernels.deals import next_below, start_of_stream
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.steps import are_rivals, deck_count, deck_of

__all__ = [
    "begin_branch",
    "choose_tried",
    "go_on",
    "pick_turns",
    "play_and_note",
    "write_tried",
]

#: Of the tried turns so many are the best; of the others the next ones are good by chance.
_BEST: Final = 4
_GOOD: Final = 2
#: How many turns are drawn for a good one; the best of them is taken.
_DRAWS: Final = 4
#: Positions that are as good as lost or won teach nothing.
_LEAST_CHANCE: Final = 0.004
#: Of a hundred turns so many are chosen by chance, among the best: games see more positions.
_BY_CHANCE: Final = 5
#: The streams of the samples come after those of the turns of a game.
_SAMPLES: Final = 1 << 10


@jit
def pick_turns(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    tried: Tried,
    first_seed: int,
) -> None:
    """Pick the turns of a game to try: the best, and others by chance; turns that differ in value.

    Nothing is tried where nothing can be learned.
    """
    lane = games.active[number]
    state, generator = games.states[lane], games.generators[lane]
    generator[0] = start_of_stream(first_seed + lane, state.turns)
    tried.counts[number] = 0
    if listed.chosen[number] == NO_TURN:
        return
    chance = probability(listed.levels[number])
    if chance < _LEAST_CHANCE or chance > 1.0 - _LEAST_CHANCE:
        return
    first, count = listed.firsts[number], listed.counts[number]
    values, entries = tried.values[number], tried.entries[number]
    size = 0
    while size < _BEST:
        place = NO_TURN
        for index in range(count):
            value = listed.values[first + index]
            if (size == 0 or value < values[size - 1]) and (
                place == NO_TURN or value > listed.values[first + place]
            ):
                place = index
        if place == NO_TURN:
            break
        values[size] = listed.values[first + place]
        entries[size] = listed.turns[lane, place]
        size += 1
    if size < 2:
        return
    least = values[size - 1]
    for number_of in range(size, TRIED):
        place = NO_TURN
        for _ in range(_DRAWS if number_of < _BEST + _GOOD else 1):
            index = next_below(generator, count)
            value = listed.values[first + index]
            is_new = value < least
            for other in range(_BEST, size):
                is_new = is_new and values[other] != value
            if is_new and (place == NO_TURN or value > listed.values[first + place]):
                place = index
        if place != NO_TURN:
            values[size] = listed.values[first + place]
            entries[size] = listed.turns[lane, place]
            size += 1
    tried.counts[number] = size


@jit
def _hear(rules: PackedRules, state: PackedState, told: Numbers) -> None:
    """Write what the other seats tell the mover about the piles."""
    talking = may_talk(rules, state.tops)
    for seat in range(rules.players):
        for pile in range(PILES):
            told[seat, pile] = NO_SIGNAL
            if talking and seat != state.seat:
                low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
                told[seat, pile] = signal_of_hand(rules, state.tops, pile, low, high)


@jit
def _settle(branch: int, inner: Lanes, branches: Branches) -> None:
    """Say whether a branch goes on, and what it is worth if its game is over."""
    state, seat = inner.states[branch], branches.seats[branch]
    inner.playing[branch] = 0
    if state.phase != codes.PLAYING:
        branches.worth[branch] = 1.0 if (state.winners >> seat) & 1 else 0.0
    elif branches.turns[branch] > 0:
        inner.playing[branch] = 1


@jit
def begin_branch(
    branch: int,
    _numbers: Numbers,
    _reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    tried: Tried,
    inner: Lanes,
    branches: Branches,
    first_game: int,
    first_seed: int,
    samples: int,
    turns: int,
    playout_deck: int,
) -> None:
    """Deal what the mover does not know, the same for all turns tried, and play one of them.

    ``turns`` and ``playout_deck`` are as in ``Depth``.
    """
    game, place = first_game + branch // (TRIED * samples), branch // samples % TRIED
    inner.playing[branch] = 0
    branches.worth[branch] = 0.0
    if place >= tried.counts[game]:
        return
    lane, rules = games.active[game], games.rules[ASKED]
    state, sampled, generator = games.states[lane], inner.states[branch], inner.generators[branch]
    sample = branch % samples
    generator[0] = start_of_stream(first_seed + lane, _SAMPLES + state.turns * samples + sample)
    hide(rules, state, sampled)
    deal_likely(rules, sampled, tried.left[lane], generator)
    inner.talks[branch] = games.talks[lane]
    if games.talks[lane] == 1:
        told = branches.told[branch]
        _hear(rules, state, told)
        follow_signals(rules, sampled, state.seat, told, generator)
    branches.seats[branch] = state.seat
    deck = deck_count(state, deck_of(rules, state.seat))
    branches.turns[branch] = TO_THE_END if deck <= playout_deck else turns
    play_turn(rules, sampled, listed.entries[lane, tried.entries[game, place]])
    _settle(branch, inner, branches)


@jit
def go_on(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    inner: Lanes,
    listed: ListedTurns,
    branches: Branches,
) -> None:
    """Play the chosen turn of a branch; its value is what the branch is worth so far."""
    branch, chosen, rules = inner.active[number], listed.chosen[number], inner.rules[ASKED]
    state = inner.states[branch]
    if chosen == NO_TURN:
        play_turns(rules, state, codes.GREEDY, 1, inner.generators[branch])
    else:
        chance = probability(listed.levels[number])
        if are_rivals(rules, int(branches.seats[branch]), state.seat):
            chance = 1.0 - chance
        branches.worth[branch] = chance
        play_turn(rules, state, listed.entries[branch, chosen])
    branches.turns[branch] -= 1
    _settle(branch, inner, branches)


@jit
def choose_tried(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    tried: Tried,
) -> None:
    """Choose the best turn by the network, or now and then another; where none was tried, none.

    What did best on a few samples did so by luck, too: to choose and to learn by the same samples
    would teach too high a value.
    """
    size, generator = tried.counts[number], games.generators[games.active[number]]
    if size == 0:
        return
    place = 0
    if next_below(generator, 100) < _BY_CHANCE:
        place = next_below(generator, min(size, _BEST))
    tried.chosen[number] = place
    listed.chosen[number] = tried.entries[number, place]


@jit
def play_and_note(
    number: int,
    numbers: Numbers,
    reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    tried: Tried,
    strict_deck: int,
) -> None:
    """Play the chosen turn, and note what it left: it says something about the hand."""
    lane = games.active[number]
    state = games.states[lane]
    seat = state.seat
    held_low, held_high = state.hands[seat, LOW], state.hands[seat, HIGH]
    play_game(number, numbers, reals, games, listed, strict_deck)
    note_turn(games.rules[ASKED], state, seat, held_low, held_high, tried.left[lane])


@jit
def write_tried(
    number: int,
    numbers: Numbers,
    reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    tried: Tried,
    kept: Numbers,
    start: int,
    columns: Numbers,
    pool: Any,
) -> None:
    """Keep what the network is told of a tried turn, as a line; the number counts tried turns."""
    owner, place = kept[number // TRIED], number % TRIED
    if place < tried.counts[owner]:
        entry = listed.entries[games.active[owner], tried.entries[owner, place]]
        line = pool[start + number // TRIED, place]
        write_line(numbers, reals, games, listed, owner, entry, columns, line)
