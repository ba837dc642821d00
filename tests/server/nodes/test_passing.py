"""Asking the owner of a table when that node cannot be reached."""

import asyncio
from dataclasses import replace
from typing import NoReturn

import pytest

from tenback.server.live.errors import TableUnavailableError
from tenback.server.nodes.node import ElsewhereError, Node
from tenback.server.nodes.passing import Passing
from tenback.server.nodes.trunk import UnreachableError
from tenback.server.refusals import ServerCode

_OWNER = Node(7, "far", "127.0.0.1:1", "key", False, 100.0, True)


class _Tried:
    """Clients of one node that look for tables of another; counts the tries and the looks."""

    def __init__(self, now: Node) -> None:
        self.now = now
        self.tries = 0
        self.looks = 0

    async def find(self) -> str:
        if self.looks and not self.now.is_alive:
            return "taken"
        raise ElsewhereError(_OWNER)

    async def reach(self, node: Node) -> NoReturn:
        assert node is _OWNER
        self.tries += 1
        raise UnreachableError

    async def list_nodes(self) -> list[Node]:
        self.looks += 1
        return [self.now]


async def _send_away(tried: _Tried, passing: Passing) -> None:
    with pytest.raises(TableUnavailableError) as refused:
        await passing.at_owner(tried.find, tried.reach)
    assert refused.value.code == ServerCode.MOVED


@pytest.mark.parametrize(("seconds", "tries"), [(60.0, 1), (0.0, 3)])
def test_an_owner_out_of_reach_is_not_tried_again_for_a_while(
    monkeypatch: pytest.MonkeyPatch, seconds: float, tries: int
) -> None:
    monkeypatch.setattr("tenback.server.nodes.passing._SEVERED_SECONDS", seconds)

    async def run() -> None:
        tried = _Tried(replace(_OWNER, lease_until=101.0))
        passing = Passing(tried.list_nodes)
        for _ in range(3):
            await _send_away(tried, passing)
        assert (tried.tries, tried.looks) == (tries, tries)
        await passing.close()

    asyncio.run(run())


def test_an_owner_that_is_gone_leaves_its_table() -> None:
    async def run() -> None:
        tried = _Tried(replace(_OWNER, is_alive=False))
        passing = Passing(tried.list_nodes)
        assert await passing.at_owner(tried.find, tried.reach) == "taken"
        assert (tried.tries, tried.looks) == (1, 1)
        await passing.close()

    asyncio.run(run())
