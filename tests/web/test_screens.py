"""The table fills every screen: piles and hand in view together, and nothing moves them."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, ask_hint, give_up, look, play_turns
from tests.web.prepared import sit_with
from tests.web.scenes import SCENES, Stand

from tenback.texts import LANGUAGES, Texts

_HAND = "() => document.querySelector('[data-hand-card]') !== null"

__all__ = ["TABLES", "assert_nothing_moved", "watch_a_table"]

#: Width and height: phones in portrait and landscape, a tablet, a desk, a desk at 200 %, a large
#: screen.
_SCREENS = {
    "small phone": (320, 568),
    "phone": (390, 844),
    "lying phone": (844, 390),
    "tablet": (768, 1024),
    "desk": (1280, 800),
    "desk at 200 %": (640, 400),
    "large": (2560, 1440),
}
#: Pixels: a narrower pile is hard to hit with a finger.
_NARROWEST = 40
TABLES: dict[str, dict[str, Any]] = {
    "original": {"players": 5, "bots": ["greedy"] * 4, "settings": {"starter": "lot", "pace": 0}},
    "extreme": {"game": "extreme", "players": 1},
    "duel": {"game": "duel", "players": 2, "bots": ["greedy"], "settings": {"pace": 0}},
}

#: What of the table is not wholly on the screen, and how many piles lie over the hand or another.
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

#: Where somebody may ask for a hint: alone, in a team and in a duel.
_HINTED: dict[str, dict[str, Any]] = {
    "alone": {"players": 1},
    "extreme": {"game": "extreme", "players": 1},
    "team": {"players": 3, "bots": ["greedy"] * 2, "settings": {"starter": "lot", "pace": 0}},
    "duel": TABLES["duel"],
}
_HINT_SCREENS = (
    *_SCREENS.values(),
    *((360, 740), (320, 640), (412, 915), (480, 700), (540, 720), (660, 900)),
    *((740, 360), (768, 900), (800, 500), (800, 600), (900, 700), (960, 700)),
    *((1024, 768), (1280, 720), (1440, 900), (1920, 1080)),
)

#: Which piles with their plates, draw piles and cards of the hand lie under a hint, and which of
#: its words are cut off.
_COVERED = """() => {
  const hint = document.querySelector('[data-hint]');
  const place = hint.getBoundingClientRect();
  const covered = [...document.querySelectorAll('[data-pile], .deck .picture, [data-hand-card]')]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left < place.right && place.left < box.right
        && box.top < place.bottom && place.top < box.bottom;
    });
  const cut = [...hint.querySelectorAll('h3, .offer, .plan, .words')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1);
  return [...covered, ...cut].map((one) => one.outerHTML.slice(0, 80));
}"""

#: Makes the chosen turn of a hint, and what speaks for it, as long as they may be.
_LENGTHEN = """([cards, why]) => {
  const turn = document.querySelector('[data-hint] .plan');
  while (turn.children.length < cards) turn.append(turn.lastElementChild.cloneNode(true));
  document.querySelector('[data-hint] .why span').textContent = why;
}"""

#: Notes where piles and hand are after every change, and what the browser calls a layout shift.
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


def watch_a_table(guest: Guest, served: Served, table: str) -> None:
    """Sit down with everything that moves at its quickest, and note from now on what shifts."""
    guest.context.add_init_script("localStorage.setItem('tenback.speed', 'quick')")
    guest.sit(served.open(start=True, **TABLES[table]))
    guest.until(_HAND)
    _watch(guest)


def _watch(guest: Guest) -> None:
    """Wait until the fonts are there, then note what shifts."""
    guest.page.evaluate("() => document.fonts.ready.then(() => undefined)")
    guest.page.wait_for_timeout(500)
    guest.page.evaluate(_WATCH)


def assert_nothing_moved(guest: Guest) -> None:
    """Piles and hand are where they were, and the browser saw no layout shift of them."""
    assert len(guest.page.evaluate("() => [...window.places]")) == 1
    assert guest.page.evaluate("() => window.shifted") == []


@pytest.mark.parametrize("table", TABLES)
def test_piles_and_hand_are_in_view_together(invite: Invite, served: Served, table: str) -> None:
    guest = invite()
    page = guest.sit(served.open(start=True, **TABLES[table]))
    guest.until(_HAND)
    for screen, (width, height) in _SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(_OUTSIDE)
        assert seen.pop("narrowest") >= _NARROWEST, screen
        assert seen == {"outside": [], "scrolls": False, "over": 0, "twice": 0}, screen
        page.locator("[data-hand-card]").last.click()
        page.wait_for_timeout(50)
        assert not page.evaluate(_OUTSIDE)["scrolls"], screen
        page.keyboard.press("Escape")


def test_a_lesson_has_a_place_of_its_own(guest: Guest) -> None:
    page = guest.go("/tutorial/extreme")
    guest.until(_HAND)
    for screen in ("phone", "lying phone", "desk"):
        width, height = _SCREENS[screen]
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(_OUTSIDE)
        assert (seen["outside"], seen["scrolls"], seen["twice"]) == ([], False, 0), screen


@pytest.mark.parametrize("table", TABLES)
def test_nothing_moves_piles_or_hand(invite: Invite, served: Served, table: str) -> None:
    """Some turns and the end; ``whole_games.py`` plays all of them."""
    guest = invite(reduced_motion="no-preference")
    watch_a_table(guest, served, table)
    play_turns(guest, Mouse(), 2)
    give_up(guest)
    guest.until("() => document.querySelector('[data-result]') !== null")
    assert_nothing_moved(guest)


@pytest.mark.parametrize(
    ("table", "language"), [("alone", "fr"), ("extreme", "en"), ("team", "de"), ("duel", "de")]
)
def test_a_hint_moves_and_covers_nothing(
    invite: Invite, served: Served, table: str, language: str
) -> None:
    guest = invite(locale=language, viewport={"width": 1280, "height": 800})
    page, words = guest.sit(served.open(start=True, **_HINTED[table])), Texts(language)
    guest.until(_HAND)
    page.get_by_role("button", name=words("web.hint.ask"), exact=True).wait_for()
    guest.page.evaluate(_WATCH)
    ask_hint(guest, words)
    assert len(guest.page.evaluate("() => [...window.places]")) == 1
    assert guest.page.evaluate(_OUTSIDE)["scrolls"] is False
    for cards in (0, 4, page.locator("[data-hand-card]").count()):
        page.evaluate(_LENGTHEN, [cards, words("advise.why.played")])
        for width, height in _HINT_SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert guest.page.evaluate(_COVERED) == [], (width, height, cards)


def _kinds(guest: Guest) -> dict[str, list[str]]:
    script = """() => Object.fromEntries([...document.querySelectorAll('.tag')].map((tag) => {
      const shape = tag.querySelector('path').getAttribute('d');
      const step = tag.querySelector('b')?.textContent ?? '';
      return [tag.classList[1], [tag.querySelector('.words').textContent, shape, step]];
    }))"""
    return guest.page.evaluate(script)


def test_moves_are_told_apart_in_words_and_shape(guest: Guest, served: Served) -> None:
    sit_with(guest, served, (20, 10, 3, 60, 98, 97, 40, 50))
    Mouse().lay(guest, next(one for one in look(guest).moves if (one.card, one.pile) == (20, 0)))
    guest.until("() => document.querySelector('[data-hand-card=\"20\"]') === null")
    told: dict[str, list[str]] = {}
    for card in look(guest).hand:
        guest.page.click(f'[data-hand-card="{card}"]')
        guest.page.locator(".tag").first.wait_for()
        told |= _kinds(guest)
        guest.page.keyboard.press("Escape")
    assert told.keys() == {"jump", "small", "wide", "far", "none"}
    words, shapes, steps = zip(*told.values(), strict=True)
    assert len(set(shapes)) == len(set(words)) == len(told)
    assert told["jump"][2] == "−10"
    assert told["none"][2] == ""
    assert all(re.fullmatch(r"[+−]\d+", step) for step in steps if step)


def test_directions_and_turns_are_told_without_colours(guest: Guest, served: Served) -> None:
    sit_with(guest, served, (20, 10, 3, 60, 98, 97, 40), players=2)
    script = """(pile) => [
      document.querySelector(`[data-pile='${pile}'] .head path`).getAttribute('d'),
      document.querySelector(`[data-pile='${pile}'] .head .word`).textContent,
    ]"""
    up, down = (guest.page.evaluate(script, pile) for pile in (0, 2))
    assert up[0] != down[0]
    assert up[1] != down[1]
    stairs = """(pile) =>
      document.querySelector(`[data-pile='${pile}'] .stairs`).style.clipPath"""
    assert guest.page.evaluate(stairs, 0) != guest.page.evaluate(stairs, 2)
    gap = """(pile) => document.querySelector(`[data-pile='${pile + 1}']`).getBoundingClientRect().x
      - document.querySelector(`[data-pile='${pile}']`).getBoundingClientRect().right"""
    assert guest.page.evaluate(gap, 1) > guest.page.evaluate(gap, 0)
    state = guest.page.get_by_role("region", name=WORDS("web.turn.title"))
    assert WORDS("web.turn.yours") in state.inner_text()
    assert guest.page.locator("[data-seat='1'][aria-current]").count() == 0


def test_a_card_that_must_be_covered_says_so(
    invite: Invite, browser: Browser, served: Served
) -> None:
    guest = invite(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    SCENES["on-fire"](Stand(served, browser), guest)
    pile = guest.page.locator("[data-pile='0']")
    assert WORDS("web.pile.cover") in pile.inner_text()
    assert WORDS("web.mark.fire") in pile.get_by_role("button").first.inner_text()
    guest.see(WORDS("duty.cover_fire", count=1))
    guest.page.tap("[data-hand-card='44']")
    guest.see(WORDS("web.mark.about.fire"))
    guest.page.tap("[data-hand-card='25']")
    guest.page.tap("[data-pile='0'].lit .target")
    guest.page.locator(".pile.due").wait_for(state="detached")
    assert guest.page.get_by_text(WORDS("duty.cover_fire", count=1)).count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_makes_a_pile_wider(invite: Invite, served: Served, language: str) -> None:
    guest = invite(locale=language, viewport={"width": 360, "height": 740})
    sit_with(guest, served, (20, 10, 3, 60, 98, 97, 40, 50))
    _watch(guest)
    for card in look(guest).hand:
        guest.page.click(f'[data-hand-card="{card}"]')
        guest.page.locator(".tag").first.wait_for()
    assert len(guest.page.evaluate("() => [...window.places]")) == 1
