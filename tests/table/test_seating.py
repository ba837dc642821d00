"""Seats: taken by people, programs and bots, freed, and who is host."""

import pytest
from tests.table.support import SALT, Desk, gathered, kinds, make_rules, started

from tenback.table import SeatKind, TableCode
from tenback.table.unions import GoAway, Leave, Return, SeatBot, SeatTaken, Sit, Unseat


def names(desk: Desk) -> list[str | None]:
    return [None if seat is None else seat.name for seat in desk.table.seats]


def test_people_take_the_first_free_seat_or_the_one_they_name() -> None:
    desk = Desk(make_rules(players=3))
    assert desk.do(0, Sit("Ann", "a", seat=1)) == [SeatTaken(1, "Ann", key="a")]
    assert desk.do(0, Sit("Bea", "b")) == [SeatTaken(0, "Bea", key="b")]
    assert desk.do(0, Sit("Cyd", "c", SeatKind.PROGRAM)) == [
        SeatTaken(2, "Cyd", SeatKind.PROGRAM, key="c")
    ]
    assert desk.table.people == (0, 1, 2)


def test_whoever_comes_to_an_abandoned_table_becomes_its_host() -> None:
    desk = Desk(make_rules(players=2))
    desk.do(0, Sit("Ann", "a"))
    desk.do(0, GoAway())
    assert desk.table.host == 0
    assert kinds(desk.do(1, Sit("Bea", "b"))) == ["SeatTaken", "HostNamed"]
    assert desk.table.host == 1
    desk.do(1, Unseat(0))


def test_a_taken_seat_is_refused() -> None:
    desk = Desk(make_rules(players=3))
    desk.do(0, Sit("Ann", "a"))
    assert desk.code(0, Sit("Bea", "b", seat=0)) == TableCode.SEAT_TAKEN


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    desk = gathered()
    desk.do(0, Leave())
    assert desk.code(0, Sit("Dan", "d", seat=seat)) == TableCode.NO_SEAT
    assert desk.code(1, SeatBot("greedy", seat)) == TableCode.NO_SEAT
    assert desk.code(1, Unseat(seat)) == TableCode.NO_SEAT


def test_a_full_table_is_refused() -> None:
    desk = gathered()
    assert desk.code(0, Sit("Dan", "d")) == TableCode.TABLE_FULL
    assert desk.code(0, SeatBot("greedy")) == TableCode.TABLE_FULL


def test_nobody_sits_down_during_a_game() -> None:
    desk = started()
    assert desk.code(0, Sit("Dan", "d")) == TableCode.GAME_ON
    assert desk.code(0, SeatBot("greedy")) == TableCode.GAME_ON
    assert desk.code(0, Unseat(1)) == TableCode.GAME_ON


def test_a_name_is_normalised() -> None:
    desk = Desk(make_rules())
    desk.do(0, Sit("  Ann \t Lee\n", "a"))
    assert names(desk) == ["Ann Lee", None]


@pytest.mark.parametrize("name", ["", " \n ", "a" * 41, "a|b", "a\x00b", "a\u202eb"])
def test_a_name_that_no_record_can_hold_is_refused(name: str) -> None:
    assert Desk(make_rules()).code(0, Sit(name, "a")) == TableCode.NAME


def test_a_name_may_have_forty_characters() -> None:
    desk = Desk(make_rules())
    desk.do(0, Sit("é" * 40, "a"))
    assert names(desk) == ["é" * 40, None]


@pytest.mark.parametrize("name", ["Ann", "ann", " ANN "])
def test_a_name_is_taken_once(name: str) -> None:
    desk = Desk(make_rules())
    desk.do(0, Sit("Ann", "a"))
    assert desk.code(0, Sit(name, "b")) == TableCode.NAME_TAKEN
    assert desk.code(0, SeatBot("greedy", name=name)) == TableCode.NAME_TAKEN


def test_the_first_person_to_sit_down_is_host() -> None:
    desk = Desk(make_rules(players=3))
    desk.do(0, Sit("Ann", "a", seat=2))
    desk.do(0, Sit("Bea", "b", seat=0))
    assert desk.table.host == 2


def test_the_host_seats_bots_that_are_ready_and_have_names_of_their_own() -> None:
    desk = Desk(make_rules(players=4))
    desk.do(0, Sit("Ann", "a"))
    desk.do(0, SeatBot("greedy"))
    desk.do(0, SeatBot("greedy:depth=2"))
    desk.do(0, SeatBot("tuned", name=" Robo  cop "))
    assert names(desk) == ["Ann", "Greedy", "Greedy 2", "Robo cop"]
    bots = [seat for seat in desk.table.seats if seat is not None and seat.kind is SeatKind.BOT]
    assert [seat.bot for seat in bots] == ["greedy", "greedy:depth=2", "tuned"]
    assert all(seat.ready for seat in bots)
    assert desk.table.people == (0,)


@pytest.mark.parametrize("bot", ["", "nobody", "greedy: x", "greedy:\n", "greedy:a\u2028b"])
def test_a_bot_that_is_unknown_or_no_word_is_refused(bot: str) -> None:
    desk = Desk(make_rules())
    desk.do(0, Sit("Ann", "a"))
    assert desk.code(0, SeatBot(bot)) == TableCode.NO_BOT


def test_only_the_host_seats_bots_and_frees_seats() -> None:
    desk = gathered(make_rules(players=3))
    assert desk.code(1, SeatBot("greedy")) == TableCode.NOT_HOST
    assert desk.code(1, Unseat(2)) == TableCode.NOT_HOST


def test_the_host_frees_a_seat() -> None:
    desk = gathered(bots=(1,))
    desk.do(0, Unseat(1))
    assert names(desk) == ["Ann", None]
    assert desk.code(0, Unseat(1)) == TableCode.SEAT_FREE


def test_a_freed_seat_forgets_its_key() -> None:
    desk = gathered()
    desk.do(0, Unseat(1))
    desk.do(0, Sit("Bea", "another key"))
    assert "key of 1" not in repr(desk.table)
    assert SALT not in repr(desk.table)


def test_a_host_who_leaves_hands_the_table_to_the_next_person_present() -> None:
    desk = gathered(make_rules(players=4), bots=(1,))
    desk.do(2, GoAway())
    desk.do(0, Leave())
    assert desk.table.host == 3
    desk.do(3, Unseat(3))
    assert desk.table.host is None
    assert desk.code(1, SeatBot("greedy")) == TableCode.NOT_HOST
    desk.do(2, Return())
    assert desk.table.host == 2


def test_a_table_that_all_have_left_gets_a_new_host() -> None:
    desk = gathered()
    desk.do(0, Leave())
    desk.do(1, Leave())
    assert desk.table.host is None
    assert kinds(desk.do(0, Sit("Dan", "d", seat=1))) == ["SeatTaken"]
    assert desk.table.host == 1


def test_leaving_a_free_seat_is_refused() -> None:
    desk = Desk(make_rules())
    assert desk.code(1, Leave()) == TableCode.SEAT_FREE
