"""``tenback web``: serve tables on this machine and open the browser."""

import webbrowser
from contextlib import suppress
from threading import Thread
from typing import Annotated
from urllib.request import urlopen

from cyclopts import Parameter

from tenback.cli.common import WholeNumber
from tenback.cli.serving import (
    configure,
    default_database,
    serve_until_stopped,
    verify_names,
)

__all__ = ["web"]


def web(
    *,
    browser: bool = True,
    port: Annotated[WholeNumber, Parameter(alias="-p")] = 8010,
    local: bool = False,
    database: str = "",
    name: tuple[str, ...] = (),
) -> int:
    """Play in the browser: serve tables on this machine, open a page, and let friends nearby join.

    Parameters
    ----------
    browser
        Open a browser; use --no-browser if there is none.
    port
        The port; if it is taken, any free port is used.
    local
        Let only this machine connect, not others in the same network.
    database
        A file for the tables, or postgresql://USER@HOST/NAME; by default in the user's data folder.
    name
        A name by which others reach this machine, besides its own and its addresses. May be given
        several times.
    """
    verify_names(name)
    here = f"http://127.0.0.1:{port}"
    if _is_ours(here):
        print(f"tenback is running already: {here}")
        _open(here, browser)
        return 0
    host = "127.0.0.1" if local else "0.0.0.0"
    where = database or default_database()
    config = configure(host, port, where, "warning", free_port=True, names=name)

    def ready(page: str, shared: str | None) -> None:
        print(f"tenback: {page}")
        if shared is not None and not local:
            print(f"friends in the same network: {shared}")
        print("Ctrl-C ends it; tables are kept.", flush=True)
        _open(page, browser)

    return serve_until_stopped(config, ready)


def _is_ours(server: str) -> bool:
    with suppress(OSError, ValueError), urlopen(f"{server}/health", timeout=1) as answer:
        return b'"tables_awake"' in answer.read(1000)
    return False


def _open(page: str, browser: bool) -> None:
    if browser:
        # Some browsers block this call; the server must not wait for them.
        Thread(target=webbrowser.open, args=[page], daemon=True).start()
