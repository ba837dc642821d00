"""The table is the fold of its events; a command is judged against it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tenback.table.chance import World
from tenback.table.model import Table
from tenback.table.registry import APPLIERS, DECIDERS, Draft
from tenback.table.unions import GAME_EVENTS, Command, Event, HouseCommand
from tenback.table.use_cases.adopting import GameAdopted
from tenback.table.use_cases.dealing import GameDealt
from tenback.table.use_cases.opening import TableOpened, table_opened

__all__ = ["Step", "decide", "fold", "recent"]

#: An event, and the table after it.
Step = tuple[Event, Table]


def decide(
    table: Table,
    seat: int,
    command: Command | HouseCommand,
    world: World,
    *,
    by_house: bool = False,
) -> tuple[Step, ...]:
    """Judge a command of a seat: the events it causes with the table after each, or a Refusal."""
    draft = Draft(table, world, by_house=by_house)
    DECIDERS[type(command)](draft, seat, command)
    return tuple(draft.steps)


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """Make the table that these events lead to, from the first one or on from a table."""
    for event in events:
        if table is None:
            if not isinstance(event, TableOpened):
                raise ValueError(f"a table begins with table_opened, not {event!r}")
            table = replace(table_opened(None, event), seq=1)
        else:
            table = replace(APPLIERS[type(event)](table, event), seq=table.seq + 1)
    if table is None:
        raise ValueError("no events, no table")
    return table


def recent(events: Sequence[Event]) -> Table:
    """Fold without playing the games before the last one again; the table is the same."""
    last = max(
        (n for n, event in enumerate(events) if isinstance(event, GameDealt | GameAdopted)),
        default=0,
    )
    kept = [event for event in events[:last] if not isinstance(event, GAME_EVENTS)]
    return replace(fold([*kept, *events[last:]]), seq=len(events))
