"""Laying cards one by one or as a whole turn, and ending the turn."""

import pytest
from tests.table.support import Desk, gathered, make_rules, stacked, started, turn

from tenback.rules import Code, Placement
from tenback.table import Stage, TableCode
from tenback.table.facts import GameEnded, TurnPassed
from tenback.table.unions import (
    CardPlaced,
    Concede,
    EndTurn,
    Place,
    PlayTurn,
    StartGame,
    TakeBack,
    TurnEnded,
)


def solo_extreme(*hand: int) -> Desk:
    desk = gathered(make_rules("extreme", 1), world=stacked(hand))
    desk.do(0, StartGame())
    return desk


def test_a_card_lies_at_once_and_the_turn_ends_on_command() -> None:
    desk = started()
    assert desk.do(0, Place(2, 0)) == [CardPlaced(0, 2, 0)]
    assert desk.play.state.tops[0] == 2
    desk.do(0, Place(3, 0))
    assert desk.do(0, EndTurn()) == [TurnEnded(0, TurnPassed(drawn=2, next=1, minimum=2))]
    assert desk.play.state.seat == 1
    assert desk.play.state.hands[0] == (4, 5, 6, 7, 8, 9, 50)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Place(99, 0), Code.NOT_IN_HAND),
        (Place(2, 4), TableCode.NO_PILE),
        (Place(2, -1), TableCode.NO_PILE),
        (EndTurn(), Code.MINIMUM),
        (turn(), Code.MINIMUM),
        (turn((2, 0)), Code.MINIMUM),
        (TakeBack(), TableCode.NOTHING_TO_TAKE_BACK),
    ],
)
def test_what_the_mover_may_not_do(
    command: Place | EndTurn | PlayTurn | TakeBack, code: str
) -> None:
    assert started().code(0, command) == code


@pytest.mark.parametrize("command", [Place(10, 0), EndTurn(), turn((10, 0)), TakeBack()])
def test_others_wait(command: Place | EndTurn | PlayTurn | TakeBack) -> None:
    refusal = started().refuse(1, command)
    assert (refusal.code, refusal.details) == (TableCode.NOT_YOUR_TURN, {"seat": 0})


def test_the_sentence_about_a_value_speaks_of_a_jump_only_where_one_is_possible() -> None:
    desk = started()
    desk.do(0, Place(50, 0))
    assert "exactly 40" in desk.tell(desk.refuse(0, Place(2, 0)))[0]
    low = started()
    low.do(0, Place(7, 0))  # there is no card ten below it
    assert "exactly" not in low.tell(low.refuse(0, Place(2, 0)))[0]
    barred = started("extreme", world=stacked((2, 14, 3, 50, 40, 18, 30)))
    barred.do(0, Place(50, 0))
    barred.do(0, Place(18, 1))  # NO_JUMP
    assert "exactly" not in barred.tell(barred.refuse(0, Place(2, 0)))[0]
    assert barred.code(0, Place(40, 0)) == Code.NO_JUMP


@pytest.mark.parametrize("command", [Place(2, 0), EndTurn(), turn((2, 0)), TakeBack()])
def test_nothing_is_laid_without_a_game(command: Place | EndTurn | PlayTurn | TakeBack) -> None:
    desk = gathered()
    assert desk.code(0, command) == TableCode.NO_GAME
    over = started("original", 1, world=stacked((2, 3, 4, 5, 6, 7, 8, 9)))
    over.do(0, Concede())
    assert over.code(0, command) == TableCode.GAME_OVER


def test_a_whole_turn_in_one_command() -> None:
    desk = started()
    assert desk.do(0, turn((2, 0), (3, 0), (50, 2))) == [
        CardPlaced(0, 2, 0),
        CardPlaced(0, 3, 0),
        CardPlaced(0, 50, 2),
        TurnEnded(0, TurnPassed(drawn=3, next=1, minimum=2)),
    ]
    assert desk.play.state.seat == 1


