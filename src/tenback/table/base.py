"""The shape of commands and events: small tagged values that can be written as JSON."""

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from tenback.table.model import Table

__all__ = ["CommandStruct", "EventStruct", "HostIdleEvent", "IdleEvent"]


class CommandStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What somebody at a seat wants."""

    def is_always_heard(self, table: "Table") -> bool:
        """Whether it is heard however much its seat has done before; see ``budget``."""
        del table
        return False


class EventStruct(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """What happened, as it is stored.

    A change of any event makes a new vocabulary: raise ``VOCABULARY`` and write an upcaster.
    """


class IdleEvent(EventStruct, frozen=True):
    """Something that brings the game no further; a seat has a budget of them."""

    def spender(self, table: "Table") -> int | None:
        """The seat whose budget it is taken from."""
        del table
        return getattr(self, "seat", None)


class HostIdleEvent(IdleEvent, frozen=True):
    """The same, done by the host."""

    def spender(self, table: "Table") -> int | None:
        """The seat of the host."""
        return table.host
