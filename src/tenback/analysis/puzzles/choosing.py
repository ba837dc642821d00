"""Choosing the puzzles that ship out of all that were found: of every theme and every rating."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import msgspec

from tenback.analysis.puzzles.difficulty import rate_puzzles
from tenback.analysis.puzzles.puzzle import Exact, Puzzle

__all__ = ["choose_puzzles"]

#: Puzzles whose ratings differ by less are alike in difficulty.
_BAND: Final = 150


def choose_puzzles(found: Sequence[Puzzle], count: int) -> tuple[list[Puzzle], dict[str, int]]:
    """Return so many puzzles of a game, the easiest first, and the ratings of the bots.

    One of each kind (themes, players, what is known, difficulty) is taken in turn, so that rare
    kinds are all there and common ones do not crowd them out.
    """
    rated, bots = rate_puzzles(found)
    kinds: dict[tuple[object, ...], list[Puzzle]] = defaultdict(list)
    for puzzle in rated:
        players = puzzle.parsed().rules.players
        is_exact = isinstance(puzzle.proof, Exact)
        kinds[puzzle.themes, players, is_exact, puzzle.rating // _BAND].append(puzzle)
    chosen: list[Puzzle] = []
    for turn in range(max(map(len, kinds.values()), default=0)):
        chosen += [kind[turn] for kind in kinds.values() if turn < len(kind)]
    chosen = sorted(chosen[:count], key=lambda puzzle: (puzzle.rating, puzzle.position))
    return [
        msgspec.structs.replace(puzzle, id=f"{puzzle.game}-{number}")
        for number, puzzle in enumerate(chosen, 1)
    ], bots
