"""HTTP requests to a server; a refusal becomes one line for people."""

from http.client import HTTPException
from typing import TypeVar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from tenback.server.wire.http import Problem

__all__ = ["RemoteError", "call"]

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
    server = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    data = None if body is None else msgspec.json.encode(body)
    request = Request(url, data, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=timeout) as response:
            return msgspec.json.decode(response.read(), type=answer)
    except HTTPError as error:
        with error:
            raise _explain(error) from None
    except (OSError, HTTPException) as error:  # no answer, or an incomplete one
        reason = getattr(error, "reason", error)
        raise RemoteError(f"{server} does not answer: {reason}") from None
    except msgspec.DecodeError:
        raise RemoteError(f"{server} is not a tenback server") from None


def _explain(error: HTTPError) -> RemoteError:
    try:
        problem = msgspec.json.decode(error.read(), type=Problem)
    except msgspec.DecodeError:
        return RemoteError(str(error))
    return RemoteError(problem.message, problem.code)
