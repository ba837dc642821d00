"""axe-core finds nothing serious on any page, light or dark; more contrast and forced colours."""

import io
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Page
from tests.server.reviewing.games import given_up
from tests.server.serving import Served
from tests.web.building import ROOT
from tests.web.conftest import Invite
from tests.web.days import Days, own_games
from tests.web.guest import WORDS, Guest
from tests.web.playing import ask_hint
from tests.web.scenes import LYING

from tenback.table import Settings

_AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_RUN = """async (rules) => (await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules === null ? {} : { runOnly: rules }),
  })).violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)"""
#: The rules that the colour scheme can break; the others are checked once.
_COLOURS = ["color-contrast", "link-in-text-block"]
_LOOKS: tuple[tuple[Literal["light", "dark"], list[str] | None], ...] = (
    ("light", None),
    ("dark", _COLOURS),
)
_HAND = "() => document.querySelector('[data-hand-card]') !== null"


Visit = Callable[[Guest, Served], Iterator[str]]


def _table(**more: Any) -> Visit:
    """Sit down at a table, pick a card, open the story and the help."""

    def visit(guest: Guest, served: Served) -> Iterator[str]:
        guest.sit(served.open(start=True, **more))
        guest.until(_HAND)
        guest.page.locator("[data-hand-card]").first.click()
        yield "table"
        guest.open_story()
        yield "story"
        guest.open_story()
        guest.page.keyboard.press("?")
        guest.page.get_by_role("dialog", name=WORDS("web.help.title")).wait_for()
        yield "help"

    return visit


def _gathering(guest: Guest, served: Served) -> Iterator[str]:
    table = served.open(players=3, settings={"text": True})
    guest.go(f"/t/{table['code']}")
    guest.page.get_by_role("button", name=WORDS("web.join.sit")).wait_for()
    yield "join"
    guest.sit(table)
    guest.page.get_by_role("img", name="QR code").wait_for()
    yield "gathering"
    guest.page.get_by_text(WORDS("web.new.table")).click()
    guest.page.get_by_label(WORDS("web.setting.starter")).wait_for()
    yield "settings"


def _lobby(guest: Guest, served: Served) -> Iterator[str]:
    del served
    page = guest.go()
    page.get_by_role("button", name=WORDS("web.game.extreme")).wait_for()
    yield "lobby"
    form = guest.set_up()
    form.get_by_role("radio", name=WORDS("web.game.extreme")).check()
    seat = form.get_by_role("group", name=WORDS("web.new.seat", number=2))
    seat.get_by_role("radio", name=WORDS("web.bot.master")).check()
    for fold in ("web.new.rules", "web.new.table"):
        page.get_by_text(WORDS(fold)).click()
    yield "new table"


def _hint(guest: Guest, served: Served) -> Iterator[str]:
    guest.sit(served.open(players=1, start=True, settings={"memory": True}))
    guest.until(_HAND)
    ask_hint(guest)
    yield "hint"


def _afterwards(guest: Guest, served: Served) -> Iterator[str]:
    page = guest.sit(served.open(players=1, start=True))
    guest.until(_HAND)
    page.get_by_role("button", name=WORDS("web.menu")).click()
    yield "menu"
    give_up = WORDS("web.concede.do")
    page.get_by_role("button", name=give_up).click()
    page.get_by_role("group", name=give_up).get_by_role("button", name=give_up).click()
    page.locator("[data-result]").wait_for()
    yield "result"
    page.locator("[data-share]").click()
    page.locator("[data-share-text]").wait_for()
    yield "share"
    page.keyboard.press("Escape")
    page.get_by_role("link", name=WORDS("web.result.replay")).click()
    page.get_by_role("slider").wait_for()
    yield "replay"
    page.get_by_role("link", name=WORDS("web.result.proof")).click()
    guest.see(WORDS("web.verify.fits"))
    yield "verify"
    guest.go("/statistics")
    guest.see(WORDS("web.statistics.title"))
    yield "statistics"


