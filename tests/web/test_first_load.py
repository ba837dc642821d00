"""The first visit is light: little is sent until the lobby and the table are there."""

from collections.abc import Callable
from urllib.request import urlopen

from playwright.sync_api import Request
from tests.server.serving import Served
from tests.web.guest import Guest

from tenback.server.web.static import STATIC

_LIMIT_BYTES = 200_000


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
    assert 0 < total < _LIMIT_BYTES, sizes


def test_no_file_of_the_client_is_sent_as_something_to_be_saved(served: Served) -> None:
    files = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()]
    assert "index.html" in files, "the service worker keeps the page under this name"
    for name in files:
        with urlopen(f"{served.url}/{name}") as answer:
            assert answer.headers.get_content_type() != "application/octet-stream", name
