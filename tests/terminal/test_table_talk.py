"""Signals and sentences at the terminal."""

import pytest
from tests.terminal.scripted import (
    HAND,
    duel,
    extreme,
    original,
    play,
)

from tenback.texts import LANGUAGES

# Talk


def test_a_signal_is_told_and_stands_on_the_table() -> None:
    played = play(original(*HAND), "keep A1", "table")
    assert played.reply(1) == ["Name1: please keep off A1."]
    assert "Name1: please keep off A1." in played.reply(2)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("keep off a2", "Name1: please keep off A2."),
        ("keep_off D1", "Name1: please keep off D1."),
        ("small D2", "Name1: small steps only on D2, please."),
        ("small steps D2", "Name1: small steps only on D2, please."),
    ],
)
def test_signals_about_piles_may_be_written_in_several_ways(line: str, told: str) -> None:
    assert play(original(*HAND), line).reply(1) == [told]


@pytest.mark.parametrize("name", ["DRAW ONE", "draw_one", "piocher une", "Eine  ziehen"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_command_held_may_be_named_in_any_language(name: str, lang: str) -> None:
    state = play(extreme(25, *HAND[:7]), f"holds {name}", lang=lang).state
    assert [signal.subject for signal in state.signals] == ["DRAW_ONE"]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "You do not hold the command DRAW ONE. [X-17]"),
        ("fr", "Vous n'avez pas la consigne PIOCHER UNE en main. [X-17]"),
        ("de", "Du hast den Befehl EINE ZIEHEN nicht auf der Hand. [X-17]"),
    ],
)
def test_a_command_not_held_is_refused(lang: str, told: str) -> None:
    assert play(extreme(*HAND), "holds DRAW_ONE", lang=lang).reply(1) == [told]


@pytest.mark.parametrize("line", ["holds", "holds BOMB", "holds 25"])
def test_an_unknown_command_is_answered_with_the_commands(line: str) -> None:
    told = "STOP, SKULL, THREE, SILENCE, NO JUMP, ONE PILE, DRAW ONE"
    assert play(extreme(*HAND), line).reply(1) == [
        f"There is no such command; the commands are {told}."
    ]


def test_clear_takes_the_own_signals_back() -> None:
    played = play(original(*HAND), "keep A1", "small A2", "clear")
    assert played.state.signals == ()
    assert played.reply(3) == ["Your signals are taken back."]


@pytest.mark.parametrize("line", ["keep a", "small d", "holds STOP", "holds nothing"])
def test_the_duel_has_no_signals(line: str) -> None:
    reply = play(duel(*range(2, 8)), "", line).reply(2)
    assert reply == ["There are no signals in this game. [G-23]"]


def test_what_is_said_is_repeated_with_the_name() -> None:
    assert play(original(*HAND), "say hello there").reply(1) == ["Name1: hello there"]


def test_nothing_said_is_answered_with_an_example() -> None:
    assert play(original(*HAND), "say").reply(1)[0].endswith("for example: say hello")


def test_a_number_said_is_refused() -> None:
    reply = play(original(*HAND), "say I have the 35").reply(1)
    assert reply == ["This names a number: “35”. Numbers are taboo. [G-23]"]


def test_a_hint_at_a_number_is_refused() -> None:
    reply = play(original(*HAND), "say I can jump back here").reply(1)
    assert reply[0].startswith("This hints at a number: ")


def test_a_hint_may_be_said_where_only_values_are_banned() -> None:
    reply = play(original(*HAND, talk="nsv"), "say I can jump back here").reply(1)
    assert reply == ["Name1: I can jump back here"]


def test_a_text_that_is_too_long_is_refused() -> None:
    reply = play(original(*HAND), f"say {'la ' * 200}").reply(1)
    assert reply == ["The text has 599 characters; at most 500 are allowed."]


def test_in_a_duel_everything_may_be_said() -> None:
    assert play(duel(*range(2, 8)), "", "say 35 is mine").reply(2) == ["Name1: 35 is mine"]


SILENT = extreme(14, 30, 31, 33, 34, 36, 37, 25)


@pytest.mark.parametrize("line", ["say hello", "keep A1", "small A2", "holds DRAW_ONE"])
def test_under_silence_nothing_may_be_told(line: str) -> None:
    reply = play(SILENT, "14>A1", line).reply(2)
    assert reply == ["SILENCE lies open: nobody may communicate about the game. [X-18, B-19]"]


def test_under_silence_standing_signals_are_hidden() -> None:
    reply = play(SILENT, "keep A2", "14>A1", "table").reply(3)
    assert "Name1: please keep off A2." not in reply
