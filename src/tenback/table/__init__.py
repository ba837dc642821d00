"""A live table: commands in, events out; the table is the fold of its events.

It knows no transport, no storage, no clock and no randomness: the caller provides them. ``decide``
judges a command and returns the events it causes; ``fold`` builds a table from events. Each use
case has its own file in ``use_cases``: its command, its events, how it is decided and what it
changes.
"""

from tenback.table.adoption import adopt_record, open_table
from tenback.table.chance import Deal, World, draw_deal
from tenback.table.codes import TABLE_CODES, TableCode
from tenback.table.events import VOCABULARY, bring_up, decode_event, encode_event
from tenback.table.folding import Transition, decide, fold
from tenback.table.model import Play, Seat, SeatKind, Stage, Table
from tenback.table.settings import Settings
from tenback.table.unions import POSITION_EVENTS, Command, Event, OperatorCommand

__all__ = [
    "POSITION_EVENTS",
    "TABLE_CODES",
    "VOCABULARY",
    "Command",
    "Deal",
    "Event",
    "OperatorCommand",
    "Play",
    "Seat",
    "SeatKind",
    "Settings",
    "Stage",
    "Table",
    "TableCode",
    "Transition",
    "World",
    "adopt_record",
    "bring_up",
    "decide",
    "decode_event",
    "draw_deal",
    "encode_event",
    "fold",
    "open_table",
]
