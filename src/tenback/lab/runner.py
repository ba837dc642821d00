"""Playing runs: stored games are reused, the others are played by an executor and stored."""

import logging
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter

from tenback.lab.chunks import Chunk
from tenback.lab.executors import Executor, open_executor
from tenback.lab.game_table import GameTable
from tenback.lab.interrupts import interrupts_held_back
from tenback.lab.jobs import JobPlanner
from tenback.lab.spec import RunSpec
from tenback.lab.store import RunStore

__all__ = ["OnProgress", "RunProgress", "Runner", "open_runner"]

_LOGGER = logging.getLogger("tenback.lab")


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far an experiment is; ``done`` and ``wanted`` count reused games, the others do not."""

    done: int
    wanted: int
    played: int
    seconds: float
    #: Games per second since the first ones arrived: workers first have to load and compile.
    rate: float = 0.0


OnProgress = Callable[[RunProgress], None]


class Runner:
    """Plays any number of runs on one executor and keeps their games."""

    def __init__(
        self,
        executor: Executor,
        store: RunStore | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.executor = executor
        self.played = 0
        self.decisions_played = 0
        self.seconds = 0.0
        self._store = store
        self._on_progress = on_progress
        self._tables: dict[RunSpec, GameTable] = {}
        self._first_report: RunProgress | None = None
        #: Games and seconds at the moment when every worker had delivered its first job.
        self._warm: tuple[int, float] | None = None
        self._delivered = 0

    def table(self, spec: RunSpec) -> GameTable:
        """Return the games of a run that are known so far."""
        if spec not in self._tables:
            self._tables[spec] = GameTable(spec)
        return self._tables[spec]

    @property
    def resumed(self) -> int:
        """The number of games reused from the store."""
        return sum(table.count for table in self._tables.values()) - self.played

    @property
    def games_per_second(self) -> float:
        """The speed after every worker has delivered; the overall speed if that time is too short.

        Before that, workers load code and, the very first time, compile it.
        """
        if not self.played:
            return 0.0
        games, seconds = self._warm or (0, 0.0)
        if self.played - games < self.played / 2 or self.seconds <= seconds:
            games, seconds = 0, 0.0
        return (self.played - games) / (self.seconds - seconds)

    def play(self, specs: Sequence[RunSpec], games: int) -> None:
        """Play the first ``games`` games of each run; after Ctrl-C the tables hold those done."""
        tables = [self.table(spec) for spec in specs]
        for table in tables:
            self._take_over(table, games)
        stretches = [(table.spec, gap) for table in tables for gap in table.missing()]
        planner = JobPlanner(stretches, self.executor.workers)
        started, before = perf_counter(), self.seconds
        try:
            self._report()
            for job, chunk in self.executor.run(planner):
                planner.learn(job, chunk)
                with interrupts_held_back():
                    # In this order: no game is reported before it is on disk.
                    self._keep(job.spec, chunk)
                    self.played += self._tables[job.spec].add(chunk)
                self.decisions_played += int(chunk.columns["decisions"].sum())
                self.seconds = before + perf_counter() - started
                self._delivered += 1
                if self._warm is None and self._delivered >= self.executor.workers:
                    self._warm = (self.played, self.seconds)
                self._report()
        finally:
            self.seconds = before + perf_counter() - started

    def tidy(self) -> None:
        """Delete finished runs from the store; they are played again when asked for.

        A run of more games that was stopped has its games in the same place; those stay.
        """
        if self._store is None:
            return
        for table in self._tables.values():
            is_whole = table.count == len(table)
            if is_whole and self._store.end_of(table.spec) <= len(table):
                self._store.finish(table.spec)

    def _keep(self, spec: RunSpec, chunk: Chunk) -> None:
        if self._store is None:
            return
        try:
            self._store.save(spec, chunk)
        except OSError as error:
            # A full disk must not lose the games that are already in memory.
            _LOGGER.warning("games are no longer kept for later: %s", error)
            self._store = None

    def _take_over(self, table: GameTable, games: int) -> None:
        if len(table) >= games:
            return
        table.grow(games)
        if self._store is not None:
            for chunk in self._store.load(table.spec):
                table.add(chunk)

    def _report(self) -> None:
        if self._on_progress is not None:
            tables = self._tables.values()
            done, wanted = sum(table.count for table in tables), sum(map(len, tables))
            progress = RunProgress(done, wanted, self.played, self.seconds)
            first = self._first_report
            if first is None and self.played:
                self._first_report = progress
            elif first is not None and self.seconds > first.seconds:
                rate = (self.played - first.played) / (self.seconds - first.seconds)
                progress = replace(progress, rate=rate)
            self._on_progress(progress)


@contextmanager
def open_runner(
    workers: int | None,
    ray: str | None,
    store: RunStore | None,
    on_progress: OnProgress | None,
) -> Generator[Runner]:
    """Open an executor and yield a runner on it."""
    with open_executor(workers, ray) as executor:
        runner = Runner(executor, store, on_progress)
        yield runner
        runner.tidy()
