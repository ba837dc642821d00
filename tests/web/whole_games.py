"""Whole games in browsers, card by card: ``make test-long``. Not part of the usual test run."""

import pytest
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Hands, Keys, Mouse, Touch, play_on
from tests.web.test_screens import TABLES, assert_nothing_moved, watch_a_table
from tests.web.test_together import join, open_table, play_round

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_OVER = "() => document.querySelector('[data-result]') !== null"
_PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
_LYING = _PHONE | {"viewport": {"width": 844, "height": 390}}


@pytest.mark.parametrize(
    ("hands", "screen"),
    [(Mouse(), {}), (Keys(), {}), (Touch(), _PHONE), (Touch(), _LYING)],
    ids=["mouse", "keyboard", "phone", "lying"],
)
@pytest.mark.parametrize("game", ["original", "extreme", "on-fire"])
def test_a_game_alone(
    invite: Invite, served: Served, game: str, hands: Hands, screen: dict[str, object]
) -> None:
    guest = invite(**screen)
    guest.sit(served.open(game, players=1, start=True))
    guest.until(_HAND)
    assert play_on(guest, hands).over


@pytest.mark.parametrize("table", TABLES)
def test_nothing_moves_piles_or_hand_in_a_whole_game(
    invite: Invite, served: Served, table: str
) -> None:
    guest = invite(reduced_motion="no-preference")
    watch_a_table(guest, served, table)
    assert play_on(guest, Mouse()).over
    assert_nothing_moved(guest)


def test_the_end_of_a_duel_is_told_to_you(invite: Invite, served: Served) -> None:
    guest = invite(**_LYING)
    guest.sit(served.open("duel", bots=["greedy"], start=True, settings={"pace": 0}))
    guest.until(_HAND)
    play_on(guest, Touch())
    told = guest.page.locator("[data-result]").inner_text()
    assert "You win; Greedy has" in told or "Greedy wins; you have" in told


def _gather(host: Guest, others: dict[str, Guest], game: str) -> list[Guest]:
    """Open a table, let the others follow the link, and deal."""
    path = open_table(host, game, 1 + len(others))
    for name, other in others.items():
        join(other, path, name)
    host.page.get_by_role("button", name=WORDS("web.gathering.start")).click()
    guests = [host, *others.values()]
    for guest in guests:
        guest.until(_HAND)
    return guests


def test_three_browsers(invite: Invite) -> None:
    guests = _gather(invite(), {"Bo": invite(), "Cleo": invite()}, "original")
    for guest in guests:
        guest.page.get_by_role("button", name="Bo", exact=False).first.click()
    for guest in guests:
        guest.until("() => document.querySelector('main').dataset.stage === 'playing'")
    while not play_round(guests):
        pass
    for guest in guests:
        guest.until(_OVER)
    assert len({guest.page.locator("[data-result] b").first.inner_text() for guest in guests}) == 1


def test_a_duel_of_two_browsers(invite: Invite) -> None:
    guests = _gather(invite(), {"Bo": invite()}, "duel")
    while not play_round(guests):
        pass
    for guest in guests:
        guest.until(_OVER)
    titles = {guest.page.locator("[data-result] h2").first.inner_text() for guest in guests}
    assert titles == {"You win!", "Your opponent wins"}
