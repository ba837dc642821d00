"""Everything can be played after the page's host has gone, and nothing asks it for anything more.

The site lies in a folder of a plain web host. Once the browser has kept it, the host vanishes: it
hangs up on whoever still asks, and notes for what.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.guest import WORDS, Guest
from tests.web.hosting import FOLDER, Host, hosting
from tests.web.playing import Mouse, ask_hint, give_up, look, play_on, play_turns
from tests.web.practising import practise
from tests.web.shelving import shelve

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_RECORD = Path("tests/records/daily_line.txt")
#: Resolves once so many of the files are kept that are fetched in the background.
_ALL_KEPT = """async (count) => {
  await navigator.serviceWorker.ready;
  for (;;) {
    const [name] = await caches.keys();
    const kept = await (await caches.open(name)).keys();
    if (kept.filter(({ url }) => /\\.(npz|jsonl)/.test(url)).length === count) return;
    await new Promise((go) => setTimeout(go, 50));
  }
}"""
#: With every page that is opened, the browser itself looks for a new version of this one file, and
#: again a moment later when nobody answers.
_LOOKED_FOR = f"/{FOLDER}/service-worker.js"


@pytest.fixture(scope="module")
def gone(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that a browser knows, and that will be gone."""
    with hosting(site, tmp_path_factory.mktemp("host")) as host:
        yield host


@pytest.fixture(scope="module")
def visitor(browser: Browser, gone: Host) -> Iterator[Guest]:
    """Somebody who has been there once, and whose browser has kept everything."""
    guest = Guest(browser, gone.url, on_device=True, service_workers="allow")
    later = sum(path.suffix in (".npz", ".jsonl") for path in gone.files.rglob("*"))
    assert later > 0
    guest.go("/").evaluate(_ALL_KEPT, later)
    guest.page.close()
    gone.vanish()
    guest.may_lose_the_server = True
    yield guest
    guest.leave()


@pytest.fixture
def alone(visitor: Guest, gone: Host) -> Iterator[Guest]:
    """The same person with a new tab; at the end nobody was asked, and nothing went wrong."""
    visitor.page = visitor.open_tab()
    gone.asked.clear()
    yield visitor
    visitor.page.close()
    assert set(gone.asked) <= {_LOOKED_FOR}
    assert visitor.troubles == []


def _begin(guest: Guest, game: str) -> None:
    guest.go("/")
    guest.page.get_by_role("button", name=game).first.click()
    guest.until(_HAND)


def test_a_whole_game_alone(alone: Guest) -> None:
    _begin(alone, "Original")
    play_on(alone, Mouse())
    # It is kept: the list has it, its deal can be checked, and the replay shows it.
    code = alone.page.url.rpartition("/")[2]
    alone.go("/?/games").locator(f'[data-game="{code} 1"]').wait_for()
    alone.go(f"/?/verify?table={code}&game=1")
    alone.see(WORDS("web.verify.fits"))
    alone.go(f"/?/t/{code}/games/1")
    alone.see(WORDS("web.replay.text"))


def test_two_experts_play_along(alone: Guest) -> None:
    alone.go("/")
    alone.see(WORDS("web.offline.site"))
    alone.page.get_by_role("button", name=WORDS("web.lobby.bots")).click()
    form = alone.page.get_by_role("form", name=WORDS("web.new.title"))
    # Nobody else can come, so no seat waits for anybody.
    assert form.get_by_text(WORDS("web.new.open_seat")).count() == 0
    for player in (2, 3):
        seat = form.get_by_role("group", name=WORDS("web.new.seat", number=player))
        seat.get_by_role("radio", name="Expert").check(force=True)
    form.get_by_text(WORDS("web.new.table")).click()
    pace = form.get_by_label(WORDS("web.setting.pace"))
    pace.select_option(WORDS("web.setting.pace.at_once"))
    form.get_by_role("button", name=WORDS("web.gathering.start")).click()
    alone.until(_HAND)
    alone.page.get_by_role("button", name=WORDS("player.default"), exact=True).click()
    assert play_on(alone, Mouse()).over


def test_an_extreme_game_with_a_skull_and_a_three(alone: Guest) -> None:
    # 7 is a skull and 11 a three in the even layout.
    first = (7, 11, 13, 20, 30, 40, 50, 60)
    deck = [*first, *(card for card in range(2, 100) if card not in first)]
    agreed = {"game": "extreme", "players": 1, "layout": "even"}
    page = alone.go("/")
    shelve(alone, "0SKULLS", agreed=agreed, decks=[deck])
    alone.go("/?/t/0SKULLS")
    alone.until(_HAND)

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
    assert play_on(alone, Mouse()).over


def test_a_duel(alone: Guest) -> None:
    alone.go("/")
    agreed = {"game": "duel", "players": 2, "starter": None}
    shelve(alone, "0DUELLE", agreed=agreed, bots=["steady"])
    alone.go("/?/t/0DUELLE")
    alone.until(_HAND)
    assert play_on(alone, Mouse()).over


def test_a_hint_and_a_reload_in_the_middle_of_a_turn(alone: Guest) -> None:
    _begin(alone, "Original")
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


def test_a_review(alone: Guest) -> None:
    _begin(alone, "Original")
    play_turns(alone, Mouse(), 1)
    give_up(alone)
    alone.page.get_by_role("link", name=WORDS("web.review.ask")).click()
    alone.page.locator("[data-curve]").wait_for()


def test_a_puzzle(alone: Guest) -> None:
    alone.go("/?/puzzles")
    practise(alone, Mouse())
    alone.page.wait_for_selector("[data-right]")


def test_a_lesson(alone: Guest) -> None:
    alone.go("/?/tutorial/original")
    alone.until(_HAND)
    alone.see(WORDS("tutorial.original.1")[:30])


def test_records_go_in_and_out(alone: Guest) -> None:
    page = alone.go("/?/games")
    page.locator("[data-bring]").set_input_files(str(_RECORD))
    alone.see(WORDS("web.games.brought", count=1, known=0))
    with page.expect_download() as saved:
        page.get_by_role("button", name=WORDS("web.games.save")).first.click()
    assert saved.value.path().read_text().startswith("tenback record 1")


def test_a_game_counts(alone: Guest) -> None:
    _begin(alone, "Original")
    play_turns(alone, Mouse(), 1)
    give_up(alone)
    alone.page.locator("[data-result]").wait_for()
    alone.go("/?/statistics").get_by_role("img").first.wait_for()
