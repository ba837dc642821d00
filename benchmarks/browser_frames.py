"""Frames a second of the table on a phone profile, with the CPU slowed down four times.

    PYTHONPATH=. python benchmarks/browser_frames.py --seconds 30
    PYTHONPATH=. python benchmarks/browser_frames.py --pace 300 --pause 250    # as fast as it goes
    PYTHONPATH=. python benchmarks/browser_frames.py --work --slowdown 1       # on a busy machine
    PYTHONPATH=. python benchmarks/browser_frames.py --client OTHER_BUILD      # to compare with

Bots and a player lay cards with all movement on; every frame that the page draws is timed.
The page plays by itself, so that measuring takes none of its time. Run it on an idle machine:
without a GPU the browser draws on the same cores. On a busy one ``--work`` tells the processor time
of the page's own thread instead: a frame at four times the time has to be done within 4.2 ms.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.server.serving import Served, serving
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import build_client
from tests.web.guest import Guest

from tenback.server.web import static

_PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
_COUNT = """() => {
  window.frames = [];
  let last = performance.now();
  const note = (now) => {
    window.frames.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
#: Lays whatever fits, a card every now and then, and ends the turn as soon as it may.
_PLAY = """(pause) => {
  let tried = 0;
  const act = () => {
    const find = (sign) => document.querySelector(sign);
    const end = find('button[aria-keyshortcuts="E"]');
    const pile = find('.pile.jump .target, .pile.small .target') ?? find('.pile.lit .target');
    const cards = document.querySelectorAll('[data-hand-card]');
    if (find('[role=alertdialog] button.grave')) find('[role=alertdialog] button.grave').click();
    else if (end !== null && !end.disabled) end.click();
    else if (end !== null) (pile ?? cards[tried++ % cards.length])?.click();
    if (!find('[data-result]')) setTimeout(act, pause);
  };
  act();
}"""


_KINDS = {
    "FunctionCall": "script",
    "RunMicrotasks": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
}
#: Processor time in which a task is done within a frame at a quarter of the speed.
_FRAME = 1_000_000 / 60 / 4


def _tell_work(trace: Path, cards: int) -> str:
    """Say what the page's own thread did for each card that was laid, in processor time."""
    events: list[dict[str, Any]] = json.loads(trace.read_bytes())["traceEvents"]
    timed = [each for each in events if "tdur" in each and each["ph"] == "X"]
    names = {(each["pid"], each["tid"]) for each in events if _is_page(each)}
    busiest = Counter[tuple[int, int]]()
    for each in timed:
        busiest[each["pid"], each["tid"]] += each["tdur"]
    thread = max(names, key=lambda one: busiest[one])
    own = [each for each in timed if (each["pid"], each["tid"]) == thread]
    spent, open_, tasks = Counter[str](), list[dict[str, Any]](), list[int]()
    for each in sorted(own, key=lambda one: (one["ts"], -one["dur"])):
        while open_ and open_[-1]["ts"] + open_[-1]["dur"] <= each["ts"]:
            open_.pop()
        kind = _KINDS.get(each["name"], "rest")
        spent[kind] += each["tdur"]
        if open_:
            spent[_KINDS.get(open_[-1]["name"], "rest")] -= each["tdur"]
        else:
            tasks.append(each["tdur"])
        open_.append(each)
    kinds = ", ".join(f"{kind} {spent[kind] / 1000 / cards:.1f}" for kind in sorted(spent))
    longest = sorted(tasks)[-cards:]
    return (
        f"for each of {cards} cards, in ms: {kinds}; the longest task "
        f"{sum(longest) / len(longest) / 1000:.1f} (of all {longest[-1] / 1000:.1f}), "
        f"{sum(task > _FRAME for task in tasks) / cards:.2f} tasks longer than {_FRAME / 1000:.1f}"
    )


def _laid(served: Served, code: str) -> int:
    """Count the cards that were laid at a table."""
    return sum(b'"card_placed"' in event.body for event in served.events(code))


def _is_page(event: dict[str, Any]) -> bool:
    return event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"


def main() -> int:
    """Play for a while and tell how long frames took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--slowdown", type=int, default=4)
    parser.add_argument("--pace", type=int, default=1000, help="ms for a card of a bot")
    parser.add_argument("--pause", type=int, default=1000, help="ms between two acts of the player")
    parser.add_argument("--work", action="store_true", help="tell the work for each card, too")
    parser.add_argument("--client", type=Path, help="the folder of another built client")
    chosen = parser.parse_args()
    if chosen.client is None:
        build_client()
    else:
        static.STATIC = chosen.client.resolve()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        guest = Guest(browser, served.url, reduced_motion="no-preference", **_PHONE)
        settings = {"starter": "lot", "pace": chosen.pace}
        table = served.open(players=3, bots=["greedy"] * 2, start=True, settings=settings)
        guest.sit(table)
        guest.until("() => document.querySelector('[data-hand-card]') !== null")
        line = guest.context.new_cdp_session(guest.page)
        rate = {"rate": chosen.slowdown}
        line.send(  # pyright: ignore[reportUnknownMemberType] untyped there
            "Emulation.setCPUThrottlingRate", rate
        )
        guest.page.wait_for_timeout(2000)
        trace, before = Path(folder) / "trace.json", _laid(served, table["code"])
        if chosen.work:
            kinds = ["devtools.timeline", "toplevel"]
            browser.start_tracing(page=guest.page, path=trace, categories=kinds)
        guest.page.evaluate(_COUNT)
        guest.page.evaluate(_PLAY, chosen.pause)
        guest.page.wait_for_timeout(chosen.seconds * 1000)
        times = sorted(guest.page.evaluate("() => window.frames.slice(2)"))
        cards = _laid(served, table["code"]) - before
        if chosen.work:
            browser.stop_tracing()
            print(_tell_work(trace, cards))
        browser.close()
    count, total = len(times), sum(times)
    late = sum(each > 25 for each in times) / count
    print(
        f"{count} frames, {1000 * count / total:.1f} a second; median {times[count // 2]:.1f} ms, "
        f"90 % within {times[int(count * 0.9)]:.1f} ms, {late:.1%} late by a frame or more"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
