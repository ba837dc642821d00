"""A finished game rebuilt from its events: as a record, and moment by moment.

This takes a while, so a worker does it; see ``thinking``.
"""

import gzip
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from tenback.analysis.rescue import find_rescue
from tenback.records import (
    GameRecord,
    format_record,
    parse_record,
    record_to_json,
    verify_record,
)
from tenback.server.thinking.messages import SolvedDeal
from tenback.server.wire.happenings import Happening
from tenback.server.wire.http import Replay, ReplayFrame, Rescue
from tenback.server.wire.narrate import narrate
from tenback.server.wire.project import show_play, show_proof, show_rules
from tenback.server.wire.views import Placed
from tenback.table import (
    POSITION_EVENTS,
    Event,
    Play,
    Settings,
    Table,
    adopt_record,
    bring_up,
    fold,
)
from tenback.table.unions import GameAdopted

__all__ = ["FORMS", "PREPARED", "RECORD_FORMS", "read_record", "retell"]

#: A replay with more moments than this shows messages and signals together with the next card.
_MOST_FRAMES = 1000
_encoder = msgspec.json.Encoder()

FORMS = ("record", "record.json", "replay", "proof", "rescue")
RECORD_FORMS = ("replay", "solution")
#: The time for the solver; what it has not decided by then stays undecided.
_SOLVING_SECONDS = 6.0


def retell(form: str, code: str, bodies: Sequence[bytes], vocabulary: int) -> bytes:
    """Return a finished game in one of the forms, compressed; the first event is its table."""
    events = bring_up(bodies, vocabulary)
    if form == "replay":
        return gzip.compress(_encoder.encode(_replay(code, events)), 6, mtime=0)
    play = fold(events).play
    assert play is not None
    match form:
        case "record":
            text = format_record(play.record).encode()
        case "record.json":
            text = record_to_json(play.record).encode()
        case "proof":
            text = _encoder.encode(show_proof(play))
        case "rescue":
            turn = find_rescue(play.record)
            text = _encoder.encode(Rescue(tuple(Placed(*placement) for placement in turn)))
        case _:
            raise ValueError(f"there is no form {form!r}; there are {', '.join(FORMS)}")
    return gzip.compress(text, 6, mtime=0)


def _replay(code: str, events: Sequence[Event]) -> Replay:
    frames: list[ReplayFrame] = []
    told: list[Happening] = []
    is_long = len(events) > _MOST_FRAMES
    table = fold(events[:1])
    play: Play | None = None
    for event in events[1:]:
        before, table = table, fold([event], table)
        play = table.play
        if play is None or before.play == play:
            continue  # somebody came, left or became host: not part of the game
        told += narrate(before, event, table)
        if not is_long or isinstance(event, POSITION_EVENTS):
            frames.append(_frame(told, table, play))
            told = []
    assert play is not None
    rules = show_rules(play.state.rules)
    return Replay(code, play.number, rules, play.names, tuple(frames))


def _frame(told: list[Happening], table: Table, play: Play) -> ReplayFrame:
    return ReplayFrame(tuple(told), show_play(table, play), play.state.hands)


def read_record(form: str, text: str) -> bytes:
    """Return what a record says in one of ``RECORD_FORMS``, compressed; it must obey the rules."""
    record = parse_record(text)
    match form:
        case "replay":
            verify_record(record)
            made = _encoder.encode(_replay("", _flat(record)))
        case "solution":
            made = _encoder.encode(_solve(record, _SOLVING_SECONDS))
        case _:
            raise ValueError(f"there is no form {form!r}; there are {', '.join(RECORD_FORMS)}")
    return gzip.compress(made, 6, mtime=0)


def _flat(record: GameRecord) -> list[Event]:
    """Return the events of a record one by one."""
    *before, adopted = adopt_record(record, Settings())
    assert isinstance(adopted, GameAdopted)
    return [*before, adopted.dealt, *adopted.moves]


def _solve(record: GameRecord, seconds: float) -> SolvedDeal:
    """Solve a deal from its opening, for the first seat."""
    from tenback.analysis import record_with_line, solve  # noqa: PLC0415 - loads the compiler

    found = solve(replace(record, entries=(), outcome=None), seconds=seconds)
    outcome = found.final.outcome
    won = outcome is not None and 0 in outcome.winners
    line = "" if outcome is None else format_record(record_with_line(record, found))
    return SolvedDeal(found.verdict, won, found.cards_left, line)


def _prepare_solver() -> None:
    """Have the solver compiled, by a deal that takes no time."""
    from tenback.analysis import solve  # noqa: PLC0415 - loads the compiler
    from tenback.records import deal_from_seed  # noqa: PLC0415
    from tenback.rules import Ruleset, find_game  # noqa: PLC0415

    for name, players in (("original", 1), ("duel", 2)):
        rules = Ruleset(find_game(name), players=players)
        solve(GameRecord(rules, deal_from_seed(rules, 1), 0, ("P",) * players), nodes=1)


#: What must be compiled before a form is made.
PREPARED: dict[str, Callable[[], None]] = {"solution": _prepare_solver}
