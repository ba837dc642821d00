"""Simulations, comparisons and leagues as a library."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tenback import lab
from tenback.analysis.intervals import wilson
from tenback.lab.chunks import Chunk, play_chunk
from tenback.lab.errors import ExperimentInterrupted, LabError
from tenback.lab.runner import RunProgress
from tenback.lab.sequential import estimate_at_any_time
from tenback.lab.spec import RunSpec, make_spec
from tenback.records import build_ruleset
from tenback.rules import RulesetError


def test_a_simulation_sums_up_its_games() -> None:
    result = lab.simulate("original", players=2, bots="greedy", games=400, seed=2)
    frame = result.frame
    assert frame.columns == [
        "game", "seed", "result", "score", "termination", "turns", "decisions",
    ]  # fmt: skip
    assert frame["seed"].to_list() == [(2 << 32) + game for game in range(400)]
    won = frame.filter(pl.col("result") == "won")
    assert won["score"].unique().to_list() == [0]
    assert result.wins == won.height == result.distribution[0] > 0
    assert result.win_rate == result.wins / 400
    assert (result.low, result.high) == wilson(result.wins, 400)
    assert result.se == pytest.approx(np.sqrt(result.win_rate * (1 - result.win_rate) / 400))
    assert result.mean_left == pytest.approx(frame["score"].mean())
    assert result.median_left == frame["score"].median()
    assert sum(result.distribution.values()) == 400
    assert result.terminations == {"CLEARED": result.wins, "BLOCKED": 400 - result.wins}
    assert result.decisions == frame["decisions"].sum()
    assert result.is_complete


def test_wins_of_a_duel_are_those_of_the_first_seat() -> None:
    result = lab.simulate("duel", bots="greedy,random", games=300)
    assert result.win_rate > 0.95
    assert result.frame["result"].value_counts().sort("count")["result"].to_list()[-1] == "P1"
    swapped = lab.simulate("duel", bots="random,greedy", games=300)
    assert swapped.win_rate < 0.05


def test_workers_do_not_change_the_result() -> None:
    one, two = (
        lab.simulate("extreme", players=3, bots="random", games=500, workers=workers)
        for workers in (1, 2)
    )
    assert one == two
    assert one.frame.equals(two.frame)
    assert (one.executor, two.executor) == ("in-process", "process pool")


def test_an_interrupted_simulation_hands_over_what_was_done() -> None:
    def press_ctrl_c(progress: RunProgress) -> None:
        if progress.done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(ExperimentInterrupted) as caught:
        lab.simulate("original", games=10_000, on_progress=press_ctrl_c)
    result = caught.value.result
    assert isinstance(result, lab.SimulationResult)
    assert 20 <= result.games < 10_000
    assert not result.is_complete
    whole = lab.simulate("original", games=result.games)
    assert whole.frame.equals(result.frame)


@pytest.mark.parametrize("when", ["before", "within", "after"])
def test_no_game_is_told_of_that_is_not_on_disk(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C may come at any moment, also while games are being kept."""
    save, saved = lab.RunStore.save, 0

    def interrupted(store: lab.RunStore, spec: RunSpec, chunk: Chunk) -> None:
        nonlocal saved
        saved += 1
        if saved == 3 and when == "before":
            raise KeyboardInterrupt
        save(store, spec, chunk)
        if saved == 3 and when == "within":
            raise KeyboardInterrupt

    def press_ctrl_c(progress: RunProgress) -> None:
        del progress
        if saved == 3 and when == "after":
            raise KeyboardInterrupt

    monkeypatch.setattr(lab.RunStore, "save", interrupted)
    store = lab.RunStore(tmp_path)
    with pytest.raises(ExperimentInterrupted) as caught:
        lab.simulate("original", games=50_000, store=store, on_progress=press_ctrl_c)
    told = caught.value.result
    assert isinstance(told, lab.SimulationResult)
    monkeypatch.undo()
    kept = sum(chunk.count for chunk in store.load(told.spec))
    assert 0 < told.games <= kept
    if when != "within":
        assert told.games == kept


def test_a_comparison_pairs_the_deals() -> None:
    result = lab.compare(["greedy", "random"], players=2, games=400, seed=5)
    alone = [lab.simulate("original", players=2, bots=bot, games=400, seed=5) for bot in
             ("greedy", "random")]  # fmt: skip
    first, second = result.teams
    assert first.win_difference is None
    assert (first.win_rate.value, second.mean_left.value) == pytest.approx(
        (alone[0].win_rate, alone[1].mean_left)
    )
    apart = (alone[1].frame["score"] - alone[0].frame["score"]).to_numpy()
    found = second.left_difference
    assert found is not None
    assert (found.value, found.se) == pytest.approx((apart.mean(), apart.std(ddof=1) / 20))
    assert result.frame["bots"].unique(maintain_order=True).to_list() == ["greedy", "random"]
    assert (result.games, result.is_settled) == (400, None)


def test_a_settled_comparison_stops_early_and_repeatably() -> None:
    one, two = (
        lab.compare(["greedy", "random"], games=20_000, until_settled=True, criterion="left",
                    workers=workers)
        for workers in (1, 2)
    )  # fmt: skip
    assert one.is_settled
    assert one.games == two.games == 200
    assert one == two


