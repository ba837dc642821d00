"""Whoever follows a link to a table is told what is there, and what can be done."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.server.serving import Served, serving
from tests.server.waiting import wait_for
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.scenes import Stand

from tenback.server.live.upkeep import close_table

_LOBBY = WORDS("web.result.lobby")


def _without_status(guest: Guest, *statuses: str) -> None:
    """The browser notes answers that are no success; these are what the test is about."""
    guest.troubles = [told for told in guest.troubles if not any(s in told for s in statuses)]


def test_friends_wait_for_whoever_was_invited(guest: Guest, served: Served) -> None:
    table = served.open(players=3)
    guest.go(f"/t/{table['code']}")
    guest.see(WORDS("web.join.waiting", names="Ana", count=1))
    guest.see(WORDS("web.game.about.original"))
    served.sit(table["code"], "Bo")
    guest.page.reload()
    guest.see(WORDS("web.join.waiting", names="Ana and Bo", count=2))
    lesson = guest.page.get_by_role("link", name=WORDS("web.rules.lesson"))
    assert lesson.get_attribute("target") == "_blank"  # the table waits here


@pytest.mark.parametrize("why", ["full", "playing"])
def test_a_table_without_a_free_seat_says_why(guest: Guest, served: Served, why: str) -> None:
    if why == "full":
        table = served.open(players=2)
        served.sit(table["code"], "Bo")
    else:
        table = served.open(players=1, start=True)
    page = guest.go(f"/t/{table['code']}")
    page.get_by_role("heading", name=WORDS(f"web.join.title_{why}")).wait_for()
    assert page.get_by_role("button", name=WORDS("web.join.watch")).is_visible()
    assert page.get_by_role("link", name=_LOBBY, exact=True).is_visible()


def test_a_finished_game_can_be_looked_at(guest: Guest, served: Served, browser: Browser) -> None:
    page = guest.go(f"/t/{Stand(served, browser).won()['code']}")
    page.get_by_role("heading", name=WORDS("web.join.title_over")).wait_for()
    page.get_by_role("button", name=WORDS("web.result.look")).click()
    page.locator("[data-result]").wait_for()


def test_whoever_had_a_seat_at_a_table_that_is_gone_is_told(guest: Guest) -> None:
    page = guest.sit({"code": "NOSUCH9", "token": "x" * 32})
    guest.see(WORDS("refusal.NO_TABLE", code="NOSUCH9"))
    guest.see(WORDS("web.join.expired"))
    assert page.get_by_role("link", name=_LOBBY, exact=True).is_visible()
    _without_status(guest, "404")


@pytest.fixture
def sleepy(tmp_path: Path, served: Served) -> Iterator[Served]:
    """A server that puts tables to sleep as soon as nobody is there."""
    del served  # only for the client it has built
    with serving(tmp_path / "tables.db", sleep_seconds=0.2) as running:
        yield running


def test_of_a_table_that_has_expired_the_games_are_left(
    invite: Invite, sleepy: Served, browser: Browser
) -> None:
    seat = Stand(sleepy, browser).won()
    wait_for(lambda: sleepy.hall.tables_awake == 0)

    async def expire() -> None:
        row = await sleepy.store.find(seat["code"])
        assert row is not None
        await close_table(sleepy.store, row)

    sleepy.run(expire())
    guest = invite(sleepy.url)
    page = guest.sit(seat)
    guest.see(WORDS("refusal.CLOSED"))
    page.get_by_role("link", name=WORDS("web.result.replay")).click()
    page.get_by_role("slider").wait_for()
    _without_status(guest, "410")
