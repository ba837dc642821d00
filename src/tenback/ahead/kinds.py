"""The kinds of arguments, by the names that ``kernels/words.py`` reads."""

from typing import Any

import numpy as np

__all__ = ["Kind", "Kinds"]

#: A name; for a tuple without one, the kinds of its parts.
Kind = str | list["Kind"]

_ARRAY: Any = np.ndarray
_SIMPLE: dict[type[Any], str] = {
    bool: "bool",
    int: "int",
    float: "real",
    np.uint64: "word",
    type(None): "none",
}


class Kinds:
    """The kinds of specimens, and the named types of tuples among them."""

    def __init__(self) -> None:
        self.types: dict[str, dict[str, Kind]] = {}

    def of(self, specimen: Any) -> Kind:
        """Return the kind of an argument."""
        if isinstance(specimen, tuple):
            return self._of_tuple(specimen)
        if isinstance(specimen, _ARRAY):
            return f"array:{specimen.dtype.str}:{specimen.ndim}"
        if isinstance(specimen, np.void):
            return f"record:{specimen.dtype.itemsize}"
        return _SIMPLE[type(specimen)]

    def _of_tuple(self, specimen: Any) -> Kind:
        kinds = [self.of(part) for part in specimen]
        if not hasattr(specimen, "_fields"):
            return kinds
        parts = dict(zip(specimen._fields, kinds, strict=True))
        name, number = type(specimen).__name__, 1
        while self.types.setdefault(name, parts) != parts:  # the same fields, of other kinds
            number += 1
            name = f"{type(specimen).__name__}{number}"
        return name
