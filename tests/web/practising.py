"""Playing one turn on a position, without a table."""

from tests.web.guest import Guest
from tests.web.playing import Hands, look

__all__ = ["practise"]

_LAID = """(held) => document.querySelector('[data-over="true"]') !== null
  || document.querySelectorAll('[data-hand-card]').length < held"""


def practise(guest: Guest, hands: Hands) -> None:
    """Lay what looks best until the turn may end, and end it."""
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    while guest.page.locator('[data-over="false"]').count():
        seen = look(guest)
        if seen.may_end:
            hands.end(guest)
            guest.until(_LAID, 0)
            return
        assert seen.best is not None
        hands.lay(guest, seen.best)
        guest.until(_LAID, len(seen.hand))
