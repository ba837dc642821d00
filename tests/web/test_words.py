"""What the screen says, and to whom: taboos by option, French elision, number, links to rules."""

import re
from typing import get_args

import pytest
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest

from tenback.table.model import Eagerness
from tenback.texts import Texts

_EAGERNESS = get_args(Eagerness)
_HAND = "() => document.querySelector('[data-hand-card]') !== null"


@pytest.mark.parametrize("talk", ["oya", "nsv"])
def test_the_table_says_what_is_taboo_under_its_own_rule(
    guest: Guest, served: Served, talk: str
) -> None:
    table = served.open(
        players=2, bots=["greedy"], options={"talk": talk}, settings={"text": True}, start=True
    )
    guest.sit(table)
    guest.until(_HAND)
    guest.open_story()
    other = "nsv" if talk == "oya" else "oya"
    assert guest.page.get_by_text(WORDS(f"web.talk.taboo.{talk}"), exact=True).count() == 1
    assert guest.page.get_by_text(WORDS(f"web.talk.taboo.{other}"), exact=True).count() == 0


def test_a_refusal_leads_to_its_rule(guest: Guest, served: Served) -> None:
    table = served.open("extreme", players=2, bots=["greedy"], settings={"text": True}, start=True)
    page = guest.sit(table)
    guest.until(_HAND)
    guest.open_story()
    page.get_by_label(WORDS("web.talk.text")).fill("I have the 35")
    page.get_by_role("button", name=WORDS("web.talk.say"), exact=True).click()
    told = guest.see("This names a number")
    assert "G-23" not in told.inner_text()
    with guest.context.expect_page() as opened:
        page.get_by_role("link", name=WORDS("web.rule.read")).click()
    passage = opened.value.locator(".wanted")
    passage.first.wait_for()
    assert "Never name the number of a card you hold" in passage.first.inner_text()
    page.get_by_label(WORDS("web.talk.text")).fill("I have a 3! in hand, two cards to lay")
    page.get_by_role("button", name=WORDS("web.talk.say"), exact=True).click()
    guest.see("I have a 3! in hand")


def test_french_elides_before_a_name(invite: Invite, served: Served) -> None:
    texts = Texts("fr")
    host = served.open(players=2, settings={"starter": "host"})
    other = served.sit(host["code"], "Ondine")
    one, two = invite(locale="fr"), invite(locale="fr")
    one.sit(host)
    two.sit(other).get_by_role("button", name=texts("web.gathering.ready")).click()
    one.page.get_by_role("button", name=texts("web.gathering.start")).click()
    one.page.get_by_role("button", name="Ondine").click()
    one.see("Au tour d’Ondine")
    two.see(texts("web.turn.yours"))


def test_one_who_gives_up_is_named_in_the_singular(invite: Invite, served: Served) -> None:
    texts = Texts("fr")
    host = served.open(players=2)
    other = served.sit(host["code"], "Bo")
    one, two = invite(locale="fr"), invite(locale="fr")
    one.sit(host)
    two.sit(other).get_by_role("button", name=texts("web.gathering.ready")).click()
    one.page.get_by_role("button", name=texts("web.gathering.start")).click()
    for guest in (one, two):
        guest.page.locator("button[aria-pressed]", has_text="Bo").click()
    one.until(_HAND)
    one.page.get_by_role("button", name=texts("web.menu")).click()
    give_up = one.page.get_by_role("button", name=texts("web.concede.do"))
    give_up.click()
    give_up.click()
    two.see(texts("web.concede.wished", names="Ana", count=1))


def test_nobody_is_told_of_themselves_who_is_next(guest: Guest, served: Served) -> None:
    table = served.open(
        players=2, bots=["greedy"], settings={"pace": 0, "starter": "host"}, start=True
    )
    page = guest.sit(table)
    guest.until(_HAND)
    vote = page.locator("section", has=page.get_by_role("heading", name=WORDS("web.starter.title")))
    vote.get_by_role("button").last.click()
    guest.see(WORDS("web.log.next_you"))
    assert page.get_by_text(WORDS("web.log.next", name="Ana")).count() == 0


def test_the_help_of_a_duel_lists_no_signals(guest: Guest, served: Served) -> None:
    guest.sit(served.open("duel", bots=["greedy"], start=True))
    guest.until(_HAND)
    guest.page.keyboard.press("?")
    dialog = guest.page.get_by_role("dialog")
    dialog.get_by_text(WORDS("web.help.arrows")).wait_for()
    told = dialog.inner_text()
    assert WORDS("web.help.keep_off") not in told
    assert WORDS("web.help.commands") not in told


def test_a_seat_shows_how_gladly_it_would_start(invite: Invite, served: Served) -> None:
    settings = {"starter": "vote"}
    alone, phone = invite(), {"width": 320, "height": 568}
    alone.sit(served.open(players=2, bots=["greedy"], settings=settings, start=True))
    said = "|".join(WORDS(f"web.starter.says.{word}") for word in _EAGERNESS)
    alone.page.get_by_role("button", name=re.compile(f"^Greedy ({said})$")).wait_for()
    assert alone.page.get_by_text(WORDS("web.starter.own")).count() == 0  # nobody to say it to
    table = served.open(players=2, settings=settings)
    other = table | served.sit(table["code"], "Bo")
    ana, bo = invite(), invite(viewport=phone)
    for one, seat in ((ana, table), (bo, other)):
        one.sit(seat)
    bo.page.get_by_role("button", name=WORDS("web.gathering.ready"), exact=True).click()
    ana.page.get_by_role("button", name=WORDS("web.gathering.start"), exact=True).click()
    own = bo.page.get_by_role("group", name=WORDS("web.starter.own"))
    own.get_by_role("button", name=WORDS("web.starter.own.gladly")).click()
    own.locator("[aria-pressed=true]").wait_for()
    told = WORDS("web.starter.says.gladly")
    ana.page.get_by_role("button", name=f"Bo {told}", exact=True).wait_for()
    assert bo.page.evaluate("document.documentElement.scrollWidth") == phone["width"]
