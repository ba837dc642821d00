"""Start the programs of ``child.py``."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

__all__ = ["started"]

_CHILD = Path(__file__).with_name("child.py")


@contextlib.contextmanager
def started(*arguments: str) -> "Generator[subprocess.Popen[str]]":
    """Run a child whose output can be read; it is killed at the end of the block."""
    with subprocess.Popen(
        [sys.executable, str(_CHILD), *arguments],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            yield child
        finally:
            child.kill()
