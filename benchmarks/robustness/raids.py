"""Attacks below the messages: HTTP noise, broken frames, half-open and never-reading clients."""

import asyncio
import base64
import contextlib
import json
import random
import socket
import string
import struct
from urllib.parse import quote_from_bytes

from .target import Target

__all__ = ["Raider"]

#: How long to wait for an answer that must come, and for an attack that may get none.
_PATIENCE_SECONDS, _RAID_SECONDS = 60.0, 0.5
_MOST_HELD = 8
_PATHS = (
    *("/..%2f..%2fetc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%00", "/a%00b"),
    *(
        "/assets/..%5c..%5cx",
        "/" + "a" * 300,
        "/" + "a/" * 900,
        "//",
        "///etc",
        "/%ff",
        "/%0d%0aX:y",
    ),
    *(
        "/api",
        "/api/",
        "/api/nothing",
        "/api/tables/%00",
        "/api/tables/%ff",
        "/api/docs/x",
        "/.git",
    ),
    *(
        "/api/tables/" + "A" * 7,
        "/api/tables/" + "A" * 5000,
        "/api/games?x=%ff",
        "/health?" + "x" * 900,
    ),
)
_BODIES = (
    *(b"", b"null", b"[]", b"{}", b'"', b"\xff", b"[" * 9000, b'{"game":' * 1500, b"x" * 17_000),
    *(b'{"game":"original"}', b'{"game":"original","name":""}', b'{"game":"x","name":"y"}'),
    *(b'{"game":"original","name":"\\ud800"}', b'{"game":"original","name":"a|b"}'),
    *(b'{"game":"original","name":"\\u0000"}', b'{"game":"original","name":"\\n"}'),
    *(b'{"game":"original","name":"A","players":9}', b'{"game":"duel","name":"A","players":5}'),
    *(b'{"game":"original","name":"A","options":{"x":"y"}}',),
    *(b'{"game":"extreme","name":"A","layout":"1:STOP 1:STOP"}',),
    *(b'{"game":"original","name":"A","bots":["\\u202e"]}',),
    *(b'{"game":"original","name":"A","kind":"bot"}', b'{"name":"A","seat":1e400}'),
    *(b'{"name":"A","seat":' + b"9" * 400 + b"}", b'{"name":"A","seat":-1}', b'{"name":"A"}'),
)
_METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW")


