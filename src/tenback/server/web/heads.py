"""HEAD requests get the headers of a GET."""

from litestar import Litestar
from litestar.types import Receive, Scope, Send

__all__ = ["HeadsAnswered"]


class HeadsAnswered:
    """Passes HEAD to the application as GET; uvicorn leaves the body out."""

    def __init__(self, app: Litestar) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = scope.copy()
            scope["method"] = "GET"
        await self.app(scope, receive, send)
