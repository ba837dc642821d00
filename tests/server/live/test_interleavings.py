"""Nobody is shown the cards of a seat, or acts at it, once it is no longer theirs.

People sit down, leave, are sent away, play, come back and play again. They have several connections
each and do all this at once, on a slow store.
"""

import asyncio
import json
import random
from collections import Counter
from itertools import count
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.leaks import Sight, Truth, search_frames
from tests.server.live.dawdling import DawdlingStore, Kept, live_table
from tests.table.support import make_rules

from tenback.rules import Refusal
from tenback.server.live.live_table import LiveTable
from tenback.server.wire.messages import Do
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.table import Command, Settings, Stage, Table
from tenback.table.unions import (
    ChangeSettings,
    ChooseStarter,
    Concede,
    EndTurn,
    GiveSignal,
    GoAway,
    Leave,
    NameHost,
    OfferStart,
    Place,
    Ready,
    Rematch,
    Return,
    Say,
    Sit,
    StartGame,
    TakeBack,
    Unseat,
)

PEOPLE = ("Ann", "Bea", "Cyd", "Dan")
GAMES = (("duel", 2), ("original", 2), ("original", 3), ("extreme", 2))


class Crowd:
    """People who act at random at one table, none of them waiting for an answer."""

    def __init__(self, seed: int, **changes: Any) -> None:
        self.chance = random.Random(seed)
        game, players = self.chance.choice(GAMES)
        chosen: dict[str, Any] = {
            "starter": self.chance.choice(("vote", "host", "lot")),
            "text": True,
            "pace": 0,
            "spectators": self.chance.random() < 0.7,
            "memory": self.chance.random() < 0.5,
            **changes,
        }
        self.live: LiveTable
        self.store: DawdlingStore
        self.live, self.store = live_table(
            make_rules(game, players), Settings(**chosen), self.chance
        )
        self.connections: list[Kept] = []
        self.keys: dict[str, str] = {}
        self.answers: list[tuple[Kept, dict[str, Any]]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self._names = count(1)

    async def live_on(self, actions: int) -> None:
        for _ in range(actions):
            self._start(self._act())
            for _ in range(self.chance.randrange(4)):
                await asyncio.sleep(0)
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self) -> None:
        chance = self.chance.random()
        if chance < 0.12:
            await self._sit()
        elif chance < 0.22:
            self._connect()
        elif chance < 0.26 and self.connections:
            self.live.detach(self.chance.choice(self.connections))
        elif chance < 0.32 and self.connections:
            some = self.chance.choice(self.connections)
            some.push(self.live.audience.welcome(some, self.chance.choice((0, 1, 10**6))))
        elif chance < 0.36:
            await self._hall()
        elif self.connections:
            await self._command(self.chance.choice(self.connections))

    async def _sit(self) -> None:
        number = next(self._names)
        name = f"{self.chance.choice(PEOPLE)} {chr(65 + number // 26)}{chr(65 + number % 26)}"
        key = f"key of {name}"
        try:
            await self.live.act(0, Sit(name, key))
        except Refusal:
            return
        self.keys[key] = name
        self._connect(key)

    def _connect(self, key: str | None = None) -> None:
        """Connect as the socket does: a key must open a seat at this moment."""
        if key is None:
            key = self.chance.choice([*self.keys, ""])
        if key and self.live.table.seat_of(key) is None:
            return
        if not key and not self.live.table.settings.spectators:
            return
        connection = Kept(key, takes_changes=self.chance.random() < 0.5)
        self.connections.append(connection)
        self.live.attach(connection, self.chance.choice((0, 1, self.live.table.seq)))

    async def _hall(self) -> None:
        command = self.chance.choice((GoAway(), Return()))
        try:
            await self.live.act(self._seat(), command)
        except Refusal:
            return

    async def _command(self, connection: Kept) -> None:
        name = self.keys.get(connection.proof, "nobody")
        message = Do(f"{name}/{next(self._numbers)}", self._choose(), self._seen())
        if self.chance.random() < 0.1:
            message = Do("the same for all", message.command, message.seen)
        connection.sent.append({"id": message.id, "command": msgspec.to_builtins(message.command)})
        reply = await self.live.answer(connection, message)
        if reply:
            connection.push(reply)
        else:  # the reply came with the change
            reply = next(one for one in reversed(connection.frames) if json.loads(one).get("id"))
        self.answers.append((connection, json.loads(reply)))

    def _seen(self) -> int:
        return self.chance.choice((1, self.live.table.seq, self.live.table.seq))

    def _seat(self) -> int:
        return self.chance.randrange(len(self.live.table.seats))

    def _choose(self) -> Command:
        table = self.live.table
        always: list[Command] = [Leave(), Say("hello"), Unseat(self._seat())]
        match table.stage:
            case Stage.GATHERING:
                some: list[Command] = [Ready(), Ready(), StartGame(), NameHost(self._seat())]
            case Stage.DEALT:
                words: list[Command] = [OfferStart("gladly"), OfferStart("rather_not")]
                some = [*([ChooseStarter(self._seat())] * 4), *words]
            case Stage.PLAYING:
                some = [*self._moves(table), EndTurn(), TakeBack(), Concede(), Concede()]
            case Stage.OVER:
                some = [Rematch(), Rematch(), Rematch(), Rematch(False)]
        return self.chance.choice([*some, *some, *always])

    def _moves(self, table: Table) -> list[Command]:
        assert table.play is not None
        legal = list(table.play.state.legal_placements)
        moves: list[Command] = [Place(*self.chance.choice(legal))] * 4 if legal else []
        return [*moves, GiveSignal("keep_off", self.chance.randrange(4))]  # type: ignore[arg-type]


