"""Bots that crash at every turn, for worker processes to load."""

from typing import Any, NoReturn

from tenback.rules import View


class Crashing:
    def choose(self, view: View) -> NoReturn:
        del view
        raise ZeroDivisionError("of all things")


def create(specification: str, *, seed: int) -> Any:
    """Make a crashing bot, whatever its name."""
    del specification, seed
    return Crashing()
