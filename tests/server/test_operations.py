"""For whoever runs the server: metrics, who may read them, and a log for programs."""

import asyncio
import json
import logging
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.client import joined
from tests.server.serving import Served, serving
from tests.server.waiting import wait_for

from tenback.server.json_log import JsonFormatter


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("operations")
    with serving(folder / "tables.db", metrics_for=("127.0.0.2/32",)) as server:
        yield server


def get(served: Served, source: str, *headers: str) -> bytes:
    host, _, port = served.url.removeprefix("http://").partition(":")
    lines = ["GET /metrics HTTP/1.1", "Connection: close", *headers, "", ""]
    with socket.create_connection((host, int(port)), 60, source_address=(source, 0)) as connected:
        connected.sendall("\r\n".join(lines).encode())
        told = b""
        while part := connected.recv(65536):
            told += part
        return told


def test_the_metrics_tell_what_an_operator_asks_for(served: Served) -> None:
    served.ask("/api/games")
    served.ask("/nowhere.js")
    served.ask("/health", method="BREW")

    async def play() -> None:
        host = served.open(
            players=2, bots=["greedy"], start=True, settings={"pace": 0, "starter": "lot"}
        )
        async with joined(served, host) as (ana,):
            await ana.done("concede")

    asyncio.run(play())
    wait_for(lambda: "\ntenback_bots_thinking 0.0" in served.ask("/metrics").text)
    told = served.ask("/metrics").text
    for line in (
        "tenback_bot_queue 0.0",
        "tenback_bots_thinking 0.0",
        "tenback_worker_restarts_total 0.0",
        "tenback_tables_set_aside 0.0",
        "tenback_open_connections 1.0",
        "tenback_refused_connections_total 0.0",
        "tenback_storage_failures_total 0.0",
        'tenback_http_request_seconds_count{method="GET",path="/api/games",status="200"} 1.0',
        'tenback_http_request_seconds_count{method="other"',
        "process_resident_memory_bytes ",
        "process_open_fds ",
        "process_cpu_seconds_total ",
    ):
        assert f"\n{line}" in told, line
    assert "/nowhere.js" not in told


@pytest.mark.parametrize(
    ("source", "headers", "status"),
    [
        ("127.0.0.1", ("Host: localhost",), b"200"),
        ("127.0.0.1", ("Host: 127.0.0.1",), b"200"),
        ("127.0.0.3", ("Host: localhost",), b"200"),
        ("127.0.0.2", ("Host: localhost", "X-Forwarded-For: 192.0.2.1"), b"200"),
        ("127.0.0.1", ("Host: localhost", "X-Forwarded-For: 192.0.2.1"), b"403"),
        ("127.0.0.1", ("Host: localhost", "Forwarded: for=192.0.2.1"), b"403"),
        ("127.0.0.1", ("Host: localhost", "Via: 1.1 proxy"), b"403"),
        ("127.0.0.1", ("Host: localhost", "X-Real-IP: 192.0.2.1"), b"403"),
    ],
)
def test_the_metrics_are_for_this_machine_and_those_named(
    served: Served, source: str, headers: tuple[str, ...], status: bytes
) -> None:
    assert get(served, source, *headers).split()[1] == status


def test_a_public_name_through_a_proxy_nobody_named_gets_no_metrics(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", names=("tenback.example.org",)) as served:
        assert get(served, "127.0.0.1", "Host: tenback.example.org").split()[1] == b"403"
        assert get(served, "127.0.0.1", "Host: localhost").split()[1] == b"200"


def test_a_log_for_programs_has_an_object_a_line() -> None:
    formatter = JsonFormatter()
    record = logging.LogRecord("tenback.x", logging.INFO, "f", 1, 'a "%s"\nb', ("é",), None)
    told = json.loads(formatter.format(record))
    assert {name: told[name] for name in ("level", "logger", "message")} == {
        "level": "info",
        "logger": "tenback.x",
        "message": 'a "é"\nb',
    }
    assert told["time"].endswith("+00:00")
    assert "\n" not in formatter.format(record)
    try:
        raise ZeroDivisionError("oh")
    except ZeroDivisionError:
        failed = logging.LogRecord("x", logging.ERROR, "f", 1, "no", (), sys.exc_info())
    told = json.loads(formatter.format(failed))
    assert "ZeroDivisionError: oh" in told["error"]
    assert "\n" not in formatter.format(failed)
