"""Bots with bad habits, for worker processes to load: ``create(specification, seed=...)``."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any

from tenback.bots.players.greedy import Greedy
from tenback.rules import Placement, Ruleset, View


def create(specification: str, *, seed: int) -> Any:
    """Make the bot ``habit`` or ``habit:seconds``."""
    del seed
    habit, _, seconds = specification.partition(":")
    if habit == "cannot_be_made":
        raise RuntimeError("no such luck")
    if habit == "slow_to_prepare":
        return SlowToPrepare(float(seconds or 1))
    return Habitual(HABITS[habit], float(seconds or 0))


class Habitual(Greedy):
    def __init__(self, habit: Callable[[View, float], Any], seconds: float) -> None:
        self._habit = habit
        self._seconds = seconds

    def choose(self, view: View) -> Any:
        return self._habit(view, self._seconds) or super().choose(view)


class SlowToPrepare(Greedy):
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def prepare(self, rules: Ruleset) -> None:
        del rules
        time.sleep(self._seconds)


def _sleeps(_: View, seconds: float) -> None:
    time.sleep(seconds)


def _burns(_: View, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def _holds_on(_: View, seconds: float) -> None:
    """Sleep without letting another thread of this process run."""
    ctypes.PyDLL(None).sleep(int(seconds))


def _raises(*_: object) -> None:
    raise ZeroDivisionError("of\nall things")


def _leaves(*_: object) -> None:
    os._exit(3)


def _quits(*_: object) -> None:
    sys.exit("enough")


def _segfaults(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def _allocates(*_: object) -> None:
    bytearray(1 << 30)


def _talks(*_: object) -> None:
    print("to standard output", flush=True)
    os.write(1, b"\x00\x00\x00\x02{}")


def _behaves(*_: object) -> None:
    pass


def _same_pile_twice(view: View, _: float) -> Sequence[Placement]:
    return [Placement(view.hand[-1], 0), Placement(view.hand[0], 0)]


def _too_few(view: View, _: float) -> Sequence[Placement]:
    return [Placement(view.hand[0], 0)]


def _unheld(*_: object) -> list[tuple[int, int]]:
    return [(1000, 0)]


def _no_pile(view: View, _: float) -> list[tuple[int, int]]:
    return [(view.hand[0], -1)]


def _huge(*_: object) -> list[tuple[int, int]]:
    return [(10**100_000, 0)]


def _number(*_: object) -> int:
    return 42


def _words(*_: object) -> list[str]:
    return ["lay", "something"]


def _endless(*_: object) -> Iterator[Placement]:
    return repeat(Placement(2, 0))


HABITS: dict[str, Callable[[View, float], Any]] = {
    "sleeps": _sleeps,
    "burns": _burns,
    "holds_on": _holds_on,
    "raises": _raises,
    "leaves": _leaves,
    "quits": _quits,
    "segfaults": _segfaults,
    "allocates": _allocates,
    "talks": _talks,
    "behaves": _behaves,
    "same_pile_twice": _same_pile_twice,
    "too_few": _too_few,
    "unheld": _unheld,
    "no_pile": _no_pile,
    "huge": _huge,
    "number": _number,
    "words": _words,
    "endless": _endless,
}
