"""Finished games as one packed blob of their events."""

import zlib
from collections.abc import Iterable, Sequence

import msgspec

from tenback.server.store import PackedGame
from tenback.server.wire.project import summarise_game
from tenback.table import VOCABULARY, Play, Table, encode_event
from tenback.table.unions import TableFolded

__all__ = ["ended_game", "pack", "unpack"]

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(list[msgspec.Raw])
#: The compression dictionary: common parts of events. It is part of the format, so a change makes
#: packed games unreadable.
_COMMON = (
    b'{"type":"said","seat":0,"text":""},{"type":"signal_withdrawn","seat":1,"kind":"small_steps",'
    b'"subject":"STOP"},{"type":"signal_given","seat":0,"kind":"keep_off","subject":2},'
    b'{"type":"card_taken_back","seat":1,"card":50,"pile":3},{"type":"table_folded","seq":9,'
    b'"opened":{"type":"table_opened","game":"original","players":2,"settings":{"starter":"vote",'
    b'"text":false,"take_back":true,"memory":false,"spectators":true,"public":false,'
    b'"turn_seconds":0,"pace":700,"stand_in":"steady"}},"seats":[{"name":"","kind":"person",'
    b'"ready":true},{"name":"","kind":"bot","bot":"greedy","ready":true}],"host":0},'
    b'{"type":"game_dealt","number":1,"decks":[[2,3,4,5,6,7,8,9,10]],"salt":"","date":"2026-11-15"}'
    b',{"type":"game_started","seat":0,"minimum":2},{"type":"card_placed","seat":1,"card":98,'
    b'"pile":0,"passed":[2,0,2],"ended":["BLOCKED",20,[],0]},{"type":"turn_ended","seat":0,'
    b'"passed":[2,1,2]},{"type":"card_placed","seat":0,"card":'
)


def pack(bodies: Iterable[bytes]) -> bytes:
    """Pack events into one blob."""
    packer = zlib.compressobj(9, zdict=_COMMON)
    return packer.compress(b"[%b]" % b",".join(bodies)) + packer.flush()


def unpack(packed: bytes) -> list[bytes]:
    """Return the events in a packed blob."""
    unpacker = zlib.decompressobj(zdict=_COMMON)
    return [bytes(one) for one in _decoder.decode(unpacker.decompress(packed) + unpacker.flush())]


def ended_game(before: Table, play: Play, bodies: Sequence[bytes], ended_at: float) -> PackedGame:
    """Pack a game that is over: the table before the deal, then the events from the deal on."""
    assert play.state.outcome is not None
    base = encode_event(TableFolded.up_to(before, with_keys=False))
    summary = _encoder.encode(summarise_game(play))
    return PackedGame(play.number, ended_at, VOCABULARY, summary, pack([base, *bodies]))
