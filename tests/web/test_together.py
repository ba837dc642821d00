"""Several browsers at one table: signals, who starts, who watches, two against each other."""

import re
from typing import Any

from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, give_up, look, play_turn

__all__ = ["join", "open_table", "play_round", "wait_for_the_same"]

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_OVER = "() => document.querySelector('[data-result]') !== null"


def open_table(host: Guest, game: str, players: int) -> str:
    """Open a table from the lobby; return the path of the link to send."""
    page = host.go()
    page.get_by_label("Your name").fill("Ana")
    form = host.set_up()
    form.get_by_role("radio", name=WORDS(f"web.game.{game}")).check()
    if players != 2 or game != "duel":
        form.get_by_role("radio", name=str(players)).check()
    form.get_by_role("button", name="Open the table").click()
    page.get_by_role("img", name="QR code").wait_for()
    return page.url.removeprefix(host.url)


def join(guest: Guest, path: str, name: str) -> None:
    """Follow the link and sit down."""
    page = guest.go(path)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="I am ready").click()


def play_round(guests: list[Guest]) -> bool:
    """Let everybody whose turn it is play; True when the game is over."""
    for guest in guests:
        play_turn(guest, Mouse())
    wait_for_the_same(guests)
    return any(look(guest).over for guest in guests)


def wait_for_the_same(guests: list[Guest]) -> None:
    """Wait until all screens show the same moment."""
    newest = max(int(look(guest).mark) for guest in guests)
    shown = "(mark) => Number(document.querySelector('main').dataset.seq) >= mark"
    for guest in guests:
        guest.until(shown, newest)


def test_three_browsers_play_with_signals(invite: Invite) -> None:
    ana, bo, cleo = guests = [invite() for _ in range(3)]
    path = open_table(ana, "original", 3)
    join(bo, path, "Bo")
    join(cleo, path, "Cleo")
    ana.page.get_by_role("button", name="Deal the cards").click()
    for guest in guests:
        guest.until(_HAND)
        guest.page.get_by_role("button", name=re.compile(r"^Bo\b")).click()
    for guest in guests:
        guest.until("() => document.querySelector('main').dataset.stage === 'playing'")
    assert look(bo).mine

    cleo.page.get_by_role("button", name="D1: Please keep off.").click()
    for guest in (ana, bo):
        guest.page.get_by_text("Cleo: please keep off D1.").first.wait_for(state="attached")
    cleo.page.get_by_role("button", name="D1: Please keep off.").click()
    for guest in (ana, bo):
        standing = guest.page.locator("[data-pile='2'] li").get_by_text("Cleo: please keep off D1.")
        standing.wait_for(state="detached")

    play_round(guests)
    give_up(ana)
    for guest in (bo, cleo):
        guest.page.get_by_role("button", name=WORDS("web.concede.agree")).click()
    for guest in guests:
        guest.until(_OVER)
    assert len({guest.page.locator("[data-result] b").first.inner_text() for guest in guests}) == 1


def test_a_spectator_sees_no_hand(invite: Invite, served: Served) -> None:
    table: dict[str, Any] = served.open(players=1, start=True)
    player, spectator = invite(), invite()
    player.sit(table)
    player.until(_HAND)
    spectator.go(f"/t/{table['code']}").get_by_role("button", name="Watch").click()
    spectator.see("You are watching.")
    spectator.until("() => document.querySelectorAll('[data-pile]').length === 4")
    play_turn(player, Mouse())
    wait_for_the_same([player, spectator])
    assert look(spectator).hand == ()
    laid = "() => [...document.querySelectorAll('[data-pile] .top')].map((top) => top.textContent)"
    assert spectator.page.evaluate(laid) == player.page.evaluate(laid)
    player.see("1 watching")
    assert spectator.page.locator("[data-seat]").count() == 1


def test_a_duel(invite: Invite) -> None:
    ana, bo = guests = [invite(), invite()]
    path = open_table(ana, "duel", 2)
    join(bo, path, "Bo")
    ana.page.get_by_role("button", name="Deal the cards").click()
    for guest in guests:
        guest.until(_HAND)
    assert ana.page.get_by_role("region", name="Bo’s side").is_visible()
    assert bo.page.get_by_role("region", name="Ana’s side").is_visible()
    play_round(guests)
    give_up(bo)
    for guest in guests:
        guest.until(_OVER)
    titles = {guest.page.locator("[data-result] h2").first.inner_text() for guest in guests}
    assert titles == {"You win!", "Your opponent wins"}
