"""What the commands of the lab share: options, progress, errors, tables."""

import json
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from math import isfinite
from time import monotonic
from typing import Annotated, Generic, TypedDict, TypeVar, cast

from cyclopts import Parameter, Token
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn
from rich.progress import Progress as Bar
from rich.table import Table

from tenback.cli.common import WholeNumber
from tenback.cli.errors import CliError
from tenback.lab.errors import ExperimentInterrupted, LabError
from tenback.lab.executors import available_cores
from tenback.lab.runner import OnProgress, RunProgress
from tenback.lab.statistics import Estimate
from tenback.lab.store import RunStore

__all__ = [
    "Games",
    "Run",
    "WorkOptions",
    "between",
    "experiment",
    "percent",
    "print_json",
    "show",
    "show_progress",
]

_SECONDS_BETWEEN_LINES = 10.0
_WIDTH = 120
_INTERRUPTED = 130
_COMPILING = "compiling… (the first time up to a minute)"

Result = TypeVar("Result")


class WorkArguments(TypedDict):
    """How the library should do the work."""

    workers: int | None
    ray: str | None
    store: RunStore | None


@Parameter(name="*")
@dataclass(frozen=True)
class WorkOptions:
    """Where the games are played, and whether stored games are used."""

    workers: Annotated[WholeNumber | None, Parameter(alias="-w")] = None
    """Processes that play; by default one for each core. The games are the same with any number."""
    ray: Annotated[
        list[str] | None, Parameter(consume_multiple=(0, 1), negative="", allow_repeating=False)
    ] = None
    """Play on Ray: 'local' (also without a value), or the address of a cluster."""
    fresh: Annotated[bool, Parameter(negative="")] = False
    """Play every game again, even those stored by earlier runs."""

    @contextmanager
    def prepare(self) -> Generator[WorkArguments]:
        """Check the options and open the folder of stored games.

        Results are saved in the block: if that fails, no game has to be played again.
        """
        ray = None if self.ray is None else (self.ray or ["local"])[0]
        workers = available_cores() if self.workers is None and ray is None else self.workers
        store = self._store()
        with nullcontext() if store is None else store.kept_until_saved():
            yield {"workers": workers, "ray": ray, "store": store}

    def _store(self) -> RunStore | None:
        try:
            return RunStore(is_fresh=self.fresh)
        except OSError as error:
            print(f"tenback: games cannot be kept for later: {error}", file=sys.stderr)
            return None


def _read_games(_: object, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    try:
        number = Decimal(text.replace("_", ""))
        if number == number.to_integral_value() and number.is_finite():
            return int(number)
    except InvalidOperation:
        pass
    raise ValueError(f"{text!r} is not a whole number such as 2000, 10_000 or 1e6")


#: A number of games as people write it: 2000, 10_000 or 1e6.
Games = Annotated[int, Parameter(converter=_read_games, alias="-n")]


@contextmanager
def experiment() -> Generator[None]:
    """Turn errors of the lab into one-line messages."""
    try:
        yield
    except LabError as error:
        raise CliError(str(error)) from None


@dataclass(frozen=True)
class Run(Generic[Result]):
    """An experiment to be run.

    ``kind`` is the type of its result. It wants ``wanted`` deals or games (``what``) and plays
    ``to_play`` games for them; ``done`` reads from a result how many it has.
    """

    kind: type[Result]
    what: str
    wanted: int
    to_play: int
    done: Callable[[Result], int]

    def finish(self, play: Callable[[OnProgress], Result]) -> tuple[Result | None, int]:
        """Play with progress shown; return the result, partial after Ctrl-C, and the status.

        What a stopped experiment has played is kept, and the user is told how to go on.
        """
        try:
            with show_progress(self.to_play) as on_progress:
                return play(on_progress), 0
        except ExperimentInterrupted as stopped:
            result = stopped.result if isinstance(stopped.result, self.kind) else None
            done = 0 if result is None else self.done(result)
            told = f"tenback: stopped after {done:,} of {self.wanted:,} {self.what}"
            print(f"{told}; the same command goes on from there", file=sys.stderr)
            return result, _INTERRUPTED


def print_json(told: object) -> None:
    """Print a result for programs; a number that too few games cannot give is null."""
    json.dump(_finite(told), sys.stdout, indent=2, allow_nan=False)
    print()


def _finite(told: object) -> object:
    """Replace infinity and NaN, which JSON does not have."""
    match told:
        case float():
            return told if isfinite(told) else None
        case dict():
            held = cast("dict[object, object]", told)
            return {key: _finite(value) for key, value in held.items()}
        case list() | tuple():
            return [_finite(value) for value in cast("Sequence[object]", told)]
        case _:
            return told


def show(table: Table) -> None:
    """Print a table; outside a terminal it may be 120 columns wide."""
    is_terminal = sys.stdout.isatty()
    table.title_justify = "left"
    # Names of bots, games and files may have brackets, which are no markup.
    console = Console(markup=False, emoji=False, width=None if is_terminal else _WIDTH)
    console.print(table)


def percent(share: float, digits: int = 2) -> str:
    """Write a share as a percentage."""
    return f"{100 * share:.{digits}f} %"


def between(found: Estimate, scale: float = 1.0, digits: int = 2) -> str:
    """Write an interval."""
    return f"{scale * found.low:.{digits}f} to {scale * found.high:.{digits}f}"


def _is_compiled_ahead() -> bool:
    from tenback.kernels.library import LIBRARY  # noqa: PLC0415 - heavy

    return LIBRARY is not None


@contextmanager
def show_progress(wanted: int) -> Generator[OnProgress]:
    """Show the progress: a bar in a terminal, elsewhere a line now and then."""
    console = Console(stderr=True)
    if not console.is_terminal:
        if not _is_compiled_ahead():
            print(f"tenback: {_COMPILING}", file=sys.stderr, flush=True)
        yield _Lines(wanted).tell
        return
    columns = (
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[told]}"),
    )
    with Bar(*columns, console=console, transient=True) as bar:
        begins = "starting" if _is_compiled_ahead() else _COMPILING
        task = bar.add_task("", total=wanted, told=begins)
        yield _Drawn(bar, task, wanted).tell


@dataclass(frozen=True)
class _Drawn:
    bar: Bar
    task: TaskID
    wanted: int

    def tell(self, progress: RunProgress) -> None:
        """Move the bar."""
        told = f"{_rate(progress.rate)}  {_left(progress, self.wanted)}"
        self.bar.update(self.task, completed=progress.done, told=told)


class _Lines:
    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._next = monotonic() + _SECONDS_BETWEEN_LINES

    def tell(self, progress: RunProgress) -> None:
        """Write a line, not too often."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + _SECONDS_BETWEEN_LINES
        told = f"{progress.done:,} of {self._wanted:,} games, {_rate(progress.rate)}"
        print(f"{told}, {_left(progress, self._wanted)}", file=sys.stderr, flush=True)


def _rate(rate: float) -> str:
    return f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.2g} games/s"


def _left(progress: RunProgress, wanted: int) -> str:
    if progress.rate <= 0:
        return "starting"
    seconds = round((wanted - progress.done) / progress.rate)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
    return f"{clock} left"
