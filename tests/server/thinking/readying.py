"""A bot that takes its time to get ready, and a light one: ``create(specification, seed=...)``."""

import time

from tenback.bots.players.greedy import Greedy
from tenback.rules import Ruleset


def create(specification: str, *, seed: int) -> Greedy:
    """Make the bot ``late``, or greedy."""
    del seed
    return Late() if specification == "late" else Greedy()


class Late(Greedy):
    def prepare(self, rules: Ruleset) -> None:
        del rules
        time.sleep(4)
