"""Where there is room it is used: talk beside the piles, words on signals, larger piles in solo."""

import pytest
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_TALL = {"width": 390, "height": 844}
#: How far to the right anything reaches that lies on the table.
_REACH = """() => Math.max(...[...document.querySelectorAll(
  '[data-pile], [data-hand-card], [data-deck], main button.button',
)].map((one) => one.getBoundingClientRect().right))"""
#: The words on the signals of the first pile, as far as they are seen.
_WORDS = """() => [...document.querySelectorAll('[data-pile="0"] .own button')].map((one) => {
  const word = one.querySelector('.word');
  const { left, right } = word.getBoundingClientRect();
  const box = one.getBoundingClientRect();
  return right > left && left >= box.left && right <= box.right ? word.textContent : '';
})"""
_ROWS = """() => [...document.querySelectorAll('[data-pile]')].map((one) =>
  Math.round(one.getBoundingClientRect().top))"""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_talk_lies_over_nothing_at_a_desk(
    invite: Invite, served: Served, size: tuple[int, int]
) -> None:
    guest = invite(viewport={"width": size[0], "height": size[1]})
    guest.sit(served.open(players=3, bots=["greedy"] * 2, start=True, settings={"starter": "lot"}))
    guest.until(_HAND)
    guest.open_story()
    drawer = guest.page.locator("aside").bounding_box()
    assert drawer is not None
    assert guest.page.evaluate(_REACH) <= drawer["x"]
    guest.open_story()  # the button has not moved away: it closes what it opened
    guest.page.locator("aside").wait_for(state="detached")


@pytest.mark.parametrize("width", [360, 390])
def test_signals_have_words_on_a_tall_phone(invite: Invite, served: Served, width: int) -> None:
    guest = invite(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
    guest.sit(served.open(players=2, bots=["greedy"], start=True, settings={"starter": "lot"}))
    guest.until(_HAND)
    kinds = ("keep_off", "small_steps")
    assert guest.page.evaluate(_WORDS) == [WORDS(f"web.signal.short.{kind}") for kind in kinds]


def test_alone_on_a_tall_phone_piles_are_in_two_rows(invite: Invite) -> None:
    guest = invite(viewport=_TALL, has_touch=True, is_mobile=True)
    guest.go().get_by_role("button", name="Original").first.click()
    guest.until(_HAND)
    first, second, third, fourth = guest.page.evaluate(_ROWS)
    assert first == second < third == fourth
