"""Leaving and coming back, bots that stand in, time per turn, bots that fail."""

import pytest
from tests.table.support import Desk, away, gathered, kinds, make_rules, stacked, started, turn

from tenback.records import Remark
from tenback.table import Settings, Stage, TableCode
from tenback.table.unions import (
    AgreeStandIn,
    BotStumbled,
    CameBack,
    ChangeSettings,
    Concede,
    EndTurn,
    GoAway,
    Leave,
    NoteStumble,
    Place,
    Rematch,
    Return,
    Sit,
    StandInAgreed,
    StandInSeated,
    TakeBack,
    TimeRanOut,
    TimeUp,
    Unseat,
    WentAway,
)

TURN = turn((2, 0), (3, 0))


def three(**settings: object) -> Desk:
    return started(players=3, settings=Settings(**settings), world=stacked())  # type: ignore[arg-type]


def over(desk: Desk) -> Desk:
    for seat in desk.table.people:
        desk.do(seat, Concede())
    assert desk.table.stage is Stage.OVER
    return desk


def remarks(desk: Desk) -> list[str]:
    return [entry.text for entry in desk.play.record.entries if isinstance(entry, Remark)]


# Leaving and coming back


def test_leaving_frees_the_seat_between_games() -> None:
    desk = gathered()
    assert kinds(desk.do(1, Leave())) == ["SeatFreed"]
    finished = over(started())
    assert kinds(finished.do(1, Leave())) == ["SeatFreed"]
    assert finished.table.seats[1] is None
    assert finished.play.names == ("Ann", "Bea")


def test_leaving_keeps_the_seat_during_a_game() -> None:
    desk = started()
    assert desk.do(1, Leave()) == [WentAway(1, 0)]
    assert desk.do(1, Leave()) == []
    assert desk.table.people == (0,)
    assert desk.do(1, Return()) == [CameBack(1)]
    assert desk.do(1, Return()) == []
    assert desk.table.people == (0, 1)


@pytest.mark.parametrize("at", ["before", "in", "after"])
def test_a_lost_connection_keeps_the_seat_always(at: str) -> None:
    desk = gathered() if at == "before" else started()
    if at == "after":
        over(desk)
    assert desk.do(1, GoAway()) == [WentAway(1, 0)]
    assert desk.do(1, GoAway()) == []
    assert desk.do(1, Return()) == [CameBack(1)]


def test_a_bot_never_goes_away() -> None:
    desk = gathered(bots=(1,))
    assert desk.do(1, GoAway()) == []
    assert desk.do(1, Return()) == []


def test_nobody_goes_from_a_free_seat() -> None:
    desk = Desk(make_rules())
    assert desk.code(0, GoAway()) == TableCode.SEAT_FREE
    assert desk.code(0, Return()) == TableCode.SEAT_FREE
    assert desk.code(9, Return()) == TableCode.NO_SEAT


def test_a_host_who_goes_away_hands_the_table_to_the_next_present() -> None:
    desk = three()
    away(desk, 1)
    assert desk.do(0, GoAway()) == [WentAway(0, 2)]
    desk.do(0, Return())
    assert desk.table.host == 2


def test_a_host_with_nobody_to_hand_the_table_to_stays_host_until_somebody_returns() -> None:
    desk = away(started(), 1, 0)
    assert desk.table.host == 0
    desk.do(1, Return())
    assert desk.table.host == 1


def test_one_who_comes_back_goes_on_playing() -> None:
    desk = away(started(), 0)
    desk.do(0, Return())
    desk.do(0, TURN)
    assert desk.play.state.seat == 1


# Standing in


def test_a_bot_stands_in_when_all_present_agree() -> None:
    desk = away(three(stand_in="tuned"), 0)
    assert desk.do(1, AgreeStandIn(0)) == [StandInAgreed(1, 0)]
    assert desk.do(1, AgreeStandIn(0)) == []
    assert desk.table.bot_to_move is None
    assert desk.do(2, AgreeStandIn(0)) == [StandInAgreed(2, 0), StandInSeated(0, "tuned")]
    assert desk.table.bot_to_move == "tuned"
    assert desk.table.standing_in == frozenset()
    assert desk.do(1, AgreeStandIn(0)) == []


def test_the_operator_plays_for_a_stand_in_until_the_return() -> None:
    desk = away(started(), 0)
    desk.do(1, AgreeStandIn(0))
    assert desk.code(0, Place(2, 0)) == TableCode.BOT_PLAYS
    desk.do(0, Place(2, 0), by_operator=True)
    desk.do(0, Return())
    assert desk.table.bot_to_move is None
    desk.do(0, Place(3, 0))
    desk.do(0, EndTurn())


def test_an_agreement_is_settled_when_the_last_who_has_not_agreed_goes() -> None:
    desk = away(three(), 0)
    desk.do(1, AgreeStandIn(0))
    assert kinds(desk.do(2, GoAway())) == ["WentAway", "StandInSeated"]


