"""The checks of the kill test find whatever is lost or differs."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.robustness.ledger import Ledger, TableLedger
from benchmarks.robustness.verify import verify_log
from tests.server.serving import Served, serving

from tenback.server.remote.client import Head, TableClient
from tenback.server.wire.messages import Done
from tenback.table.unions import Ready, StartGame


def play_a_little(served: Served) -> Ledger:
    """Deal at a table for one, and write down what was told."""
    ledger, seat = Ledger(), served.open(players=1)
    code = seat["code"]
    ledger.tables[code].tokens[0] = seat["token"]

    def note(head: Head, raw: bytes) -> None:
        ledger.note_message(code, 0, head, raw)

    async def act() -> None:
        client = TableClient(served.url, code, seat["token"], note)
        await client.connect()
        for command in (Ready(), StartGame()):
            reply = await client.do(command)
            assert isinstance(reply, Done)
            ledger.note_done(code, 0, reply.id, reply.seq)
        await client.close()

    asyncio.run(act())
    return ledger


def lose_nothing(told: TableLedger) -> None:
    assert told.done


def lose_a_command(told: TableLedger) -> None:
    told.done[0, "never stored"] = 3


def move_a_command(told: TableLedger) -> None:
    told.done[next(iter(told.done))] += 1


def lose_events(told: TableLedger) -> None:
    told.last_seq += 1


def show_something_else(told: TableLedger) -> None:
    told.shown[min(told.shown)].add(0)


def show_a_seat_something_else(told: TableLedger) -> None:
    told.own[min(told.own)].add(0)


def hand_out_another_token(told: TableLedger) -> None:
    told.tokens[0] = "another"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lose_nothing, ""),
        (lose_a_command, "is lost"),
        (move_a_command, "the log has it at"),
        (lose_events, "the log ends at"),
        (show_something_else, "another table was shown"),
        (show_a_seat_something_else, "was shown something else"),
        (hand_out_another_token, "is not held by the token"),
    ],
)
def test_what_differs_is_found(
    tmp_path: Path, change: Callable[[TableLedger], None], found: str
) -> None:
    database = tmp_path / "tables.db"
    with serving(database) as served:
        ledger = play_a_little(served)
    change(next(iter(ledger.tables.values())))
    faults = asyncio.run(verify_log(str(database), ledger)).faults
    assert [found in fault for fault in faults] == ([True] if found else [])


def test_a_lost_table_is_found(tmp_path: Path) -> None:
    ledger = Ledger()
    ledger.tables["NEVER77"] = TableLedger()
    faults = asyncio.run(verify_log(str(tmp_path / "tables.db"), ledger)).faults
    assert faults == ["NEVER77: the table is lost"]


def test_two_numbers_for_one_command_are_found() -> None:
    ledger = Ledger()
    ledger.note_done("TABLE77", 0, "id", 3)
    ledger.note_done("TABLE77", 0, "id", 4)
    assert ledger.faults == ["TABLE77: id acknowledged as 3, then as 4"]
