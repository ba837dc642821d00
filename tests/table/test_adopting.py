"""A game that goes on from a record."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from tests.table.support import Desk, stacked, started, turn

from tenback.records import (
    GameRecord,
    RecordedSignal,
    RecordedTurn,
    Remark,
    final_state,
    format_record,
    parse_record,
)
from tenback.rules import Placement, SignalKind
from tenback.table import SeatKind, Settings, Stage, TableCode, adopt_record, fold
from tenback.table.unions import (
    Concede,
    EndTurn,
    GiveSignal,
    Place,
    Rematch,
    TakeBack,
    WithdrawSignals,
)
from tenback.testing.strategies import records


def adopted(record: GameRecord) -> Desk:
    desk = Desk(record.rules, world=stacked())
    desk.events = list(adopt_record(record, Settings()))
    desk.table = fold(desk.events)
    desk.verify()
    return desk


def test_an_open_turn_stays_open_and_can_be_taken_back() -> None:
    desk = started()
    desk.do(0, turn((2, 0), (3, 0)))
    desk.do(1, Place(10, 0))
    desk.do(1, Place(11, 0))
    again = adopted(desk.play.record)
    assert again.play.state == desk.play.state
    again.do(1, TakeBack())
    again.do(1, TakeBack())
    again.do(1, turn((12, 0), (20, 0)))
    assert len(again.play.record.turns) == 2


def test_signals_within_the_open_turn_bar_what_was_laid_before() -> None:
    desk = started()
    desk.do(1, GiveSignal(SignalKind.KEEP_OFF, 2))
    desk.do(0, Place(2, 0))
    desk.do(1, GiveSignal(SignalKind.KEEP_OFF, 1))
    desk.do(1, WithdrawSignals(2))
    desk.do(0, Place(3, 0))
    again = adopted(desk.play.record)
    assert again.play.record == desk.play.record
    assert again.play.state.signals == desk.play.state.signals
    again.do(0, TakeBack())
    assert again.code(0, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK


def test_what_stands_after_an_open_turn_belongs_to_it() -> None:
    desk = started()
    desk.do(1, GiveSignal(SignalKind.KEEP_OFF, 1))
    desk.do(0, Place(2, 0))
    record = desk.play.record
    written = (
        *record.entries,
        Remark("broken off here"),
        RecordedSignal(1, SignalKind.KEEP_OFF, 2),
    )
    again = adopted(replace(record, entries=written))
    assert len(again.play.state.signals) == 2
    again.do(0, Place(3, 0))
    again.do(0, EndTurn())
    assert Remark("broken off here") in again.play.record.entries


def test_everybody_sits_where_they_sat() -> None:
    desk = started(players=3, world=stacked(), bots=(1,))
    again = adopted(desk.play.record)
    seats = [seat for seat in again.table.seats if seat is not None]
    assert [seat.name for seat in seats] == ["Ann", "Greedy", "Cyd"]
    assert [seat.kind for seat in seats] == [SeatKind.PERSON, SeatKind.BOT, SeatKind.PERSON]
    assert again.table.host == 0
    assert again.play.commitment == desk.play.commitment
    assert again.table.rules == desk.table.rules


def test_a_finished_game_can_be_played_again() -> None:
    desk = started("duel")
    desk.do(1, Concede())
    again = adopted(desk.play.record)
    assert again.table.stage is Stage.OVER
    again.do(0, Rematch())
    again.do(1, Rematch())
    assert again.play.number == 2


@pytest.mark.parametrize("loser", [0, 1])
def test_a_game_given_up_within_a_turn_stays_over(loser: int) -> None:
    desk = started("duel")
    desk.do(0, Place(2, 0))
    desk.do(loser, Concede())
    again = adopted(desk.play.record)
    assert again.play.state == desk.play.state
    assert again.play.record == desk.play.record


def test_an_open_turn_without_a_card_is_none() -> None:
    record = started().play.record
    again = adopted(replace(record, entries=(RecordedTurn(0, (), ended=False),)))
    assert len(again.play.entries) == 0
    again.do(0, Place(2, 0))
    assert again.play.state.laid == (Placement(2, 0),)


@given(records())
@settings(max_examples=60, deadline=None)
def test_any_record_goes_on_where_it_stood(record: GameRecord) -> None:
    desk = adopted(record)
    assert desk.play.state == final_state(record)
    # The comment on a turn becomes a remark of its own.
    assert [replace(turn, comment="") for turn in desk.play.record.turns] == [
        replace(turn, comment="") for turn in record.turns
    ]
    assert parse_record(format_record(desk.play.record)) == desk.play.record
