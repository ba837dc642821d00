"""What a table's row in the database says of it."""

from typing import NamedTuple

import msgspec

from tenback.server.wire.project import summarise_table
from tenback.table import Table

__all__ = ["RowFacts", "row_facts"]

_encoder = msgspec.json.Encoder()


class RowFacts(NamedTuple):
    """Status, whether it is public, whether it stands in the lobby, and with which words."""

    status: str
    public: bool
    listed: bool
    summary: bytes


def row_facts(code: str, table: Table) -> RowFacts:
    """Tell them."""
    public = table.settings.public
    listed = public and table.is_seating and None in table.seats
    summary = _encoder.encode(summarise_table(code, table))
    return RowFacts(str(table.stage), public, listed, summary)
