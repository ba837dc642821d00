"""What the clients of a server were promised and shown, to be compared with its log."""

from collections import defaultdict
from dataclasses import dataclass, field
from math import inf

import msgspec

from tenback.server.remote.client import Head

__all__ = ["EpochLedger", "Ledger", "TableLedger"]


class _Shown(msgspec.Struct, frozen=True):
    """The parts of a message that show the table, as they were written."""

    table: msgspec.Raw
    own: msgspec.Raw


_read = msgspec.json.Decoder(_Shown).decode
_VIEWS = ("update", "welcome", "resync")
#: Messages that only the owner of a table may send.
_TELLING = (*_VIEWS, "done", "refused", "presence", "hint")


@dataclass(slots=True)
class EpochLedger:
    """What the owner of a table told in one epoch, and when."""

    owner: str = ""
    began: float = inf
    #: The numbers of events that were told as they happened.
    first_new: int = 0
    last_new: int = 0
    #: (when a message came, on which connection), of those that say something about the table.
    told: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])


@dataclass(slots=True)
class TableLedger:
    """What was told of one table."""

    #: (seat, id of the command) -> the number that was given for it.
    done: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    #: Every number that anybody was shown -> the table as it was written then.
    shown: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    #: (number, seat) -> what the seat alone was shown.
    own: dict[tuple[int, int | None], set[int]] = field(default_factory=lambda: defaultdict(set))
    #: seat -> the token that was handed out.
    tokens: dict[int, str] = field(default_factory=dict[int, str])
    last_seq: int = 0
    #: epoch -> what the owner in that epoch told.
    epochs: dict[int, "EpochLedger"] = field(default_factory=lambda: defaultdict(EpochLedger))


@dataclass(slots=True)
class Ledger:
    """What was told of all tables; of long texts only their hash is kept."""

    tables: dict[str, TableLedger] = field(default_factory=lambda: defaultdict(TableLedger))
    #: What is wrong at first sight.
    faults: list[str] = field(default_factory=list[str])
    repeated: int = 0
    #: Commands sent again after a lost connection; of them, those that were on disk already.
    resent: int = 0
    survived: int = 0
    refused: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    resyncs: int = 0
    #: (table, when somebody wanted a move, when it was answered), however often it was sent.
    waits: list[tuple[str, float, float]] = field(default_factory=list[tuple[str, float, float]])

    def note_message(self, code: str, seat: int | None, head: Head, raw: bytes) -> None:
        """Write down what a message shows."""
        if head.type not in _VIEWS:
            return
        view, table = _read(raw), self.tables[code]
        table.shown[head.seq].add(hash(bytes(view.table)))
        table.own[head.seq, seat].add(hash(bytes(view.own)))
        table.last_seq = max(table.last_seq, head.seq)

    def note_owner(self, code: str, owner: str, connection: int, head: Head, at: float) -> None:
        """Write down who told something, if the server is one of several."""
        if not owner or head.type not in _TELLING:
            return
        name, _, epoch = owner.partition("/")
        told = self.tables[code].epochs[int(epoch)]
        if told.owner not in ("", name):
            self.faults.append(f"{code}: {told.owner} and {name} both in epoch {epoch}")
        told.owner, told.began = name, min(told.began, at)
        told.told.append((at, connection))
        if head.type == "update":
            told.first_new = min(told.first_new or head.seq, head.seq)
            told.last_new = max(told.last_new, head.seq)

    def note_done(self, code: str, seat: int, command_id: str, seq: int) -> None:
        """Write down that a command was acknowledged; if twice, it must be with the same number."""
        table = self.tables[code]
        before = table.done.setdefault((seat, command_id), seq)
        table.last_seq = max(table.last_seq, seq)
        if before != seq:
            self.faults.append(f"{code}: {command_id} acknowledged as {before}, then as {seq}")
