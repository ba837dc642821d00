"""``tenback tables export``."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from tenback.cli.errors import CliError
from tenback.cli.tables.common import find_row, open_store, run

__all__ = ["export_tables"]


def export_tables(
    code: str, *, output: Annotated[Path | None, Parameter(alias="-o")] = None, database: str = ""
) -> None:
    """Write everything that is stored of a table as JSON, with the records of its finished games.

    If a game is running, this includes all its cards.

    Parameters
    ----------
    code
        The table's code.
    output
        The file to write; by default standard output.
    database
        The database; by default the file that 'tenback serve' uses.
    """
    text = msgspec.json.format(run(_export(database, code)), indent=2)
    if output is None:
        sys.stdout.buffer.write(text + b"\n")
        return
    try:
        output.write_bytes(text + b"\n")
    except OSError as error:
        raise CliError(f"output: {output} cannot be written: {error.strerror}") from None


async def _export(database: str, code: str) -> bytes:
    from tenback.server.live.inspection import export_table  # noqa: PLC0415 - an extra

    async with open_store(database) as store:
        return msgspec.json.encode(await export_table(store, await find_row(store, code)))
