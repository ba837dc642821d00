"""What each extra installs, and which commands need one."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated

from cyclopts import Parameter

from tenback.bots.lacking import lacking_package
from tenback.cli.errors import CliError

__all__ = ["EXTRA_OF_COMMAND", "install_line", "missing_for", "refuse_command", "require_extra"]

#: A package or more of each extra beside compiled code, enough to see whether it is installed.
_PACKAGES = {
    "kernels": (),
    "lab": ("polars", "matplotlib"),
    "server": ("uvicorn", "litestar", "sqlalchemy", "alembic", "websockets"),
}
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
    "evaluate": "lab",
    "train": "kernels",
    "plot": "lab",
}


#: Commands that compile code of their own: the library that was compiled ahead is not enough.
_COMPILING = ("train", "evaluate")


def missing_for(command: str) -> str | None:
    """Return a package that a command needs and that is not installed."""
    extra = EXTRA_OF_COMMAND.get(command)
    if extra is None:
        return None
    if command in _COMPILING and find_spec("numba") is None:
        return "numba"
    return _missing_package(extra)


def _missing_package(extra: str) -> str | None:
    missing = (name for name in _PACKAGES[extra] if find_spec(name) is None)
    return lacking_package() or next(missing, None)


def install_line(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'tenback[{extra}]'"


def require_extra(extra: str, what: str) -> None:
    """Refuse with a line that says what to install."""
    missing = _missing_package(extra)
    if missing is not None:
        raise CliError(f"{what} needs {missing}, which is not installed: {install_line(extra)}")


def refuse_command(name: str) -> Callable[..., None]:
    """Return a command that only says what it needs; its own file cannot be imported."""

    def refuse(*_: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> None:
        raise CliError(
            f"tenback {name} needs {missing_for(name)}, which is not installed: "
            f"{install_line(EXTRA_OF_COMMAND[name])}"
        )

    return refuse
