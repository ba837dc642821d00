"""Write the golden play-throughs anew: python scripts/golden.py

Look at the difference before committing it: every changed line is a changed rule or view. Those
for OpenSpiel are written by its own generator, where it is installed.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tenback.testing.golden import GOLDEN_GAMES, play_through

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
#: Games for OpenSpiel, with a seed whose random game is short.
OPENSPIEL = {"tenback_original(players=2)": 17, "tenback_duel": 8}


def openspiel_file(name: str) -> Path:
    """Return where the play-through of a game lies."""
    return FOLDER / "openspiel" / f"{name.partition('(')[0]}.txt"


def write_openspiel() -> None:
    """Let OpenSpiel write its own play-throughs."""
    import_module("tenback.envs.spiel")
    generator: Any = import_module("open_spiel.python.algorithms.generate_playthrough")
    for name, seed in OPENSPIEL.items():
        path = openspiel_file(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(generator.playthrough(name, None, seed=seed), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    for game, players in GOLDEN_GAMES:
        path = FOLDER / f"{game}-{players}.txt"
        path.write_text(play_through(game, players), encoding="utf-8")
        print(path)
    if find_spec("open_spiel") is not None:
        write_openspiel()
    else:
        print("OpenSpiel is not installed: its play-throughs are as they were")
