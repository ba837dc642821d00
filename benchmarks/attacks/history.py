"""A table with a very long past, asked for again and again while others play."""

import asyncio
import random
import time
from collections import Counter

from robustness.served import ServedProcess

from tenback.rules import SignalKind
from tenback.server.remote.client import ConnectionLostError, TableClient
from tenback.server.wire.messages import Done
from tenback.table.unions import (
    Concede,
    EndTurn,
    GiveSignal,
    Place,
    Ready,
    Rematch,
    StartGame,
    WithdrawSignals,
)

from .guest import Guest, Row, must, percentile

__all__ = ["attack_with_history"]

_ATTACKER = "127.0.0.2"
_TABLES_PER_ADDRESS = 10
#: Just under what a connection may send.
_MESSAGES_A_SECOND = 19.0


async def attack_with_history(
    served: ServedProcess, *, attempts: int = 50_000, tables: int = 200, seconds: float = 20.0
) -> list[Row]:
    """Give and withdraw signals without end, then ask for the game a hundred times."""
    others = await _open_tables(served, tables)
    before = await _play(others, seconds)
    memory = served.rss_mib()
    attacker = Guest(served.server, _ATTACKER)
    during: list[float] = []
    going = asyncio.create_task(_play_until_cancelled(others, during))
    began = time.perf_counter()
    host, counts = await _signal_without_end(attacker, attempts)
    await _ask_for_proofs(attacker, host, counts)
    asked = time.perf_counter()
    await _end_and_ask(attacker, host, counts)
    took = time.perf_counter() - asked
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)
    grown = served.rss_mib() - memory
    await attacker.leave()
    for guest, _ in others:
        await guest.leave()
    calm, busy = percentile(before, 0.99), percentile(during, 0.99)
    signalled = f"{counts['events']} events, {counts['refused']} refused, {asked - began:.0f} s"
    return [
        Row(f"{attempts} signals", signalled, counts["events"] < 4000),
        Row(
            "replay, record and proof 100 times each",
            f"{counts['200']} answered in {took:.1f} s",
            counts["200"] >= 300,
        ),
        Row(
            f"p99 of {tables} other tables",
            f"{calm:.1f} ms before, {busy:.1f} ms meanwhile",
            busy <= 2 * max(calm, 10.0),
        ),
        Row("memory of the server", f"grew by {grown:.0f} MiB", grown < 100),
    ]


Others = list[tuple[Guest, TableClient]]


async def _open_tables(served: ServedProcess, count: int) -> Others:
    opened: Others = []
    for number in range(count):
        address = f"127.0.1.{number // _TABLES_PER_ADDRESS + 1}"
        guest = Guest(served.server, address)
        host = await guest.open(players=1, settings={"pace": 0}, start=True)
        opened.append((guest, await guest.connect(host.code, host.token)))
    return opened


async def _move(client: TableClient) -> float:
    own, play = client.own, client.table.play
    began = time.perf_counter()
    if play is not None and play.outcome is not None:
        await must(client, Rematch())
    elif own is not None and own.may_end:
        await must(client, EndTurn())
    elif own is not None and own.legal:
        chosen = min(own.legal, key=lambda one: (one.dooms, one.by))
        await must(client, Place(chosen.card, chosen.pile))
    else:
        await must(client, Concede())
    return time.perf_counter() - began


async def _play_until_cancelled(others: Others, seconds: list[float]) -> None:
    async def play(client: TableClient) -> None:
        while True:
            await asyncio.sleep(random.uniform(0.5, 1.5))
            seconds.append(await _move(client))

    await asyncio.gather(*(play(client) for _, client in others))


async def _play(others: Others, seconds: float) -> list[float]:
    taken: list[float] = []
    going = asyncio.create_task(_play_until_cancelled(others, taken))
    await asyncio.sleep(seconds)
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)
    return taken


async def _signal_without_end(guest: Guest, attempts: int) -> tuple[str, Counter[str]]:
    """Signal through nearly as many connections as a table may have."""
    host = await guest.open(players=2, settings={"starter": "lot"})
    other = await guest.sit(host.code, "Bob")
    clients = [
        await guest.connect(host.code, token)
        for token in (host.token, other.token)
        for _ in range(29)
    ]
    await must(clients[-1], Ready())
    await must(clients[0], StartGame())
    counts: Counter[str] = Counter()

    async def signal(client: TableClient) -> None:
        for number in range(attempts // len(clients)):
            begun = time.perf_counter()
            kind = (SignalKind.KEEP_OFF, SignalKind.SMALL_STEPS)[number % 2]
            command = WithdrawSignals() if number % 5 == 4 else GiveSignal(kind, number % 4)
            try:
                reply = await client.do(command)
            except ConnectionLostError:
                counts["lost"] += 1
                return
            counts["done" if isinstance(reply, Done) else "refused"] += 1
            await asyncio.sleep(max(0, 1 / _MESSAGES_A_SECOND - (time.perf_counter() - begun)))

    await asyncio.gather(*map(signal, clients))
    return host.code, counts


async def _ask_for_proofs(guest: Guest, code: str, counts: Counter[str]) -> None:
    """Ask for the proof while the game is on."""
    for _ in range(20):
        answer = await guest.get(f"/api/tables/{code}/games/1/proof")
        counts[str(answer.status)] += 1


async def _end_and_ask(guest: Guest, code: str, counts: Counter[str]) -> None:
    await must(guest.clients[0], Concede())
    await must(guest.clients[-1], Concede())
    counts["events"] = guest.clients[0].seq
    counts["200"] = 0
    paths = [f"/api/tables/{code}/games/1/{what}" for what in ("replay", "record", "proof")]
    for number in range(100):
        # From several addresses, since one may not ask that often.
        asker = Guest(guest.server, f"127.0.3.{number % 10 + 1}")
        answers = await asyncio.gather(
            *(asker.get(path, **{"Accept-Encoding": "gzip"}) for path in paths)
        )
        counts["200"] += sum(answer.status == 200 for answer in answers)
