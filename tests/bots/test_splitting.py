"""Promising games go on several times, and what comes of them is told without bias."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenback.bots.training import lanes
from tenback.bots.training.devices import Processor
from tenback.bots.training.gpu_learner import GpuLearner
from tenback.bots.training.plan import Plan
from tenback.bots.training.side_by_side import Games, Style, Worth
from tenback.bots.training.splitting import Population, Split
from tenback.bots.training.trainer import Trainer, packed_pair
from tenback.bots.training.workspace import Lanes, new_lanes
from tenback.cli import main

NETWORK = Path("src/tenback/bots/value/networks/original-2-expert.npz")
PROCESSOR = Processor()
COUNT = 12
#: These lanes hold games that are over: one won, one lost with nine cards left.
WON, LOST = 3, 7
VALUES = np.linspace(0.01, 0.9, COUNT, dtype=np.float32)


def _dealt() -> tuple[Lanes, Population]:
    games = new_lanes(PROCESSOR, packed_pair(Plan("original", 2)), COUNT)
    PROCESSOR.launch(lanes.deal_game, COUNT, games, 100, 0, 98)
    games.playing[[WON, LOST]] = 0
    games.winners[:], games.scores[:] = 0, 98
    games.winners[WON], games.scores[WON], games.scores[LOST] = 3, 0, 9
    population = Population(PROCESSOR, COUNT)
    population.note(np.arange(COUNT), VALUES)
    return games, population


def _won(games: Lanes) -> Any:
    return (games.winners != 0).astype(np.float32)


def _rest(state: Any) -> Any:
    """Return the cards that are still to draw."""
    return state.decks[0, int(state.drawn[0]) : int(state.deck_end[0])]


def test_a_game_goes_on_with_its_own_hands_and_other_draws() -> None:
    games, population = _dealt()
    before = games.states.copy()
    split = population.split(games, _won(games), _won(games), seed=5)
    assert not {WON, LOST} & set(split.sources.tolist())
    assert (games.playing == 1).all()
    orders: dict[int, set[bytes]] = {}
    for lane, source in enumerate(split.sources):
        now, then = games.states[lane], before[source]
        for field in ("hands", "gone", "tops", "seat", "turns", "minimum", "laid", "facts"):
            assert np.array_equal(now[field], then[field]), field
        deck = _rest(now)
        assert sorted(deck) == sorted(_rest(then))
        orders.setdefault(int(source), set()).add(deck.tobytes())
    lanes_of = np.bincount(split.sources, minlength=COUNT)
    assert [len(orders[source]) for source in sorted(orders)] == lanes_of[lanes_of > 0].tolist()
    assert lanes_of[COUNT - 1] >= 2 > lanes_of[0]


def test_each_game_stands_for_itself_in_the_mean() -> None:
    tries = 400
    stood = np.zeros(COUNT)
    for seed in range(tries):
        games, population = _dealt()
        split = population.split(games, _won(games), _won(games), seed)
        stood += np.bincount(split.sources, population.shares, minlength=COUNT) / tries
    alive = np.delete(np.arange(COUNT), [WON, LOST])
    np.testing.assert_allclose(stood[alive], 1, atol=0.15)


def test_games_that_were_over_are_counted_once() -> None:
    games, population = _dealt()
    population.split(games, _won(games), _won(games), seed=1)
    games.playing[:], games.winners[:], games.scores[:] = 0, 0, 0
    assert population.tally(games, _won(games)) == (1, 9)


def test_a_position_before_is_worth_the_mean_of_what_came_of_its_game() -> None:
    split = Split(
        sources=np.array([0, 0, 2, 0]),
        alive=np.array([True, True, True, False]),
        values=np.array([0.5, 0.25, 0.75, 0.1], np.float32),
        ends=np.array([9, 9, 9, 1], np.float32),
    )
    worth = split.go_back(np, np.array([1, 0, 0.4, 0.5], np.float32))
    # The second game was given up: it is worth what it was thought to be. The last was over.
    assert worth.tolist() == pytest.approx([0.5, 0.25, 0.4, 1])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--split", "4"], "needs --gpu"),
        (["--split", "-1"], "-1 is not at least 0"),
        (["duel", "--split", "4", "--gpu"], "neither with the duel"),
        (["--split", "4", "--gpu", "--samples", "2", "--start", str(NETWORK)], "nor with"),
    ],
)
def test_what_cannot_be_split_is_refused(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *arguments, "--out", str(tmp_path / "net.npz")]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.long
def test_most_games_of_expert_mode_are_won_when_they_are_split() -> None:
    plan = Plan(
        "original",
        2,
        expert_minimum=True,
        expert_hand=True,
        batch=200,
        start=(str(NETWORK),),
        gpu=True,
        split=4,
        seed=77,
    )
    model = Trainer(plan).model
    learner = GpuLearner(plan, model, PROCESSOR)
    learner.prepare()
    games = Games(PROCESSOR, model.rules, learner.columns, plan.batch, 64 * plan.batch)
    won = 0.0
    for step in range(3):
        played = games.play(
            learner.valuer(), step * plan.batch, Style(0, 22, 98, plan.split), Worth(0.8, 0.0)
        )
        assert (games.lanes.winners != 0).mean() > 0.3
        won += played.won / (3 * played.games)
    assert 0.01 < won < 0.1
