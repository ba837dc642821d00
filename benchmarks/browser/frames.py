"""How long frames take: while cards are laid, and on a page that has next to nothing to do."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from benchmarks.browser.phone import CONTROL, coming, slow_down
from playwright.sync_api import Browser, Page
from tests.server.serving import Served

__all__ = ["Frames", "Pace", "Watching", "control", "play"]

#: Milliseconds, one and a half frames at 60 a second: a longer frame is late by a frame or more.
_LATE = 25
#: How long the page is left alone before it is measured, in milliseconds.
_CALM = 2000
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


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast it goes: ``bot`` and ``player`` are milliseconds from one act to the next."""

    bot: int
    player: int
    slowdown: int
    seconds: float


@dataclass(slots=True)
class Frames:
    """The times of all frames of several rounds, in milliseconds."""

    times: list[float] = field(default_factory=list[float])

    def __str__(self) -> str:
        times = sorted(self.times)
        count, total = len(times), sum(times)
        late = sum(each > _LATE for each in times)
        return (
            f"{count} frames, {1000 * count / total:.1f} a second; median "
            f"{times[count // 2]:.1f} ms, 90 % within {times[int(count * 0.9)]:.1f} ms, "
            f"{late} ({late / count:.1%}) late by a frame or more"
        )


#: What else is done around a measurement, for the page and the code of its table.
Watching = Callable[[Page, str], AbstractContextManager[None]]


def _unwatched(page: Page, code: str) -> AbstractContextManager[None]:
    del page, code
    return nullcontext()


def _time(page: Page, seconds: float) -> list[float]:
    """Time every frame that the page draws in so many seconds."""
    page.evaluate(_COUNT)
    page.wait_for_timeout(seconds * 1000)
    return page.evaluate("() => window.frames.slice(2)")


def play(
    browser: Browser, served: Served, pace: Pace, watching: Watching = _unwatched
) -> list[float]:
    """Lay cards at a new table with two bots; the page plays by itself."""
    with coming(browser, served.url) as guest:
        settings = {"starter": "lot", "pace": pace.bot}
        table = served.open(players=3, bots=["greedy"] * 2, start=True, settings=settings)
        guest.sit(table)
        guest.until("() => document.querySelector('[data-hand-card]') !== null")
        slow_down(guest.page, pace.slowdown)
        guest.page.wait_for_timeout(_CALM)
        with watching(guest.page, table["code"]):
            guest.page.evaluate(_PLAY, pace.player)
            return _time(guest.page, pace.seconds)


def control(browser: Browser, served: Served, pace: Pace) -> list[float]:
    """Let a page draw that has one moving square and nothing else."""
    with coming(browser, served.url) as guest:
        guest.page.set_content(CONTROL)
        slow_down(guest.page, pace.slowdown)
        guest.page.wait_for_timeout(_CALM)
        return _time(guest.page, pace.seconds)
