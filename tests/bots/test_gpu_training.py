"""The training for a GPU, run on the CPU: the same games, the same gradients.

Tests that play games side by side are marked long: compiling them takes a minute.
"""

import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from tests.bots.coarse import coarsen

from tenback.bots.search.turns import limits_for
from tenback.bots.training import (
    devices,
    gpu_learner,
    lane_inputs,
    lanes,
    splitting,
    tried_turns,
)
from tenback.bots.training import trainer as training
from tenback.bots.training.devices import Processor
from tenback.bots.training.gpu_learner import GpuLearner
from tenback.bots.training.learner import Model
from tenback.bots.training.lines import columns_of, pile_column
from tenback.bots.training.plan import Plan
from tenback.bots.training.self_play import new_shard, play_and_learn
from tenback.bots.training.side_by_side import Games, Style, Worth
from tenback.bots.training.trainer import Trainer, packed_pair
from tenback.bots.training.workspace import (
    TRIED,
    new_branches,
    new_lanes,
    new_listed_piles,
    new_listed_turns,
    new_tried,
    new_turn_rows,
)
from tenback.bots.value.inputs import MOST_ROWS, SLOT, InputRows, list_pile, order_piles, unseen_of
from tenback.bots.value.network import Network
from tenback.bots.value.weights import load_network
from tenback.cli import main
from tenback.kernels import deal, enumerate_turns, new_state, new_turn_buffer, play_turn
from tenback.kernels.codes import PLAYING
from tenback.kernels.packed import new_states
from tenback.kernels.piles import is_ascending

NETWORKS = Path("src/tenback/bots/value/networks")
#: One for all tests: it keeps what it has compiled.
PROCESSOR = Processor()


def on_processor(plan: Plan, model: Model) -> GpuLearner:
    return GpuLearner(plan, model, PROCESSOR)


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [("original", 3), ("extreme", 2), ("duel", 2)])
def test_games_side_by_side_teach_what_games_one_by_one_teach(game: str, players: int) -> None:
    _compare_gradients(_going_on(game, players))


def _going_on(game: str, players: int, **steps: Any) -> Plan:
    """Make a plan that goes on from the network that ships."""
    start = NETWORKS / f"{game}-{players}.npz"
    width, second = load_network(start).second.shape
    return Plan(
        game,
        players,
        batch=6,
        width=width,
        second=second,
        start=(str(start),),
        gpu=True,
        **steps,
    )


@pytest.mark.parametrize(("game", "players"), [("original", 1), ("extreme", 2), ("duel", 2)])
def test_the_columns_of_piles_are_their_rows(game: str, players: int) -> None:
    rules, state, slots = packed_pair(Plan(game, players))[0], new_state(), np.zeros(12, np.int64)
    rows, weights = np.zeros(MOST_ROWS, np.int64), np.zeros(MOST_ROWS, np.float32)
    inputs = InputRows(rows, weights)
    columns, buffer = columns_of(rules), new_turn_buffer()
    compared = 0
    for seed in range(3):
        deal(rules, state, seed)
        while state.phase == PLAYING:
            order_piles(rules, state.seat, state.tops, slots)
            low, high = state.hands[state.seat]
            for slot in range(4):
                pile, come = int(slots[slot]), int(slots[4 + slot])
                top, up = int(state.tops[pile]), is_ascending(rules, pile)
                size = list_pile(rules, state, state.seat, slots, slot, (low, high), inputs, 0)
                line = np.zeros(SLOT)
                np.add.at(line, rows[:size] - slot * SLOT, 8 * weights[:size])
                deck = pile >> 1 if game == "duel" else 0
                un_low, un_high = map(np.uint64, unseen_of(rules, state, deck, state.seat))
                found = [
                    pile_column(rules, column, come, up, top, un_low, un_high, low, high)
                    for column in range(SLOT)
                ]
                assert found == line.tolist()
                assert not any(found[columns.pile :])
                compared += 1
            count = enumerate_turns(rules, state, limits_for(rules), buffer)
            if count == 0:
                break
            play_turn(rules, state, buffer.entries[int(buffer.turns[seed % count])])
    assert compared > 40


