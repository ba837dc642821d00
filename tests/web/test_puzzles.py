"""A puzzle in the browser: tried by hand and by keys, explained, rated, and brought back."""

import pytest
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest

from tenback.analysis.puzzles.file import load_puzzles
from tenback.analysis.puzzles.puzzle import Puzzle, parse_turn
from tenback.rules import Placement

#: Where turns are sent to be judged.
_TRIES = "**/api/puzzles/*/tries"
#: The rating of a newcomer, which ``_TRIED`` writes.
_NEWCOMER = 1500
#: Writes into the browser's notebook that puzzles were tried before.
_TRIED = """([game, seen]) => {
  const player = { rating: 1500, deviation: 350, volatility: 0.06 };
  const notebook = { player, seen, right: 0, run: 0, again: [] };
  localStorage.setItem('tenback.puzzles.' + game, JSON.stringify(notebook));
}"""


def _puzzle(game: str) -> Puzzle:
    """Find a puzzle with a line and a refutation, in which no command ends a turn."""
    return next(
        one
        for one in load_puzzles(game)
        if one.line and one.refutation and "obey" not in one.themes
    )


def _turn(puzzle: Puzzle, told: str) -> tuple[Placement, ...]:
    state = puzzle.state()
    return parse_turn(state.rules.game, told, state.seat)


def _end(guest: Guest, turn: tuple[Placement, ...]) -> None:
    """Lay cards with the mouse and end the turn by its key."""
    for card, pile in turn:
        guest.page.click(f'[data-hand-card="{card}"]')
        guest.page.click(f'[data-pile="{pile}"] .target')
        guest.until("(card) => !document.querySelector(`[data-hand-card='${card}']`)", card)
    guest.page.keyboard.press("e")


def _lay(guest: Guest, turn: tuple[Placement, ...]) -> None:
    """Lay cards and wait until they are judged."""
    _end(guest, turn)
    guest.page.wait_for_selector("[data-right]")


@pytest.mark.parametrize("game", ["original", "extreme"])
def test_a_wrong_turn_is_explained_and_the_right_one_is_found_afterwards(
    invite: Invite, game: str
) -> None:
    puzzle, guest = _puzzle(game), invite()
    page = guest.go(f"/puzzles/{puzzle.id}")
    page.wait_for_selector("[data-hand-card]")
    _lay(guest, _turn(puzzle, puzzle.wrong))
    assert page.get_attribute("[data-right]", "data-right") == "false"
    guest.see(WORDS("puzzle.refutation"))
    page.get_by_role("button", name=WORDS("web.puzzles.retry")).click()
    page.wait_for_selector("[data-right]", state="detached")
    guest.see(WORDS("web.puzzles.back"))
    _lay(guest, _turn(puzzle, puzzle.answer))
    assert page.get_attribute("[data-right]", "data-right") == "true"
    guest.see(WORDS("puzzle.line"))
    page.get_by_role("button", name=WORDS("web.puzzles.next")).click()
    guest.until("(id) => !location.pathname.endsWith(id)", puzzle.id)
    page.wait_for_selector("[data-hand-card]")


def test_a_newcomer_has_no_rating_before_five_puzzles(invite: Invite) -> None:
    puzzle, guest = _puzzle("original"), invite()
    page = guest.go(f"/puzzles/{puzzle.id}")
    page.wait_for_selector("[data-hand-card]")
    page.get_by_text(WORDS("web.puzzles.unrated", count=5)).wait_for()
    assert page.locator(".rating b").count() == 0
    _lay(guest, _turn(puzzle, puzzle.wrong))
    page.locator("[data-right]", has_text=WORDS("web.puzzles.unrated", count=4)).wait_for()
    page.evaluate(_TRIED, ["original", [90_001, 90_002, 90_003, 90_004]])
    page.reload()
    page.wait_for_selector("[data-hand-card]")
    page.get_by_text(WORDS("web.puzzles.unrated", count=1)).wait_for()
    page.get_by_role("button", name=WORDS("web.puzzles.show")).click()
    page.locator(".rated", has_text=WORDS("web.puzzles.first", rating="")).wait_for()
    assert int(page.locator(".rating b").inner_text()) < _NEWCOMER


