"""A running game in the terminal: a live table whose people share one keyboard."""

from collections.abc import Mapping

from tenback.bots import Bot, choose_turn, create_bot
from tenback.records import GameRecord
from tenback.rules import Placement, Refusal, Signal, State
from tenback.table import (
    Command,
    Play,
    Settings,
    Stage,
    Table,
    TableCode,
    World,
    adopt_record,
    decide,
    fold,
)
from tenback.table.unions import (
    AskHint,
    Concede,
    EndTurn,
    GiveSignal,
    Place,
    PlayTurn,
    Say,
    TakeBack,
    WithdrawSignals,
)

__all__ = ["LocalGame"]


class LocalGame:
    """Sends commands to a table, and can always give the game as a record."""

    def __init__(self, record: GameRecord) -> None:
        """Continue from a record; its unfinished last turn stays open."""
        self.table: Table = fold(adopt_record(record, Settings(text=True)))
        self.bots: Mapping[int, Bot] = {
            seat: create_bot(spec, seed=self._play.bot_seed(seat)) for seat, spec in record.bots
        }

    @property
    def _play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    @property
    def state(self) -> State:
        """The current state of the game."""
        return self._play.state

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        return self._play.record

    @property
    def commitment(self) -> str:
        """The hash of the deal; "" for a game from a seed."""
        return self._play.commitment

    @property
    def is_bots_turn(self) -> bool:
        """Whether a bot is to move."""
        return self.table.bot_to_move is not None

    def _do(self, seat: int, command: Command) -> None:
        steps = decide(self.table, seat, command, World(), by_operator=self.is_bots_turn)
        if steps:
            _, self.table = steps[-1]

    def place(self, placement: Placement) -> None:
        """Lay a card, or raise a Refusal."""
        self._do(self.state.seat, Place(*placement))

    def end(self) -> None:
        """End the turn, or raise a Refusal."""
        self._do(self.state.seat, EndTurn())

    def concede(self) -> None:
        """Concede, for everybody at the keyboard."""
        for seat in (self.state.seat, *self.table.people):
            if self.table.stage is Stage.PLAYING:
                self._do(seat, Concede())

    def undo(self) -> Placement | None:
        """Take back the last card of the open turn and return it; None if there is none."""
        laid = self.state.laid
        try:
            self._do(self.state.seat, TakeBack())
        except Refusal as refusal:
            if refusal.code not in (TableCode.NOTHING_TO_TAKE_BACK, TableCode.GAME_OVER):
                raise
            return None
        return laid[-1]

    def take_hint(self) -> None:
        """Note in the record that a hint is taken, or raise a Refusal where people play along."""
        self._do(self.state.seat, AskHint())

    def play_bot(self) -> None:
        """Let the bot to move play its turn, or what is left of it.

        The turn is first judged as a whole, so a refused turn changes nothing.
        """
        placements = choose_turn(self.state, self.bots[self.state.seat])
        self._do(self.state.seat, PlayTurn(tuple(placements)))

    def signal(self, signal: Signal) -> None:
        """Give a signal, or raise a Refusal."""
        self._do(signal.seat, GiveSignal(signal.kind, signal.subject))

    def withdraw_signals(self, seat: int) -> None:
        """Take back all signals of a seat."""
        self._do(seat, WithdrawSignals())

    def say(self, seat: int, text: str) -> None:
        """Say something, or raise a Refusal."""
        self._do(seat, Say(text))
