"""Puzzles: what a sample of them claims is proved again here.

``tenback puzzles check`` proves it for all.
"""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.analysis.puzzles.checking import PuzzleError, check_puzzle
from tenback.analysis.puzzles.choosing import choose_puzzles
from tenback.analysis.puzzles.difficulty import rate_puzzles
from tenback.analysis.puzzles.file import find_puzzle, load_puzzles, puzzle_games
from tenback.analysis.puzzles.judging import give_up, judge
from tenback.analysis.puzzles.next import next_puzzle
from tenback.analysis.puzzles.proof import Prover
from tenback.analysis.puzzles.puzzle import (
    BOTS,
    Core,
    Exact,
    Puzzle,
    Theme,
    parse_turn,
    turn_key,
)
from tenback.analysis.puzzles.themes import themes_of
from tenback.analysis.solution import Verdict
from tenback.analysis.solver import solve
from tenback.bots import play_turn
from tenback.records import parse_position
from tenback.rules import Placement, Refusal

GAMES = ("original", "extreme", "duel")
ALL = [puzzle for game in GAMES for puzzle in load_puzzles(game)]


def sample(count: int, *, exact: bool) -> list[Puzzle]:
    """Choose puzzles of every game, the same in every run."""
    source = random.Random(7)
    return [
        puzzle
        for game in GAMES
        for puzzle in source.sample(
            [one for one in load_puzzles(game) if one.is_open == exact], count
        )
    ]


# What ships


@pytest.mark.parametrize("game", GAMES)
def test_there_are_five_hundred_of_every_game_with_names_of_their_own(game: str) -> None:
    puzzles = load_puzzles(game)
    assert len(puzzles) >= 500
    assert [puzzle.number for puzzle in puzzles] == list(range(1, len(puzzles) + 1))
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.game for puzzle in puzzles} == {game}
    ratings = [puzzle.rating for puzzle in puzzles]
    assert ratings == sorted(ratings)


def test_every_theme_has_puzzles_and_every_puzzle_a_theme() -> None:
    assert puzzle_games() == GAMES
    assert {theme for puzzle in ALL for theme in puzzle.themes} == set(Theme)
    assert all(puzzle.themes for puzzle in ALL)


def test_puzzles_are_judged_by_what_they_say_themselves() -> None:
    """Without a proof: the answer is right, the tempting turn is wrong, the lines can be played."""
    for puzzle in ALL[::12]:
        state = puzzle.state()
        game, seat = state.rules.game, state.seat
        answer, wrong = (parse_turn(game, turn, seat) for turn in (puzzle.answer, puzzle.wrong))
        assert judge(puzzle, answer).is_right, puzzle.id
        judged = judge(puzzle, wrong)
        assert not judged.is_right, puzzle.id
        assert judged.why, puzzle.id
        assert puzzle.themes == themes_of(state, answer, wrong), puzzle.id
        assert len(puzzle.tries) == len(BOTS), puzzle.id


@pytest.mark.parametrize("puzzle", sample(3, exact=True), ids=lambda puzzle: puzzle.id)
def test_a_proof_with_every_card_known_holds_again(puzzle: Puzzle) -> None:
    check_puzzle(puzzle)


@pytest.mark.parametrize("puzzle", sample(1, exact=False)[:1], ids=lambda puzzle: puzzle.id)
def test_a_margin_holds_again(puzzle: Puzzle) -> None:
    check_puzzle(puzzle)


# What a check finds


def test_a_puzzle_with_another_answer_fails_its_check() -> None:
    puzzle = sample(1, exact=True)[0]
    swapped = msgspec.structs.replace(puzzle, answer=puzzle.wrong, wrong=puzzle.answer)
    with pytest.raises(PuzzleError, match=puzzle.id):
        check_puzzle(swapped)


def test_a_puzzle_whose_line_does_not_win_fails_its_check() -> None:
    puzzle = next(one for one in ALL if one.is_open and one.line)
    with pytest.raises(PuzzleError, match="does not win"):
        check_puzzle(msgspec.structs.replace(puzzle, line=""))


# Proofs


