"""The trained networks that ship with the package, and the files they are kept in.

A network is an ``.npz`` of 16-bit numbers; beside it lies a ``.json`` that names the command, the
seeds and the time that made it.
"""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, cast

import numpy as np

from tenback.bots.inputs import ROWS
from tenback.bots.network import Network
from tenback.rules import Ruleset

__all__ = ["has_network", "load_network", "network_for", "save_network"]

_FOLDER = "networks"


def save_network(network: Network, facts: dict[str, Any], path: Path) -> None:
    """Write a network and the facts of its making beside it."""
    parts = {
        name: part.astype(np.float16) for name, part in zip(Network._fields, network, strict=True)
    }
    with path.open("wb") as file:
        cast("Any", np).savez_compressed(file, **parts)
    path.with_suffix(".json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


def load_network(source: Path | IO[bytes]) -> Network:
    """Read a network; a file that holds none is a ValueError."""
    try:
        with np.load(source) as parts:
            network = Network(*(parts[name].astype(np.float32) for name in Network._fields))
    except (KeyError, ValueError, OSError) as error:
        raise ValueError(f"{source}: not a network: {error}") from None
    if network.rows.shape[0] != ROWS:
        raise ValueError(f"{source}: a network of another layout")
    return network


def _file_for(game: str, players: int) -> Any:
    return files("tenback.bots").joinpath(_FOLDER, f"{game}-{players}.npz")


def has_network(rules: Ruleset) -> bool:
    """Whether there is a network for this game and number of players."""
    return _file_for(rules.game.id, rules.players).is_file()


@cache
def _load(game: str, players: int) -> Network:
    with _file_for(game, players).open("rb") as file:
        return load_network(file)


def network_for(rules: Ruleset) -> Network:
    """Give the network of a game and number of players; the options do not change it."""
    return _load(rules.game.id, rules.players)
