"""Moments to remember: the climb behind the table, a sunrise, a best result, a winning streak."""

import json

import pytest
from playwright.sync_api import Browser
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.prepared import sit_with
from tests.web.scenes import HAND, Stand, played

from tenback.records import RecordedTurn
from tenback.rules import Placement

#: The seed of a game of the Original for three. The first seat wins it with the last card.
_WON = 2
_CLIMBED = "() => Number(document.querySelector('[data-climbed]').dataset.climbed)"
_GONE = "(card) => document.querySelector(`[data-hand-card='${card}']`) === null"
#: Keeps the sunrise from ending by itself.
_LONG_DAWN = """(() => {
  const real = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => real(act, ms > 2500 ? 1e8 : ms, ...rest);
})()"""


def _played_before(guest: Guest, *scores: int) -> None:
    """Let this guest have played games of the Original for three, with these cards left."""
    games = [
        {
            "code": "BEFORE",
            "number": number,
            "game": "original",
            "players": 3,
            "team": True,
            "score": score,
            "won": score == 0,
            "at": number,
        }
        for number, score in enumerate(scores)
    ]
    kept = json.dumps(json.dumps(games))
    guest.context.add_init_script(f"localStorage['tenback.games'] ??= {kept}")


def _sit_before_the_last_turn(stand: Stand, guest: Guest) -> tuple[Placement, ...]:
    """Sit down where one turn wins, and return it."""
    turns = [each for each in played("original", 3, _WON).entries if isinstance(each, RecordedTurn)]
    last = max(place for place, turn in enumerate(turns) if turn.seat == 0)
    guest.sit(stand.play(played("original", 3, _WON, last)))
    guest.until(HAND)
    return turns[last].placements


def _lay(guest: Guest, placements: tuple[Placement, ...]) -> None:
    for card, pile in placements:
        guest.page.click(f'[data-hand-card="{card}"]')
        guest.page.click(f'[data-pile="{pile}"] .target')
        guest.until(_GONE, card)


def test_every_card_is_a_bit_of_the_way_up(guest: Guest, served: Served) -> None:
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    assert guest.page.evaluate(_CLIMBED) == 0
    _lay(guest, (Placement(10, 0), Placement(20, 0)))
    assert guest.page.evaluate(_CLIMBED) == pytest.approx(2 / 98, abs=0.001)  # three digits


def test_in_a_duel_two_lights_race(guest: Guest, served: Served, browser: Browser) -> None:
    guest.sit(Stand(served, browser).play(played("duel", 2, 3, 10)))
    guest.until(HAND)
    lights = guest.page.locator("[data-climbed] b")
    assert lights.count() == 2
    assert guest.page.locator("[data-climbed] b.rival").count() == 1


def test_plain_ground_where_more_contrast_is_wanted(guest: Guest, served: Served) -> None:
    guest.context.add_init_script("localStorage.setItem('tenback.contrast', 'more')")
    sit_with(guest, served, (10, 20, 30, 40, 50, 60, 70, 80))
    assert guest.page.locator("[data-climbed]").is_hidden()


def test_the_sun_rises_over_a_won_game_before_its_result(
    invite: Invite, served: Served, browser: Browser
) -> None:
    guest = invite(reduced_motion="no-preference")
    guest.context.add_init_script(_LONG_DAWN)
    _lay(guest, _sit_before_the_last_turn(Stand(served, browser), guest))
    page = guest.page
    page.locator("main .sun").wait_for()
    skip = page.get_by_role("button", name=WORDS("web.result.title"))
    skip.click()  # whoever has seen it often need not wait
    page.locator("[data-result='beaten']").wait_for()
    assert skip.count() == 0


def test_the_sunrise_ends_by_itself(invite: Invite, served: Served, browser: Browser) -> None:
    guest = invite(reduced_motion="no-preference")
    _lay(guest, _sit_before_the_last_turn(Stand(served, browser), guest))
    guest.page.locator("[data-result='beaten']").wait_for()


def test_a_won_game_in_figures(guest: Guest, served: Served, browser: Browser) -> None:
    """As many turns as its record has: the last one ends with the game."""
    _lay(guest, _sit_before_the_last_turn(Stand(served, browser), guest))
    guest.page.locator("[data-result='beaten']").wait_for()
    turns, laid, *_ = guest.page.locator("[data-result] dd").all_inner_texts()
    played_turns = [
        turn for turn in played("original", 3, _WON).entries if isinstance(turn, RecordedTurn)
    ]
    assert (int(turns), int(laid)) == (len(played_turns), 98)


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((), WORDS("web.result.merit.first_win")),
        ((0,), WORDS("web.result.merit.in_a_row", count=2)),
        ((0, 7, 0, 0), WORDS("web.result.merit.in_a_row", count=3)),
    ],
)
def test_what_a_win_means_is_told(
    guest: Guest, served: Served, browser: Browser, scores: tuple[int, ...], told: str
) -> None:
    _played_before(guest, *scores)
    page = guest.sit(Stand(served, browser).won())
    assert page.locator("[data-result] .merit").inner_text() == told


@pytest.mark.parametrize(("scores", "is_best"), [((20, 11), True), ((20, 1), False), ((), False)])
def test_a_best_result_is_told(
    guest: Guest, served: Served, browser: Browser, scores: tuple[int, ...], is_best: bool
) -> None:
    _played_before(guest, *scores)
    page = guest.sit(Stand(served, browser).lost())
    page.locator("[data-result] .left").first.wait_for()
    told = page.get_by_text(WORDS("web.result.merit.best"))
    assert told.count() == int(is_best)
