"""A solo game, from the lobby on: by mouse, by keyboard, by touch."""

import statistics
from collections.abc import Callable

import pytest
from tests.web.conftest import Invite
from tests.web.guest import Guest
from tests.web.playing import Keys, Mouse, Touch, give_up, look, play_turns

#: Notes for each card laid by click how long it took until the pile was drawn with it.
_WATCH = """() => {
  window.drawn = [];
  let clicked = null;
  const top = (pile) => pile.querySelector('.top').textContent;
  const note = (at) => () => window.drawn.push(performance.now() - at);
  document.addEventListener('click', ({ target }) => {
    const pile = target.closest('[data-pile]');
    if (pile !== null) clicked = { pile, top: top(pile), at: performance.now() };
  }, { capture: true });
  new MutationObserver(() => {
    if (clicked === null || top(clicked.pile) === clicked.top) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = note(clicked.at);
    requestAnimationFrame(() => port2.postMessage(null));
    clicked = null;
  }).observe(document.querySelector('main'), { subtree: true, childList: true });
}"""


def test_a_game_by_mouse(guest: Guest, record_property: Callable[[str, object], None]) -> None:
    guest.go()
    guest.page.get_by_role("button", name="Original").click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    guest.page.evaluate(_WATCH)
    play_turns(guest, Mouse(), 3)
    times = guest.page.evaluate("() => window.drawn")
    assert times
    told = f"{statistics.median(times):.1f} ms (worst of {len(times)}: {max(times):.1f} ms)"
    record_property("click_to_draw", told)
    print(f"a placement is drawn after {told}")


def test_a_game_by_keyboard_alone(guest: Guest) -> None:
    page = guest.go()
    page.get_by_role("button", name="Original").wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if "Original" in page.evaluate("() => document.activeElement.textContent"):
            break
    page.keyboard.press("Enter")
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    play_turns(guest, Keys(), 3)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390)])
def test_a_game_on_a_phone_by_touch(invite: Invite, width: int, height: int) -> None:
    phone = {"width": width, "height": height}
    guest = invite(viewport=phone, has_touch=True, is_mobile=True)
    page = guest.go()
    page.get_by_role("button", name="Original").tap()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    wide = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide), "the table is wider than the phone"
    play_turns(guest, Touch(), 2)
    give_up(guest)
    page.locator("[data-result]").wait_for()
    assert not page.evaluate(wide), "the result is wider than the phone"


def test_a_card_is_dragged_to_a_pile(invite: Invite) -> None:
    guest = invite(reduced_motion="no-preference")
    guest.go()
    guest.page.get_by_role("button", name="Original").click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    move = look(guest).best
    assert move is not None
    guest.page.drag_and_drop(f'[data-hand-card="{move.card}"]', f'[data-pile="{move.pile}"]')
    guest.until("(card) => !document.querySelector(`[data-hand-card='${card}']`)", move.card)
    assert move.card not in look(guest).hand
