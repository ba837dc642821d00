"""A sequence of record entries that grows without copying."""

from collections.abc import Iterator

from tenback.records import RecordedTurn
from tenback.records.record import Entry

__all__ = ["Entries"]


class Entries:
    """A frozen sequence; sequences made by adding to another share its beginning.

    They all use one list, each with the length it had when it was made. Only the longest one can
    grow in place; adding to a shorter one copies its entries.
    """

    __slots__ = ("_count", "_shared", "heights")

    def __init__(self, entries: tuple[Entry, ...] = ()) -> None:
        self._shared = list(entries)
        self._count = len(entries)
        #: The number of cards laid on each pile, up to the last pile that was used.
        self.heights: tuple[int, ...] = ()
        for entry in entries:
            self.heights = _higher(self.heights, entry)

    def plus(self, entry: Entry) -> "Entries":
        """Return a sequence with one more entry."""
        longer = Entries()
        is_longest = self._count == len(self._shared)
        longer._shared = self._shared if is_longest else self._shared[: self._count]
        longer._shared.append(entry)
        longer._count = self._count + 1
        longer.heights = _higher(self.heights, entry)
        return longer

    def __len__(self) -> int:
        """The number of entries."""
        return self._count

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries in order."""
        return (self._shared[number] for number in range(self._count))

    def __eq__(self, other: object) -> bool:
        """Compare the entries."""
        if not isinstance(other, Entries):
            return NotImplemented
        if self._count != other._count:
            return False
        return self._shared is other._shared or list(self) == list(other)

    def __hash__(self) -> int:
        """Hash by what is quick to compute."""
        return hash(self._count)

    def __repr__(self) -> str:
        """Show the entries."""
        return f"Entries({list(self)!r})"


def _higher(heights: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
    """Return the heights of the piles after an entry."""
    if not isinstance(entry, RecordedTurn) or not entry.placements:
        return heights
    counts = list(heights)
    for _, pile in entry.placements:
        counts += [0] * (pile + 1 - len(counts))
        counts[pile] += 1
    return tuple(counts)
