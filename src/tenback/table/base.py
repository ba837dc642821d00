"""The shape of commands and events: small tagged values that can be written as JSON."""

import msgspec

__all__ = ["CommandStruct", "EventStruct"]


class CommandStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What somebody at a seat wants."""


class EventStruct(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """What happened. Stored for ever: fields may be added with a default, never changed."""
