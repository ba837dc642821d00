"""Everybody connected to one table, and what each of them may be told.

Which seat a connection has is never kept: it is asked of the table, by the key that the client
proved to hold, at the moment something is told.
"""

from collections.abc import Callable, Sequence

from tenback.server.live.connection import Connection
from tenback.server.live.frames import Frames, encode
from tenback.server.live.journal import Journal
from tenback.server.refusals import ServerCode
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import Presence
from tenback.table import Stage, Table

__all__ = ["Audience"]


class Audience:
    """The connections of a table; ``remaining_ms`` tells what is left of the time for a turn."""

    def __init__(
        self, code: str, table: Table, journal: Journal, remaining_ms: Callable[[], int | None]
    ) -> None:
        self.connections: set[Connection] = set()
        #: How often somebody has come, gone, or lost a seat.
        self.comings = 0
        #: The seat of the bot that is thinking, and whether it has less time than it should.
        self.thinking: int | None = None
        self.hurried = False
        #: The seats whose bots are not ready yet, and how much of what is wanted is, in percent.
        self.preparing: tuple[int, ...] = ()
        self.prepared = 100
        #: The faces that people have chosen, by their keys.
        self._faces: dict[str, str] = {}
        self.journal = journal
        self._table = table
        #: The seats by their keys, as long as they are these.
        self._keyed: tuple[object, dict[str, int]] = (None, {})
        self._remaining_ms = remaining_ms
        self._frames = Frames(code, table)

    def seat_of(self, connection: Connection) -> int | None:
        """Find the seat that a connection has now; None is a spectator."""
        return self._seats_by_key().get(connection.key)

    def _seats_by_key(self) -> dict[str, int]:
        seats, by_key = self._keyed
        if seats is not self._table.seats:
            by_key = self._table.seats_by_key
            self._keyed = self._table.seats, by_key
        return by_key

    @property
    def connected(self) -> set[int | None]:
        """The seats at which somebody is connected; None if somebody watches."""
        return {self.seat_of(connection) for connection in self.connections}

    def addresses(self) -> tuple[str, ...]:
        """Return the addresses of those at the seats, or of those who watch if nobody is."""
        seated = {one.address for one in self.connections if self.seat_of(one) is not None}
        return tuple(sorted(seated or {one.address for one in self.connections}))

    # Telling --------------------------------------------------------------------------------

    def show(
        self,
        table: Table,
        happenings: Sequence[Happening],
        answered: Connection | None = None,
        answer: bytes = b"",
    ) -> None:
        """Tell everybody what happened and how the table is now.

        Whoever sent the command is told with the same write that it was carried out.
        """
        before, self._table = self._table, table
        news = self._frames.news(table, happenings, self._remaining_ms())
        seat_of, since, seq = self._seats_by_key().get, news.since, table.seq
        for connection in self.connections:
            seat = seat_of(connection.key)
            is_change = connection.takes_changes and connection.shown == (since, seat)
            message = news.change(seat) if is_change else news.whole(seat)
            connection.shown = (seq, seat)
            if connection is answered:
                connection.push(message, answer)
            else:
                connection.push(message)
        if table.seats is not before.seats or table.settings is not before.settings:
            self._part()

    def reset(self, table: Table, journal: Journal) -> None:
        """Go on with a table that was read anew."""
        self._table = table
        self.journal = journal

    def welcome(self, connection: Connection, seen: int) -> bytes:
        """Greet a client that has seen events up to a number."""
        seat = self.seat_of(connection)
        connection.shown = (self._table.seq, seat)
        return self._frames.welcome(self._table, seat, self._told(seen), self._remaining_ms())

    def greet_again(self, seen: int) -> None:
        """Show everybody a table that was read anew, and what has happened since a number."""
        for connection in self.connections:
            connection.push(self.welcome(connection, seen))

    def resync(self, connection: Connection, command_id: str, seen: int) -> bytes:
        """Answer a command that came too late."""
        seat = self.seat_of(connection)
        connection.shown = (self._table.seq, seat)
        return self._frames.resync(
            self._table, seat, self._told(seen), self._remaining_ms(), command_id
        )

    def _told(self, seen: int) -> tuple[tuple[Happening, ...], bool]:
        """Return what is told to whoever says to have seen events up to a number.

        A log of covered cards is an aid (A-9). Unless the table grants it, cards of earlier rounds
        are named to nobody, whatever a client says it has seen.
        """
        table = self._table
        is_on = table.stage in (Stage.DEALT, Stage.PLAYING)
        turns = len(table.seats) if is_on and not table.settings.memory else None
        return self.journal.since(0 if seen > table.seq else seen, turns)

    def tell_presence(self) -> None:
        """Tell who is here; this is not stored."""
        seats = [self.seat_of(connection) for connection in self.connections]
        message = encode(
            Presence(
                tuple(number in seats for number in range(len(self._table.seats))),
                tuple(self._faces.get(seat.key, "") if seat else "" for seat in self._table.seats),
                seats.count(None),
                self.thinking,
                self.hurried,
                self.preparing,
                self.prepared,
            )
        )
        for connection in self.connections:
            connection.push(message)

    def tell_holder(self, key: str, message: bytes) -> None:
        """Tell something to those alone who hold a key, and still a seat with it."""
        for connection in self.connections:
            if key and connection.key == key and self.seat_of(connection) is not None:
                connection.push(message)

    # Coming and going -----------------------------------------------------------------------

    def attach(self, connection: Connection, seen: int) -> None:
        """Let a client watch; it is greeted first, so that it misses nothing."""
        if connection.key and connection.face:
            self._faces[connection.key] = connection.face
        connection.push(self.welcome(connection, seen))
        self.connections.add(connection)
        self.comings += 1
        self.tell_presence()

    def detach(self, connection: Connection) -> None:
        """Let a client go."""
        self.connections.discard(connection)
        self.comings += 1
        self.tell_presence()

    def let_go(self, key: str) -> None:
        """Make spectators of those who hold a key; a new hello brings them back."""
        for connection in self.connections:
            if key and connection.key == key:
                self._unseat(connection)
        self._part()

    def dismiss(self, reason: str) -> None:
        """Close every connection."""
        for connection in self.connections:
            connection.finish(reason)

    def _part(self) -> None:
        """Make spectators of those whose seat has passed on, and let nobody watch who may not."""
        for connection in self.connections:
            if connection.key and self.seat_of(connection) is None:
                self._unseat(connection)
            if not connection.key and not self._table.settings.spectators:
                connection.finish(ServerCode.NO_SPECTATORS)

    def _unseat(self, connection: Connection) -> None:
        connection.key = ""
        self.comings += 1
        if self._table.settings.spectators:
            connection.push(self.welcome(connection, self._table.seq))
        else:
            connection.finish(ServerCode.UNSEATED)
