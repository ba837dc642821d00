"""``tenback tables delete``."""

from typing import Annotated

from cyclopts import Parameter

from tenback.cli.errors import CliError
from tenback.cli.tables.common import find_row, open_store, run

__all__ = ["delete_tables"]


def delete_tables(
    *codes: str,
    yes: Annotated[bool, Parameter(alias="-y", negative="")] = False,
    database: str = "",
) -> None:
    """Delete tables with all their games. No server may be using the database.

    Parameters
    ----------
    codes
        The tables' codes.
    yes
        Do not ask.
    database
        The database; by default the file that 'tenback serve' uses.
    """
    if not codes:
        raise CliError("delete: name at least one table")
    run(_delete(database, codes, yes))


async def _delete(database: str, codes: tuple[str, ...], yes: bool) -> None:
    async with open_store(database, to_change=True) as store:
        rows = [await find_row(store, code) for code in codes]
        for row in rows:
            if not yes and not _is_sure(f"delete {row.code} ({row.game}, {row.status})?"):
                continue
            await store.delete(row)
            print(f"{row.code} is deleted")


def _is_sure(question: str) -> bool:
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        raise CliError("delete: there is nobody to ask; --yes deletes without asking") from None
