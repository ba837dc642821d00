"""Bots from another package, as a plug-in would bring them, and a folder for kept runs."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenback.kernels.compiling import cache_folder
from tenback.lab import fingerprint

PLUG_IN = '''
import os, signal, time
from pathlib import Path
from tenback.bots.players.greedy import Greedy
from tenback.bots.players.random import RandomBot


class Slow(RandomBot):
    """Random, and takes its time."""

    def __init__(self, *, pause: float = 0.002, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.pause = pause

    def choose(self, view):
        time.sleep(self.pause)
        return super().choose(view)


class Fatal(Greedy):
    """Takes its worker down."""

    def choose(self, view):
        os.kill(os.getpid(), signal.SIGKILL)


class Broken(Greedy):
    """Has a bug."""

    def choose(self, view):
        raise ZeroDivisionError("oops")


class Cheat(Greedy):
    """Chooses what the rules refuse."""

    def choose(self, view):
        return ((98, 0), (97, 0))
'''


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Offer the bots slow, fatal, broken and cheat, here and in every process started from here."""
    home = tmp_path / "plug-in"
    described = home / "lab_plug_in-1.0.dist-info"
    described.mkdir(parents=True)
    (home / "lab_plug_in.py").write_text(PLUG_IN)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: lab-plug-in\nVersion: 1.0\n")
    names = ("slow", "fatal", "broken", "cheat")
    points = "".join(f"{name} = lab_plug_in:{name.capitalize()}\n" for name in names)
    (described / "entry_points.txt").write_text(f"[tenback.bots]\n{points}")
    monkeypatch.setattr(sys, "path", [str(home), *sys.path])
    monkeypatch.setenv("PYTHONPATH", str(home))
    importlib.invalidate_caches()
    # A test may change the plug-in: the fingerprint that another test has cached must not stay.
    forget = fingerprint._foreign_fingerprint.cache_clear  # pyright: ignore[reportPrivateUsage]
    forget()
    yield home
    forget()
    sys.modules.pop("lab_plug_in", None)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder of kept runs, while compiled code stays where it always is."""
    compiled = cache_folder()
    if compiled is not None:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(compiled.parent))
    monkeypatch.delenv("TENBACK_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tenback" / "runs"
