"""Counts and times of HTTP requests, by the route that answered them."""

from time import perf_counter
from typing import Any

from tenback.server.metrics import Metrics

__all__ = ["RequestMeter"]

_METHODS = ("GET", "HEAD", "POST", "OPTIONS")


class RequestMeter:
    """Counts and times requests; those that no route answers count as one path."""

    def __init__(self, app: Any, metrics: Metrics) -> None:
        self.app = app
        self._seconds = metrics.requests

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on and measure it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def noted(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            method = scope["method"] if scope["method"] in _METHODS else "other"
            path = scope.get("path_template") or "other"
            self._seconds.labels(method, path, status).observe(perf_counter() - began)
