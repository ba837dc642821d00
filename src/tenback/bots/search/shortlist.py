"""The turns that a network values most, best first."""

from tenback.bots.search.best_turn import Desk
from tenback.bots.search.candidates import Candidates, offer
from tenback.kernels.bits import HIGH, LOW
from tenback.kernels.compiling import jit
from tenback.kernels.packed import Numbers, PackedRules
from tenback.kernels.piles import are_mirrored
from tenback.kernels.turn_buffer import TurnBuffer

__all__ = ["shortlist"]


@jit
def _is_listed(buffer: TurnBuffer, turn: int, chosen: Numbers, size: int) -> bool:
    """Whether a chosen turn leaves the same piles, or the same with two of a kind swapped."""
    one = buffer.entries[turn]
    for index in range(size):
        other = buffer.entries[chosen[index]]
        if (
            one.used[LOW] == other.used[LOW]
            and one.used[HIGH] == other.used[HIGH]
            and one.draws == other.draws
            and are_mirrored(one.tops, other.tops)
        ):
            return True
    return False


@jit
def shortlist(
    rules: PackedRules,
    signals: Numbers,
    desk: Desk,
    count: int,
    most: int,
    candidates: Candidates,
) -> int:
    """Write the best of a desk's valued turns into ``candidates``, best first; return how many.

    Of turns that mirror each other one is listed.
    """
    chosen, values = candidates.chosen, candidates.values
    # Signals tell piles apart; in a duel they are told apart by whose they are.
    alike = not rules.has_rivals and not signals.any()
    size = 0
    for index in range(count):
        value, turn = desk.values[index], desk.buffer.turns[index]
        if size == most and value <= values[size - 1]:
            continue
        if alike and _is_listed(desk.buffer, turn, chosen, size):
            continue
        size = offer(candidates, size, most, turn, value)
    return size
