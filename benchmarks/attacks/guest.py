"""Somebody at an address of this machine: 127.0.0.2 and so on are other people to the server."""

import asyncio
import http.client
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tenback.server.remote.client import Head, TableClient
from tenback.server.wire.http import Seated
from tenback.server.wire.messages import Done
from tenback.table import Command

__all__ = ["Answer", "Guest", "Row", "must", "percentile"]


@dataclass(frozen=True, slots=True)
class Row:
    """What an attack did, what became of it, and whether the server held."""

    attack: str
    outcome: str
    held: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Guest:
    """Asks and connects from one address."""

    server: str
    address: str = "127.0.0.1"
    clients: list[TableClient] = field(default_factory=list[TableClient])

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        parts = urlsplit(self.server)
        connection = http.client.HTTPConnection(
            parts.hostname or "", parts.port, timeout=60, source_address=(self.address, 0)
        )
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

    async def get(self, path: str, **headers: str) -> Answer:
        return await asyncio.to_thread(self._ask, "GET", path, None, headers)

    async def post(self, path: str, body: object, **headers: str) -> Answer:
        sent = {"Content-Type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await asyncio.to_thread(self._ask, "POST", path, data, sent)

    async def open(self, game: str = "original", name: str = "Ana", **more: object) -> Seated:
        answer = await self.post("/api/tables", {"game": game, "name": name, **more})
        if answer.status != 201:
            raise RuntimeError(f"no table was opened: {answer.status} {answer.body[:200]!r}")
        return Seated(**answer.json)

    async def sit(self, code: str, name: str) -> Seated:
        answer = await self.post(f"/api/tables/{code}/seats", {"name": name})
        if answer.status != 201:
            raise RuntimeError(f"no seat was taken: {answer.status} {answer.body[:200]!r}")
        return Seated(**answer.json)

    async def connect(self, code: str, token: str = "", watch: Any = None) -> TableClient:
        def ignore(head: Head, raw: bytes) -> None:
            del head, raw

        client = TableClient(self.server, code, token, watch or ignore, source=self.address)
        self.clients.append(client)
        await client.connect()
        return client

    async def leave(self) -> None:
        """Close all connections."""
        await asyncio.gather(*(client.close() for client in self.clients), return_exceptions=True)
        self.clients.clear()


async def must(client: TableClient, command: Command) -> None:
    """Send a command that must be carried out."""
    reply = await client.do(command)
    if not isinstance(reply, Done):
        raise RuntimeError(f"{command!r} was answered with {reply!r}")
    await client.newer(reply.seq - 1)


def percentile(values: list[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]