def test_an_agreement_goes_with_either_person() -> None:
    desk = away(three(), 0)
    desk.do(1, AgreeStandIn(0))
    away(desk, 1)
    assert desk.table.standing_in == frozenset()
    desk.do(1, Return())
    desk.do(1, AgreeStandIn(0))
    desk.do(0, Return())
    assert desk.table.standing_in == frozenset()


def test_what_a_stand_in_is_refused_for() -> None:
    desk = three()
    assert desk.code(1, AgreeStandIn(0)) == TableCode.NOT_AWAY
    assert desk.code(1, AgreeStandIn(3)) == TableCode.NO_SEAT
    assert away(three(stand_in=""), 0).code(1, AgreeStandIn(0)) == TableCode.NO_STAND_IN
    assert away(gathered(), 1).code(0, AgreeStandIn(1)) == TableCode.NO_GAME
    assert away(over(started()), 1).code(0, AgreeStandIn(1)) == TableCode.NO_GAME
    assert Desk(make_rules()).code(0, AgreeStandIn(1)) == TableCode.SEAT_FREE


def test_no_bot_is_seated_once_the_host_wants_none() -> None:
    desk = away(three(), 2)
    desk.do(1, AgreeStandIn(2))
    desk.do(0, ChangeSettings(Settings(stand_in="")))
    assert kinds(desk.do(0, GoAway())) == ["WentAway"]


def test_an_agreement_ends_with_the_game_and_with_the_seat() -> None:
    desk = away(three(), 2)
    desk.do(1, AgreeStandIn(2))
    over(desk)
    desk.do(0, Unseat(2))
    assert kinds(desk.do(0, GoAway())) == ["WentAway"]
    desk.do(0, Return())
    desk.do(0, Sit("Zoe", "key of Zoe"))
    assert desk.table.standing_in == frozenset()


def test_no_bot_is_seated_after_the_game() -> None:
    desk = away(three(), 2)
    desk.do(1, AgreeStandIn(2))
    over(desk)
    assert kinds(desk.do(0, GoAway())) == ["WentAway"]


def test_an_agreement_is_not_taken_into_the_next_game() -> None:
    desk = away(three(), 2)
    desk.do(1, AgreeStandIn(2))
    over(desk)
    desk.do(0, Rematch())
    desk.do(1, Rematch())
    assert desk.play.number == 2
    assert desk.do(0, AgreeStandIn(2)) == [StandInAgreed(0, 2)]


# Time per turn


def test_when_the_time_is_up_a_simple_bot_finishes_this_turn_only() -> None:
    desk = started()
    desk.do(0, Place(2, 0))
    assert desk.do(0, TimeUp(1, 0)) == [TimeRanOut(0)]
    assert desk.table.bot_to_move == "greedy"
    assert desk.do(0, TimeUp(1, 0)) == []
    for command in (Place(3, 0), TakeBack(), EndTurn()):
        assert desk.code(0, command) == TableCode.BOT_PLAYS
    desk.do(0, turn((3, 0)), by_operator=True)
    assert desk.table.bot_to_move is None
    desk.do(1, turn((10, 0), (11, 0)))
    assert desk.table.bot_to_move is None
    desk.do(0, turn((4, 1), (5, 1)))
    assert remarks(desk) == ["P1 ran out of time; a bot finished the turn"]


def test_a_card_taken_back_does_not_give_the_turn_back() -> None:
    desk = started()
    desk.do(0, Place(2, 0))
    desk.do(0, Place(3, 0))
    desk.do(0, TimeUp(1, 0))
    desk.do(0, TakeBack(), by_operator=True)
    assert desk.table.bot_to_move == "greedy"
    desk.do(0, turn((4, 0)), by_operator=True)
    assert not desk.play.helped


def test_the_time_of_a_turn_that_is_over_helps_nobody() -> None:
    desk = started()
    desk.do(0, TURN)
    assert desk.do(0, TimeUp(1, 0)) == []
    assert gathered().do(0, TimeUp(1, 0)) == []
    assert over(started()).do(0, TimeUp(1, 0)) == []
    assert started(bots=(0,)).do(0, TimeUp(1, 0)) == []


def test_a_turn_that_ends_the_game_ends_the_help() -> None:
    desk = started(breach="lose")
    desk.do(0, Place(2, 0))
    desk.do(0, TimeUp(1, 0))
    desk.do(0, EndTurn(), by_operator=True)
    assert desk.table.stage is Stage.OVER
    assert not desk.play.helped


# Bots that fail


def test_a_failing_bot_is_written_into_the_record() -> None:
    desk = started(bots=(1,))
    desk.do(0, TURN)
    desk.do(1, Place(10, 0), by_operator=True)
    assert desk.do(1, NoteStumble(), by_operator=True) == [BotStumbled(1)]
    assert remarks(desk) == ["the bot of P2 failed; a simple move stood in"]
    desk.do(1, turn((11, 0)), by_operator=True)


def test_a_bot_fails_only_in_a_game() -> None:
    assert gathered().code(1, NoteStumble()) == TableCode.NO_GAME
    assert over(started()).code(1, NoteStumble()) == TableCode.GAME_OVER
