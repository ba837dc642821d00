"""The deal of the day and sharing, through the screen."""

import pytest
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.days import TODAY, Days
from tests.web.guest import WORDS, Guest
from tests.web.playing import give_up
from tests.web.scenes import PHONE

from tenback.records.daily import daily_kinds

_COPIED = "() => window.copied"
_CLIPBOARD = """
window.copied = '';
navigator.clipboard.writeText = async (text) => { window.copied = text; };
"""


@pytest.fixture
def days(served: Served) -> Days:
    return Days(served)


def test_the_lobby_leads_to_the_deals_of_the_day(guest: Guest, days: Days) -> None:
    days.live(guest)
    tile = guest.go().locator("[data-daily]")
    tile.get_by_text(WORDS("web.daily.streak", count=12)).wait_for()
    tile.click()
    guest.page.locator("[data-yesterday]").wait_for()
    assert guest.page.locator("[data-deal]").count() == len(daily_kinds())
    assert WORDS("web.daily.streak", count=12) in guest.page.inner_text("main")
    record = guest.page.locator('[data-deal="original-1"] [data-record]').inner_text()
    assert WORDS("web.daily.own_record", count=12, won=4) in record


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_a_deal_is_played_once_for_the_count_and_shared(
    invite: Invite, days: Days, device: dict[str, object]
) -> None:
    guest = invite(**device)
    guest.context.add_init_script(_CLIPBOARD)
    days.live(guest, streak=0)
    deal = guest.go("/daily").locator('[data-deal="extreme-1"]')
    deal.get_by_role("button", name=WORDS("web.daily.play"), exact=True).click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    guest.go("/daily")  # a game that counts goes on
    deal.get_by_role("link", name=WORDS("web.daily.go_on")).click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    give_up(guest)
    result = guest.page.locator("[data-result]")
    result.get_by_role("link", name=WORDS("web.daily.page")).wait_for()
    result.locator("[data-share]").click()
    guest.page.locator("[data-copy=text]").click()
    guest.until(_COPIED)
    text = guest.page.evaluate(_COPIED)
    assert text.splitlines()[0].startswith(WORDS("web.daily.title"))
    assert "November 16, 2026" in text
    assert text.splitlines()[-1].endswith("/daily")
    assert text.count("↑") == text.count("↓") == 2
    guest.page.keyboard.press("Escape")
    result.get_by_role("link", name=WORDS("web.result.replay")).click()
    guest.see(WORDS("web.replay.title"))  # sealed to others, not to the player
    guest.go("/daily")
    deal.get_by_text(WORDS("web.daily.yours")).wait_for()
    assert WORDS("web.daily.streak", count=1) in guest.page.inner_text("main")
    deal.get_by_role("button", name=WORDS("web.daily.again")).click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")


def test_a_stranger_does_not_see_a_game_of_today(invite: Invite, days: Days) -> None:
    player, stranger = invite(), invite()
    days.live(player, streak=0)
    deal = player.go("/daily").locator('[data-deal="on-fire-1"]')
    deal.get_by_role("button", name=WORDS("web.daily.play"), exact=True).click()
    player.until("() => document.querySelector('[data-hand-card]') !== null")
    code = player.page.url.rpartition("/")[2]
    give_up(player)
    player.page.locator("[data-result]").wait_for()
    stranger.go(f"/t/{code}/games/1")
    stranger.see(WORDS("refusal.SEALED"))
    stranger.troubles = [one for one in stranger.troubles if "403" not in one]


def test_yesterdays_key_is_checked_by_the_page(guest: Guest, days: Days) -> None:
    days.live(guest, streak=0)
    page = guest.go("/daily")
    page.get_by_text(WORDS("web.daily.proof.title")).click()
    page.locator("[data-key-fits=true]").wait_for()
    assert guest.page.evaluate("() => localStorage.getItem('tenback.daily.anchor')")
    assert TODAY.isoformat() in page.evaluate("() => localStorage['tenback.daily.anchor']")


def test_an_ordinary_game_is_shared_with_a_link_to_its_replay(guest: Guest, served: Served) -> None:
    guest.context.add_init_script(_CLIPBOARD)
    seat = served.open("original", players=1, start=True)
    guest.sit(seat)
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    give_up(guest)
    guest.page.locator("[data-share]").click()
    guest.page.locator("[data-copy=text]").click()
    guest.until(_COPIED)
    text = guest.page.evaluate(_COPIED)
    assert text.startswith("tenback")
    assert text.endswith(f"/t/{seat['code']}/games/1")
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name=WORDS("web.send.save")).click()
    assert download.value.suggested_filename == "tenback.png"
