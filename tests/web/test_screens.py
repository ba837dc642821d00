"""The table fills every screen: piles and hand in view together, and nothing moves them."""

from typing import Any

import pytest
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, Touch, look, play_on
from tests.web.prepared import sit_with

_HAND = "() => document.querySelector('[data-hand-card]') !== null"

#: Width and height: phones upright and lying, a tablet, a desk, a desk at 200 %, a large screen.
_SCREENS = {
    "small phone": (320, 568),
    "phone": (390, 844),
    "lying phone": (844, 390),
    "tablet": (768, 1024),
    "desk": (1280, 800),
    "desk at 200 %": (640, 400),
    "large": (2560, 1440),
}
_TABLES: dict[str, dict[str, Any]] = {
    "original": {"players": 5, "bots": ["greedy"] * 4, "settings": {"starter": "lot", "pace": 0}},
    "extreme": {"game": "extreme", "players": 1},
    "duel": {"game": "duel", "players": 2, "bots": ["greedy"], "settings": {"pace": 0}},
}

#: What of the table is not wholly on the screen, or lies over a pile or under another.
_OUTSIDE = """() => {
  const all = [...document.querySelectorAll('[data-pile], [data-hand-card], main button')];
  const shown = all.filter((one) => one.getClientRects().length > 0 && !one.closest('dialog'));
  const slack = 14; // the corners of a fanned card
  const outside = shown.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < -slack || box.top < -slack
      || box.right > innerWidth + slack || box.bottom > innerHeight + slack;
  });
  const { scrollWidth, scrollHeight } = document.documentElement;
  const piles = [...document.querySelectorAll('[data-pile]')]
    .map((one) => one.getBoundingClientRect());
  const hand = document.querySelector('.hand').getBoundingClientRect();
  const over = piles.filter((one) => one.bottom > hand.top + slack && one.right > hand.left);
  return {
    outside: outside.map((one) => one.outerHTML.slice(0, 80)),
    scrolls: scrollWidth > innerWidth || scrollHeight > innerHeight,
    narrowest: Math.min(...piles.map((one) => one.width)),
    over: over.length,
    twice: piles.filter((one, at) => piles.some((other, place) => place > at
      && one.left < other.right - 2 && other.left < one.right - 2
      && one.top < other.bottom - 2 && other.top < one.bottom - 2)).length,
  };
}"""

#: Notes where piles and hand are, again and again, and what the browser calls a layout shift.
_WATCH = """() => {
  window.places = new Set();
  window.shifted = [];
  const note = () => {
    const boxes = [...document.querySelectorAll('[data-pile], .hand')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].map((value) => Math.round(value * 10) / 10).join(' ');
    });
    if (document.querySelector('.hand')) window.places.add(boxes.join(' | '));
  };
  note();
  new MutationObserver(note).observe(document.querySelector('main'),
    { subtree: true, childList: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const isSpark = element?.closest('.burst'); // they fly, and are no part of the pile
        if (!isSpark && element?.closest('[data-pile], .hand')) {
          window.shifted.push(element.outerHTML.slice(0, 90));
        }
      }
    }
  }).observe({ type: 'layout-shift' });
}"""


@pytest.mark.parametrize("screen", _SCREENS)
@pytest.mark.parametrize("table", _TABLES)
def test_piles_and_hand_are_in_view_together(
    invite: Invite, served: Served, table: str, screen: str
) -> None:
    width, height = _SCREENS[screen]
    guest = invite(viewport={"width": width, "height": height})
    guest.sit(served.open(start=True, **_TABLES[table]))
    guest.until(_HAND)
    seen = guest.page.evaluate(_OUTSIDE)
    assert seen.pop("narrowest") >= 40
    assert seen == {"outside": [], "scrolls": False, "over": 0, "twice": 0}
    guest.page.locator("[data-hand-card]").last.click()
    guest.page.wait_for_timeout(50)
    assert not guest.page.evaluate(_OUTSIDE)["scrolls"]


@pytest.mark.parametrize("screen", ["phone", "lying phone", "desk"])
def test_a_lesson_has_a_place_of_its_own(invite: Invite, screen: str) -> None:
    width, height = _SCREENS[screen]
    guest = invite(viewport={"width": width, "height": height})
    guest.go("/tutorial/extreme")
    guest.until(_HAND)
    seen = guest.page.evaluate(_OUTSIDE)
    assert (seen["outside"], seen["scrolls"], seen["twice"]) == ([], False, 0)


@pytest.mark.parametrize("table", _TABLES)
def test_nothing_moves_piles_or_hand_in_a_whole_game(
    invite: Invite, served: Served, table: str
) -> None:
    guest = invite(reduced_motion="no-preference")
    guest.sit(served.open(start=True, **_TABLES[table]))
    guest.until(_HAND)
    guest.page.evaluate("() => document.fonts.ready.then(() => undefined)")
    guest.page.wait_for_timeout(500)
    guest.page.evaluate(_WATCH)
    assert play_on(guest, Mouse()).over
    assert len(guest.page.evaluate("() => [...window.places]")) == 1
    assert guest.page.evaluate("() => window.shifted") == []


def test_a_hint_does_not_move_the_hand(invite: Invite, served: Served) -> None:
    guest = invite(viewport={"width": 1280, "height": 800})
    page = guest.sit(served.open(players=1, start=True))
    guest.until(_HAND)
    guest.page.evaluate(_WATCH)
    page.get_by_role("button", name=WORDS("web.advice.ask"), exact=True).click()
    page.locator("[data-advice]").wait_for()
    assert len(guest.page.evaluate("() => [...window.places]")) == 1
    assert guest.page.evaluate(_OUTSIDE)["scrolls"] is False


def test_a_game_on_a_lying_phone_by_touch(invite: Invite, served: Served) -> None:
    guest = invite(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    guest.sit(served.open("duel", players=2, bots=["greedy"], start=True, settings={"pace": 0}))
    guest.until(_HAND)
    assert play_on(guest, Touch()).over


def _kinds(guest: Guest) -> dict[str, str]:
    script = """() => Object.fromEntries([...document.querySelectorAll('.tag')].map((tag) => {
      const shape = tag.querySelector('path').getAttribute('d');
      return [tag.classList[1], `${tag.textContent.trim()} ${shape}`];
    }))"""
    return guest.page.evaluate(script)


def test_moves_are_told_apart_in_words_and_shape(guest: Guest, served: Served) -> None:
    sit_with(guest, served, (20, 10, 3, 60, 98, 97, 40, 50))
    Mouse().lay(guest, next(one for one in look(guest).moves if (one.card, one.pile) == (20, 0)))
    guest.until("() => document.querySelector('[data-hand-card=\"20\"]') === null")
    told: dict[str, str] = {}
    for card in look(guest).hand:
        guest.page.click(f'[data-hand-card="{card}"]')
        guest.page.locator(".tag").first.wait_for()
        told |= _kinds(guest)
        guest.page.keyboard.press("Escape")
    assert told.keys() == {"jump", "small", "wide", "none"}
    shapes = [text.partition(" M")[2] for text in told.values()]
    words = [text.split()[0] for text in told.values()]
    assert len(set(shapes)) == len(set(words)) == len(told)
