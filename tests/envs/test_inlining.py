"""Functions that compiled code inlines."""

from typing import Any

import numpy as np
import pytest

from tenback.envs.inlining import inlined
from tenback.kernels.bits import EMPTY, ONE, count_cards
from tenback.kernels.compiling import jit
from tenback.kernels.packed import Words


@inlined
def _twice(number: int) -> int:
    return 2 * number


@inlined
def _count_twice(bits: Words) -> int:
    return _twice(count_cards(bits[0], bits[1]))


@jit
def _use(bits: Words, number: int) -> int:
    return _count_twice(bits) + _twice(number)


@inlined
def _factorial(number: int) -> int:
    return 1 if number < 2 else number * _factorial(number - 1)


@jit
def _count_down(number: int) -> int:
    return 0 if number == 0 else 1 + _count_down(number - 1)


@inlined
def _count_down_twice(number: int) -> int:
    return _twice(_count_down(number))


@jit
def _use_recursion(number: int) -> int:
    return _count_down_twice(number)


BITS = np.array([ONE, EMPTY + ONE + ONE], np.uint64)


def test_an_inlined_function_answers_as_when_it_is_called() -> None:
    assert _count_twice(BITS) == 4
    assert _use(BITS, 5) == 4 + 10


def test_what_an_inlined_function_calls_is_not_inlined_for_others() -> None:
    _use(BITS, 1)
    dispatcher: Any = getattr(count_cards, "dispatcher", count_cards)
    assert "forceinline" not in dispatcher.targetoptions


def test_a_function_that_calls_itself_is_refused() -> None:
    function: Any = _factorial
    with pytest.raises(TypeError, match="_factorial calls itself: it cannot be inlined"):
        _ = function._numba_type_


def test_what_calls_itself_stays_a_call_within_an_inlined_function() -> None:
    assert _use_recursion(7) == 14
    function: Any = _count_down_twice
    _ = function._numba_type_  # asked for by the compiler, unless what it made is on the disk
    dispatcher: Any = getattr(_count_down, "dispatcher", _count_down)
    assert dispatcher.targetoptions["forceinline"] is False
