"""Signals and sentences at the terminal."""

import pytest
from tests.terminal.scripted import (
    HAND,
    duel,
    extreme,
    original,
    play,
)

from tenback.records import GameRecord
from tenback.texts import LANGUAGES


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


@pytest.mark.parametrize(
    "name", ["DRAW ONE", "draw_one", "une seule carte", "piocher une", "Eine  ziehen"]
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_command_held_may_be_named_in_any_language(name: str, lang: str) -> None:
    state = play(extreme(25, *HAND[:7]), f"holds {name}", lang=lang).state
    assert [signal.subject for signal in state.signals] == ["DRAW_ONE"]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "You do not hold the command DRAW ONE. “why” shows the rule."),
        (
            "fr",
            "Vous n’avez pas la consigne UNE SEULE CARTE en main. "
            "«\u00a0pourquoi\u00a0» montre la règle.",
        ),
        ("de", "Du hast den Befehl EINE ZIEHEN nicht auf der Hand. „warum“ zeigt die Regel."),
    ],
)
def test_a_command_not_held_is_refused(lang: str, told: str) -> None:
    assert play(extreme(*HAND), "holds DRAW_ONE", lang=lang).reply(1) == [told]


@pytest.mark.parametrize("name", ["3!", "3", "three", "trois", "drei", "THREE"])
@pytest.mark.parametrize("word", ["holds", "tiens", "halte"])
def test_3_is_called_by_its_printed_name(word: str, name: str) -> None:
    state = play(extreme(11, *HAND[:7]), f"{word} {name}").state
    assert [signal.subject for signal in state.signals] == ["THREE"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_3_may_be_said_and_is_told_by_its_name(lang: str) -> None:
    played = play(extreme(11, *HAND[:7]), "dire J'ai un 3!", "tiens 3!", "table", lang=lang)
    assert played.reply(1)[0].endswith("J'ai un 3!")
    assert "3!" in played.reply(2)[0]
    assert any("11 3!" in line for line in played.reply(3))


def test_why_shows_the_rule_behind_the_last_refusal() -> None:
    played = play(original(*HAND), "why", "say I have the 35", "why", "6>A1", "why", lang="en")
    assert played.reply(1) == ["No rule has refused anything yet."]
    assert played.reply(2)[0].endswith("“why” shows the rule.")
    assert played.reply(3)[0].startswith("Talk about anything, but never name the number")
    assert played.reply(4) == ["You do not hold 6."]  # "why" is told of once
    assert played.reply(5)[0].startswith("Lay at least two cards")
    assert not any("[" in line for line in played.told)


@pytest.mark.parametrize(
    ("record", "listed"),
    [(original(*HAND), False), (extreme(*HAND), True)],
    ids=["original", "extreme"],
)
def test_the_help_lists_commands_where_there_are_some(record: GameRecord, listed: bool) -> None:
    lines = play(record, "help").reply(1)
    assert any(line.strip().startswith("holds COMMAND") for line in lines) == listed
    assert any(line.strip().startswith("keep PILE") for line in lines)


def test_the_help_of_the_duel_lists_no_signals() -> None:
    lines = play(duel(*range(2, 8)), "", "help").reply(2)
    words = {line.split()[0] for line in lines}
    assert words.isdisjoint({"keep", "small", "holds", "clear"})
    assert any(line.split() == ["say", "TEXT", "talk"] for line in lines)


@pytest.mark.parametrize("line", ["holds", "holds BOMB", "holds 25"])
def test_an_unknown_command_is_answered_with_the_commands(line: str) -> None:
    told = "STOP, SKULL, 3!, SILENCE, NO JUMP, ONE PILE and DRAW ONE"
    assert play(extreme(*HAND), line).reply(1) == [
        f"There is no such command; the commands are {told}."
    ]


def test_clear_takes_ones_own_signals_back() -> None:
    played = play(original(*HAND), "keep A1", "small A2", "clear")
    assert played.state.signals == ()
    assert played.reply(3) == ["Your signals are taken back."]


@pytest.mark.parametrize("line", ["keep a", "small d", "holds STOP", "holds nothing"])
def test_the_duel_has_no_signals(line: str) -> None:
    reply = play(duel(*range(2, 8)), "", line).reply(2)
    assert reply == ["There are no signals in this game."]


def test_what_is_said_is_repeated_with_the_name() -> None:
    assert play(original(*HAND), "say hello there").reply(1) == ["Name1: hello there"]


def test_nothing_said_is_answered_with_an_example() -> None:
    assert play(original(*HAND), "say").reply(1)[0].endswith("for example: say hello")


def test_a_number_said_is_refused() -> None:
    reply = play(original(*HAND), "say I have the 35").reply(1)
    assert reply == ["This names a number: “35”. Numbers are taboo. “why” shows the rule."]


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
    assert reply == [
        "SILENCE lies open: not a word and not a sign about the game. “why” shows the rule."
    ]


def test_under_silence_standing_signals_are_hidden() -> None:
    reply = play(SILENT, "keep A2", "14>A1", "table").reply(3)
    assert "Name1: please keep off A2." not in reply
