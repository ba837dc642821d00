"""The client as plain files: in any folder of a host, kept by a browser, renewed between games."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.guest import WORDS, Guest
from tests.web.hosting import FOLDER, Host, hosting
from tests.web.playing import Mouse, give_up, play_turns

from tenback.records.daily import OPEN_KEY, DailyKind, daily_deal

_KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state === 'activated') return true;
  await new Promise((done) => active.addEventListener('statechange', done));
  return true;
}"""
#: Whether a new version has been fetched and waits; looked at again and again.
_WAITS = """() => {
  navigator.serviceWorker.ready.then(({ waiting }) => { window.waits = waiting !== null; });
  return window.waits === true;
}"""


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    """A host of the site."""
    with hosting(site, tmp_path) as running:
        yield running


@pytest.fixture
def guest(browser: Browser, host: Host) -> Iterator[Guest]:
    """Somebody who keeps what a site wants to be kept."""
    guest = Guest(browser, host.url, on_device=True, service_workers="allow")
    yield guest
    guest.leave()
    assert guest.troubles == []


def _publish_another_version(host: Host) -> None:
    """Change the page and, as a build does, what the service worker knows of it."""
    page, worker = host.files / "index.html", host.files / "service-worker.js"
    page.write_text(page.read_text().replace("<title>tenback</title>", "<title>another</title>"))
    page.write_text(page.read_text().replace("<html ", '<html data-version="another" '))
    told = worker.read_text()
    told, count = re.subn(r'("index\.html",")\w{16}', r"\g<1>another", told)
    worker.write_text(told.replace('{"version":"', '{"version":"another'))
    assert count == 1


def _is_another(guest: Guest) -> None:
    guest.page.locator("html[data-version=another]").wait_for(state="attached")


def test_every_page_has_an_address_that_works_in_a_folder(guest: Guest, host: Host) -> None:
    page = guest.go("/")
    title = WORDS("web.review.title")
    page.get_by_role("link", name=title).click()
    guest.until("() => location.search === '?/review'")
    page.reload()
    page.get_by_role("heading", level=1, name=title).wait_for()
    page.get_by_role("link", name=WORDS("web.home")).click()
    guest.until("() => location.search === ''")
    page.go_back()
    page.get_by_role("heading", level=1, name=title).wait_for()
    assert all(path.startswith(f"/{FOLDER}/") for path in host.asked)
    assert not any("/api/" in path for path in host.asked)


def test_the_page_forbids_what_it_does_not_need(guest: Guest) -> None:
    page = guest.go("/")
    page.get_by_role("heading", level=1).first.wait_for()
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy is not None
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy


def test_without_its_host_the_page_still_comes(guest: Guest, host: Host) -> None:
    page = guest.go("/")
    page.evaluate(_KEPT)
    host.down()
    guest.may_lose_the_server = True
    page.reload()
    page.get_by_role("heading", level=1).first.wait_for()
    guest.go("/?/rules/original").get_by_role("heading", level=2).first.wait_for()


def test_the_deal_of_the_day_follows_from_the_date(guest: Guest, host: Host) -> None:
    page = guest.go("/")
    page.locator("[data-daily]").click()
    guest.see(WORDS("web.daily.open")[:60])
    deal = page.locator("[data-deal=original-1]")
    deal.get_by_role("button", name=WORDS("web.daily.play")).click()
    page.locator("[data-hand-card]").first.wait_for()
    kind = DailyKind("original", 1)
    today = date.fromisoformat(page.evaluate("() => new Date().toISOString().slice(0, 10)"))
    dealt = daily_deal(OPEN_KEY, today, kind)
    hand = page.locator("[data-hand-card]").evaluate_all(
        "(cards) => cards.map((card) => Number(card.dataset.handCard))"
    )
    assert sorted(hand) == sorted(dealt.decks[0][: len(hand)])
    give_up(guest)
    page.get_by_role("link", name=WORDS("web.daily.page")).click()
    deal.get_by_text(WORDS("web.daily.yours")).wait_for()
    deal.get_by_role("button", name=WORDS("web.daily.again")).wait_for()
    assert not any("/api/" in path for path in host.asked)


