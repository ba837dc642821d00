"""Frames a second and the time from tap to picture on a phone profile, with the CPU slowed down.

    PYTHONPATH=. python benchmarks/browser_frames.py --seconds 40 --rounds 2
    PYTHONPATH=. python benchmarks/browser_frames.py --clicks 40               # taps, not frames
    PYTHONPATH=. python benchmarks/browser_frames.py --clicks 40 --on-device   # without a server
    PYTHONPATH=. python benchmarks/browser_frames.py --pace 300 --pause 250    # as fast as it goes
    PYTHONPATH=. python benchmarks/browser_frames.py --work --slowdown 1       # on a busy machine
    PYTHONPATH=. python benchmarks/browser_frames.py --client BUILD --client OTHER   # to compare

Bots and a player lay cards with all movement on; every frame that the page draws is timed.
The page plays by itself, so that measuring takes none of its time. Between the rounds a control is
measured in the same way: a page with one square that the compositor moves. Run it on an idle
machine: without a GPU the browser draws on the same cores. On a busy one ``--work`` tells the
processor time of the page's own thread instead: if the CPU is to be four times slower, a frame has
to be done within 4.2 ms.
"""

import argparse
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.browser.clicks import Clicks, click
from benchmarks.browser.frames import Frames, Pace, control, play
from benchmarks.browser.work import tell_work
from playwright.sync_api import Browser, Page, sync_playwright
from tests.server.serving import Served, serving
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import build_client

from tenback.server.web import static

_CONTROL = "control"
#: Taps are timed in so many parts, in turn with the CPU slowed down and as it is.
_PARTS = 2


def _laid(served: Served, code: str) -> int:
    """Count the cards that were laid at a table."""
    return sum(b'"card_placed"' in event.body for event in served.events(code))


def _work(browser: Browser, served: Served, pace: Pace, folder: Path) -> None:
    """Play once and tell what the page's own thread did for each card."""
    trace = folder / "trace.json"

    @contextmanager
    def traced(page: Page, code: str) -> Generator[None]:
        before = _laid(served, code)
        kinds = ["devtools.timeline", "toplevel"]
        browser.start_tracing(page=page, path=trace, categories=kinds)
        yield
        browser.stop_tracing()
        print(tell_work(trace, _laid(served, code) - before), flush=True)

    play(browser, served, pace, traced)


def _tell_frames(
    browser: Browser, served: Served, clients: list[Path], pace: Pace, rounds: int
) -> None:
    """Time each client and the control in turn, round by round."""
    found = {str(client): Frames() for client in clients} | {_CONTROL: Frames()}
    for _ in range(rounds):
        for client in clients:
            static.STATIC = client
            found[str(client)].times += play(browser, served, pace)
        found[_CONTROL].times += control(browser, served, pace)
    for name, frames in found.items():
        print(f"{'tenback' if name == str(clients[0]) else name}: {frames}", flush=True)


def _tell_clicks(
    browser: Browser, url: str, clients: list[Path], count: int, *, on_device: bool
) -> None:
    """Time taps with the CPU slowed down four times and as it is, in turn."""
    found = {(client, slowdown): Clicks() for client in clients for slowdown in (4, 1)}
    for _ in range(_PARTS):
        for (client, slowdown), clicks in found.items():
            static.STATIC = client
            clicks.add(click(browser, url, -(-count // _PARTS), slowdown, on_device=on_device))
    venue = "without a server" if on_device else "at a server's table"
    for (client, slowdown), clicks in found.items():
        name = "tenback" if client == clients[0] else str(client)
        print(f"{name}, {venue}, CPU slowed down {slowdown} times: {clicks}", flush=True)


def main() -> int:
    """Play for a while and tell how long frames or taps took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30, help="of a round")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--slowdown", type=int, default=4)
    parser.add_argument("--pace", type=int, default=1000, help="ms for a card of a bot")
    parser.add_argument("--pause", type=int, default=1000, help="ms between two acts of the player")
    parser.add_argument("--clicks", type=int, default=0, help="time so many laid cards instead")
    parser.add_argument("--on-device", action="store_true", help="taps without a server")
    parser.add_argument("--work", action="store_true", help="tell the work for each card instead")
    parser.add_argument("--client", type=Path, action="append", help="a folder of a built client")
    chosen = parser.parse_args()
    if chosen.client is None:
        build_client()
    clients: list[Path] = [one.resolve() for one in chosen.client or [static.STATIC]]
    pace = Pace(chosen.pace, chosen.pause, chosen.slowdown, chosen.seconds)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        if chosen.clicks:
            alone = chosen.on_device
            _tell_clicks(browser, served.url, clients, chosen.clicks, on_device=alone)
        elif chosen.work:
            for client in clients:
                static.STATIC = client
                _work(browser, served, pace, Path(folder))
        else:
            _tell_frames(browser, served, clients, pace, chosen.rounds)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
