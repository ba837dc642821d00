"""Which commands need an extra, and what they say where it is missing."""

from collections.abc import Callable
from typing import Annotated

from cyclopts import Parameter

from tenback.cli.errors import CliError
from tenback.extras import install_line, missing_package

__all__ = ["COMPILING", "EXTRA_OF_COMMAND", "refuse_command", "require_extra"]

EXTRA_OF_COMMAND = {
    "daily": "server",
    "web": "server",
    "serve": "server",
    "tables": "server",
    "join": "server",
    "advise": "kernels",
    "review": "kernels",
    "solve": "kernels",
    "simulate": "lab",
    "compare": "lab",
    "league": "lab",
    "evaluate": "kernels",
    "train": "kernels",
    "plot": "lab",
}
#: Commands that compile code of their own: the library that was compiled ahead is not enough.
COMPILING = ("train", "evaluate")


def require_extra(extra: str, what: str, *, compiles: bool = False) -> None:
    """Refuse with a line that says what to install, where an extra is missing."""
    missing = missing_package(extra, compiles=compiles)
    if missing is not None:
        raise CliError(f"{what} needs {missing}, which is not installed: {install_line(extra)}")


def refuse_command(name: str) -> Callable[..., None]:
    """Return a command that only says what it needs; its own file cannot be imported."""

    def refuse(*_: Annotated[str, Parameter(allow_leading_hyphen=True, show=False)]) -> None:
        require_extra(EXTRA_OF_COMMAND[name], f"tenback {name}", compiles=name in COMPILING)

    return refuse
