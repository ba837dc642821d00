"""The extras of the package: what each installs, and what to say where one is missing."""

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


def missing_package(extra: str) -> str | None:
    """Return a package of an extra that is not installed."""
    return next((name for name in PACKAGES[extra] if find_spec(name) is None), None)


def install_line(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'tenback[{extra}]'"


def require_extra(extra: str, what: str) -> None:
    """Raise an ImportError that says what to install, unless it is there."""
    missing = missing_package(extra)
    if missing is not None:
        raise ImportError(f"{what} needs {missing}, which is not installed: {install_line(extra)}")
