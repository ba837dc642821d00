"""The printed deck of an owner of the game: entered, kept, shared, and played with."""

import json
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest

from tenback.records.layouts import read_layout
from tenback.rules import EVEN, CardCommand, Layout

#: No deck that anybody publishes: the numbers in order, every third one.
PRINTED = {
    command.value: [2 + 12 * n + 3 * k for k in range(4)] for n, command in enumerate(CardCommand)
}


def _form(guest: Guest) -> Locator:
    form = guest.set_up()
    form.get_by_role("radio", name=WORDS("web.game.extreme")).check()
    form.get_by_text(WORDS("web.new.rules")).click()
    return form


def _number(page: Page, number: int) -> Locator:
    return page.locator(f"[data-number='{number}']")


def _choose(page: Page, command: str) -> None:
    page.get_by_role("radio", name=WORDS(f"command.{command}")).check()


def _enter(page: Page) -> None:
    """Enter the deck, command by command: the next one is chosen by itself."""
    for numbers in PRINTED.values():
        for number in numbers:
            _number(page, number).click()


def _keep(page: Page) -> Locator:
    return page.get_by_role("button", name=WORDS("web.layout.keep"))


def _layout_of(guest: Guest, served: Served) -> Layout:
    guest.page.wait_for_url("**/t/*")
    live = served.run(served.hall.find(guest.page.url.rpartition("/")[2]))
    assert live is not None
    return live.table.rules.layout


def test_the_deck_is_entered_kept_and_played_with(guest: Guest, served: Served) -> None:
    form, page = _form(guest), guest.page
    assert "none of the ready-made layouts is the published one" in form.inner_text()
    form.get_by_role("button", name=WORDS("web.layout.enter")).click()
    assert _keep(page).is_disabled()
    guest.see(WORDS("web.layout.too_few", command="SKULL", count=4))
    _enter(page)
    guest.see(WORDS("web.layout.complete"))
    _keep(page).click()
    page.get_by_role("button", name=WORDS("web.layout.edit")).wait_for()
    assert form.get_by_label(WORDS("web.option.layout")).input_value() == "own"
    form.get_by_role("button", name=WORDS("web.new.open")).click()
    guest.see(f"{WORDS('web.option.layout')}: {WORDS('web.option.value.layout.own')}")
    assert _layout_of(guest, served) == Layout.custom(PRINTED)

    # It is kept in this browser, and one click plays with it.
    page = guest.go()
    guest.see(WORDS("web.layout.solo"))
    page.get_by_role("button", name=WORDS("web.game.extreme")).first.click()
    assert _layout_of(guest, served) == Layout.custom(PRINTED)


def test_what_is_no_deck_is_refused_with_the_reason(guest: Guest) -> None:
    page = guest.go("/layout")
    for number in PRINTED["STOP"][:3]:
        _number(page, number).click()
    guest.see(WORDS("web.layout.too_few", command="STOP", count=1))
    _choose(page, "SKULL")
    _number(page, PRINTED["STOP"][0]).click()
    guest.see(WORDS("web.layout.taken", number=2, command="STOP"))
    assert _number(page, 2).get_attribute("aria-label") == "2, STOP"
    _choose(page, "STOP")
    _number(page, PRINTED["STOP"][3]).click()
    _choose(page, "STOP")
    _number(page, 50).click()
    guest.see(WORDS("web.layout.full", command="STOP", wanted=4))
    _number(page, 2).click()
    guest.see(WORDS("web.layout.too_few", command="STOP", count=1))
    assert _keep(page).is_disabled()


def test_the_grid_is_used_by_keyboard(guest: Guest) -> None:
    page = guest.go("/layout")
    _number(page, 2).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    assert _number(page, 13).get_attribute("aria-pressed") == "true"


def test_the_file_is_the_one_of_the_command_line(guest: Guest, tmp_path: Path) -> None:
    page = guest.go("/layout")
    _enter(page)
    with page.expect_download() as download:
        page.get_by_role("link", name=WORDS("web.layout.download")).click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert read_layout(file) == Layout.custom(PRINTED)

    page.get_by_role("button", name=WORDS("web.layout.clear")).click()
    assert _keep(page).is_disabled()
    page.locator("input[type=file]").set_input_files(file)
    guest.see(WORDS("web.layout.complete"))

    wrong = tmp_path / "wrong.json"
    for content, told in (
        ("[]", "This is not a deck"),
        (json.dumps(PRINTED | {"STOP": [2, 5, 8, 14]}), WORDS("web.layout.twice", number=14)),
        (json.dumps(PRINTED | {"STOP": [2, 5, 8, 100]}), "100 is not a card; cards are 2 to 99."),
        (json.dumps(PRINTED | {"BOMB": [50]}), "There is no command BOMB; the commands are STOP"),
    ):
        wrong.write_text(content, encoding="utf-8")
        page.locator("input[type=file]").set_input_files(wrong)
        guest.see(told)
        guest.see(WORDS("web.layout.complete"))  # what was there stays


def test_a_link_brings_the_deck_along(invite: Invite) -> None:
    ana, bo = invite(), invite()
    page = ana.go("/layout")
    _enter(page)
    link = page.get_by_text("/layout?cards=").inner_text()
    parts = urlsplit(link)
    page = bo.go(f"{parts.path}?{parts.query}")
    bo.see(WORDS("web.layout.from_link"))
    bo.see(WORDS("web.layout.complete"))
    _keep(page).click()
    bo.see(WORDS("web.layout.kept"))
    page.reload()
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('tenback.layout'))")
    assert Layout.custom(kept) == Layout.custom(PRINTED)
    page.get_by_role("button", name=WORDS("web.layout.forget")).click()
    assert page.evaluate("() => localStorage.getItem('tenback.layout')") is None


def test_our_own_layout_is_not_taken_for_a_printed_one(guest: Guest) -> None:
    word = ";".join(f"{kind}:{','.join(map(str, EVEN.numbers(kind)))}" for kind in CardCommand)
    guest.go(f"/layout?cards={word}")
    guest.see(WORDS("web.layout.kept_as_even"))
