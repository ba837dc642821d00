"""Puzzles over HTTP: asked for, tried, rated, and explained; the answer stays hidden until then."""

from collections.abc import Iterator

import pytest
from tests.server.serving import Json, Served, serving

from tenback.analysis.puzzles.file import load_puzzles
from tenback.analysis.puzzles.puzzle import Puzzle, Theme, parse_turn
from tenback.texts import Texts

NEWCOMER = {"rating": 1500.0, "deviation": 350.0, "volatility": 0.06}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("puzzles") / "tables.db") as server:
        yield server


def turn_of(puzzle: Puzzle, told: str) -> list[list[int]]:
    """Return a turn of a puzzle as it is sent."""
    state = puzzle.state()
    return [list(placed) for placed in parse_turn(state.rules.game, told, state.seat)]


def tried(served: Served, puzzle: Puzzle, told: str, **more: object) -> Json:
    body = {"laid": turn_of(puzzle, told), **more}
    answer = served.ask(f"/api/puzzles/{puzzle.id}/tries", body)
    assert answer.status == 200, answer.text
    return answer.json


def test_the_list_counts_the_puzzles_by_game_and_theme(served: Served) -> None:
    told = served.ask("/api/puzzles").json
    assert [game["game"] for game in told["games"]] == ["original", "extreme", "duel"]
    assert told["newcomer"] == NEWCOMER
    for game in told["games"]:
        puzzles = load_puzzles(game["game"])
        assert game["count"] == len(puzzles)
        for theme in game["themes"]:
            about = [puzzle for puzzle in puzzles if Theme(theme["id"]) in puzzle.themes]
            assert theme["count"] == len(about) > 0


def test_the_next_puzzle_suits_the_wish_and_tells_no_answer(served: Served) -> None:
    wish = {"game": "extreme", "rating": 1600, "theme": "obey", "seen": [1, 2, 3]}
    shown = served.ask("/api/puzzles/next", wish).json
    assert set(shown) == {"id", "game", "position", "open", "themes", "rating"}
    assert shown["game"] == "extreme"
    assert "obey" in shown["themes"]
    assert served.ask(f"/api/puzzles/{shown['id']}").json == shown
    looked = served.ask("/api/positions/look", {"position": shown["position"]})
    assert looked.status == 200
    assert looked.json["own"]["legal"]


@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_a_try_is_judged_rated_and_explained(served: Served, game: str) -> None:
    puzzle = next(one for one in load_puzzles(game) if one.is_open and one.line)
    right = tried(served, puzzle, puzzle.answer, player=NEWCOMER)
    assert right["right"]
    assert right["player"]["rating"] > NEWCOMER["rating"]
    assert len(right["line"]) > 1
    wrong = tried(served, puzzle, puzzle.wrong, player=NEWCOMER)
    assert not wrong["right"]
    assert wrong["player"]["rating"] < NEWCOMER["rating"]
    assert wrong["answer"] == right["answer"]
    for language in ("en", "fr", "de"):
        texts = Texts(language)
        for why in (*right["why"], *wrong["why"]):
            assert "{" not in texts(why["key"], **why["details"])
    assert tried(served, puzzle, puzzle.wrong)["player"] is None


def test_nothing_laid_gives_up_and_counts_as_not_found(served: Served) -> None:
    puzzle = load_puzzles("original")[5]
    shown = served.ask(f"/api/puzzles/{puzzle.id}/tries", {"player": NEWCOMER}).json
    assert not shown["right"]
    assert shown["player"]["rating"] < NEWCOMER["rating"]
    assert [[one["card"], one["pile"]] for one in shown["answer"]] == turn_of(puzzle, puzzle.answer)


def test_what_cannot_be_is_refused_with_a_sentence(served: Served) -> None:
    puzzle = load_puzzles("original")[0]
    path = f"/api/puzzles/{puzzle.id}/tries"
    assert served.ask("/api/puzzles/original-99999").json["code"] == "NO_PUZZLE"
    assert served.ask("/api/puzzles/original-99999").status == 404
    assert served.ask("/api/puzzles/next", {"game": "chess"}).status == 400
    everything = [one.number for one in load_puzzles("duel")]
    assert served.ask("/api/puzzles/next", {"game": "duel", "seen": everything}).status == 404
    assert served.ask(path, {"laid": [[2, 9]]}).status == 400
    assert served.ask(path, {"laid": [[1, 0]]}).json["code"] == "NOT_IN_HAND"
    assert served.ask(path, {"laid": "all"}).status == 400
