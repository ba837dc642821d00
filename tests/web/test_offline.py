"""Playing without a server: plain files, the module in a worker, and nothing else."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route
from tests.web.building import ROOT, build_client
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, ask_hint, give_up, look, play_on, play_turns
from tests.web.static_host import StaticHost, static_host

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
#: Puts a table on the shelf of the browser, as if it had been opened here.
_SHELVE = """async ([code, opening, dealt]) => {
  localStorage.setItem(`tenback.seat.${code}`, 'device');
  const request = indexedDB.open('tenback-tables', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('tables', { keyPath: 'code' });
    request.result.createObjectStore('steps');
  };
  const database = await new Promise((go) => { request.onsuccess = () => go(request.result); });
  const act = database.transaction(['tables', 'steps'], 'readwrite');
  act.objectStore('tables').put({ code, opening, at: Date.now() });
  const command = { type: 'start_game' };
  act.objectStore('steps').put({ seat: 0, command, byDriver: false, dealt }, [code, 0]);
  await new Promise((go) => { act.oncomplete = go; });
  database.close();
}"""


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


def _shelve(guest: Guest, code: str, **wanted: Any) -> None:
    """Go to a table of the device's own that was opened like this."""
    data = json.loads((ROOT / "web/src/lib/offline/data.json").read_text("utf-8"))
    game = {"options": {}, "layout": "", "starter": 0} | wanted.pop("agreed")
    settings = data["catalogue"]["settings"]["usual"] | {"pace": 0}
    opening: dict[str, Any] = {
        "agreed": game,
        "settings": settings,
        "name": "Ana",
        "bots": [],
        **wanted,
    }
    kind = data["games"][game["game"]]
    chance = random.Random(code)  # every reader deals the same cards
    cards = range(kind["lowest"], kind["highest"] + 1)
    decks = [chance.sample(cards, len(cards)) for _ in range(kind["decks"])]
    dealt = {"decks": opening.get("decks", decks), "salt": "5" * 64, "date": "2026-01-01"}
    guest.go("/rules/original")
    guest.page.evaluate(_SHELVE, [code, opening, dealt])
    guest.go(f"/t/{code}")
    guest.until(_HAND)


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


def test_two_experts_play_along(alone: Guest) -> None:
    agreed = {"game": "original", "players": 3}
    _shelve(alone, "0EXPERT", agreed=agreed, bots=["expert", "expert"])
    seen = play_on(alone, Mouse())
    assert seen.over


def test_an_extreme_game_with_a_skull_and_a_three(alone: Guest) -> None:
    # 7 is a skull and 11 a three in the even layout.
    first = (7, 11, 13, 20, 30, 40, 50, 60)
    deck = [*first, *(card for card in range(2, 100) if card not in first)]
    agreed = {"game": "extreme", "players": 1, "layout": "even"}
    _shelve(alone, "0SKULLS", agreed=agreed, decks=[deck])
    page = alone.page

    def lay(card: int, pile: int) -> None:
        page.click(f'[data-hand-card="{card}"]')
        page.click(f'[data-pile="{pile}"].lit button')
        alone.until(f"() => document.querySelector('[data-hand-card=\"{card}\"]') === null")

    lay(7, 0)
    alone.until("() => document.querySelector('button[aria-keyshortcuts=\"E\"]').disabled")
    lay(11, 0)
    lay(13, 0)
    alone.until("() => document.querySelectorAll('[data-hand-card]').length === 8")
    assert not look(alone).over
    play_on(alone, Mouse())


def test_a_duel(alone: Guest) -> None:
    agreed = {"game": "duel", "players": 2, "starter": None}
    _shelve(alone, "0DUELLE", agreed=agreed, bots=["steady"])
    play_on(alone, Mouse())


def test_a_hint_and_a_reload_in_the_middle_of_a_turn(alone: Guest) -> None:
    alone.go()
    alone.page.get_by_role("button", name="Original").first.click()
    alone.until(_HAND)
    ask_hint(alone)
    before = look(alone)
    assert before.best is not None
    Mouse().lay(alone, before.best)
    alone.until("(mark) => document.querySelector('main')?.dataset.seq !== mark", before.mark)
    laid = look(alone)
    alone.page.reload()
    alone.until(_HAND)
    assert look(alone).hand == laid.hand
    assert look(alone).mark == laid.mark
    play_turns(alone, Mouse(), 2)


def test_a_lesson(alone: Guest) -> None:
    alone.go("/tutorial/original")
    alone.until(_HAND)
    alone.see(WORDS("tutorial.original.1")[:30])


#: What a worker finds in its own scope, changed before it starts.
_NO_DATABASE = "Object.defineProperty(self, 'indexedDB', { get() { throw new Error('none'); } });"
#: As a browser does it: what is put is refused when it is to be kept, not before.
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
