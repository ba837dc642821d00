"""Giving up: a team agrees on it, a duellist decides alone."""

import pytest
from tests.table.support import Desk, away, gathered, kinds, make_rules, stacked, started, turn

from tenback.rules import Code, Placement, SignalKind
from tenback.table import Settings, Stage, TableCode
from tenback.table.facts import GameEnded
from tenback.table.unions import (
    Concede,
    ConcessionWished,
    GameConceded,
    GiveSignal,
    GoAway,
    Leave,
    Place,
    Ready,
    Return,
    StartGame,
)


def outcome(desk: Desk) -> tuple[str, tuple[int, ...], int]:
    reached = desk.play.state.outcome
    assert reached is not None
    return reached.termination, reached.winners, reached.seat


def ended(desk: Desk) -> GameEnded:
    outcome = desk.play.state.outcome
    assert outcome is not None
    return GameEnded(outcome.termination, outcome.score, outcome.winners, outcome.seat)


def test_a_team_gives_up_when_all_agree() -> None:
    desk = started(players=3, world=stacked())
    assert desk.do(1, Concede()) == [ConcessionWished(1)]
    assert desk.do(1, Concede()) == []
    assert desk.do(2, Concede()) == [ConcessionWished(2)]
    assert desk.do(2, Concede(False)) == [ConcessionWished(2, False)]
    assert desk.do(2, Concede(False)) == []
    desk.do(0, Concede())
    assert desk.table.stage is Stage.PLAYING
    wished, conceded = desk.do(2, Concede())
    assert (wished, conceded) == (ConcessionWished(2), GameConceded(0, ended(desk)))
    assert outcome(desk) == ("CONCEDED", (), 0)


def test_bots_and_those_away_are_not_asked() -> None:
    desk = started(players=3, world=stacked(), bots=(2,))
    away(desk, 1)
    assert kinds(desk.do(0, Concede())) == ["ConcessionWished", "GameConceded"]


@pytest.mark.parametrize("command", [GoAway(), Leave()])
def test_a_game_is_given_up_when_the_last_who_would_play_on_goes(
    command: GoAway | Leave,
) -> None:
    desk = started(players=3, world=stacked())
    desk.do(1, Concede())
    desk.do(2, Concede())
    assert kinds(desk.do(0, command)) == ["WentAway", "GameConceded"]


def test_a_wish_goes_with_the_person() -> None:
    desk = started(players=3, world=stacked())
    desk.do(1, Concede())
    away(desk, 1)
    desk.do(1, Return())
    assert desk.play.conceding == frozenset()
    desk.do(0, Concede())
    desk.do(2, Concede())
    assert desk.table.stage is Stage.PLAYING


def test_a_game_at_which_nobody_is_left_goes_on() -> None:
    desk = started()
    desk.do(1, Concede())
    away(desk, 1, 0)
    assert desk.table.stage is Stage.PLAYING


def test_the_cards_of_the_open_turn_stay_on_the_record() -> None:
    desk = started()
    desk.do(0, Place(2, 0))
    desk.do(1, GiveSignal(SignalKind.KEEP_OFF, 1))
    desk.do(0, Place(3, 0))
    desk.do(0, Concede())
    desk.do(1, Concede())
    last = desk.play.record.turns[-1]
    assert (last.seat, last.placements, last.conceded) == (
        0,
        (Placement(2, 0), Placement(3, 0)),
        True,
    )


def test_alone_one_gives_up_at_once() -> None:
    desk = gathered(make_rules(players=1), world=stacked())
    desk.do(0, StartGame())
    assert kinds(desk.do(0, Concede())) == ["ConcessionWished", "GameConceded"]
    assert outcome(desk) == ("CONCEDED", (), 0)


@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("cards", [(), ((2, 0),)])
def test_a_duellist_gives_up_alone_whoever_is_to_move(
    loser: int, cards: tuple[tuple[int, int], ...]
) -> None:
    desk = started("duel")
    for card, pile in cards:
        desk.do(0, Place(card, pile))
    wished, conceded = desk.do(loser, Concede())
    assert (wished, conceded) == (ConcessionWished(loser), GameConceded(loser, ended(desk)))
    assert outcome(desk) == ("CONCEDED", (1 - loser,), loser)


def test_a_duellist_gives_up_between_turns_too() -> None:
    desk = started("duel")
    desk.do(0, turn((2, 0), (3, 0)))
    desk.do(0, Concede())
    assert outcome(desk) == ("CONCEDED", (1,), 0)


def test_there_must_be_something_to_give_up() -> None:
    desk = gathered(settings=Settings(starter="vote"))
    assert desk.code(0, Concede()) == TableCode.NO_GAME
    desk.do(1, Ready())
    desk.do(0, StartGame())
    assert desk.code(0, Concede()) == Code.NOT_STARTED
    over = started("duel")
    over.do(0, Concede())
    assert over.code(1, Concede()) == TableCode.GAME_OVER
