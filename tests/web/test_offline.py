"""A page whose server does not answer plays by itself, even where the browser keeps nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route
from tests.server.serving import Served, serving
from tests.server.waiting import wait_for
from tests.web.building import ROOT, build_client
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, ask_hint, give_up, look, play_on, play_turns
from tests.web.static_host import StaticHost, static_host

_HAND = "() => document.querySelector('[data-hand-card]') !== null"


@pytest.fixture(scope="module")
def host() -> Iterator[StaticHost]:
    """The built client as plain files."""
    build_client()
    with static_host(ROOT / "src" / "tenback" / "server" / "static") as running:
        yield running


@pytest.fixture
def alone(browser: Browser, host: StaticHost) -> Iterator[Guest]:
    """Somebody whose server is gone, and who may see no other error."""
    guest = Guest(browser, host.url, on_device=True)
    guest.may_lose_the_server = True
    yield guest
    guest.leave()
    assert guest.troubles == []


def test_a_whole_game_alone_and_nobody_is_asked(alone: Guest, host: StaticHost) -> None:
    alone.go()
    alone.see(WORDS("web.offline.here"))
    alone.page.get_by_role("button", name="Original").first.click()
    alone.until(_HAND)
    asked = len(host.asked)
    play_on(alone, Mouse())
    code = alone.page.url.rpartition("/")[2]
    # What the page still fetches are files: its icon, when the browser likes, and what hints need.
    files = [path for path in host.asked[asked:] if "/assets/" in path or path == "/icon.svg"]
    assert host.asked[asked:] == files
    # It is kept: the list has it, the replay shows it, and its deal can be checked.
    alone.go("/games")
    alone.page.get_by_role("link", name=WORDS("web.games.replay")).wait_for()
    alone.go(f"/verify?table={code}&game=1")
    alone.see(WORDS("web.verify.fits"))
    alone.go(f"/t/{code}/games/1")
    alone.see(WORDS("web.replay.text"))


def test_a_lesson(alone: Guest) -> None:
    alone.go("/tutorial/original")
    alone.until(_HAND)
    alone.see(WORDS("tutorial.original.1")[:30])


#: Put before the code of a worker: changes what it finds in its own scope.
_NO_DATABASE = "Object.defineProperty(self, 'indexedDB', { get() { throw new Error('none'); } });"
#: Like a browser, it accepts a put and refuses it only when the transaction is to be kept.
_NO_ROOM = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...asked) {
  const request = put.apply(this, asked);
  const { transaction } = this;
  if (Object.hasOwn(transaction, 'error')) return request;
  const error = new DOMException('no room', 'QuotaExceededError');
  Object.defineProperty(transaction, 'error', { value: error });
  queueMicrotask(() => transaction.abort());
  return request;
};
"""


@pytest.mark.parametrize("lack", [_NO_DATABASE, _NO_ROOM], ids=["no database", "no room"])
def test_where_nothing_is_kept_the_game_goes_on(alone: Guest, lack: str) -> None:
    def without(route: Route) -> None:
        route.fulfill(body=lack + route.fetch().text(), content_type="text/javascript")

    alone.page.route("**/assets/worker-*.js", without)
    alone.go()
    alone.page.get_by_role("button", name="Original").first.click()
    alone.until(_HAND)
    alone.see(WORDS("web.offline.unkept"))
    alone.page.get_by_role("button", name=WORDS("web.offline.heard")).click()
    play_turns(alone, Mouse(), 1)


def test_where_there_is_no_room_a_game_can_still_be_saved(alone: Guest) -> None:
    alone.context.add_init_script(_NO_ROOM)
    alone.go()
    alone.page.get_by_role("button", name="Original").first.click()
    alone.until(_HAND)
    give_up(alone)
    alone.page.locator("[data-result]").wait_for()
    alone.page.get_by_role("link", name=WORDS("web.home")).first.click()
    alone.page.get_by_role("link", name=WORDS("web.statistics.title")).first.click()
    alone.see(WORDS("web.games.trouble.full"))
    with alone.page.expect_download() as saved:
        alone.page.get_by_role("button", name=WORDS("web.games.save")).click()
    assert saved.value.path().read_text("utf-8").startswith("tenback record 1\n")


#: A database that does not open when the page comes, nor when it first asks for a table.
_SLOW_DATABASE = """
const open = IDBFactory.prototype.open;
let failures = 2;
IDBFactory.prototype.open = function (...asked) {
  if (failures-- > 0) throw new Error('not yet');
  return open.apply(this, asked);
};
"""


