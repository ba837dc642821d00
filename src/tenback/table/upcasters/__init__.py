"""Events of earlier vocabularies, brought up to the one that is spoken now.

One file for each vocabulary that is not spoken any more, named by its number: a function that
takes the table so far and an event as JSON has it, and gives the event in the next vocabulary.
"""

from collections.abc import Callable
from typing import Any

from tenback.table.model import Table
from tenback.table.upcasters.vocabulary_1 import from_vocabulary_1

__all__ = ["UPCASTERS", "Upcaster"]

Upcaster = Callable[[Table | None, dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[int, Upcaster] = {1: from_vocabulary_1}
