"""The store of unfinished runs, so that a run that was stopped can be resumed.

A run has a folder, named by its digest, with a file for each finished chunk. Runs that were not
asked for in 30 days are deleted, and the oldest ones when all together exceed 2 GiB.
"""

import contextlib
import os
import re
import shutil
import tempfile
import time
import zipfile
from collections.abc import Generator, Iterator
from pathlib import Path

import numpy as np

from tenback.lab.chunks import COLUMNS, Chunk
from tenback.lab.spec import RunSpec
from tenback.records.files import write_whole

__all__ = ["RunStore", "runs_folder"]

_KEPT_SECONDS = 30 * 24 * 3600
_KEPT_BYTES = 2 * 1024**3
_FILES = "[0-9]*-[0-9]*.npz"
_NAME = re.compile(r"(\d+)-(\d+)")


def runs_folder() -> Path:
    """Return the folder of stored runs: $TENBACK_CACHE_DIR, else the user's cache folder."""
    if chosen := os.environ.get("TENBACK_CACHE_DIR"):
        return Path(chosen) / "runs"
    user = os.environ.get("XDG_CACHE_HOME")
    if user:
        return Path(user) / "tenback" / "runs"
    try:
        return Path.home() / ".cache" / "tenback" / "runs"
    except RuntimeError as error:  # there is no home folder
        raise OSError(str(error)) from None


class RunStore:
    """Stores finished chunks; a chunk that cannot be read is ignored.

    A fresh store first deletes each run that it is asked for. An OSError is raised if the folder
    cannot be written.
    """

    def __init__(self, folder: Path | None = None, *, is_fresh: bool = False) -> None:
        self._is_fresh = is_fresh
        self._forgotten: set[RunSpec] = set()
        self._finished: list[RunSpec] | None = None
        self.folder = runs_folder() if folder is None else folder
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=self.folder):
            pass
        self._prune()

    def load(self, spec: RunSpec) -> Iterator[Chunk]:
        """Return the stored chunks of a run."""
        if self._is_fresh and spec not in self._forgotten:
            self._forgotten.add(spec)
            self.forget(spec)
        folder = self._folder_of(spec)
        if folder.is_dir():
            os.utime(folder)
        for path in sorted(folder.glob(_FILES)):
            chunk = _read(path)
            if chunk is not None:
                yield chunk

    def save(self, spec: RunSpec, chunk: Chunk) -> None:
        """Store a chunk, whole or not at all."""
        folder = self._folder_of(spec)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{chunk.first:010d}-{chunk.count}.npz"
        write_whole(path, lambda file: np.savez(file, allow_pickle=False, **chunk.columns))

    def end_of(self, spec: RunSpec) -> int:
        """Return the number after the last stored game of a run; 0 if none is stored."""
        files = self._folder_of(spec).glob(_FILES)
        return max((sum(_stretch_of(path)) for path in files), default=0)

    def finish(self, spec: RunSpec) -> None:
        """Delete the stored chunks of a finished run, within ``kept_until_saved`` at its end."""
        if self._finished is None:
            self.forget(spec)
        else:
            self._finished.append(spec)

    @contextlib.contextmanager
    def kept_until_saved(self) -> Generator[None]:
        """Keep finished runs until the block ends; an error in it keeps them for the next try."""
        self._finished = []
        try:
            yield
            for spec in self._finished:
                self.forget(spec)
        finally:
            self._finished = None

    def forget(self, spec: RunSpec) -> None:
        """Delete the stored chunks of a run."""
        shutil.rmtree(self._folder_of(spec), ignore_errors=True)

    def _folder_of(self, spec: RunSpec) -> Path:
        return self.folder / spec.digest

    def _prune(self) -> None:
        runs = sorted(
            (path for path in self.folder.iterdir() if path.is_dir()),
            key=_last_use,
            reverse=True,
        )
        total = 0
        for run in runs:
            total += sum(_size(path) for path in run.iterdir())
            if total > _KEPT_BYTES or time.time() - _last_use(run) > _KEPT_SECONDS:
                shutil.rmtree(run, ignore_errors=True)


def _stretch_of(path: Path) -> tuple[int, int]:
    """Read the first game and the number of games from a file's name; zeros for other files."""
    found = _NAME.fullmatch(path.stem)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _read(path: Path) -> Chunk | None:
    first, count = _stretch_of(path)
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as held:
            columns = {name: held[name].astype(kind) for name, kind in COLUMNS.items()}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    if any(column.shape != (count,) for column in columns.values()):
        return None
    return Chunk(first, columns)


def _last_use(folder: Path) -> float:
    with contextlib.suppress(OSError):  # another run deleted it meanwhile
        return folder.stat().st_mtime
    return 0.0


def _size(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return 0
