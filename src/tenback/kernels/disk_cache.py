"""Where code that Numba compiles is kept.

Numba notices a change in the file of a function, not in the files of what it calls. The folder
of the cache therefore carries a digest of every source that goes into compiled code, the
placement rules and the games' own duties included: another source, another folder.
"""

import hashlib
import inspect
import logging
import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

from tenback.rules import GAMES, placement

__all__ = ["cache_folder"]

#: The rooms whose code is compiled, lowest first.
_ROOMS = ("kernels", "bots", "analysis", "envs")
#: As TENBACK_CACHE_DIR: nothing is kept.
_NOWHERE = "off"
_MONTH = 30 * 24 * 3600
_LOGGER = logging.getLogger("tenback.kernels")


def _wanted_folder() -> Path:
    chosen = os.environ.get("TENBACK_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    user = os.environ.get("XDG_CACHE_HOME")
    if user:
        return Path(user) / "tenback"
    return Path("~/.cache/tenback").expanduser()


def _digest_of_sources(home: Path) -> str:
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    rooms = [package / room for room in _ROOMS]
    used = [room for room in rooms if room == home or room in home.parents]
    # Code of a room calls rooms before it in the list; code from elsewhere may call them all.
    folders = rooms[: rooms.index(used[0]) + 1] if used else [*rooms, home]
    sources = {source for folder in folders for source in folder.rglob("*.py")}
    sources.add(Path(placement.__file__))
    for source in sorted(sources):
        digest.update(source.read_bytes())
    for game in GAMES.values():
        if game.own_duties is not None:
            digest.update(game.id.encode())
            for judge in (game.own_duties.judge_end, game.own_duties.judge_card):
                digest.update(Path(inspect.getfile(judge)).read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(home: Path = Path(__file__).parent) -> Path | None:
    """Return the folder of compiled code; None, with one warning, if it cannot be written.

    ``home`` is the folder of the sources that are compiled: these kernels, or bots built on them.
    """
    if os.environ.get("TENBACK_CACHE_DIR") == _NOWHERE:
        return None
    try:
        folder = _wanted_folder() / f"kernels-{_digest_of_sources(home)}"
        if not folder.exists():
            _forget_old_folders(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home folder
        _warn_once(
            "compiled code cannot be kept (%s): the kernels are compiled anew at every start; "
            "set TENBACK_CACHE_DIR to a folder that can be written",
            str(error),
        )
        return None
    return folder


@cache
def _warn_once(message: str, error: str) -> None:
    _LOGGER.warning(message, error)


def _forget_old_folders(parent: Path) -> None:
    """Remove compiled code of sources that have not been used for a month."""
    for old in parent.glob("kernels-*"):
        if time.time() - old.stat().st_mtime > _MONTH:
            shutil.rmtree(old, ignore_errors=True)
