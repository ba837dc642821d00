"""Games step by step as bytes, to check engines that run elsewhere.

A trace is written while the kernels are compared with ``rules/``: every line holds what was done
and what came of it, on which both agree. ``scripts/replay_kernels.mjs`` does the same
things in the module for browsers, and compares.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from tenback.kernels.packed import RULES, STATE, PackedRules, PackedState

__all__ = ["BEGIN", "DEAL", "END", "MOST_JUDGED", "PLACE", "SET", "Trace"]

#: What was done.
DEAL: Final = 0
BEGIN: Final = 1
PLACE: Final = 2
END: Final = 3
SET: Final = 4
#: The most cards that are judged on every pile after a step.
MOST_JUDGED: Final = 24

_LINE = np.dtype(
    [
        ("rules", np.int64),  # which of the rulesets
        ("done", np.int64),
        ("seed", np.int64),  # of a deal
        ("card", np.int64),
        ("pile", np.int64),
        ("reply", np.int64),  # the number of a refusal code
        ("end", np.int64),  # whether the turn may end now: the number of a refusal code
        ("legal", np.uint64, (4, 2)),
        ("before", STATE),  # where a turn begins, or a case
        ("after", STATE),
        ("judged", np.int8, (MOST_JUDGED,)),  # cards, -1 behind the last
        ("codes", np.int8, (4, MOST_JUDGED)),
    ],
    align=False,
)


class Trace:
    """Gathers lines, and writes them."""

    def __init__(self) -> None:
        self._rules: list[Any] = []
        self._lines: list[Any] = []

    def begin(self, rules: PackedRules) -> None:
        """Begin a game by a ruleset."""
        self._rules.append(rules)

    def note(self, done: int, before: PackedState | None = None, **numbers: int) -> None:
        """Write down what was done, by the names of a line's fields; what came of it follows."""
        line = np.zeros(1, _LINE)[0]
        line["rules"], line["done"] = len(self._rules) - 1, done
        for name, number in numbers.items():
            line[name] = number
        if before is not None:
            line["before"] = before
        line["judged"] = -1
        self._lines.append(line)

    def add_result(
        self,
        after: PackedState,
        legal: Any,
        end: int,
        judged: dict[int, Sequence[int]],
    ) -> None:
        """Write down what came of it: ``judged`` holds the codes of cards on the four piles."""
        line = self._lines[-1]
        line["after"], line["legal"], line["end"] = after, legal, end
        for index, (card, codes) in enumerate(judged.items()):
            line["judged"][index] = card
            line["codes"][:, index] = codes

    def write(self, path: Path) -> None:
        """Write the rulesets, then the lines; both are counted at the front."""
        head = np.array([len(self._rules), len(self._lines), _LINE.itemsize], np.int64)
        rules = np.zeros(len(self._rules), RULES)
        rules[:] = self._rules
        lines = np.array(self._lines, _LINE)
        path.write_bytes(head.tobytes() + rules.tobytes() + lines.tobytes())