def test_a_duel_is_solved_by_keys_and_the_rating_stays_after_a_reload(invite: Invite) -> None:
    puzzle = _puzzle("duel")
    guest = invite()
    page = guest.go(f"/puzzles/{puzzle.id}")
    page.wait_for_selector("[data-hand-card]")
    page.evaluate(_TRIED, ["duel", [90_001, 90_002, 90_003, 90_004]])
    page.reload()
    page.wait_for_selector("[data-hand-card]")
    order = [page.locator(f'[data-pile="{pile}"] .target') for pile in range(4)]
    for card, pile in _turn(puzzle, puzzle.answer):
        for digit in str(card):
            page.keyboard.press(digit)
        page.keyboard.press(order[pile].get_attribute("aria-keyshortcuts") or "")
        guest.until("(card) => !document.querySelector(`[data-hand-card='${card}']`)", card)
    if page.locator("[data-right]").count() == 0:
        page.keyboard.press("e")
    page.wait_for_selector("[data-right='true']")
    rated = page.locator(".rating b").inner_text()
    assert int(rated) > _NEWCOMER
    page.reload()
    page.wait_for_selector("[data-hand-card]")
    assert page.locator(".rating b").inner_text() == rated


def test_the_answer_can_be_asked_for_and_another_theme_chosen(invite: Invite) -> None:
    guest = invite()
    page = guest.go("/puzzles")
    page.get_by_role("button", name=WORDS("web.puzzles.show")).click()
    page.wait_for_selector("[data-right='false']")
    page.get_by_role("radio", name=WORDS("web.game.extreme")).check()
    guest.until("() => location.pathname.startsWith('/puzzles/extreme-')")
    page.get_by_role("combobox", name=WORDS("web.puzzles.theme")).select_option("obey")
    page.locator(".tag", has_text=WORDS("puzzle.theme.obey")).wait_for()


def test_an_unknown_puzzle_leads_to_another_one(invite: Invite) -> None:
    guest = invite()
    page = guest.go("/puzzles/duel-0")
    guest.see(WORDS("refusal.NO_PUZZLE"))
    page.get_by_role("button", name=WORDS("web.puzzles.another")).click()
    page.wait_for_selector("[data-hand-card]")
    assert "/puzzles/duel-" in page.url
    guest.troubles = [one for one in guest.troubles if "404" not in one]


def test_without_a_line_the_device_judges(invite: Invite) -> None:
    puzzle, guest = _puzzle("original"), invite()
    page = guest.go(f"/puzzles/{puzzle.id}")
    page.wait_for_selector("[data-hand-card]")
    page.route(_TRIES, lambda route: route.abort())
    _lay(guest, _turn(puzzle, puzzle.answer))
    assert page.get_attribute("[data-right]", "data-right") == "true"
    guest.troubles = [one for one in guest.troubles if "ERR_FAILED" not in one]


def test_a_turn_that_could_not_be_judged_is_judged_when_the_line_is_back(invite: Invite) -> None:
    puzzle, guest = _puzzle("original"), invite()
    guest.context.add_init_script("delete window.Worker")  # the device cannot judge it either
    page = guest.go(f"/puzzles/{puzzle.id}")
    page.wait_for_selector("[data-hand-card]")
    page.route(_TRIES, lambda route: route.abort())
    _end(guest, _turn(puzzle, puzzle.answer))
    guest.see(WORDS("web.failure.unreachable"))
    page.unroute(_TRIES)
    page.get_by_role("button", name=WORDS("web.again")).click()
    page.wait_for_selector("[data-right='true']")
    guest.troubles = [one for one in guest.troubles if "ERR_FAILED" not in one]


@pytest.mark.parametrize("size", [(360, 740), (320, 568)], ids=str)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_cards_of_a_duel_lie_over_others_on_a_phone(
    invite: Invite, size: tuple[int, int], language: str
) -> None:
    rows = """() => ['.seats dl', '[data-pile]', '.turn', '[data-hand-card]'].map((what) => {
      const all = [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
      return [Math.min(...all.map(({ top }) => top)), Math.max(...all.map((box) => box.bottom))];
    })"""
    puzzle = next(one for one in load_puzzles("duel") if one.line and one.refutation)
    width, height = size
    guest = invite(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale=language
    )
    page = guest.go(f"/puzzles/{puzzle.id}")
    page.wait_for_selector("[data-hand-card]")
    known, piles, turn, hand = page.evaluate(rows)
    # An overlap of two pixels cannot be seen.
    assert known[1] <= piles[0] + 2
    assert piles[1] <= turn[0] + 2
    assert turn[1] <= hand[0] + 14  # the corners of a fanned card
    assert hand[1] <= height
