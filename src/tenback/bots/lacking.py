"""What compiled bots and searches lack on this machine."""

from functools import cache
from importlib.util import find_spec

__all__ = ["lacking_package"]


def lacking_package() -> str | None:
    """Return a package that is needed to run compiled code and is not installed.

    With a library that was compiled ahead, no compiler is needed.
    """
    if find_spec("numpy") is None:
        return "numpy"
    if find_spec("numba") is None and not _has_library():
        return "numba"
    return None


@cache
def _has_library() -> bool:
    try:
        from tenback.kernels.library import LIBRARY  # noqa: PLC0415 - imports NumPy
    except ImportError:
        return False
    return LIBRARY is not None
