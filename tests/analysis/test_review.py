"""The review: exact where the solver decides, and accounts that add up to the last digit."""

import random
from dataclasses import replace

import msgspec
import pytest
from tests.analysis.reviewed_games import blundered_end, follow, played, solved_end, won_end

from tenback.analysis import Verdict, solve
from tenback.analysis.reviewing import Judgement, Review, ReviewError, ReviewProgress, review
from tenback.analysis.reviewing.accounts import SMALL
from tenback.analysis.reviewing.calibration import calibration_name, kept_names, scales_for
from tenback.analysis.reviewing.evaluator import Evaluator
from tenback.analysis.reviewing.known import is_open
from tenback.records import GameRecord, RecordedTurn, ReplayError, parse_position
from tenback.rules import State
from tenback.testing.hidden import deal_hidden_anew
from tenback.testing.random_play import all_rulesets

FEW = 8
GAMES = [("original", 1), ("original", 3), ("extreme", 2), ("duel", 2), ("on-fire", 4)]


def evaluator(state: State) -> Evaluator:
    return Evaluator(state.rules, samples=FEW, seed=1)


def verify_sum(found: Review) -> None:
    """Check the sum of a review, and the chain of its turns.

    They are equal but for the rounding of a few hundred additions.
    """
    told = found.start.value - found.lost.value + found.luck.value + found.hidden.value
    assert told == pytest.approx(found.end, abs=1e-9)
    assert found.adjusted == pytest.approx(
        found.end - found.luck.value - found.hidden.value, abs=1e-9
    )
    for turn in found.turns:
        assert turn.loss.value >= 0
        assert turn.best.value - turn.played.value == pytest.approx(turn.loss.value, abs=1e-9)
        assert turn.drawn.value - turn.played.value == pytest.approx(turn.luck.value, abs=1e-9)
    for turn, following in zip(found.turns, found.turns[1:], strict=False):
        then = following.best.value
        if found.game == "duel" and following.seat != turn.seat:
            then = 1 - then
        assert turn.drawn.value + turn.hidden == pytest.approx(then, abs=1e-9)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_sum_is_the_result_less_the_chance_at_the_deal(game: str, players: int) -> None:
    record = played(game, players, 3)
    found = review(record, samples=FEW, seed=7)
    assert record.outcome is not None
    assert found.result == found.end == float(0 in record.outcome.winners)
    assert [len(moment.seats) for moment in found.curve] == [players] * (len(record.turns) + 1)
    verify_sum(found)


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("original players=1 piles=70,90,20,30 hands=60,71 deck=", 1),
        ("original players=2 piles=70,90,20,30 hands=60,69|71 deck=", 1),
        ("original players=2 piles=94,96,4,5 hands=95|84 deck=", 0),
        ("original players=3 piles=94,96,4,5 hands=95,96|50|51 deck=", 0),
        ("extreme players=1 piles=70,90,20,30 hands=60,71 deck=", None),
        ("duel piles=50,20,50,20 hands=2,3|4,5 deck=|", None),
    ],
)
def test_a_decided_position_is_worth_0_or_1(text: str, chance: int | None) -> None:
    state = parse_position(text).to_state()
    wanted = solve(state).verdict is Verdict.WINNABLE
    assert chance in (None, wanted)
    assert evaluator(state).mover(state, 0) == (float(wanted), 0.0)


def test_open_ends_of_games_are_worth_what_the_solver_says() -> None:
    record = played("original", 2, 2, "expert")
    states = [follow(record, turns) for turns in range(len(record.turns) - 3, len(record.turns))]
    ends = [state for state in states if is_open(state, state.seat)]
    assert ends
    for state in ends:
        wanted = float(solve(state).verdict is Verdict.WINNABLE)
        assert evaluator(state).mover(state, 0) == (wanted, 0.0)


