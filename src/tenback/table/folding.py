"""The table is the fold of its events; a command is judged against it."""

from collections.abc import Iterable

from msgspec.structs import replace

from tenback.table.budget import verify_budget
from tenback.table.chance import World
from tenback.table.model import Table
from tenback.table.registry import DECIDERS, Draft, apply
from tenback.table.unions import Command, Event, OperatorCommand
from tenback.table.use_cases.opening import TableFolded, TableOpened, table_folded, table_opened

__all__ = ["Transition", "decide", "fold"]

#: An event, and the table after it.
Transition = tuple[Event, Table]


def decide(
    table: Table,
    seat: int,
    command: Command | OperatorCommand,
    world: World,
    *,
    by_operator: bool = False,
) -> tuple[Transition, ...]:
    """Judge a command of a seat; return its events, each with the table after it.

    Raises a ``Refusal`` if the command is not allowed. ``by_operator`` says that the application
    gives the command, for a bot or about a connection; it has no budget.
    """
    draft = Draft(table, world, by_operator=by_operator)
    DECIDERS[type(command)](draft, seat, command)
    if not by_operator and not command.is_always_heard(table):
        verify_budget(table, draft.table)
    return tuple(draft.steps)


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """Return the table after these events, from the beginning or from a given table."""
    for event in events:
        table = _begin(event) if table is None else apply(table, event)
    if table is None:
        raise ValueError("no events, no table")
    return table


def _begin(event: Event) -> Table:
    match event:
        case TableOpened():
            return replace(table_opened(None, event), seq=1)
        case TableFolded():
            return table_folded(None, event)
        case _:
            raise ValueError(f"a table begins with table_opened or table_folded, not {event!r}")
