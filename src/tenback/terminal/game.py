"""A game under way at the terminal: state, undo, and the record that grows with it."""

from collections.abc import Mapping
from dataclasses import replace

from tenback.bots import Bot, choose_turn, create_bot, play_turn
from tenback.records import GameRecord, RecordedSignal, RecordedTurn, final_state
from tenback.records.deals import bot_seed
from tenback.records.record import Entry
from tenback.rules import Placement, Signal, State
from tenback.rules.talk import give_signal, withdraw

__all__ = ["LocalGame"]


class LocalGame:
    """Applies what players do, and can always say it as a record."""

    def __init__(self, record: GameRecord) -> None:
        """Go on from a record; its unfinished last turn stays open."""
        self._header = record
        entries = list(record.entries)
        #: State and length of the record before each card of the open turn.
        self._before: list[tuple[State, int]] = []
        open_turn = _split_open_turn(entries)
        self.state = final_state(replace(record, entries=tuple(entries)))
        self._entries: list[Entry] = entries
        for step in open_turn:
            if isinstance(step, Placement):
                self.place(step)
            elif step.withdrawn:
                self.state = withdraw(self.state, step.seat, step.subject)
                self._entries.append(step)
            else:
                self.signal(Signal(step.seat, step.kind, step.subject))
        self.bots: Mapping[int, Bot] = {
            seat: create_bot(spec, seed=bot_seed(record.seed or 0, seat))
            for seat, spec in record.bots
        }

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        entries = list(self._entries)
        if self.state.laid and self.state.outcome is None:
            entries.append(RecordedTurn(self.state.seat, self.state.laid, ended=False))
        return replace(self._header, entries=tuple(entries), outcome=self.state.outcome)

    @property
    def is_bots_turn(self) -> bool:
        """Whether a program moves next."""
        return self.state.outcome is None and self.state.seat in self.bots

    def place(self, placement: Placement) -> None:
        """Lay a card, or raise a Refusal."""
        before = self.state
        self.state = before.place(placement)
        self._before.append((before, len(self._entries)))
        self._note_turn(before, (*before.laid, placement))

    def end(self) -> None:
        """End the turn, or raise a Refusal."""
        before = self.state
        self.state = before.end()
        self._note_turn(before, before.laid)

    def concede(self) -> None:
        """Give up."""
        before = self.state
        self.state = before.concede()
        self._before.clear()
        self._entries.append(RecordedTurn(before.seat, before.laid, conceded=True))

    def undo(self) -> Placement | None:
        """Take back the last card of the open turn and the signals given since; None if none."""
        if not self._before:
            return None
        taken = self.state.laid[-1]
        self.state, kept = self._before.pop()
        del self._entries[kept:]
        return taken

    def play_bot(self) -> None:
        """Let the bot at the seat to move play its turn, or what is left of it.

        The turn is judged as a whole first: one that is refused changes nothing.
        """
        turns = self.state.turns
        placements = choose_turn(self.state, self.bots[self.state.seat])
        play_turn(self.state, placements)
        for placement in placements:
            self.place(placement)
        if self.state.turns == turns and self.state.outcome is None:
            self.end()

    def signal(self, signal: Signal) -> None:
        """Let a signal stand, or raise a Refusal."""
        self.state = give_signal(self.state, signal)
        self._note_signal(signal, withdrawn=False)

    def withdraw_signals(self, seat: int) -> None:
        """Take back all signals of a seat."""
        for signal in self.state.signals:
            if signal.seat == seat:
                self._note_signal(signal, withdrawn=True)
        self.state = withdraw(self.state, seat)

    def _note_signal(self, signal: Signal, *, withdrawn: bool) -> None:
        seat, kind, subject = signal
        self._entries.append(RecordedSignal(seat, kind, subject, withdrawn, len(self.state.laid)))

    def _note_turn(self, before: State, laid: tuple[Placement, ...]) -> None:
        """Write the turn down once it, or the game, is over."""
        if self.state.turns != before.turns or self.state.outcome is not None:
            self._entries.append(RecordedTurn(before.seat, laid))
            self._before.clear()


def _split_open_turn(entries: list[Entry]) -> list[Placement | RecordedSignal]:
    """Take an unfinished last turn off the entries, as the cards and signals it was made of."""
    if not entries or not isinstance(last := entries[-1], RecordedTurn):
        return []
    if last.ended or last.conceded:
        return []
    entries.pop()
    start = len(entries)
    while start and not isinstance(entries[start - 1], RecordedTurn):
        start -= 1
    noted = entries[start:]
    given = [entry for entry in noted if isinstance(entry, RecordedSignal) and entry.after]
    entries[start:] = [entry for entry in noted if entry not in given]
    steps: list[Placement | RecordedSignal] = []
    for count, placement in enumerate(last.placements, 1):
        steps += [placement, *(signal for signal in given if signal.after == count)]
    return steps
