"""A client that is sent changes sees the same as one that is sent whole views."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from tests.server.serving import serving

from tenback.server.remote.client import Head, TableClient
from tenback.table.unions import EndTurn, Place


@pytest.mark.parametrize("game", ["original", "extreme"])
def test_changes_come_to_the_same_as_whole_views(tmp_path: Path, game: str) -> None:
    types: Counter[str] = Counter()

    def count(head: Head, raw: bytes) -> None:
        del raw
        types[head.type] += 1

    async def play() -> None:
        changed = TableClient(server.url, opened["code"], opened["token"], count, changes=True)
        whole = TableClient(server.url, opened["code"], opened["token"])
        watching = TableClient(server.url, opened["code"], changes=True)
        clients = (changed, whole, watching)
        for client in clients:
            await client.connect()
        for _ in range(40):
            own = changed.own
            assert own is not None
            if own.may_end:
                reply = await changed.do(EndTurn())
            elif own.legal:
                best = min(own.legal, key=lambda one: (one.dooms, one.by))
                reply = await changed.do(Place(best.card, best.pile))
            else:
                break
            for client in clients:
                await client.newer(getattr(reply, "seq") - 1)  # noqa: B009 - a done has one
            assert changed.table == whole.table == watching.table
            assert changed.own == whole.own
            assert watching.own is None
        for client in clients:
            await client.close()

    with serving(tmp_path / "tables.db") as server:
        opened = server.open(game=game, players=1, start=True)
        asyncio.run(play())
    assert types["change"] > 5
    assert types["update"] == 0
