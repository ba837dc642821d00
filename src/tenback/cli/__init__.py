"""The command ``tenback``: each subcommand is one file, imported only when it is used."""

import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Group

from tenback import __version__
from tenback.cli.errors import CliError
from tenback.cli.extras import COMPILING, EXTRA_OF_COMMAND, refuse_command
from tenback.cli.wrong_usage import tell_wrong_usage
from tenback.extras import install_line, missing_package

__all__ = ["app", "main"]

app = App(
    name="tenback",
    version=__version__,
    help='The card-game family "The Game", unofficial. To begin: `tenback play` in this terminal, '
    "`tenback web` in the browser, `tenback rules` to read first.",
)
#: The help of each command in the list, so that none has to be imported for it.
_SUMMARIES = {
    "Play": {
        "play": "Play a game in the terminal; every turn is saved, so nothing is lost.",
        "web": "Play in the browser: serve tables on this machine and let friends nearby join.",
        "daily": "Play the deal of the day at a server, and check the deals of days past.",
        "puzzle": "Solve a puzzle: find the one turn that wins.",
        "rules": "Print the rules of a game.",
    },
    "A game that was played": {
        "review": "Review a game: chances turn by turn, costly turns, luck and play apart.",
        "replay": "Show every turn of a record with the table after it, judged again.",
        "show": "Show the table at the end of a record, after checking every turn of it.",
        "advise": "Show the best turns of a position, with their chances of winning.",
        "solve": "Find a winning line with every card known, for a record, a deal or a position.",
        "verify-deal": "Check that the cards of a game were fixed before it began.",
    },
    "Bots and experiments": {
        "bots": "List the bots that are installed, and what they do.",
        "simulate": "Let bots play many games: win rate, cards left, speed; saved, resumed.",
        "compare": "Compare bots on the same deals, with paired differences.",
        "league": "Rate duellists in a round robin with the seats swapped.",
        "plot": "Draw saved results.",
        "train": "Train a network for `expert` by self-play; resumes where it was stopped.",
        "evaluate": "Evaluate an agent that learned, on deals that everybody plays.",
    },
    "A server": {
        "serve": "Serve tables for people and programs, over HTTP and WebSocket.",
        "join": "Let a bot take a seat at a remote table and play there.",
        "tables": "List, show, check, export, delete and prune the tables of a server.",
    },
    "The rules and puzzles themselves": {
        "puzzles": "Make, check and count the puzzles.",
        "conformance": "Check rule vectors; prints a line for each failure, then how many passed.",
    },
}


def _register(name: str, summary: str, group: Group, place: int) -> None:
    extra = EXTRA_OF_COMMAND.get(name)
    compiles = name in COMPILING
    if extra is not None and missing_package(extra, compiles=compiles) is not None:
        summary += f" ({install_line(extra)})"
        app.command(refuse_command(name), name=name, help=summary, group=group, sort_key=place)
        return
    module = name.replace("-", "_")
    target = f"tenback.cli.{module}:{module}"
    app.command(target, name=name, help=summary, group=group, sort_key=place)


for _number, (_title, _commands) in enumerate(_SUMMARIES.items()):
    _group = Group(_title, sort_key=_number)
    for _place, (_name, _summary) in enumerate(_commands.items()):
        _register(_name, _summary, _group, _place)
app["--help"].group = app["--version"].group = (Group("Help", sort_key=len(_SUMMARIES)),)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; bad input prints one line on standard error and exits with status 2."""
    _accept_any_text()
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["help"]:  # as with git: tenback help play
        words = [*words[1:], "--help"]
    try:
        status = app(words, exit_on_error=False, print_error=False, result_action="return_value")
        if sys.stdout is not None:  # pyright: ignore[reportUnnecessaryComparison] # closed by >&-
            sys.stdout.flush()
    except CliError as error:
        print(f"tenback: {error}", file=sys.stderr)
        return error.status
    except CycloptsError as error:
        print(f"tenback: {tell_wrong_usage(error)}", file=sys.stderr)
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
