"""A node's lease is kept in a thread of its own, and a silent node is tried once for all."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from tenback.server.live.errors import TableUnavailableError
from tenback.server.nodes.lease import Lease
from tenback.server.nodes.member import Member
from tenback.server.nodes.node import ElsewhereError, Node
from tenback.server.nodes.passing import Passing
from tenback.server.nodes.trunk import UnreachableError
from tenback.server.store import DatabaseUnreachableError

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


class SurprisingRows(Rows):
    """Rows whose first renewal raises what nobody has thought of."""

    async def renew(self, node_id: int, seconds: float) -> bool:
        del node_id, seconds
        if not self.steps:
            self.note("surprise")
            raise RuntimeError("no error of the store")
        self.again.set()
        return True

    async def join(self, *given: Any) -> int:
        del given
        return 1


def test_a_lease_is_renewed_again_after_an_error_of_any_kind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rows = SurprisingRows()

    async def live() -> None:
        member = Member(rows, "one", "127.0.0.1:1", Lease(3.0))  # type: ignore[arg-type]
        await member.start()
        async with asyncio.timeout(SECONDS):
            await asyncio.to_thread(rows.again.wait)
        assert member.losses == 0
        await member.close()

    asyncio.run(live())
    assert "no error of the store" in caplog.text


class AwayRows(Rows):
    """Rows that cannot be reached after the first lease, for a given reason."""

    def __init__(self, failure: Exception) -> None:
        super().__init__()
        self.failure = failure
        self.failed = threading.Event()

    async def renew(self, node_id: int, seconds: float) -> bool:
        del node_id, seconds
        self.failed.set()
        raise DatabaseUnreachableError("away") from self.failure


@pytest.mark.parametrize(
    ("failure", "is_kept"), [(ConnectionRefusedError(), True), (TimeoutError(), False)]
)
def test_clients_are_sent_away_if_others_may_reach_the_database(
    failure: Exception, is_kept: bool
) -> None:
    rows, now, lost = AwayRows(failure), 0.0, threading.Event()

    async def live() -> None:
        nonlocal now
        member = Member(rows, "one", "127.0.0.1:1", Lease(1.0, lambda: now))  # type: ignore[arg-type]
        member.on_lost = lost.set
        await member.start()
        await asyncio.to_thread(rows.failed.wait, SECONDS)
        now = 1.0
        assert not member.is_held
        rows.failed.clear()
        await asyncio.to_thread(rows.failed.wait, SECONDS)  # may have begun before that
        rows.failed.clear()
        await asyncio.to_thread(rows.failed.wait, SECONDS)
        assert lost.is_set() is not is_kept
        now = 100.0  # tables are not kept for that long, whatever the reason
        await asyncio.to_thread(lost.wait, SECONDS)
        assert lost.is_set()
        await member.close()

    asyncio.run(live())


def test_one_looks_after_a_silent_node_for_all() -> None:
    silent = Node(1, "one", "127.0.0.1:1", "", False, 10.0, True)
    gone = replace(silent, is_alive=False)
    looks = tries = 0
    told = iter([[silent], [silent], [gone]])

    async def list_nodes() -> list[Node]:
        nonlocal looks
        looks += 1
        return next(told)

    async def find() -> str:
        if looks < 3:
            raise ElsewhereError(silent)
        return "taken"

    async def reach(node: Node) -> str:
        nonlocal tries
        assert node is silent
        tries += 1
        raise UnreachableError

    async def ask() -> list[str]:
        passing = Passing(list_nodes)
        try:
            return await asyncio.gather(*(passing.at_owner(find, reach) for _ in range(100)))
        finally:
            await passing.close()

    assert set(asyncio.run(ask())) == {"taken"}
    assert looks == 3
    assert tries == 1


def test_whoever_cannot_reach_a_living_node_is_sent_to_another() -> None:
    silent = Node(1, "one", "127.0.0.1:1", "", False, 10.0, True)

    async def list_nodes() -> list[Node]:
        return [replace(silent, lease_until=11.0)]

    async def find() -> str:
        raise ElsewhereError(silent)

    async def reach(node: Node) -> str:
        del node
        raise UnreachableError

    async def ask() -> None:
        passing = Passing(list_nodes)
        try:
            await passing.at_owner(find, reach)
        finally:
            await passing.close()

    with pytest.raises(TableUnavailableError, match="MOVED"):
        asyncio.run(ask())


def fail() -> None:
    raise RuntimeError("a bug of ours")


def test_a_lease_is_asked_for_again_even_if_tables_are_not_let_go_of() -> None:
    rows = Rows()

    async def live() -> None:
        member = Member(rows, "one", "127.0.0.1:1", Lease(3.0))  # type: ignore[arg-type]
        member.on_lost = fail
        await member.start()
        async with asyncio.timeout(SECONDS):
            await asyncio.to_thread(rows.again.wait)
        await member.close()

    asyncio.run(live())
    assert rows.joined == 2
