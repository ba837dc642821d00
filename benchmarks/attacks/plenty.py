"""A million stored games: the lobby, the start, and what a game takes on disk."""

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from robustness.served import ServedProcess

from tenback.bots import create_bot
from tenback.records import build_ruleset
from tenback.rules.view import view
from tenback.server.live.archive import ended_game
from tenback.server.live.rows import row_facts
from tenback.server.store import PackedGame, Store
from tenback.table import (
    VOCABULARY,
    Event,
    Settings,
    Stage,
    Table,
    World,
    decide,
    encode_event,
    fold,
    open_table,
)
from tenback.table.unions import PlayTurn, Ready, Sit, StartGame

from .guest import Guest, Row, percentile

__all__ = ["attack_with_plenty"]

_SAMPLES = 40
_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


async def attack_with_plenty(served: ServedProcess, *, games: int = 1_000_000) -> list[Row]:
    """Fill the database with finished games of real length, then start on it."""
    path = Path(served.database)
    await served.stop()
    empty = path.stat().st_size
    packed = [_finished_game(seed) for seed in range(_SAMPLES)]
    await asyncio.to_thread(_fill, path, packed, games)
    size = path.stat().st_size - empty
    await served.start()
    first, start = served.start_seconds[0], served.start_seconds[-1]
    guest = Guest(served.server)
    for _ in range(12):
        await guest.open(players=2, settings={"public": True})
    seconds: list[float] = []
    for _ in range(100):
        began = time.perf_counter()
        await guest.get("/api/tables")
        seconds.append(time.perf_counter() - began)
    store = await Store.look_at(served.database)
    inner: list[float] = []
    for _ in range(50):
        began = time.perf_counter()
        await store.lobby(50)
        inner.append(time.perf_counter() - began)
    await store.close()
    body = sum(len(game.body) for game, _ in packed) / len(packed)
    p50, p99 = percentile(seconds, 0.5), percentile(seconds, 0.99)
    asked = percentile(inner, 0.99)
    return [
        Row(
            f"the lobby with {games:,} stored games",
            f"p50 {p50:.1f} ms, p99 {p99:.1f} ms over HTTP; p99 {asked:.1f} ms in the store",
            p50 < 20,
        ),
        Row("starting on them", f"{start:.2f} s, {first:.2f} s on none", start < max(2, first + 1)),
        Row("disk for a finished game", f"{size / games:.0f} bytes, {body:.0f} of events", True),
    ]


def _finished_game(seed: int) -> tuple[PackedGame, bytes]:
    """Let three greedy players finish a game, and pack it."""
    rules = build_ruleset("original", 3)
    world = World(date=lambda: "2026-11-16")
    events: list[Event] = list(open_table(rules, Settings(starter="lot")))
    table = fold(events)
    bot = create_bot("greedy")
    dealt = 0
    before: Table = table

    def do(seat: int, command: object, *, by_operator: bool = False) -> None:
        nonlocal table, dealt, before
        for event, after in decide(table, seat, command, world, by_operator=by_operator):  # type: ignore[arg-type]
            if type(event).__name__ == "GameDealt":
                dealt, before = len(events), table
            events.append(event)
            table = after

    for seat in range(3):
        do(0, Sit(f"Player {'ABC'[seat]}", f"{seed:064x}", seat=seat), by_operator=True)
        do(seat, Ready())
    do(0, StartGame())
    while table.stage is not Stage.OVER:
        assert table.play is not None
        state = table.play.state
        seen = view(state, state.seat, memory=True)
        do(state.seat, PlayTurn(tuple(bot.choose(seen))))
    assert table.play is not None
    game = ended_game(before, table.play, [encode_event(one) for one in events[dealt:]], 0.0)
    return game, row_facts("XXXXXXX", table).summary


def _fill(path: Path, packed: list[tuple[PackedGame, bytes]], count: int) -> None:
    chance = random.Random(1)
    now = time.time()

    codes: set[str] = set()
    while len(codes) < count:
        codes.add("".join(chance.choices(_ALPHABET, k=7)))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        last = connection.execute("SELECT coalesce(max(id), 0) FROM tables").fetchone()[0]
        for number, each in enumerate(codes, last + 1):
            game, summary = packed[number % len(packed)]
            at = now - chance.random() * 3e7  # within about a year
            connection.execute(
                "INSERT INTO tables (id, code, game, players, status, public, last_seq, created_at,"
                " updated_at, vocabulary, listed, summary) VALUES (?, ?, 'original', 3, 'closed',"
                " 1, 200, ?, ?, ?, 0, ?)",
                (number, each, at, at, VOCABULARY, summary),
            )
            connection.execute(
                "INSERT INTO games VALUES (?, 1, ?, ?, ?, ?)",
                (number, at, game.vocabulary, game.summary, game.body),
            )
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
