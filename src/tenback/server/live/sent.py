"""A record that somebody sent: verified, and told in a form.

This takes a while, so a worker does it; see ``thinking``.
"""

import gzip
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from tenback.bots import BotError, play_turn
from tenback.records import (
    GameRecord,
    RecordedTurn,
    RecordSyntaxError,
    ReplayError,
    final_state,
    format_record,
    opening,
    parse_record,
    record_from_json,
    verify_record,
)
from tenback.rules import Placement, Refusal, RulesetError
from tenback.server.live.past import replay_of
from tenback.server.wire.http import RecordSummary
from tenback.server.wire.project import show_outcome
from tenback.table import Event, Settings, adopt_record
from tenback.table.unions import GameAdopted

__all__ = ["SENT_FORMS", "SentError", "read_sent"]

SENT_FORMS = ("record", "replay", "summary")
#: A game has about a hundred cards; whoever sends more signals and remarks is not playing.
_MOST_ENTRIES = 600
#: How many characters of what was found a sentence quotes.
_MOST_QUOTED = 40


class SentError(ValueError):
    """What was sent is not the record of a game played by the rules; one line says why.

    ``variant`` is which sentence under ``refusal.RECORD`` says it, filled by ``details``.
    """

    def __init__(self, told: str, variant: str = "", **details: int | str) -> None:
        super().__init__(told)
        self.variant = variant
        self.details = details


Turns = Sequence[tuple[Placement, ...]]


def read_sent(form: str, text: str, turns: Turns | None = None) -> bytes:
    """Verify a record, as text or JSON, and return it in one of the forms, compressed.

    With ``turns`` its deal is played by these instead.
    """
    record = _verified(text)
    if turns is not None:
        record = _played_by(record, turns)
    match form:
        case "record":
            told = format_record(record).encode()
        case "replay":
            told = msgspec.json.encode(replay_of("", _events(record)))
        case "summary":
            told = msgspec.json.encode(_summary(record))
        case _:
            raise ValueError(f"there is no form {form!r}; there are {', '.join(SENT_FORMS)}")
    return gzip.compress(told, 6, mtime=0)


def _verified(text: str) -> GameRecord:
    read = record_from_json if text.lstrip().startswith("{") else parse_record
    try:
        record = read(text)
        if len(record.entries) > _MOST_ENTRIES:
            raise SentError(f"it has {len(record.entries)} entries, more than {_MOST_ENTRIES}")
    except RecordSyntaxError as error:
        where: dict[str, int | str] = {"line": error.line, "column": error.column}
        told = error.details | {"found": error.found[:_MOST_QUOTED]}
        raise SentError(str(error), error.fault or "", **where, **told) from None
    except RulesetError as error:
        raise SentError(str(error)) from None
    return _judged(record)


def _played_by(record: GameRecord, turns: Turns) -> GameRecord:
    """Play the deal of a record by other turns."""
    state = opening(record)
    entries: list[RecordedTurn] = []
    for placements in turns:
        entries.append(RecordedTurn(state.seat, placements))
        if not all(0 <= pile < len(state.tops) for _, pile in placements):
            raise SentError(f"turn {len(entries)} names a pile that there is not")
        try:
            state = play_turn(state, placements)
        except (BotError, Refusal) as error:
            raise SentError(f"turn {len(entries)} cannot be played so: {error}") from None
    played = replace(record, entries=tuple(entries), outcome=state.outcome)
    return _judged(played)


def _judged(record: GameRecord) -> GameRecord:
    try:
        verify_record(record)
    except ReplayError as error:
        if not error.rule:
            raise SentError(str(error)) from None
        details = {"code": error.code, "rule": error.rule}
        raise SentError(str(error), "rule", turn=error.turn, **details) from None
    return record


def _events(record: GameRecord) -> list[Event]:
    """Return the table and what happened at it, step by step."""
    *opened, adopted = adopt_record(record, Settings())
    assert isinstance(adopted, GameAdopted)
    return [*opened, adopted.dealt, *adopted.moves]


def _summary(record: GameRecord) -> RecordSummary:
    rules, outcome = record.rules, final_state(record).outcome
    bots = dict(record.bots)
    return RecordSummary(
        rules.game.id,
        rules.players,
        rules.game.is_team_game,
        record.names,
        tuple(bots.get(seat, "") for seat in range(rules.players)),
        record.date,
        show_outcome(outcome),
        format_record(record),
    )
