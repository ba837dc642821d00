"""What a table remembers of the recent past: for clients that come back, and repeated commands."""

from collections import OrderedDict, deque
from collections.abc import Sequence

from tenback.server.wire.happenings import Ended, Happening

__all__ = ["Journal"]

_REMEMBERED = 300


class Journal:
    """The last happenings by number, and the last commands that were carried out."""

    def __init__(self) -> None:
        self._told: deque[tuple[int, tuple[Happening, ...]]] = deque(maxlen=_REMEMBERED)
        self._done: OrderedDict[tuple[int | None, str], int] = OrderedDict()
        #: The oldest number after which nothing is missing.
        self.complete_from = 0

    def note(self, seq: int, happenings: Sequence[Happening]) -> None:
        """Remember what an event was told as."""
        if len(self._told) == _REMEMBERED:
            self.complete_from = self._told[0][0]
        self._told.append((seq, tuple(happenings)))

    def note_command(self, seat: int | None, command_id: str, seq: int) -> None:
        """Remember that a command was carried out."""
        if command_id:
            self._done[seat, command_id] = seq
            if len(self._done) > _REMEMBERED:
                self._done.popitem(last=False)

    def answered(self, seat: int | None, command_id: str) -> int | None:
        """Give the number at which this command was carried out already, if it was."""
        return self._done.get((seat, command_id))

    def since(self, seen: int) -> tuple[tuple[Happening, ...], bool]:
        """Tell what happened after a number, and whether that is all of it."""
        told = tuple(one for seq, many in self._told if seq > seen for one in many)
        return told, seen >= self.complete_from

    def last_turns(self, count: int) -> tuple[Happening, ...]:
        """Tell what happened in the open turn and so many before it."""
        told = [one for _, many in self._told for one in many]
        ends = [place for place, one in enumerate(told) if isinstance(one, Ended)]
        return tuple(told[ends[-count - 1] + 1 :] if len(ends) > count else told)
