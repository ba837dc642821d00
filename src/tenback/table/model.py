"""A table as a value. It contains secrets: whatever leaves it goes through a view."""

from dataclasses import replace as with_fields
from enum import StrEnum
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from tenback.records import GameRecord, RecordedSignal, RecordedTurn
from tenback.records.deals import bot_seed
from tenback.records.proof import salt_seed
from tenback.records.record import Remark
from tenback.rules import Phase, Ruleset, Signal, State
from tenback.table.chance import Deal
from tenback.table.entries import Entries
from tenback.table.settings import Settings

__all__ = ["Eagerness", "FoundBy", "Play", "Seat", "SeatKind", "Spent", "Stage", "Table"]

#: How the starter was found: by lot, which also breaks a tie of votes; by vote; by the host; by
#: turns, as in another game at the same table; or fixed beforehand, by the rules or by a record.
FoundBy = Literal["lot", "vote", "host", "turn", "fixed"]


#: How gladly a seat would start, in words from which no number can be guessed (G-23).
Eagerness = Literal["gladly", "if_need_be", "rather_not"]


class SeatKind(StrEnum):
    """Who holds a seat: a person, an outside program, or a built-in bot."""

    PERSON = "person"
    PROGRAM = "program"
    BOT = "bot"


class Stage(StrEnum):
    """The stage of a table: gathering, dealt but without a starter, playing, over."""

    GATHERING = "gathering"
    DEALT = "dealt"
    PLAYING = "playing"
    OVER = "over"


class Seat(msgspec.Struct, frozen=True, gc=False):
    """Somebody at the table.

    ``key`` identifies the holder; ``stand_in`` is the bot that plays for a holder who is ``away``
    until they come back.
    """

    name: str
    kind: SeatKind
    bot: str = ""
    key: str = ""
    ready: bool = False
    away: bool = False
    stand_in: str = ""

    @property
    def is_present(self) -> bool:
        """Whether the holder is present and counts when the table agrees on something."""
        return self.kind is not SeatKind.BOT and not self.away


class Play(msgspec.Struct, frozen=True, gc=False):
    """One game at the table.

    ``takeable`` are the states before each card of the open turn that may still be taken back.
    ``helped`` is set when the mover's time has run out: a simple bot finishes this turn.
    """

    number: int
    state: State
    deal: Deal
    names: tuple[str, ...]
    bots: tuple[tuple[int, str], ...]
    date: str = ""
    #: The hash of the deal, published with it; "" for a local seeded game.
    commitment: str = ""
    starter: int | None = None
    found_by: FoundBy = "lot"
    entries: Entries = msgspec.field(default_factory=Entries)
    takeable: tuple[State, ...] = ()
    votes: tuple[tuple[int, int], ...] = ()
    #: How gladly each seat that has said so would start, the last said last.
    offers: tuple[tuple[int, Eagerness], ...] = ()
    conceding: frozenset[int] = frozenset()
    helped: bool = False
    #: The turn and number of cards laid at which the last hint was taken.
    hinted: tuple[int, int] | None = None

    @property
    def record(self) -> GameRecord:
        """The record of the game so far; it has every card, so players get it only at the end."""
        entries = list(self.entries)
        if self.state.laid and self.state.outcome is None:
            entries.append(RecordedTurn(self.state.seat, self.state.laid, ended=False))
        return GameRecord(
            self._recorded_rules,
            self.deal.decks,
            self.starter or 0,
            self.names,
            tuple(entries),
            self.state.outcome,
            self.date,
            self.deal.seed,
            self.bots,
            self.deal.salt,
        )

    @property
    def recorded_state(self) -> State:
        """Where the game stands by its record: the same, but for the starter in the rules."""
        return with_fields(self.state, rules=self._recorded_rules)

    @property
    def _recorded_rules(self) -> Ruleset:
        """The rules as a record has them: a starter that no lot has drawn is part of them."""
        rules = self.state.rules
        if self.found_by == "lot" or self.starter is None:
            return rules
        return with_fields(rules, starter=self.starter)

    @property
    def heights(self) -> tuple[int, ...]:
        """The number of cards laid on each pile, which everybody at a table sees."""
        counts = list(self.entries.heights)
        counts += [0] * (len(self.state.tops) - len(counts))
        if self.state.outcome is None:
            for _, pile in self.state.laid:
                counts[pile] += 1
        return tuple(counts)

    def bot_seed(self, seat: int) -> int:
        """Return the seed for the bot at a seat."""
        seed = self.deal.seed
        if seed is None:
            seed = salt_seed(self.deal.salt)
        return bot_seed(seed, seat)

    def stepped(self, state: State) -> "Play":
        """Return the play after a card or the end of a turn; a closed turn is recorded."""
        before = self.state
        if state.turns == before.turns and state.outcome is None:
            return replace(self, state=state, takeable=(*self.takeable, before))
        closed = state.previous if state.turns != before.turns else None
        laid = state.laid if closed is None else closed.laid  # the game may end within a turn
        entries = self.entries.plus(RecordedTurn(before.seat, laid))
        return replace(self, state=state, takeable=(), entries=entries, helped=False)

    def conceded(self, seat: int, state: State) -> "Play":
        """Return the play after a seat has conceded."""
        before, entries = self.state, self.entries
        if seat == before.seat:
            entries = entries.plus(RecordedTurn(seat, before.laid, conceded=True))
        else:
            if before.laid:
                entries = entries.plus(RecordedTurn(before.seat, before.laid, ended=False))
            entries = entries.plus(RecordedTurn(seat, (), conceded=True))
        return replace(self, state=state, takeable=(), entries=entries)

    def signalled(self, state: State, signal: Signal, *, withdrawn: bool) -> "Play":
        """Return the play after a signal was given or withdrawn.

        Others may react to a signal, so no card laid before it can be taken back.
        """
        seat, kind, subject = signal
        entry = RecordedSignal(seat, kind, subject, withdrawn, len(self.state.laid))
        return replace(self, state=state, takeable=(), entries=self.entries.plus(entry))

    def remarked(self, text: str) -> "Play":
        """Add a line of comment to the record."""
        return replace(self, entries=self.entries.plus(Remark(text)))


