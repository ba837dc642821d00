"""``tenback review``: a game judged turn by turn."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from tenback.cli.common import Language, WholeNumber, load_record, texts_for, verified
from tenback.cli.errors import CliError
from tenback.cli.extras import require_extra
from tenback.records import verify_record
from tenback.terminal.review_report import print_report
from tenback.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenback.analysis.reviewing import ReviewProgress

__all__ = ["review"]


def review(  # noqa: PLR0913 - each is an option of the command line
    file: Path,
    *,
    samples: WholeNumber | None = None,
    seed: WholeNumber = 0,
    line: Annotated[bool, Parameter(negative="")] = False,
    plot: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    lang: Language | None = None,
) -> None:
    """Review a game: the chance to win turn by turn, the costliest turns, luck and play apart.

    Parameters
    ----------
    file
        A game record, as text or JSON; 'last' for the game saved last.
    samples
        Sampled deals that each turn is tried on; more take longer and find smaller losses.
    seed
        The samples' seed: the same number gives the same review.
    line
        Print the solver's line as well.
    plot
        Draw the curve into this file: .png or .svg.
    json
        Print for programs.
    lang
        Language of the texts; by default from the locale.
    """
    texts = texts_for(lang)
    record = load_record(file)
    verified(record, file, verify_record)
    if plot is not None:
        _verify_plot(plot)
    import msgspec  # noqa: PLC0415 - with the compiler

    from tenback.analysis.reviewing import (  # noqa: PLC0415 - loads the compiler
        DEFAULT_SAMPLES,
        ReviewError,
    )
    from tenback.analysis.reviewing import review as review_game  # noqa: PLC0415

    try:
        with _progress(texts) as on_progress:
            found = review_game(
                record,
                samples=DEFAULT_SAMPLES if samples is None else samples,
                seed=seed,
                on_progress=on_progress,
            )
    except ReviewError as error:
        raise CliError(str(error)) from None
    if json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        print_report(found, record, texts, with_line=line)
    if plot is not None:
        from tenback.lab.chances import write_chances  # noqa: PLC0415 - matplotlib

        write_chances(found, plot, texts("advise.chance"), texts("review.column.turn"))
        print(plot, file=sys.stderr)


def _verify_plot(path: Path) -> None:
    require_extra("lab", "plot")
    from tenback.lab.chances import CURVE_SUFFIXES  # noqa: PLC0415 - matplotlib
    from tenback.lab.errors import LabError  # noqa: PLC0415
    from tenback.lab.results import verify_writable  # noqa: PLC0415

    try:
        verify_writable(path, CURVE_SUFFIXES)
    except LabError as error:
        raise CliError(f"plot: {error}") from None


@contextmanager
def _progress(texts: Texts) -> Generator["Callable[[ReviewProgress], None]"]:
    """Show a bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(texts("review.progress"), total=None)

        def tell(progress: "ReviewProgress") -> None:
            bar.update(task, completed=progress.done, total=progress.total)

        yield tell