@pytest.mark.parametrize("players", [1, 2])
def test_a_perfect_line_loses_nothing(players: int) -> None:
    record, begins = solved_end("original", players)
    turns = review(record, samples=FEW).turns[begins:]
    assert turns
    assert {(turn.best.value, turn.loss.value, turn.exact) for turn in turns} == {(1.0, 0.0, True)}


def test_a_blunder_in_a_won_end_is_found() -> None:
    record, at = blundered_end("original", 2)
    found = review(record, samples=FEW)
    turn = found.turns[at]
    assert (turn.best.value, turn.played.value, turn.loss.value) == (1.0, 0.0, 1.0)
    assert turn.judgement is Judgement.BLUNDER
    assert turn.better is not None
    assert found.costliest[0] == turn.number
    # The turn alone keeps (0 + SMALL) / (1 + SMALL) of the chances.
    assert found.seats[turn.seat].accuracy <= 100 * SMALL / (1 + SMALL) + 1e-9
    verify_sum(found)


def test_a_seat_is_judged_by_what_it_could_know() -> None:
    record, _ = won_end("original", 2)
    state = follow(record, 6)
    for seat in range(2):
        other = deal_hidden_anew(state, seat, random.Random(1))
        values = [
            one.mover(at, 6) if seat == state.seat else one.seat(at, seat, 6)
            for at in (state, other)
            for one in [evaluator(at)]
        ]
        assert values[0] == values[1]


def test_the_same_seed_gives_the_same_review_and_it_serialises() -> None:
    record = played("original", 1, 3)
    found = review(record, samples=FEW, seed=5)
    assert found == review(record, samples=FEW, seed=5)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def short(record: GameRecord, turns: int, *more: RecordedTurn) -> GameRecord:
    return replace(record, entries=(*record.turns[:turns], *more), outcome=None)


def test_a_game_broken_off_ends_with_its_last_chance() -> None:
    record = played("original", 3, 3)
    found = review(short(record, 4), samples=FEW)
    assert found.result is None
    assert 0 < found.end < 1
    verify_sum(found)
    assert review(short(record, 0), samples=FEW).turns == ()


@pytest.mark.parametrize("by", [0, 1])
def test_giving_up_costs_the_whole_chance(by: int) -> None:
    record = short(played("original", 2, 2, "expert"), 4, RecordedTurn(by, (), conceded=True))
    state = follow(record, 4).concede(by)
    found = review(replace(record, outcome=state.outcome), samples=FEW)
    last = found.turns[-1]
    assert last.conceded
    assert last.played.value == 0
    assert last.loss.value == last.best.value > 0
    assert [reason.kind for reason in last.reasons] == ["conceded"]
    verify_sum(found)


def test_progress_is_told_and_may_stop_the_review() -> None:
    record = short(played("original", 2, 3), 3)
    told: list[ReviewProgress] = []
    review(record, samples=FEW, on_progress=told.append)
    assert [progress.done for progress in told] == list(range(told[-1].total + 1))

    def stop(progress: ReviewProgress) -> None:
        if progress.done == 1:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        review(record, samples=FEW, on_progress=stop)


def test_corrections_are_kept_for_games_that_there_are() -> None:
    scaled = [rules for rules in all_rulesets() if scales_for(rules) is not None]
    names = [calibration_name(rules) for rules in scaled]
    assert len(set(names)) == len(kept_names())
    assert "" not in names
    assert all(scales is not None and min(scales[0]) > 0 for scales in map(scales_for, scaled))


def test_what_cannot_be_reviewed_says_why() -> None:
    record = played("original", 2, 3)
    with pytest.raises(ReviewError, match="samples must be at least 8, not 2"):
        review(record, samples=2)
    with pytest.raises(ReplayError, match="the result says open"):
        review(replace(record, outcome=None))
    swapped = (record.turns[1], record.turns[0], *record.turns[2:])
    with pytest.raises(ReplayError, match="it is the turn of P1, not of P2"):
        review(replace(record, entries=swapped))
