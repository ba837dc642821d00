"""The command ``tenback``: each subcommand is one file, imported only when it is used."""

import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from tenback import __version__
from tenback.cli.errors import CliError
from tenback.cli.extras import COMPILING, EXTRA_OF_COMMAND, refuse_command
from tenback.extras import install_line, missing_package

__all__ = ["app", "main"]

app = App(
    name="tenback",
    version=__version__,
    help='The card-game family "The Game": play, replay and check. Unofficial.',
)
#: The help of each command in the list, so that none has to be imported for it.
_SUMMARIES = {
    "play": "Play a game in the terminal; every turn is saved, so nothing is lost.",
    "daily": "Play the deal of the day at a server, and check the deals of days past.",
    "web": "Play in the browser: serve tables on this machine and let friends nearby join.",
    "serve": "Serve tables for people and programs, over HTTP and WebSocket.",
    "tables": "List, show, check, export, delete and prune the tables of a server.",
    "join": "Let a bot take a seat at a remote table and play there.",
    "verify-deal": "Check that the cards of a game were fixed before it began.",
    "show": "Show the table at the end of a record, after checking every turn of it.",
    "advise": "Show the best turns of a position, with their chances of winning.",
    "replay": "Show every turn of a record with the table after it, judged again.",
    "review": "Review a game: chances turn by turn, costly turns, luck and play apart.",
    "puzzle": "Solve a puzzle: find the one turn that wins.",
    "puzzles": "Make, check and count the puzzles.",
    "rules": "Print the rules of a game.",
    "solve": "Find a winning line with every card known, for a record, a deal or a position.",
    "bots": "List the bots that are installed, with the package that provides each.",
    "simulate": "Let bots play many games: win rate, cards left, speed; saved, plotted, resumed.",
    "compare": "Compare bots on the same deals, with paired differences.",
    "league": "Rate duellists in a round robin with the seats swapped.",
    "evaluate": "Evaluate an agent that learned, on deals that everybody plays.",
    "train": "Train a network for `expert` by self-play; resumes where it was stopped.",
    "plot": "Draw saved results.",
    "conformance": "Check rule vectors; prints a line for each failure, then 'N passed, N failed'.",
}


def _register(name: str, summary: str) -> None:
    extra = EXTRA_OF_COMMAND.get(name)
    compiles = name in COMPILING
    if extra is not None and missing_package(extra, compiles=compiles) is not None:
        told = f"{summary} (Not installed: {install_line(extra)})"
        app.command(refuse_command(name), name=name, help=told)
        return
    module = name.replace("-", "_")
    app.command(f"tenback.cli.{module}:{module}", name=name, help=summary)


for _name, _summary in _SUMMARIES.items():
    _register(_name, _summary)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; bad input prints one line on standard error and exits with status 2."""
    _accept_any_text()
    try:
        status = app(
            arguments, exit_on_error=False, print_error=False, result_action="return_value"
        )
        if sys.stdout is not None:  # pyright: ignore[reportUnnecessaryComparison] # closed by >&-
            sys.stdout.flush()
    except CliError as error:
        print(f"tenback: {error}", file=sys.stderr)
        return error.status
    except CycloptsError as error:
        print(f"tenback: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has closed the pipe; nothing more can be printed.
        _discard_output()
        return 141
    except OSError as error:
        _discard_output()
        print(f"tenback: {error.strerror or error}", file=sys.stderr)
        return 1
    return status if isinstance(status, int) else 0


def _accept_any_text() -> None:
    """Replace characters that the terminal's encoding lacks by ?, rather than fail in a game."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Discard the interpreter's last flush, so that it does not fail as well."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