def test_a_new_version_waits_for_the_end_of_a_game(guest: Guest, host: Host) -> None:
    page = guest.go("/")
    page.evaluate(_KEPT)
    page.reload()
    page.mouse.click(1, 1)
    other = guest.open_tab()
    other.goto(host.url + "/")
    # As a table does while a game is going on (lib/updates.svelte.ts).
    lock = f"tenback game /{FOLDER}/"
    other.evaluate(
        """(name) => { navigator.locks.request(name, { mode: 'shared' },
        () => new Promise((done) => { window.over = done; })); }""",
        lock,
    )
    _publish_another_version(host)
    page.evaluate("async () => { (await navigator.serviceWorker.ready).update(); }")
    page.get_by_role("button", name=WORDS("web.update.use")).click()
    page.get_by_role("link", name=WORDS("web.puzzles.title")).first.click()
    page.get_by_role("link", name=WORDS("web.home")).click()
    page.evaluate("() => new Promise((go) => setTimeout(go, 2000))")  # it has tried by now
    assert page.evaluate("() => document.documentElement.dataset.version") is None
    other.evaluate("() => window.over()")
    page.get_by_role("button", name=WORDS("web.update.use")).click()
    _is_another(guest)
    names = page.evaluate("() => caches.keys()")
    assert len(names) == 1, "what the old version had kept is gone"
    other.locator("html[data-version=another]").wait_for(state="attached")


@pytest.mark.parametrize("reloads", [False, True], ids=["at once", "loaded again"])
def test_a_new_version_comes_between_two_games(guest: Guest, host: Host, reloads: bool) -> None:
    page = guest.go("/")
    page.evaluate(_KEPT)
    page.get_by_role("button", name="Original").click()
    page.locator("[data-hand-card]").first.wait_for()
    _publish_another_version(host)
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    guest.until(_WAITS)
    if reloads:  # even a page that is loaded again keeps its version in the middle of a game
        page.reload()
        page.locator("[data-hand-card]").first.wait_for()
    play_turns(guest, Mouse(), 1)
    assert page.evaluate("() => document.documentElement.dataset.version") is None
    give_up(guest)
    page.get_by_role("link", name=WORDS("web.result.lobby"), exact=True).click()
    _is_another(guest)
    page.get_by_role("button", name="Original").click()
    page.locator("[data-hand-card]").first.wait_for()


def test_a_page_that_nobody_has_touched_takes_a_new_version_at_once(
    guest: Guest, host: Host
) -> None:
    page = guest.go("/")
    page.evaluate(_KEPT)
    _publish_another_version(host)
    page.reload()
    _is_another(guest)


@pytest.mark.parametrize(
    ("lack", "script", "language"),
    [
        ("module", "delete globalThis.WebAssembly", "en"),
        ("vectors", "WebAssembly.validate = () => false", "fr"),
        ("worker", "delete globalThis.Worker", "de"),
    ],
)
def test_an_old_browser_is_told_what_still_works(
    browser: Browser, host: Host, lack: str, script: str, language: str
) -> None:
    guest = Guest(browser, host.url, locale=language)
    guest.context.add_init_script(script)
    words = type(WORDS)(language)
    page = guest.go("/")
    told = page.get_by_role("alert").filter(has_text=words(f"web.offline.lack.{lack}"))
    told.filter(has_text=words("web.offline.still")).wait_for()
    guest.go("/?/rules/original").get_by_role("heading", level=2).first.wait_for()
    guest.leave()


def test_a_private_window_says_that_it_keeps_nothing(browser: Browser, host: Host) -> None:
    guest = Guest(browser, host.url)
    guest.context.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }"
    )
    guest.go("/")
    guest.see(WORDS("web.games.trouble.private"))
    guest.leave()
