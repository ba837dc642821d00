"""A digest of the code that decides how games go.

Stored games are worthless once a bot plays differently, and games from workers with other code
must not be mixed with ours. This digest detects both.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import tenback
from tenback.bots import find_bots
from tenback.rules import GameRules

__all__ = ["code_fingerprint"]

_ROOMS = ("rules", "records", "kernels", "bots")


def code_fingerprint(game: GameRules, bots: Iterable[str]) -> str:
    """Digest the subpackages that play games, and the code of a game and bots from elsewhere."""
    digest = hashlib.sha256(_own_fingerprint().encode())
    digest.update(_game_fingerprint(type(game)))
    known = find_bots()
    for name in sorted({bot.partition(":")[0] for bot in bots}):
        entry = known.get(name)
        if entry is not None and not entry.is_own:
            digest.update(_foreign_fingerprint(entry.target, entry.offered_by))
    return digest.hexdigest()[:16]


@cache
def _own_fingerprint() -> str:
    home = Path(tenback.__file__).parent
    digest = hashlib.sha256()
    files = [home / "lab" / "chunks.py"]
    for room in _ROOMS:
        files += _files_below(home / room)
    for path in files:
        digest.update(path.relative_to(home).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _game_fingerprint(game: type[GameRules]) -> bytes:
    """Digest the code of the classes that a game is built on; empty if all of it is ours."""
    modules = dict.fromkeys(kind.__module__ for kind in game.__mro__)
    ours = {tenback.__name__, *sys.stdlib_module_names}
    foreign = [name for name in modules if name.partition(".")[0] not in ours]
    return b"".join(map(_code_of, foreign))


@cache
def _foreign_fingerprint(target: str, package: str) -> bytes:
    try:
        told = version(package)
    except PackageNotFoundError:
        told = "?"
    digest = hashlib.sha256(f"{package} {told} {target}".encode())
    digest.update(_code_of(target.partition(":")[0]))
    return digest.digest()


def _code_of(module: str) -> bytes:
    """Digest the package that a module is in, or the module alone if it is in none."""
    digest = hashlib.sha256()
    for path in _files_of(module):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.digest()


def _files_of(module: str) -> Iterator[Path]:
    if module in ("__main__", "__mp_main__"):  # a script has no package; nor has a worker's copy
        script = getattr(sys.modules.get(module), "__file__", None)
        return iter([Path(script)] if script else [])
    parts = module.split(".")
    for depth in range(1, len(parts) + 1):
        try:
            found = find_spec(".".join(parts[:depth]))
        except (ImportError, ValueError):
            break
        if found is None:
            break
        # A namespace has no file of its own: unrelated packages may share it.
        if found.origin is not None and Path(found.origin).is_file():
            file = Path(found.origin)
            is_package = found.submodule_search_locations is not None
            return _files_below(file.parent) if is_package else iter([file])
    return iter(())


def _files_below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
