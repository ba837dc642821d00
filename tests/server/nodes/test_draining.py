"""A node that leaves says goodbye even if its tables cannot be handed over."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.datastructures import State

from tenback.server.nodes.draining import drain


class Leaving:
    """A node with one client, whose database does not answer."""

    name = "one"
    tables_awake = 1
    sockets = 1

    def __init__(self) -> None:
        self.steps: list[str] = []

    async def announce_leaving(self) -> None:
        self.steps.append("announced")

    async def hand_over(self) -> None:
        await asyncio.Event().wait()

    def drop_all(self) -> None:
        self.steps.append("dropped")

    def let_go(self) -> None:
        self.steps.append("let go")


def test_clients_are_told_to_come_again_when_the_database_is_too_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tenback.server.nodes.draining._SECONDS", 0.05)
    node: Any = Leaving()
    asyncio.run(drain(State({"hall": node, "member": node, "passing": node, "gate": node})))
    assert node.steps == ["announced", "dropped", "let go"]


def test_a_node_that_never_served_has_nothing_to_hand_over() -> None:
    asyncio.run(drain(State(vars(SimpleNamespace()))))
