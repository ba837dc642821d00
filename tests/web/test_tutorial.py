"""Lessons are followed by what they mark on the table: by mouse, by touch, by keyboard."""

from collections.abc import Callable

import pytest
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest

from tenback.server.tutorials import LESSONS

_READ_ON = ".lesson button.main"
_CARD = ".pointed [data-hand-card]"
_PILE = "[data-pile].pointed .target"
_BUTTON = "button.pointed:enabled"
#: How much of the words has to be scrolled to, in pixels; one of them may come from rounding.
_HIDDEN = """() => {
  const words = document.querySelector('.lesson .text');
  return words.scrollHeight - words.clientHeight;
}"""


def _by_mouse(guest: Guest, sign: str) -> None:
    guest.page.click(sign)


def _by_touch(guest: Guest, sign: str) -> None:
    guest.page.tap(sign)


def _by_keys(guest: Guest, sign: str) -> None:
    """Press the keys that a thing answers to; focus buttons that have none."""
    there = guest.page.locator(sign)
    keys = there.get_attribute("data-hand-card") or there.get_attribute("aria-keyshortcuts")
    for key in (keys or "").lower():
        guest.page.keyboard.press(key)
    if not keys:
        there.focus()
        guest.page.keyboard.press("Enter")


def _do_what_is_marked(guest: Guest, act: Callable[[Guest, str], None]) -> None:
    page = guest.page
    if page.locator(_READ_ON).count():
        act(guest, _READ_ON)
    elif page.locator(_CARD).count():
        act(guest, _CARD)
        act(guest, _PILE)
    elif page.locator(_BUTTON).count():
        act(guest, _BUTTON)


@pytest.mark.parametrize(
    ("game", "act", "language"),
    [("original", _by_mouse, "fr"), ("extreme", _by_keys, "de"), ("duel", _by_touch, "fr")],
)
def test_a_lesson_is_followed_to_its_end(
    invite: Invite, game: str, act: Callable[[Guest, str], None], language: str
) -> None:
    desk = {"width": 1280, "height": 800}
    guest = invite(has_touch=act is _by_touch, locale=language, viewport=desk)
    page = guest.go(f"/tutorial/{game}")
    steps = page.locator("[data-step]")
    steps.wait_for()
    went_on = "(step) => document.querySelector('[data-step]').dataset.step !== step"
    while (step := steps.get_attribute("data-step")) != str(len(LESSONS[game].steps)):
        assert page.evaluate(_HIDDEN) <= 1, f"words of step {step} are out of sight"
        _do_what_is_marked(guest, act)
        guest.until(went_on, step)
    assert page.evaluate(_HIDDEN) <= 1, "words of the last step are out of sight"
    act(guest, _READ_ON)
    page.wait_for_url("**/t/*")
    guest.until("() => document.querySelector('[data-hand-card]') !== null")


def test_another_move_is_allowed_and_can_be_taken_back(guest: Guest) -> None:
    page = guest.go("/tutorial/original")
    page.click(_READ_ON)
    page.locator("[data-step='2']").wait_for()
    page.click('[data-hand-card="12"]')
    page.click('[data-pile="0"].lit .target')
    guest.see(WORDS("web.tutorial.aside"))
    page.click(_READ_ON)  # takes it back
    page.locator(".pointed [data-hand-card='5']").wait_for()
    page.click('[data-hand-card="97"]')  # what the step after this one asks for
    page.click('[data-pile="2"].lit .target')
    guest.see(WORDS("web.tutorial.allowed"))
    page.click('[data-hand-card="5"]')
    page.click('[data-pile="0"].lit .target')
    page.locator("[data-step='4']").wait_for()
