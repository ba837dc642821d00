"""The mover takes cards back until the turn ends or something new is revealed."""

import pytest
from tests.table.support import Desk, stacked, started

from tenback.rules import SignalKind
from tenback.table import Settings, TableCode
from tenback.table.unions import (
    CardTakenBack,
    ChangeSettings,
    EndTurn,
    GiveSignal,
    Place,
    Say,
    TakeBack,
    WithdrawSignals,
)

KEEP_OFF = GiveSignal(SignalKind.KEEP_OFF, 0)


def laid(settings: Settings | None = None) -> Desk:
    desk = started(settings=settings)
    desk.do(0, Place(2, 0))
    desk.do(0, Place(3, 1))
    return desk


def test_cards_are_taken_back_one_by_one_until_none_is_left() -> None:
    desk = started()
    before = desk.play
    desk.do(0, Place(2, 0))
    desk.do(0, Place(3, 1))
    assert desk.do(0, TakeBack()) == [CardTakenBack(0, 3, 1)]
    assert desk.do(0, TakeBack()) == [CardTakenBack(0, 2, 0)]
    assert desk.play == before
    assert desk.code(0, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK


def test_the_height_of_piles_follows_the_cards() -> None:
    desk = laid()
    assert desk.play.heights == (1, 1, 0, 0)
    desk.do(0, TakeBack())
    assert desk.play.heights == (1, 0, 0, 0)
    desk.do(0, Place(4, 0))
    desk.do(0, EndTurn())
    assert desk.play.heights == (2, 0, 0, 0)


def test_another_card_may_be_laid_instead() -> None:
    desk = laid()
    desk.do(0, TakeBack())
    desk.do(0, Place(4, 0))
    desk.do(0, EndTurn())
    assert [tuple(turn.placements) for turn in desk.play.record.turns] == [((2, 0), (4, 0))]


def test_nothing_is_taken_back_after_the_end_of_the_turn() -> None:
    desk = laid()
    desk.do(0, EndTurn())
    assert desk.code(0, TakeBack()) == TableCode.NOT_YOUR_TURN
    assert desk.code(1, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK


def test_nothing_is_taken_back_after_a_card_that_drew_others() -> None:
    alone = started("extreme", 1, world=stacked((2, 3, 4, 5, 6, 8, 9, 10)))
    alone.do(0, Place(2, 0))
    alone.do(0, Place(4, 0))  # STOP
    assert alone.play.state.seat == 0
    assert alone.code(0, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_taken_back_after_a_signal_of_anybody(seat: int) -> None:
    desk = laid()
    desk.do(seat, KEEP_OFF)
    assert desk.code(0, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK
    desk.do(0, Place(4, 1))
    desk.do(0, TakeBack())
    assert desk.code(0, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK


def test_nothing_is_taken_back_after_a_signal_was_withdrawn() -> None:
    desk = started()
    desk.do(1, KEEP_OFF)
    desk.do(0, Place(2, 1))
    desk.do(1, WithdrawSignals())
    assert desk.code(0, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_taken_back_after_a_sentence_of_anybody(seat: int) -> None:
    desk = laid(Settings(text=True))
    desk.do(seat, Say("please leave the first pile to me"))
    assert desk.code(0, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK


def test_a_signal_that_is_refused_bars_nothing() -> None:
    desk = laid()
    desk.refuse(1, GiveSignal(SignalKind.KEEP_OFF, 9))
    desk.do(1, WithdrawSignals())  # there is none
    assert desk.do(0, TakeBack()) == [CardTakenBack(0, 3, 1)]


def test_nothing_is_taken_back_where_the_host_does_not_allow_it() -> None:
    desk = laid(Settings(take_back=False))
    assert desk.code(0, TakeBack()) == TableCode.NOTHING_TO_TAKE_BACK
    desk.do(0, ChangeSettings(Settings(take_back=True)))
    assert desk.do(0, TakeBack()) == [CardTakenBack(0, 3, 1)]


def test_only_the_mover_takes_back() -> None:
    assert laid().code(1, TakeBack()) == TableCode.NOT_YOUR_TURN