class Raider:
    """Attacks a table's server; what should not happen is written down in ``faults``."""

    def __init__(self, target: Target, dice: random.Random) -> None:
        self._target = target
        self._port = int(target.server.rpartition(":")[2])
        self._dice = dice
        self._held: list[socket.socket] = []
        self.faults: list[str] = []
        self.statuses: dict[str, int] = {}

    def release(self) -> None:
        """Let go of the connections that were kept open."""
        for held in self._held:
            held.close()
        self._held.clear()

    # HTTP -----------------------------------------------------------------------------------

    async def request(self) -> None:
        """Send a request that may neither change anything nor make the server fail."""
        raw = self._request()
        answer = await self._exchange(raw)
        status = answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.") else "none"
        self.statuses[status] = self.statuses.get(status, 0) + 1
        succeeded = status.startswith("2") and raw.startswith(b"POST")
        if succeeded or status.startswith("5") or b'"INTERNAL"' in answer:
            self.faults.append(f"{raw[:80]!r} was answered with {answer[:80]!r}")

    def _request(self) -> bytes:
        dice, code = self._dice, self._target.code
        kind = dice.randrange(6)
        if kind == 0:
            path = "/" + quote_from_bytes(dice.randbytes(dice.randrange(1, 30)), safe="/.%")
            return self._http("GET", path)
        if kind == 1:
            return self._http(dice.choice(_METHODS), dice.choice(_PATHS))
        if kind == 2:
            number = dice.choice(("0", "-1", "1", "x", "9" * 30, "%00", "1.5"))
            what = dice.choice(("record", "replay", "record?format=xml", "record?format=%ff", ""))
            return self._http("GET", f"/api/tables/{code}/games/{number}/{what}")
        if kind == 3:
            return dice.randbytes(dice.randrange(1, 400)) + b"\r\n\r\n"
        # A body that is in order finds every seat of this table taken; none opens a table.
        path = f"/api/tables/{code}/seats" if kind == 4 else "/api/tables"
        return self._http("POST", path, dice.choice(_BODIES))

    def _http(self, method: str, path: str, body: bytes = b"") -> bytes:
        kinds = ("application/json", "text/html", "application/msgpack", "\xff", "multipart/x")
        kind = kinds[0] if self._dice.random() < 0.7 else self._dice.choice(kinds)
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
        if body or method == "POST":
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body

    async def _exchange(self, raw: bytes) -> bytes:
        """Send, and read until the server closes the connection."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                try:
                    writer.write(raw)
                    await writer.drain()
                    if b"Connection: close" not in raw:
                        writer.write_eof()
                    return await reader.read(65_536)
                finally:
                    writer.close()
        except TimeoutError:
            self.faults.append(f"{raw[:80]!r} was never answered")
            return b""
        except OSError:
            return b""  # cut off, as it deserves

    # WebSocket ------------------------------------------------------------------------------

    async def raid(self) -> None:
        """Connect and break the rules of the WebSocket itself."""
        dice = self._dice
        attack = dice.choice(
            (
                *(self._bad_frames, self._bad_frames, self._bad_hello, self._bad_hello),
                *(self._half_open, self._never_read, self._floods),
            )
        )
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(_RAID_SECONDS):
                await attack()

    async def _connect(self, hello: bool = True, small: bool = False) -> socket.socket:
        connected = socket.socket()
        connected.setblocking(False)
        if small:
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        try:
            await self._shake_hands(connected, hello)
        except BaseException:  # also when time runs out on a busy machine
            connected.close()
            raise
        return connected

    async def _shake_hands(self, connected: socket.socket, hello: bool) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(connected, ("127.0.0.1", self._port))
        key = base64.b64encode(self._dice.randbytes(16)).decode()
        lines = [f"GET /api/tables/{self._target.code}/socket HTTP/1.1", "Host: localhost"]
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}", "", ""]
        await loop.sock_sendall(connected, "\r\n".join(lines).encode())
        await loop.sock_recv(connected, 1000)
        if hello:
            await loop.sock_sendall(connected, _frame(b'{"type":"hello"}'))

    async def _bad_frames(self) -> None:
        dice, loop = self._dice, asyncio.get_running_loop()
        bad = dice.choice(
            (
                *(_frame(b"\xff\xfe"), _frame(b"x", opcode=3), _frame(b"x", opcode=0)),
                *(_frame(b"x" * 20_000), _frame(b"x" * 200, opcode=9), _frame(b"", opcode=8)),
                *(b"\x81\x05hello", b"\xf1\x80\0\0\0\0", _frame(b"\x03", opcode=8)),
                *(_frame(b"x" * 9000, fin=False) * 3, b"\x81\xff" + b"\xff" * 8),
                *(_frame(b'{"type":"do', fin=False) + _frame(b"x"), dice.randbytes(200)),
            )
        )
        connected = await self._connect()
        try:
            await loop.sock_sendall(connected, bad)
            while await loop.sock_recv(connected, 65_536):
                if dice.random() < 0.3:
                    break
        finally:
            connected.close()

    async def _bad_hello(self) -> None:
        loop = asyncio.get_running_loop()
        token = "".join(self._dice.choices(string.ascii_letters, k=32))
        bad = self._dice.choice((b"", b"x", b'{"type":"ping"}', b"[" * 5000, None, None))
        if bad is None:
            bad = json.dumps({"type": "hello", "token": token}).encode()
        connected = await self._connect(hello=False)
        try:
            await loop.sock_sendall(connected, _frame(bad))
            while await loop.sock_recv(connected, 65_536):
                pass
        finally:
            connected.close()

    async def _half_open(self) -> None:
        """Begin something and never finish it, holding the connection open."""
        loop, dice = asyncio.get_running_loop(), self._dice
        if dice.random() < 0.5:
            connected = await self._connect(hello=False)
        else:
            connected = socket.socket()
            connected.setblocking(False)
            self._hold(connected)
            await loop.sock_connect(connected, ("127.0.0.1", self._port))
            begun = (b"GET / HT", b"POST /api/tables HTTP/1.1\r\nContent-Length: 9\r\n\r\n{", b"")
            await loop.sock_sendall(connected, dice.choice(begun))
            return
        self._hold(connected)

    def _hold(self, connected: socket.socket) -> None:
        self._held.append(connected)
        if len(self._held) > _MOST_HELD:
            self._held.pop(0).close()

    async def _never_read(self) -> None:
        """Ask for much and read nothing of it."""
        loop = asyncio.get_running_loop()
        connected = await self._connect(small=True)
        self._hold(connected)
        for _ in range(300):
            await loop.sock_sendall(connected, _frame(b'{"type":"hello"}'))

    async def _floods(self) -> None:
        """Send pings and empty pieces of a message without end, reading nothing."""
        loop = asyncio.get_running_loop()
        connected = await self._connect(small=True)
        self._hold(connected)
        if self._dice.random() < 0.5:
            await loop.sock_sendall(connected, _frame(b"x", fin=False))
            flood = _frame(b"", opcode=0, fin=False)
        else:
            flood = _frame(b"x" * 125, opcode=9)
        for _ in range(100):
            await loop.sock_sendall(connected, flood * 100)


def _frame(data: bytes, opcode: int = 1, fin: bool = True) -> bytes:
    """Write a frame as a client does, masked with zeros."""
    head = bytes([fin << 7 | opcode])
    size = len(data)
    if size < 126:
        head += bytes([0x80 | size])
    else:
        head += bytes([0x80 | 126]) + struct.pack("!H", size)
    return head + bytes(4) + data
