"""What is shown is shown whole: words on plates and buttons, the sun, the seats."""

import pytest
from playwright.sync_api import Browser
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS
from tests.web.playing import ask_hint
from tests.web.prepared import sit_with
from tests.web.scenes import SCENES, Stand

from tenback.texts import LANGUAGES

_CARDS = (20, 10, 3, 60, 98, 97, 40)
#: Pixels: nobody reads smaller letters at arm's length.
_SMALLEST = 11

#: Which words of plates stick out of what is seen of their plate.
_CUT_PLATES = """() => [...document.querySelectorAll('[data-pile] .plate')].filter((plate) => {
  const words = [...plate.querySelectorAll('b, span, kbd')]
    .filter((one) => one.getClientRects().length > 0)
    .map((one) => one.getBoundingClientRect());
  const box = plate.getBoundingClientRect();
  return words.some(({ left, right, bottom }) =>
    left < box.left || right > box.right + 1 || bottom > box.bottom + 0.5);
}).map((plate) => plate.textContent)"""

#: The words of signals that are cut off or hidden, and the size of their letters.
_SIGNALS = """() => {
  const words = [...document.querySelectorAll('[data-pile] .own .word')]
    .filter((one) => one.getClientRects().length > 0);
  const cut = words.filter((word) => {
    const { left, right } = word.getBoundingClientRect();
    const box = word.closest('button').getBoundingClientRect();
    return left < box.left + 1 || right > box.right - 1
      || getComputedStyle(word).visibility !== 'visible';
  });
  return {
    count: words.length,
    cut: cut.map((one) => one.textContent),
    smallest: Math.min(...words.map((one) => parseFloat(getComputedStyle(one).fontSize))),
  };
}"""

_SUN_IS_WHOLE = """() => {
  const sun = document.querySelector('[data-sun]').getBoundingClientRect();
  const picture = document.querySelector('[data-result] .picture').getBoundingClientRect();
  return sun.top >= picture.top && sun.left >= picture.left && sun.right <= picture.right;
}"""

#: Which seats lie half under the result.
_HALF_SEATS = """() => {
  const end = document.querySelector('[data-result]').getBoundingClientRect();
  return [...document.querySelectorAll('[data-seat]')].filter((seat) => {
    const { top, bottom } = seat.getBoundingClientRect();
    return top < end.top && bottom > end.top + 1;
  }).length;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_plates_show_their_words_on_low_boards(
    invite: Invite, served: Served, language: str
) -> None:
    guest = invite(locale=language, viewport={"width": 844, "height": 390})
    sit_with(guest, served, _CARDS, players=2)
    for width, height in ((844, 390), (740, 360), (640, 400), (390, 844), (1280, 800)):
        guest.page.set_viewport_size({"width": width, "height": height})
        assert guest.page.evaluate(_CUT_PLATES) == [], (width, height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_signals_are_read(invite: Invite, served: Served, language: str) -> None:
    guest = invite(locale=language)
    sit_with(guest, served, _CARDS, players=2)
    for width, height in ((390, 844), (412, 915), (1280, 800), (1440, 900), (2560, 1440)):
        guest.page.set_viewport_size({"width": width, "height": height})
        seen = guest.page.evaluate(_SIGNALS)
        assert (seen["count"], seen["cut"]) == (8, []), (width, height)
        assert seen["smallest"] >= _SMALLEST, (width, height)


def test_a_hint_leaves_signals_in_sight(invite: Invite, served: Served) -> None:
    guest = invite(viewport={"width": 390, "height": 844})
    sit_with(guest, served, _CARDS, players=2)
    ask_hint(guest)
    assert guest.page.evaluate(_SIGNALS)["cut"] == []


def test_the_sun_of_a_won_game_is_whole(invite: Invite, browser: Browser, served: Served) -> None:
    guest = invite()
    SCENES["result"](Stand(served, browser), guest)
    for width, height in ((1280, 800), (1440, 900), (1920, 1080), (390, 844), (844, 390)):
        guest.page.set_viewport_size({"width": width, "height": height})
        assert guest.page.evaluate(_SUN_IS_WHOLE), (width, height)


@pytest.mark.parametrize("scene", ["result", "lost"])
def test_a_result_on_a_phone_cuts_no_seat(
    invite: Invite, browser: Browser, served: Served, scene: str
) -> None:
    guest = invite(viewport={"width": 390, "height": 844})
    SCENES[scene](Stand(served, browser), guest)
    assert guest.page.evaluate(_HALF_SEATS) == 0


def test_what_happened_last_begins_at_the_draw_pile(invite: Invite, served: Served) -> None:
    """However short it is; in the middle it would move with every sentence."""
    guest = invite(viewport={"width": 390, "height": 844})
    sit_with(guest, served, _CARDS, players=2)
    name = f"A1: {WORDS('web.signal.keep_off')}"
    guest.page.get_by_role("button", name=name).click()
    guest.page.get_by_role("button", name=name, pressed=True).wait_for()
    gap = """() => document.querySelector('.beside .last').getBoundingClientRect().left
      - document.querySelector('[data-deck]').getBoundingClientRect().right"""
    guest.page.locator(".beside .last").wait_for()
    assert guest.page.evaluate(gap) < 24
