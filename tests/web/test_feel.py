"""How the table answers: a second click, a dragged card, a lost connection, whose turn it is."""

import json
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import WebSocketRoute
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, look
from tests.web.prepared import sit_with

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_FLIES = """() => document.querySelector('[data-pile="0"] .top').getAnimations().length > 0"""
#: Whether nothing hides the card that flies to the first pile, at this part of its way.
_ON_TOP = """(moment) => {
  const card = document.querySelector('[data-pile="0"] .top');
  const [flight] = card.getAnimations();
  flight.pause();
  flight.currentTime = moment * flight.effect.getTiming().duration;
  const { x, y, width, height } = card.getBoundingClientRect();
  return [0.3, 0.5, 0.7].every((part) =>
    card.contains(document.elementFromPoint(x + width * part, y + height * part)));
}"""
_KEY = "(code) => localStorage.getItem(`tenback.seat.${code}`)"
#: Notes which cards of the hand begin to fly.
_COUNT_FLIGHTS = """() => {
  window.flown = [];
  const real = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.dataset.handCard) window.flown.push(this.dataset.handCard);
    return real.apply(this, how);
  };
}"""
#: Notes in every frame how many piles are said not to take the picked card.
_WATCH_PILES = """() => {
  window.shut = [];
  const look = () => {
    window.shut.push(document.querySelectorAll('.pile.none').length);
    requestAnimationFrame(look);
  };
  look();
}"""
_GONE = "(card) => document.querySelector(`[data-hand-card='${card}']`) === null"


def test_a_second_click_asks_where_several_piles_take_the_card(
    guest: Guest, served: Served
) -> None:
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    page = guest.page
    page.click('[data-hand-card="40"]')
    page.click('[data-hand-card="40"]')
    guest.see(WORDS("web.hand.which", card=40))
    assert page.locator('[data-hand-card="40"]').get_attribute("aria-pressed") == "true"
    page.locator("main").click(position={"x": 4, "y": 300})  # beside everything: it is put down
    guest.until("() => document.querySelector('[aria-pressed=true][data-hand-card]') === null")


def test_a_double_click_lays_a_card_that_only_one_pile_takes(guest: Guest, served: Served) -> None:
    sit_with(guest, served, (2, 98, 97, 99, 3, 4, 50, 51))
    page = guest.page
    for card, pile in ((98, 0), (97, 1), (2, 2)):  # now only the second descending pile is open
        mark = look(guest).mark
        page.click(f'[data-hand-card="{card}"]')
        page.click(f'[data-pile="{pile}"] button')
        if page.locator("[role=alertdialog]").count():
            page.click("[role=alertdialog] button.grave")
        guest.until("(mark) => document.querySelector('main').dataset.seq !== mark", mark)
    page.dblclick('[data-hand-card="50"]')
    if page.locator("[role=alertdialog]").count():
        page.click("[role=alertdialog] button.grave")
    guest.until(_GONE, 50)


def test_one_number_is_not_read_through_the_other(guest: Guest, served: Served) -> None:
    """A pile on which the picked card does not fit stands back; what lies under it stays hidden."""
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    page = guest.page
    for card in (30, 40):  # the second one lies on a card that was seen
        mark = look(guest).mark
        page.click(f'[data-hand-card="{card}"]')
        page.click('[data-pile="0"] button')
        guest.until("(mark) => document.querySelector('main').dataset.seq !== mark", mark)
    page.click('[data-hand-card="10"]')
    page.wait_for_selector('[data-pile="0"].none')
    under = page.locator('[data-pile="0"] .under')
    assert under.count() == 1
    assert under.evaluate("(card) => getComputedStyle(card).opacity") == "0"


def test_no_pile_is_closed_to_a_card_that_was_laid(invite: Invite, served: Served) -> None:
    """A laid card is shown step by step; in none of them is it said to fit nowhere."""
    guest = invite(reduced_motion="no-preference")
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    page = guest.page
    page.click('[data-hand-card="30"]')  # all four piles take it
    page.wait_for_selector('[data-pile="3"].lit')
    page.evaluate(_WATCH_PILES)
    mark = look(guest).mark
    page.click('[data-pile="0"] button')
    guest.until("(mark) => document.querySelector('main').dataset.seq !== mark", mark)
    page.wait_for_timeout(300)  # until the last step is done
    closed = page.evaluate("() => window.shut")
    assert len(closed) > 5
    assert max(closed) == 0


def test_the_dragged_card_is_the_card(invite: Invite, served: Served) -> None:
    guest = invite(reduced_motion="no-preference")
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    page = guest.page
    page.wait_for_timeout(900)  # until the deal has arrived
    card = page.locator('[data-hand-card="30"]')
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 60, steps=4)
    page.mouse.move(x + 80, y - 120, steps=4)
    moved = card.bounding_box()
    assert moved is not None
    # A card that is held is a little larger: its corner is off by less than a quarter of a card.
    assert abs(moved["x"] - box["x"] - 80) < 25
    assert abs(moved["y"] - box["y"] + 120) < 25
    page.mouse.up()
    page.wait_for_timeout(400)  # until it has flown back
    back = card.bounding_box()
    assert back is not None
    assert abs(back["x"] - box["x"]) < 25  # over no pile: it goes back to its place