def test_a_table_that_cannot_be_read_yet_is_not_given_up(alone: Guest) -> None:
    def slow(route: Route) -> None:
        route.fulfill(body=_SLOW_DATABASE + route.fetch().text(), content_type="text/javascript")

    alone.go()
    alone.page.get_by_role("button", name="Original").first.click()
    alone.until(_HAND)
    hand = look(alone).hand
    alone.page.route("**/assets/worker-*.js", slow)
    alone.page.reload()
    alone.see(WORDS("web.offline.unread"))
    alone.page.get_by_role("button", name=WORDS("web.again")).click()
    alone.until(_HAND)
    assert look(alone).hand == hand


#: Makes a table and its game older.
_AGE = """async ([code, ms]) => {
  const change = async (name, store, key) => {
    const request = indexedDB.open(name, 1);
    const database = await new Promise((go) => { request.onsuccess = () => go(request.result); });
    const act = database.transaction(store, 'readwrite');
    const rows = act.objectStore(store);
    const found = rows.get(key);
    found.onsuccess = () => {
      if (found.result) rows.put({ ...found.result, at: found.result.at - ms });
    };
    await new Promise((go) => { act.oncomplete = go; });
    database.close();
  };
  await change('tenback-tables', 'tables', code);
  await change('tenback', 'games', [code, 1]);
}"""
_TWO_DAYS = 2 * 86_400_000
_KEY = "(code) => localStorage.getItem(`tenback.seat.${code}`)"
_HAS_NO_KEY = "(code) => localStorage.getItem(`tenback.seat.${code}`) === null"
_IS_RECORD_KEPT = """async (code) => {
  const request = indexedDB.open('tenback', 1);
  const database = await new Promise((go) => { request.onsuccess = () => go(request.result); });
  const found = database.transaction('records').objectStore('records').count([code, 1]);
  await new Promise((go) => { found.onsuccess = go; });
  database.close();
  return found.result === 1;
}"""


def test_finished_tables_are_put_away_and_their_games_stay(alone: Guest) -> None:
    codes: list[str] = []
    for _ in range(2):
        alone.go().get_by_role("button", name="Original").first.click()
        alone.until(_HAND)
        codes.append(alone.page.url.rsplit("/", 1)[-1])
    running, finished = codes
    give_up(alone)
    alone.page.locator("[data-result]").wait_for()
    wait_for(lambda: alone.page.evaluate(_IS_RECORD_KEPT, finished))
    for code in codes:
        alone.page.evaluate(_AGE, [code, _TWO_DAYS])
    alone.go()
    alone.see(running)
    alone.until(_HAS_NO_KEY, finished)
    assert alone.page.evaluate(_KEY, running) is not None
    alone.go(f"/t/{finished}/games/1")
    alone.page.get_by_role("slider").wait_for()
    with alone.page.expect_download() as saved:
        alone.page.get_by_role("link", name=WORDS("web.replay.json")).click()
    assert json.loads(saved.value.path().read_text("utf-8"))["format"] == "tenback-record"
    alone.page.get_by_role("link", name=WORDS("web.result.proof")).click()
    alone.see(WORDS("web.verify.fits"))


#: Spoils how a table was opened, as a browser might that lost a part of its data.
_DAMAGE = """async (code) => {
  const request = indexedDB.open('tenback-tables', 1);
  const database = await new Promise((go) => { request.onsuccess = () => go(request.result); });
  const act = database.transaction('tables', 'readwrite');
  act.objectStore('tables').put({ code, opening: {}, at: 0 });
  await new Promise((go) => { act.oncomplete = go; });
  database.close();
}"""
_IS_TABLE_GONE = """async (code) => {
  const request = indexedDB.open('tenback-tables', 1);
  const database = await new Promise((go) => { request.onsuccess = () => go(request.result); });
  const found = database.transaction('tables').objectStore('tables').count(code);
  await new Promise((go) => { found.onsuccess = go; });
  database.close();
  return found.result === 0;
}"""


def test_a_damaged_table_is_named_and_can_be_removed(alone: Guest) -> None:
    codes: list[str] = []
    for _ in range(2):
        alone.go().get_by_role("button", name="Original").first.click()
        alone.until(_HAND)
        codes.append(alone.page.url.rsplit("/", 1)[-1])
    whole, damaged = codes
    alone.go()
    alone.page.evaluate(_DAMAGE, damaged)
    alone.go()
    alone.see(whole)
    alone.see(f"{damaged}: {WORDS('web.offline.damaged')}")
    alone.page.get_by_role("button", name=WORDS("web.games.remove")).click()
    alone.until(_HAS_NO_KEY, damaged)
    wait_for(lambda: alone.page.evaluate(_IS_TABLE_GONE, damaged))
    assert not alone.page.evaluate(_IS_TABLE_GONE, whole)
    assert alone.page.get_by_text(WORDS("web.offline.damaged")).count() == 0
    # The console has it as well, once for each attempt to read the table.
    assert all("reading 'players'" in each for each in alone.troubles)
    alone.troubles.clear()


