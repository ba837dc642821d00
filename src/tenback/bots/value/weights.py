"""The trained networks that ship with the package, and the files they are kept in.

A network is an ``.npz`` of 16-bit numbers. Its rows, which are nearly all of it, may be whole
numbers of 8 bits or fewer, with a scale for each row. Beside it lies a ``.json`` that names the
command, the seeds and the time that made it.
"""

import json
import zipfile
import zlib
from contextlib import nullcontext
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO, Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from tenback.bots.value.blocks import BLOCK, LAYER_BLOCK
from tenback.bots.value.network import Network
from tenback.bots.value.tables import Tables, new_tables
from tenback.bots.value.turn_inputs import ROWS
from tenback.kernels.packing import verify_piles
from tenback.records.files import write_whole
from tenback.rules import GameRules, Ruleset
from tenback.rules.registry import relatives

__all__ = [
    "LEAST_BITS",
    "MOST_BITS",
    "REAL_BITS",
    "load_network",
    "network_name",
    "read_arrays",
    "save_network",
    "second_network_name",
    "second_tables_for",
    "tables_for",
]

_FOLDER = "networks"
#: What the name of a network for expert mode ends in.
_EXPERT: Final = "-expert"
#: Which network gives a second opinion beside which, by what was measured. Four players of the
#: Original and four and five of Extreme ask that of a smaller table, which errs otherwise.
_SECONDS: Final = {
    "original-1": "original-1-second",
    "original-2": "original-2-second",
    "original-3": "original-3-second",
    "original-4": "original-3-second",
    "extreme-3": "extreme-3-second",
    "extreme-4": "extreme-3-second",
    "extreme-5": "extreme-4-second",
}
#: What the scales of rows of whole numbers are kept under.
_SCALES: Final = "scales"
#: The bits of a number of a row: of a real one, and of a whole one at least and at most.
REAL_BITS: Final = 16
LEAST_BITS, MOST_BITS = 2, 8
#: What NumPy raises for an ``.npz`` that was cut short, or that holds something else.
_UNREADABLE: Final = (EOFError, OSError, TypeError, ValueError, zipfile.BadZipFile, zlib.error)


def save_network(
    network: Network, facts: dict[str, Any], path: Path, *, bits: int = REAL_BITS
) -> None:
    """Write a network, and beside it the facts of its making; ``bits`` are those of its rows."""
    parts: dict[str, NDArray[Any]] = {
        name: part.astype(np.float16) for name, part in zip(Network._fields, network, strict=True)
    }
    if bits != REAL_BITS:
        most = (1 << (bits - 1)) - 1
        scales = (np.abs(network.rows).max(axis=1) / most).astype(np.float32)
        steps = network.rows / np.where(scales > 0, scales, 1)[:, None]
        parts |= {"rows": np.rint(steps).astype(np.int8), _SCALES: scales}
    told = json.dumps(facts) + "\n"
    write_whole(path, lambda file: cast("Any", np).savez_compressed(file, **parts))
    write_whole(path.with_suffix(".json"), lambda file: file.write(told.encode()))


def read_arrays(source: Path | IO[bytes]) -> dict[str, NDArray[Any]]:
    """Read an ``.npz``; a file that is none, or was cut short, is a ValueError."""
    try:
        # NumPy leaves a file open that it opened itself and cannot read.
        opened = source.open("rb") if isinstance(source, Path) else nullcontext(source)
        with opened as file, np.load(file) as parts:
            return {name: np.asarray(parts[name]) for name in parts}
    except _UNREADABLE as error:
        raise ValueError(str(error)) from None


def load_network(source: Path | IO[bytes]) -> Network:
    """Read a network; a file that holds none is a ValueError."""
    try:
        parts = read_arrays(source)
        found = [parts[name].astype(np.float32, order="C") for name in Network._fields]
        if parts["rows"].dtype == np.int8:
            found[0] *= parts[_SCALES].astype(np.float32)[:, None]
    except (KeyError, IndexError, ValueError) as error:
        raise ValueError(f"{source}: not a network: {error}") from None
    network = Network(*found)
    # Compiled code checks no bounds: it would read beyond the end of a part that is too short.
    if [part.shape for part in network] != _shapes(network.first_bias.size, network.last.size):
        raise ValueError(f"{source}: a network of another layout")
    if not all(np.isfinite(part).all() for part in network):
        raise ValueError(f"{source}: not a network: some of its numbers are not finite")
    return network


def _shapes(first: int, second: int) -> list[tuple[int, ...]]:
    """Return the shapes of a network's parts; an empty list if no network has such layers."""
    if first < BLOCK or first % BLOCK or second < LAYER_BLOCK or second % LAYER_BLOCK:
        return []
    return [(ROWS, first), (first,), (first, second), (second,), (second,), (1,)]


@cache
def _load(name: str) -> Tables:
    with _file_of(name).open("rb") as file:
        return new_tables(load_network(file))


def _file_of(name: str) -> Traversable:
    return files("tenback.bots.value").joinpath(_FOLDER, f"{name}.npz")


@cache
def _shipped(game: type[GameRules], players: int, is_expert: bool) -> str:
    names = [f"{relative}-{players}" for relative in relatives(game)]
    wanted = [name + _EXPERT for name in names[:1] if is_expert] + names
    for name in wanted:
        if _file_of(name).is_file():
            return name
    raise ValueError(f"there is no network for {game.id} with {players} players")


def network_name(rules: Ruleset) -> str:
    """Name the network for a ruleset: by game, players, and whether the minimum is three.

    Expert mode (G-24) has networks of its own where those were stronger, trained with both of its
    steps; of the two, the minimum is what changes the game. Elsewhere it is played with the network
    of the game without it. No other option changes the network. A game that has none is played with
    that of its nearest relative.
    """
    verify_piles(rules.game)
    return _shipped(type(rules.game), rules.players, rules.expert_minimum)


def tables_for(rules: Ruleset) -> Tables:
    """Return the tables of the network for a ruleset."""
    return _load(network_name(rules))


def second_network_name(rules: Ruleset) -> str | None:
    """Name the network whose opinion is asked beside that of the first; None where none ships."""
    return _SECONDS.get(network_name(rules))


def second_tables_for(rules: Ruleset) -> Tables | None:
    """Return the tables of the network that is asked beside the first, where one ships."""
    name = second_network_name(rules)
    return None if name is None else _load(name)