def test_what_teachers_say_in_the_mean_is_learned_in_the_place_of_what_came_of_it() -> None:
    plan = _going_on("original", 2)
    teachers = (str(NETWORKS / "original-2.npz"), str(NETWORKS / "original-3.npz"))
    taught = replace(plan, teacher=teachers)
    alone, pupil = (on_processor(one, Trainer(one).model) for one in (plan, taught))
    shape = (12, alone.columns.whole_width)
    lines = (8 * (np.random.default_rng(5).random(shape) < 0.004)).astype(np.int8)
    nothing = np.zeros(12, np.float32)
    told = [
        on_processor(one, Trainer(one).model).add_gradient(lines, nothing)
        for one in (replace(plan, start=(name,)) for name in teachers)
    ]

    logits = np.mean([np.log(chance / (1 - chance)) for chance in told], axis=0)
    wanted = 1 / (1 + np.exp(-logits))
    alone.add_gradient(lines, wanted.astype(np.float32))
    pupil.add_gradient(lines, nothing)

    # Sums of 32-bit floats, added in another order.
    np.testing.assert_allclose(pupil.gradient.flat, alone.gradient.flat, rtol=1e-3, atol=1e-4)
    assert np.abs(alone.gradient.flat).max() > 0.01


@pytest.mark.long
def test_expert_mode_is_taught_the_same_both_ways() -> None:
    _compare_gradients(_going_on("extreme", 3, expert_minimum=True, expert_hand=True))


@pytest.mark.long
def test_a_longer_second_layer_is_taught_the_same_both_ways() -> None:
    _compare_gradients(Plan("original", 2, batch=6, width=64, second=96, gpu=True))


def _compare_gradients(plan: Plan) -> None:
    model = Trainer(plan).model
    coarsen(model.network)
    learner = on_processor(plan, model)
    # With 100 turns valued at once, the turns of six games take several rounds.
    games = Games(learner.device, model.rules, learner.columns, plan.batch, 100)
    # Every fourth seed has signals, whichever game of the batch it is: begin with another one.
    first = plan.first_game + 2
    worth = Worth(plan.trace, 0.3)
    played = games.play(learner.valuer(), first, Style(plan.talking, 24, 40), worth)
    learner.add_gradient(games.pool[: played.positions], played.wanted)

    shard = new_shard(model.network)
    play_and_learn(
        model.rules,
        limits_for(model.rules[0]),
        shard,
        first,
        plan.batch,
        plan.trace,
        0.3,
        plan.talking,
        24,
        40,
    )
    counted = (played.games, played.won, played.left, played.positions)
    assert counted == tuple(shard.tallies[:4].tolist())
    if plan.game == "duel":
        assert 0 < played.won < played.games
    ours = Network(*(np.zeros_like(part) for part in shard.gradient))
    learner.gradient.give(ours)
    for side_by_side, one_by_one in zip(ours, shard.gradient, strict=True):
        # Sums of a few hundred 32-bit floats, added in another order.
        most = np.abs(one_by_one).max()
        assert np.allclose(side_by_side, one_by_one, rtol=1e-3, atol=1e-3 * most)


@pytest.mark.long
def test_training_side_by_side_learns_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = Plan("original", 5, steps=4, batch=4, width=64, gpu=True, positions=32)
    whole, half = Trainer(plan, on_processor), Trainer(plan, on_processor)
    whole.run(threads=1, on_point=lambda _: None)
    assert whole.model.updates > whole.step

    class StoppedError(Exception):
        pass

    def stop(_: object) -> None:
        if half.step == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        half.run(threads=1, on_point=stop)
    half.save(tmp_path / "half.checkpoint")
    resumed = Trainer.load(tmp_path / "half.checkpoint", on_processor)
    resumed.run(threads=1, on_point=lambda _: None)
    assert (resumed.step, resumed.model.updates) == (whole.step, whole.model.updates)
    for one, other in zip(whole.average, resumed.average, strict=True):
        assert np.array_equal(one, other)
    assert not np.array_equal(whole.model.network.rows, Trainer(plan).model.network.rows)
    assert whole.points[-1].games == 16
    assert 0 < whole.points[-1].error < 1


