"""Sums of rows as vector instructions, for the value network; ``vector_code.py`` emits them."""

from typing import Any

from tenback.kernels.compiling import emitted

__all__ = ["add_rows", "add_to_rows", "second_layer", "second_layer_back", "sum_rows"]

_CODE = "tenback.bots.value.vector_code"
#: (rows, indices, weights, count, out, at): out[at] += the sum of the weighted rows.
sum_rows: Any = emitted(_CODE, "sum_rows")
#: (rows, indices, added, count, source, start, out, at): out[at] = source[start] + the sum of the
#: rows of the first indices - that of the rows of the others; all whole numbers.
add_rows: Any = emitted(_CODE, "add_rows")
#: (rows, indices, weights, count, vector, at): each row += weight * vector[at:].
add_to_rows: Any = emitted(_CODE, "add_to_rows")
#: (first, second, second_bias, last, last_bias, out): the value; the second layer's sums in out.
second_layer: Any = emitted(_CODE, "second_layer")
#: (first, second, slopes, gradient, out): the gradient of the second layer and of what fed it.
second_layer_back: Any = emitted(_CODE, "second_layer_back")
