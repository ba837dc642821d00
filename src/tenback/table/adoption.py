"""How tables begin: empty, or with a recorded game and everybody seated."""

from tenback.records import GameRecord
from tenback.rules import Ruleset
from tenback.table.model import SeatKind
from tenback.table.settings import Settings
from tenback.table.unions import Event
from tenback.table.use_cases.adopting import adopt
from tenback.table.use_cases.opening import TableOpened
from tenback.table.use_cases.seating import SeatTaken

__all__ = ["adopt_record", "open_table"]


def open_table(rules: Ruleset, settings: Settings) -> tuple[Event, ...]:
    """Open an empty table."""
    return (TableOpened.with_rules(rules, settings),)


def adopt_record(record: GameRecord, settings: Settings) -> tuple[Event, ...]:
    """Open a table where the game of a record goes on, with everybody seated."""
    bots = dict(record.bots)
    seats = tuple(
        SeatTaken(seat, name, SeatKind.BOT if seat in bots else SeatKind.PERSON, bots.get(seat, ""))
        for seat, name in enumerate(record.names)
    )
    opened = TableOpened.with_rules(record.rules, settings)
    return (opened, *seats, adopt(record))
