"""Upcasters: events of earlier vocabularies, converted to the current one.

There is one file for each earlier vocabulary, named by its number. Its function takes the table so
far and an event as decoded JSON, and returns the event in the next vocabulary.
"""

from collections.abc import Callable
from typing import Any

from tenback.table.model import Table
from tenback.table.upcasters.vocabulary_1 import from_vocabulary_1
from tenback.table.upcasters.vocabulary_2 import from_vocabulary_2

__all__ = ["UPCASTERS", "Upcaster"]

Upcaster = Callable[[Table | None, dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[int, Upcaster] = {1: from_vocabulary_1, 2: from_vocabulary_2}