def verify_view(table: Table, seat: int | None, message: dict[str, Any]) -> None:
    """Check that a view is complete, whether it came whole or by changes."""
    shown = show_table("TABLEXY", table, show_rules(table.rules)), show_own(table, seat)
    assert [message["table"], message["own"]] == json.loads(msgspec.json.encode(shown))


def verify_frames(crowd: Crowd, truth: Truth) -> Counter[str]:
    """Check every frame against the seat that its receiver's key opened at that moment."""
    counts: Counter[str] = Counter()
    for connection in crowd.connections:
        counts["changes"] += connection.changes
        for frame in connection.frames:
            message = json.loads(frame)
            if message["type"] not in ("welcome", "update", "resync"):
                continue
            table, own = truth.at(message["seq"]), message["own"]
            shown_to = message.get("you", None if own is None else own["seat"])
            # One who has left may be shown the table as a spectator though the seat is kept.
            assert shown_to in (None, table.seat_of(connection.proof)), connection.proof
            counts["hands shown"] += own is not None
            verify_view(table, shown_to, message)
            sight = Sight(shown_to, [frame], connection.sent)
            counts["frames"] += search_frames(truth, sight)
            cards_told(table, message)
    return counts


def cards_told(table: Table, message: dict[str, Any]) -> None:
    """Check that cards of earlier rounds are named only at a table with the setting ``memory``."""
    if table.settings.memory or table.stage not in (Stage.DEALT, Stage.PLAYING):
        return
    told = message["happenings"]
    ends = [n for n, one in enumerate(told) if one["type"] == "turn_ended"]
    rounds = ends[-len(table.seats) - 1] if len(ends) > len(table.seats) else -1
    assert not [
        one for one in told[: rounds + 1] if one["type"] in ("card_placed", "card_taken_back")
    ]


def verify_commands(crowd: Crowd, truth: Truth) -> Counter[str]:
    """Check that every stored command came from whoever held its seat at that moment."""
    counts: Counter[str] = Counter()
    first: dict[str, int] = {}
    keys = {name: key for key, name in crowd.keys.items()}
    for stored in crowd.store.log:
        if stored.seat is None or "/" not in stored.command_id:
            continue
        key = keys[stored.command_id.rpartition("/")[0]]
        before = truth.tables[first.setdefault(stored.command_id, stored.seq) - 1]
        assert before is not None
        assert before.seat_of(key) == stored.seat, stored.command_id
        counts["commands carried out"] += 1
    for connection, reply in crowd.answers:
        counts[reply["type"]] += 1
        if reply["type"] == "refused" and reply["code"] == "SPECTATOR":
            counts["turned away"] += 1
        assert connection.proof or reply["type"] == "refused"
    return counts


def live_through(seed: int, actions: int = 300, **changes: Any) -> Counter[str]:
    crowd = Crowd(seed, **changes)
    asyncio.run(crowd.live_on(actions))
    truth = Truth(crowd.store.log)
    assert truth.at(len(truth.events)) == crowd.live.table
    return verify_frames(crowd, truth) + verify_commands(crowd, truth)


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_nobody_sees_or_does_what_is_not_theirs(seed: int) -> None:
    live_through(seed)


def test_the_crowds_do_all_that_there_is_to_do() -> None:
    """The property above is worth something only if seats change hands while commands wait."""
    counts: Counter[str] = Counter()
    for seed in range(30):
        counts += live_through(seed)
    assert counts["hands shown"] > 200
    assert counts["changes"] > 200
    assert counts["turned away"] > 40
    assert counts["commands carried out"] > 500
    assert counts["resync"] > 20


@pytest.mark.parametrize("allowed", [True, False])
def test_who_has_no_seat_any_more_watches_or_is_sent_away(allowed: bool) -> None:
    crowd = Crowd(7, spectators=allowed)

    async def pass_on() -> Kept:
        await crowd.live.act(0, Sit("Ann", "key of Ann"))
        await crowd.live.act(0, Sit("Bea", "key of Bea"))
        connection = Kept("key of Bea")
        crowd.live.attach(connection, 0)
        leaving = asyncio.create_task(crowd.live.answer(connection, Do("1", Leave(), 99)))
        sitting = asyncio.create_task(crowd.live.act(0, Sit("Cyd", "key of Cyd")))
        speaking = asyncio.create_task(crowd.live.answer(connection, Do("2", Say("me"), 99)))
        await asyncio.gather(leaving, sitting)
        assert json.loads(await speaking)["code"] == "SPECTATOR"
        return connection

    connection = asyncio.run(pass_on())
    assert connection.key == ""
    if allowed:
        welcomes = [one for one in map(json.loads, connection.frames) if one["type"] == "welcome"]
        last = welcomes[-1]
        assert (last["you"], last["own"], connection.finished) == (None, None, "")
    else:
        assert connection.finished == "UNSEATED"


def test_watchers_are_sent_away_when_nobody_may_watch_any_more() -> None:
    crowd = Crowd(3, spectators=True)

    async def close() -> tuple[Kept, Kept]:
        await crowd.live.act(0, Sit("Ann", "key of Ann"))
        host, watcher = Kept("key of Ann"), Kept("")
        crowd.live.attach(host, 0)
        crowd.live.attach(watcher, 0)
        message = Do("1", ChangeSettings(Settings(spectators=False)), 99)
        await crowd.live.answer(host, message)
        return host, watcher

    host, watcher = asyncio.run(close())
    assert (host.finished, watcher.finished) == ("", "NO_SPECTATORS")
