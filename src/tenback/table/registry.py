"""The registry of use cases: which function decides a command and which applies an event."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tenback.table.budget import spend
from tenback.table.chance import World
from tenback.table.model import Play, Table

__all__ = ["APPLIERS", "DECIDERS", "Draft", "applies", "apply", "decides"]

Applier = Callable[[Table, Any], Table]
AnyDecider = Callable[["Draft", int, Any], None]
T = TypeVar("T", bound=Callable[..., Any])

APPLIERS: dict[type[msgspec.Struct], Applier] = {}
DECIDERS: dict[type[msgspec.Struct], AnyDecider] = {}


def apply(table: Table, event: msgspec.Struct) -> Table:
    """Return the table after an event. Nothing is judged: a stored event did happen."""
    after = APPLIERS[type(event)](table, event)
    return replace(after, seq=table.seq + 1, spent=spend(table, event, after.play))


class Draft:
    """The events that a command causes, collected one by one, with the table after them."""

    def __init__(self, table: Table, world: World, *, by_operator: bool = False) -> None:
        self.table = table
        self.world = world
        #: Whether the application gives the command, for a bot or about a connection.
        self.by_operator = by_operator
        self.steps: list[tuple[Any, Table]] = []

    def add(self, event: msgspec.Struct, play: Play | None = None) -> None:
        """Add an event and apply it; ``play`` is the game after it, where judging has made it."""
        before = self.table
        if play is None:
            self.table = apply(before, event)
        else:
            spent = spend(before, event, play)
            self.table = replace(before, play=play, seq=before.seq + 1, spent=spent)
        self.steps.append((event, self.table))


def decides(command: type[msgspec.Struct]) -> Callable[[T], T]:
    """Mark the function that judges a command: it adds events to the draft or raises a Refusal."""

    def register(function: T) -> T:
        DECIDERS[command] = function
        return function

    return register


def applies(event: type[msgspec.Struct]) -> Callable[[T], T]:
    """Mark the function that returns the table after an event; it judges nothing."""

    def register(function: T) -> T:
        APPLIERS[event] = function
        return function

    return register
