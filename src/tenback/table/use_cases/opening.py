"""The first event of a table: newly opened, or folded from its past."""

import msgspec
from msgspec.structs import replace

from tenback.records import build_ruleset
from tenback.records.rulesets import format_layout, parse_layout, without_former_options
from tenback.rules import NO_COMMANDS, Ruleset
from tenback.table.base import EventStruct
from tenback.table.model import Seat, SeatKind, Spent, Table
from tenback.table.registry import applies
from tenback.table.settings import Settings

__all__ = ["TableFolded", "TableOpened", "table_folded", "table_opened"]


class TableOpened(EventStruct, frozen=True, tag="table_opened"):
    """The first event of a new table; it contains the ruleset in words."""

    game: str
    players: int
    options: dict[str, str | bool] = {}  # noqa: RUF012 - msgspec copies it
    layout: str = ""
    starter: int | None = None
    hand_size: int = 0
    settings: Settings = Settings()

    @classmethod
    def with_rules(cls, rules: Ruleset, settings: Settings) -> "TableOpened":
        """Return the event for a ruleset."""
        return cls(
            rules.game.id,
            rules.players,
            rules.changed_options(),
            "" if rules.layout is NO_COMMANDS else format_layout(rules.layout),
            None if rules.starter == "lot" else rules.starter,
            rules.hand_size,
            settings,
        )

    @property
    def rules(self) -> Ruleset:
        """The ruleset in the event."""
        return build_ruleset(
            self.game,
            self.players,
            without_former_options(self.game, self.options),
            layout=parse_layout(self.layout) if self.layout else NO_COMMANDS,
            starter="lot" if self.starter is None else self.starter,
            hand_size=self.hand_size,
        )


@applies(TableOpened)
def table_opened(table: Table | None, event: TableOpened) -> Table:
    """Return an empty table."""
    del table
    nobody, nothing = (None,) * event.players, (Spent(),) * event.players
    return Table(event.rules, event.settings, nobody, spent=nothing)


class FoldedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """The holder of a seat at a folded table."""

    name: str
    kind: SeatKind
    bot: str = ""
    key: str = ""
    ready: bool = False
    away: bool = False
    stand_in: str = ""


class TableFolded(EventStruct, frozen=True, tag="table_folded"):
    """The first event of a table whose past was folded away.

    It replaces every event up to ``seq``; those belonged to earlier games.
    """

    seq: int
    opened: TableOpened
    seats: tuple[FoldedSeat | None, ...]
    host: int | None = None

    @classmethod
    def up_to(cls, table: Table, *, with_keys: bool = True) -> "TableFolded":
        """Fold the table up to here, without the game on it, which must be over."""
        seats = (
            None
            if seat is None
            else FoldedSeat(
                seat.name,
                seat.kind,
                seat.bot,
                seat.key if with_keys else "",
                seat.ready,
                seat.away,
                seat.stand_in,
            )
            for seat in table.seats
        )
        opened = TableOpened.with_rules(table.rules, table.settings)
        return cls(table.seq, opened, tuple(seats), table.host)


@applies(TableFolded)
def table_folded(table: Table | None, event: TableFolded) -> Table:
    """Return the table as it was between two games."""
    del table
    seats = (
        None
        if seat is None
        else Seat(seat.name, seat.kind, seat.bot, seat.key, seat.ready, seat.away, seat.stand_in)
        for seat in event.seats
    )
    opened = table_opened(None, event.opened)
    return replace(opened, seats=tuple(seats), host=event.host, seq=event.seq)
