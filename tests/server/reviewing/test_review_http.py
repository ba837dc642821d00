"""Reviews over HTTP: of tables' games, of any record, and how they are refused."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.analysis.reviewed_games import follow as state_after
from tests.analysis.reviewed_games import played
from tests.server.reviewing.games import given_up, text_of
from tests.server.serving import Answer, Json, Served, serving

from tenback.analysis.reviewing import Attempt, Review
from tenback.records import GameRecord, format_record, parse_position, record_to_json
from tenback.server.config import Limits
from tenback.server.wire.happenings import CardPlaced
from tenback.server.wire.http import Replay
from tenback.table import Settings

#: Samples of a review: few, to be fast.
FEW = 8


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("reviews") / "tables.db", review_samples=FEW) as server:
        yield server


def put(served: Served, record: GameRecord) -> str:
    """Put a recorded game on a table; return the address of its review."""
    ticket = served.run(served.hall.adopt(record, Settings(), 0))
    return f"/api/tables/{ticket.code}/games/1/review"


def follow(served: Served, path: str, answer: Answer) -> Json:
    """Ask until the review is there."""
    until = time.monotonic() + 120
    while answer.status == 202:
        assert time.monotonic() < until
        under_way = answer.json
        assert under_way["done"] <= under_way["total"]
        time.sleep(0.05)
        answer = served.ask(path if not under_way["id"] else f"/api/reviews/{under_way['id']}")
    assert answer.status == 200, answer.text
    return answer.json


def test_a_finished_game_is_reviewed_once_and_keeps_it_over_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving(database, review_samples=FEW) as served:
        path = put(served, given_up())
        assert (served.ask(path).status, served.ask(path).text) == (204, "")
        told = follow(served, path, served.ask(path, {}))
        review = msgspec.convert(told, Review)
        end = review.start.value - review.lost.value + review.luck.value + review.hidden.value
        assert end == pytest.approx(review.end)
        assert (review.result, review.samples, 4 in review.costliest) == (0, FEW, True)
        position = parse_position(review.turns[3].position)
        assert position.hands == (state_after(given_up(), 3).hands[0],)
        assert served.ask(path, {}).json == told
    with serving(database, review_samples=FEW) as served:
        assert served.ask(path).json == told
    with serving(database, review_samples=2 * FEW) as served:  # another evaluator
        assert served.ask(path).status == 204


def test_a_running_game_is_never_reviewed(served: Served) -> None:
    record = replace(given_up(), entries=given_up().turns[:3], outcome=None)
    path = put(served, record)
    answer = served.ask(path, {})
    assert (answer.status, answer.json["code"]) == (409, "GAME_ON")
    assert served.ask(path).status == 204


def test_games_and_tables_that_there_are_not(served: Served) -> None:
    path = put(served, given_up())
    answer = served.ask(path.replace("/1/", "/2/"), {})
    assert (answer.status, answer.json["code"]) == (404, "NO_SUCH_GAME")
    answer = served.ask("/api/tables/ABCDEFG/games/1/review", {})
    assert (answer.status, answer.json["code"]) == (404, "NO_TABLE")
    assert served.ask(f"/api/reviews/{'0' * 32}").json["code"] == "NO_REVIEW"
    assert served.ask("/api/reviews/nothing").status == 400


def test_any_record_is_reviewed_as_text_or_json(served: Served) -> None:
    told = follow(served, "", served.ask("/api/reviews", {"record": text_of(2)}))
    assert told["names"] == ["Ana", "Bo"]
    answer = served.ask("/api/reviews", {"record": record_to_json(given_up(2))})
    assert (answer.status, answer.json) == (200, told)  # it is the same game


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("tenback record 2", "expected the title 'tenback record 1', found 'tenback record 2'"),
        ("{}", "expected"),
        (text_of().replace("concede", ""), "turn 4"),
        (text_of().replace("result: lost", "result: won"), ""),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(
    served: Served, record: str, reason: str
) -> None:
    attempt: Json = {"turn": 1, "placements": []}
    for path in ("/api/reviews", "/api/replays", "/api/attempts"):
        more = attempt if path == "/api/attempts" else {}
        answer = served.ask(path, {"record": record, **more})
        assert (answer.status, answer.json["code"]) == (400, "RECORD"), answer.text
        assert reason in answer.json["details"]["error"]


def test_a_record_is_not_too_long(served: Served) -> None:
    for path in ("/api/reviews", "/api/replays"):
        assert served.ask(path, {"record": "x" * 60_000}).json["code"] == "RECORD"
        assert served.ask(path, {"record": "x" * 66_000}).status == 413


def test_a_record_is_replayed_moment_by_moment(served: Served) -> None:
    record = played("extreme", 3, 3)
    answer = served.ask("/api/replays", {"record": format_record(record)})
    replay = msgspec.json.decode(answer.text, type=Replay)
    assert replay.names == record.names
    told = [one for frame in replay.frames for one in frame.happenings]
    laid = [one.card for one in told if isinstance(one, CardPlaced)]
    assert laid == [placed.card for turn in record.turns for placed in turn.placements]
    assert replay.frames[-1].play.outcome is not None


def test_another_line_on_the_deal_is_replayed(served: Served) -> None:
    record = played("original", 2, 3, "greedy")
    line = [
        [{"card": one.card, "pile": one.pile} for one in turn.placements] for turn in record.turns
    ]
    answer = served.ask("/api/replays", {"record": text_of(2), "turns": line})
    replay = msgspec.json.decode(answer.text, type=Replay)
    assert replay.frames[-1].play.outcome is not None
    assert replay.frames[-1].play.outcome.termination == "BLOCKED"
    wrongs: list[list[list[Json]]] = [
        [[]],
        [[{"card": 1, "pile": 0}]],
        [[line[0][0] | {"pile": -1}]],
        [*line, line[0]],
    ]
    for wrong in wrongs:
        answer = served.ask("/api/replays", {"record": text_of(2), "turns": wrong})
        assert (answer.status, answer.json["code"]) == (400, "RECORD"), answer.text


def test_a_turn_is_played_again(served: Served) -> None:
    told = follow(served, "", served.ask("/api/reviews", {"record": text_of()}))
    turn = msgspec.convert(told, Review).turns[3]
    assert turn.better is not None
    better = [{"card": one.card, "pile": one.pile} for one in turn.better.placements]
    asked = {"record": text_of(), "turn": 4, "placements": better}
    answer = served.ask("/api/attempts", asked)
    assert answer.status == 200, answer.text
    attempt = msgspec.convert(answer.json, Attempt)
    assert (attempt.better, attempt.loss.value) == (None, 0)
    refused = served.ask("/api/attempts", asked | {"placements": better[:1]})
    assert (refused.status, refused.json["code"]) == (409, "NOT_REVIEWABLE")
    assert "MINIMUM" in refused.json["details"]["error"]
    assert served.ask("/api/attempts", asked | {"turn": 9}).status == 409


def test_an_address_asks_for_so_many(tmp_path: Path) -> None:
    limits = replace(Limits.none(), reviews=(2, 0.0))
    with serving(tmp_path / "tables.db", limits=limits, review_samples=FEW) as served:
        for _ in range(2):
            assert served.ask("/api/replays", {"record": "nothing"}).status == 400
        assert served.ask("/api/replays", {"record": "nothing"}).json["code"] == "RATE"
        assert served.ask("/api/reviews", {"record": "nothing"}).json["code"] == "RATE"
