"""Connections that ask for nothing, and connections that ask for ever."""

import asyncio
import contextlib
import socket
import time

from robustness.served import ServedProcess

from tenback.server.config import Limits
from tenback.table.unions import EndTurn, Place

from .guest import Guest, Row, must, percentile

__all__ = ["attack_with_connections"]

_IDLE, _DRIPPING = 2000, 500
_ATTACKER = "127.0.0.2"
_SECONDS = 12.0


def _connect(served: ServedProcess) -> socket.socket:
    connected = socket.socket()
    connected.bind((_ATTACKER, 0))
    connected.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        connected.connect(("127.0.0.1", served.port))
    return connected


async def attack_with_connections(served: ServedProcess) -> list[Row]:
    """Hold 2,000 idle and 500 dripping connections from one address while another plays."""
    held = [_connect(served) for _ in range(_IDLE + _DRIPPING)]
    dripping = held[_IDLE:]
    stop = time.monotonic() + _SECONDS

    async def drip() -> None:
        while time.monotonic() < stop:
            for connected in dripping:
                with contextlib.suppress(OSError):
                    connected.send(b"X-Slow: 1\r\n")
            await asyncio.sleep(0.5)

    for connected in dripping:
        with contextlib.suppress(OSError):
            connected.send(b"GET / HTTP/1.1\r\n")
    dropper = asyncio.create_task(drip())
    other = Guest(served.server)
    seconds: list[float] = []
    failed = 0
    while time.monotonic() < stop:
        try:
            seconds += await _play_a_little(other)
        except Exception:
            failed += 1
        await asyncio.sleep(0.1)
    await dropper
    await asyncio.sleep(1)
    still = sum(_is_open(connected) for connected in held)
    for connected in held:
        connected.close()
    await other.leave()
    told = f"{len(seconds)} moves, p99 {percentile(seconds, 0.99):.0f} ms, {failed} failed"
    most = Limits().connections_per_address
    return [
        Row(f"{_IDLE} idle and {_DRIPPING} dripping connections", told, not failed),
        Row(f"of them open after {_SECONDS:.0f} s", str(still), still <= most),
    ]


def _is_open(connected: socket.socket) -> bool:
    try:
        connected.send(b"")
        return connected.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


async def _play_a_little(guest: Guest) -> list[float]:
    """Make a move alone at a table; return the seconds that it took, or nothing at its end."""
    seconds: list[float] = []
    if not guest.clients:
        host = await guest.open(players=1, settings={"pace": 0}, start=True)
        await guest.connect(host.code, host.token)
    client = guest.clients[0]
    if client.own is None or not client.own.legal:
        await guest.leave()
        return []
    began = time.perf_counter()
    chosen = min(client.own.legal, key=lambda one: (one.dooms, one.by))
    await must(client, EndTurn() if client.own.may_end else Place(chosen.card, chosen.pile))
    seconds.append(time.perf_counter() - began)
    return seconds
