"""The end of a game on the screen: a loss says that it is lost, and why."""

import pytest
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import Guest

from tenback.records import GameRecord, RecordedTurn, build_ruleset
from tenback.rules import CardCommand, Layout, Placement, State
from tenback.table import Settings
from tenback.texts import LANGUAGES, Texts

_HAND = "() => document.querySelector('[data-hand-card]') !== null"


def _nearly_done(left: int, **commands: CardCommand) -> GameRecord:
    """Play a solo game, cards in order, until so many are left; only these carry commands."""
    layout = Layout.partial({int(card[1:]): command for card, command in commands.items()})
    rules = build_ruleset("extreme", 1, layout=layout, starter=0)
    deck = tuple(range(2, 100))
    state = State.deal(rules, (deck,)).start(0)
    turns: list[RecordedTurn] = []
    while state.cards_left > left:
        count = min(state.minimum, state.cards_left - left)
        placements = tuple(Placement(card, 0) for card in state.hands[0][:count])
        for placement in placements:
            state = state.place(placement)
        state = state.end()
        turns.append(RecordedTurn(0, placements))
    return GameRecord(rules, (deck,), 0, ("Ana",), tuple(turns))


def _sit(guest: Guest, served: Served, record: GameRecord) -> None:
    place = served.run(served.hall.adopt(record, Settings(pace=0), 0))
    guest.sit({"code": place.code, "token": place.token})
    guest.until(_HAND)


def _lay_all_the_same(guest: Guest, texts: Texts, card: int) -> None:
    guest.page.click(f'[data-hand-card="{card}"]')
    guest.page.click('[data-pile="0"] button')
    guest.page.get_by_role("button", name=texts("web.question.yes")).click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_skull_on_the_very_last_card(invite: Invite, served: Served, language: str) -> None:
    guest, texts = invite(locale=language), Texts(language)
    _sit(guest, served, _nearly_done(1, c99=CardCommand.SKULL))
    _lay_all_the_same(guest, texts, 99)
    result = guest.page.locator("[data-result='lost']")
    result.wait_for()
    told = result.inner_text()
    assert texts("web.result.lost") in told
    assert texts("web.end.you.SKULL") in told
    assert texts("score.missing", count=1) in told
    assert texts("web.result.excellent") not in told


def test_3_among_the_last_cards(guest: Guest, served: Served) -> None:
    texts = Texts("en")
    _sit(guest, served, _nearly_done(2, c98=CardCommand.THREE))
    _lay_all_the_same(guest, texts, 98)
    _lay_all_the_same(guest, texts, 99)
    told = guest.page.locator("[data-result='lost']").inner_text()
    assert texts("web.end.you.THREE") in told
    assert texts("score.missing", count=1) in told


def test_conceding_with_three_left(guest: Guest, served: Served) -> None:
    texts = Texts("en")
    _sit(guest, served, _nearly_done(3))
    guest.page.get_by_role("button", name=texts("web.menu")).click()
    give_up = guest.page.get_by_role("button", name=texts("web.concede.do"))
    give_up.click()
    give_up.click()
    told = guest.page.locator("[data-result='lost']").inner_text()
    assert texts("web.end.you.CONCEDED") in told
    assert texts("web.result.lost") in told
    assert texts("score.left", count=3) in told
    assert "Excellent" not in told
