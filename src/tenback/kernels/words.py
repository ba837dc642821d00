"""How a call of the library is written: a row of 64-bit words.

First come words for what the function returns, then its arguments. An integer, a boolean and a
floating-point number are one word each; a record is its address; an array is its address and its
lengths; a tuple is its parts, one after the other. So every function of the library has one
signature, in C and in WebAssembly alike. A kind is named by a short text: ``int``, ``word``,
``real``, ``bool``, ``none``, ``record:SIZE``, ``array:DTYPE:DIMENSIONS``, or the name of a type of
tuples whose parts are listed beside; a tuple without a name is the list of its parts.
"""

import ctypes
import struct
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

__all__ = ["MismatchError", "Writer", "address_of", "read_result", "writer_for"]

#: Writes one argument at the end of a row of words.
Writer = Callable[[Any, list[int]], None]

#: NumPy's classes, whose parameters mean nothing here.
_WHOLE: Any = (int, np.integer)
_REAL: Any = (float, np.float32)
_BOOL: Any = (bool, np.bool_)
_UNSIGNED: Any = np.uint64
_ARRAY: Any = np.ndarray
_TUPLE: Any = tuple
_LEAST, _MOST = -(2**63), 2**63 - 1
_WORD = 2**64


class MismatchError(Exception):
    """An argument is of another kind than the function was compiled for."""


class _Buffer(ctypes.Structure):
    _fields_ = (("address", ctypes.c_void_p), ("rest", ctypes.c_byte * 128))


_API = ctypes.pythonapi
_API.PyObject_GetBuffer.argtypes = (ctypes.py_object, ctypes.c_void_p, ctypes.c_int)
_API.PyBuffer_Release.argtypes = (ctypes.c_void_p,)
_API.PyBuffer_Release.restype = None


def address_of(value: Any) -> int:
    """Return the address of an array or a record, which must be contiguous."""
    buffer = _Buffer()
    at = ctypes.addressof(buffer)
    try:
        _API.PyObject_GetBuffer(value, at, 0)
    except (BufferError, TypeError, ValueError):
        raise MismatchError from None
    _API.PyBuffer_Release(at)
    return buffer.address or 0


def _write_int(value: Any, words: list[int]) -> None:
    if isinstance(value, _UNSIGNED) or not isinstance(value, _WHOLE):
        raise MismatchError
    number = int(value)
    if not _LEAST <= number <= _MOST:
        raise MismatchError
    words.append(number)


def _write_word(value: Any, words: list[int]) -> None:
    if not isinstance(value, _UNSIGNED):
        raise MismatchError
    number = int(value)
    words.append(number - _WORD if number > _MOST else number)


def _write_real(value: Any, words: list[int]) -> None:
    if not isinstance(value, _REAL):
        raise MismatchError
    words.append(struct.unpack("<q", struct.pack("<d", value))[0])


def _write_bool(value: Any, words: list[int]) -> None:
    if not isinstance(value, _BOOL):
        raise MismatchError
    words.append(int(value))


def _write_none(value: Any, _words: list[int]) -> None:
    if value is not None:
        raise MismatchError


def _record_writer(size: str) -> Writer:
    wanted = int(size)

    def write(value: Any, words: list[int]) -> None:
        if not isinstance(value, np.void) or value.dtype.itemsize != wanted:
            raise MismatchError
        words.append(address_of(value))

    return write


def _array_writer(kind: str, dimensions: str) -> Writer:
    count = int(dimensions)

    def write(value: Any, words: list[int]) -> None:
        if not isinstance(value, _ARRAY) or value.ndim != count or value.dtype.str != kind:
            raise MismatchError
        words.append(address_of(value))
        words.extend(value.shape)

    return write


_WRITERS: dict[str, Writer] = {
    "int": _write_int,
    "word": _write_word,
    "real": _write_real,
    "bool": _write_bool,
    "none": _write_none,
}
_MAKERS: dict[str, Callable[..., Writer]] = {"record": _record_writer, "array": _array_writer}


def _tuple_writer(parts: list[Writer]) -> Writer:
    # A decision passes the same tuple of many arrays again and again: its words are kept.
    known: tuple[Any, list[int]] = (object(), [])

    def write(value: Any, words: list[int]) -> None:
        nonlocal known
        last, written = known
        if last is not value:
            if not isinstance(value, _TUPLE) or len(value) != len(parts):
                raise MismatchError
            written: list[int] = []
            for part, one in zip(parts, value, strict=True):
                part(one, written)
            known = (value, written)
        words.extend(written)

    return write


def writer_for(kind: Any, types: dict[str, dict[str, Any]]) -> Writer:
    """Return what writes an argument of a kind; ``types`` are the parts of named tuples."""
    parts = types[kind].values() if isinstance(kind, str) and kind in types else kind
    if not isinstance(parts, str):
        return _tuple_writer([writer_for(part, types) for part in parts])
    name, *details = parts.split(":")
    return _MAKERS[name](*details) if details else _WRITERS[name]


def read_result(kinds: list[str], words: Iterator[int]) -> list[Any]:
    """Read what a function returned from the words at the front of the row."""
    return [_READERS[kind](word) for kind, word in zip(kinds, words, strict=False)]


_READERS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "word": lambda word: word % _WORD,
    "real": lambda word: struct.unpack("<d", struct.pack("<q", word))[0],
    "bool": bool,
}
