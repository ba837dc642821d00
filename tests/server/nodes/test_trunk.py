"""The line between two nodes: no client, and no silence, may end it for the others or hang it."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from tenback.server.nodes.channels import CLOSE, OPEN, TAKEN, write_frame
from tenback.server.nodes.trunk import PassedSocket, Trunk
from tenback.server.web import trunk as owners_side

#: A table that nobody has, for a client of this machine.
ASKED = "ABCDEFG 127.0.0.1"


class Wire:
    """The connection under a line: what was sent, and what is to be read."""

    def __init__(self, *, stuck: bool = False) -> None:
        self.sent: list[str] = []
        self.unread: asyncio.Queue[Any] = asyncio.Queue()
        self.is_cut = False
        self._is_stuck = stuck
        self.transport = SimpleNamespace(abort=self._abort)
        self.scope: dict[str, Any] = {"extensions": None}

    def _abort(self) -> None:
        self.is_cut = True

    async def send(self, frame: str) -> None:
        self.sent.append(frame)

    async def send_data(self, frame: str, mode: str) -> None:
        del mode
        self.sent.append(frame)

    async def recv(self, *, decode: bool) -> bytes:
        del decode
        return await self.unread.get()

    async def receive(self) -> Any:
        return await self.unread.get()

    async def ping(self) -> "asyncio.Future[None]":
        """Wait for ever if the other side does not read; else never hear from it."""
        if self._is_stuck:
            await asyncio.Event().wait()
        return asyncio.get_running_loop().create_future()

    async def close(self) -> None:
        return


async def passed_over(trunk: Trunk, wire: Wire) -> PassedSocket:
    opening = asyncio.create_task(trunk.open("ABCDEFG", "127.0.0.1"))
    while not wire.sent:
        await asyncio.sleep(0)
    number = int(wire.sent[-1].split()[0])
    wire.unread.put_nowait(write_frame(number, TAKEN, "one 1").encode())
    return await opening


@pytest.mark.parametrize(
    ("said", "text"),
    [(b"\xff" * 6000, "\N{REPLACEMENT CHARACTER}"), ("é".encode(), "é"), ("é",) * 2],
)
def test_what_is_no_text_does_not_grow_on_the_line(said: str | bytes, text: str) -> None:
    async def run() -> None:
        wire: Any = Wire()
        trunk = Trunk(wire, lambda _: None)
        passed = await passed_over(trunk, wire)
        await passed.say(said)
        assert wire.sent[-1].split(" ", 2)[2] == text
        await trunk.close()

    asyncio.run(run())


def test_a_channel_that_the_owner_ends_is_forgotten() -> None:
    async def run() -> None:
        wire: Any = Wire()
        trunk = Trunk(wire, lambda _: None)
        passed = await passed_over(trunk, wire)
        assert trunk.clients == 1
        wire.unread.put_nowait(write_frame(1, CLOSE, "4404 NO_TABLE").encode())
        assert await passed.closed == (4404, "NO_TABLE")
        assert trunk.clients == 0
        await trunk.close()

    asyncio.run(run())


@pytest.mark.parametrize("stuck", [False, True], ids=["silent", "does not read"])
def test_a_line_is_cut_when_the_other_side_is_silent(
    stuck: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.server.nodes.trunk._PULSE_SECONDS", 0.01)
    monkeypatch.setattr("tenback.server.nodes.trunk._SILENT_SECONDS", 0.01)

    async def run() -> None:
        wire: Any = Wire(stuck=stuck)
        trunk = Trunk(wire, lambda _: None)
        async with asyncio.timeout(60):
            while not wire.is_cut:
                await asyncio.sleep(0.01)
        await trunk.close()

    asyncio.run(run())


async def fail(*_: object, **__: object) -> None:
    raise RuntimeError("a bug of ours")


async def read_nothing(channel: Any, *_: object, **__: object) -> None:
    while channel.is_flooded is False:
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("serve", "messages", "told"),
    [
        (fail, 0, "1 c 1011 "),
        (read_nothing, owners_side.MOST_UNREAD + 1, "1 c 4429 RATE"),
    ],
    ids=["fails", "floods"],
)
def test_a_channel_never_ends_without_a_word(
    serve: Any, messages: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owners_side, "serve_client", serve)

    async def run() -> None:
        wire: Any = Wire()
        line = owners_side.TrunkLine(wire, State())
        serving = asyncio.create_task(line.serve())
        for frame in (f"1 {OPEN} {ASKED}", *["1 t {}"] * messages):
            wire.unread.put_nowait({"type": "websocket.receive", "text": frame})
        async with asyncio.timeout(60):
            while not wire.sent:
                await asyncio.sleep(0.001)
        wire.unread.put_nowait({"type": "websocket.disconnect"})
        await serving
        assert wire.sent == [told]

    asyncio.run(run())


@pytest.mark.parametrize("ended", [WebSocketDisconnect(detail="ended"), ClientDisconnected()])
def test_a_line_that_ends_before_a_client_is_answered_is_no_fault(
    ended: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A node that was paused finds clients to be served on lines that were cut long ago."""

    async def answer(channel: Any, *_: object, **__: object) -> None:
        await channel.accept()

    async def cut(frame: str, mode: str) -> None:
        del frame, mode
        raise ended

    monkeypatch.setattr(owners_side, "serve_client", answer)

    async def run() -> None:
        wire: Any = Wire()
        wire.send_data = cut
        wire.unread.put_nowait({"type": "websocket.receive", "text": f"1 {OPEN} {ASKED}"})
        wire.unread.put_nowait({"type": "websocket.disconnect"})
        await owners_side.TrunkLine(wire, State()).serve()

    asyncio.run(run())
    assert not caplog.records
