"""The command ``tenback``: each subcommand is one file, imported only when it is used."""

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from tenback import __version__
from tenback.cli.errors import CliError

__all__ = ["app", "main"]

app = App(
    name="tenback",
    version=__version__,
    help='The card-game family "The Game": play, replay and check. Unofficial.',
)
for _name in ("play", "show", "replay", "rules", "bots", "conformance"):
    app.command(f"tenback.cli.{_name}:{_name}", name=_name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; bad input is one line on standard error and exit status 2."""
    try:
        status = app(
            arguments, exit_on_error=False, print_error=False, result_action="return_value"
        )
    except CliError as error:
        print(f"tenback: {error}", file=sys.stderr)
        return error.status
    except CycloptsError as error:
        print(f"tenback: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to them.
        sys.stderr.close()
        return 141
    return status if isinstance(status, int) else 0
