"""What each seat is shown: nothing it may not know, and enough for a program to play."""

import random
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests.table.random_commands import RandomLife
from tests.table.support import SALT, Desk, gathered, stacked, started, turn

from tenback.rules import Placement, Ruleset, SignalKind, View
from tenback.rules.view import view
from tenback.server.remote.rebuild import rebuild_rules, rebuild_view
from tenback.server.wire.project import show_own, show_play, show_rules, show_table
from tenback.server.wire.views import Legal, Own, PlayView, RulesView, TableView
from tenback.table import Event, SeatKind, Settings, Stage, Table
from tenback.table.unions import (
    Concede,
    EndTurn,
    GiveSignal,
    GoAway,
    Leave,
    Place,
    Ready,
    StartGame,
    TimeUp,
)
from tenback.testing.hidden import deal_hidden_anew
from tenback.testing.strategies import rulesets


def shown(table: Table, seat: int | None) -> bytes:
    """Everything a seat is sent about a table."""
    everybody = show_table("ABC", table, show_rules(table.rules))
    return msgspec.json.encode((everybody, show_own(table, seat)))


def deal_anew(table: Table, seat: int | None, source: random.Random) -> Table:
    """Change what the seat may not know. The deal stays: of it only the hash is shown."""
    assert table.play is not None
    state = deal_hidden_anew(table.play.state, seat, source)
    return structs.replace(table, play=structs.replace(table.play, state=state))


def own(desk: Desk, seat: int) -> Own:
    seen = show_own(desk.table, seat)
    assert seen is not None
    return seen


def public(desk: Desk) -> TableView:
    return show_table("ABC", desk.table, show_rules(desk.table.rules))


def play_of(desk: Desk) -> PlayView:
    seen = public(desk).play
    assert seen is not None
    return seen


# What may not be known


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_hidden_cards_keys_and_salts_change_nothing_that_is_shown(
    rules: Ruleset, seed: int
) -> None:
    life = RandomLife(rules, seed)
    source = random.Random(seed)
    count = 0

    def watch(before: Table, event: Event, after: Table) -> None:
        nonlocal count
        del before, event
        count += 1
        if after.play is None or after.stage is Stage.OVER or count % 3:
            return
        for seat in (*range(rules.players), None):
            told = shown(after, seat)
            assert told == shown(deal_anew(after, seat, source), seat)
            assert after.play.deal.salt.encode() not in told
            for sitting in after.seats:
                assert sitting is None or not sitting.key or sitting.key.encode() not in told

    life.watch = watch
    life.live(90)


def test_the_test_above_would_see_a_leak() -> None:
    """Another seat's own view does change with its hidden cards."""
    desk = started()
    other = deal_anew(desk.table, 0, random.Random(1))
    assert shown(desk.table, 0) == shown(other, 0)
    assert shown(desk.table, 1) != shown(other, 1)


def test_spectators_and_strangers_have_nothing_of_their_own() -> None:
    desk = started()
    assert [show_own(desk.table, seat) for seat in (None, -1, 2)] == [None] * 3
    assert show_own(gathered().table, 0) is None


def test_hands_are_seen_before_the_start() -> None:
    desk = gathered()
    desk.do(1, Ready())
    desk.do(0, StartGame())
    assert own(desk, 1).hand == (10, 11, 12, 20, 30, 40, 99)
    assert own(desk, 0).legal == ()
    assert play_of(desk).hand_counts == (7, 7)


def test_after_the_game_everything_is_revealed_to_all() -> None:
    desk = started()
    desk.do(0, Place(2, 0))
    assert play_of(desk).reveal is None
    assert SALT.encode() not in shown(desk.table, None)
    desk.do(0, Concede())
    desk.do(1, Concede())
    seen = play_of(desk)
    assert seen.reveal is not None
    assert seen.outcome is not None
    state = desk.play.state
    assert (seen.reveal.hands, seen.reveal.decks) == (state.hands, state.decks)
    assert (seen.reveal.deal, seen.reveal.salt) == (desk.play.deal.decks, SALT)
    assert seen.reveal.text == desk.play.deal.text(desk.table.rules)
    assert own(desk, 0).legal == ()


