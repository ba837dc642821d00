"""A hint is for the turn at hand, at tables without other people, and does not hold up the game."""

import re

from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, ask_hint, look, play_turn

from tenback.analysis.favouring import FAVOURS
from tenback.texts import LANGUAGES, Texts, language_name

#: What stands in for anything that fills the sentence of a reason.
_ANY = dict.fromkeys(("card", "cards", "other", "pile", "spent"), "999")
_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_PLAYING = "() => document.querySelector('main').dataset.stage === 'playing'"
_ASK = WORDS("web.hint.ask")
_NAMES = {language: language_name(language) for language in LANGUAGES}
_MARKED = "() => [...document.querySelectorAll('.place.pointed [data-hand-card]')].length"


def _ask(guest: Guest) -> list[tuple[int, str]]:
    """Ask for a hint; return the cards and piles of the best turn."""
    page = guest.page
    ask_hint(guest)
    chips = page.locator("[data-hint] .plan .chip").all_inner_texts()
    told = (re.fullmatch(r"(\d+) → (\w+)", chip.replace("\xa0", " ")) for chip in chips)
    return [(int(one[1]), one[2]) for one in told if one]


def test_a_hint_is_shown_followed_and_marked(guest: Guest, served: Served) -> None:
    page = guest.sit(served.open(players=1, start=True))
    guest.until(_HAND)
    best = _ask(guest)
    assert len(best) >= 2
    assert page.evaluate(_MARKED) == len(best)
    turns = page.locator("[data-hint] li button")
    for at in range(turns.count()):
        assert re.search(r"\d+%", turns.nth(at).inner_text())
    guest.see(WORDS("web.hint.win"))
    guest.see(WORDS("web.hint.about"))
    page.get_by_text(WORDS("web.log.you.hint_taken")).first.wait_for(state="attached")
    if turns.count() > 1:
        turns.nth(1).click()
        page.locator("[data-hint] li:nth-child(2) button[aria-pressed=true]").wait_for()
        turns.first.click()

    # While it is followed, the rest of the turn stays marked. In the next turn nothing is.
    mark = look(guest).mark
    card, pile = best[0]
    page.click(f'[data-hand-card="{card}"]')
    page.locator("[data-pile].lit", has_text=pile).get_by_role("button").first.click()
    guest.until("(mark) => document.querySelector('main').dataset.seq !== mark", mark)
    assert page.evaluate(_MARKED) == len(best) - 1
    play_turn(guest, Mouse())
    page.locator("[data-hint]").wait_for(state="detached")
    assert page.evaluate(_MARKED) == 0


def _reasons(language: str) -> str:
    """Return a pattern for one reason or two, whatever fills them."""
    told = (re.escape(Texts(language)(f"advise.why.{kind}", **_ANY)) for kind in FAVOURS)
    either = "|".join(sentence.replace("999", ".+") for sentence in told)
    return f"({either})( ({either}))?"


def test_what_speaks_for_the_best_turn_is_told_in_every_language(
    guest: Guest, served: Served
) -> None:
    page = guest.sit(served.open(players=1, start=True))
    guest.until(_HAND)
    ask_hint(guest)
    for language, name in _NAMES.items():
        page.locator("header .menu").click()
        page.get_by_role("button", name=name).click()
        page.keyboard.press("Escape")
        page.get_by_role("button", name=Texts(language)("web.turn.end")).wait_for()
        assert re.fullmatch(
            _reasons(language), page.locator("[data-hint] .why").inner_text().strip()
        )
    # The second turn has no reasons of its own; it may be about as good.
    page.locator("[data-hint] li:nth-child(2) button").click()
    told = page.locator("[data-hint] .why").inner_text().strip()
    assert told in ("", Texts(LANGUAGES[-1])("web.hint.close"))


def test_a_hint_by_key_holds_nothing_up(guest: Guest, served: Served) -> None:
    page = guest.sit(served.open(game="duel", players=2, bots=["greedy"], start=True))
    guest.until(_HAND)
    guest.until("() => document.querySelector('button[aria-keyshortcuts=\"E\"]') !== null")
    page.keyboard.press("t")
    seen = look(guest)
    assert seen.best is not None
    Mouse().lay(guest, seen.best)
    guest.until(
        "(card) => document.querySelector(`[data-hand-card='${card}']`) === null", seen.best.card
    )


def test_there_are_no_hints_beside_other_people(invite: Invite, served: Served) -> None:
    table = served.open(players=2, settings={"starter": "lot"})
    other = served.sit(table["code"], "Bo")
    ana, bo = invite(), invite()
    ana.sit(table)
    bo.sit(other).get_by_role("button", name=WORDS("web.gathering.ready")).click()
    ana.page.get_by_role("button", name=WORDS("web.gathering.start")).click()
    for guest in (ana, bo):
        guest.until(_PLAYING)
        assert guest.page.get_by_role("button", name=_ASK, exact=True).count() == 0
    assert look(ana).mine != look(bo).mine
