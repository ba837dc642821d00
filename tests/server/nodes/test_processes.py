"""Processes of one machine: one that dies is replaced, and tried again if that fails at first."""

import os
from typing import Any

import pytest

from tenback.server.nodes import processes


class Told(processes.Family):
    """Processes that end as is said, one after the other; none is really started."""

    def __init__(self, ends: list[tuple[int, int]]) -> None:
        nothing: Any = None
        super().__init__(nothing, nothing)
        self.started: list[int] = []
        self.ends = ends
        self.now = 0.0
        self.killed: list[int] = []

    def start(self, number: int) -> None:
        self.started.append(number)
        self._children[len(self.started)] = (number, self.now)

    def kill(self, pid: int, sign: int) -> None:
        del sign
        self.killed.append(pid)

    def wait(self) -> tuple[int, int]:
        pid, status = self.ends.pop(0)
        return pid, status << 8

    def run(self, monkeypatch: pytest.MonkeyPatch) -> int:
        monkeypatch.setattr(os, "wait", self.wait)
        monkeypatch.setattr(os, "kill", self.kill)
        monkeypatch.setattr(processes, "_AGAIN_SECONDS", 0)
        monkeypatch.setattr(processes.time, "monotonic", lambda: self.now)
        self.start(1)
        self.start(2)
        return self.look_after()


@pytest.fixture(autouse=True)
def _no_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_: object) -> None:
        return

    monkeypatch.setattr(processes.signal, "signal", leave)


def test_all_stop_if_the_first_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    family = Told([(1, 1), (2, 0)])
    assert family.run(monkeypatch) == 1
    assert family.killed == [2]
    assert family.started == [1, 2]


def test_one_that_took_the_place_of_another_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 1 dies late; its replacements 3 and 4 fail at once, 5 serves; then both end in order.
    family = Told([(1, 1), (3, 1), (4, 1), (5, 0), (2, 0)])
    wait = family.wait

    def wait_and_end() -> tuple[int, int]:
        if len(family.ends) == 5:
            family.now = 60.0
        if len(family.ends) == 2:
            family.is_stopping = True
        return wait()

    family.wait = wait_and_end  # type: ignore[method-assign]
    assert family.run(monkeypatch) == 0
    assert family.started == [1, 2, 1, 1, 1]
    assert family.killed == []
