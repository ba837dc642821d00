"""The server dies and comes back; a tab is closed and opened again. Nothing is lost."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.server.serving import Served
from tests.web.conftest import Invite
from tests.web.guest import WORDS, Guest
from tests.web.playing import Mouse, look

_HAND = "() => document.querySelector('[data-hand-card]') !== null"
_PATIENCE = 60


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def _answers(url: str) -> bool:
    try:
        with urlopen(f"{url}/api/games", timeout=5):
            return True
    except (URLError, ConnectionError, TimeoutError):
        return False


@contextmanager
def _running(port: int, database: Path) -> Generator[subprocess.Popen[bytes]]:
    """Run ``tenback serve`` as anybody would, until the block ends or it is killed."""
    command = [sys.executable, "-m", "tenback", "serve", "--port", str(port)]
    command += ["--database", str(database), "--workers", "1", "--log-level", "error"]
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            end = time.monotonic() + _PATIENCE
            while not _answers(f"http://127.0.0.1:{port}"):
                assert process.poll() is None, "the server did not start"
                assert time.monotonic() < end, "the server does not answer"
            yield process
        finally:
            if process.poll() is None:
                process.terminate()


def test_the_server_is_killed_in_the_middle_of_a_turn(
    invite: Invite, tmp_path: Path, served: Served
) -> None:
    del served  # only for the client it has built
    port, database = _free_port(), tmp_path / "tables.db"
    guest = invite(f"http://127.0.0.1:{port}")
    guest.may_lose_the_server = True
    with _running(port, database) as process:
        guest.go()
        guest.page.get_by_role("button", name="Original").click()
        guest.until(_HAND)
        first = look(guest).best
        assert first is not None
        Mouse().lay(guest, first)
        guest.until("(card) => !document.querySelector(`[data-hand-card='${card}']`)", first.card)
        second = look(guest).best
        assert second is not None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    guest.see(WORDS("web.line.lost"))
    Mouse().lay(guest, second)  # while nobody listens
    with _running(port, database):
        guest.until("(card) => !document.querySelector(`[data-hand-card='${card}']`)", second.card)
        guest.page.get_by_text(WORDS("web.line.lost")).wait_for(state="detached")
        seen = look(guest)
        assert seen.may_end
        assert not {first.card, second.card} & set(seen.hand)
        Mouse().end(guest)
        guest.until("() => document.querySelectorAll('[data-hand-card]').length === 8")


def test_closing_the_tab_and_coming_back_resumes_the_seat(guest: Guest) -> None:
    guest.go()
    guest.page.get_by_role("button", name="Extreme").click()
    guest.until(_HAND)
    hand, path = look(guest).hand, guest.page.url.removeprefix(guest.url)
    guest.page.close()

    guest.page = guest.open_tab()
    guest.go()
    guest.page.locator(f"a[href='{path}']").click()
    guest.until(_HAND)
    assert look(guest).hand == hand
