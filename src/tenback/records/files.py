"""Files that are written whole or not at all."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

__all__ = ["write_whole"]


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file whole or not at all: to a temporary file beside it, then moved into place."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        with draft.open("wb") as file:
            write(file)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
