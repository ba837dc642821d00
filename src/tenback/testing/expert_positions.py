"""Positions of whole games with the turns that `expert` chose, as bytes, for other engines.

The file begins with a description as JSON (after its length): the limits, and the shapes of the
arrays that `expert` needs, with the places of those that are not empty. Then come the ruleset, the
network, and for each position what the mover sees, the chosen entry, its value and its record.
"""

import json
from pathlib import Path
from typing import Any, cast

import numpy as np

from tenback.bots.search.best_turn import NO_TURN, SPREAD, best_valued_turn, lay_or_lose, new_desk
from tenback.bots.search.turns import hide, limits_for
from tenback.bots.value.tables import Tables
from tenback.bots.value.weights import tables_for
from tenback.kernels import codes
from tenback.kernels.deals import deal
from tenback.kernels.packed import STATE, new_states
from tenback.kernels.packing import pack_ruleset
from tenback.kernels.turn_buffer import ENTRY
from tenback.rules import Ruleset

__all__ = ["write_expert_positions"]

_POSITION = np.dtype(
    [
        ("seen", STATE),
        ("turn", np.int64),
        ("value", np.float32),
        ("unused", np.int32),
        ("entry", ENTRY),
    ]
)


def _described(value: Any, blob: bytearray) -> Any:
    """Return the shapes of arrays; the numbers of a network are written to the blob."""
    if not isinstance(value, tuple):
        return {"kind": value.dtype.str[1:], "shape": value.shape}
    if isinstance(value, Tables):
        found: list[Any] = []
        for part in value:
            found.append({"kind": part.dtype.str[1:], "shape": part.shape, "at": len(blob)})
            blob += part.tobytes()
        return found
    return [_described(part, blob) for part in cast("tuple[Any, ...]", value)]


def write_expert_positions(ruleset: Ruleset, count: int, path: Path, first_seed: int = 0) -> None:
    """Let `expert` play games from seeds until there are so many positions."""
    rules, states = pack_ruleset(ruleset), new_states(2)
    state, seen = states[0], states[1]
    limits, signals = limits_for(rules), np.zeros(4, np.int64)
    desk, generator = new_desk(tables_for(ruleset)), np.zeros(1, np.uint64)
    positions = np.zeros(count, _POSITION)
    seed = first_seed
    for position in positions:
        if state.phase != codes.PLAYING:
            deal(rules, state, seed)
            seed += 1
        hide(rules, state, seen)
        turn = best_valued_turn(rules, seen, limits, signals, desk)
        position["seen"], position["turn"], position["value"] = seen, turn, desk.best[0]
        if turn != NO_TURN:
            position["entry"] = cast("Any", desk.buffer.entries[turn])
        lay_or_lose(rules, state, desk.buffer, turn, generator)
    blob = bytearray(np.array([rules]).tobytes())
    described = _described(desk, blob)
    told = {
        "limits": limits,
        "spread": SPREAD,
        "desk": described,
        "positions": count,
        "first": len(blob),
        "size": _POSITION.itemsize,
    }
    head = json.dumps(told).encode()
    path.write_bytes(np.int64(len(head)).tobytes() + head + bytes(blob) + positions.tobytes())