def test_keys_are_shown_to_nobody() -> None:
    desk = started()
    desk.do(1, Concede())
    desk.do(0, Concede())
    for seat in (0, 1, None):
        assert b"key of" not in shown(desk.table, seat)


def test_covered_cards_are_shown_to_programs_and_where_the_table_shows_them() -> None:
    hidden, aided = started(), started(settings=Settings(memory=True))
    for desk in (hidden, aided):
        desk.do(0, turn((2, 0), (3, 0)))
    assert (play_of(hidden).gone, own(hidden, 0).gone) == (None, None)
    assert play_of(aided).gone == ((2, 3),)
    assert own(hidden_program(hidden), 1).gone == ((2, 3),)


def hidden_program(desk: Desk) -> Desk:
    sitting = desk.table.seats[1]
    assert sitting is not None
    desk.table = desk.table.with_seat(1, structs.replace(sitting, kind=SeatKind.PROGRAM))
    return desk


# What is shown


def test_the_mover_is_told_what_may_be_laid() -> None:
    desk = started()
    desk.do(0, Place(50, 0))
    seen = own(desk, 0)
    state = desk.play.state
    assert [(option.card, option.pile) for option in seen.legal] == [
        tuple(placement) for placement in state.legal_placements
    ]
    assert (seen.may_end, seen.end_refusal, seen.may_take_back) == (False, "MINIMUM", True)
    desk.do(0, Place(2, 1))
    assert (own(desk, 0).may_end, own(desk, 0).end_refusal) == (True, None)
    assert (own(desk, 1).legal, own(desk, 1).may_end) == ((), False)


@pytest.mark.parametrize("case", ["stand_in", "helped", "bot"])
def test_nothing_is_offered_while_a_bot_plays(case: str) -> None:
    desk = started(players=2, bots=(0,) if case == "bot" else ())
    if case == "helped":
        desk.do(0, TimeUp(1, 0))
    elif case == "stand_in":
        desk.do(0, GoAway())
        sitting = desk.table.seats[0]
        assert sitting is not None
        desk.table = desk.table.with_seat(0, structs.replace(sitting, stand_in="tuned"))
    seen = own(desk, 0)
    assert (seen.hand, seen.legal, seen.may_take_back) == (desk.play.state.hands[0], (), False)


def test_jumps_and_steps_are_told_apart() -> None:
    desk = started(world=stacked((30, 20, 40, 2, 3, 5, 6)))
    desk.do(0, Place(30, 0))
    legal = own(desk, 0).legal
    assert Legal(20, 0, "jump", 10) in legal
    assert Legal(40, 0, "step", 10) in legal


def test_help_for_the_opponent_is_told_apart() -> None:
    desk = started("duel", world=stacked((10, 11, 12, 13, 14, 15), (20, 21, 22, 23, 24, 25)))
    desk.do(0, turn((10, 0), (11, 0)))
    desk.do(1, turn((20, 2), (21, 2)))
    assert Legal(15, 2, "help", 6) in own(desk, 0).legal
    assert play_of(desk).piles[2].names == ("oa", "a")


def test_a_breach_is_offered_as_one() -> None:
    desk = started(breach="lose", world=stacked((2, 14, 3, 50, 40, 18, 30)), game="extreme")
    desk.do(0, Place(18, 1))  # it carries NO_JUMP
    desk.do(0, Place(50, 0))
    seen = own(desk, 0)
    assert Legal(40, 0, "jump", 10, False, "NO_JUMP") in seen.legal
    assert (seen.may_end, seen.end_breach) == (True, False)
    desk = started(breach="lose")
    assert (own(desk, 0).may_end, own(desk, 0).end_breach) == (True, True)
    assert own(desk, 0).end_refusal == "MINIMUM"