class Spent(NamedTuple):
    """How many idle events a seat has caused in this turn and in this game."""

    turn: int = 0
    game: int = 0


class Table(msgspec.Struct, frozen=True, gc=False):
    """Everything about a table; ``seq`` is the number of its events.

    No reference leads back to it, so the garbage collector need not track it (``gc=False``).
    """

    rules: Ruleset
    settings: Settings
    seats: tuple[Seat | None, ...]
    seq: int = 0
    host: int | None = None
    play: Play | None = None
    rematching: frozenset[int] = frozenset()
    standing_in: frozenset[tuple[int, int]] = frozenset()
    spent: tuple[Spent, ...] = ()

    @property
    def stage(self) -> Stage:
        """The stage of the table."""
        if self.play is None:
            return Stage.GATHERING
        phase = self.play.state.phase  # asked at every move: the hash of an enum is slow
        if phase is Phase.PLAYING:
            return Stage.PLAYING
        return Stage.DEALT if phase is Phase.STARTING else Stage.OVER

    @property
    def is_seating(self) -> bool:
        """Whether people may take and leave seats, because no game is running."""
        return self.stage in (Stage.GATHERING, Stage.OVER)

    def seat_of(self, key: str) -> int | None:
        """Find the seat that a key belongs to now; None if there is none."""
        return self.seats_by_key.get(key)

    @property
    def seats_by_key(self) -> dict[str, int]:
        """The seats that belong to keys."""
        return {seat.key: number for number, seat in enumerate(self.seats) if seat and seat.key}

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that count in agreements: people and programs that are not away."""
        return tuple(n for n, seat in enumerate(self.seats) if seat is not None and seat.is_present)

    @property
    def bot_to_move(self) -> str | None:
        """The specification of the bot to move; None if a person or program is to move."""
        play = self.play
        if play is None or play.state.phase is not Phase.PLAYING:
            return None
        seat = self.seats[play.state.seat]
        if seat is None:
            return None
        if seat.kind is SeatKind.BOT:
            return seat.bot
        if seat.stand_in:
            return seat.stand_in
        return "greedy" if play.helped else None

    def holder(self, number: int) -> Seat:
        """Return the holder of a seat that is known to be taken."""
        seat = self.seats[number]
        assert seat is not None
        return seat

    def with_seat(self, number: int, seat: Seat | None) -> "Table":
        """Return the table with this holder, or nobody, at a seat."""
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))
