"""Every language is spoken at once, and nothing on the screen is lost by it."""

import pytest
from tests.web.conftest import Invite
from tests.web.guest import Guest

from tenback.texts import LANGUAGES, Texts, language_name

_NAMES = {language: language_name(language) for language in LANGUAGES}


@pytest.mark.parametrize("language", _NAMES)
def test_the_browsers_language_is_spoken(invite: Invite, language: str) -> None:
    guest = invite(locale=language)
    guest.go()
    assert guest.see(Texts(language)("web.lobby.title"))


def test_a_language_is_chosen_in_the_middle_of_a_game(guest: Guest) -> None:
    page = guest.go()
    page.get_by_role("button", name="Original").click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    card = page.locator("[data-hand-card]").first
    number = card.get_attribute("data-hand-card")
    card.click()
    for language, name in _NAMES.items():
        texts = Texts(language)
        page.locator("header .menu").click()
        page.get_by_role("button", name=name).click()
        page.keyboard.press("Escape")
        page.get_by_role("button", name=texts("web.turn.end")).wait_for()
        assert page.evaluate("() => document.documentElement.lang") == language
        picked = page.locator(f"[data-hand-card='{number}']")
        assert picked.get_attribute("aria-pressed") == "true"
    page.reload()
    page.get_by_role("button", name=Texts(LANGUAGES[-1])("web.turn.end")).wait_for()
