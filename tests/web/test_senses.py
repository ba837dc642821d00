"""What is heard, felt and told outside the page: sounds, vibration, badge, notification; speed."""

from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, look, play_turn
from tests.web.prepared import sit_with

_FIRST = (10, 20, 30, 40, 50, 60, 70)
#: Notes the sounds, vibrations, badges and notifications of the page.
_NOTE = """
window.noted = [];
for (const name of ['OscillatorNode', 'AudioBufferSourceNode']) {
  const Real = window[name];
  window[name] = class extends Real {
    constructor(context, options) {
      super(context, options);
      window.noted.push(name === 'OscillatorNode' ? 'tone' : 'paper');
    }
  };
}
navigator.vibrate = (pattern) => window.noted.push(`buzz ${pattern}`);
navigator.setAppBadge = async () => window.noted.push('badge');
navigator.clearAppBadge = async () => window.noted.push('no badge');
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title) { window.noted.push(title); }
  close() {}
};
"""
_AWAY = """() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })"""
_NOTED = "(what) => window.noted.includes(what)"
#: How long the card flies that has just been laid on the first pile.
_FLIGHT = """() => document.querySelector('[data-pile="0"] .top')
  .getAnimations()[0]?.effect.getTiming().duration ?? 0"""
_WATCH = f"""() => {{
  const look = () => {{
    window.flown = Math.max(window.flown, ({_FLIGHT})());
    requestAnimationFrame(look);
  }};
  look();
}}"""


def _lay(guest: Guest, card: int) -> None:
    Mouse().lay(guest, next(one for one in look(guest).moves if (one.card, one.pile) == (card, 0)))
    guest.until("(card) => !document.querySelector(`[data-hand-card='${card}']`)", card)


def _noted(guest: Guest) -> list[str]:
    return guest.page.evaluate("() => window.noted.splice(0)")


def test_a_card_sounds_until_one_tap_silences_it(guest: Guest, served: Served) -> None:
    guest.context.add_init_script(_NOTE)
    sit_with(guest, served, _FIRST)
    _lay(guest, 10)
    guest.until(_NOTED, "tone")
    assert "paper" in _noted(guest)
    sounds = guest.page.get_by_role("button", name=WORDS("web.preferences.sounds"))
    assert sounds.get_attribute("aria-pressed") == "true"
    sounds.click()
    assert sounds.get_attribute("aria-pressed") == "false"
    _noted(guest)
    _lay(guest, 20)
    guest.page.wait_for_timeout(300)  # a sound comes after the frame that shows the card
    assert {"tone", "paper"}.isdisjoint(_noted(guest))
    guest.page.reload()  # it is remembered
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    assert sounds.get_attribute("aria-pressed") == "false"


def test_a_turn_that_comes_is_felt_and_told_elsewhere(guest: Guest, served: Served) -> None:
    guest.context.add_init_script(_NOTE)
    guest.context.add_init_script("localStorage.setItem('tenback.notices', 'on')")
    sit_with(guest, served, _FIRST, players=2)
    guest.until(_NOTED, "badge")
    guest.page.evaluate(_AWAY)
    play_turn(guest, Mouse())
    guest.until("() => window.noted.filter((what) => what === 'badge').length === 2")
    noted = _noted(guest)
    assert noted.index("badge") < noted.index("no badge")
    assert WORDS("web.turn.yours") in noted
    assert "buzz 60" in noted


def test_who_wants_no_vibration_and_no_notices_has_none(guest: Guest, served: Served) -> None:
    guest.context.add_init_script(_NOTE)
    guest.context.add_init_script("localStorage.setItem('tenback.vibration', 'off')")
    sit_with(guest, served, _FIRST, players=2)
    guest.page.evaluate(_AWAY)
    guest.until(_NOTED, "badge")
    _noted(guest)
    play_turn(guest, Mouse())
    guest.until(_NOTED, "badge")  # the turn has come again
    noted = _noted(guest)
    assert WORDS("web.turn.yours") not in noted
    assert not any(what.startswith("buzz") for what in noted)


def test_speed_is_a_setting(invite: Invite, served: Served) -> None:
    guest = invite(reduced_motion="no-preference")
    sit_with(guest, served, _FIRST)
    guest.page.wait_for_timeout(900)  # until the deal has arrived
    guest.page.evaluate(_WATCH)
    flown: dict[str, float] = {}
    for card, speed in zip(_FIRST, ("calm", "usual", "quick", "still"), strict=False):
        guest.page.get_by_role("button", name=WORDS("web.menu")).click()
        guest.page.get_by_role("button", name=WORDS(f"web.speed.{speed}")).click()
        guest.page.keyboard.press("Escape")
        guest.page.evaluate("() => { window.flown = 0; }")
        _lay(guest, card)
        if speed != "still":
            guest.until(f"() => window.flown > 0 && ({_FLIGHT})() === 0")
        flown[speed] = guest.page.evaluate("() => window.flown")
    assert flown["still"] == 0
    assert flown["quick"] < flown["usual"] < flown["calm"]
