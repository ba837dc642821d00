"""``review``: a game record reviewed, turn by turn."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tenback.analysis.reviewing.accounts import (
    Account,
    accuracy_of,
    close_accounts,
    judgement_of,
    seen_from_table,
    sum_for_table,
)
from tenback.analysis.reviewing.deal import solve_deal
from tenback.analysis.reviewing.estimates import Measured, total
from tenback.analysis.reviewing.evaluator import Evaluator, TurnChances
from tenback.analysis.reviewing.explaining import explain
from tenback.analysis.reviewing.moments import PlayedTurn, played_turns
from tenback.analysis.reviewing.result import (
    Better,
    Judgement,
    Moment,
    PlayerReview,
    Review,
    ReviewedTurn,
)
from tenback.analysis.reviewing.version import DEFAULT_SAMPLES
from tenback.kernels.packing import UnsupportedRulesetError
from tenback.records import GameRecord, format_position, opening, verify_record
from tenback.records.placed import show_placements
from tenback.rules import State

__all__ = ["ReviewError", "ReviewProgress", "review"]

_LEAST_SAMPLES: Final = 8


class ReviewError(ValueError):
    """A game cannot be reviewed."""


class ReviewProgress(NamedTuple):
    """How far a review has come: ``done`` of ``total`` steps, the turns, the end and the deal."""

    done: int
    total: int


def review(
    record: GameRecord,
    *,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
    on_progress: Callable[[ReviewProgress], None] | None = None,
) -> Review:
    """Review a game: chances, losses, luck, and whether the deal could be won.

    ``samples`` is the number of deals that every turn is tried on; twice as many where samples are
    played to the end. The same record, ``samples`` and ``seed`` give the same review. A record that
    breaks a rule is a ``ReplayError``. ``on_progress`` may raise, which ends the review.
    """
    if samples < _LEAST_SAMPLES:
        raise ReviewError(f"samples must be at least {_LEAST_SAMPLES}, not {samples}")
    final = verify_record(record)
    try:
        evaluator = Evaluator(record.rules, samples=samples, seed=seed)
    except (UnsupportedRulesetError, ValueError) as error:
        raise ReviewError(f"no review of this game: {error}") from None
    turns = list(played_turns(record))
    steps = len(turns) + 2

    def report(done: int) -> None:
        if on_progress is not None:
            on_progress(ReviewProgress(done, steps))

    report(0)
    chances: list[TurnChances] = []
    curve: list[list[Measured]] = []
    for turn in turns:
        chances.append(evaluator.turn(turn))
        curve.append(_seats(evaluator, turns, chances))
        report(len(chances))
    last = turns[-1].after if turns else opening(record)
    curve.append(_last_seats(evaluator, last, len(turns)))
    report(steps - 1)
    deal = solve_deal(record, final)
    report(steps)

    is_team = record.rules.game.is_team_game
    end_seat = last.seat
    end = seen_from_table(curve[-1][end_seat], end_seat, is_team=is_team)
    accounts = close_accounts(
        [(turn.seat, found) for turn, found in zip(turns, chances, strict=True)],
        end,
        is_team=is_team,
    )
    reviewed = tuple(map(_reviewed, turns, accounts, [record.names] * len(turns)))
    start = seen_from_table(chances[0].best, turns[0].seat, is_team=is_team) if turns else end
    lost, luck, hidden = (
        sum_for_table(accounts, parts, is_team=is_team)
        for parts in (
            [account.chances.loss for account in accounts],
            [account.luck for account in accounts],
            [account.hidden for account in accounts],
        )
    )
    judged = [turn for turn in reviewed if turn.judgement is not None]
    seats = tuple(
        _player(seat, record.names[seat], accounts, curve[0][seat])
        for seat in range(record.rules.players)
    )
    accuracy = 1.0
    for player in seats:
        accuracy *= player.accuracy ** (1 / len(seats))
    return Review(
        game=record.rules.game.id,
        players=record.rules.players,
        names=record.names,
        seed=seed,
        samples=samples,
        calibrated=evaluator.sampler.is_calibrated,
        result=None if final.outcome is None else round(end.value),
        start=start.as_chance(),
        end=end.value,
        lost=lost.as_estimate(),
        luck=luck.as_estimate(),
        hidden=hidden.as_estimate(),
        adjusted=start.value - lost.value,
        accuracy=accuracy,
        curve=tuple(_moment(index, seats, is_team) for index, seats in enumerate(curve)),
        turns=reviewed,
        costliest=tuple(
            turn.number for turn in sorted(judged, key=lambda one: (-one.loss.value, one.number))
        ),
        seats=seats,
        deal=deal,
    )


def _seats(
    evaluator: Evaluator, turns: Sequence[PlayedTurn], chances: Sequence[TurnChances]
) -> list[Measured]:
    """Return every seat's chance before the last of the turns valued so far."""
    index = len(chances) - 1
    turn, state = turns[index], turns[index].before
    known = {turn.seat: chances[index].best}
    before = chances[index - 1].drawn if index else None
    if before is not None and turns[index - 1].seat not in known:
        known[turns[index - 1].seat] = before
    return [
        known[seat] if seat in known else _seat(evaluator, state, seat, index)
        for seat in range(state.rules.players)
    ]


def _seat(evaluator: Evaluator, state: State, seat: int, moment: int) -> Measured:
    if seat == state.seat:
        return evaluator.mover(state, moment)
    return evaluator.seat(state, seat, moment)


def _last_seats(evaluator: Evaluator, state: State, moment: int) -> list[Measured]:
    return [_seat(evaluator, state, seat, moment) for seat in range(state.rules.players)]


def _moment(turns: int, seats: Sequence[Measured], is_team: bool) -> Moment:
    table = [
        seen_from_table(chance, seat, is_team=is_team).value for seat, chance in enumerate(seats)
    ]
    return Moment(turns, tuple(chance.as_chance() for chance in seats), sum(table) / len(table))


def _reviewed(turn: PlayedTurn, account: Account, names: tuple[str, ...]) -> ReviewedTurn:
    chances = account.chances
    judgement = judgement_of(chances.loss.value)
    better = None
    if chances.better is not None:
        better = Better(show_placements(chances.better), chances.best.as_chance())
    return ReviewedTurn(
        number=turn.number,
        seat=turn.seat,
        placements=show_placements(turn.placements),
        conceded=turn.conceded,
        best=chances.best.as_chance(),
        played=chances.played.as_chance(),
        drawn=account.drawn.as_chance(),
        loss=chances.loss.as_estimate(),
        luck=account.luck.as_estimate(),
        hidden=account.hidden.value,
        exact=chances.is_exact,
        better=better,
        judgement=judgement,
        reasons=explain(turn, chances, names) if judgement is not None else (),
        position=format_position(turn.seen) if _is_to_learn_from(turn, judgement) else "",
    )


def _is_to_learn_from(turn: PlayedTurn, judgement: Judgement | None) -> bool:
    return judgement is not None and turn.seat == turn.before.seat


def _player(
    seat: int, name: str, accounts: Sequence[Account], at_the_deal: Measured
) -> PlayerReview:
    own = [account for account in accounts if account.seat == seat]
    lost = total([account.chances.loss for account in own])
    return PlayerReview(
        seat=seat,
        name=name,
        turns=len(own),
        lost=lost.as_estimate(),
        luck=total([account.luck for account in own]).as_estimate(),
        adjusted=at_the_deal.value - lost.value,
        accuracy=accuracy_of([account.chances for account in own]),
    )
