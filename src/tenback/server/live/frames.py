"""Encoded messages: the shared part is encoded once, the private part for each seat."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tenback import __version__
from tenback.server.wire.changes import changed_own
from tenback.server.wire.following import show_following
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import Change, Pong, Resync, Update, Welcome
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.server.wire.views import Own, TableView
from tenback.table import SeatKind, Table

__all__ = ["PONG", "Frames", "News", "encode"]

#: The fields of a table, and those of its game, that are shown otherwise than before.
Changed = tuple[dict[str, Any], dict[str, Any]]
#: What happened, and whether that is all of it.
Told = tuple[tuple[Happening, ...], bool]

_encoder = msgspec.json.Encoder()


encode: Callable[[msgspec.Struct], bytes] = _encoder.encode

PONG = encode(Pong())


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

    __slots__ = ("_owns", "_written", "changed", "shared", "table")

    def __init__(self, table: Table, shared: TableView, changed: Changed = ({}, {})) -> None:
        self.table = table
        self.shared = shared
        #: What is shown otherwise than before: fields of the table, and of its game.
        self.changed = changed
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

    def next(self, table: Table) -> "_Shown":
        """Show what became of the table."""
        shared, *changed = show_following(self.table, self.shared, table)
        return _Shown(table, shared, (changed[0], changed[1]))


class News:
    """The frames of one moment: for those who want whole views, and for those who want changes."""

    __slots__ = (
        "_after",
        "_before",
        "_changed",
        "_happenings",
        "_public_change",
        "_remaining_ms",
        "_waiting",
        "_wholes",
        "since",
    )

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
        self._waiting = _waiting_seats(before.table, after.table)

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
            table, play = self._after.changed
            seq, told, time = self._after.table.seq, self._happenings, self._remaining_ms
            changed = Change(seq, self.since, told, table, play, remaining_ms=time)
            self._changed, self._public_change = changed, encode(changed)
        if seat in self._waiting:
            return self._public_change
        own = changed_own(self._before.own(seat), self._after.own(seat))
        if own == _NOTHING:
            return self._public_change
        if self._remaining_ms is not None:
            return encode(msgspec.structs.replace(changed, own=own))
        # The own part is the last that there is, so it can be added to what is written already.
        return b'%b,"own":%b}' % (self._public_change[:-1], _encoder.encode(own))


def _waiting_seats(before: Table, after: Table) -> tuple[int | None, ...]:
    """Return the seats that had nothing to lay before and after, and hold the same cards."""
    if before.play is None or after.play is None or before.seats is not after.seats:
        return ()
    old, new = before.play.state, after.play.state
    program, movers = SeatKind.PROGRAM, (old.seat, new.seat)
    return tuple(
        [
            number
            for number, (sitting, had, has) in enumerate(
                zip(after.seats, old.hands, new.hands, strict=True)
            )
            if had is has
            and number not in movers
            and sitting is not None
            and sitting.kind is not program
        ]
    )


class Frames:
    """Encodes what one table sends to its clients."""

    def __init__(self, code: str, table: Table) -> None:
        self._shown = _Shown(table, show_table(code, table, show_rules(table.rules)))

    def _show(self, table: Table) -> _Shown:
        if table is not self._shown.table:
            self._shown = self._shown.next(table)
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
