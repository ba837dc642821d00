"""The turns of a record with the states around them."""

from collections.abc import Iterator
from dataclasses import dataclass

from tenback.records import GameRecord, Position, RecordedTurn, replay
from tenback.rules import Placement, State, Termination
from tenback.rules.view import view

__all__ = ["PlayedTurn", "played_turns"]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a record: who played what, from where to where."""

    number: int
    seat: int
    placements: tuple[Placement, ...]
    conceded: bool
    before: State
    after: State

    @property
    def drawn(self) -> tuple[int, ...]:
        """The cards that the turn drew, in order."""
        deck = self.before.rules.game.deck_of(self.seat)
        before, after = self.before.decks[deck], self.after.decks[deck]
        return before[: len(before) - len(after)]

    @property
    def seen(self) -> Position:
        """The position before the turn as its player could know it, every laid card remembered."""
        return Position.of_view(view(self.before, self.seat, memory=True))

    @property
    def is_whole(self) -> bool:
        """Whether the turn was completed by every rule: the next one began, or all were laid."""
        outcome = self.after.outcome
        if self.conceded or self.seat != self.before.seat:
            return False
        cleared = outcome is not None and outcome.termination == Termination.CLEARED
        return cleared or self.after.turns > self.before.turns


def played_turns(record: GameRecord) -> Iterator[PlayedTurn]:
    """Replay a record; a last turn that was broken off is left out."""
    before: State | None = None
    number = 0
    for entry, state in replay(record):
        if isinstance(entry, RecordedTurn) and before is not None:
            number += 1
            if state.outcome is not None or not state.laid:
                yield PlayedTurn(
                    number, entry.seat, entry.placements, entry.conceded, before, state
                )
        before = state
