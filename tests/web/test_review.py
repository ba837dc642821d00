"""Reviews on the screen: asked for, followed, walked through, and turns played again."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page
from tests.server.reviewing.games import given_up, text_of
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, Touch, give_up, play_turn
from tests.web.practising import practise

from tenback.table import Settings

#: Milliseconds that a review may take on a slow machine.
_PATIENCE = 150_000
#: What reaches beyond the screen, if the page scrolls sideways.
_TOO_WIDE = """() => document.documentElement.scrollWidth > innerWidth
  ? [...document.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .slice(0, 5).map((one) => one.outerHTML.slice(0, 120))
  : []"""


def sent(guest: Guest) -> Page:
    """Send the record of a game that was given up after three turns, and have it reviewed."""
    page = guest.go("/review")
    page.get_by_label(WORDS("web.review.send.record")).fill(text_of(2))
    page.get_by_role("button", name=WORDS("web.review.ask")).click()
    page.locator("[data-curve]").wait_for(timeout=_PATIENCE)
    return page


def curve(page: Page) -> Locator:
    return page.get_by_role("slider", name=WORDS("web.review.curve.title"))


def test_the_result_leads_to_the_review_which_is_kept(guest: Guest, served: Served) -> None:
    page = guest.sit(served.open(players=1, start=True))
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    play_turn(guest, Mouse())
    give_up(guest)
    page.get_by_role("link", name=WORDS("web.review.ask")).click()
    page.locator("[data-curve]").wait_for(timeout=_PATIENCE)
    assert curve(page).get_attribute("max") == "2"
    page.goto(page.url.partition("?")[0])  # whoever comes for the replay sees it at once
    page.locator("[data-curve]").wait_for()


def test_the_curve_goes_with_the_replay(guest: Guest) -> None:
    page = sent(guest)
    moment = page.get_by_role("slider", name=WORDS("web.replay.moment"))
    box = curve(page).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    guest.until("() => document.querySelector('[data-curve] input').value === '2'")
    assert "After 2 of 4 turns" in (curve(page).get_attribute("aria-valuetext") or "")
    assert 0 < int(moment.input_value()) < int(moment.get_attribute("max") or 0)
    page.keyboard.press("End")
    guest.until("() => document.querySelector('[data-curve] input').value === '4'")
    page.get_by_role("button", name="Bo", exact=True).click()  # one player's own chance
    assert "After 4 of 4 turns: 0%" in (curve(page).get_attribute("aria-valuetext") or "")
    page.get_by_text(WORDS("web.review.curve.as_table")).click()
    assert page.locator("[data-curve] tbody tr").count() == 4


def test_a_costly_turn_is_shown_on_the_board(guest: Guest) -> None:
    page = sent(guest)
    turn = page.locator("[data-costly] [data-turn='4']")
    assert "??" in turn.inner_text()
    guest.see(WORDS("review.why.conceded"))
    turn.get_by_role("button", name=WORDS("web.review.turn.show")).click()
    page.locator(".pile.pointed .order").first.wait_for()
    assert page.locator(".hands .shown").count() >= 2
    page.keyboard.press("ArrowLeft")  # another moment: the better turn does not belong to it
    guest.until("() => document.querySelector('.pile.pointed') === null")


def test_the_account_adds_up_as_it_is_written_and_the_line_is_there(guest: Guest) -> None:
    page = sent(guest)
    told = page.locator("tr:is(.start, .lost, .luck, .hidden, .end) .points").all_inner_texts()
    points = [int(text.replace("−", "-").rstrip("%").strip()) for text in told]
    assert sum(points[:4]) == points[4] == 0
    page.locator("[data-deal='winnable'] summary").click()
    assert page.locator("[data-deal] li").count() > 10
    page.get_by_role("button", name=WORDS("web.review.deal.watch")).click()
    page.locator("[data-line] [data-pile]").first.wait_for()
    page.keyboard.press("End")
    page.get_by_role("button", name=WORDS("web.review.learn.back")).click()
    page.locator("[data-curve]").wait_for()


@pytest.mark.parametrize("is_phone", [False, True])
def test_a_turn_is_played_again_and_judged(invite: Invite, served: Served, is_phone: bool) -> None:
    size = {"width": 320, "height": 640} if is_phone else {"width": 1280, "height": 800}
    guest = invite(viewport=size, has_touch=is_phone)
    ticket = served.run(served.hall.adopt(given_up(2), Settings(), 0))
    page = guest.go(f"/t/{ticket.code}/games/1?review")
    page.locator("[data-curve]").wait_for(timeout=_PATIENCE)
    assert page.evaluate(_TOO_WIDE) == []
    page.get_by_role("button", name=WORDS("web.review.turn.learn")).first.click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    # Nothing but the mover's own hand is on the screen.
    record = given_up(2)
    assert page.locator("[data-hand-card]").count() == record.rules.hand_size
    assert page.locator(".hands").count() == 0
    practise(guest, Touch() if is_phone else Mouse())
    page.locator("[data-attempt]").wait_for(timeout=_PATIENCE)
    guest.see(WORDS("web.review.learn.row.now"))
    assert page.evaluate(_TOO_WIDE) == []
    page.get_by_role("button", name=WORDS("web.review.learn.again")).click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    page.get_by_role("button", name=WORDS("web.review.learn.back")).click()
    page.locator(".pile.pointed").first.wait_for()


def test_any_record_is_pasted_or_chosen(guest: Guest, tmp_path: Path) -> None:
    guest.go().get_by_role("link", name=WORDS("web.review.title")).click()
    page = guest.page
    page.get_by_label(WORDS("web.review.send.record")).fill(text_of(2).replace("4.", "5."))
    page.get_by_role("button", name=WORDS("web.review.ask")).click()
    guest.see(WORDS("refusal.RECORD.turn_number", line=16, number=4, found=5))
    guest.troubles.clear()  # the browser notes that the record was refused
    file = tmp_path / "game.tenback"
    file.write_text(text_of(2), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("[data-curve]").wait_for(timeout=_PATIENCE)
    guest.see("Ana and Bo")
    page.get_by_role("button", name=WORDS("web.review.another")).click()
    page.get_by_label(WORDS("web.review.send.record")).wait_for()
