"""Building the browser client where it is older than its sources."""

import fcntl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["ROOT", "build_client"]

ROOT = Path(__file__).parents[2]
_WEB = ROOT / "web"
_TEXTS = ROOT / "src" / "tenback" / "texts"
_BUILT = ROOT / "src" / "tenback" / "server" / "static" / "index.html"


def _sources() -> Iterator[Path]:
    for folder in (_WEB / "src", _WEB / "public", _TEXTS):
        yield from (path for path in folder.rglob("*") if path.is_file())
    yield from (path for path in _WEB.iterdir() if path.is_file())


def _is_stale() -> bool:
    if not _BUILT.is_file():
        return True
    built = _BUILT.stat().st_mtime
    return any(path.stat().st_mtime > built for path in _sources() if path.suffix != ".pyc")


def build_client() -> None:
    """Build it if need be; processes that run tests side by side wait for one another."""
    with (_WEB / "index.html").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _is_stale():
            command = ["sh", ROOT / "scripts" / "build_client.sh", Path(sys.prefix)]
            subprocess.run(command, check=True, capture_output=True, text=True)
