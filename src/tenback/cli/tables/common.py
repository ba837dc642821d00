"""What the commands on tables share: the database, codes, times."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from tenback.cli.errors import CliError
from tenback.cli.serving import DATABASE
from tenback.terminal.storage import data_folder

if TYPE_CHECKING:
    from tenback.server.store import Store, TableRow

__all__ = ["each_row", "find_row", "open_store", "run", "tell_time"]

Result = TypeVar("Result")
_PAGE = 200


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Do the work; an error of the database is a one-line message with status 1."""
    try:
        from tenback.server.store import StoreError  # noqa: PLC0415 - an extra
    except ImportError as error:
        work.close()
        raise CliError(f"tables are kept with the extra 'server': {error}") from None
    try:
        return asyncio.run(work)
    except StoreError as error:
        raise CliError(str(error), status=1) from None


@asynccontextmanager
async def open_store(database: str, *, to_change: bool = False) -> AsyncGenerator["Store"]:
    """Open the database; only reading is possible while a server is using it."""
    from tenback.server.store import Store  # noqa: PLC0415 - an extra

    where = database or str(data_folder() / DATABASE)
    store = await (Store.open(where) if to_change else Store.look_at(where))
    try:
        yield store
    finally:
        await store.close()


async def find_row(store: "Store", code: str) -> "TableRow":
    """Find a table by its code as people type it."""
    from tenback.server.codes import normalise_code  # noqa: PLC0415 - an extra

    row = await store.find(normalise_code(code) or code)
    if row is None:
        raise CliError(f"there is no table {code}", status=1)
    return row


async def each_row(store: "Store") -> AsyncGenerator["TableRow"]:
    """Yield all tables, the most recently used first."""
    offset = 0
    while rows := await store.list_tables(limit=_PAGE, offset=offset):
        for row in rows:
            yield row
        offset += len(rows)


def tell_time(seconds: float) -> str:
    """Format a time."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
