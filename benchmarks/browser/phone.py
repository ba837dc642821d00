"""Somebody with a phone whose processor is slower than ours, and a page to compare with."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page
from tests.web.guest import Guest

__all__ = ["CONTROL", "SCREEN", "coming", "slow_down"]

SCREEN: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}

#: One square that the compositor moves to and fro: the best that machine and method can give.
CONTROL = """<!doctype html><html lang="en"><title>control</title><style>
  i { position: fixed; top: 40%; width: 6rem; height: 9rem; background: teal;
      animation: go 0.7s linear infinite alternate; will-change: transform; }
  @keyframes go { to { transform: translateX(16rem); } }
</style><i></i></html>"""


def slow_down(page: Page, times: int) -> None:
    """Let the page have only a part of the processor's time."""
    line = page.context.new_cdp_session(page)
    rate = {"rate": times}
    line.send(  # pyright: ignore[reportUnknownMemberType] untyped there
        "Emulation.setCPUThrottlingRate", rate
    )


@contextmanager
def coming(browser: Browser, url: str, *, on_device: bool = False) -> Generator[Guest]:
    """Let somebody come with a phone and all movement on, until the block ends."""
    guest = Guest(browser, url, on_device=on_device, reduced_motion="no-preference", **SCREEN)
    try:
        yield guest
    finally:
        guest.leave()
