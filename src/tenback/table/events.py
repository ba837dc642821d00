"""Events as JSON, as they are stored."""

import msgspec

from tenback.table.unions import Event

__all__ = ["decode_event", "encode_event"]

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)  # type: ignore[arg-type]

encode_event = _encoder.encode
decode_event = _decoder.decode
