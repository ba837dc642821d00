"""Sequential halving by the clock, and earlier where the samples have settled the matter."""

from collections.abc import Callable
from typing import Final

from tenback.bots.search.candidates import Candidates, keep_better_half
from tenback.bots.search.settling import LEAST_BATCHES, Settling

__all__ = ["halve_in_time"]

#: How long it takes at first until it is asked what is settled, and then again after such a share
#: of the time that is gone. In 50 ms nothing is: few samples settle the wrong thing now and then.
_BATCH_SECONDS: Final = 0.005
_BATCH_SHARE: Final = 0.05


def halve_in_time(
    candidates: Candidates,
    alive: int,
    add_samples: Callable[[int, int], None],
    *,
    started: float,
    seconds: float,
    clock: Callable[[], float],
    least_gain: float | None = None,
) -> int:
    """Return the entry of the best candidate, halving them at even shares of the time.

    ``add_samples(alive, count)`` tries the living ones. After the first sample none is begun that
    would end too late, judging by the last one. With a ``least_gain`` the search ends early where
    no candidate can be better than the best by so much any more.
    """
    rounds = max(1, (alive - 1).bit_length())
    # In less time nothing can be settled.
    is_long = seconds > LEAST_BATCHES * _BATCH_SECONDS
    settling = Settling(least_gain) if least_gain is not None and is_long else None
    now, each = clock(), 0.0
    for number in range(1, rounds + 1):
        end = started + seconds * number / rounds
        while alive > 1 and (each == 0.0 or now + each * alive <= end):
            # Half of what fits: a call costs as much as some samples, and times vary.
            left = (end - now) / 2
            if settling is not None:
                left = min(left, max(_BATCH_SECONDS, _BATCH_SHARE * (now - started)))
            count = max(1, int(left / (each * alive))) if each else 1
            sums = candidates.sums[:alive].copy()
            add_samples(alive, count)
            before, now = now, clock()
            each = (now - before) / (alive * count)
            if settling is not None:
                alive = settling.drop_settled(candidates, alive, sums, count)
        alive = keep_better_half(candidates, alive)
    return int(candidates.chosen[0])
