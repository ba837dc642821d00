"""What the host decides about a table, besides the rules of the game."""

from typing import Annotated, Literal

import msgspec

__all__ = ["Settings"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this table is run.

    ``starter``: after the hands are seen the players vote, the host decides, or lots are drawn
    (A-8; a duel is always by lot, D-5). ``text``: guarded text is allowed besides signals.
    ``take_back``: cards of the open turn may be taken back. ``spectators``: others may watch.
    ``turn_seconds``: time for a turn, 0 for no limit; when it is up a simple bot finishes the turn.
    ``pace``: milliseconds between the cards of a bot, so that people can follow. ``memory``: the
    covered cards are shown to people (A-9). ``stand_in``: the bot that may play for somebody who
    is away, "" for none. ``public``: the table is listed for anybody to join. While a duel runs,
    ``turn_seconds`` and ``stand_in`` stay as they are.
    """

    starter: Literal["vote", "host", "lot"] = "vote"
    text: bool = False
    take_back: bool = True
    memory: bool = False
    spectators: bool = True
    public: bool = False
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    pace: Annotated[int, msgspec.Meta(ge=0, le=5000)] = 700
    stand_in: Annotated[str, msgspec.Meta(max_length=80)] = "steady"
