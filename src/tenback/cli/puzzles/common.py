"""What the commands about puzzles share."""

from typing import Literal

from tenback.bots.lacking import lacking_package
from tenback.cli.errors import CliError

__all__ = ["GAMES", "Puzzled", "verify_kernels"]

#: The games that there are puzzles for.
Puzzled = Literal["original", "extreme", "duel"]
GAMES: tuple[Puzzled, ...] = ("original", "extreme", "duel")


def verify_kernels() -> None:
    """Refuse where compiled code cannot run."""
    needed = lacking_package()
    if needed is not None:
        raise CliError(f"{needed} is not installed; pip install 'tenback[kernels]'")
