"""A new table: two clicks suffice, and everything else can be chosen."""

from playwright.sync_api import Locator, Page, WebSocketRoute
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest

from tenback.table import SeatKind, Settings, Table

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_OPEN = WORDS("web.new.open")


def _choose_bot(form: Locator | Page, seat: str, bot: str) -> None:
    """Choose a bot for a seat; bots that are not levels are one click further."""
    group = form.get_by_role("group", name=seat)
    level = WORDS(f"web.bot.{bot}")
    if group.get_by_role("radio", name=level).count() == 0:
        group.get_by_role("button", name=WORDS("web.bots.more")).click()
    group.get_by_role("radio", name=level).check()


def _table(guest: Guest, served: Served) -> Table:
    """Return the table of the page, as the server has it."""
    code = guest.page.url.rpartition("/")[2]
    live = served.run(served.hall.find(code))
    assert live is not None
    return live.table


def _bots(table: Table) -> list[str]:
    return [seat.bot for seat in table.seats if seat is not None and seat.kind is SeatKind.BOT]


def test_two_clicks_open_a_table_with_the_usual_settings(guest: Guest, served: Served) -> None:
    form = guest.set_up()
    form.get_by_role("radio", name=WORDS("web.game.extreme")).click()
    form.get_by_role("button", name=_OPEN).click()
    guest.page.get_by_role("img", name="QR code").wait_for()
    table = _table(guest, served)
    assert table.rules.game.id == "extreme"
    assert table.settings == Settings()
    assert table.rules.changed_options() == {}
    assert table.seats[1:] == (None, None)


def test_every_option_can_be_chosen(guest: Guest, served: Served) -> None:
    form = guest.set_up()
    form.get_by_role("radio", name=WORDS("web.game.extreme")).check()
    form.get_by_role("radio", name="3").check()
    _choose_bot(form, "Player 2", "gentle")
    form.get_by_text(WORDS("web.level.gentle")).wait_for()
    _choose_bot(form, "Player 3", "greedy")
    form.get_by_text(WORDS("web.new.rules")).click()
    form.get_by_label(WORDS("web.option.expert_minimum")).check()
    form.get_by_label(WORDS("web.option.one_pile")).select_option("after")
    form.get_by_label(WORDS("web.option.layout")).select_option("random")
    form.get_by_text(WORDS("web.new.table")).click()
    form.get_by_label(WORDS("web.setting.starter")).select_option("lot")
    form.get_by_label(WORDS("web.setting.turn_seconds")).select_option("120")
    form.get_by_label(WORDS("web.setting.pace")).select_option("0")
    form.get_by_label(WORDS("web.setting.text"), exact=True).check()
    form.get_by_label(WORDS("web.setting.take_back"), exact=True).uncheck()
    form.get_by_label(WORDS("web.setting.memory"), exact=True).check()
    form.get_by_role("button", name=WORDS("web.gathering.start")).click()
    guest.until(_HAND)
    table = _table(guest, served)
    assert _bots(table) == ["gentle", "greedy"]
    assert table.rules.changed_options() == {"expert_minimum": True, "one_pile": "after"}
    wanted = Settings("lot", turn_seconds=120, pace=0, text=True, take_back=False, memory=True)
    assert table.settings == wanted
    guest.page.locator("[data-seat='1']").get_by_text(WORDS("web.strength.gentle")).wait_for()
    guest.open_story()
    guest.page.get_by_role("heading", name=WORDS("web.gone.title")).wait_for()


def test_options_of_one_game_do_not_follow_to_another(guest: Guest, served: Served) -> None:
    form = guest.set_up()
    form.get_by_role("radio", name=WORDS("web.game.extreme")).check()
    form.get_by_text(WORDS("web.new.rules")).click()
    form.get_by_label(WORDS("web.option.one_pile")).select_option("after")
    form.get_by_label(WORDS("web.option.layout")).select_option("random")
    form.get_by_role("radio", name=WORDS("web.game.duel")).check()
    form.get_by_role("button", name=_OPEN).click()
    guest.page.get_by_role("img", name="QR code").wait_for()
    assert _table(guest, served).rules.changed_options() == {}


