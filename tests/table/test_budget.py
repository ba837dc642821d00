"""A seat has a budget of events that do not advance the game; a game's entries share their past."""

import contextlib

from tests.table.support import Desk, gathered, started

from tenback.records.record import Remark
from tenback.rules import Refusal, SignalKind
from tenback.table import Settings, TableCode
from tenback.table.budget import PER_GAME, PER_TURN
from tenback.table.entries import Entries
from tenback.table.unions import (
    ChangeSettings,
    Concede,
    EndTurn,
    GiveSignal,
    Leave,
    Place,
    Ready,
    Rematch,
    Return,
    Say,
    SeatBot,
    Sit,
    TakeBack,
    Unseat,
    WithdrawSignals,
)


def toggle(desk: Desk, seat: int) -> None:
    """Give a signal and take it back: two events."""
    desk.step(seat, GiveSignal(SignalKind.KEEP_OFF, 0))
    desk.step(seat, WithdrawSignals())


def spend_turn(desk: Desk, seat: int) -> None:
    for _ in range(PER_TURN // 2):
        toggle(desk, seat)


def test_signals_without_end_are_refused_and_everybody_else_goes_on() -> None:
    desk = started(settings=Settings(text=True))
    spend_turn(desk, 1)
    assert desk.code(1, GiveSignal(SignalKind.KEEP_OFF, 0)) == TableCode.ENOUGH
    assert desk.code(1, Say("hello")) == TableCode.ENOUGH
    desk.do(0, GiveSignal(SignalKind.SMALL_STEPS, 1))
    desk.do(0, Place(2, 0))
    desk.do(0, Place(3, 0))
    desk.do(0, EndTurn())
    desk.do(1, GiveSignal(SignalKind.KEEP_OFF, 0))  # another turn, another budget


def test_what_changes_nothing_costs_nothing() -> None:
    desk = started()
    desk.do(1, GiveSignal(SignalKind.KEEP_OFF, 0))
    spent = desk.table.spent
    for _ in range(PER_TURN + 1):
        assert desk.step(1, GiveSignal(SignalKind.KEEP_OFF, 0)) == []
        assert desk.step(1, WithdrawSignals(3)) == []
    assert desk.table.spent == spent


def test_cards_taken_back_without_end_are_refused() -> None:
    desk = started()
    for _ in range(PER_TURN):
        desk.step(0, Place(2, 0))
        desk.step(0, TakeBack())
    desk.step(0, Place(2, 0))
    assert desk.code(0, TakeBack()) == TableCode.ENOUGH
    desk.do(0, Place(3, 0))
    desk.do(0, EndTurn())


def test_wishes_settings_and_leaving_count_too() -> None:
    for there, back in (
        (Concede(True), Concede(False)),
        (ChangeSettings(Settings(text=True)), ChangeSettings(Settings())),
    ):
        desk = started(players=3)
        for _ in range(PER_TURN // 2):
            desk.step(0, there)
            desk.step(0, back)
        with contextlib.suppress(Refusal):
            desk.step(0, there)
        assert desk.code(0, back) == TableCode.ENOUGH
    desk = started(players=3)
    for _ in range(PER_TURN // 2):
        desk.step(1, Leave())
        desk.step(1, Return(), by_operator=True)
    assert desk.code(1, Leave()) == TableCode.ENOUGH


def test_who_has_spent_it_all_may_still_give_up_play_again_and_go() -> None:
    desk = started(players=2)
    spend_turn(desk, 0)
    spend_turn(desk, 1)
    desk.do(0, Concede())
    assert desk.code(0, Concede(False)) == TableCode.ENOUGH
    desk.do(1, Concede())
    desk.do(0, Rematch())
    assert desk.code(0, Rematch(False)) == TableCode.ENOUGH
    desk.do(0, Leave())


def test_a_whole_game_has_a_budget() -> None:
    desk = started("original", 2)
    refused = False
    while not refused:
        state = desk.play.state
        assert state.outcome is None
        with contextlib.suppress(Refusal):
            spend_turn(desk, 1)
        refused = desk.table.spent[1].game == PER_GAME
        for _ in range(2):
            state = desk.play.state
            best = min(state.legal_placements, key=lambda one: abs(one.card - state.tops[one.pile]))
            desk.step(state.seat, Place(*best))
        desk.step(desk.play.state.seat, EndTurn())
    assert desk.code(1, GiveSignal(SignalKind.KEEP_OFF, 3)) == TableCode.ENOUGH
    # The rest are the events of seating, dealing and playing.
    assert len(desk.events) < PER_GAME + 200


def test_entries_share_what_they_have_in_common() -> None:
    one = Entries().plus(Remark("a")).plus(Remark("b"))
    longer, other = one.plus(Remark("c")), one.plus(Remark("d"))
    assert list(longer) == [Remark("a"), Remark("b"), Remark("c")]
    assert list(other) == [Remark("a"), Remark("b"), Remark("d")]
    assert list(one) == [Remark("a"), Remark("b")]
    assert (len(one), len(longer)) == (2, 3)
    assert one == Entries((Remark("a"), Remark("b")))
    assert hash(one) == hash(Entries((Remark("a"), Remark("b"))))
    assert longer != other
    assert one != longer
    assert one != "ab"
    assert repr(Entries((Remark("a"),))) == "Entries([Remark(text='a')])"


def test_whoever_has_spent_everything_is_sent_away_and_the_seat_is_as_good_as_before() -> None:
    desk = gathered()
    for number in range(PER_TURN - 1):  # taking the seat was the first
        desk.step(1, Ready(number % 2 == 0))
    assert desk.code(1, Ready(False)) == TableCode.ENOUGH
    desk.do(0, Unseat(1))
    desk.do(0, SeatBot("greedy", 1))
    desk.do(0, Unseat(1))
    desk.do(1, Sit("Dan", "d", seat=1))
    desk.do(1, Ready())
