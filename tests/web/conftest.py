"""A real browser, the built client and a real server. Without a browser these tests are skipped."""

import subprocess
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.server.serving import Served, serving
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import SITE, build_client, build_site
from tests.web.guest import Guest

_MISSING = "BROWSER TESTS SKIPPED: no Chromium (scripts/install_services.sh installs it)"

Invite = Callable[..., Guest]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs the browser, so that it can be chosen or left out: ``-m browser``."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser; every guest has a profile of their own in it."""
    if not CHROMIUM.is_file():
        pytest.skip(_MISSING)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """A server of the built client, for all the tests of a process."""
    try:
        build_client()
    except subprocess.CalledProcessError as error:
        pytest.fail(f"the client cannot be built:\n{error.stdout}\n{error.stderr}")
    with serving(tmp_path_factory.mktemp("web") / "tables.db", review_samples=8) as running:
        yield running


@pytest.fixture(scope="session")
def site() -> Path:
    """The client as plain files, built."""
    try:
        build_site()
    except subprocess.CalledProcessError as error:
        pytest.fail(f"the site cannot be built:\n{error.stdout}\n{error.stderr}")
    return SITE


@pytest.fixture
def invite(browser: Browser, served: Served) -> Iterator[Invite]:
    """Let guests come; none of them may see an error or ask another server."""
    guests: list[Guest] = []

    def come(url: str = "", **context: Any) -> Guest:
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