def test_the_host_seats_bots_and_changes_how_the_table_is_run(guest: Guest, served: Served) -> None:
    page = guest.sit(served.open(players=3, options={"expert_hand": True}))
    guest.see(WORDS("web.option.expert_hand"))
    _choose_bot(page, WORDS("web.seat.which_bot", number=2), "expert")
    page.get_by_text(WORDS("web.level.expert")).wait_for()
    page.get_by_role("button", name=WORDS("web.seat.seat_bot"), exact=True).first.click()
    page.get_by_role("button", name=WORDS("web.seat.free", name="Expert")).wait_for()
    _choose_bot(page, WORDS("web.seat.which_bot", number=3), "gentle")
    page.get_by_role("button", name=WORDS("web.seat.seat_bot"), exact=True).first.click()
    page.get_by_role("button", name=WORDS("web.seat.free", name="Expert")).click()
    page.get_by_role("group", name=WORDS("web.seat.which_bot", number=2)).wait_for()
    assert _bots(_table(guest, served)) == ["gentle"]

    before = _table(guest, served).seq
    page.get_by_text(WORDS("web.new.table")).click()
    page.get_by_label(WORDS("web.setting.starter")).select_option("host")
    page.get_by_label(WORDS("web.setting.public")).check()
    page.get_by_label(WORDS("web.setting.pace")).select_option("1500")
    guest.see(WORDS("web.new.changed", count=3))
    guest.until("(seq) => Number(document.querySelector('main').dataset.seq) >= seq", before + 3)
    assert _table(guest, served).settings == Settings("host", public=True, pace=1500)


def test_a_change_builds_on_those_not_yet_answered(guest: Guest, served: Served) -> None:
    sockets: list[WebSocketRoute] = []
    held: list[str | bytes] = []
    is_slow = False

    def pass_on(message: str | bytes) -> None:
        if is_slow:
            held.append(message)
        else:
            sockets[-1].send(message)

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server().on_message(pass_on)

    guest.page.route_web_socket("**/*", connect)
    page = guest.sit(served.open(players=2))
    before = _table(guest, served).seq
    page.get_by_text(WORDS("web.new.table")).click()
    is_slow = True
    page.get_by_label(WORDS("web.setting.memory")).click()
    page.get_by_label(WORDS("web.setting.public")).click()
    for _ in range(9000):
        if sum('"change"' in str(message) for message in held) == 2:
            break
        page.wait_for_timeout(10)
    while '"change"' not in str(held[0]):
        sockets[-1].send(held.pop(0))
    sockets[-1].send(held.pop(0))
    guest.until("(seq) => Number(document.querySelector('main').dataset.seq) === seq", before + 1)
    page.get_by_label(WORDS("web.setting.pace")).select_option("1500")
    is_slow = False
    for message in held:
        sockets[-1].send(message)
    guest.until("(seq) => Number(document.querySelector('main').dataset.seq) >= seq", before + 3)
    guest.see(WORDS("web.new.changed", count=3))
    assert _table(guest, served).settings == Settings(memory=True, public=True, pace=1500)


def test_a_public_table_is_found_in_the_lobby(guest: Guest, served: Served) -> None:
    table = served.open(players=2, settings={"public": True})
    page = guest.go()
    guest.see(WORDS("web.lobby.public"))
    page.get_by_role("link", name=table["code"]).click()
    page.get_by_role("button", name=WORDS("web.join.sit")).wait_for()


def test_the_button_that_opens_a_table_is_in_sight_on_a_phone(invite: Invite) -> None:
    guest = invite(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    button = guest.set_up().get_by_role("button", name=_OPEN)
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 568


def test_bots_are_offered_at_the_first_free_seat_and_where_asked_for(
    guest: Guest, served: Served
) -> None:
    page = guest.sit(served.open(players=4))
    offered = [
        page.get_by_role("group", name=WORDS("web.seat.which_bot", number=n)) for n in (2, 4)
    ]
    offered[0].wait_for()
    assert offered[1].count() == 0
    page.get_by_role("button", name=WORDS("web.seat.which_bot", number=4)).click()
    offered[1].wait_for()
    page.get_by_role("button", name=WORDS("web.seat.seat_bot"), exact=True).last.click()
    page.get_by_role("button", name=WORDS("web.seat.free", name="Steady")).wait_for()
    assert [seat is not None for seat in _table(guest, served).seats] == [True, False, False, True]
