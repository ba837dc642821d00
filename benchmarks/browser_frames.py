"""Frames a second of the table on a phone profile, with the CPU slowed down four times.

    PYTHONPATH=. python benchmarks/browser_frames.py --seconds 30
    PYTHONPATH=. python benchmarks/browser_frames.py --pace 300 --pause 250    # as fast as it goes

Bots and a player lay cards with all movement on; every frame that the page draws is timed.
The page plays by itself, so that measuring takes none of its time. Run it on an idle machine:
without a GPU the browser draws on the same cores.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.server.serving import serving
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import build_client
from tests.web.guest import Guest

_PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
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


def main() -> int:
    """Play for a while and tell how long frames took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--slowdown", type=int, default=4)
    parser.add_argument("--pace", type=int, default=1000, help="ms for a card of a bot")
    parser.add_argument("--pause", type=int, default=1000, help="ms between two acts of the player")
    chosen = parser.parse_args()
    build_client()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        guest = Guest(browser, served.url, reduced_motion="no-preference", **_PHONE)
        settings = {"starter": "lot", "pace": chosen.pace}
        guest.sit(served.open(players=3, bots=["greedy"] * 2, start=True, settings=settings))
        guest.until("() => document.querySelector('[data-hand-card]') !== null")
        line = guest.context.new_cdp_session(guest.page)
        rate = {"rate": chosen.slowdown}
        line.send(  # pyright: ignore[reportUnknownMemberType] untyped there
            "Emulation.setCPUThrottlingRate", rate
        )
        guest.page.wait_for_timeout(2000)
        guest.page.evaluate(_COUNT)
        guest.page.evaluate(_PLAY, chosen.pause)
        guest.page.wait_for_timeout(chosen.seconds * 1000)
        times = sorted(guest.page.evaluate("() => window.frames.slice(2)"))
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
