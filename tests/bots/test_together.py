"""Cards that are worth more together, found card by card: the network's rows say the same."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from tenback.bots.players.compiled import packed_rules
from tenback.bots.search.near_turns import list_turns
from tenback.bots.search.turns import limits_for
from tenback.bots.value.inputs import COME, order_piles, unseen_of
from tenback.bots.value.together import TOGETHER_SLOT, list_together
from tenback.kernels import deal, new_state, new_turn_buffer
from tenback.kernels import play_turn as play
from tenback.kernels.bits import HIGH, LOW, Cards
from tenback.kernels.codes import PLAYING
from tenback.kernels.packed import PILES
from tenback.kernels.piles import is_ascending
from tenback.kernels.steps import deck_of
from tenback.records import build_ruleset

FIRST = 1000
#: As in the module: 12 places of one step each, then steps of four, 19 in all.
PLACES = 19


def cards_of(words: Cards) -> set[int]:
    low, high = (int(word) for word in words)
    return {card for card in range(128) if (low | high << 64) >> card & 1}


def place_of(distance: int) -> int:
    exact = list(range(1, 13))
    if distance in exact:
        return exact.index(distance)
    return min(PLACES - 1, 12 + (distance - 13) // 4)


def together(held: set[int], unseen: set[int], piles: list[tuple[bool, int]]) -> Counter[int]:
    """Count the rows by looking at every card; a pile is its direction and its top."""
    rows: Counter[int] = Counter()
    for (slot, (up, top)), card in product(enumerate(piles), sorted(held | unseen)):
        on = 1 if up else -1
        distance = on * (card - top)
        if distance <= 0:
            continue
        base, back = FIRST + slot * TOGETHER_SLOT + place_of(distance), card - 10 * on
        kinds = ((held, held), (held, unseen), (unseen, held))
        for kind, (ahead, behind) in enumerate(kinds):
            rows[base + kind * PLACES] += card in ahead and back in behind
        if card in held:
            steps = [step for step in (1, 2, 3) if card + on * step in held]
            if steps:
                rows[base + (2 + steps[0]) * PLACES] += 1
    return +rows


@pytest.mark.parametrize(("game", "players"), [("original", 1), ("extreme", 3), ("duel", 2)])
def test_rows_are_those_of_the_cards(game: str, players: int) -> None:
    rules, state = packed_rules(build_ruleset(game, players)), new_state()
    buffer, slots = new_turn_buffer(), np.zeros(COME + PILES, np.int64)
    indices = np.zeros(512, np.int64)
    compared = listed = 0
    for seed in range(3):
        deal(rules, state, seed)
        while state.phase == PLAYING:
            count = list_turns(rules, state, limits_for(rules), 12, buffer)
            if count == 0:
                break
            seat = state.seat
            low, high = unseen_of(rules, state, deck_of(rules, seat), seat)
            unseen = np.uint64(low), np.uint64(high)
            for index in range(0, count, 3):
                turn = buffer.entries[buffer.turns[index]]
                order_piles(rules, seat, turn.tops, slots)
                hand = state.hands[seat]
                held = hand[LOW] & ~turn.used[LOW], hand[HIGH] & ~turn.used[HIGH]
                size = list_together(rules, turn.tops, slots, held, unseen, FIRST, indices, 0)
                own = [int(pile) for pile in slots[: rules.own_piles]]
                piles = [(bool(is_ascending(rules, pile)), int(turn.tops[pile])) for pile in own]
                wanted = together(cards_of(held), cards_of(unseen), piles)
                assert Counter(indices[:size].tolist()) == wanted
                compared, listed = compared + 1, listed + size
            play(rules, state, buffer.entries[buffer.turns[seed % count]])
    assert compared > 60
    assert listed > 500