def test_a_placement_that_dooms_the_turn_is_marked() -> None:
    # 80 carries SKULL: on an ascending pile nothing in this hand could cover it.
    desk = started("extreme", world=stacked((2, 3, 5, 6, 8, 9, 80)))
    marked = {(option.card, option.pile) for option in own(desk, 0).legal if option.dooms}
    assert marked == {(80, 0), (80, 1)}
    assert not own(desk, 0).doomed


def test_signals_are_hidden_under_silence() -> None:
    desk = started("extreme")
    desk.do(1, GiveSignal(SignalKind.KEEP_OFF, 0))
    assert len(play_of(desk).signals) == 1
    desk.do(0, Place(14, 1))
    seen = play_of(desk)
    assert (seen.signals, seen.silenced, seen.piles[1].command) == ((), True, "SILENCE")


def test_the_last_turn_is_shown() -> None:
    desk = started()
    desk.do(0, Place(2, 0))
    desk.do(0, Place(3, 0))
    desk.do(0, EndTurn())
    (last,) = play_of(desk).last_turns
    assert (last.seat, last.drawn, last.tops) == (0, 2, (3, 1, 100, 100))
    assert [(one.card, one.pile) for one in last.laid] == [(2, 0), (3, 0)]


def test_a_free_seat_is_shown_as_none() -> None:
    desk = gathered()
    desk.do(1, Leave())
    assert [seat and seat.name for seat in public(desk).seats] == ["Ann", None]
    assert (public(desk).host, public(desk).stage, public(desk).play) == (0, Stage.GATHERING, None)


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_what_is_offered_is_what_the_rules_offer(rules: Ruleset, seed: int) -> None:
    life = RandomLife(rules, seed)

    def watch(before: Table, event: Event, after: Table) -> None:
        del before, event
        if after.stage is not Stage.PLAYING or after.bot_to_move is not None:
            return
        assert after.play is not None
        state = after.play.state
        seen = show_own(after, state.seat)
        assert seen is not None
        offered = {Placement(one.card, one.pile): one for one in seen.legal}
        every = {Placement(card, pile) for card in seen.hand for pile in range(len(state.tops))}
        assert offered.keys() == {placement for placement in every if state.can_place(placement)}
        for placement, one in offered.items():
            assert one.breach == state.judge_place(placement)
            assert one.dooms == (one.breach is None and state.would_doom(placement))
        assert (seen.may_end, seen.end_refusal) == (state.can_end(), state.judge_end())
        assert seen.doomed == state.is_doomed

    life.watch = watch
    life.live(60)


# A program sees what the rules show


def rebuilt(table: Table, seat: int) -> View:
    """Make the view again from what went over the wire."""
    assert table.play is not None
    rules = msgspec.json.encode(show_rules(table.rules))
    play = msgspec.json.encode(show_play(table, table.play))
    mine = msgspec.json.encode(show_own(table, seat))
    return rebuild_view(
        rebuild_rules(msgspec.json.decode(rules, type=RulesView)),
        msgspec.json.decode(play, type=PlayView),
        msgspec.json.decode(mine, type=Own),
    )


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_program_sees_what_the_rules_show(rules: Ruleset, seed: int) -> None:
    life = RandomLife(rules, seed)
    by_lot = replace(rules, starter="lot")
    count = 0

    def watch(before: Table, event: Event, after: Table) -> None:
        nonlocal count
        del before, event
        count += 1
        if after.play is None or count % 3:
            return
        for seat, sitting in enumerate(after.seats):
            if sitting is None:
                continue
            table = after.with_seat(seat, structs.replace(sitting, kind=SeatKind.PROGRAM))
            seen = view(after.play.state, seat, memory=True)
            assert rebuilt(table, seat) == replace(seen, rules=by_lot)

    life.watch = watch
    life.live(90)
