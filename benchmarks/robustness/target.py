"""A table with a game in progress, at which nothing may change any more."""

from dataclasses import dataclass, field

from tenback.server.remote.client import Head, TableClient, open_table, take_seat
from tenback.server.wire.http import NewSeat, NewTable, Seated
from tenback.server.wire.messages import Done
from tenback.table import Command, Settings
from tenback.table.unions import Place, Ready, StartGame

__all__ = ["Target", "set_up_target"]


@dataclass(slots=True)
class Target:
    """Its seats are held by clients that only look on; ``seq`` is where it must stay."""

    server: str
    seats: list[Seated]
    keepers: list[TableClient]
    seq: int = 0
    #: The id of a command that was carried out, the number it was given, and whose it was: the
    #: card laid may have ended the turn (STOP), so that by now another seat is to move.
    done_id: str = "once"
    done_seq: int = 0
    done_seat: int = 0
    #: Whatever the keepers were shown after the game was set up.
    changes: list[str] = field(default_factory=list[str])

    @property
    def code(self) -> str:
        """The table's code."""
        return self.seats[0].code

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        play = self.keepers[0].table.play
        assert play is not None
        return play.to_move


async def set_up_target(server: str, game: str, players: int, *, text: bool = False) -> Target:
    """Open a table, seat everybody, deal, and lay one card."""
    settings = Settings(starter="lot", text=text)
    seats = [await open_table(server, NewTable(game, "P1", players, settings=settings))]
    for number in range(2, players + 1):
        seats.append(await take_seat(server, seats[0].code, NewSeat(f"P{number}")))
    target = Target(server, seats, [])

    def note(head: Head, _: bytes) -> None:
        if head.type == "update" and target.seq:
            target.changes.append(f"{target.code}: number {head.seq} appeared")

    for seated in seats:
        keeper = TableClient(server, seated.code, seated.token, note)
        target.keepers.append(keeper)
        await keeper.connect()
        if seated.seat:
            await _do(keeper, Ready())
    # On a slow machine somebody may have counted as away before connecting; all must be back.
    host = target.keepers[0]
    while any(seat is None or seat.away for seat in host.table.seats):
        await host.newer(host.seq)
    await _do(host, StartGame())
    target.done_seat = target.mover
    mover = target.keepers[target.done_seat]
    await mover.newer(target.keepers[0].seq - 1)
    own = mover.own
    assert own is not None
    chosen = next(option for option in own.legal if not option.dooms)
    target.done_seq = await _do(mover, Place(chosen.card, chosen.pile), target.done_id)
    for keeper in target.keepers:
        await keeper.newer(target.done_seq - 1)
    target.seq = target.done_seq
    return target


async def _do(client: TableClient, command: Command, command_id: str = "") -> int:
    reply = await client.do(command, command_id=command_id)
    if not isinstance(reply, Done):
        raise RuntimeError(f"{command!r} was answered with {reply!r}")
    return reply.seq
