"""The address of a table, read from the link that people share."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

__all__ = ["LinkError", "TableLink", "read_link"]

_PATH = re.compile(r"/(?:t|api/tables)/([^/]+)/?")


class LinkError(ValueError):
    """A text is not a link to a table."""


@dataclass(frozen=True, slots=True)
class TableLink:
    """A server and the code of a table at it."""

    server: str
    code: str

    @property
    def seats(self) -> str:
        """The address for taking a seat."""
        return f"{self.server}/api/tables/{self.code}/seats"

    @property
    def socket(self) -> str:
        """The address of the WebSocket."""
        return f"ws{self.server.removeprefix('http')}/api/tables/{self.code}/socket"


def read_link(text: str) -> TableLink:
    """Read ``http://HOST:PORT/t/CODE``."""
    example = "a link to a table looks like http://127.0.0.1:8010/t/ABCDEFG"
    try:
        parts = urlsplit(text)
        found = _PATH.fullmatch(parts.path)
        if parts.scheme not in ("http", "https") or not parts.hostname or found is None:
            raise LinkError(example)
        _ = parts.port
    except ValueError:
        raise LinkError(example) from None
    return TableLink(f"{parts.scheme}://{parts.netloc}", found[1])
