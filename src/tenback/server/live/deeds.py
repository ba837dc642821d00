"""Commands on their way through a live table."""

from collections.abc import Callable
from typing import NamedTuple

from tenback.server.live.connection import Connection
from tenback.server.wire.messages import Do
from tenback.table import Command, OperatorCommand, Table, Transition

__all__ = ["Asked", "Deed"]


class Asked(NamedTuple):
    """A client's command, how its answer is told, and until when it may wait."""

    connection: Connection
    message: Do
    tell: Callable[[bytes], object]
    give_up_at: float


class Deed:
    """A command under way: ``end`` is called with it, and with the error that it met, or None."""

    __slots__ = ("before", "began", "command", "end", "id", "seat", "sender", "steps")

    def __init__(
        self,
        seat: int,
        command: Command | OperatorCommand,
        end: "Callable[[Deed, Exception | None], None]",
        sender: Connection | None = None,
        command_id: str = "",
    ) -> None:
        self.seat = seat
        self.command = command
        self.end = end
        #: Who sent it; None if the server itself acts.
        self.sender = sender
        self.id = command_id
        self.steps: tuple[Transition, ...] = ()
        self.before: Table
        self.began: float
