"""One address asks for much thinking: how long does another one's simple bot wait?"""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from robustness.served import ServedProcess

from tenback.server.remote.client import ConnectionLostError, TableClient
from tenback.table.unions import AskHint, Concede, EndTurn, Place, Rematch

from .guest import Guest, Row, must, percentile

__all__ = ["attack_with_bots", "stop_workers"]

_TABLES = 18
_SECONDS = 25.0
_ATTACKER = "127.0.0.2"
#: The server held if the simple bot played more turns than this, nearly all within so long.
_FEWEST_TURNS, _MOST_MS = 10, 1000
#: Seconds within which a turn must be played though all workers are stopped, and to wait for it.
_STOPPED_SECONDS, _PATIENCE = 20, 40


async def attack_with_bots(served: ServedProcess) -> list[Row]:
    """Ask for hints at 18 tables, then seat four strong bots at each, then abandon those."""
    await _warm_up(served)
    rows: list[Row] = []
    quiet = await _waits(served, 8.0)
    rows.append(Row("greedy answers, nobody else there", _told(quiet), bool(quiet)))
    for name, attack in (
        (f"{_TABLES} tables asking for hints", _ask_for_hints),
        (f"{_TABLES} tables of four master:ms=1000", _seat_strong_bots),
        ("the same with nobody there any more", _abandon_strong_bots),
    ):
        attacker = Guest(served.server, _ATTACKER)
        going = asyncio.create_task(attack(attacker))
        await asyncio.sleep(3)
        waits = await _waits(served, _SECONDS)
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)
        await attacker.leave()
        held = len(waits) > _FEWEST_TURNS and percentile(waits, 0.99) < _MOST_MS
        rows.append(Row(f"greedy answers beside {name}", _told(waits), held))
        await asyncio.sleep(65)  # until that address may open tables again
    return rows


def _told(waits: list[float]) -> str:
    if not waits:
        return "never"
    p50, p99 = percentile(waits, 0.5), percentile(waits, 0.99)
    return f"{len(waits)} turns, p50 {p50:.0f} ms, p99 {p99:.0f} ms, max {1000 * max(waits):.0f} ms"


async def _warm_up(served: ServedProcess) -> None:
    """Have everything compiled and loaded, which takes long the first time."""
    guest = Guest(served.server, "127.0.0.9")
    host = await guest.open(players=2, bots=["master:ms=10"], start=True, settings=_SETTINGS)
    client = await guest.connect(host.code, host.token)
    async with asyncio.timeout(300):
        while not (
            client.own and client.table.play and client.own.seat == client.table.play.to_move
        ):
            await client.newer(client.seq)  # the lot may have chosen the bot to start
        await must(client, AskHint())
        while not (client.table.play and client.table.play.turns >= 3):
            await _move_or_wait(client)
    await guest.leave()


_SETTINGS = {"pace": 0, "starter": "lot"}


async def _move_or_wait(client: TableClient) -> None:
    await asyncio.sleep(0.06)  # stay under the rate that a connection may send at
    play, own = client.table.play, client.own
    if play is not None and play.outcome is not None:
        await must(client, Rematch())
    elif play is None or own is None or play.to_move != own.seat:
        await client.newer(client.seq)
    elif own.may_end:
        await must(client, EndTurn())
    elif own.legal:
        chosen = min(own.legal, key=lambda one: (one.dooms, one.by))
        await must(client, Place(chosen.card, chosen.pile))
    else:
        await must(client, Concede())


async def _waits(served: ServedProcess, seconds: float) -> list[float]:
    """Play with a greedy partner from another address; return how long each of its turns took."""
    guest = Guest(served.server)
    host = await guest.open(players=2, bots=["greedy"], start=True, settings=_SETTINGS)
    client = await guest.connect(host.code, host.token)
    waits: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        play, own = client.table.play, client.own
        if play is not None and own is not None and play.outcome is None and own.may_end:
            turns = play.turns
            began = time.perf_counter()
            await must(client, EndTurn())
            while (now := client.table.play) and now.outcome is None and now.turns < turns + 2:
                await client.newer(client.seq)
            waits.append(time.perf_counter() - began)
        else:
            await _move_or_wait(client)
    await guest.leave()
    return waits


async def _ask_for_hints(guest: Guest) -> None:
    async def ask() -> None:
        host = await guest.open(players=1, start=True, settings=_SETTINGS)
        client = await guest.connect(host.code, host.token)
        while True:
            await client.do(AskHint())
            await asyncio.sleep(0.2)
            await _move_or_wait(client)
            await asyncio.sleep(0.3)

    await _at_once(ask)


async def _seat_strong_bots(guest: Guest) -> None:
    async def play() -> None:
        bots = ["master:ms=1000"] * 4
        host = await guest.open(players=5, bots=bots, start=True, settings=_SETTINGS)
        client = await guest.connect(host.code, host.token)
        while True:
            await _move_or_wait(client)

    await _at_once(play)


async def _abandon_strong_bots(guest: Guest) -> None:
    async def begin() -> None:
        bots = ["master:ms=1000"] * 4
        host = await guest.open(players=5, bots=bots, start=True, settings=_SETTINGS)
        client = await guest.connect(host.code, host.token)
        await _move_or_wait(client)
        await client.close()

    await _at_once(begin)


async def _at_once(attack: Callable[[], Awaitable[None]]) -> None:
    async def persist() -> None:
        try:
            await attack()
        except (ConnectionLostError, RuntimeError):
            return

    await asyncio.gather(*(persist() for _ in range(_TABLES)))


async def stop_workers(served: ServedProcess) -> list[Row]:
    """Stop every worker process, and see whether a bot's turn is played."""
    guest = Guest(served.server)
    host = await guest.open(players=2, bots=["greedy"], start=True, settings=_SETTINGS)
    client = await guest.connect(host.code, host.token)
    while not (client.own and client.own.may_end):
        await _move_or_wait(client)
    stopped = _children(served.pid)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    began = time.perf_counter()
    play = client.table.play
    assert play is not None
    await must(client, EndTurn())
    try:
        async with asyncio.timeout(_PATIENCE):
            while (now := client.table.play) and now.outcome is None and now.turns < play.turns + 2:
                await client.newer(client.seq)
        took = time.perf_counter() - began
        told, held = f"played after {took:.1f} s", took < _STOPPED_SECONDS
    except TimeoutError:
        told, held = f"not played within {_PATIENCE} s", False
    await guest.leave()
    return [Row(f"{len(stopped)} worker processes stopped, a bot to move", told, held)]


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                status = (path / "stat").read_text()
            except OSError:
                continue
            if int(status.rpartition(")")[2].split()[1]) == pid:
                found.append(int(path.name))
    return found
