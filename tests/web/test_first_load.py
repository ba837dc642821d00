"""The first visit is light: what comes over the line until the lobby and the table are there."""

from collections.abc import Callable

from playwright.sync_api import Request
from tests.web.guest import Guest

_LIMIT = 200_000


def test_the_first_load_is_small(
    guest: Guest, record_property: Callable[[str, object], None]
) -> None:
    answered: list[Request] = []

    def note(request: Request) -> None:
        answered.append(request)

    guest.page.on("requestfinished", note)
    page = guest.go()
    page.get_by_role("button", name="Original").click()
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
    page.wait_for_load_state("networkidle")
    sizes = {request.url: request.sizes()["responseBodySize"] for request in answered}
    total = sum(sizes.values())
    record_property("first_load_bytes", total)
    print(f"first load, lobby and table: {total / 1000:.0f} kB in {len(sizes)} answers")
    assert 0 < total < _LIMIT, sizes
