"""Somebody with a browser: a profile of their own, and notes of everything that goes wrong."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request

from tenback.texts import Texts

__all__ = ["WORDS", "Guest"]

#: What the screen says, by the keys of the catalogue.
WORDS = Texts("en")

#: What a page that lost its server may say about it; everything else is an error.
_LOST = (
    "WebSocket connection to",
    "net::ERR_CONNECTION_",
    "net::ERR_CONTENT_LENGTH_MISMATCH",
    "status of 404",
    "Service Worker registration blocked",
)

#: What Playwright says where a guest keeps no service worker.
_BLOCKED = "Service Worker registration blocked by Playwright"

#: Seconds to wait for what should come at once. It is long because a machine may be slow.
_PATIENCE = 90

#: Resolves once the condition holds; it is tried every few milliseconds.
_UNTIL = """async ([argument, patience]) => {
  const holds = (HOLDS);
  const end = performance.now() + patience;
  while (!holds(argument)) {
    if (performance.now() > end) return false;
    await new Promise((go) => setTimeout(go, 8));
  }
  return true;
}"""


class Guest:
    """A browser context with one page. Solo games run on the server, or ``on_device``."""

    def __init__(
        self, browser: Browser, url: str, *, on_device: bool = False, **context: Any
    ) -> None:
        settings: dict[str, Any] = {
            "viewport": {"width": 1280, "height": 860},
            "locale": "en-GB",
            "reduced_motion": "reduce",
            # Every visit is the first one, and a test can see and change what is sent.
            "service_workers": "block",
        } | context
        self.url = url
        self.may_lose_the_server = False
        self.troubles: list[str] = []
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(_PATIENCE * 1000)
        if not on_device:  # most tests are about tables of the server
            self.context.add_init_script("localStorage.setItem('tenback.alone', 'server')")
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """Open a page in which nothing goes wrong unnoticed."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", self._asked)
        return page

    def go(self, path: str = "/") -> Page:
        """Go to a page of the site."""
        self.page.goto(self.url + path)
        return self.page

    def sit(self, seat: dict[str, Any]) -> Page:
        """Go to a table with the key to a seat, as if it had been taken in this browser."""
        key = f"tenback.seat.{seat['code']}"
        self.context.add_init_script(f"localStorage.setItem({key!r}, {seat['token']!r})")
        return self.go(f"/t/{seat['code']}")

    def until(self, condition: str, argument: object = None, patience: float = _PATIENCE) -> None:
        """Wait until a condition of the page holds, a JavaScript function of the argument."""
        script = _UNTIL.replace("HOLDS", condition)
        assert self.page.evaluate(script, [argument, patience * 1000]), condition

    def see(self, text: str) -> Locator:
        """Wait until a text is seen."""
        found = self.page.get_by_text(text).first
        found.wait_for()
        return found

    def set_up(self) -> Locator:
        """Open the sheet that sets up a table for friends and bots; return its form."""
        self.go().get_by_role("button", name=WORDS("web.lobby.friends")).click()
        form = self.page.get_by_role("form", name=WORDS("web.new.title"))
        form.wait_for()
        return form

    def open_story(self) -> None:
        """Open talk and story beside the table."""
        self.page.get_by_role("button", name=WORDS("web.story.open")).click()

    def leave(self) -> None:
        """Close everything."""
        self.context.close()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or message.text == _BLOCKED:
            return
        if self.may_lose_the_server and any(word in message.text for word in _LOST):
            return
        self.troubles.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc:
            self.troubles.append(f"asked somebody else: {request.url}")
