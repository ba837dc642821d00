"""The extras of the package: what each installs, and what to say where one is missing."""

from functools import cache
from importlib.util import find_spec

__all__ = ["PACKAGES", "install_line", "missing_package", "require_extra"]

_KERNELS = ("numpy", "numba")
#: A package or more of each extra, enough to see whether it is installed.
PACKAGES = {
    "kernels": _KERNELS,
    "lab": (*_KERNELS, "polars", "matplotlib"),
    "rl": (*_KERNELS, "gymnasium", "pettingzoo"),
    "terminal": ("textual",),
    "server": (*_KERNELS, "uvicorn", "litestar", "sqlalchemy", "alembic", "websockets"),
}


#: The extras whose compiled code is all in the library that was compiled ahead.
_IN_LIBRARY = ("kernels", "lab", "server")


def missing_package(extra: str, *, compiles: bool = False) -> str | None:
    """Return a package that the extra needs and that is not installed; None if all are.

    The compiler is needed only by what ``compiles`` code of its own, or where no library that was
    compiled ahead fits.
    """
    for name in PACKAGES[extra]:
        if find_spec(name) is None:
            can_do_without = name == "numba" and extra in _IN_LIBRARY and not compiles
            if not (can_do_without and _has_library()):
                return name
    return None


@cache
def _has_library() -> bool:
    try:
        from tenback.kernels.library import LIBRARY  # noqa: PLC0415 - imports NumPy
    except ImportError:
        return False
    return LIBRARY is not None


def install_line(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'tenback[{extra}]'"


def require_extra(extra: str, what: str) -> None:
    """Raise an ImportError that says what to install, unless the extra is installed."""
    missing = missing_package(extra)
    if missing is not None:
        raise ImportError(f"{what} needs {missing}, which is not installed: {install_line(extra)}")
