"""How long it takes from a tap to the picture of what it did."""

from typing import Any

from benchmarks.browser.phone import coming, slow_down
from playwright.sync_api import Browser
from tests.web.guest import Guest

__all__ = ["Clicks", "click"]

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
#: What to tap next: a question, the end of the turn, a pile that takes the picked card, a card.
_NEXT = """(tried) => {
  const find = (sign) => document.querySelector(sign);
  const at = (element, across = 0.5) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width * across, y + height / 2];
  };
  if (document.querySelector('[data-result]')) return { what: 'over' };
  const sure = find('[role=alertdialog] button.grave');
  if (sure) return { what: 'other', at: at(sure) };
  const end = find('button[aria-keyshortcuts="E"]');
  if (end && !end.disabled) return { what: 'other', at: at(end) };
  const cards = [...document.querySelectorAll('[data-hand-card]')];
  const picked = cards.find((card) => card.ariaPressed === 'true');
  const well = find('.pile.jump .well, .pile.small .well')
    ?? (tried > 1 ? find('.pile.lit .well') : null);
  if (picked && well) {
    const { pile } = well.closest('[data-pile]').dataset;
    return { what: 'lay', at: at(well), card: picked.dataset.handCard, pile };
  }
  const card = cards[tried % cards.length];
  // In the fan the next card lies over the right part of it.
  return { what: 'pick', at: at(card, 0.2), card: card.dataset.handCard };
}"""
#: Resolves with the time from the tap to the frame after the one that first shows what it did: the
#: picked card is lifted, or the laid one is on its way from the hand to its pile.
_WATCH = """({ what, card, pile }) => {
  window.pictured = new Promise((tell) => {
    let tapped = null, seen = false;
    const { port1, port2 } = new MessageChannel();
    const holds = () => {
      if (what === 'pick') {
        return document.querySelector(`[data-hand-card="${card}"]`)?.ariaPressed === 'true';
      }
      const top = document.querySelector(`[data-pile="${pile}"] .top`);
      return top.querySelector('.number').textContent === card && top.style.opacity !== '0';
    };
    const look = () => requestAnimationFrame(() => {
      if (seen) tell(performance.now() - tapped);
      else port2.postMessage(null);
    });
    port1.onmessage = () => { // after the frame: what holds now is drawn in it
      seen = holds();
      look();
    };
    document.addEventListener('click', ({ timeStamp }) => {
      tapped = timeStamp;
      look();
    }, { capture: true, once: true });
  });
}"""
_TOLD = """async () => Promise.race([
  window.pictured, new Promise((go) => setTimeout(go, 3000, null)),
])"""
#: Between two taps, in milliseconds: until everything has landed.
_PAUSE = 450


class Clicks:
    """The times from tap to picture, in milliseconds, by what was tapped."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {"pick": [], "lay": []}

    def add(self, other: "Clicks") -> None:
        """Add what another round has measured."""
        for what, times in other.times.items():
            self.times[what] += times

    def __str__(self) -> str:
        return "; ".join(f"{what} {_tell(times)}" for what, times in self.times.items() if times)


def _tell(times: list[float]) -> str:
    ordered = sorted(times)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return (
        f"{len(ordered)} times, median {ordered[len(ordered) // 2]:.0f} ms, 95 % within "
        f"{high:.0f} ms, longest {ordered[-1]:.0f} ms"
    )


def click(browser: Browser, url: str, count: int, slowdown: int, *, on_device: bool) -> Clicks:
    """Play alone by tapping until so many cards are laid, at the server's table or the device's."""
    found = Clicks()
    with coming(browser, url, on_device=on_device) as guest:
        while len(found.times["lay"]) < count:
            guest.go().get_by_role("button", name="Original").first.click()
            guest.until(_HAND)
            slow_down(guest.page, slowdown)
            guest.page.wait_for_timeout(2000)
            _play(guest, found, count)
    return found


def _play(guest: Guest, found: Clicks, count: int) -> None:
    page, tried = guest.page, 0
    while len(found.times["lay"]) < count:
        act: dict[str, Any] = page.evaluate(_NEXT, tried)
        if act["what"] == "over":
            return
        if act["what"] != "other":
            page.evaluate(_WATCH, act)
        page.touchscreen.tap(*act["at"])
        if act["what"] != "other":
            taken = page.evaluate(_TOLD)
            if taken is not None:  # else a question came first
                found.times[act["what"]].append(taken)
        tried = tried + 1 if act["what"] == "pick" else 0
        page.wait_for_timeout(_PAUSE)
