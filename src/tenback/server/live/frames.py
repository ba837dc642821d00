"""Encoded messages: the shared part is encoded once, the private part for each seat."""

from collections.abc import Callable, Sequence

import msgspec

from tenback import __version__
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import Resync, Update, Welcome
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.table import Table

__all__ = ["Frames", "encode"]

#: What happened, and whether that is all of it.
Told = tuple[tuple[Happening, ...], bool]

_encoder = msgspec.json.Encoder()


def encode(message: msgspec.Struct) -> str:
    """Encode a message."""
    return _encoder.encode(message).decode()


def _with_written(message: type[msgspec.Struct], *written: str) -> Callable[..., msgspec.Struct]:
    """Derive a message whose named parts are already written as JSON."""
    config = message.__struct_config__
    fields = [
        (field.encode_name, msgspec.Raw if field.name in written else field.type)
        for field in msgspec.structs.fields(message)
    ]
    return msgspec.defstruct(
        f"Written{message.__name__}",
        fields,
        frozen=True,
        kw_only=True,
        tag=config.tag,
        tag_field=config.tag_field,
    )


_update = _with_written(Update, "happenings", "table")
_welcome = _with_written(Welcome, "table")
_resync = _with_written(Resync, "table")


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
                _update(
                    seq=table.seq,
                    happenings=told,
                    table=shared,
                    own=show_own(table, seat),
                    remaining_ms=remaining_ms,
                )
            )
            for seat in seats
        }

    def welcome(self, table: Table, seat: int | None, told: Told, remaining_ms: int | None) -> str:
        """Write the answer to a hello."""
        parts = self._parts(table, seat, told, remaining_ms)
        return encode(_welcome(**parts, version=__version__))

    def resync(
        self, table: Table, seat: int | None, told: Told, remaining_ms: int | None, command_id: str
    ) -> str:
        """Write the answer to a command that came too late."""
        return encode(_resync(**self._parts(table, seat, told, remaining_ms), id=command_id))

    def _parts(
        self, table: Table, seat: int | None, told: Told, remaining_ms: int | None
    ) -> dict[str, object]:
        happenings, complete = told
        return {
            "seq": table.seq,
            "you": seat,
            "table": self._shared(table),
            "own": show_own(table, seat),
            "happenings": happenings,
            "complete": complete,
            "remaining_ms": remaining_ms,
        }
