"""Events as JSON, as they are stored, and the vocabulary they are written in."""

from collections.abc import Iterable
from typing import Any

import msgspec

from tenback.table.folding import fold
from tenback.table.model import Table
from tenback.table.unions import Event
from tenback.table.upcasters import UPCASTERS

__all__ = ["VOCABULARY", "bring_up", "decode_event", "encode_event"]

#: Raised by one whenever an event changes; ``upcasters`` has a file for every earlier number.
VOCABULARY = 3

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)  # type: ignore[arg-type]
_any_decoder: msgspec.json.Decoder[dict[str, Any]] = msgspec.json.Decoder(dict[str, Any])

encode_event = _encoder.encode
decode_event = _decoder.decode


def bring_up(bodies: Iterable[bytes], vocabulary: int) -> list[Event]:
    """Read all events of one table; a vocabulary that is not known is a ValueError."""
    if vocabulary == VOCABULARY:
        return [decode_event(body) for body in bodies]
    if vocabulary not in UPCASTERS:
        known = f"only those up to {VOCABULARY} can"
        raise ValueError(f"events of vocabulary {vocabulary} cannot be read, {known}")
    events: list[Event] = []
    table: Table | None = None
    for body in bodies:
        raw = _any_decoder.decode(body)
        for number in range(vocabulary, VOCABULARY):
            raw = UPCASTERS[number](table, raw)
        event: Event = msgspec.convert(raw, Event)  # type: ignore[arg-type] # a union is no type
        table = fold([event], table)
        events.append(event)
    return events