@pytest.mark.parametrize(
    "text",
    [
        "original players=1 piles=70,90,20,30 hands=60,71,95,22,31 deck=99",
        "extreme players=2 piles=60,90,20,30 hands=50,61,95|22,31,97 deck=",
        "duel piles=50,20,52,18 hands=51,55,19|53,57,17 deck=|",
    ],
)
def test_every_turn_is_decided_as_the_solver_decides_it(text: str) -> None:
    state = parse_position(text).to_state()
    tried = Prover(state.rules).try_turns(state, most=None, nodes=100_000)
    assert tried is not None
    assert len({one.key for one in tried}) == len(tried)
    for one in tried:
        after = play_turn(state, one.placements)
        verdict = solve(after, seconds=None, nodes=100_000).verdict
        own = state.rules.game.is_team_game or after.seat == state.seat
        if after.outcome is not None:
            assert one.wins == (state.seat in after.outcome.winners)
        else:
            assert one.wins == ((verdict is Verdict.WINNABLE) == own)


# The same turn


def test_order_and_two_piles_of_a_kind_do_not_make_another_turn() -> None:
    state = parse_position("original piles=1,1,100,100 hands=10,20,30 deck=?40").completed()
    rules, tops = state.rules, state.tops
    one = turn_key(rules, tops, [Placement(10, 0), Placement(30, 2)])
    assert one == turn_key(rules, tops, [Placement(30, 3), Placement(10, 1)])
    assert one != turn_key(rules, tops, [Placement(10, 0), Placement(20, 2)])


CARDS = st.frozensets(st.integers(2, 59), min_size=1, max_size=6)
KEYS = st.lists(st.tuples(CARDS, st.tuples(*[st.integers(1, 60)] * 4)), min_size=1, max_size=4)


@given(KEYS)
def test_a_core_is_in_each_of_the_turns_it_comes_from_and_survives_its_text(
    keys: list[tuple[frozenset[int], tuple[int, ...]]],
) -> None:
    core = Core.common(keys)
    assert all(core.is_in(key) for key in keys)
    assert Core.parse(core.format()) == core


# Ratings


def puzzle_with(tries: tuple[int, ...]) -> Puzzle:
    return msgspec.structs.replace(ALL[0], tries=tries)


def test_what_fewer_bots_find_is_rated_higher_and_strong_bots_are_rated_higher() -> None:
    counts = tuple(BOTS.values())
    easy, hard = puzzle_with(counts), puzzle_with((0,) * len(counts))
    middle = puzzle_with((*(0,) * (len(counts) - 2), *counts[-2:]))
    rated, bots = rate_puzzles([easy, middle, hard, middle])
    assert rated[0].rating < rated[1].rating < rated[2].rating
    assert rated[1].rating == rated[3].rating
    assert bots["master:samples=48"] > bots["random"]


def test_of_each_kind_some_are_chosen_and_they_are_numbered_by_rating() -> None:
    found = [msgspec.structs.replace(one, id="") for one in load_puzzles("original")[::5]]
    chosen, _ = choose_puzzles(found, 30)
    assert [one.id for one in chosen] == [f"original-{number}" for number in range(1, 31)]
    ratings = [one.rating for one in chosen]
    assert ratings == sorted(ratings)
    assert {Theme.GAP, Theme.LAST} <= {theme for one in chosen for theme in one.themes}
    assert len({one.parsed().rules.players for one in chosen}) > 2


# Tries


def test_a_turn_that_is_none_is_refused_and_giving_up_shows_the_answer() -> None:
    puzzle = ALL[0]
    with pytest.raises(Refusal):
        judge(puzzle, [Placement(1, 0)])
    shown = give_up(puzzle)
    assert not shown.is_right
    assert shown.line[0].placements == shown.answer


@pytest.mark.parametrize("rating", [600, 1500, 2600])
def test_the_next_puzzle_is_near_in_rating_and_was_not_seen(rating: float) -> None:
    puzzles = load_puzzles("extreme")
    seen = {puzzle.number for puzzle in puzzles[::2]}
    found = next_puzzle("extreme", rating, seen, source=random.Random(1))
    assert found is not None
    assert found.number not in seen
    # It is drawn from the twelve nearest that were not seen.
    nearer = [one for one in puzzles if abs(one.rating - rating) < abs(found.rating - rating)]
    assert len([one for one in nearer if one.number not in seen]) < 12
    everything = {puzzle.number for puzzle in puzzles}
    assert next_puzzle("extreme", rating, everything) is None


def test_puzzles_are_found_by_their_names_alone() -> None:
    assert find_puzzle("extreme-7") == load_puzzles("extreme")[6]
    assert [find_puzzle(name) for name in ("extreme-0", "chess-1", "", "x")] == [None] * 4


def test_a_proof_says_how_many_turns_win() -> None:
    for puzzle in ALL:
        if isinstance(puzzle.proof, Exact):
            assert bool(puzzle.core) == (puzzle.proof.wins > 1), puzzle.id
