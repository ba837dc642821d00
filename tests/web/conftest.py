"""A real browser, the built client and a real server. Without a browser these tests are skipped."""

import shutil
import subprocess
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.server.serving import Served, serving
from tests.web.building import build_client
from tests.web.guest import Guest

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_CHROMIUM = Path("/usr/bin/chromium")
_MISSING = "BROWSER TESTS SKIPPED: no Chromium (scripts/install_services.sh installs it)"

Invite = Callable[..., Guest]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs the browser, so that it can be chosen or left out: ``-m browser``."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Debian's Chromium."""
    found = _CHROMIUM if _CHROMIUM.is_file() else shutil.which("chromium")
    if found is None:
        pytest.skip(_MISSING)
    return Path(found)


@pytest.fixture(scope="session")
def browser(chromium: Path) -> Iterator[Browser]:
    """One browser; every guest has a profile of their own in it."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """A server of the built client, for all the tests of a process."""
    try:
        build_client()
    except subprocess.CalledProcessError as error:
        pytest.fail(f"the client cannot be built:\n{error.stdout}\n{error.stderr}")
    with serving(tmp_path_factory.mktemp("web") / "tables.db") as running:
        yield running


@pytest.fixture
def invite(browser: Browser, served: Served) -> Iterator[Invite]:
    """Let guests come; at the end none of them may have seen an error or left our house."""
    guests: list[Guest] = []

    def come(url: str = "", **context: object) -> Guest:
        guests.append(Guest(browser, url or served.url, **context))
        return guests[-1]

    yield come
    for guest in guests:
        guest.leave()
    assert [trouble for guest in guests for trouble in guest.troubles] == []


@pytest.fixture
def guest(invite: Invite) -> Guest:
    """One guest at a desk."""
    return invite()
