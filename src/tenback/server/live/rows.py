"""The contents of a table's row in the database."""

from typing import NamedTuple

import msgspec

from tenback.server.wire.project import summarise_table
from tenback.table import Table

__all__ = ["RowFacts", "row_facts"]

_encoder = msgspec.json.Encoder()


class RowFacts(NamedTuple):
    """Status, whether the table is public and listed in the lobby, and its summary there."""

    status: str
    public: bool
    listed: bool
    summary: bytes


def row_facts(code: str, table: Table) -> RowFacts:
    """Return the contents of the row of a table."""
    public = table.settings.public
    listed = public and table.is_seating and None in table.seats
    summary = _encoder.encode(summarise_table(code, table))
    return RowFacts(str(table.stage), public, listed, summary)
