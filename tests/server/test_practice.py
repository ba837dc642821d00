"""One turn on a position without a table: what the mover sees, is refused and may not know."""

import json
from collections.abc import Iterator

import pytest
from tests.analysis.reviewed_games import played
from tests.server.serving import Served, serving

from tenback.analysis.reviewing.moments import played_turns
from tenback.records import format_position, parse_position
from tenback.rules.commands import EVEN, CardCommand
from tenback.server.practice import look_at, read_position

ORIGINAL = "original piles=58,30,70,23 hands=33,47,48,49,61|?7 deck=?40"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("practice") / "tables.db") as server:
        yield server


def test_a_turn_is_played_card_by_card_like_at_a_table() -> None:
    position = read_position(ORIGINAL)
    first = look_at(position, names=("Ana", "Bo"))
    assert first.own.hand == (33, 47, 48, 49, 61)
    assert not first.own.may_end
    assert not first.own.may_take_back
    assert [seat.name for seat in first.table.seats if seat] == ["Ana", "Bo"]
    jump = next(legal for legal in first.own.legal if (legal.card, legal.pile) == (48, 0))
    assert (jump.move, jump.by) == ("jump", 10)

    second = look_at(position, [(48, 0), (61, 0)])
    assert second.own.may_end
    assert second.own.may_take_back
    assert [each.card for each in second.happenings] == [61]  # type: ignore[union-attr]
    assert second.table.play is not None
    assert second.table.play.piles[0].top == 61
    assert not second.finished

    last = look_at(position, [(48, 0), (61, 0)], end=True)
    assert last.finished
    assert last.own.hand == (33, 47, 49)
    assert last.own.legal == ()


def test_what_is_refused_is_said_and_not_laid() -> None:
    position = read_position(ORIGINAL)
    looked = look_at(position, [(48, 0), (33, 0)], end=True)
    assert looked.refusal is not None
    assert looked.refusal.key == "refusal.VALUE.up"
    assert looked.table.play is not None
    assert [placed.card for placed in looked.table.play.laid] == [48]
    assert not looked.finished
    early = look_at(position, [(48, 0)], end=True).refusal
    assert early is not None
    assert early.code == "MINIMUM"
    late = look_at(position, [(48, 0), (61, 0), (99, 3)]).refusal
    assert late is not None
    assert late.code == "NOT_IN_HAND"


def test_a_card_that_ends_the_turn_finishes_it_before_anything_is_drawn() -> None:
    stop = EVEN.numbers(CardCommand.STOP)[0]
    position = read_position(f"extreme hands=2,3,{stop},60|?7 deck=?40")
    looked = look_at(position, [(2, 0), (3, 0), (stop, 0)])
    assert looked.finished
    assert looked.own.hand == (60,)
    assert looked.table.play is not None
    assert looked.table.play.piles[0].top == stop
    more = look_at(position, [(2, 0), (3, 0), (stop, 0)], end=True).refusal
    assert more is not None
    assert more.code == "TURN_OVER"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("original", "hands="),
        ("chess hands=2,3 deck=?10", "chess"),
        ("original piles=58,30,70,23 hands=?5 deck=?40", "must be known"),
        ("original hands=2,3,4,5,6,7,8,9,10 deck=?40", "at most 8 cards"),
        ("original hand_size=60 hands=2,3 deck=?40", "hand_size="),
        ("original piles=98,97,3,4 hands=40,41,42 deck=?40", "blocked"),
        ("original piles=33,1,100,100 hands=33,34 deck=?40", "33 is in the hand of P1"),
    ],
)
def test_a_position_without_a_turn_to_play_is_refused(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        look_at(read_position(text))


@pytest.mark.parametrize(("game", "players"), [("original", 3), ("extreme", 2), ("duel", 2)])
def test_a_turn_of_a_record_can_be_played_again_from_what_its_player_knew(
    game: str, players: int
) -> None:
    record = played(game, players, 4, "greedy")
    checked = 0
    for turn in played_turns(record):
        if not turn.is_whole:
            continue
        text = format_position(turn.seen)
        assert parse_position(text) == turn.seen
        position = read_position(text)
        assert position.decks == tuple(map(len, turn.before.decks))
        looked = look_at(position, turn.placements[:-1], names=record.names)
        assert looked.refusal is None
        assert looked.hands == tuple(
            hand if seat == turn.seat else None for seat, hand in enumerate(turn.before.hands)
        )
        assert looked.decks == (None,) * len(turn.before.decks)
        whole = look_at(position, turn.placements)
        assert whole.refusal is None
        assert whole.finished or whole.own.may_end
        checked += 1
    assert checked > 5


def test_two_deals_that_the_mover_cannot_tell_apart_look_the_same() -> None:
    one = parse_position("original hands=5,40,60,80,90,95|2,3,4,6,7,8 deck=?86")
    other = parse_position("original hands=5,40,60,80,90,95|10,11,12,13,14,15 deck=?86")
    known = look_at(one)
    assert known.table == look_at(other).table
    assert known.own == look_at(other).own


def test_over_http_a_position_is_looked_at_and_a_wrong_one_explained(served: Served) -> None:
    answer = served.ask("/api/positions/look", {"position": ORIGINAL, "laid": [[48, 0], [61, 0]]})
    assert answer.status == 200
    assert answer.json["own"]["hand"] == [33, 47, 49]
    assert answer.json["decks"] == [None]
    wrong = served.ask("/api/positions/look", {"position": "original hands=1 deck=?40"})
    assert wrong.status == 400
    assert wrong.json["code"] == "RULES"
    assert "cards from 2 to 99" in wrong.json["message"]
    assert "Traceback" not in json.dumps(wrong.json)
