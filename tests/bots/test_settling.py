"""Searches by the clock end early where samples have settled which turn to play, and only there."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tenback.bots.search.candidates import Candidates, new_candidates
from tenback.bots.search.in_time import halve_in_time
from tenback.bots.search.settling import LEAST_BATCHES, Settling

#: What a sample takes, in seconds.
EACH = 20e-6
LEAST_GAIN = 0.001
FIRST_ENTRY = 100

#: What a candidate is worth in a sample, by the luck that all of them meet in it.
Worth = Callable[[NDArray[np.float64], int], float]


def some_candidates(count: int) -> Candidates:
    candidates = new_candidates(12, np.float32)
    candidates.chosen[:count] = np.arange(count) + FIRST_ENTRY
    return candidates


class Trial:
    """A search among made-up candidates, on a clock of its own."""

    def __init__(self, worth: Worth, seed: int = 0) -> None:
        self.now = 0.0
        self._worth = worth
        self._generator = np.random.default_rng(seed)
        self._candidates = some_candidates(4)

    def search(self, seconds: float, least_gain: float | None = LEAST_GAIN) -> int:
        """Return which candidate is chosen, numbered from 0 on."""
        entry = halve_in_time(
            self._candidates,
            4,
            self._add_samples,
            started=0.0,
            seconds=seconds,
            clock=lambda: self.now,
            least_gain=least_gain,
        )
        return entry - FIRST_ENTRY

    def _add_samples(self, alive: int, count: int) -> None:
        self.now += EACH * alive * count
        chosen, sums = self._candidates.chosen, self._candidates.sums
        for luck in self._generator.standard_normal((count, 4)):
            for index in range(alive):
                sums[index] += self._worth(luck, int(chosen[index]) - FIRST_ENTRY)


def by_steps(luck: NDArray[np.float64], number: int) -> float:
    """Each is three points worse than the one before."""
    return 0.5 + 0.2 * luck[0] - 0.03 * number


def all_alike(luck: NDArray[np.float64], _number: int) -> float:
    return 0.5 + 0.2 * luck[0]


def each_with_its_own_luck(luck: NDArray[np.float64], number: int) -> float:
    return 0.5 + 0.1 * luck[number] - 0.01 * number


@pytest.mark.parametrize("worth", [by_steps, all_alike])
def test_a_settled_search_ends_early(worth: Worth) -> None:
    trial = Trial(worth)
    assert trial.search(1.0) == 0
    assert trial.now < 0.3


@pytest.mark.parametrize("worth", [by_steps, all_alike])
def test_without_a_least_gain_all_the_time_is_used(worth: Worth) -> None:
    trial = Trial(worth)
    assert trial.search(1.0, least_gain=None) == 0
    assert 0.9 < trial.now <= 1.0


def test_in_a_short_time_nothing_is_settled() -> None:
    trial = Trial(by_steps)
    assert trial.search(0.05) == 0
    assert 0.045 < trial.now <= 0.05


def test_no_search_takes_longer_than_its_time() -> None:
    for seed in range(5):
        trial = Trial(each_with_its_own_luck, seed)
        trial.search(0.2)
        assert trial.now <= 0.2


def test_the_better_turn_is_chosen_as_often_as_with_all_of_the_time() -> None:
    early = [Trial(each_with_its_own_luck, seed) for seed in range(40)]
    full = [Trial(each_with_its_own_luck, seed) for seed in range(40)]
    right = sum(trial.search(0.5) == 0 for trial in early)
    right_in_full = sum(trial.search(0.5, least_gain=None) == 0 for trial in full)
    assert right >= right_in_full - 2
    assert sum(trial.now for trial in early) < 0.8 * sum(trial.now for trial in full)


@pytest.mark.parametrize(
    ("ahead", "samples", "left"),
    [
        (0.02, 10, 1),  # behind by more than chance explains
        (0.002, 10, 2),  # 120 samples that are all alike say nothing of what happens rarely
        (0.0, 10, 2),
        (0.0, 100, 1),  # it hardly matters which of them is played
    ],
)
def test_a_candidate_is_dropped_when_it_is_settled(ahead: float, samples: int, left: int) -> None:
    candidates, settling, alive = some_candidates(2), Settling(LEAST_GAIN), 2
    for number in range(LEAST_BATCHES):
        assert alive == 2, f"dropped after {number} batches"
        before = candidates.sums[:2].copy()
        candidates.sums[0] += samples * 0.5
        candidates.sums[1] += samples * (0.5 + ahead)
        alive = settling.drop_settled(candidates, alive, before, samples)
    assert alive == left
    if ahead and left == 1:
        assert candidates.chosen[0] == FIRST_ENTRY + 1
        assert candidates.sums[0] == pytest.approx(LEAST_BATCHES * samples * (0.5 + ahead))


def test_a_clear_difference_that_varies_is_told_from_one_that_chance_explains() -> None:
    for spread, left in ((0.05, 1), (0.5, 2)):
        candidates, settling, alive = some_candidates(2), Settling(LEAST_GAIN), 2
        generator = np.random.default_rng(1)
        for _ in range(LEAST_BATCHES):
            before = candidates.sums[:2].copy()
            candidates.sums[1] += (0.03 + spread * generator.standard_normal(25)).sum()
            alive = settling.drop_settled(candidates, alive, before, 25)
        assert alive == left
