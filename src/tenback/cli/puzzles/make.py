"""``tenback puzzles make``."""

import multiprocessing
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.cli.common import WholeNumber
from tenback.cli.errors import CliError
from tenback.cli.puzzles.common import Puzzled, verify_kernels

if TYPE_CHECKING:
    from tenback.analysis.puzzles.pool import Batch, Found

__all__ = ["make_puzzles"]


def make_puzzles(
    game: Puzzled,
    *,
    out: Path,
    minutes: float = 10.0,
    workers: WholeNumber = 1,
    seed: WholeNumber = 1,
) -> None:
    """Look for puzzles in games of strong bots: positions with one turn that wins.

    Every batch of games is written at once, so it can be stopped at any time; with the same file
    it goes on where it was.

    Parameters
    ----------
    game
        The game.
    out
        The pool: the file that puzzles are added to.
    minutes
        How long to look.
    workers
        How many processes look.
    seed
        The seed of the first game.
    """
    if workers < 1:
        raise CliError(f"workers: {workers} is not at least 1")
    verify_kernels()
    from tenback.analysis.puzzles.pool import batches, make_batch, read_pool  # noqa: PLC0415

    try:
        known = read_pool(out) if out.exists() else []
    except ValueError as error:
        raise CliError(f"{out}: {error}") from None
    done = {one.batch for one in known}
    count = sum(len(one.puzzles) for one in known)
    todo = (batch for batch in batches(game, seed) if batch not in done)
    end = time.monotonic() + 60 * minutes
    context = multiprocessing.get_context("spawn")
    with out.open("ab") as file, ProcessPoolExecutor(workers, context) as pool:
        for found in _finished(pool, make_batch, todo, workers, end):
            import msgspec  # noqa: PLC0415 - with the compiler

            file.write(msgspec.json.encode(found) + b"\n")
            file.flush()
            count += len(found.puzzles)
            batch = found.batch
            kind = "hidden" if batch.hidden else "open"
            told = f"{batch.game} for {batch.players}, {kind}, games from {batch.first}"
            print(f"{told}: {len(found.puzzles)} found, {count} in all", file=sys.stderr)


def _finished(
    pool: ProcessPoolExecutor, make: object, todo: "Iterator[Batch]", workers: int, end: float
) -> "Iterator[Found]":
    """Yield each batch when it is done; begin none after ``end``."""
    running: set[Future[Found]] = set()
    while True:
        while len(running) < workers and time.monotonic() < end:
            running.add(pool.submit(make, next(todo)))  # type: ignore[arg-type]
        if not running:
            return
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            yield future.result()
