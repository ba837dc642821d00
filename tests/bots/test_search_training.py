"""Learning what sets turns apart: what turns are worth on samples, and the gradient of it.

What plays games side by side is marked long: compiling it takes a minute.
"""

from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.bots.coarse import coarsen

from tenback.bots.search.best_turn import NO_TURN, best_valued_turn, lay_or_lose, new_desk
from tenback.bots.search.deep import TO_THE_END
from tenback.bots.search.hidden_hands import deal_likely, follow_signals
from tenback.bots.search.turns import hide, limits_for
from tenback.bots.signals import hear_signals, may_talk, signal_of_hand
from tenback.bots.training import tried_turns
from tenback.bots.training.devices import Processor
from tenback.bots.training.learner import Model
from tenback.bots.training.plan import Plan
from tenback.bots.training.search_learner import SearchLearner
from tenback.bots.training.side_by_side import Games, Style
from tenback.bots.training.trainer import Trainer
from tenback.bots.training.workspace import TRIED, new_branches, new_tried
from tenback.bots.value.network import Network, probability
from tenback.bots.value.tables import new_tables
from tenback.bots.value.weights import load_network
from tenback.cli import main
from tenback.kernels import new_state
from tenback.kernels.codes import PLAYING
from tenback.kernels.deals import start_of_stream
from tenback.kernels.enumeration import play_turn
from tenback.kernels.steps import are_rivals, deck_count, deck_of

NETWORKS = Path("src/tenback/bots/value/networks")
PROCESSOR = Processor()
SAMPLES = 2


def _on_processor(plan: Plan, model: Model) -> SearchLearner:
    return SearchLearner(plan, model, PROCESSOR, branches=64)


def _going_on(game: str, players: int, **more: Any) -> Plan:
    start = NETWORKS / f"{game}-{players}.npz"
    width, second = load_network(start).second.shape
    sizes = {"width": width, "second": second, "start": (str(start),)}
    return Plan(game, players, batch=3, samples=SAMPLES, gpu=True, **sizes, **more)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "players", "playout"), [("original", 3, 40), ("extreme", 2, -1), ("duel", 2, -1)]
)
def test_turns_are_worth_side_by_side_what_they_are_worth_one_by_one(
    game: str, players: int, playout: int
) -> None:
    """Two turns are followed, to the end with a small deck; every second game has signals."""
    plan = _going_on(game, players)
    model = Trainer(plan).model
    coarsen(model.network)
    learner = _on_processor(plan, model)
    rules, valuer, desk = model.rules[0], learner.valuer(), new_desk(new_tables(model.network))
    outer = Games(PROCESSOR, model.rules, learner.columns, plan.batch, 200, kept=0)
    size = plan.batch * TRIED * SAMPLES
    inner = Games(PROCESSOR, model.rules, learner.columns, size, 200, kept=0)
    tried, branches = new_tried(PROCESSOR, plan.batch), new_branches(PROCESSOR, size)
    games, listed, seed, talking = outer.lanes, outer.listed, 40, 2 if game == "original" else 0
    outer.deal(seed, Style(talking, 20, -1))
    compared = 0
    for turn in range(9):
        count = outer.activate()
        if count == 0:
            break
        outer.choose(valuer, count, 20)
        PROCESSOR.launch(tried_turns.pick_turns, count, games, listed, tried, seed)
        where = (games, listed, tried, inner.lanes, branches)
        depth = (0, seed, SAMPLES, 2, playout)
        PROCESSOR.launch(tried_turns.begin_branch, count * TRIED * SAMPLES, *where, *depth)
        while active := inner.activate():
            inner.choose(valuer, active, 12)
            PROCESSOR.launch(tried_turns.go_on, active, inner.lanes, inner.listed, branches)
        for number in range(count if turn % 4 == 0 else 0):
            lane = int(games.active[number])
            state, talks = games.states[lane], bool(games.talks[lane])
            known = Known(rules, state, tried.left[lane], talks, playout)
            for place, sample in product(range(int(tried.counts[number])), range(SAMPLES)):
                entry = listed.entries[lane, tried.entries[number, place]]
                stream = (1 << 10) + int(state.turns) * SAMPLES + sample
                start = int(start_of_stream(seed + lane, stream))
                expected = _worth_of(known, entry, desk, start)
                found = branches.worth[(number * TRIED + place) * SAMPLES + sample]
                assert found == pytest.approx(expected, abs=2e-3)
                compared += 1
        PROCESSOR.launch(tried_turns.choose_tried, count, games, listed, tried)
        PROCESSOR.launch(tried_turns.play_and_note, count, games, listed, tried, -1)
    assert compared > 60


class Known(NamedTuple):
    """What a sample of a position is made from."""

    rules: Any
    state: Any
    left: Any
    talks: bool
    playout: int


