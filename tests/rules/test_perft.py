"""Node counts (perft): a change of any rule of placing, ending or drawing shows here."""

import pytest

from tenback.records import build_ruleset, deal_from_seed, parse_position
from tenback.rules import State
from tenback.testing.perft import perft

OPENINGS = {
    ("original", 1): (1, 32, 788, 15364),
    ("original", 5): (1, 24, 420, 5540),
    ("extreme", 2): (1, 28, 520, 4748),
    ("duel", 2): (1, 12, 90, 490),
}
LATE = {
    "original players=1 piles=41,55,52,38 hands=31,42,45,48,53,62,65,91 deck=44,56,33,61": (
        1,
        19,
        272,
        3182,
        29485,
    ),
    "extreme players=1 piles=41,21,52,90 hands=4,28,31,32,35,42,80,83 deck=44,56,33,61": (
        1,
        24,
        231,
        2142,
        21138,
    ),
    "extreme players=1 one_pile=after piles=41,21,52,90 hands=31,42,46,69,80 deck=44,56,33": (
        1,
        17,
        80,
        404,
        1943,
    ),
    "duel piles=31,24,18,44 hands=12,21,34,35,50,51|8,9,10,20,30,40 deck=2,3,4|5,6,7": (
        1,
        11,
        81,
        446,
        2666,
    ),
}


@pytest.mark.parametrize(("game", "players"), OPENINGS)
def test_openings(game: str, players: int) -> None:
    rules = build_ruleset(game, players)
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    counts = OPENINGS[game, players]
    assert tuple(perft(state, depth) for depth in range(len(counts))) == counts


@pytest.mark.parametrize("line", LATE)
def test_late_positions(line: str) -> None:
    state = parse_position(line).to_state()
    counts = LATE[line]
    assert tuple(perft(state, depth) for depth in range(len(counts))) == counts
