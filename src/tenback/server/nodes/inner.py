"""The door for other nodes: a port of its own, which opens only with this node's key."""

from hmac import compare_digest
from typing import Any

__all__ = ["CLIENT_HEADER", "IS_INNER", "KEY_HEADER", "InnerDoor"]

KEY_HEADER, CLIENT_HEADER = "tenback-key", "tenback-client"
#: Set in the scope of what another node passes on, which has been judged there.
IS_INNER = "tenback.inner"


class InnerDoor:
    """Lets other nodes in, with the address of the client for whom they ask."""

    def __init__(self, app: Any, port: int, key: str) -> None:
        self.app = app
        self._port = port
        self._key = key.encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, unless it came to the inner port without the key."""
        server = scope.get("server")
        if not server or server[1] != self._port:
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if not compare_digest(headers.get(KEY_HEADER.encode(), b""), self._key):
            await _refuse(scope, send)
        else:
            client = headers.get(CLIENT_HEADER.encode(), b"unknown").decode()
            await self.app({**scope, "client": (client, 0), IS_INNER: True}, receive, send)


async def _refuse(scope: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": ""})
        return
    await send({"type": "http.response.start", "status": 403, "headers": []})
    await send({"type": "http.response.body", "body": b""})
