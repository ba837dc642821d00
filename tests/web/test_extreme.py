"""Extreme, on a prepared deck: a skull, 3!, and SILENCE."""

from tests.server.serving import Served
from tests.web.guest import Guest
from tests.web.playing import Mouse, Move

from tenback.records import GameRecord, build_ruleset
from tenback.table import Settings

#: In the even layout 7 is a skull, 11 3!, 14 SILENCE. The bot keeps to the descending piles.
_OWN = (7, 9, 11, 12, 13, 14, 17)
_BOTS = (99, 98, 96, 95, 93, 92, 91)
_DRAWN = (30, 31, 89, 88, 33, 34, 36, 86, 85, 37, 38, 82, 81)


def _prepare(served: Served) -> dict[str, object]:
    rules = build_ruleset("extreme", 2, starter=0)
    first = (*_OWN, *_BOTS, *_DRAWN)
    rest = tuple(card for card in range(2, 100) if card not in first)
    record = GameRecord(rules, ((*first, *rest),), 0, ("Ana", "Bot"), bots=((1, "greedy"),))
    place = served.run(served.hall.adopt(record, Settings(pace=0), 0))
    return {"code": place.code, "token": place.token}


def _lay(guest: Guest, card: int) -> None:
    before = guest.page.locator("main").get_attribute("data-seq")
    Mouse().lay(guest, Move(card, 0, "a", 0, risky=False))
    guest.until("(mark) => document.querySelector('main').dataset.seq !== mark", before)


def _wait_for_the_turn(guest: Guest) -> None:
    guest.until("() => document.querySelector('button[aria-keyshortcuts=\"E\"]') !== null")


def test_the_commands_are_obeyed(guest: Guest, served: Served) -> None:
    page = guest.sit(_prepare(served))
    end = page.locator('button[aria-keyshortcuts="E"]')
    signal = page.get_by_role("button", name="A1: Please keep off.")
    _wait_for_the_turn(guest)

    _lay(guest, 7)
    guest.see("Cover the skull before the turn ends.")
    assert end.is_disabled()
    _lay(guest, 9)
    assert end.is_enabled()
    end.click()
    page.locator('[data-hand-card="30"]').wait_for()

    _wait_for_the_turn(guest)
    _lay(guest, 11)
    guest.see("3!: exactly three cards this turn; 2 more to lay.")
    _lay(guest, 12)
    assert end.is_disabled()
    _lay(guest, 13)
    page.locator('[data-hand-card="13"]').wait_for(state="detached")

    _wait_for_the_turn(guest)
    assert signal.is_enabled()
    _lay(guest, 14)
    guest.see("In force: SILENCE, not a word and not a sign about the game.")
    assert signal.is_disabled()
    assert page.get_by_role("button", name="D2: Small steps only, please.").is_disabled()
    _lay(guest, 17)
    assert signal.is_enabled()
    assert page.get_by_text("In force: SILENCE").count() == 0
