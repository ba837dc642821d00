"""Puzzles over HTTP: which there are, the next one, and what a try is worth. Nothing is kept."""

from collections import Counter
from collections.abc import Iterable

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from tenback.analysis.puzzles.file import find_puzzle, load_puzzles, puzzle_games
from tenback.analysis.puzzles.glicko import NEWCOMER, GlickoRating, Result, rate
from tenback.analysis.puzzles.judging import Judged, LineTurn, give_up, judge
from tenback.analysis.puzzles.next import next_puzzle
from tenback.analysis.puzzles.puzzle import Puzzle, Theme
from tenback.records.placed import show_placements
from tenback.rules import Placement
from tenback.server.refusals import ServerCode
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.wire.puzzles import (
    NextPuzzle,
    PlayerRating,
    PuzzleGame,
    PuzzleJudged,
    PuzzleList,
    PuzzleSentence,
    PuzzleTheme,
    PuzzleTry,
    PuzzleTurn,
    PuzzleView,
)

__all__ = ["PUZZLE_HANDLERS"]


@get(
    "/api/puzzles", summary="List the puzzles there are", responses=may_fail(), sync_to_thread=True
)
def list_puzzles() -> PuzzleList:
    """Count the puzzles by game and theme."""
    return PuzzleList(tuple(map(_show_game, puzzle_games())), PlayerRating(*NEWCOMER))


def _show_game(game: str) -> PuzzleGame:
    puzzles = load_puzzles(game)
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    themes = tuple(PuzzleTheme(theme, counts[theme]) for theme in Theme if counts[theme])
    return PuzzleGame(game, len(puzzles), themes)


@post(
    "/api/puzzles/next",
    summary="Ask for a puzzle",
    status_code=HTTP_200_OK,
    responses=may_fail(400, 403, 404, 413, 415),
    sync_to_thread=True,
)
def choose_next(data: JSONBody[NextPuzzle]) -> PuzzleView:
    """Return a puzzle whose rating is near; 404 once every one was seen."""
    if data.game not in puzzle_games():
        told = f"there are puzzles for {', '.join(puzzle_games())}"
        raise ProblemError(ServerCode.RULES, field="game", error=told)
    found = next_puzzle(data.game, data.rating, set(data.seen), data.theme)
    if found is None:
        raise ProblemError(ServerCode.NO_PUZZLE)
    return _show(found)


@get(
    "/api/puzzles/{name:str}",
    summary="Show a puzzle",
    responses=may_fail(400, 404),
    sync_to_thread=True,
)
def show_puzzle(name: FromPath[str]) -> PuzzleView:
    """Return a puzzle by its id, without its answer."""
    return _show(_find(name))


@post(
    "/api/puzzles/{name:str}/tries",
    summary="Answer a puzzle",
    status_code=HTTP_200_OK,
    responses=may_fail(400, 403, 404, 409, 413, 415),
    sync_to_thread=True,
)
def try_puzzle(name: FromPath[str], data: JSONBody[PuzzleTry]) -> PuzzleJudged:
    """Judge a whole turn: right or wrong, why, and the rating afterwards."""
    puzzle = _find(name)
    laid = [Placement(*placed) for placed in data.laid]
    if any(not 0 <= pile < 4 for _, pile in laid):
        raise ProblemError(ServerCode.RULES, field="laid", error="piles are numbered from 0 to 3")
    return _show_judged(puzzle, judge(puzzle, laid) if laid else give_up(puzzle), data.player)


def _find(name: str) -> Puzzle:
    found = find_puzzle(name)
    if found is None:
        raise ProblemError(ServerCode.NO_PUZZLE)
    return found


def _show(puzzle: Puzzle) -> PuzzleView:
    return PuzzleView(
        puzzle.id, puzzle.game, puzzle.position, puzzle.is_open, puzzle.themes, puzzle.rating
    )


def _show_judged(puzzle: Puzzle, judged: Judged, player: PlayerRating | None) -> PuzzleJudged:
    after = None
    if player is not None:
        before = GlickoRating(player.rating, player.deviation, player.volatility)
        result = Result(puzzle.rating, puzzle.deviation, float(judged.is_right))
        after = PlayerRating(*rate(before, [result]))
    return PuzzleJudged(
        judged.is_right,
        show_placements(judged.answer),
        tuple(PuzzleSentence(why.key, why.details) for why in judged.why),
        _show_line(judged.line),
        _show_line(judged.refutation),
        after,
    )


def _show_line(line: Iterable[LineTurn]) -> tuple[PuzzleTurn, ...]:
    return tuple(PuzzleTurn(turn.seat, show_placements(turn.placements)) for turn in line)


PUZZLE_HANDLERS = (list_puzzles, choose_next, show_puzzle, try_puzzle)
