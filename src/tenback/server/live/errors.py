"""Why an existing table is not available."""

from tenback.server.refusals import ServerCode

__all__ = ["TableUnavailableError"]


class TableUnavailableError(Exception):
    """CLOSED: only its games are left. UNREADABLE: its events are broken.

    MOVED: another node has it, or soon will; asking again helps.
    """

    def __init__(self, code: ServerCode) -> None:
        super().__init__(code)
        self.code = code
