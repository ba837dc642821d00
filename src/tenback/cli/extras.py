"""What each extra installs, and which commands need one."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated

from cyclopts import Parameter

from tenback.cli.errors import CliError

__all__ = ["EXTRA_OF_COMMAND", "install_line", "missing_package", "refuse_command", "require_extra"]

_KERNELS = ("numpy", "numba")
#: A package or more of each extra, enough to see whether it is installed.
_PACKAGES = {
    "kernels": _KERNELS,
    "lab": (*_KERNELS, "polars", "matplotlib"),
    "server": (*_KERNELS, "uvicorn", "litestar", "sqlalchemy", "alembic", "websockets"),
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


def missing_package(extra: str) -> str | None:
    """Return a package of an extra that is not installed."""
    return next((name for name in _PACKAGES[extra] if find_spec(name) is None), None)


def install_line(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'tenback[{extra}]'"


def require_extra(extra: str, what: str) -> None:
    """Refuse with a line that says what to install."""
    missing = missing_package(extra)
    if missing is not None:
        raise CliError(f"{what} needs {missing}, which is not installed: {install_line(extra)}")


def refuse_command(name: str) -> Callable[..., None]:
    """Return a command that only says what it needs; its own file cannot be imported."""

    def refuse(*_: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> None:
        require_extra(EXTRA_OF_COMMAND[name], f"tenback {name}")

    return refuse
