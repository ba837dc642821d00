"""``tenback tables list``."""

from typing import Annotated

from cyclopts import Parameter

from tenback.cli.common import WholeNumber
from tenback.cli.errors import CliError
from tenback.cli.tables.common import open_store, run, tell_time

__all__ = ["list_tables"]

_STATUSES = ("gathering", "dealt", "playing", "over", "closed")


def list_tables(
    *,
    status: tuple[str, ...] = (),
    limit: Annotated[WholeNumber, Parameter(alias="-n")] = 50,
    database: str = "",
) -> None:
    """List tables, the most recently used first.

    Parameters
    ----------
    status
        Only tables of this status: gathering, dealt, playing, over or closed. May be given several
        times.
    limit
        How many at most.
    database
        The database; by default the file that 'tenback serve' uses.
    """
    for one in status:
        if one not in _STATUSES:
            raise CliError(f"status: {one!r} is not one of {', '.join(_STATUSES)}")
    if limit < 1:
        raise CliError(f"limit: {limit} is not at least 1")
    run(_list(database, status or None, limit))


async def _list(database: str, statuses: tuple[str, ...] | None, limit: int) -> None:
    async with open_store(database) as store:
        rows = await store.list_tables(statuses=statuses, limit=limit)
        count = await store.count_tables(statuses=statuses)
    for row in rows:
        used = tell_time(row.updated_at)
        lobby = "listed" if row.listed else "public" if row.public else ""
        print(f"{row.code}  {row.status:<10}{row.game:<10}{row.players}  {used}  {lobby}".rstrip())
    told = f"{count} {'table' if count == 1 else 'tables'}"
    print(f"{len(rows)} of {told}" if len(rows) < count else told)
