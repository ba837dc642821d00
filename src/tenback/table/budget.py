"""How many events that do not advance the game one seat may cause.

Signals, messages, cards taken back and wishes are events too, and events are stored. A seat has a
budget of them for each turn of the table and for each game, far beyond what people need.
"""

import msgspec

from tenback.rules import Refusal
from tenback.table.base import IdleEvent
from tenback.table.codes import TableCode
from tenback.table.model import Play, Spent, Table

__all__ = ["PER_GAME", "PER_TURN", "spend", "verify_budget"]

PER_TURN = 200
PER_GAME = 1000


def spend(before: Table, event: msgspec.Struct, new: Play | None) -> tuple[Spent, ...]:
    """Return what every seat has spent after an event; a new turn or game resets the count."""
    old, spent = before.play, before.spent
    if new is not None and (old is None or old.number != new.number):
        return (Spent(),) * len(spent)
    if old is not None and new is not None and old.state.turns != new.state.turns:
        return tuple([Spent(0, each.game) if each.turn else each for each in spent])
    if not isinstance(event, IdleEvent):
        return spent
    if (seat := event.newcomer()) is not None:
        spent = _with(spent, seat, Spent(0, spent[seat].game))
    if (seat := event.spender(before)) is not None:
        spent = _with(spent, seat, Spent(spent[seat].turn + 1, spent[seat].game + 1))
    return spent


def _with(spent: tuple[Spent, ...], seat: int, new: Spent) -> tuple[Spent, ...]:
    return (*spent[:seat], new, *spent[seat + 1 :])


def verify_budget(before: Table, after: Table) -> None:
    """Refuse a command that would exceed the budget of a seat."""
    if after.spent == before.spent:
        return
    for old, new in zip(before.spent, after.spent, strict=True):
        if new.game > old.game and (new.turn > PER_TURN or new.game > PER_GAME):
            raise Refusal(TableCode.ENOUGH)
