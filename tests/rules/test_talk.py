"""Signals and sentences at the table (G-23, E-5, X-17, X-18, B-19)."""

from dataclasses import replace
from typing import Any

import pytest

from tenback.records import parse_position
from tenback.rules import Code, Phase, Refusal, Signal, SignalKind, State, view
from tenback.rules.talk import MAX_TEXT, can_signal, give_signal, verify_text, withdraw
from tenback.table.listening import talk_guard

KEEP_A1 = Signal(0, SignalKind.KEEP_OFF, 0)
SMALL_A1 = Signal(0, SignalKind.SMALL_STEPS, 0)
OTHER_A1 = Signal(1, SignalKind.KEEP_OFF, 0)


def position(text: str) -> State:
    return parse_position(text).completed().to_state()


def code_of(action: Any) -> str:
    with pytest.raises(Refusal) as caught:
        action()
    return caught.value.code


def original() -> State:
    return position("original players=2 hands=20,21,30,40,50,60,70|?7 deck=?40")


def silenced() -> State:
    return position(
        "extreme players=2 layout=partial;SILENCE:30;STOP:44,45"
        " piles=30,1,100,100 hands=31,32,44,50,60,70,80|?7 deck=?40"
    )


def said(state: State, text: str) -> None:
    verify_text(state.rules, state.tops, state.phase, text, talk_guard())


def test_a_signal_stands_for_everyone_and_the_newer_replaces_the_older() -> None:
    state = give_signal(give_signal(give_signal(original(), KEEP_A1), OTHER_A1), SMALL_A1)
    for seat in (0, 1, None):
        assert view(state, seat).signals == (OTHER_A1, SMALL_A1)


def test_signals_are_gone_after_their_givers_own_turn() -> None:
    state = give_signal(give_signal(original(), KEEP_A1), OTHER_A1)
    state = state.place(state.placement(20, "A1")).place(state.placement(21, "A1")).end()
    assert state.signals == (OTHER_A1,)


def test_signals_can_be_withdrawn() -> None:
    state = give_signal(give_signal(original(), KEEP_A1), Signal(0, SignalKind.KEEP_OFF, 2))
    assert withdraw(state, 0, 2).signals == (KEEP_A1,)
    assert withdraw(state, 0).signals == ()
    assert withdraw(state, 1).signals == state.signals


def test_silence_refuses_signals_and_text_and_hides_what_stands() -> None:  # X-18, B-19
    state = silenced()
    assert code_of(lambda: give_signal(state, KEEP_A1)) == Code.SILENCE
    assert code_of(lambda: said(state, "hello")) == Code.SILENCE
    assert view(state, 1).is_silenced
    standing = replace(state, signals=(OTHER_A1,))
    assert view(standing, 0).signals == ()
    lifted = standing.place(standing.placement(31, "A1"))
    assert view(lifted, 0).signals == (OTHER_A1,)
    said(lifted, "hello")


def test_commands_held_may_be_told_and_only_those() -> None:
    state = silenced().place(silenced().placement(31, "A1"))
    assert can_signal(state, Signal(0, SignalKind.HOLDS, "STOP"))
    assert (
        code_of(lambda: give_signal(state, Signal(0, SignalKind.HOLDS, "SKULL"))) == Code.NOT_HELD
    )
    assert code_of(lambda: give_signal(state, Signal(0, SignalKind.HOLDS, "x"))) == Code.NOT_HELD


def test_a_signal_about_no_pile_is_an_error_of_the_caller() -> None:
    with pytest.raises(IndexError):
        give_signal(original(), Signal(0, SignalKind.KEEP_OFF, 4))


def test_numbers_are_refused_and_hints_only_under_oya() -> None:  # G-23, E-5
    oya = original()
    nsv = position("original talk=nsv players=2 hands=20,21,30,40,50,60,70|?7 deck=?40")
    assert code_of(lambda: said(oya, "I have the 35")) == Code.NUMBER
    assert code_of(lambda: said(nsv, "I have the 35")) == Code.NUMBER
    assert code_of(lambda: said(oya, "I can jump back here")) == Code.HINT
    said(nsv, "I can jump back here")
    said(oya, "please do not play on this pile")


@pytest.mark.parametrize(
    "text", ["J'ai un 3!", "j'ai la consigne 3!", "I have a 3!", "ich habe eine 3!"]
)
def test_the_printed_name_of_a_command_may_be_said_where_there_are_commands(text: str) -> None:
    extreme = silenced().place(silenced().placement(31, "A1"))
    said(extreme, text)
    assert code_of(lambda: said(silenced(), text)) == Code.SILENCE
    if "consigne" not in text:
        assert code_of(lambda: said(original(), text)) == Code.NUMBER  # G-23


def test_a_text_has_a_limit() -> None:
    assert code_of(lambda: said(original(), "a" * (MAX_TEXT + 1))) == Code.TEXT_LENGTH


def test_a_duel_has_no_talk_rule_and_no_signals() -> None:
    state = position("duel hands=10,20,30,40,50,51|?6 deck=?20|?20")
    said(state, "I have the 35")
    assert code_of(lambda: give_signal(state, KEEP_A1)) == Code.NO_SIGNALS


def test_after_the_game_everything_may_be_said() -> None:
    over = original().concede()
    assert over.phase is Phase.OVER
    said(over, "I had the 35")
    assert code_of(lambda: give_signal(over, KEEP_A1)) == Code.NO_SIGNALS
