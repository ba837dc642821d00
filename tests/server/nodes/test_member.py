"""A node's lease is kept beside its tables, and a node that is silent is tried once for all."""

import asyncio
import threading
from typing import Any

import pytest

from tenback.server.nodes.lease import Lease
from tenback.server.nodes.member import Member
from tenback.server.nodes.node import ElsewhereError, Node
from tenback.server.nodes.passing import Passing, UnreachableError

SECONDS = 60


class Rows:
    """Rows of nodes, of which the first is buried at once."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, bool]] = []
        self.joined = 0
        self.again = threading.Event()

    def note(self, step: str) -> None:
        self.steps.append((step, threading.current_thread() is threading.main_thread()))

    async def join(self, *given: Any) -> int:
        del given
        self.note("join")
        self.joined += 1
        return self.joined

    async def renew(self, node_id: int, seconds: float) -> bool:
        del seconds
        if node_id == 1:
            self.note("renew")
            return False
        self.again.set()
        return True

    async def leave(self, node_id: int) -> None:
        self.note(f"leave {node_id}")

    def cut_lease_line(self) -> None:
        return

    async def close(self) -> None:
        return


def test_a_buried_node_lets_go_of_its_tables_before_it_joins_anew() -> None:
    rows = Rows()

    async def live() -> None:
        member = Member(rows, "one", "127.0.0.1:1", Lease(3.0))  # type: ignore[arg-type]
        member.on_lost = lambda: rows.note("lost" if not member.is_held else "lost too late")
        await member.start()
        async with asyncio.timeout(SECONDS):
            await asyncio.to_thread(rows.again.wait)
        assert member.losses == 1
        await member.close()
        assert not member.is_held

    asyncio.run(live())
    assert rows.steps == [
        ("join", False),
        ("renew", False),
        ("lost", True),
        ("join", False),
        ("leave 2", False),
    ]


def test_one_client_tries_a_silent_node_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.server.nodes.passing._TRY_SECONDS", 1e9)
    monkeypatch.setattr("tenback.server.nodes.passing._AGAIN_SECONDS", 0.001)
    silent = Node(1, "one", "127.0.0.1:1", "", False, 0.0, True)
    looks = tries = 0

    async def find() -> str:
        nonlocal looks
        looks += 1
        if looks < 500:
            raise ElsewhereError(silent)
        return "taken"

    async def reach(node: Node) -> str:
        nonlocal tries
        assert node is silent
        tries += 1
        raise UnreachableError

    async def ask() -> list[str]:
        passing = Passing()
        try:
            return await asyncio.gather(*(passing.at_owner(find, reach) for _ in range(100)))
        finally:
            await passing.close()

    assert set(asyncio.run(ask())) == {"taken"}
    assert tries == 1
