"""A game at a server's table on a full screen; once it is over, it may be reviewed."""

import asyncio
from collections.abc import Callable

from tenback.records import GameRecord
from tenback.server.remote.calls import RemoteError
from tenback.server.remote.client import ConnectionLostError, TableClient
from tenback.terminal.full_screen import FullScreen
from tenback.terminal.remote_session import RemoteSession
from tenback.terminal.screens import ReviewingScreen
from tenback.texts import Texts

__all__ = ["RemoteScreen"]

_KEYS = {"f1": "help", "f2": "undo", "f5": "end", "f10": "quit"}


class RemoteScreen(ReviewingScreen):
    """One game at a server; ``record`` fetches it once it is over."""

    def __init__(
        self,
        client: TableClient,
        seat: int,
        texts: Texts,
        greeting: str,
        record: Callable[[], GameRecord],
    ) -> None:
        super().__init__(texts, self._play_there, _KEYS)
        self._greeting, self._record = greeting, record
        self.session = RemoteSession(client, seat, self, texts)
        self.seen = lambda: self.session.seen
        self.is_over = False
        #: What went wrong, for whoever opened the screen to tell.
        self.error: RemoteError | ConnectionLostError | None = None

    def _play_there(self, _: FullScreen) -> None:
        self.tell(self._greeting)
        try:
            self.is_over = asyncio.run(self.session.run())
            if self.is_over:
                self.offer_review(self._record())
        except (RemoteError, ConnectionLostError) as error:
            self.error = error
