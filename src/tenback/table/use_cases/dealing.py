"""Dealing: the hash of the shuffled cards is published, the cards stay secret."""

from msgspec.structs import replace

from tenback.rules import Refusal, State
from tenback.table.base import CommandStruct, EventStruct
from tenback.table.chance import Deal
from tenback.table.codes import TableCode
from tenback.table.guards import verify_host
from tenback.table.model import Play, SeatKind, Stage, Table
from tenback.table.registry import Draft, applies, decides
from tenback.table.use_cases.starting import start_if_settled

__all__ = ["GameDealt", "StartGame", "deal"]


class StartGame(CommandStruct, frozen=True, tag="start_game"):
    """The host has the cards dealt; the host need not say ready as well."""


class GameDealt(EventStruct, frozen=True, tag="game_dealt"):
    """The cards are dealt. This event contains every secret of the game."""

    number: int
    decks: tuple[tuple[int, ...], ...]
    salt: str = ""
    seed: int | None = None
    date: str = ""


@decides(StartGame)
def start_game(draft: Draft, seat: int, command: StartGame) -> None:
    """Deal the first game at the table."""
    del command
    table = draft.table
    verify_host(table, seat)
    if table.stage is not Stage.GATHERING:
        raise Refusal(TableCode.GAME_OVER if table.stage is Stage.OVER else TableCode.GAME_ON)
    verify_full(table)
    waiting = [
        other.name
        for number, other in enumerate(table.seats)
        if other is not None and not other.ready and number != seat
    ]
    if waiting:
        raise Refusal(TableCode.NOT_READY, name=waiting[0])
    deal(draft)
    start_if_settled(draft)


def verify_full(table: Table) -> None:
    """Refuse to deal while a seat is free."""
    if None in table.seats:
        raise Refusal(TableCode.SEATS_OPEN, seats=table.seats.count(None))


def deal(draft: Draft) -> None:
    """Shuffle and deal."""
    play = draft.table.play
    drawn = draft.world.deal(draft.table.rules)
    number = 1 if play is None else play.number + 1
    draft.add(GameDealt(number, drawn.decks, drawn.salt, drawn.seed, draft.world.date()))


@applies(GameDealt)
def game_dealt(table: Table, event: GameDealt) -> Table:
    """Put a new game on the table."""
    seats = [seat for seat in table.seats if seat is not None]
    drawn = Deal(event.decks, event.salt, event.seed)
    play = Play(
        event.number,
        State.dealt(table.rules, event.decks),
        drawn,
        tuple(seat.name for seat in seats),
        tuple((n, s.bot) for n, s in enumerate(seats) if s.kind is SeatKind.BOT),
        event.date,
        drawn.commitment(table.rules),
    )
    return replace(table, play=play, rematching=frozenset(), standing_in=frozenset())