@pytest.mark.parametrize(
    ("placements", "code"),
    [
        (((2, 0), (2, 1)), Code.NOT_IN_HAND),
        (((50, 0), (3, 0)), Code.VALUE),
        (((2, 0), (3, 9)), TableCode.NO_PILE),
    ],
)
def test_a_turn_is_laid_as_a_whole_or_not_at_all(
    placements: tuple[tuple[int, int], ...], code: str
) -> None:
    desk = started()
    assert desk.code(0, turn(*placements)) == code
    assert desk.play.state.laid == ()


def test_a_turn_goes_on_from_cards_already_laid() -> None:
    desk = started()
    desk.do(0, Place(2, 0))
    assert desk.do(0, turn((3, 0))) == [
        CardPlaced(0, 3, 0),
        TurnEnded(0, TurnPassed(drawn=2, next=1, minimum=2)),
    ]


def test_a_card_that_closes_the_turn_needs_no_end() -> None:
    desk = started("extreme")
    assert desk.do(0, turn((2, 0), (4, 0))) == [
        CardPlaced(0, 2, 0),
        CardPlaced(0, 4, 0, TurnPassed(drawn=2, next=1, minimum=2)),
    ]
    assert (desk.play.state.seat, desk.play.state.turns) == (1, 1)


def test_nothing_is_laid_after_a_card_that_closes_the_turn() -> None:
    desk = started("extreme")
    assert desk.code(0, turn((4, 0), (15, 0))) == Code.TURN_OVER
    # Alone at the table the next turn is one's own: it is not begun by the same command.
    alone = solo_extreme(2, 3, 4, 5, 6, 8, 9, 10)
    assert alone.code(0, turn((4, 0), (5, 0))) == Code.TURN_OVER
    alone.do(0, turn((4, 0)))
    assert alone.play.state.laid == ()


def test_nothing_is_laid_after_a_card_that_ends_the_game() -> None:
    desk = started(breach="lose", game="extreme", world=stacked((2, 14, 3, 50, 40, 18, 30)))
    # 18 carries NO_JUMP; the jump back from 50 to 40 is accepted, and lost.
    assert desk.code(0, turn((18, 1), (50, 0), (40, 0), (2, 1))) == Code.TURN_OVER
    desk.do(0, turn((18, 1), (50, 0), (40, 0)))
    assert desk.table.stage is Stage.OVER


def test_a_breach_is_accepted_and_loses_where_the_table_plays_so() -> None:
    desk = started(breach="lose")
    desk.do(0, Place(2, 0))
    assert desk.do(0, EndTurn()) == [TurnEnded(0, None, GameEnded("MINIMUM", 97, (), 0))]
    assert desk.table.stage is Stage.OVER
    assert desk.play.state.outcome is not None
    assert desk.play.state.outcome.termination == "MINIMUM"
    assert desk.play.record.turns[-1].placements == (Placement(2, 0),)


def test_only_the_operator_lays_the_cards_of_a_bot() -> None:
    desk = started(bots=(1,))
    desk.do(0, turn((2, 0), (3, 0)))
    assert desk.table.bot_to_move == "greedy"
    for command in (Place(10, 0), EndTurn(), turn((10, 0), (11, 0)), TakeBack()):
        assert desk.code(1, command) == TableCode.BOT_PLAYS
    desk.do(1, Place(10, 0), by_operator=True)
    desk.do(1, Place(11, 0), by_operator=True)
    desk.do(1, EndTurn(), by_operator=True)
    assert desk.table.bot_to_move is None


def test_the_operator_keeps_to_the_rules_too() -> None:
    desk = started(bots=(1,))
    assert desk.refuse(1, Place(10, 0), by_operator=True).code == TableCode.NOT_YOUR_TURN
    desk.do(0, turn((2, 0), (3, 0)))
    assert desk.refuse(1, Place(4, 0), by_operator=True).code == Code.NOT_IN_HAND
