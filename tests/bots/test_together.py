"""Cards that are worth more together, found card by card: the network's rows say the same."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from tests.bots.left_cards import cards_of, left_by_turns

from tenback.bots.players.compiled import packed_rules
from tenback.bots.value.together import TOGETHER_SLOT, list_together
from tenback.records import build_ruleset

FIRST = 1000
#: As in the module: 12 places of one step each, then steps of four, 19 in all.
PLACES = 19


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
    rules, indices = packed_rules(build_ruleset(game, players)), np.zeros(512, np.int64)
    compared = listed = 0
    for _, turn, slots, held, unseen, piles in left_by_turns(rules, 3):
        size = list_together(rules, turn.tops, slots, held, unseen, FIRST, indices, 0)
        assert Counter(indices[:size].tolist()) == together(cards_of(held), cards_of(unseen), piles)
        compared, listed = compared + 1, listed + size
    assert compared > 60
    assert listed > 500
