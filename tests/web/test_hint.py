"""A hint: where nobody else plays but bots, for the turn at hand, without holding up the game."""

import re

from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, ask_hint, look, play_turn

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_PLAYING = "() => document.querySelector('main').dataset.stage === 'playing'"
_ASK = WORDS("web.hint.ask")
_MARKED = "() => [...document.querySelectorAll('.place.pointed [data-hand-card]')].length"


def _ask(guest: Guest) -> list[tuple[int, str]]:
    """Ask for a hint; gives the cards and piles of the best turn."""
    page = guest.page
    ask_hint(guest)
    turn = page.locator("[data-hint] .turn").inner_text()
    told = turn.replace("\xa0", " ")
    return [(int(card), pile) for card, pile in re.findall(r"(\d+) → ([^,]+)", told)]


def test_a_hint_is_shown_followed_and_marked(guest: Guest, served: Served) -> None:
    page = guest.sit(served.open(players=1, start=True))
    guest.until(_HAND)
    best = _ask(guest)
    assert len(best) >= 2
    assert page.evaluate(_MARKED) == len(best)
    options = page.locator("[data-hint] li button")
    assert re.search(r"\d+%", options.first.inner_text())
    guest.see(WORDS("web.hint.about"))
    page.get_by_text(WORDS("web.log.you.hint_taken")).first.wait_for(state="attached")
    if options.count() > 1:
        options.nth(1).click()
        page.locator("[data-hint] li:nth-child(2) button[aria-pressed=true]").wait_for()
        options.first.click()

    # Following it, the rest of the turn stays marked; the next turn has nothing of it.
    mark = look(guest).mark
    card, pile = best[0]
    page.click(f'[data-hand-card="{card}"]')
    page.locator("[data-pile].lit", has_text=pile).get_by_role("button").first.click()
    guest.until("(mark) => document.querySelector('main').dataset.seq !== mark", mark)
    assert page.evaluate(_MARKED) == len(best) - 1
    play_turn(guest, Mouse())
    page.locator("[data-hint]").wait_for(state="detached")
    assert page.evaluate(_MARKED) == 0


def test_a_hint_by_key_holds_nothing_up(guest: Guest, served: Served) -> None:
    page = guest.sit(served.open(game="duel", players=2, bots=["greedy"], start=True))
    guest.until(_HAND)
    guest.until("() => document.querySelector('button[aria-keyshortcuts=\"E\"]') !== null")
    page.keyboard.press("t")
    seen = look(guest)
    assert seen.best is not None
    Mouse().lay(guest, seen.best)
    guest.until(
        "(card) => document.querySelector(`[data-hand-card='${card}']`) === null", seen.best.card
    )


def test_there_are_no_hints_beside_other_people(invite: Invite, served: Served) -> None:
    table = served.open(players=2, settings={"starter": "lot"})
    other = served.sit(table["code"], "Bo")
    ana, bo = invite(), invite()
    ana.sit(table)
    bo.sit(other).get_by_role("button", name=WORDS("web.gathering.ready")).click()
    ana.page.get_by_role("button", name=WORDS("web.gathering.start")).click()
    for guest in (ana, bo):
        guest.until(_PLAYING)
        assert guest.page.get_by_role("button", name=_ASK, exact=True).count() == 0
    assert look(ana).mine != look(bo).mine
