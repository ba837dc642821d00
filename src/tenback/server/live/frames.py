"""Encoded messages: the shared part is encoded once, the private part for each seat."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tenback import __version__
from tenback.server.wire.changes import changed_own, changed_table
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import Change, Resync, Update, Welcome
from tenback.server.wire.project import is_waiting_on, show_own, show_rules, show_table
from tenback.server.wire.views import Own, RulesView
from tenback.table import Table

__all__ = ["Frames", "News", "encode"]

#: What happened, and whether that is all of it.
Told = tuple[tuple[Happening, ...], bool]

_encoder = msgspec.json.Encoder()


encode: Callable[[msgspec.Struct], bytes] = _encoder.encode


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


_update = _with_written(Update, "table")
_welcome = _with_written(Welcome, "table")
_resync = _with_written(Resync, "table")
_NOTHING: dict[str, Any] = {}


class _Shown:
    """A table as it is shown; what is private is made when somebody is there to see it."""

    def __init__(
        self, code: str, table: Table, rules: RulesView, last: "_Shown | None" = None
    ) -> None:
        self.table = table
        self.shared = show_table(code, table, rules, last and (last.table, last.shared))
        self._owns: dict[int | None, Own | None] = {}
        self._written: msgspec.Raw | None = None

    @property
    def written(self) -> msgspec.Raw:
        """What all may see, encoded once."""
        if self._written is None:
            self._written = msgspec.Raw(_encoder.encode(self.shared))
        return self._written

    def own(self, seat: int | None) -> Own | None:
        """Return what only a seat may see."""
        if seat not in self._owns:
            self._owns[seat] = show_own(self.table, seat)
        return self._owns[seat]


class News:
    """The frames of one moment: for those who want whole views, and for those who want changes."""

    def __init__(
        self,
        before: _Shown,
        after: _Shown,
        happenings: Sequence[Happening],
        remaining_ms: int | None,
    ) -> None:
        self._before = before
        self._after = after
        self._happenings = tuple(happenings)
        self._remaining_ms = remaining_ms
        #: The number of the views that the changes are put over.
        self.since = before.table.seq
        self._wholes: dict[int | None, bytes] = {}
        self._changed: Change | None = None
        self._public_change = b""

    def whole(self, seat: int | None) -> bytes:
        """Write the update for a seat; None stands for all spectators."""
        if seat not in self._wholes:
            self._wholes[seat] = encode(
                _update(
                    seq=self._after.table.seq,
                    happenings=self._happenings,
                    table=self._after.written,
                    own=self._after.own(seat),
                    remaining_ms=self._remaining_ms,
                )
            )
        return self._wholes[seat]

    def change(self, seat: int | None) -> bytes:
        """Write the change for a seat; those whose own part stays the same share one."""
        changed = self._changed
        if changed is None:
            table, play = changed_table(self._before.shared, self._after.shared)
            seq, told, time = self._after.table.seq, self._happenings, self._remaining_ms
            changed = Change(seq, self.since, told, table, play, remaining_ms=time)
            self._changed, self._public_change = changed, encode(changed)
        if is_waiting_on(self._before.table, self._after.table, seat):
            return self._public_change
        own = changed_own(self._before.own(seat), self._after.own(seat))
        if own == _NOTHING:
            return self._public_change
        return encode(msgspec.structs.replace(changed, own=own))


class Frames:
    """Encodes what one table sends to its clients."""

    def __init__(self, code: str, table: Table) -> None:
        self._code = code
        self._rules = show_rules(table.rules)
        self._shown = _Shown(code, table, self._rules)

    def _show(self, table: Table) -> _Shown:
        if table is not self._shown.table:
            self._shown = _Shown(self._code, table, self._rules, self._shown)
        return self._shown

    def news(self, table: Table, happenings: Sequence[Happening], remaining_ms: int | None) -> News:
        """Tell of what happened since the table that was shown last."""
        before = self._shown
        return News(before, self._show(table), happenings, remaining_ms)

    def welcome(
        self, table: Table, seat: int | None, told: Told, remaining_ms: int | None
    ) -> bytes:
        """Write the answer to a hello."""
        parts = self._parts(table, seat, told, remaining_ms)
        return encode(_welcome(**parts, version=__version__))

    def resync(
        self, table: Table, seat: int | None, told: Told, remaining_ms: int | None, command_id: str
    ) -> bytes:
        """Write the answer to a command that came too late."""
        return encode(_resync(**self._parts(table, seat, told, remaining_ms), id=command_id))

    def _parts(
        self, table: Table, seat: int | None, told: Told, remaining_ms: int | None
    ) -> dict[str, object]:
        happenings, complete = told
        shown = self._show(table)
        return {
            "seq": table.seq,
            "you": seat,
            "table": shown.written,
            "own": shown.own(seat),
            "happenings": happenings,
            "complete": complete,
            "remaining_ms": remaining_ms,
        }
