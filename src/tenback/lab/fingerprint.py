"""A digest of the code that decides how games go.

Stored games are worthless once a bot plays differently, and games from workers with other code
must not be mixed with ours. This digest detects both.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import tenback
from tenback.bots import find_bots

__all__ = ["code_fingerprint"]

_ROOMS = ("rules", "records", "kernels", "bots")


def code_fingerprint(bots: Iterable[str]) -> str:
    """Digest the subpackages that play games, and the code of bots from other packages."""
    digest = hashlib.sha256(_own_fingerprint().encode())
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
        files += sorted(path for path in (home / room).rglob("*") if path.is_file())
    for path in files:
        if "__pycache__" not in path.parts:
            digest.update(path.relative_to(home).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _foreign_fingerprint(target: str, package: str) -> bytes:
    module = target.partition(":")[0]
    try:
        found = find_spec(module)
    except ImportError:
        found = None
    try:
        told = version(package)
    except PackageNotFoundError:
        told = "?"
    digest = hashlib.sha256(f"{package} {told} {target}".encode())
    if found is not None and found.origin is not None and Path(found.origin).is_file():
        digest.update(Path(found.origin).read_bytes())
    return digest.digest()
