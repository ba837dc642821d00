"""HTTP requests to a server; a refusal becomes one line for people."""

from http.client import HTTPException
from typing import TypeVar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from tenback.server.wire.http import Problem

__all__ = ["NO_ANSWER", "RemoteError", "call", "fetch"]

#: The code of an error where no server answers.
NO_ANSWER = "NO_ANSWER"
Answer = TypeVar("Answer")


class RemoteError(Exception):
    """Why a remote game is impossible, in one line; ``code`` if the server gave one."""

    def __init__(self, told: str, code: str = "") -> None:
        super().__init__(told)
        self.code = code


def call(
    url: str, answer: type[Answer], body: msgspec.Struct | None = None, *, timeout: float = 10
) -> Answer:
    """Send a GET, or a POST with a body, and read the answer."""
    data = None if body is None else msgspec.json.encode(body)
    request = Request(url, data, {"Content-Type": "application/json"})
    try:
        return msgspec.json.decode(_send(request, timeout), type=answer)
    except msgspec.DecodeError:
        raise RemoteError(f"{_server_of(url)} is not a tenback server") from None


def fetch(url: str, token: str, *, timeout: float = 10) -> str:
    """Read a text that only the holder of a seat may have."""
    request = Request(url, headers={"Authorization": f"Bearer {token}"})
    return _send(request, timeout).decode(errors="replace")


def _server_of(url: str) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))


def _send(request: Request, timeout: float) -> bytes:
    try:
        with urlopen(request, timeout=timeout) as response:
            return response.read()
    except HTTPError as error:
        with error:
            raise _explain(error) from None
    except (OSError, HTTPException) as error:  # no answer, or an incomplete one
        reason = getattr(error, "reason", error)
        told = f"{_server_of(request.full_url)} does not answer: {reason}"
        raise RemoteError(told, NO_ANSWER) from None


def _explain(error: HTTPError) -> RemoteError:
    try:
        problem = msgspec.json.decode(error.read(), type=Problem)
    except msgspec.DecodeError:
        return RemoteError(str(error))
    return RemoteError(problem.message, problem.code)
