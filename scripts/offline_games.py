"""Write what Python says of some games, positions and puzzles: web/test/offline_games.json.

The client says the same when there is no server; its tests compare the two.
"""

import json
import random
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from tenback import Game
from tenback.analysis import review
from tenback.analysis.puzzles.file import load_puzzles
from tenback.analysis.puzzles.glicko import NEWCOMER
from tenback.analysis.puzzles.judging import give_up, judge
from tenback.analysis.puzzles.puzzle import Puzzle, parse_turn
from tenback.analysis.rescue import find_rescue
from tenback.analysis.reviewing.attempt import judge_attempt
from tenback.records import format_record, parse_record
from tenback.records.daily import OPEN_KEY, DailyKind, daily_deal, daily_kinds
from tenback.records.placed import show_placements
from tenback.records.proof import commit_deal
from tenback.rules import Placement
from tenback.server.practice import look_at, read_position
from tenback.server.web.puzzles import _show_judged  # pyright: ignore[reportPrivateUsage]
from tenback.server.wire.puzzles import PlayerRating

TARGET = Path(__file__).parents[1] / "web" / "test" / "offline_games.json"
SAMPLES, SEED = 8, 3
#: Game, players, options, bots, seed of the deal.
GAMES: tuple[tuple[str, int, dict[str, Any], tuple[str, ...], int], ...] = (
    ("original", 1, {}, ("steady",), 5),
    ("original", 3, {}, ("gentle", "expert", "steady"), 7),
    ("extreme", 2, {"breach": "lose"}, ("steady", "gentle"), 2),
    ("duel", 2, {}, ("steady", "expert"), 4),
)
#: Games of a team that ended blocked: two could have been saved, one could not.
LOST: tuple[tuple[str, int, dict[str, Any], tuple[str, ...], int], ...] = (
    ("original", 2, {}, ("gentle", "gentle"), 8),
    ("extreme", 3, {"breach": "lose"}, ("gentle", "gentle", "gentle"), 9),
    ("original", 1, {}, ("gentle",), 0),
)
DAY = date(2026, 11, 17)
_PLAYER = PlayerRating(*NEWCOMER)


def games_text() -> str:
    """Return the file's text."""
    told = {
        "samples": SAMPLES,
        "seed": SEED,
        "games": [_game(*game) for game in GAMES],
        "rescues": [_rescue(*game) for game in LOST],
        "daily": [_daily(kind) for kind in daily_kinds()],
        "puzzles": [_puzzle(puzzle) for puzzle in _some_puzzles()],
    }
    return json.dumps(msgspec.to_builtins(told), indent=None, separators=(",", ":")) + "\n"


def _game(
    name: str, players: int, options: dict[str, Any], bots: tuple[str, ...], seed: int
) -> dict[str, Any]:
    record = parse_record(record_of(name, players, options, bots, seed))
    found = review(record, samples=SAMPLES, seed=SEED)
    # Play the first turn that had a better one again, as that better one.
    number = next((turn.number for turn in found.turns if turn.better is not None), 0)
    attempt = None
    if number:
        better = found.turns[number - 1].better
        assert better is not None
        placements = [Placement(placed.card, placed.pile) for placed in better.placements]
        attempt = judge_attempt(record, number, placements, samples=SAMPLES, seed=SEED)
    return {"record": format_record(record), "review": found, "attempt": attempt}


def _rescue(
    name: str, players: int, options: dict[str, Any], bots: tuple[str, ...], seed: int
) -> dict[str, Any]:
    record = record_of(name, players, options, bots, seed)
    return {"record": record, "placements": show_placements(find_rescue(parse_record(record)))}


def _daily(kind: DailyKind) -> dict[str, Any]:
    dealt = daily_deal(OPEN_KEY, DAY, kind)
    commitment = commit_deal(dealt.rules, dealt.decks, dealt.salt)
    told = {"date": DAY.isoformat(), "game": kind.game, "players": kind.players}
    return told | {"decks": dealt.decks, "salt": dealt.salt, "commitment": commitment}


def record_of(
    name: str, players: int, options: dict[str, Any], bots: tuple[str, ...], seed: int
) -> str:
    """Return the record of a game between bots."""
    game = Game(name, players, seed=seed, **options)
    game.play_out(bots)
    return format_record(game.record())


def _some_puzzles() -> list[Puzzle]:
    source = random.Random(1)
    return [
        puzzle
        for game in ("original", "extreme", "duel")
        for puzzle in source.sample(list(load_puzzles(game)), 4)
    ]


def _puzzle(puzzle: Puzzle) -> dict[str, Any]:
    state = puzzle.state()
    position = read_position(puzzle.position)
    turns = [
        parse_turn(state.rules.game, told, state.seat) for told in (puzzle.answer, puzzle.wrong)
    ]
    tries = [_show_judged(puzzle, judge(puzzle, turn), _PLAYER) for turn in turns]
    laid = turns[0]
    looks = [look_at(position), look_at(position, laid[:1]), look_at(position, laid, end=True)]
    return {
        "id": puzzle.id,
        "tries": [
            {"laid": laid, "judged": judged} for laid, judged in zip(turns, tries, strict=True)
        ],
        "given_up": _show_judged(puzzle, give_up(puzzle), None),
        "looks": looks,
    }


if __name__ == "__main__":
    TARGET.write_text(games_text(), encoding="utf-8")
