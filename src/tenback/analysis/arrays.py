"""Types of the record arrays that the searches use."""

from typing import Protocol, TypeVar

__all__ = ["Records"]

_Record = TypeVar("_Record")


class Records(Protocol[_Record]):
    """A NumPy array of records: reading an element gives a reference, writing one copies."""

    size: int

    def __getitem__(self, index: int | tuple[int, int]) -> _Record:
        """Return a record by reference."""
        ...

    def __setitem__(self, index: int | tuple[int, int], record: _Record) -> None:
        """Copy a record into the array."""
        ...
