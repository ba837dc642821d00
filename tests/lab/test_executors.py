"""Executors: the same games everywhere, and a worker that is killed loses nothing."""

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tenback.lab.errors import GameFailedError, LabError, WorkerLostError
from tenback.lab.executors import Executor, open_executor
from tenback.lab.executors.in_process import InProcessExecutor
from tenback.lab.executors.pool import PoolExecutor, serve_jobs
from tenback.lab.game_table import GameTable
from tenback.lab.jobs import Job, JobPlanner
from tenback.lab.runner import Runner, RunProgress
from tenback.lab.spec import RunSpec, make_spec
from tenback.records import build_ruleset

needs_ray = pytest.mark.skipif(
    find_spec("ray") is None,
    reason="Ray is not installed: its executor is NOT tested (pip install 'tenback[ray]')",
)


def run(bots: str = "greedy,random", players: int = 2, seed: int = 6) -> RunSpec:
    return make_spec(build_ruleset("original", players), bots, seed)


def played(executor: Executor, spec: RunSpec, games: int) -> GameTable:
    runner = Runner(executor)
    runner.play([spec], games)
    return runner.table(spec)


def rows(table: GameTable) -> list[list[int]]:
    names = ("winners", "score", "termination", "turns", "decisions")
    return [table.numbers().tolist(), *(table.column(name).tolist() for name in names)]


def jobs(spec: RunSpec, games: int, size: int) -> list[Job]:
    return [Job(spec, first, min(size, games - first)) for first in range(0, games, size)]


@pytest.mark.parametrize("workers", [2, 3])
def test_a_pool_plays_the_same_games(workers: int) -> None:
    spec = run()
    with PoolExecutor(workers) as pool:
        assert rows(played(pool, spec, 300)) == rows(played(InProcessExecutor(), spec, 300))


@pytest.mark.usefixtures("plug_in")
def test_killed_workers_of_a_pool_lose_nothing() -> None:
    spec = run("slow:pause=0.005")
    table = GameTable(spec, 40)
    killed = 0
    with PoolExecutor(2) as pool:
        for job, chunk in pool.run(jobs(spec, 40, 4)):
            assert table.add(chunk) == job.count
            if killed < 3:
                # The one that has just answered is idle, the other is in the middle of a job.
                os.kill(pool.worker_ids[killed % 2], signal.SIGKILL)
                killed += 1
        assert len(pool.worker_ids) == 2
    assert table.count == 40
    assert rows(table) == rows(played(InProcessExecutor(), spec, 40))


@pytest.mark.usefixtures("plug_in")
def test_workers_that_keep_dying_are_given_up() -> None:
    with (
        PoolExecutor(2) as pool,
        pytest.raises(WorkerLostError, match=r"3 workers died .*signal 9"),
    ):
        played(pool, run("fatal"), 4)


@pytest.mark.usefixtures("plug_in")
def test_a_failing_bot_ends_a_pool_with_its_own_message() -> None:
    with PoolExecutor(2) as pool, pytest.raises(GameFailedError, match="oops"):
        played(pool, run("broken"), 4)


def test_a_pool_leaves_no_process_behind() -> None:
    with PoolExecutor(2) as pool:
        ids = pool.worker_ids
    for number in ids:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_a_worker_whose_pool_has_gone_ends_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    """This happens after Ctrl-C, when a worker finishes a job before it is stopped itself."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=serve_jobs, args=(theirs,))
    worker.start()
    theirs.close()
    ours.send(Job(run(), 0, 20))
    ours.close()
    worker.join(timeout=60)
    assert worker.exitcode == 0
    assert capfd.readouterr().err == ""


@needs_ray
@pytest.mark.long
@pytest.mark.usefixtures("plug_in")
def test_ray_plays_the_same_games_also_when_a_worker_is_killed() -> None:
    from tenback.lab.executors.ray_cluster import RayExecutor

    fast, slow = run(), run("slow:pause=0.005")
    with RayExecutor("local", workers=2) as ray:
        assert ray.workers == 2
        assert rows(played(ray, fast, 300)) == rows(played(InProcessExecutor(), fast, 300))
        table = GameTable(slow, 40)
        killed: set[int] = set()
        for job, chunk in ray.run(jobs(slow, 40, 4)):
            assert table.add(chunk) == job.count
            for number in busy_ray_workers():
                if len(killed) < 2:
                    os.kill(number, signal.SIGKILL)
                    killed.add(number)
        assert killed
    assert table.count == 40
    assert rows(table) == rows(played(InProcessExecutor(), slow, 40))


def busy_ray_workers() -> Iterator[int]:
    """Yield the workers of this process that play; Ray names them after their function."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_playing = (folder / "cmdline").read_bytes().startswith(b"ray::play_checked")
        except OSError:
            continue
        if is_playing and os.getpid() in ancestors(int(folder.name)):
            yield int(folder.name)


def ancestors(process: int) -> Iterator[int]:
    while process > 1:
        try:
            status = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            return
        process = int(status.rpartition(")")[2].split()[1])
        yield process


@needs_ray
@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("127.0.0.1:1", "nobody answers at 127.0.0.1:1"),
        ("ray://127.0.0.1:1", "nobody answers"),
        ("nonsense", "is not 'local' or HOST:PORT"),
        ("host:99999", "is not 'local' or HOST:PORT"),
    ],
)
def test_a_ray_that_cannot_be_reached_is_told(address: str, told: str) -> None:
    with pytest.raises(LabError, match=told), open_executor(2, address):
        pytest.fail("there is no such Ray")


@needs_ray
@pytest.mark.parametrize(
    ("complaints", "told"),
    [
        (None, "is not Ray"),
        (b"InvalidAuthToken: Authentication token is missing", "asks for a token"),
    ],
)
def test_somebody_else_at_the_address_is_told(
    complaints: bytes | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_in_vain(command: list[str], **_: object) -> None:
        raise subprocess.TimeoutExpired(command, 12, stderr=complaints)

    monkeypatch.setattr(subprocess, "run", wait_in_vain)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(LabError, match=told), open_executor(2, address):
            pytest.fail("this is not Ray")


def test_ray_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LabError, match=r"tenback\[ray\]"):
        open_executor(2, "local")


def test_no_workers_are_refused() -> None:
    with pytest.raises(LabError, match="workers: 0"):
        open_executor(0)


def test_a_planner_hands_out_every_game_once() -> None:
    one, other = run("greedy"), run("random")
    planner = JobPlanner([(one, range(3, 500)), (other, range(100)), (one, range(600, 700))], 2)
    seen: dict[RunSpec, list[int]] = {one: [], other: []}
    sizes: list[int] = []
    for job, chunk in InProcessExecutor().run(planner):
        planner.learn(job, chunk)
        seen[job.spec] += range(job.first, job.first + job.count)
        sizes.append(job.count)
    assert sorted(seen[one]) == [*range(3, 500), *range(600, 700)]
    assert sorted(seen[other]) == [*range(100)]
    assert max(sizes) > sizes[0]


def test_progress_counts_what_is_done() -> None:
    told: list[RunProgress] = []
    Runner(InProcessExecutor(), on_progress=told.append).play([run()], 50)
    assert [progress.done for progress in told] == sorted(progress.done for progress in told)
    assert (told[0].done, told[-1].done, told[-1].wanted, told[-1].played) == (0, 50, 50, 50)
