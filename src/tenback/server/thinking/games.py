"""What a worker process does with whole games: read them again, verify, review."""

import gzip
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Final

import msgspec

from tenback.records import (
    GameRecord,
    RecordedTurn,
    build_ruleset,
    deal_from_seed,
    format_record,
    parse_record,
)
from tenback.rules import State
from tenback.rules.view import view
from tenback.server.live.past import retell
from tenback.server.live.sent import SentError, read_sent
from tenback.server.thinking.hard_limit import extend_limit, hard_limit
from tenback.server.thinking.messages import (
    Answer,
    GameRequest,
    JudgeAttempt,
    Loaded,
    Progressed,
    ReadRecord,
    Rejected,
    Retell,
    Retold,
    ReviewGame,
    SolvedDeal,
    SolveDeal,
    WorkerSettings,
)
from tenback.server.thinking.simple import simple_turn

__all__ = ["answer_game"]

#: Sampled deals of a review that nobody reads.
_FEWEST: Final = 8


def answer_game(
    request: GameRequest, settings: WorkerSettings, tell: Callable[[Answer], object]
) -> Iterator[Answer]:
    """Answer a request about a game; ``tell`` sends how far a review has come."""
    match request:
        case Retell(form, code, bodies, vocabulary):
            yield Loaded()
            with hard_limit(settings.limit_seconds):
                yield Retold(retell(form, code, bodies, vocabulary))
        case ReadRecord(form, text, turns):
            yield Loaded()
            with hard_limit(settings.limit_seconds):
                try:
                    yield Retold(read_sent(form, text, turns))
                except SentError as error:
                    yield Rejected(str(error), error.variant, error.details)
        case ReviewGame():
            yield from _review(request, settings, tell)
        case JudgeAttempt():
            yield from _judge(request, settings)
        case SolveDeal():
            yield from _solve(request, settings)


def _review(
    request: ReviewGame, settings: WorkerSettings, tell: Callable[[Answer], object]
) -> Iterator[Answer]:
    with hard_limit(settings.prepare_seconds):
        from tenback.analysis.reviewing.game import (  # noqa: PLC0415 - loads the compiler
            ReviewError,
            ReviewProgress,
            review,
        )

        record = parse_record(request.record)
        _have_compiled()
    yield Loaded()

    def progress(come: ReviewProgress) -> None:
        extend_limit(settings.limit_seconds)
        tell(Progressed(come.done, come.total))

    with hard_limit(settings.limit_seconds):
        try:
            found = review(record, samples=request.samples, on_progress=progress)
        except ReviewError as error:
            yield Rejected(str(error))
            return
        yield Retold(_packed(found))


def _judge(request: JudgeAttempt, settings: WorkerSettings) -> Iterator[Answer]:
    with hard_limit(settings.prepare_seconds):
        from tenback.analysis.reviewing.attempt import (  # noqa: PLC0415 - loads the compiler
            AttemptError,
            judge_attempt,
        )

        record = parse_record(request.record)
        _have_compiled()
    yield Loaded()
    with hard_limit(settings.limit_seconds):
        try:
            found = judge_attempt(record, request.turn, request.placements, samples=request.samples)
        except AttemptError as error:
            yield Rejected(str(error))
            return
        yield Retold(_packed(found))


def _solve(request: SolveDeal, settings: WorkerSettings) -> Iterator[Answer]:
    with hard_limit(settings.prepare_seconds):
        from tenback.analysis import record_with_line, solve  # noqa: PLC0415 - loads the compiler

        record = replace(parse_record(request.record), entries=(), outcome=None)
        solve(record, nodes=1)  # has the code compiled
    yield Loaded()
    with hard_limit(settings.limit_seconds):
        found = solve(record, seconds=min(request.seconds, settings.limit_seconds))
        outcome = found.final.outcome
        won = outcome is not None and 0 in outcome.winners
        line = "" if outcome is None else format_record(record_with_line(record, found))
        yield Retold(_packed(SolvedDeal(found.verdict, won, found.cards_left, line)))


@cache
def _have_compiled() -> None:
    """Review a game of one turn: the code is then there, however long it took to compile."""
    from tenback.analysis.reviewing.game import review  # noqa: PLC0415 - loads the compiler

    rules = build_ruleset("original", players=2)
    decks = deal_from_seed(rules, 1)
    state = State.deal(rules, decks).start(0)
    entries = (RecordedTurn(0, simple_turn(view(state, 0))),)
    review(GameRecord(rules, decks, 0, ("A", "B"), entries), samples=_FEWEST)


def _packed(found: msgspec.Struct) -> bytes:
    return gzip.compress(msgspec.json.encode(found), 6, mtime=0)
