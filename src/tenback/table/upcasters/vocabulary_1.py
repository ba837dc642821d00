"""Vocabulary 1: events did not contain their consequences; the rules were asked each time."""

from typing import Any

import msgspec

from tenback.records import parse_record
from tenback.rules import Placement, State
from tenback.table.facts import what_followed
from tenback.table.model import Table
from tenback.table.use_cases.adopting import adopt

__all__ = ["from_vocabulary_1"]


def from_vocabulary_1(table: Table | None, event: dict[str, Any]) -> dict[str, Any]:
    """Ask the rules once more for the consequences, and add them to the event."""
    if event["type"] == "game_adopted":
        adopted = adopt(parse_record(event["record"]), event.get("number", 1))
        return msgspec.to_builtins(adopted)
    if table is None or table.play is None:
        return event
    state = table.play.state
    after = _after(state, event)
    if after is None:
        return event
    passed, ended = what_followed(state, after)
    more: dict[str, Any] = {}
    if event["type"] == "game_started":
        more["minimum"] = after.minimum
    if passed is not None:
        more["passed"] = msgspec.to_builtins(passed)
    if ended is not None:
        more["ended"] = msgspec.to_builtins(ended)
    return event | more


def _after(state: State, event: dict[str, Any]) -> State | None:
    match event:
        case {"type": "card_placed", "card": card, "pile": pile}:
            return state.place(Placement(card, pile))
        case {"type": "turn_ended"}:
            return state.end()
        case {"type": "game_started", "seat": seat}:
            return state.start(seat)
        case {"type": "game_conceded", "seat": seat}:
            return state.concede(seat)
        case _:
            return None