def _worth_of(known: Known, entry: Any, desk: Any, stream: int) -> float:
    """Deal the hidden cards anew, play the turn and two more, as the search does."""
    rules, state, left, talks, playout = known
    sampled, generator = new_state(), np.full(1, stream, np.uint64)
    hide(rules, state, sampled)
    deal_likely(rules, sampled, left, generator)
    if talks:
        told = np.zeros((5, 4), np.int64)
        for seat in range(rules.players):
            for pile in range(4):
                if seat != state.seat and may_talk(rules, state.tops):
                    low, high = state.hands[seat]
                    told[seat, pile] = signal_of_hand(rules, state.tops, pile, low, high)
        follow_signals(rules, sampled, state.seat, told, generator)
    is_late = deck_count(state, deck_of(rules, state.seat)) <= playout
    play_turn(rules, sampled, entry)
    heard, worth = np.zeros(4, np.int64), 0.0
    for _ in range(TO_THE_END if is_late else 2):
        if sampled.phase != PLAYING:
            break
        heard[:] = 0
        if talks:
            hear_signals(rules, sampled, sampled.seat, heard)
        turn = best_valued_turn(rules, sampled, limits_for(rules), heard, desk, 12)
        if turn != NO_TURN:
            worth = probability(desk.best[0])
            if are_rivals(rules, state.seat, sampled.seat):
                worth = 1 - worth
        lay_or_lose(rules, sampled, desk.buffer, turn, generator)
    return worth if sampled.phase == PLAYING else float((sampled.winners >> state.seat) & 1)


def test_the_gradient_is_that_of_the_differences_missed() -> None:
    learner = _on_processor(plan := _going_on("original", 2), Trainer(plan).model)
    source = np.random.default_rng(3)
    shape = (5, TRIED, learner.columns.whole_width)
    lines = (8 * (source.random(shape) < 0.02)).astype(np.int8)
    counts, chosen = np.array([8, 8, 5, 2, 8]), np.array([0, 3, 1, 1, 2])
    worth, won = source.random((5, TRIED)).astype(np.float32), np.array([1, 0, 1, 0, 0])

    def loss() -> float:
        parts = learner.weights.parts
        inputs = lines.reshape(5 * TRIED, -1) / 8
        first = np.maximum(inputs @ parts.rows.astype(np.float64) + parts.first_bias, 0)
        second = np.maximum(first @ parts.second.astype(np.float64) + parts.second_bias, 0)
        values = second @ parts.last.astype(np.float64) + parts.last_bias[0]
        chance = (1 / (1 + np.exp(-values))).reshape(5, TRIED)
        total = 0.0
        for row, (count, place) in enumerate(zip(counts, chosen, strict=True)):
            missed = (chance[row] - worth[row])[:count]
            wanted = 0.75 * worth[row, place] + 0.25 * won[row]
            total += ((missed - missed.mean()) ** 2).sum() / 2
            total += 0.3 * (chance[row, place] - wanted) ** 2 / 2
        return total

    learner.add_differences(lines, counts, worth, chosen, won)
    for name in Network._fields:
        part = getattr(learner.weights.parts, name).reshape(-1)
        slopes = getattr(learner.gradient.parts, name).reshape(-1)
        place = int(np.abs(slopes).argmax())
        kept, step = part[place], np.float32(1e-3)
        part[place] = kept + step
        above = loss()
        part[place] = kept - step
        below = loss()
        part[place] = kept
        assert slopes[place] == pytest.approx((above - below) / (2 * step), rel=0.02)


@pytest.mark.long
def test_training_on_tried_turns_learns_from_them() -> None:
    plan = _going_on("original", 3, steps=2, positions=64, rate=0.001)
    trainer = Trainer(plan, _on_processor)
    before = trainer.model.network.rows.copy()
    trainer.run(threads=1, on_point=lambda _: None)
    assert [point.games for point in trainer.points] == [3, 6]
    assert all(0 < point.error < 1 for point in trainer.points)
    assert np.abs(trainer.average.rows - before).max() > 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--samples 4", "samples: trying turns needs --gpu"),
        ("--samples -1 --gpu", "samples: -1 is not at least 0"),
        ("--samples 4 --gpu", "samples: give a network that plays well with --start"),
        (
            "--samples 4 --gpu --start {0} --teacher {0}",
            "samples: what is tried teaches; leave --teacher out",
        ),
    ],
)
def test_trying_turns_needs_a_gpu_and_a_network(
    options: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    network = NETWORKS / "original-2.npz"
    out = tmp_path / "net.npz"
    asked = ["train", "original", *options.format(network).split(), "--out", str(out)]
    assert main(asked) == 2
    assert told in capsys.readouterr().err
    assert not out.exists()
