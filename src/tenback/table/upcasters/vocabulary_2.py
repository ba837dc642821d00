"""Vocabulary 2: no event said how the starter was found; whoever was not fixed passed for drawn."""

from typing import Any

from tenback.table.model import Table

__all__ = ["from_vocabulary_2"]


def from_vocabulary_2(table: Table | None, event: dict[str, Any]) -> dict[str, Any]:
    """Say of a fixed starter that it was fixed; of others what their records have always said."""
    if table is None or table.rules.starter == "lot":
        return event  # without the field the starter was drawn by lot
    match event:
        case {"type": "game_started"}:
            return event | {"found_by": "fixed"}
        case {"type": "game_adopted", "moves": moves}:
            return event | {"moves": [from_vocabulary_2(table, move) for move in moves]}
        case _:
            return event
