"""A finished game rebuilt from its events: as a record, and moment by moment.

This takes a while, so a worker does it; see ``thinking``.
"""

import gzip
from collections.abc import Sequence

import msgspec

from tenback.analysis.rescue import find_rescue
from tenback.records import format_record, record_to_json
from tenback.records.placed import show_placements
from tenback.server.wire.happenings import Happening
from tenback.server.wire.http import Replay, ReplayFrame, Rescue
from tenback.server.wire.narrate import narrate
from tenback.server.wire.project import show_play, show_proof, show_rules
from tenback.table import POSITION_EVENTS, Event, Play, Table, bring_up, fold

__all__ = ["FORMS", "replay_of", "retell"]

#: A replay with more moments than this shows messages and signals together with the next card.
_MOST_FRAMES = 1000
_encoder = msgspec.json.Encoder()

FORMS = ("record", "record.json", "replay", "proof", "rescue")


def retell(form: str, code: str, bodies: Sequence[bytes], vocabulary: int) -> bytes:
    """Return a finished game in one of the forms, compressed; the first event is its table."""
    events = bring_up(bodies, vocabulary)
    if form == "replay":
        return gzip.compress(_encoder.encode(replay_of(code, events)), 6, mtime=0)
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
            text = _encoder.encode(Rescue(show_placements(turn)))
        case _:
            raise ValueError(f"there is no form {form!r}; there are {', '.join(FORMS)}")
    return gzip.compress(text, 6, mtime=0)


def replay_of(code: str, events: Sequence[Event]) -> Replay:
    """Return a game moment by moment; the first event is its table."""
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
