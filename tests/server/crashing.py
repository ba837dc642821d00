"""Bots that crash whenever they are asked, for worker processes to meet."""

from typing import Any, NoReturn

from tenback.rules import View


class Crashing:
    def choose(self, view: View) -> NoReturn:
        del view
        raise ZeroDivisionError("of all things")


def create(specification: str, *, seed: int) -> Any:
    """Make the bot of any name."""
    del specification, seed
    return Crashing()
