"""Compares the log of a server with what its clients were promised and shown."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import msgspec

from tenback.records import verify_record
from tenback.server.codes import hash_token
from tenback.server.live.upkeep import fold_table
from tenback.server.store import Store, StoredEvent, TableRow
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.table import Event, Play, Table, decode_event, fold
from tenback.table.unions import CardPlaced

from .ledger import Ledger, TableLedger

__all__ = ["Findings", "verify_log"]

_encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Findings:
    """What was looked at, and every fault that was found."""

    counts: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])


async def verify_log(database: str, ledger: Ledger) -> Findings:
    """Open the database of a server that has ended and look at every table of the ledger."""
    findings = Findings(faults=list(ledger.faults))
    store = await Store.open(database)
    try:
        for code, told in ledger.tables.items():
            row = await store.find(code)
            if row is None:
                findings.faults.append(f"{code}: the table is lost")
                continue
            stored = await store.events(row.id)
            faults = [*_verify_table(row, stored, told, findings.counts)]
            findings.faults += [f"{code}: {fault}" for fault in faults]
            findings.counts["tables"] += 1
    finally:
        await store.close()
    return findings


def _verify_table(
    row: TableRow, stored: Sequence[StoredEvent], told: TableLedger, counts: Counter[str]
) -> Iterator[str]:
    events = [decode_event(one.body) for one in stored]
    counts["events"] += len(events)
    by_operator = [event for one, event in zip(stored, events, strict=True) if one.seat is None]
    counts["cards laid by bots"] += sum(isinstance(event, CardPlaced) for event in by_operator)
    if [one.seq for one in stored] != list(range(1, len(stored) + 1)):
        yield "the numbers of the events have gaps"
    if told.last_seq > len(stored):
        yield f"number {told.last_seq} was told, the log ends at {len(stored)}"
    yield from _verify_commands(stored, told, counts)
    yield from _verify_views(row.code, events, told, counts)
    yield from _verify_folded(row, stored, fold(events))
    yield from _verify_games(events, counts)


def _verify_commands(
    stored: Sequence[StoredEvent], told: TableLedger, counts: Counter[str]
) -> Iterator[str]:
    """Check that every acknowledged command is there, by its number, and none was done twice."""
    last_seqs: dict[tuple[int | None, str], int] = {}
    for (seat, command_id), group in groupby(stored, lambda one: (one.seat, one.command_id)):
        if not command_id:
            continue
        if (seat, command_id) in last_seqs:
            yield f"command {command_id} was carried out twice"
        last_seqs[seat, command_id] = max(one.seq for one in group)
    counts["commands in the log"] += len(last_seqs)
    for key, seq in told.done.items():
        counts["commands acknowledged"] += 1
        found = last_seqs.get(key)
        if found is None:
            yield f"acknowledged command {key} is lost"
        elif found != seq:
            yield f"command {key} was acknowledged as {seq}, the log has it at {found}"


def _verify_views(
    code: str, events: Sequence[Event], told: TableLedger, counts: Counter[str]
) -> Iterator[str]:
    """Check that whatever was shown at a number is the table that the log gives at that number."""
    by_seq: dict[int, list[int | None]] = {}
    for seq, seat in told.own:
        by_seq.setdefault(seq, []).append(seat)
    table: Table | None = None
    for event in events:
        table = fold([event], table)
        if table.seq not in told.shown:
            continue
        counts["numbers shown"] += 1
        shown = show_table(code, table, show_rules(table.rules))
        if told.shown[table.seq] != {hash(_encode(shown))}:
            yield f"at number {table.seq} another table was shown"
        for seat in by_seq[table.seq]:
            counts["views shown"] += 1
            if told.own[table.seq, seat] != {hash(_encode(show_own(table, seat)))}:
                yield f"at number {table.seq} seat {seat} was shown something else"
    for seat, token in told.tokens.items():
        sitting = None if table is None else table.seats[seat]
        if sitting is None or sitting.key != hash_token(token):
            yield f"seat {seat} is not held by the token that was handed out"


def _verify_folded(row: TableRow, stored: Sequence[StoredEvent], table: Table) -> Iterator[str]:
    """Check that the table is the same with the games before the last folded away."""
    folded = fold_table(row, stored)
    if fold(decode_event(one.body) for one in folded.events) != table:
        yield "the table with its past folded away differs from the log played through"


def _verify_games(events: Sequence[Event], counts: Counter[str]) -> Iterator[str]:
    """Check that every game's record, played again by the rules, gives the state of the table."""
    games: dict[int, Play] = {}
    table: Table | None = None
    for event in events:
        table = fold([event], table)
        if table.play is not None:
            games[table.play.number] = table.play
    for number, play in games.items():
        if play.starter is None:
            continue  # dealt, but nobody was named to start: there is nothing to play again
        counts["games"] += 1
        counts["games finished"] += play.state.outcome is not None
        try:
            replayed = verify_record(play.record)
        except ValueError as error:
            yield f"game {number}: {error}"
            continue
        if replayed != play.recorded_state:
            yield f"game {number}: its record gives another state"
