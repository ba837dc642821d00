"""Encoded messages: the shared part is encoded once, the private part for each seat."""

from collections.abc import Sequence

import msgspec

from tenback.server.wire.happenings import Happening
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.server.wire.views import Own
from tenback.table import Table

__all__ = ["Frames", "encode"]

_encoder = msgspec.json.Encoder()


def encode(message: msgspec.Struct) -> str:
    """Encode a message."""
    return _encoder.encode(message).decode()


class _Raw(msgspec.Struct, frozen=True):
    """An update or a welcome in which some fields are already encoded."""

    type: str
    seq: int
    happenings: msgspec.Raw
    table: msgspec.Raw
    own: Own | None
    remaining_ms: int | None


class _RawWelcome(msgspec.Struct, frozen=True):
    type: str
    seq: int
    you: int | None
    table: msgspec.Raw
    own: Own | None
    happenings: tuple[Happening, ...]
    complete: bool
    remaining_ms: int | None
    version: str | msgspec.UnsetType = msgspec.UNSET
    id: str | msgspec.UnsetType = msgspec.UNSET


class Frames:
    """Encodes what one table sends to its clients."""

    def __init__(self, code: str, table: Table) -> None:
        self._code = code
        self._rules = show_rules(table.rules)
        self._table: Table | None = None
        self._written = msgspec.Raw(b"null")

    def _shared(self, table: Table) -> msgspec.Raw:
        if table is not self._table:
            shown = show_table(self._code, table, self._rules)
            self._table, self._written = table, msgspec.Raw(_encoder.encode(shown))
        return self._written

    def updates(
        self,
        table: Table,
        happenings: Sequence[Happening],
        seats: set[int | None],
        remaining_ms: int | None,
    ) -> dict[int | None, str]:
        """Encode the update for each of these seats; None stands for all spectators."""
        told = msgspec.Raw(_encoder.encode(happenings))
        shared = self._shared(table)
        return {
            seat: encode(
                _Raw("update", table.seq, told, shared, show_own(table, seat), remaining_ms)
            )
            for seat in seats
        }

    def welcome(  # noqa: PLR0913 - what a client needs to go on
        self,
        table: Table,
        seat: int | None,
        told: tuple[tuple[Happening, ...], bool],
        remaining_ms: int | None,
        *,
        version: str | msgspec.UnsetType = msgspec.UNSET,
        command_id: str | msgspec.UnsetType = msgspec.UNSET,
    ) -> str:
        """Encode a welcome or, with the id of a command, a resync."""
        return encode(
            _RawWelcome(
                "welcome" if command_id is msgspec.UNSET else "resync",
                table.seq,
                seat,
                self._shared(table),
                show_own(table, seat),
                *told,
                remaining_ms,
                version,
                command_id,
            )
        )
