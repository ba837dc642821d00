"""Settings of all tests: long ones run on request only, and a slow machine is no failure."""

import asyncio
import signal
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# A shell starts what runs in the background with Ctrl-C ignored, and programs that tests start
# would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run tests that are marked long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long", default=False):
        return
    chosen = [item for item in items if item.get_closest_marker("long") is None]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Hide the browser's event loop from tests without a browser.

    Playwright's loop counts as running in this thread until its browser is closed. Other tests in
    the same process need to run loops of their own.
    """
    loop = asyncio._get_running_loop()
    if item.get_closest_marker("browser") is None:
        asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop or asyncio._get_running_loop())
