"""Reasons: each is given only where it is true, and has a sentence in every language."""

import pytest

from tenback.analysis.reviewing import Reason
from tenback.analysis.reviewing.estimates import Measured
from tenback.analysis.reviewing.evaluator import TurnChances
from tenback.analysis.reviewing.explaining import explain
from tenback.analysis.reviewing.moments import PlayedTurn
from tenback.bots import play_turn
from tenback.records import parse_placement, parse_position
from tenback.rules import Placement, Signal, SignalKind, State
from tenback.rules.talk import give_signal
from tenback.texts import LANGUAGES, Texts

NAMES = ("Ana", "Bo", "Cléo")
#: Two ascending piles at 57 and 20, two descending ones at 90 and 80; the deck has cards.
START = "original players=3 piles=57,20,90,80 to=P1 hands={hand}|?6|?6 deck=?40 gone={gone}"


def state_with(hand: str) -> State:
    held = set(map(int, hand.split(",")))
    gone = [card for card in range(2, 100) if card not in held][: 98 - len(held) - 12 - 40]
    text = START.format(hand=hand, gone=",".join(map(str, gone)))
    return parse_position(text).completed().to_state()


def placements(state: State, words: str) -> tuple[Placement, ...]:
    return tuple(parse_placement(state.rules.game, word, 0) for word in words.split())


def reasons(state: State, played: str, better: str, *, exact: bool = False) -> tuple[Reason, ...]:
    laid = placements(state, played)
    turn = PlayedTurn(1, 0, laid, False, state, play_turn(state, laid))
    low, high, none = Measured(0.2), Measured(0.6), Measured(0.0)
    loss = Measured(0.4)
    return explain(
        turn, TurnChances(high, low, low, loss, none, exact, placements(state, better)), NAMES
    )


def test_a_jump_that_was_kept_and_lost() -> None:
    state = state_with("47,58,60,21,85,86")
    found = reasons(state, "58>A1 60>A1", "47>A1 21>A2")
    assert found[0] == Reason("jump", {"card": 47, "top": 57, "pile": "A1"})


def test_a_jump_that_is_still_there_is_not_called_lost() -> None:
    state = state_with("47,10,60,21,85,86")
    assert "jump" not in {reason.kind for reason in reasons(state, "21>A2 86>D1", "47>A1 21>A2")}


def test_a_pair_that_was_split() -> None:
    state = state_with("65,55,21,70,85,86")
    found = reasons(state, "65>A1 70>A1", "65>A1 55>A1 21>A2")
    assert found[0] == Reason("pair", {"card": 55, "other": 65})


def test_a_step_much_wider_than_needed() -> None:
    state = state_with("83,60,21,88,10,11")
    found = reasons(state, "83>A1 21>A2", "60>A1 21>A2")
    assert found == (Reason("step", {"card": 83, "step": 26, "other": 3}),)


def test_a_step_is_not_called_wide_where_the_better_turn_only_jumps() -> None:
    state = state_with("83,47,88,10,11,37")
    found = reasons(state, "83>A1 88>D1", "47>A1 37>A1")
    assert [reason.kind for reason in found] == ["jump"]


def test_a_step_that_a_jump_takes_back_is_not_called_wide() -> None:
    state = state_with("83,73,60,21,10,11")
    assert reasons(state, "83>A1 73>A1", "60>A1 21>A2") == ()


def test_a_pile_that_somebody_asked_to_keep_off() -> None:
    state = give_signal(state_with("60,61,21,88,10,11"), Signal(2, SignalKind.KEEP_OFF, 0))
    found = reasons(state, "60>A1 88>D1", "21>A2 88>D1")
    assert found == (Reason("signal", {"pile": "A1", "name": "Cléo"}),)


def test_more_cards_than_were_enough() -> None:
    state = state_with("58,21,33,88,10,11")
    found = reasons(state, "58>A1 21>A2 33>A2", "58>A1 21>A2")
    assert found[0] == Reason("too_many", {"cards": 3, "enough": 2})


def test_one_more_card_that_cost_little() -> None:
    state = state_with("58,21,22,88,10,11")
    found = reasons(state, "58>A1 21>A2", "58>A1 21>A2 22>A2")
    assert found == (Reason("one_more", {"card": 22, "pile": "A2"}),)


def test_a_card_that_fits_nowhere_any_more() -> None:
    position = parse_position(
        "original players=1 piles=50,60,40,44 to=P1 hands=37-39,55,62,64 deck=?2 "
        "gone=2-36,40-54,56-61,63,65-97"
    )
    found = reasons(position.completed().to_state(), "62>A1 64>A2", "62>A2 64>A2")
    assert found == (
        Reason("step", {"card": 62, "step": 12, "other": 2}),
        Reason("dead", {"card": 55}),
    )


def test_nothing_is_said_where_nothing_can_be_read_off() -> None:
    state = state_with("58,59,21,22,88,89")
    assert reasons(state, "58>A1 59>A1", "21>A2 22>A2") == ()
    assert reasons(state, "58>A1 59>A1", "21>A2 22>A2", exact=True) == (Reason("exact"),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    texts = Texts(language)
    filled = {
        "jump": {"card": 47, "top": 57, "pile": "A1"},
        "pair": {"card": 47, "other": 57},
        "step": {"card": 83, "step": 26, "other": 3},
        "signal": {"pile": "A1", "name": "Cléo"},
        "too_many": {"cards": 3, "enough": 2},
        "one_more": {"card": 22, "pile": "A2"},
        "dead": {"card": 22},
    }
    for kind, details in filled.items():
        assert "{" not in texts(f"review.why.{kind}", **details)
