"""Another game at the same table."""

import pytest
from tests.table.support import Desk, away, gathered, kinds, make_rules, stacked, started

from tenback.records import format_record
from tenback.table import Settings, Stage, TableCode
from tenback.table.unions import (
    ChooseStarter,
    Concede,
    GameDealt,
    GameStarted,
    GoAway,
    Leave,
    Place,
    Ready,
    Rematch,
    RematchWished,
    SeatBot,
    Sit,
    StartGame,
    Unseat,
)


def over(players: int = 3, starter: int = 0, bots: tuple[int, ...] = ()) -> Desk:
    desk = gathered(make_rules(players=players), Settings(starter="host"), stacked(), bots)
    for seat in desk.table.people:
        desk.do(seat, Ready())
    desk.do(0, StartGame())
    if players > 1:
        desk.do(0, ChooseStarter(starter))
    for seat in desk.table.people:
        desk.do(seat, Concede())
    assert desk.table.stage is Stage.OVER
    return desk


@pytest.mark.parametrize(("starter", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_seat_after_the_last_starter_starts(starter: int, following: int) -> None:
    desk = over(starter=starter)
    assert desk.do(0, Rematch()) == [RematchWished(0)]
    assert desk.do(0, Rematch()) == []
    assert desk.do(1, Rematch()) == [RematchWished(1)]
    wished, dealt, begun = desk.do(2, Rematch())
    assert wished == RematchWished(2)
    assert isinstance(dealt, GameDealt)
    assert (dealt.number, begun) == (2, GameStarted(following, 2, found_by="turn"))
    assert "drawn_by" not in format_record(desk.play.record)
    assert (desk.play.number, desk.table.rematching) == (2, frozenset())
    assert desk.table.stage is Stage.PLAYING


def test_a_wish_can_be_taken_back() -> None:
    desk = over()
    desk.do(0, Rematch())
    assert desk.do(0, Rematch(False)) == [RematchWished(0, False)]
    desk.do(1, Rematch())
    desk.do(2, Rematch())
    assert desk.table.stage is Stage.OVER


def test_a_fixed_starter_starts_again() -> None:
    desk = started("duel", starter=1)
    desk.do(1, Concede())
    desk.do(0, Rematch())
    assert desk.do(1, Rematch())[-1] == GameStarted(1, 2, found_by="fixed")


def test_the_loser_of_a_duel_by_lot_is_not_asked_who_starts() -> None:
    desk = gathered(make_rules("duel"), world=stacked())
    desk.do(1, Ready())
    desk.do(0, StartGame())
    first = desk.play.starter
    assert first is not None
    desk.do(0, Concede())
    desk.do(0, Rematch())
    assert desk.do(1, Rematch())[-1] == GameStarted(1 - first, 2, found_by="turn")


def test_alone_one_plays_again_at_once() -> None:
    desk = over(players=1)
    assert kinds(desk.do(0, Rematch())) == ["RematchWished", "GameDealt", "GameStarted"]


def test_bots_and_those_away_are_not_asked() -> None:
    desk = over(bots=(2,))
    away(desk, 1)
    assert desk.do(0, Rematch())[-1] == GameStarted(1, 2, found_by="turn")


def test_it_is_settled_when_the_last_who_does_not_wish_it_goes_away() -> None:
    desk = over()
    desk.do(0, Rematch())
    desk.do(1, Rematch())
    assert kinds(desk.do(2, GoAway())) == ["WentAway", "GameDealt", "GameStarted"]


def test_a_wish_goes_with_the_person() -> None:
    desk = over()
    desk.do(0, Rematch())
    away(desk, 0)
    assert desk.table.rematching == frozenset()


def test_nobody_plays_again_while_a_seat_is_free() -> None:
    desk = over()
    desk.do(1, Rematch())
    desk.do(2, Leave())
    assert desk.table.stage is Stage.OVER
    assert desk.code(0, Rematch()) == TableCode.SEATS_OPEN


def test_a_newcomer_is_asked_too() -> None:
    desk = over()
    desk.do(0, Rematch())
    desk.do(2, Leave())
    desk.do(0, Sit("Zoe", "key of Zoe"))
    desk.do(1, Rematch())
    assert desk.table.stage is Stage.OVER
    desk.do(2, Rematch())
    assert desk.play.names == ("Ann", "Bea", "Zoe")


def test_a_bot_on_the_free_seat_is_what_the_others_were_waiting_for() -> None:
    desk = over()
    desk.do(0, Rematch())
    desk.do(1, Rematch())
    desk.do(0, Unseat(2))
    assert kinds(desk.do(0, SeatBot("tuned"))) == ["SeatTaken", "GameDealt", "GameStarted"]
    assert desk.play.bots == ((2, "tuned"),)


def test_there_must_be_a_game_that_is_over() -> None:
    assert gathered().code(0, Rematch()) == TableCode.NO_GAME
    assert started().code(0, Rematch()) == TableCode.GAME_ON
    assert over().code(0, StartGame()) == TableCode.GAME_OVER


def test_nothing_of_the_last_game_is_left_in_the_next() -> None:
    desk = over(players=2)
    desk.do(0, Rematch())
    desk.do(1, Rematch())
    play = desk.play
    assert len(play.entries) == 0
    assert (play.conceding, play.votes, play.takeable) == (frozenset(), (), ())
    assert play.offers == ()
    assert not play.helped
    desk.do(1, Place(play.state.hands[1][0], 0))
