"""After a game: the result, the replay, the record, the proof, the own statistics."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.server.serving import Served
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, give_up, play_turn

from tenback.records import parse_record

_TOPS = (
    "() => [...document.querySelectorAll('[data-pile] .top')].map((top) => top.textContent.trim())"
)


@pytest.fixture
def finished(guest: Guest, served: Served) -> Guest:
    """Somebody who gave up after a turn."""
    guest.sit(served.open(players=1, start=True))
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    play_turn(guest, Mouse())
    give_up(guest)
    guest.page.locator("[data-result]").wait_for()
    return guest


def test_the_replay_is_walked_through_and_downloaded(finished: Guest, tmp_path: Path) -> None:
    page = finished.page
    end = page.evaluate(_TOPS)
    page.get_by_role("link", name="Watch the replay").click()
    slider = page.get_by_role("slider")
    slider.wait_for()
    assert page.evaluate(_TOPS) == ["1", "1", "100", "100"]
    last = slider.get_attribute("max")
    page.keyboard.press("End")
    finished.until("(last) => document.querySelector('input[type=range]').value === last", last)
    assert page.evaluate(_TOPS) == end
    finished.see("gives up")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    finished.see(" lays ")
    page.keyboard.press("Space")
    finished.until("(last) => document.querySelector('input[type=range]').value === last", last)
    page.get_by_role("list", name="The turns").get_by_role("button").first.click()
    shown = slider.input_value()
    assert shown not in ("0", last)
    page.wait_for_url(f"**/games/1?at={int(shown) + 1}")
    page.reload()  # the link stands by itself and leads to the same moment
    slider.wait_for()
    assert slider.input_value() == shown
    _download_the_record(page, tmp_path)


def _download_the_record(page: Page, folder: Path) -> None:
    files: dict[str, str] = {}
    for name in ("Record as text", "Record as JSON"):
        with page.expect_download() as waiting:
            page.get_by_role("link", name=name).click()
        waiting.value.save_as(folder / name)
        files[name] = (folder / name).read_text(encoding="utf-8")
    record = parse_record(files["Record as text"])
    assert record.rules.game.id == "original"
    assert json.loads(files["Record as JSON"])["names"] == list(record.names)


def test_a_replay_without_a_line_says_that_the_server_is_out_of_reach(guest: Guest) -> None:
    guest.page.route("**/api/tables/**", lambda route: route.abort())
    guest.go("/t/ABCDE/games/1")
    guest.see(WORDS("web.failure.unreachable"))
    guest.troubles = [one for one in guest.troubles if "ERR_FAILED" not in one]


def test_the_deal_is_checked(finished: Guest) -> None:
    page = finished.page
    page.get_by_role("link", name="Check the deal").click()
    finished.see("It matches: these cards were fixed before the game.")
    text = page.get_by_label("Text revealed after the game")
    told = text.input_value()
    text.fill(told.replace("original 1", "original 2"))
    page.get_by_role("button", name="Check", exact=True).click()
    finished.see("It does not match")
    text.fill(told.replace("\n", "\r\n") + "\n")  # as it comes out of a mail
    page.get_by_role("button", name="Check", exact=True).click()
    finished.see("It matches")


def test_another_game_and_the_own_statistics(finished: Guest) -> None:
    page = finished.page
    page.reload()
    page.locator("[data-result]").wait_for()
    page.get_by_role("button", name="Play again").click()
    finished.until("() => document.querySelector('main').dataset.stage === 'playing'")
    finished.go("/statistics")
    games = page.locator("dl div", has_text="Games")
    assert games.inner_text().split() == ["Games", "1"]
    page.get_by_role("img", name="Chart of the last game").wait_for()
    page.get_by_role("button", name="Forget all games").click()
    page.get_by_role("group").get_by_role("button", name="Forget all games").click()
    finished.see("Finished games appear here")
