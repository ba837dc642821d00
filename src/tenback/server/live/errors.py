"""Why a table that there is cannot be had."""

from tenback.server.refusals import ServerCode

__all__ = ["TableUnavailableError"]


class TableUnavailableError(Exception):
    """CLOSED: only its games are left. UNREADABLE: its events are broken."""

    def __init__(self, code: ServerCode) -> None:
        super().__init__(code)
        self.code = code