@pytest.mark.long
def test_after_a_stop_the_curve_counts_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan("original", 5, steps=2, batch=2, width=64, gpu=True)
    monkeypatch.setattr(training, "_POINTS", 1)
    whole, stopped = Trainer(plan, on_processor), Trainer(plan, on_processor)
    whole.run(threads=1, on_point=lambda _: None)

    play, played = Games.play, 0

    def stop(games: Games, *arguments: Any) -> Any:
        nonlocal played
        played += 1
        if played == 2:
            raise KeyboardInterrupt
        return play(games, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(Games, "play", stop)
        with pytest.raises(KeyboardInterrupt):
            stopped.run(threads=1, on_point=lambda _: None)
    stopped.save(tmp_path / "stopped.checkpoint")
    resumed = Trainer.load(tmp_path / "stopped.checkpoint", on_processor)
    resumed.run(threads=1, on_point=lambda _: None)
    assert [point[:-1] for point in resumed.points] == [point[:-1] for point in whole.points]
    assert resumed.points[-1].games == 4


@pytest.mark.long
def test_both_ways_of_training_begin_with_the_same_network() -> None:
    plan = Plan("duel", 2, width=64, gpu=True)
    trainer = Trainer(plan, on_processor)
    listed = new_listed_turns(PROCESSOR, trainer.model.rules, 1)
    PROCESSOR.launch(lanes.name_owners, 0, listed)  # a launch over nothing does nothing
    assert np.array_equal(trainer.average.rows, Trainer(replace(plan, batch=3)).average.rows)


def test_without_a_gpu_the_reason_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_name: str) -> None:
        return None

    monkeypatch.setattr(devices, "find_spec", nothing)
    assert main(["train", "--gpu", "--out", str(tmp_path / "net.npz")]) == 2
    assert "cupy is not installed; pip install 'tenback[gpu]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert main(["train", "--gpu", "--shards", "2", "--out", str(tmp_path / "net.npz")]) == 2
    assert "give --batch instead" in capsys.readouterr().err


def test_a_batch_that_does_not_fit_is_told_from_a_crash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_reason() -> str:
        return ""

    def too_much(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(devices, "why_no_gpu", no_reason)
    monkeypatch.setattr(gpu_learner, "Gpu", Processor)
    monkeypatch.setattr(Processor, "records", too_much)
    out = tmp_path / "net.npz"
    assert main(["train", "--gpu", "--batch", "9000", "--out", str(out)]) == 2
    assert "9,000 games is too large" in capsys.readouterr().err
    assert not out.exists()


def _workspaces() -> dict[str, Any]:
    """Make the smallest workspaces for one game, by the name of the argument."""
    plan = Plan("extreme", 2)
    rules = packed_pair(plan)
    return {
        "lanes": new_lanes(PROCESSOR, rules, 1),
        "states": new_states(1),
        "turns": new_listed_turns(PROCESSOR, rules, 1),
        "piles": new_listed_piles(PROCESSOR, 1, 1, 32),
        "rows": new_turn_rows(PROCESSOR, 1),
        "numbers": np.zeros(1, np.int64),
        "lines": np.zeros((1, 1), np.int8),
        "tried": new_tried(PROCESSOR, 1),
        "branches": new_branches(PROCESSOR, 1),
        "pool": np.zeros((1, TRIED, 1), np.int8),
    }


def _leave_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do as ``leave_library`` does for a GPU, for the length of a test."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tenback."):
            attributes: dict[str, Any] = dict(vars(module))
            for attribute, value in attributes.items():
                if hasattr(value.__class__, "_numba_type_"):
                    monkeypatch.setattr(module, attribute, value.dispatcher)


@pytest.mark.gpu
@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (lanes.deal_game, "lanes 0 0 98"),
        (lanes.list_game, "lanes turns 30"),
        (lanes.name_owners, "turns"),
        (lanes.name_keys, "lanes turns piles 1"),
        (lanes.name_piles, "piles 0"),
        (lane_inputs.write_pile, "lanes piles 4"),
        (lane_inputs.write_turn, "lanes turns piles rows 0"),
        (lanes.choose_turn, "lanes turns"),
        (lane_inputs.write_chosen, "lanes turns numbers 0 numbers lines"),
        (lanes.play_game, "lanes turns 98"),
        (tried_turns.pick_turns, "lanes turns tried 0"),
        (tried_turns.begin_branch, "lanes turns tried lanes branches 0 0 4 2 0"),
        (tried_turns.go_on, "lanes turns branches"),
        (tried_turns.choose_tried, "lanes turns tried"),
        (tried_turns.play_and_note, "lanes turns tried 98"),
        (tried_turns.write_tried, "lanes turns tried numbers 0 numbers pool"),
        (splitting.put_aside, "lanes states"),
        (splitting.take_up, "lanes states numbers numbers 0"),
    ],
)
def test_the_kernels_can_be_translated_for_a_gpu(
    function: Any, arguments: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba import cuda

    tools: Any = cuda
    kind: Any = numba
    hopper = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(tools.dispatcher, "get_current_device", lambda: hopper)
    _leave_library(monkeypatch)
    function = getattr(function, "dispatcher", function)
    made = _workspaces()
    passed = tuple(made.get(word, 0) for word in arguments.split())
    kernel = devices.kernel_over(tools, function).py_func
    signature = (kind.int64, kind.typeof(passed))
    text, _ = tools.compile_ptx(kernel, signature, cc=(9, 0), device=False)
    assert ".entry" in text
