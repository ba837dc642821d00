"""The base of commands and events: small tagged values that can be written as JSON."""

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from tenback.table.model import Table

__all__ = ["CommandStruct", "EventStruct", "HostIdleEvent", "IdleEvent"]


class CommandStruct(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False
):
    """A command from somebody at a seat."""

    def is_always_heard(self, table: "Table") -> bool:
        """Whether it is accepted even if the seat has spent its budget; see ``budget.py``."""
        del table
        return False


class EventStruct(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", gc=False):
    """An event: what happened, as it is stored.

    A change to any event makes a new vocabulary: raise ``VOCABULARY`` and write an upcaster.
    """


class IdleEvent(EventStruct, frozen=True):
    """An event that does not advance the game; a seat has a budget of them."""

    def spender(self, table: "Table") -> int | None:
        """The seat whose budget it uses."""
        del table
        return getattr(self, "seat", None)

    def newcomer(self) -> int | None:
        """The seat that somebody has just taken: what was spent there before is not theirs."""
        return None


class HostIdleEvent(IdleEvent, frozen=True):
    """An idle event caused by the host."""

    def spender(self, table: "Table") -> int | None:
        """The seat of the host."""
        return table.host
