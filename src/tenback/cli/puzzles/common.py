"""What the commands about puzzles share."""

from importlib.util import find_spec
from typing import Literal, get_args

from tenback.cli.errors import CliError

__all__ = ["GAMES", "Puzzled", "verify_kernels"]

#: The games that there are puzzles for; said here, so that `--help` need not look at the puzzles.
Puzzled = Literal["original", "extreme", "duel"]
GAMES: tuple[Puzzled, ...] = get_args(Puzzled)


def verify_kernels() -> None:
    """Refuse where the compiler is not installed."""
    for needed in ("numpy", "numba"):
        if find_spec(needed) is None:
            raise CliError(f"{needed} is not installed; pip install 'tenback[kernels]'")
