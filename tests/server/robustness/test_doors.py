"""Connections that ask for nothing, or never finish, keep nobody else out."""

import contextlib
import socket
import time
from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.serving import Served, serving

from tenback.server.config import Limits

PATIENCE = 120
MANY = 12
LIMITS = replace(
    Limits.none(), connections_per_address=MANY, arrival_seconds=1.0, stall_seconds=1.0
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("doors") / "tables.db", limits=LIMITS) as server:
        yield server


def connect(served: Served, address: str = "127.0.0.1") -> socket.socket:
    host, _, port = served.url.removeprefix("http://").partition(":")
    connected = socket.create_connection(
        (host, int(port)), timeout=PATIENCE, source_address=(address, 0)
    )
    connected.settimeout(PATIENCE)
    return connected


@contextlib.contextmanager
def connections(served: Served, count: int, address: str) -> Generator[list[socket.socket]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(connect(served, address)) for _ in range(count)]


def is_cut(connected: socket.socket) -> bool:
    """Wait for the server to say something or to close; whether it closed."""
    try:
        return connected.recv(1000) == b""
    except ConnectionError:
        return True


def answer(connected: socket.socket, path: str = "/health") -> bytes:
    with contextlib.suppress(ConnectionError):
        connected.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        told = b""
        while not told.endswith(b"}"):
            told += connected.recv(1000)
        return told
    return b""


def metric(served: Served, name: str) -> float:
    lines = served.ask("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def test_an_address_has_so_many_connections_and_others_have_theirs(served: Served) -> None:
    before = metric(served, "tenback_refused_connections_total")
    with connections(served, MANY, "127.0.0.2"):
        with connections(served, 5, "127.0.0.2") as more:
            assert all(map(is_cut, more))
        assert served.ask("/health").status == 200
        with connect(served, "127.0.0.3") as other:
            assert answer(other).startswith(b"HTTP/1.1 200")
    assert metric(served, "tenback_refused_connections_total") == before + 5


def test_what_was_closed_counts_no_more(served: Served) -> None:
    for _ in range(3):
        with connections(served, MANY, "127.0.0.4") as many:
            assert answer(many[-1]).startswith(b"HTTP/1.1 200")
        time.sleep(0.1)  # until the server has noticed that they are closed


def test_who_never_asks_is_cut_off(served: Served) -> None:
    with connect(served, "127.0.0.5") as idle:
        assert is_cut(idle)


@pytest.mark.parametrize(
    ("begun", "drop"),
    [
        (b"", b"G"),
        (b"GET / HTTP/1.1\r\n", b"X-A: b\r\n"),
        (b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n", b"{"),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health HT", b"T"),
    ],
)
def test_who_asks_bit_by_bit_is_cut_off(served: Served, begun: bytes, drop: bytes) -> None:
    with connect(served, "127.0.0.6") as dripping:
        dripping.sendall(begun)
        dripping.settimeout(0.1)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                dripping.sendall(drop)
                if dripping.recv(10_000) == b"":
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
    pytest.fail("the server waits for ever")


def test_who_takes_no_answer_is_cut_off(served: Served) -> None:
    with socket.socket() as stalled:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        stalled.bind(("127.0.0.7", 0))
        stalled.settimeout(PATIENCE)
        host, _, port = served.url.removeprefix("http://").partition(":")
        stalled.connect((host, int(port)))
        ask = b"GET /api/protocol HTTP/1.1\r\nHost: localhost\r\n\r\n"

        def ask_for_ever() -> None:
            while True:  # if the server does not cut it off, this fails with a timeout
                stalled.sendall(ask * 50)

        with pytest.raises(ConnectionError):
            ask_for_ever()


def test_a_connection_is_used_again_and_again(served: Served) -> None:
    with connect(served, "127.0.0.8") as connected:
        for _ in range(4):
            assert answer(connected).startswith(b"HTTP/1.1 200")
            time.sleep(0.6)  # longer in all than a request may take to arrive


def test_with_no_room_at_all_who_has_been_idle_for_longest_makes_way(tmp_path: Path) -> None:
    limits = replace(Limits.none(), connections=10)
    with (
        serving(tmp_path / "tables.db", limits=limits) as served,
        connections(served, 10, "127.0.0.2") as idle,
    ):
        with connect(served, "127.0.0.3") as newcomer:
            assert answer(newcomer).startswith(b"HTTP/1.1 200")
        assert is_cut(idle[0])
        assert answer(idle[-1]).startswith(b"HTTP/1.1 200")


def test_a_named_proxy_speaks_for_many(tmp_path: Path) -> None:
    limits = replace(Limits.none(), connections_per_address=3)
    with (
        serving(tmp_path / "tables.db", limits=limits, proxies=("127.0.0.9",)) as served,
        connections(served, 20, "127.0.0.9") as many,
    ):
        assert answer(many[-1]).startswith(b"HTTP/1.1 200")
