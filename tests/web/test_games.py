"""Your games, through the screen: noted, found, taken in, taken along, played again."""

import json
from pathlib import Path

import pytest
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.days import own_games
from tests.web.guest import WORDS, Guest
from tests.web.playing import give_up
from tests.web.scenes import PHONE

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_RECORD = Path("tests/records/daily_line.txt")


def _play(guest: Guest, served: Served) -> str:
    """Play a game and give it up; return the code of its table."""
    seat = served.open("original", players=1, start=True)
    guest.sit(seat)
    guest.until(_HAND)
    give_up(guest)
    guest.page.locator("[data-result]").wait_for()
    guest.page.wait_for_timeout(300)  # until it is kept
    return seat["code"]


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_a_game_is_listed_with_its_record_and_played_again(
    invite: Invite, served: Served, device: dict[str, object]
) -> None:
    guest = invite(**device)
    code = _play(guest, served)
    page = guest.go("/games")
    row = page.locator(f'[data-game="{code} 1"]')
    row.wait_for()
    with page.expect_download() as saved:
        row.get_by_role("button", name=WORDS("web.games.save")).click()
    assert saved.value.path().read_text().startswith("tenback record 1")
    row.get_by_role("button", name=WORDS("web.games.again")).click()
    guest.until(_HAND)
    assert code not in page.url
    give_up(guest)
    page.locator("[data-result]").wait_for()
    page = guest.go("/games")  # a game with known cards is not listed
    row.wait_for()
    assert page.locator("[data-game]").count() == 1


def test_filters_leave_what_is_asked_for(guest: Guest) -> None:
    own_games(guest)
    page = guest.go("/games")
    page.locator("[data-game]").first.wait_for()
    everything = page.locator("[data-game]").count()
    page.locator("[data-filter=game]").select_option("duel")
    page.locator("[data-filter=result]").select_option("won")
    duels = page.locator("[data-game]").count()
    assert 0 < duels < everything
    filters = page.locator("summary", has_text=WORDS("web.games.filters"))
    assert WORDS("web.games.shown", count=duels, all=everything) in filters.inner_text()
    page.get_by_role("button", name=WORDS("web.games.all")).click()
    assert page.locator("[data-game]").count() == everything


def test_records_are_taken_in_by_file_and_paste_and_replayed(guest: Guest) -> None:
    page = guest.go("/games")
    page.locator("[data-bring]").set_input_files(str(_RECORD))
    guest.see(WORDS("web.games.brought", count=1, known=0))
    field = page.get_by_label(WORDS("web.games.paste"))
    field.fill(_RECORD.read_text())
    page.get_by_role("button", name=WORDS("web.games.take")).click()
    guest.see(WORDS("web.games.brought", count=0, known=1))
    field.fill("nonsense")
    page.get_by_role("button", name=WORDS("web.games.take")).click()
    page.get_by_role("alert").first.wait_for()
    page.get_by_role("link", name=WORDS("web.games.replay"), exact=True).click()
    guest.see(WORDS("web.replay.title"))
    page.locator("[data-pile]").first.wait_for()
    guest.troubles = [one for one in guest.troubles if "400" not in one]  # the nonsense


def test_all_games_move_by_file_and_results_by_link(invite: Invite, served: Served) -> None:
    old = invite()
    code = _play(old, served)
    page = old.go("/games")
    page.locator("[data-game]").wait_for()
    page.get_by_text(WORDS("web.games.luggage")).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=WORDS("web.games.export")).click()
    bundle = json.loads(saved.value.path().read_text())
    assert [game["code"] for game in bundle["games"]] == [code]
    assert bundle["records"][0]["record"].startswith("tenback record 1")
    page.get_by_role("button", name=WORDS("web.games.qr")).click()
    old.see(WORDS("web.games.qr_about", count=1))

    new = invite()
    new.go("/games").locator("[data-bring]").set_input_files(
        {"name": "g.json", "mimeType": "application/json", "buffer": json.dumps(bundle).encode()}
    )
    new.page.locator(f'[data-game="{code} 1"]').wait_for()
    assert new.page.evaluate("() => localStorage.getItem('tenback.games')") is None


def test_a_browser_without_a_database_says_so(guest: Guest) -> None:
    guest.context.add_init_script(
        "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };"
    )
    guest.go("/games")
    guest.see(WORDS("web.games.trouble.private"))


def test_games_noted_before_move_to_the_database(guest: Guest) -> None:
    games = own_games(guest)
    page = guest.go("/statistics")
    page.get_by_role("img").first.wait_for()
    count = page.evaluate(
        """async () => {
          const open = await new Promise((go) => {
            const request = indexedDB.open('tenback');
            request.onsuccess = () => go(request.result);
          });
          return new Promise((go) => {
            const asked = open.transaction('games').objectStore('games').count();
            asked.onsuccess = () => go(asked.result);
          });
        }"""
    )
    assert count == len(games)
    assert page.evaluate("() => localStorage.getItem('tenback.games')") is None
