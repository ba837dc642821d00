"""Failed requests are answered with a stable code and a sentence, never with a traceback."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi import ResponseSpec
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_410_GONE,
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    HTTP_415_UNSUPPORTED_MEDIA_TYPE,
    HTTP_421_MISDIRECTED_REQUEST,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)

from tenback.rules import Refusal, RulesetError
from tenback.server.live.errors import TableUnavailableError
from tenback.server.live.hall import Hall
from tenback.server.nodes.node import ElsewhereError
from tenback.server.refusals import ServerCode
from tenback.server.store import StoreError
from tenback.server.wire.http import Problem
from tenback.texts import Texts

__all__ = ["HANDLERS", "ProblemError", "may_fail"]

_LOGGER = logging.getLogger("tenback.server.http")
_ENGLISH = Texts("en")

_STATUS = {
    ServerCode.NO_TABLE: HTTP_404_NOT_FOUND,
    ServerCode.NO_SUCH_GAME: HTTP_404_NOT_FOUND,
    ServerCode.NO_PUZZLE: HTTP_404_NOT_FOUND,
    ServerCode.RATE: HTTP_429_TOO_MANY_REQUESTS,
    ServerCode.NO_SPECTATORS: HTTP_403_FORBIDDEN,
    ServerCode.STORAGE: HTTP_503_SERVICE_UNAVAILABLE,
    ServerCode.CLOSED: HTTP_410_GONE,
    ServerCode.UNREADABLE: HTTP_503_SERVICE_UNAVAILABLE,
    ServerCode.MOVED: HTTP_503_SERVICE_UNAVAILABLE,
    ServerCode.HOST: HTTP_421_MISDIRECTED_REQUEST,
    ServerCode.ORIGIN: HTTP_403_FORBIDDEN,
    ServerCode.MEDIA_TYPE: HTTP_415_UNSUPPORTED_MEDIA_TYPE,
    ServerCode.METRICS: HTTP_403_FORBIDDEN,
    "NAME": HTTP_400_BAD_REQUEST,
    "NO_SEAT": HTTP_400_BAD_REQUEST,
    "NO_BOT": HTTP_400_BAD_REQUEST,
    ServerCode.RULES: HTTP_400_BAD_REQUEST,
    ServerCode.SEAT_KIND: HTTP_400_BAD_REQUEST,
    ServerCode.NO_PAGE: HTTP_404_NOT_FOUND,
    ServerCode.NO_DAY: HTTP_404_NOT_FOUND,
    ServerCode.SEALED: HTTP_403_FORBIDDEN,
    ServerCode.RECORD: HTTP_400_BAD_REQUEST,
    ServerCode.NO_REVIEW: HTTP_404_NOT_FOUND,
    ServerCode.REVIEW_FAILED: HTTP_503_SERVICE_UNAVAILABLE,
    ServerCode.REVIEWS_FULL: HTTP_503_SERVICE_UNAVAILABLE,
}


_MEANINGS = {
    HTTP_400_BAD_REQUEST: "The request is not in order",
    HTTP_404_NOT_FOUND: "There is no such thing",
    HTTP_403_FORBIDDEN: "Not from this page, not from this address, or not before the day is over",
    HTTP_409_CONFLICT: "The table does not allow it as it is now",
    HTTP_410_GONE: "The table is closed; its games are still there",
    HTTP_413_REQUEST_ENTITY_TOO_LARGE: "The body is too long",
    HTTP_415_UNSUPPORTED_MEDIA_TYPE: "The body is not application/json",
    HTTP_421_MISDIRECTED_REQUEST: "The Host is none of this server's names",
    HTTP_429_TOO_MANY_REQUESTS: "This address asks too often",
    HTTP_503_SERVICE_UNAVAILABLE: "The database does not answer, or this table cannot be read now",
}
#: Problems that any request may be answered with.
_ALWAYS = (HTTP_421_MISDIRECTED_REQUEST, HTTP_429_TOO_MANY_REQUESTS)


def may_fail(*statuses: int) -> dict[int, ResponseSpec]:
    """Document how a request may fail, besides the problems of any request."""
    return {
        status: ResponseSpec(Problem, description=_MEANINGS[status], generate_examples=False)
        for status in (*statuses, *_ALWAYS)
    }


class ProblemError(Exception):
    """A request failed, with a code; ``variant`` is which of the code's sentences says it."""

    def __init__(self, code: str, variant: str = "", /, **details: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.variant = variant
        self.details = details


def _answer(code: str, details: dict[str, Any], variant: str = "") -> Response[Problem]:
    shown = {
        name: value if isinstance(value, int) else str(value) for name, value in details.items()
    }
    key = f"refusal.{code}.{variant}" if variant else f"refusal.{code}"
    problem = Problem(code, key, _ENGLISH(key, **shown), shown)
    return Response(problem, status_code=_STATUS.get(code, HTTP_409_CONFLICT))


def _problem(_: Request[Any, Any, Any], error: ProblemError) -> Response[Problem]:
    return _answer(error.code, error.details, error.variant)


def _refusal(_: Request[Any, Any, Any], error: Refusal) -> Response[Problem]:
    return _answer(error.code, error.details)


def _unavailable(_: Request[Any, Any, Any], error: TableUnavailableError) -> Response[Problem]:
    return _answer(error.code, {})


def _elsewhere(_: Request[Any, Any, Any], error: ElsewhereError) -> Response[Problem]:
    del error  # it moved on while the request was on its way; asking again helps
    return _answer(ServerCode.MOVED, {})


def _ruleset(_: Request[Any, Any, Any], error: RulesetError) -> Response[Problem]:
    return _answer(ServerCode.RULES, {"field": error.field, "error": error.message})


def _storage(request: Request[Any, Any, Any], error: StoreError) -> Response[Problem]:
    _LOGGER.error("%s", error)
    hall: Hall = request.app.state.hall
    hall.metrics.storage_failures.inc()
    return _answer(ServerCode.STORAGE, {})


def _no_page(request: Request[Any, Any, Any], _: NotFoundException) -> Response[Problem]:
    return _answer(ServerCode.NO_PAGE, {"path": request.url.path[:80]})


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer an error that Litestar found, such as a wrong method or body."""
    told = error.detail
    if isinstance(error, ValidationException) and error.extra:
        told = "; ".join(_validation_line(part) for part in error.extra)
    key = f"refusal.{ServerCode.REQUEST}"
    problem = Problem(ServerCode.REQUEST, key, _ENGLISH(key, error=told), {"error": told})
    return Response(problem, status_code=error.status_code, headers=error.headers)


def _unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer that a body is not JSON: nested too deep, or not Unicode."""
    if request.method != "POST":
        return _unexpected(request, error)
    told = "the body cannot be read as JSON"
    key = f"refusal.{ServerCode.REQUEST}"
    problem = Problem(ServerCode.REQUEST, key, _ENGLISH(key, error=told), {"error": told})
    return Response(problem, status_code=HTTP_400_BAD_REQUEST)


def _validation_line(part: Any) -> str:
    if not isinstance(part, dict):
        return str(part)
    return f"{part.get('key', '')}: {part.get('message', '')}".strip(": ")  # pyright: ignore


def _unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    _LOGGER.error("%s %s failed", request.method, request.url.path, exc_info=error)
    key = f"refusal.{ServerCode.INTERNAL}"
    problem = Problem(ServerCode.INTERNAL, key, _ENGLISH(key), {})
    return Response(problem, status_code=HTTP_500_INTERNAL_SERVER_ERROR)


HANDLERS: dict[Any, Any] = {
    ProblemError: _problem,
    Refusal: _refusal,
    RulesetError: _ruleset,
    TableUnavailableError: _unavailable,
    ElsewhereError: _elsewhere,
    StoreError: _storage,
    NotFoundException: _no_page,
    HTTPException: _http,
    RecursionError: _unreadable,
    UnicodeDecodeError: _unreadable,
    Exception: _unexpected,
}