def test_a_card_flies_above_everything(invite: Invite, served: Served) -> None:
    guest = invite(reduced_motion="no-preference")
    page = guest.page
    page.add_init_script("localStorage.setItem('tenback.speed', 'calm')")
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    page.wait_for_timeout(1500)  # until the deal has arrived
    page.click('[data-hand-card="10"]')
    page.click('[data-pile="0"] button')
    guest.until(_FLIES)
    guest.until("() => document.querySelector('.pile.lit') === null")  # one surface to tap
    for moment in (0.1, 0.5, 0.9):
        assert page.evaluate(_ON_TOP, moment), f"it is hidden at {moment} of its way"
    page.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
    guest.until("() => document.querySelector('[data-pile=\"0\"]').style.zIndex === ''")


def test_the_title_says_whose_turn_it_is(invite: Invite, served: Served) -> None:
    table = served.open(players=2, settings={"starter": "host"})
    other = served.sit(table["code"], "Bo")
    ana, bo = invite(), invite()
    ana.sit(table)
    bo.sit(other).get_by_role("button", name=WORDS("web.gathering.ready")).click()
    ana.page.get_by_role("button", name=WORDS("web.gathering.start")).click()
    ana.page.locator("button[aria-pressed]", has_text="Bo").click()
    yours = WORDS("web.turn.yours")
    bo.until("(words) => document.title.startsWith(words)", yours)
    assert not ana.page.title().startswith(yours)


def test_offline_is_told_at_once_and_a_card_waits_visibly(guest: Guest, served: Served) -> None:
    guest.may_lose_the_server = True
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    page = guest.page
    guest.context.set_offline(True)
    guest.see(WORDS("web.line.lost"))
    Mouse().lay(guest, next(move for move in look(guest).moves if move.card == 10))
    waits = WORDS("web.line.waits_card", card=10, pile="A1")
    guest.see(waits)
    page.get_by_role("button", name=WORDS("web.line.withdraw")).click()
    page.get_by_text(waits).wait_for(state="detached")
    guest.context.set_offline(False)
    page.get_by_text(WORDS("web.line.lost")).wait_for(state="detached")
    assert 10 in look(guest).hand  # what was withdrawn is not played later
    Mouse().lay(guest, next(move for move in look(guest).moves if move.card == 20))
    guest.until(_GONE, 20)


def test_whoever_leaves_keeps_the_key_until_the_seat_is_free(guest: Guest, served: Served) -> None:
    guest.may_lose_the_server = True
    table = served.open(players=2)
    page = guest.sit(table)
    guest.see(WORDS("web.seats.title"))
    guest.context.set_offline(True)
    guest.see(WORDS("web.line.lost"))
    page.get_by_role("button", name=WORDS("web.menu")).click()
    page.get_by_role("button", name=WORDS("web.table.leave")).click()
    guest.see(WORDS("web.line.waits"))
    assert page.evaluate(_KEY, table["code"]) == table["token"]
    guest.context.set_offline(False)
    guest.until("() => location.pathname === '/'")
    assert page.evaluate(_KEY, table["code"]) is None
    with urlopen(f"{served.url}/api/tables/{table['code']}") as answer:
        assert json.load(answer)["free_seats"] == [0, 1]


def test_a_line_that_comes_back_deals_nothing_again(invite: Invite, served: Served) -> None:
    guest = invite(reduced_motion="no-preference")
    guest.may_lose_the_server = True
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    page = guest.page
    page.wait_for_timeout(1500)  # until the deal has arrived
    page.evaluate(_COUNT_FLIGHTS)
    guest.context.set_offline(True)
    guest.see(WORDS("web.line.lost"))
    Mouse().lay(guest, next(move for move in look(guest).moves if move.card == 10))
    guest.context.set_offline(False)
    guest.until(_GONE, 10)
    page.wait_for_timeout(500)  # as long as a card could begin to fly
    assert page.evaluate("() => window.flown") == []


def test_a_silent_line_is_told(guest: Guest, served: Served) -> None:
    sockets: list[WebSocketRoute] = []
    is_dead = False

    def pass_on(message: str | bytes) -> None:
        if not is_dead:
            sockets[-1].send(message)

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server().on_message(pass_on)

    guest.page.route_web_socket("**/*", connect)
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    is_dead = True
    # Three seconds by the client's clock; a busy machine may show it much later.
    guest.page.get_by_text(WORDS("web.line.silent")).wait_for(timeout=30_000)


def test_notifications_are_never_asked_for_unbidden(guest: Guest, served: Served) -> None:
    guest.context.add_init_script(
        "window.asked = 0; Notification.requestPermission = async () => { window.asked += 1; "
        "return 'denied'; };"
    )
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80), players=2)
    page = guest.page
    Mouse().lay(guest, next(move for move in look(guest).moves if move.card == 10))
    guest.until(_GONE, 10)
    assert page.evaluate("() => window.asked") == 0


def test_a_lighter_bot_is_named_while_one_gets_ready(guest: Guest, served: Served) -> None:
    """What the server says of bots that are not ready stands at their seat."""

    def connect(socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            told: dict[str, Any] = json.loads(message)
            if told["type"] == "presence":
                told |= {"preparing": [1], "prepared": 40}
            socket.send(json.dumps(told))

        socket.connect_to_server().on_message(pass_on)

    guest.page.route_web_socket("**/*", connect)
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70), players=2)
    guest.page.locator("[data-seat='1']").get_by_text(
        WORDS("web.seat.preparing", percent=40)
    ).wait_for()