def test_intervals_that_may_stop_a_run_allow_for_every_look_team_and_criterion() -> None:
    teams = ["greedy", "random", "greedy,random"]
    result = lab.compare(teams, players=2, games=300, until_settled=True, criterion="wins")
    plain = lab.compare(teams, players=2, games=result.games)
    first, second = (result.frame.filter(pl.col("bots") == bots)["score"] for bots in teams[:2])
    expected = estimate_at_any_time((second - first).to_numpy(), alpha=0.05 / 4)
    assert result.teams[1].left_difference == expected
    ordinary = plain.teams[1].left_difference
    assert ordinary is not None
    # The price of looking often at two teams by wins and by cards left.
    assert expected.high - expected.low > 1.3 * (ordinary.high - ordinary.low)


def test_an_unsettled_comparison_says_so() -> None:
    result = lab.compare(["greedy", "random"], games=250, until_settled=True)
    assert (result.is_settled, result.games, result.is_complete) == (False, 250, True)
    # It is settled for those who do not mind a difference of six points.
    assert lab.compare(["greedy", "random"], games=1000, until_settled=True, margin=0.06).is_settled


def test_deals_that_nobody_wins_do_not_settle_that_all_are_equal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody_wins(_: object, first: int, count: int) -> Chunk:
        columns = {name: np.ones(count, np.int64) for name in ("score", "turns", "decisions")}
        return Chunk(first, columns | {"winners": np.zeros(count), "termination": np.zeros(count)})

    monkeypatch.setattr("tenback.lab.executors.in_process.play_chunk", nobody_wins)
    few, many = (
        lab.compare(["greedy", "random"], games=games, until_settled=True, margin=0.01)
        for games in (200, 5000)
    )
    assert (few.is_settled, many.is_settled) == (False, True)


def test_a_league_swaps_the_seats_on_the_same_deals() -> None:
    result = lab.league(["random", "greedy"], games=100, seed=3)
    best, last = result.standings
    assert (best.bot, last.bot) == ("greedy", "random")
    assert best.rating.low > last.rating.high
    assert best.against["random"] + last.against["greedy"] == pytest.approx(1)
    assert (result.deals, result.games) == (100, 200)
    seatings = result.frame.group_by("first", "second").agg(pl.col("seed").sort())
    assert seatings.height == 2
    assert seatings["seed"][0].equals(seatings["seed"][1])
    for spec in result.specs:
        assert spec.rules.starter == 0


def test_a_league_stopped_before_any_deal_is_whole_has_no_result(tmp_path: Path) -> None:
    def press_ctrl_c(_: RunProgress) -> None:
        raise KeyboardInterrupt

    store, rules = lab.RunStore(tmp_path), build_ruleset("duel", starter=0)
    for at, bots in enumerate((("greedy", "random"), ("random", "greedy"))):
        spec = make_spec(rules, bots)
        store.save(spec, play_chunk(spec, 5 * at, 5))  # no deal that both have played
    with pytest.raises(ExperimentInterrupted) as caught:
        lab.league(["greedy", "random"], games=10, store=store, on_progress=press_ctrl_c)
    assert caught.value.result is None


def test_the_first_seat_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_always_wins(_: object, first: int, count: int) -> Chunk:
        columns = {name: np.ones(count, np.int64) for name in ("score", "turns", "decisions")}
        return Chunk(first, columns | {"winners": np.ones(count), "termination": np.zeros(count)})

    monkeypatch.setattr("tenback.lab.executors.in_process.play_chunk", first_always_wins)
    result = lab.league(["random", "greedy"], games=50)
    assert result.first_seat_rate.value == 1
    assert result.first_seat_points.low > 0
    # The fit stops at steps of 1e-10 in logits, below a millionth of a point.
    assert result.standings[0].rating.value == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (lambda: lab.simulate("original", games=0), "games: 0"),
        (lambda: lab.simulate("original", bots="nobody"), "no bot 'nobody'"),
        (lambda: lab.simulate("original", workers=0), "workers: 0"),
        (lambda: lab.compare(["greedy"]), "two or more different"),
        (lambda: lab.compare(["greedy", "greedy"]), "two or more different"),
        (lambda: lab.compare(["greedy", "random"], "duel"), "that is a league"),
        (lambda: lab.compare(["greedy", "random"], margin=-1), "margin"),
        (lambda: lab.league(["greedy", "random"], "original"), "that is a comparison"),
        (lambda: lab.league(["greedy"]), "two or more different"),
    ],
)
def test_impossible_experiments_are_refused(refused: object, told: str) -> None:
    assert callable(refused)
    with pytest.raises(LabError, match=told):
        refused()


def test_impossible_rulesets_are_refused() -> None:
    with pytest.raises(RulesetError, match="players"):
        lab.simulate("original", players=9)


def test_importing_the_lab_is_light() -> None:
    code = (
        "import sys, tenback.lab\n"
        "print([name for name in ('polars', 'matplotlib', 'ray', 'numba') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
