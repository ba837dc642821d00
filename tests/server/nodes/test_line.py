"""A connection for single statements is given up after whatever its driver raises."""

import asyncio
from typing import Any

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
import pytest

from tenback.server.nodes.line import Line
from tenback.server.store import DatabaseUnreachableError
from tenback.server.store.address import PostgresAddress


class Connection:
    """A connection that fails once, or answers."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.is_cut = False

    async def fetch(self, statement: str) -> list[str]:
        if self.error is not None:
            raise self.error
        return [statement]

    def terminate(self) -> None:
        self.is_cut = True


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.InterfaceError("connection is closed"),
        asyncpg.InternalClientError("another operation is in progress"),
        asyncpg.ConnectionDoesNotExistError("closed in the middle of operation"),
        TimeoutError(),
        OSError("network is unreachable"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_after_an_error_the_next_statement_gets_a_new_connection(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = Connection(error), Connection()
    left = [broken, whole]

    async def connect(*_: Any, **__: Any) -> Connection:
        return left.pop(0)

    monkeypatch.setattr(asyncpg, "connect", connect)
    line = Line(PostgresAddress("postgresql://db/tenback", "db/tenback"))

    async def run() -> None:
        with pytest.raises(DatabaseUnreachableError, match="db/tenback cannot be reached"):
            await line.fetch("SELECT 1")
        assert broken.is_cut
        assert await line.fetch("SELECT 2") == ["SELECT 2"]

    asyncio.run(run())