def _review(guest: Guest, served: Served) -> Iterator[str]:
    guest.go("/review").get_by_label(WORDS("web.review.send.record")).wait_for()
    yield "record"
    ticket = served.run(served.hall.adopt(given_up(2), Settings(), 0))
    page = guest.go(f"/t/{ticket.code}/games/1?review")
    page.locator("[data-curve]").wait_for(timeout=150_000)
    for summary in page.locator("summary").all():
        summary.click()
    yield "review"
    page.get_by_role("button", name=WORDS("web.review.turn.learn")).first.click()
    guest.until(_HAND)
    yield "learn"


def _pages(**signs: str) -> Visit:
    """Go to pages by their paths, each known by something to be seen there."""

    def visit(guest: Guest, served: Served) -> Iterator[str]:
        del served
        for path, sign in signs.items():
            guest.go(f"/{path}").locator(sign).first.wait_for()
            yield path

    return visit


def _daily(guest: Guest, served: Served) -> Iterator[str]:
    Days(served).live(guest)
    page = guest.go("/daily")
    page.locator("[data-yesterday]").wait_for()
    page.get_by_text(WORDS("web.daily.proof.title")).click()
    yield "daily"


def _games(guest: Guest, served: Served) -> Iterator[str]:
    del served
    own_games(guest)
    page = guest.go("/games")
    page.locator("[data-game]").first.wait_for()
    page.get_by_text(WORDS("web.games.luggage")).click()
    page.get_by_role("button", name=WORDS("web.games.qr")).click()
    page.locator(".code svg").wait_for()
    yield "games"
    guest.go("/statistics").get_by_role("img").first.wait_for()
    yield "statistics with a past"


def _puzzles(guest: Guest, served: Served) -> Iterator[str]:
    del served
    page = guest.go("/puzzles/extreme-1")
    guest.until(_HAND)
    page.locator("[data-hand-card]").first.click()
    yield "puzzle"
    page.get_by_role("button", name=WORDS("web.puzzles.show")).click()
    page.locator("[data-right]").wait_for()
    yield "answer"
    choose = page.get_by_role("button", name=WORDS("web.puzzles.choose"))
    if choose.count():
        choose.click()
        page.get_by_role("radio", name=WORDS("web.game.duel")).wait_for()
        yield "choice"
    guest.go("/puzzles/extreme-0").get_by_text(WORDS("refusal.NO_PUZZLE")).wait_for()
    yield "unknown"
    guest.troubles = [one for one in guest.troubles if "404" not in one]


def _lying(guest: Guest, served: Served) -> Iterator[str]:
    """See the pages that have a layout of their own for a phone in landscape."""
    yield from _puzzles(guest, served)
    for game in ("extreme", "duel"):
        guest.sit(served.open(game=game, players=2, bots=["greedy"], start=True))
        guest.until(_HAND)
        guest.page.locator("[data-hand-card]").first.click()
        yield game


_VISITS: dict[str, Visit] = {
    "daily": _daily,
    "games": _games,
    "gathering": _gathering,
    "original": _table(players=2, bots=["greedy"], settings={"starter": "lot", "text": True}),
    "extreme": _table(game="extreme", players=1),
    "duel": _table(game="duel", players=2, bots=["greedy"]),
    "afterwards": _afterwards,
    "layout": _pages(**{"layout": "[data-number]"}),
    "learning": _pages(**{"rules/extreme": "article h2", "tutorial/original": "[data-step]"}),
    "hint": _hint,
    "lobby": _lobby,
    "review": _review,
    "nowhere": _pages(nowhere="h1"),
    "puzzles": _puzzles,
}


def _found(guest: Guest, places: Iterator[str]) -> list[tuple[str, str, str]]:
    guest.context.add_init_script(path=_AXE)
    found: list[tuple[str, str, str]] = []
    for place in places:
        for scheme, rules in _LOOKS:
            guest.page.emulate_media(color_scheme=scheme)
            found += ((place, scheme, told) for told in guest.page.evaluate(_RUN, rules))
    return found


