"""Lessons are followed by what they mark on the table."""

import pytest
from tests.web.guest import Guest

from tenback.server.tutorials import LESSONS

_STEP = "(step) => Number(document.querySelector('[data-step]')?.dataset.step) > step"


def _step(guest: Guest) -> int:
    return int(guest.page.locator("[data-step]").get_attribute("data-step") or 0)


def _do_what_is_marked(guest: Guest) -> None:
    page = guest.page
    read_on = page.get_by_role("button", name="Go on")
    card = page.locator(".hinted [data-hand-card]")
    if read_on.count():
        read_on.click()
    elif card.count():
        card.click()
        page.locator("[data-pile].hinted .target").click()
    elif page.locator("button.hinted").count():
        page.locator("button.hinted").click()


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_followed_to_its_end(guest: Guest, game: str) -> None:
    page = guest.go(f"/tutorial/{game}")
    page.locator("[data-step='1']").wait_for()
    last = len(LESSONS[game].steps)
    while (step := _step(guest)) < last:
        _do_what_is_marked(guest)
        guest.until(_STEP, step)
    page.get_by_role("button", name="Play on here").click()
    page.wait_for_url("**/t/*")
    guest.until("() => document.querySelector('[data-hand-card]') !== null")


def test_another_move_is_allowed_and_can_be_taken_back(guest: Guest) -> None:
    page = guest.go("/tutorial/original")
    page.get_by_role("button", name="Go on").click()
    page.locator("[data-step='2']").wait_for()
    page.click('[data-hand-card="12"]')
    page.click('[data-pile="0"].lit .target')
    guest.see("Allowed, but now the lesson’s move does not fit any more.")
    page.get_by_role("button", name="Take back").first.click()
    page.locator(".hinted [data-hand-card='5']").wait_for()
    page.click('[data-hand-card="97"]')  # what the step after this one asks for
    page.click('[data-pile="2"].lit .target')
    guest.see("That is allowed, too.")
    page.click('[data-hand-card="5"]')
    page.click('[data-pile="0"].lit .target')
    page.locator("[data-step='4']").wait_for()
