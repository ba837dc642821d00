"""Whom a bot at a remote table votes for: it hears first how gladly the others would start."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec
import pytest

from tenback.server.remote import player
from tenback.server.remote.address import TableLink
from tenback.server.remote.player import RemotePlayer
from tenback.server.wire.http import Seated
from tenback.server.wire.views import PlayView, TableView
from tenback.table import SeatKind, Stage

YOU = 1


@dataclass
class Thing:
    """A view with just the fields that count here."""

    fields: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        return self.fields[name]


@dataclass
class Socket:
    """Keeps what was sent."""

    sent: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    async def send(self, text: str) -> None:
        self.sent.append(msgspec.json.decode(text)["command"])

    @property
    def votes(self) -> list[int]:
        return [each["seat"] for each in self.sent if each["type"] == "choose_starter"]


def table(
    kinds: list[SeatKind], words: dict[int, str], votes: list[int], stage: Stage = Stage.DEALT
) -> TableView:
    offers = [Thing({"seat": seat, "eagerness": word}) for seat, word in words.items()]
    told = [Thing({"seat": 0, "choice": choice}) for choice in votes]
    play = {"number": 1, "offers": offers, "votes": told, "hand_counts": (6,) * len(kinds)}
    seats = [Thing({"kind": kind}) for kind in kinds]
    settings = Thing({"starter": "vote"})
    shown = {"seats": seats, "settings": settings, "host": 0, "stage": stage, "play": Thing(play)}
    return cast("TableView", Thing(shown))


def bot() -> RemotePlayer:
    made = RemotePlayer(
        cast("TableLink", None), Seated("ABC", YOU, "key"), cast("Any", None), print
    )
    made._offered = 1  # pyright: ignore[reportPrivateUsage] - it has said its word
    return made


async def see(made: RemotePlayer, socket: Socket, seen: TableView) -> None:
    made._table = seen  # pyright: ignore[reportPrivateUsage]
    play = cast("PlayView", seen.play)
    await made._agree(cast("Any", socket), seen, play, cast("Any", None))  # pyright: ignore[reportPrivateUsage]


PEOPLE = [SeatKind.PERSON, SeatKind.PROGRAM, SeatKind.PERSON]
BOTS = [SeatKind.BOT, SeatKind.PROGRAM, SeatKind.BOT]


@pytest.mark.parametrize(
    ("words", "votes", "wanted"),
    [
        ({1: "gladly"}, [], 1),
        ({1: "if_need_be"}, [], 0),  # nobody is known to be gladder
        ({1: "rather_not"}, [], 0),
        ({0: "rather_not", 1: "rather_not"}, [], 2),  # who says nothing may be gladder
        ({0: "rather_not", 1: "rather_not", 2: "if_need_be"}, [1], 2),
        ({0: "gladly", 1: "rather_not", 2: "gladly"}, [], 0),
        ({0: "gladly", 1: "rather_not", 2: "gladly"}, [2], 2),  # as somebody wants
        ({0: "gladly", 1: "rather_not", 2: "if_need_be"}, [2], 0),
    ],
)
def test_it_votes_for_whoever_would_start_most_gladly(
    words: dict[int, str], votes: list[int], wanted: int
) -> None:
    socket = Socket()
    asyncio.run(see(bot(), socket, table(PEOPLE, words, votes)))
    assert socket.votes == [wanted]


def test_it_votes_again_when_somebody_is_gladder() -> None:
    async def play() -> list[int]:
        made, socket = bot(), Socket()
        for words in ({1: "rather_not"}, {1: "rather_not", 2: "gladly"}):
            for _ in range(2):
                await see(made, socket, table(PEOPLE, words, []))
        return socket.votes

    assert asyncio.run(play()) == [0, 2]


def test_it_hears_bots_out_before_it_votes() -> None:
    async def play() -> list[list[int]]:
        made, socket = bot(), Socket()
        made._hearing = asyncio.create_task(asyncio.sleep(60))  # pyright: ignore[reportPrivateUsage]
        seen: list[list[int]] = []
        for words in ({1: "rather_not"}, {1: "rather_not", 0: "if_need_be"}):
            await see(made, socket, table(BOTS, words, []))
            seen.append(socket.votes)
        await see(made, socket, table(BOTS, {1: "rather_not", 0: "if_need_be", 2: "gladly"}, []))
        made._stop_hearing()  # pyright: ignore[reportPrivateUsage]
        return [*seen, socket.votes]

    assert asyncio.run(play()) == [[], [], [2]]


@pytest.mark.parametrize(("stage", "votes"), [(Stage.DEALT, [0]), (Stage.PLAYING, [])])
def test_it_does_not_wait_for_ever(
    stage: Stage, votes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "_HEARING_SECONDS", 0.0)

    async def play() -> list[int]:
        made, socket = bot(), Socket()
        made._table = table(BOTS, {1: "rather_not"}, [], stage)  # pyright: ignore[reportPrivateUsage]
        await made._hear_out(cast("Any", socket))  # pyright: ignore[reportPrivateUsage]
        return socket.votes

    assert asyncio.run(play()) == votes
