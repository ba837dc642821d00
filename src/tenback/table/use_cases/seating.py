"""Taking a seat, seating bots, freeing seats. The first person or program to sit down is host."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from tenback.records.record import MAX_NAME
from tenback.rules import Refusal
from tenback.table.base import CommandStruct, IdleEvent
from tenback.table.codes import TableCode
from tenback.table.guards import seat_at, verify_host, verify_seating
from tenback.table.model import Seat, SeatKind, Table
from tenback.table.registry import Draft, applies, decides
from tenback.table.use_cases.hosting import HostNamed
from tenback.table.use_cases.rematch import settle_rematch

__all__ = ["SeatBot", "SeatFreed", "SeatTaken", "Sit", "Unseat", "free_seat"]


class Sit(CommandStruct, frozen=True, tag="sit"):
    """From the application: somebody wants this seat, or any. ``key`` will identify them."""

    name: str
    key: str
    kind: SeatKind = SeatKind.PERSON
    seat: int | None = None


class SeatBot(CommandStruct, frozen=True, tag="seat_bot"):
    """Seat a built-in bot at this free seat, or at any, as the host."""

    bot: Annotated[str, msgspec.Meta(max_length=80)]
    seat: int | None = None
    name: str = ""


class Unseat(CommandStruct, frozen=True, tag="unseat"):
    """Free the seat of a bot or of somebody else, as the host."""

    seat: int


class SeatTaken(IdleEvent, frozen=True, tag="seat_taken"):
    """Somebody took the seat."""

    seat: int
    name: str
    kind: SeatKind = SeatKind.PERSON
    bot: str = ""
    key: str = ""

    def spender(self, table: Table) -> int | None:
        """The seat itself; for a bot the host's, who has seated it."""
        return table.host if self.kind is SeatKind.BOT else self.seat

    def newcomer(self) -> int | None:
        """The seat."""
        return self.seat


class SeatFreed(IdleEvent, frozen=True, tag="seat_freed"):
    """The seat is free again; ``host`` is the host from now on."""

    seat: int
    host: int | None = None

    def spender(self, table: Table) -> int | None:
        """Nobody: whoever has spent everything may be sent away all the same."""
        del table
        return None


def _pick_seat(table: Table, wanted: int | None) -> int:
    if wanted is None:
        if None not in table.seats:
            raise Refusal(TableCode.TABLE_FULL)
        return table.seats.index(None)
    if not 0 <= wanted < len(table.seats):
        raise Refusal(TableCode.NO_SEAT, seat=wanted, seats=len(table.seats))
    if table.seats[wanted] is not None:
        raise Refusal(TableCode.SEAT_TAKEN, seat=wanted)
    return wanted


def _verify_name(table: Table, name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > MAX_NAME or not name.isprintable() or "|" in name:
        raise Refusal(TableCode.NAME, limit=MAX_NAME)
    if any(seat is not None and seat.name.casefold() == name.casefold() for seat in table.seats):
        raise Refusal(TableCode.NAME_TAKEN, name=name)
    return name


def _bot_name(table: Table, wanted: str, bot: str) -> str:
    if wanted:
        return _verify_name(table, wanted)
    base = bot.partition(":")[0].capitalize()
    taken = {seat.name.casefold() for seat in table.seats if seat is not None}
    numbers = (f"{base} {number}" for number in range(2, len(table.seats) + 2))
    return next(name for name in (base, *numbers) if name.casefold() not in taken)


@decides(Sit)
def sit(draft: Draft, seat: int, command: Sit) -> None:
    """Let somebody take a seat."""
    del seat
    verify_seating(draft.table)
    chosen = _pick_seat(draft.table, command.seat)
    name = _verify_name(draft.table, command.name)
    draft.add(SeatTaken(chosen, name, command.kind, key=command.key))
    host = draft.table.host
    if host is not None and seat_at(draft.table, host).away:  # or nobody could start a game
        draft.add(HostNamed(chosen))


@decides(SeatBot)
def seat_bot(draft: Draft, seat: int, command: SeatBot) -> None:
    """Seat a bot; another game may have been waiting for it."""
    verify_host(draft.table, seat)
    verify_seating(draft.table)
    chosen = _pick_seat(draft.table, command.seat)
    is_word = command.bot.isprintable() and len(command.bot.split()) == 1
    if not is_word or not draft.world.knows_bot(command.bot):  # a record writes it as one word
        raise Refusal(TableCode.NO_BOT, bot=command.bot)
    name = _bot_name(draft.table, command.name, command.bot)
    draft.add(SeatTaken(chosen, name, SeatKind.BOT, command.bot))
    settle_rematch(draft)


@decides(Unseat)
def unseat(draft: Draft, seat: int, command: Unseat) -> None:
    """Free a seat."""
    verify_host(draft.table, seat)
    verify_seating(draft.table)
    seat_at(draft.table, command.seat)
    free_seat(draft, command.seat)


def free_seat(draft: Draft, seat: int) -> None:
    """Free a seat; if the host leaves, the next person present becomes host."""
    host = draft.table.host
    if host == seat:
        host = next((other for other in draft.table.people if other != seat), None)
    draft.add(SeatFreed(seat, host))


@applies(SeatTaken)
def seat_taken(table: Table, event: SeatTaken) -> Table:
    """Put somebody on a seat."""
    bot = event.kind is SeatKind.BOT
    seat = Seat(event.name, event.kind, event.bot, event.key, ready=bot)
    host = event.seat if table.host is None and not bot else table.host
    return replace(table.with_seat(event.seat, seat), host=host)


@applies(SeatFreed)
def seat_freed(table: Table, event: SeatFreed) -> Table:
    """Take somebody off a seat."""
    freed = table.with_seat(event.seat, None)
    agreed = frozenset(pair for pair in table.standing_in if event.seat not in pair)
    return replace(
        freed, host=event.host, rematching=table.rematching - {event.seat}, standing_in=agreed
    )
