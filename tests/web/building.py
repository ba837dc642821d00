"""Building the browser client when it is older than its sources."""

import fcntl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["ROOT", "SITE", "build_client", "build_site"]

ROOT = Path(__file__).parents[2]
_WEB = ROOT / "web"
_PACKAGE = ROOT / "src" / "tenback"
_CLIENT = _PACKAGE / "server" / "static"
#: The client as plain files.
SITE = ROOT / "build" / "play"


def _sources() -> Iterator[Path]:
    texts, module = _PACKAGE / "texts", _PACKAGE / "kernels" / "built"
    for folder in (_WEB / "src", _WEB / "public", texts, module):
        yield from (path for path in folder.rglob("*") if path.is_file())
    yield from (path for path in _WEB.iterdir() if path.is_file())


def _is_stale(built: Path) -> bool:
    page = built / "index.html"
    if not page.is_file():
        return True
    made = page.stat().st_mtime
    return any(path.stat().st_mtime > made for path in _sources() if path.suffix != ".pyc")


def _build(built: Path, kind: str) -> None:
    """Build it if it is stale; processes that run tests in parallel wait for one another."""
    with (_WEB / "index.html").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _is_stale(built):
            command = ["sh", ROOT / "scripts" / "build_client.sh", Path(sys.prefix), kind]
            subprocess.run(command, check=True, capture_output=True, text=True)


def build_client() -> None:
    """Build the client that the server sends."""
    _build(_CLIENT, "build")


def build_site() -> None:
    """Build the client as plain files."""
    _build(SITE, "site")
