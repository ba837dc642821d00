"""The recent past of a table, for clients that reconnect and commands that are repeated."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from tenback.server.wire.happenings import CardPlaced, CardTakenBack, Happening, TurnEnded

__all__ = ["Journal"]

_REMEMBERED = 300


class Journal:
    """The most recent happenings by number, and the most recent commands carried out."""

    def __init__(self, complete_from: int = 0) -> None:
        self._told: deque[tuple[int, tuple[Happening, ...]]] = deque(maxlen=_REMEMBERED)
        self._done: dict[tuple[str, str], int] = {}
        #: The oldest number after which the journal is complete.
        self._complete_from = complete_from

    def note(self, seq: int, happenings: Sequence[Happening]) -> None:
        """Remember the happening of an event."""
        if len(self._told) == _REMEMBERED:
            self._complete_from = self._told[0][0]
        self._told.append((seq, tuple(happenings)))

    def note_command(self, key: str, command_id: str, seq: int) -> None:
        """Remember that a command from the holder of a key was carried out."""
        if command_id:
            self._done[key, command_id] = seq
            if len(self._done) > 2 * _REMEMBERED:  # half of them at once: that is cheaper
                self._done = dict(islice(self._done.items(), _REMEMBERED, None))

    def answered(self, key: str, command_id: str) -> int | None:
        """Return the number at which this command was carried out, if it already was."""
        return self._done.get((key, command_id))

    def since(self, seen: int, turns: int | None = None) -> tuple[tuple[Happening, ...], bool]:
        """Return what happened after a number, and whether that is all of it.

        With ``turns``, cards are named only for the open turn and that many turns before it.
        """
        hidden = -1 if turns is None else self._end_before(turns)
        told: list[Happening] = []
        is_complete = seen >= self._complete_from
        for place, (seq, one) in enumerate(self._flat()):
            if seq <= seen:
                continue
            if place <= hidden and isinstance(one, CardPlaced | CardTakenBack):
                is_complete = False
            else:
                told.append(one)
        return tuple(told), is_complete

    def _flat(self) -> Iterator[tuple[int, Happening]]:
        return ((seq, one) for seq, many in self._told for one in many)

    def _end_before(self, turns: int) -> int:
        """Find the end of the turn that this many turns followed; -1 if there is none."""
        ends = [place for place, (_, one) in enumerate(self._flat()) if isinstance(one, TurnEnded)]
        return ends[-turns - 1] if len(ends) > turns else -1
