"""Many games side by side: what is done for one of them.

Every function here does its work for one number, so that a GPU may do all numbers at once
and a processor one after the other (``devices.py``). ``numbers`` and ``reals`` are scratch arrays.
"""

from tenback.bots.search.best_turn import NO_TURN
from tenback.bots.search.near_turns import list_turns
from tenback.bots.search.turns import limits_for, play_turns
from tenback.bots.signals import hear_signals
from tenback.bots.training.self_play import ASKED, rules_now
from tenback.bots.training.workspace import MOST_KEYS, Lanes, ListedPiles, ListedTurns
from tenback.bots.value.inputs import COME, Reals, order_piles
from tenback.bots.value.network import pile_key
from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import PILES, Numbers
from tenback.kernels.turn_buffer import TurnBuffer

__all__ = [
    "choose_turn",
    "deal_game",
    "list_game",
    "name_keys",
    "name_owners",
    "name_piles",
    "play_game",
]


@jit
def deal_game(
    lane: int,
    _numbers: Numbers,
    _reals: Reals,
    games: Lanes,
    first_seed: int,
    talking: int,
    strict_deck: int,
) -> None:
    """Deal the game of a lane; every ``talking``-th by its seed has signals.

    For ``strict_deck`` see ``rules_now``.
    """
    state = games.states[lane]
    state.drawn[0] = 0
    state.deck_end[0] = games.rules[ASKED].deck_size
    deal(rules_now(games.rules, state, strict_deck), state, first_seed + lane)
    games.playing[lane] = 1 if state.phase == codes.PLAYING else 0
    games.talks[lane] = 1 if talking > 0 and (first_seed + lane) % talking == 0 else 0


@jit
def list_game(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    spread: int,
) -> None:
    """List the turns of a game's mover, and what it hears."""
    lane, rules = games.active[number], games.rules[ASKED]
    state = games.states[lane]
    heard = listed.heard[lane]
    for pile in range(PILES):
        heard[pile] = 0
    if games.talks[lane] == 1:
        hear_signals(rules, state, state.seat, heard)
    buffer = TurnBuffer(
        listed.entries[lane],
        listed.turns[lane],
        listed.slots[lane],
        listed.whole_slots[lane],
        listed.marks[lane],
    )
    listed.seats[number] = state.seat
    listed.counts[number] = list_turns(rules, state, limits_for(rules), spread, buffer)


@jit
def name_owners(number: int, _numbers: Numbers, _reals: Reals, listed: ListedTurns) -> None:
    """Write for every listed turn which game it belongs to."""
    first = listed.firsts[number]
    for index in range(listed.counts[number]):
        listed.owners[first + index] = number


@jit
def name_keys(
    number: int,
    numbers: Numbers,
    _reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    piles: ListedPiles,
    mark: int,
) -> None:
    """Number the different piles of each slot among a game's listed turns."""
    lane, rules = games.active[number], games.rules[ASKED]
    seat = games.states[lane].seat
    for slot in range(PILES):
        piles.sizes[slot, number] = 0
    for index in range(listed.counts[number]):
        tops = listed.entries[lane, listed.turns[lane, index]].tops
        order_piles(rules, seat, tops, numbers)
        for slot in range(PILES):
            pile = int(numbers[slot])
            key = pile_key(rules, slot, pile, int(numbers[COME + slot]))
            if piles.stamps[lane, key] // MOST_KEYS != mark:
                size = piles.sizes[slot, number]
                piles.stamps[lane, key] = mark * MOST_KEYS + size
                piles.piles[lane, slot, size] = pile << 8 | tops[pile]
                piles.sizes[slot, number] = size + 1


@jit
def name_piles(
    number: int, _numbers: Numbers, _reals: Reals, piles: ListedPiles, first_game: int
) -> None:
    """Write for every pile of a game which game, slot and key it belongs to."""
    game = first_game + number
    for slot in range(PILES):
        size = piles.sizes[slot, game]
        first = piles.firsts[slot] + piles.ends[slot, game] - size
        for index in range(size):
            piles.owners[first + index] = (game * 4 + slot) * MOST_KEYS + index


@jit
def choose_turn(
    number: int, _numbers: Numbers, _reals: Reals, games: Lanes, listed: ListedTurns
) -> None:
    """Choose the turn of a game that is worth most."""
    first, lane = listed.firsts[number], games.active[number]
    listed.chosen[number] = NO_TURN
    for index in range(listed.counts[number]):
        value = listed.values[first + index] + listed.bonus[first + index]
        if listed.chosen[number] == NO_TURN or value > listed.levels[number]:
            listed.chosen[number] = listed.turns[lane, index]
            listed.levels[number] = value


@jit
def play_game(
    number: int,
    _numbers: Numbers,
    _reals: Reals,
    games: Lanes,
    listed: ListedTurns,
    strict_deck: int,
) -> None:
    """Play the chosen turn; without one, lose. For ``strict_deck`` see ``rules_now``."""
    lane, chosen = games.active[number], listed.chosen[number]
    state = games.states[lane]
    now = rules_now(games.rules, state, strict_deck)
    if chosen == NO_TURN:
        play_turns(now, state, codes.GREEDY, 1, games.generators[lane])
    else:
        play_turn(now, state, listed.entries[lane, chosen])
    games.playing[lane] = 1 if state.phase == codes.PLAYING else 0
    games.winners[lane] = state.winners
    games.scores[lane] = state.score
