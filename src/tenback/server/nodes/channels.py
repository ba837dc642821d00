"""Many clients on one line between two nodes: what is written on it.

Each message is a text: the number of the client's channel, a mark, and what is said.
"""

from collections.abc import Iterable
from typing import AnyStr

__all__ = ["CLOSE", "OPEN", "TAKEN", "TEXT", "TRUNK", "read_frame", "write_frame", "write_frames"]

#: Where a node takes lines from others.
TRUNK = "/api/trunk"
#: A client asks for a table: its code and the client's address.
OPEN = "o"
#: The node has the client; who owns the table and in which epoch, nothing if it cannot be had.
TAKEN = "a"
#: A message of the client, or to it.
TEXT = "t"
#: The channel ends: the code and the reason of a WebSocket, or nothing if the client is gone.
CLOSE = "c"

_TEXT_BYTES = TEXT.encode()


def write_frame(channel: int, mark: str, text: str = "") -> str:
    """Write a message about a channel."""
    return f"{channel} {mark} {text}"


def write_frames(channel: int, texts: Iterable[bytes]) -> tuple[bytes, ...]:
    """Write messages to the client of a channel."""
    return tuple(b"%d %b %b" % (channel, _TEXT_BYTES, text) for text in texts)


def read_frame(frame: AnyStr) -> tuple[int, str, AnyStr]:
    """Read the channel, the mark and the text of a message."""
    if isinstance(frame, bytes):
        channel, mark, text = frame.split(b" ", 2)
        return int(channel), mark.decode(), text
    number, letter, words = frame.split(" ", 2)
    return int(number), letter, words
