"""Batches: the same games however they are split, and clear errors."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tenback.kernels import GREEDY, RANDOM, BatchResult, PackedRules, pack_ruleset, play_batch
from tenback.rules import Ruleset, find_game

#: ``winners`` is a set of seats, a bit for each.
FIRST, SECOND = 1 << 0, 1 << 1
GAMES = [("original", 4), ("extreme", 2), ("duel", 2), ("on-fire", 3)]


def packed(game: str, players: int) -> PackedRules:
    return pack_ruleset(Ruleset(find_game(game), players))


def joined(parts: list[BatchResult]) -> BatchResult:
    return BatchResult(*(np.concatenate(column) for column in zip(*parts, strict=True)))


@pytest.mark.parametrize("policy", [GREEDY, RANDOM])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_splitting_and_threads_change_nothing(game: str, players: int, policy: int) -> None:
    rules, seeds = packed(game, players), np.arange(200)
    whole = play_batch(rules, policy, seeds)

    def play(first: int) -> BatchResult:
        return play_batch(rules, policy, seeds[first : first + 30])

    with ThreadPoolExecutor(2) as pool:
        threaded = joined(list(pool.map(play, range(0, 200, 30))))

    for column, other in zip(whole, threaded, strict=True):
        assert np.array_equal(column, other)


def test_seeds_in_any_order() -> None:
    rules = packed("original", 2)
    seeds = np.array([2**63 - 1, 5, 0, 5])
    played = play_batch(rules, GREEDY, seeds)

    assert played.scores[1] == played.scores[3]
    assert played.scores[0] == play_batch(rules, GREEDY, [2**63 - 1]).scores[0]
    assert play_batch(rules, GREEDY, []).scores.size == 0


def test_each_seat_may_have_its_policy() -> None:
    rules, seeds = packed("duel", 2), np.arange(300)

    assert (play_batch(rules, [GREEDY, RANDOM], seeds).winners == FIRST).mean() > 0.95
    assert (play_batch(rules, [RANDOM, GREEDY], seeds).winners == SECOND).mean() > 0.95


@pytest.mark.parametrize("policy", [7, [GREEDY, 7], [GREEDY], [GREEDY] * 3])
def test_unknown_policies_are_refused(policy: int | list[int]) -> None:
    with pytest.raises(ValueError, match="polic"):
        play_batch(packed("duel", 2), policy, [1])


@pytest.mark.parametrize(("players", "percent"), [(1, 1.4), (2, 3.1), (3, 1.3), (4, 2.3), (5, 2.9)])
def test_greedy_wins_as_often_as_it_is_known_to(players: int, percent: float) -> None:
    played = play_batch(packed("original", players), GREEDY, np.arange(100_000))

    # Four standard errors of 100,000 games won at 3 %.
    assert 100 * played.won.mean() == pytest.approx(percent, abs=0.2)
