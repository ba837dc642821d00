"""Who sits at the table: bots that fail, two people at one keyboard, the end."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.terminal.scripted import (
    HAND,
    Played,
    ScriptedConsole,
    Typed,
    commands,
    duel,
    original,
    play,
    record_of,
)

from tenback.bots import Bot
from tenback.records import (
    GameRecord,
    build_ruleset,
    verify_record,
)
from tenback.rules import Placement, Termination, View
from tenback.terminal.session import Session
from tenback.terminal.storage import games_folder
from tenback.texts import Texts

# Bots


class BotThat:
    """A bot that does what a function says."""

    def __init__(self, choose: Callable[[View], Any]) -> None:
        self._choose = choose

    def choose(self, view: View) -> Any:
        return self._choose(view)


def fails(_: View) -> Any:
    raise ZeroDivisionError


def fails_with_a_message(_: View) -> Any:
    raise RuntimeError("out of ideas")


def chooses_nothing(_: View) -> Any:
    return ()


def chooses_one_card(view: View) -> Any:
    return (Placement(view.hand[0], 0),)


def chooses_a_card_it_does_not_hold(view: View) -> Any:
    absent = next(card for card in range(2, 60) if card not in view.hand)
    return (Placement(view.hand[0], 0), Placement(absent, 0))


def chooses_an_unknown_pile(view: View) -> Any:
    return (Placement(view.hand[0], 17), Placement(view.hand[1], 0))


def chooses_nonsense(_: View) -> Any:
    return "nonsense"


def chooses_none(_: View) -> Any:
    return None


BAD_BOTS = [
    fails,
    fails_with_a_message,
    chooses_nothing,
    chooses_one_card,
    chooses_a_card_it_does_not_hold,
    chooses_an_unknown_pile,
    chooses_nonsense,
    chooses_none,
]


def play_against(bot: Bot, record: GameRecord, *lines: Typed) -> Played:
    console = ScriptedConsole(lines)
    session = Session(record, console, Texts("en"), games_folder() / "game.tenback")
    session.game.bots = {1: bot}
    session.run()
    return Played(session, console)


@pytest.mark.parametrize("choose", BAD_BOTS)
def test_a_bot_that_fails_gives_the_game_up(choose: Callable[[View], Any]) -> None:
    record = duel(*range(2, 8), bots=["greedy"])
    played = play_against(BotThat(choose), record, "2>a 3>a", "end")
    outcome = played.state.outcome
    assert outcome is not None
    assert (outcome.termination, outcome.seat, outcome.winner) == (Termination.CONCEDED, 1, 0)


@pytest.mark.parametrize("choose", BAD_BOTS)
def test_a_bot_that_fails_is_named_in_one_line(choose: Callable[[View], Any]) -> None:
    record = original(*HAND, players=2, bots=["greedy"])
    told = play_against(BotThat(choose), record, "5>A1 7>A1", "end").told
    failures = [line for line in told if line.startswith("P2’s bot failed (")]
    assert len(failures) == 1
    assert "failed ()" not in failures[0]


@pytest.mark.parametrize("choose", BAD_BOTS)
def test_a_game_with_a_bot_that_fails_is_kept_as_a_sound_record(
    choose: Callable[[View], Any],
) -> None:
    record = original(*HAND, players=2, bots=["greedy"])
    played = play_against(BotThat(choose), record, "5>A1 7>A1", "end")
    assert verify_record(played.kept) == played.state


def test_a_bot_does_not_lay_cards_into_the_turn_of_the_next_player() -> None:
    rules = build_ruleset("extreme", 2, layout=commands(STOP=[50]), starter=0)
    record = record_of(rules, 2, 3, 4, 5, 6, 7, 8, 50, 51, 52, 53, 54, 55, 56, bots=["greedy"])
    bot = BotThat(lambda _: (Placement(50, 0), Placement(10, 1)))
    played = play_against(bot, record, "2>A1 3>A1", "end")
    assert played.state.tops == (3, 1, 100, 100)
    assert played.state.outcome is not None


def test_the_turn_of_a_bot_is_told() -> None:
    played = play(duel(*range(2, 8), bots=["greedy"]), "2>a 3>a", "end")
    assert played.reply(2)[:2] == [
        "Name1 (P1) lays 2>a and 3>a, then draws 2 cards.",
        "Name2 (P2) lays 2>a and 3>a, then draws 2 cards.",
    ]


def test_bots_alone_play_to_the_end_without_a_question() -> None:
    record = original(players=3, bots=["greedy", "random", "greedy"])
    played = play(record)
    assert played.console.prompts == []
    assert played.state.outcome is not None


def test_a_turn_that_a_bot_had_begun_is_played_on() -> None:
    begun = play(duel(*range(2, 8)), "", "2>a 3>a", "end", "", "4>a").kept
    played = play(replace(begun, bots=((1, "greedy"),)))
    assert "Name2 (P2) lays 4>a and 5>a, then draws 2 cards." in played.told


# Two people at one keyboard


def test_each_person_is_asked_to_take_the_keyboard() -> None:
    played = play(original(*HAND, players=2), "", "5>A1 7>A1", "end", "", "quit")
    assert played.console.prompts == [
        "Name1 (P1), take the keyboard and press Enter: ",
        "P1> ",
        "P1> ",
        "Name2 (P2), take the keyboard and press Enter: ",
        "P2> ",
    ]


def test_a_hand_is_shown_only_after_the_hand_over() -> None:
    played = play(original(*HAND, players=2), "", "5>A1 7>A1", "end", "")
    before, after = played.reply(3), played.reply(4)
    assert not any(line.startswith("Your hand:") for line in before)
    assert [line for line in after if line.startswith("Your hand:")] == [
        f"Your hand: {', '.join(map(str, played.state.hands[1]))}."
    ]


def test_one_person_among_bots_is_not_asked_to_take_the_keyboard() -> None:
    played = play(original(*HAND, players=3, bots=["greedy", "greedy"]))
    assert played.console.prompts == ["P1> "]


# The end


def test_giving_up_ends_the_game() -> None:
    played = play(original(*HAND), "5>A1", "concede", "concede")
    assert played.reply(2) == ["Give up this game? Type it again to do so."]
    assert played.reply(3)[:3] == [
        "Name1 (P1) lays 5>A1.",
        "Name1 (P1) gives up.",
        "Lost. Score: 97 cards left.",
    ]


def test_giving_up_is_forgotten_when_one_plays_on() -> None:
    played = play(original(*HAND), "concede", "5>A1", "concede")
    assert played.session.game.state.outcome is None


def test_the_end_names_the_file_of_the_record() -> None:
    played = play(original(*HAND), "concede", "concede")
    assert played.told[-1] == f"Record: {played.session.file} (tenback replay shows it)"


def test_a_duel_names_the_winner() -> None:
    told = play(duel(*range(2, 8)), "", "concede", "concede").told
    assert "Name2 (P2) wins; the opponent has 58 cards left." in told


def test_the_last_turn_and_the_blocked_hand_are_shown() -> None:
    record = original(98, 99, 2, 3, *range(50, 54))
    played = play(record, "98>A1 99>A2 3>D1 2>D2", "end")
    blocked = played.state.hands[0]
    assert played.reply(2)[:5] == [
        "Name1 (P1) lays 98>A1, 99>A2, 3>D1 and 2>D2, then draws 4 cards.",
        "Piles: A1 ascending 98; A2 ascending 99; D1 descending 3; D2 descending 2.",
        "Draw pile: 86. Hands: Name1 8.",
        f"Your hand: {', '.join(map(str, blocked))}.",
        "Name1 (P1) cannot lay the minimum: the game is over.",
    ]
