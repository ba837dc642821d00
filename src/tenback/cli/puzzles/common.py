"""What the commands about puzzles share."""

from typing import Literal, get_args

from tenback.cli.errors import CliError
from tenback.extras import install_line, missing_package

__all__ = ["GAMES", "Puzzled", "verify_kernels"]

#: The games that there are puzzles for; said here, so that `--help` need not look at the puzzles.
Puzzled = Literal["original", "extreme", "duel"]
GAMES: tuple[Puzzled, ...] = get_args(Puzzled)


def verify_kernels() -> None:
    """Refuse where compiled code cannot run."""
    needed = missing_package("kernels")
    if needed is not None:
        raise CliError(f"{needed} is not installed; {install_line('kernels')}")
