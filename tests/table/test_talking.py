"""Signals and guarded text."""

import pytest
from tests.table.support import Desk, gathered, make_rules, stacked, started

from tenback.rules import Code, Signal, SignalKind
from tenback.rules.talk import MAX_TEXT
from tenback.table import Settings, TableCode
from tenback.table.unions import (
    Concede,
    EndTurn,
    GiveSignal,
    Place,
    Ready,
    Said,
    Say,
    SignalGiven,
    SignalWithdrawn,
    StartGame,
    WithdrawSignals,
)

KEEP_OFF = GiveSignal(SignalKind.KEEP_OFF, 0)
TEXT = Settings(text=True)
TOO_LONG = "x" * (MAX_TEXT + 1)


def silenced(settings: Settings | None = None) -> Desk:
    """Let seat 1 give a signal, then lay SILENCE."""
    desk = started("extreme", settings=settings)
    desk.do(1, KEEP_OFF)
    desk.do(0, Place(14, 1))
    return desk


def over(settings: Settings | None = None) -> Desk:
    desk = started(settings=settings)
    desk.do(1, KEEP_OFF)
    desk.do(0, Place(2, 1))
    desk.do(0, Concede())
    desk.do(1, Concede())
    return desk


# Signals


def test_a_signal_stands_and_is_replaced_by_a_newer_one_about_the_pile() -> None:
    desk = started()
    assert desk.do(1, KEEP_OFF) == [SignalGiven(1, SignalKind.KEEP_OFF, 0)]
    assert desk.do(1, KEEP_OFF) == []
    desk.do(1, GiveSignal(SignalKind.SMALL_STEPS, 0))
    assert desk.play.state.signals == (Signal(1, SignalKind.SMALL_STEPS, 0),)


def test_a_signal_is_given_before_the_start_too() -> None:
    desk = gathered()
    desk.do(1, Ready())
    desk.do(0, StartGame())
    desk.do(1, KEEP_OFF)
    assert len(desk.play.state.signals) == 1


def test_a_signal_lasts_until_its_givers_turn_is_over() -> None:
    desk = started()
    desk.do(0, GiveSignal(SignalKind.KEEP_OFF, 1))
    desk.do(1, KEEP_OFF)
    desk.do(0, Place(2, 0))
    desk.do(0, Place(3, 0))
    desk.do(0, EndTurn())
    assert [signal.seat for signal in desk.play.state.signals] == [1]


def test_a_held_command_is_told_by_who_holds_it() -> None:
    desk = started("extreme")
    assert desk.do(0, GiveSignal(SignalKind.HOLDS, "SILENCE")) == [
        SignalGiven(0, SignalKind.HOLDS, "SILENCE")
    ]
    assert desk.code(1, GiveSignal(SignalKind.HOLDS, "SILENCE")) == Code.NOT_HELD


@pytest.mark.parametrize("subject", ["", "stop", "NOTHING", 0, 4])
def test_a_command_that_is_none_is_not_held(subject: int | str) -> None:
    assert started("extreme").code(0, GiveSignal(SignalKind.HOLDS, subject)) == Code.NOT_HELD


@pytest.mark.parametrize("subject", [-1, 4, "0", "A1"])
def test_a_signal_is_about_a_pile_that_is_there(subject: int | str) -> None:
    assert started().code(0, GiveSignal(SignalKind.KEEP_OFF, subject)) == TableCode.NO_PILE


def test_signals_are_withdrawn_one_or_all() -> None:
    desk = started("extreme")
    for command in (
        KEEP_OFF,
        GiveSignal(SignalKind.SMALL_STEPS, 2),
        GiveSignal(SignalKind.HOLDS, "STOP"),
    ):
        desk.do(0, command)
    desk.do(1, KEEP_OFF)
    assert desk.do(0, WithdrawSignals(2)) == [SignalWithdrawn(0, SignalKind.SMALL_STEPS, 2)]
    assert desk.do(0, WithdrawSignals(2)) == []
    assert desk.do(0, WithdrawSignals()) == [
        SignalWithdrawn(0, SignalKind.KEEP_OFF, 0),
        SignalWithdrawn(0, SignalKind.HOLDS, "STOP"),
    ]
    assert [signal.seat for signal in desk.play.state.signals] == [1]


def test_silence_stops_signals_and_their_withdrawal() -> None:
    desk = silenced()
    assert desk.code(0, KEEP_OFF) == Code.SILENCE
    assert desk.code(1, WithdrawSignals()) == Code.SILENCE
    assert desk.code(1, WithdrawSignals(0)) == Code.SILENCE


def test_a_covered_silence_lets_signals_stand_again() -> None:
    desk = silenced()
    desk.do(0, Place(15, 1))
    assert desk.do(1, WithdrawSignals()) == [SignalWithdrawn(1, SignalKind.KEEP_OFF, 0)]


def test_there_are_no_signals_in_a_duel() -> None:
    assert started("duel").code(0, KEEP_OFF) == Code.NO_SIGNALS


def test_there_are_no_signals_without_a_game() -> None:
    for command in (KEEP_OFF, WithdrawSignals()):
        assert gathered().code(0, command) == TableCode.NO_GAME
        assert over().code(1, command) == TableCode.GAME_OVER


# Text


def test_text_is_off_unless_the_host_allows_it() -> None:
    assert started().code(0, Say("hello")) == TableCode.TEXT_OFF
    assert started(settings=TEXT).do(1, Say(" hello \n there ")) == [Said(1, "hello there")]


@pytest.mark.parametrize("text", ["", " \n", "a\x00b", "a\u202eb"])
def test_there_must_be_something_to_read(text: str) -> None:
    assert started(settings=TEXT).code(0, Say(text)) == TableCode.TEXT_EMPTY


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I have 42", Code.NUMBER),
        ("ich habe die siebzehn", Code.NUMBER),
        (TOO_LONG, Code.TEXT_LENGTH),
    ],
)
def test_the_guard_refuses_numbers_and_speeches(text: str, code: str) -> None:
    assert started(settings=TEXT).code(0, Say(text)) == code


def test_the_guard_judges_as_soon_as_the_hands_are_seen() -> None:
    desk = gathered(settings=TEXT)
    assert desk.do(0, Say("we meet at 8")) == [Said(0, "we meet at 8")]
    desk.do(1, Ready())
    desk.do(0, StartGame())
    assert desk.code(0, Say("I have 8")) == Code.NUMBER


def test_hints_depend_on_the_ruleset() -> None:
    hint = Say("I have a card just below it")
    assert started(settings=TEXT).code(0, hint) == Code.HINT
    assert started(settings=TEXT, talk="nsv").do(0, hint) == [Said(0, hint.text)]


def test_silence_stops_text() -> None:
    assert silenced(TEXT).code(1, Say("hello")) == Code.SILENCE


def test_anything_may_be_said_after_the_game_and_in_a_duel() -> None:
    assert over(TEXT).do(0, Say("I had 50")) == [Said(0, "I had 50")]
    assert started("duel", settings=TEXT).do(0, Say("I have 50")) == [Said(0, "I have 50")]
    assert over(TEXT).code(0, Say(TOO_LONG)) == Code.TEXT_LENGTH


def test_nobody_speaks_from_a_free_seat() -> None:
    desk = Desk(make_rules(), TEXT, stacked())
    assert desk.code(1, Say("hello")) == TableCode.SEAT_FREE
