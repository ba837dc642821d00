"""List the Python files that run when one card is laid: from the socket to the other seat's socket.

    PYTHONPATH=. python scripts/card_files.py

Two people of the tests play at a server. The second card of the first turn is traced, in all
threads.
"""

import asyncio
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType

from tests.server.client import joined
from tests.server.serving import serving
from tests.server.test_live_tables import begin, cheapest, two_people

import tenback

_PACKAGE = Path(tenback.__file__).parent


class Tracer:
    """Notes the files of the package whose functions are called while it listens."""

    def __init__(self) -> None:
        self.listens = False
        self.files: dict[str, None] = {}

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call."""
        if self.listens and event == "call":
            file = Path(frame.f_code.co_filename)
            if file.is_relative_to(_PACKAGE):
                self.files[str(file.relative_to(_PACKAGE))] = None


def main() -> None:
    tracer = Tracer()
    threading.settrace(tracer)
    sys.settrace(tracer)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.db") as served:
        host, guest = two_people(served)

        async def play() -> None:
            async with joined(served, host, guest) as (ana, bob):
                await begin(ana, bob)
                await ana.done("place", **cheapest(ana))
                await bob.until(lambda: bob.seq == ana.seq)
                before = bob.seq
                tracer.listens = True
                await ana.done("place", **cheapest(ana))
                await bob.until(lambda: bob.seq > before)
                tracer.listens = False

        asyncio.run(play())
    print(*tracer.files, sep="\n")
    print(f"{len(tracer.files)} files")


if __name__ == "__main__":
    main()
