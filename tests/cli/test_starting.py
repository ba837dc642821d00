"""Who starts a game in the terminal: named, asked for after the hand is shown, or drawn."""

import re

import pytest
from tests.cli.shell import Shell, kept

from tenback.terminal.storage import games_folder


def test_the_starter_may_be_named(tenback: Shell) -> None:
    tenback("play", "-p", "3", "--starter", "p2")
    assert kept().starter == 1


def test_the_starter_is_asked_for_after_the_hand_is_shown(tenback: Shell) -> None:
    shown = tenback("play", "--bots", "greedy", "--seed", "1", typed="P2\n")
    assert shown.index("Your hand: ") < shown.index("Who starts?")
    assert "First to play: greedy (P2)." in shown


def test_bots_say_how_gladly_they_would_start(tenback: Shell) -> None:
    shown = tenback("play", "--bots", "greedy,greedy", "--seed", "1", typed="P2\n")
    words = "greedy (P2) would start if need be.\ngreedy (P3) would gladly start.\n"
    assert shown.index("Your hand: ") < shown.index(words) < shown.index("Who starts?")
    duel = tenback("play", "duel", "--starter", "ask", "--seed", "1", typed="P1\n")
    assert "Who starts?" in duel
    assert " start" not in duel[: duel.index("Who starts?")]  # a rival's hand is secret


def test_an_empty_answer_draws_the_starter(tenback: Shell) -> None:
    shown = tenback("play", "--bots", "greedy", "--seed", "1", typed="\n")
    assert re.search(r"First to play: (Player \(P1\)|greedy \(P2\))\.", shown)
    assert kept().rules.starter == "lot"


@pytest.mark.parametrize("seat", ["P1", "P2"])
def test_a_starter_that_was_chosen_was_not_drawn(seat: str, tenback: Shell) -> None:
    tenback("play", "--bots", "greedy", typed=f"{seat}\n")
    record, (file,) = kept(), games_folder().iterdir()
    assert record.rules.starter == record.starter == int(seat[1]) - 1
    assert "drawn_by" not in tenback("show", str(file), "--form", "text")
    assert "would have drawn" not in tenback("verify-deal", str(file))


def test_people_at_one_keyboard_choose_the_starter_without_seeing_hands(tenback: Shell) -> None:
    shown = tenback("play", "--players", "2", typed="P1\n")
    assert "Your hand" not in shown


def test_leaving_before_the_start_keeps_nothing(tenback: Shell) -> None:
    tenback("play", "--players", "2")
    assert not games_folder().exists()