@pytest.mark.parametrize("visit", _VISITS)
def test_nothing_serious_is_found(invite: Invite, served: Served, visit: str) -> None:
    guest = invite()
    assert _found(guest, _VISITS[visit](guest, served)) == []


def test_nothing_serious_is_found_on_a_lying_phone(invite: Invite, served: Served) -> None:
    guest = invite(**LYING)
    assert _found(guest, _lying(guest, served)) == []


def test_more_contrast_is_a_choice_and_the_systems_wish(invite: Invite, served: Served) -> None:
    guest = invite(contrast="more")
    guest.context.add_init_script(path=_AXE)
    guest.sit(served.open(players=2, bots=["greedy"], start=True, settings={"starter": "lot"}))
    guest.until(_HAND)
    contrast = "() => document.documentElement.dataset.contrast"
    assert guest.page.evaluate(contrast) == "more"
    for scheme in ("light", "dark"):
        guest.page.emulate_media(color_scheme=scheme)
        assert guest.page.evaluate(_RUN, _COLOURS) == []
    usual = invite()
    page = usual.sit(served.open(players=1, start=True))
    usual.until(_HAND)
    assert page.evaluate(contrast) is None
    page.get_by_role("button", name=WORDS("web.menu")).click()
    page.get_by_role("button", name=WORDS("web.preferences.contrast")).click()
    assert page.evaluate(contrast) == "more"


def test_forced_colours_leave_cards_and_marks_to_be_seen(invite: Invite, served: Served) -> None:
    guest = invite(forced_colors="active")
    guest.context.add_init_script(path=_AXE)
    page = guest.sit(served.open(players=1, start=True))
    guest.until(_HAND)
    page.locator("[data-hand-card]").first.click()
    page.locator("[data-pile].lit").first.wait_for()
    assert guest.page.evaluate(_RUN, None) == []
    styles = "(one) => getComputedStyle(one)"
    face = page.locator("[data-pile] .face").first
    assert "gradient" in face.evaluate(f"(one) => ({styles})(one).backgroundImage")
    well = page.locator("[data-pile].lit .well").first
    assert well.evaluate(f"(one) => ({styles})(one).outlineStyle") == "solid"


def _shade_of_rim(page: Page, pile: int) -> float:
    """Return how light the rim of a pile is, where its ring is drawn: 0 to 255."""
    box = page.locator(f"[data-pile='{pile}'] .well").bounding_box()
    assert box is not None
    x, y = box["x"] + 1, box["y"] + box["height"] / 2
    shot = page.screenshot(clip={"x": x, "y": y, "width": 2, "height": 8})
    with Image.open(io.BytesIO(shot)) as picture:
        return ImageStat.Stat(picture.convert("L")).mean[0]


def test_rings_differ_for_those_who_see_other_colours(invite: Invite, served: Served) -> None:
    """Kinds of steps also differ in words and shapes, so a difference in lightness is enough."""
    guest = invite(color_scheme="dark")
    page = guest.sit(served.open(players=1, start=True))
    guest.until(_HAND)
    line = guest.context.new_cdp_session(page)
    page.evaluate(
        """() => document.querySelectorAll('[data-pile]').forEach((pile, at) =>
          pile.classList.add(...['lit jump', 'lit small', 'lit far', 'none'][at].split(' ')))"""
    )
    page.wait_for_timeout(300)
    for kind in ("deuteranopia", "protanopia", "tritanopia", "achromatopsia"):
        see = "Emulation.setEmulatedVisionDeficiency"
        line.send(see, {"type": kind})  # pyright: ignore[reportUnknownMemberType] untyped there
        *fitting, none = (_shade_of_rim(page, pile) for pile in range(4))
        assert min(fitting) > none + 20, kind  # of 255: plain to see


def test_excellent_games_have_a_mark_besides_their_colour(invite: Invite) -> None:
    guest = invite()
    excellent = sum(bool(each["excellent"]) for each in own_games(guest))
    page = guest.go("/statistics")
    page.locator("[data-excellent]").first.wait_for()
    assert page.locator("[data-excellent]").count() == excellent > 0
