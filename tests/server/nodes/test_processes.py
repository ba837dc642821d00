"""Processes of one machine: one that dies is replaced, and tried again if that fails at first."""

import os
from typing import Any

import pytest

from tenback.server.nodes import processes


class Family(processes._Family):
    """Processes that end as is said, one after the other; none is really started."""

    def __init__(self, ends: list[tuple[int, int]]) -> None:
        super().__init__(Any, Any)  # type: ignore[arg-type]
        self.started: list[int] = []
        self.ends = ends
        self.now = 0.0

    def start(self, number: int) -> None:
        self.started.append(number)
        self._children[len(self.started)] = (number, self.now)

    def wait(self) -> tuple[int, int]:
        pid, status = self.ends.pop(0)
        return pid, status << 8

    def run(self, monkeypatch: pytest.MonkeyPatch) -> int:
        killed: list[int] = []
        monkeypatch.setattr(os, "wait", self.wait)
        monkeypatch.setattr(os, "kill", lambda pid, _: killed.append(pid))
        monkeypatch.setattr(processes, "_AGAIN_SECONDS", 0)
        monkeypatch.setattr(processes.time, "monotonic", lambda: self.now)
        self.start(1)
        self.start(2)
        status = self.look_after()
        self.killed = killed
        return status


@pytest.fixture(autouse=True)
def _no_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes.signal, "signal", lambda *_: None)


def test_all_stop_if_the_first_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    family = Family([(1, 1), (2, 0)])
    assert family.run(monkeypatch) == 1
    assert family.killed == [2]
    assert family.started == [1, 2]


def test_one_that_took_the_place_of_another_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 1 dies late; its replacements 3 and 4 fail at once, 5 serves; then both end in order.
    family = Family([(1, 1), (3, 1), (4, 1), (5, 0), (2, 0)])
    wait = family.wait

    def wait_and_end() -> tuple[int, int]:
        if len(family.ends) == 5:
            family.now = 60.0
        if len(family.ends) == 2:
            family._is_stopping = True
        return wait()

    family.wait = wait_and_end  # type: ignore[method-assign]
    assert family.run(monkeypatch) == 0
    assert family.started == [1, 2, 1, 1, 1]
    assert family.killed == []