def test_a_table_is_played_in_one_tab(alone: Guest) -> None:
    alone.go()
    alone.page.get_by_role("button", name="Original").first.click()
    alone.until(_HAND)
    first = alone.page
    other = alone.open_tab()
    other.goto(first.url)
    other.get_by_text(WORDS("web.offline.elsewhere")).first.wait_for()
    assert other.locator("[data-hand-card]").count() == 0
    take_over = WORDS("web.offline.take_over")
    other.get_by_role("button", name=take_over).click()
    other.locator("[data-hand-card]").first.wait_for()
    first.get_by_text(WORDS("web.offline.elsewhere")).first.wait_for()
    # What is played there is there when the first tab takes the table back.
    alone.page = other
    play_turns(alone, Mouse(), 1)
    seen = look(alone)
    first.get_by_role("button", name=take_over).click()
    alone.page = first
    alone.until("(mark) => document.querySelector('main')?.dataset.seq === mark", seen.mark)
    assert look(alone).hand == seen.hand
    play_turns(alone, Mouse(), 1)


def test_the_same_cards_again(alone: Guest) -> None:
    alone.go()
    alone.page.get_by_role("button", name="Original").first.click()
    alone.until(_HAND)
    hand = look(alone).hand
    give_up(alone)
    alone.page.locator("[data-result]").wait_for()
    alone.go("/games")
    alone.page.get_by_role("button", name=WORDS("web.games.again")).click()
    alone.until(_HAND)
    assert look(alone).hand == hand


def test_a_server_that_comes_back_offers_its_tables_again(
    browser: Browser, tmp_path: Path, served: Served
) -> None:
    del served  # only for the client it has built
    database = tmp_path / "tables.db"
    with serving(database) as running:
        port = int(running.url.rpartition(":")[2])
        guest = Guest(browser, running.url, on_device=True, service_workers="allow")
        guest.may_lose_the_server = True
        friends = guest.go().get_by_role("button", name=WORDS("web.lobby.friends"))
        friends.wait_for()
        guest.until("() => navigator.serviceWorker.controller !== null")
    # The page itself comes from what the browser has kept, and so does the module.
    guest.page.reload()
    guest.see(WORDS("web.offline.here"))
    guest.page.get_by_role("button", name="Original").first.click()
    guest.until(_HAND)
    hand = look(guest).hand
    address = guest.page.url
    with serving(database, port=port):
        guest.go()
        friends.wait_for()
        # What was begun without it goes on without it.
        guest.page.goto(address)
        guest.until(_HAND)
        assert look(guest).hand == hand
        play_turns(guest, Mouse(), 1)
    guest.leave()
    assert guest.troubles == []


def test_where_a_proxy_has_lost_its_server_the_kept_page_comes(
    browser: Browser, host: StaticHost
) -> None:
    guest = Guest(browser, host.url, on_device=True, service_workers="allow")
    guest.go()
    guest.until("() => navigator.serviceWorker.controller !== null")
    host.is_down = True
    try:
        guest.page.reload()
        guest.see(WORDS("web.offline.here"))
    finally:
        host.is_down = False
    guest.leave()


def test_a_server_that_says_nothing_is_not_waited_for(browser: Browser, host: StaticHost) -> None:
    guest = Guest(browser, host.url, on_device=True)
    silent: list[Route] = []

    def say_nothing(route: Route) -> None:
        silent.append(route)

    guest.page.route("**/api/**", say_nothing)
    guest.go()
    guest.see(WORDS("web.offline.here"))
    guest.page.get_by_role("button", name="Original").first.click()
    guest.until(_HAND)
    play_turns(guest, Mouse(), 1)
    # As soon as it speaks, its tables are offered.
    guest.page.get_by_role("link", name=WORDS("web.home")).first.click()
    guest.see(WORDS("web.offline.here"))
    data = json.loads((ROOT / "web/src/lib/offline/data.json").read_text("utf-8"))
    for route in silent:
        if route.request.url.endswith("/catalogue"):
            route.fulfill(json=data["catalogue"])
    guest.page.get_by_role("button", name=WORDS("web.lobby.friends")).wait_for()
    guest.page.unroute_all(behavior="ignoreErrors")
    guest.leave()


def test_with_a_server_there_the_device_still_thinks_for_itself(
    browser: Browser, served: Served
) -> None:
    guest = Guest(browser, served.url, on_device=True)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    guest.page.on("websocket", lambda socket: asked.append(urlsplit(socket.url).path))
    page = guest.go()
    page.get_by_role("button", name=WORDS("web.lobby.friends")).wait_for()
    asked.clear()
    page.get_by_role("button", name="Duel").first.click()
    guest.until(_HAND)
    guest.until("() => document.querySelector('button[aria-keyshortcuts=\"E\"]')")
    ask_hint(guest)
    play_turns(guest, Mouse(), 2)  # and the bot between them
    assert [path for path in asked if path.startswith("/api/")] == []
    guest.leave()
    assert guest.troubles == []
