"""The time for a turn at a table."""

from time import monotonic

from tenback.table import Stage, Table

__all__ = ["TurnClock"]


class TurnClock:
    """Runs while a person is to move at a table that has set a time for turns."""

    def __init__(self) -> None:
        #: When the turn's time is over, by the monotonic clock; None if it has none.
        self.deadline: float | None = None
        self._turn: tuple[int, int, int] | None = None

    def set(self, table: Table) -> None:
        """Restart the clock if another turn has begun or the time for turns has changed."""
        seconds, play = table.settings.turn_seconds, table.play
        is_on = seconds and table.stage is Stage.PLAYING and table.bot_to_move is None
        if play is None or not is_on:
            self._turn, self.deadline = None, None
            return
        turn = (play.number, play.state.turns, seconds)
        if turn != self._turn:
            self._turn, self.deadline = turn, monotonic() + seconds

    def remaining_ms(self) -> int | None:
        """Return the time left for this turn, in milliseconds."""
        if self.deadline is None:
            return None
        return max(0, round((self.deadline - monotonic()) * 1000))
