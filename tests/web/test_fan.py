"""The hand is a fan: every number in it can be read, whichever card is lifted."""

import pytest
from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.prepared import sit_with

_SCREENS = ((390, 844), (360, 740), (320, 640), (844, 390), (1280, 800))
#: All but the first have two wide digits.
_CARDS = (8, 20, 26, 38, 44, 48, 60, 66, 86, 98)

#: Lifts a card; returns which numbers are hidden or touched by a card that lies over theirs, and
#: whether the lifted one leaves the screen. It is measured in the frame of the card that lies over,
#: which leans; a number is a little smaller than its box.
_LIFT = """async (card) => {
  const RING = 3, CLEAR = 1;
  const lifted = `.place.picked [data-hand-card="${card}"]`;
  document.querySelector(`[data-hand-card="${card}"]`).click();
  while (!document.querySelector(lifted)) await new Promise(requestAnimationFrame);
  const cards = [...document.querySelectorAll('.hand .place')].map((place) => {
    const isLifted = place.classList.contains('picked');
    const { left, right } = place.getBoundingClientRect();
    const { transform, zIndex } = getComputedStyle(place);
    place.style.transform = 'none';
    const text = document.createRange();
    text.selectNodeContents(place.querySelector('.number'));
    const number = text.getBoundingClientRect();
    const { x, y, width, height } = place.getBoundingClientRect();
    place.style.transform = '';
    const about = new DOMMatrix().translate(x + width / 2, y + height);
    const moved = about.multiply(new DOMMatrix(transform)).multiply(about.inverse());
    const corners = [number.left, number.right].flatMap((across) =>
      [number.top, number.bottom].map((down) => moved.transformPoint({ x: across, y: down })));
    const ring = CLEAR + (isLifted ? RING : 0);
    const box = [x - ring, x + width + ring, y - ring, y + height + ring];
    const isOut = isLifted && (left < 0 || right > innerWidth);
    const name = place.textContent.trim();
    return { name, back: moved.inverse(), corners, box, layer: Number(zIndex), isOut };
  });
  const hides = (over, under) => {
    const seen = under.corners.map((corner) => over.back.transformPoint(corner));
    const across = seen.map(({ x }) => x), down = seen.map(({ y }) => y);
    const [left, right, top, bottom] = over.box;
    return Math.max(...across) > left && Math.min(...across) < right
      && Math.max(...down) > top && Math.min(...down) < bottom;
  };
  return cards.flatMap((over) => [
    ...over.isOut ? [`${over.name} is out`] : [],
    ...cards.filter((under) => under.layer < over.layer && hides(over, under))
      .map((under) => `${over.name} over ${under.name}`),
  ]);
}"""


@pytest.mark.parametrize("size", [5, 6, 7, 8, 10])
def test_a_lifted_card_hides_no_number(invite: Invite, served: Served, size: int) -> None:
    guest = invite(has_touch=True)
    sit_with(guest, served, _CARDS[:size], hand_size=size)
    for width, height in _SCREENS:
        guest.page.set_viewport_size({"width": width, "height": height})
        for card in _CARDS[:size]:
            assert guest.page.evaluate(_LIFT, card) == [], (width, height, card)
        guest.page.keyboard.press("Escape")
