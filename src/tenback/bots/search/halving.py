"""Sequential halving: candidates are tried on the same sampled deals, the worse half is dropped.

The schedule of `montecarlo` and `master`, by samples in compiled code and by the clock.
"""

from collections.abc import Callable

from tenback.bots.search.candidates import Candidates, keep_better_half
from tenback.kernels.compiling import jit

__all__ = ["halve_in_time", "samples_after"]


@jit
def samples_after(alive: int, samples: int, done: int) -> int:
    """Return how many samples the candidates get in all before the worse half is dropped.

    16 candidates: an eighth of the samples, then a quarter, a half and, for two, all of them.
    """
    share = 1
    while share * 2 < alive:
        share *= 2
    return max(done + 1, samples // share)


def halve_in_time(
    candidates: Candidates,
    alive: int,
    add_samples: Callable[[int, int], None],
    *,
    started: float,
    seconds: float,
    clock: Callable[[], float],
) -> int:
    """Return the entry of the best candidate, halving them at even shares of the time.

    ``add_samples(alive, count)`` tries the living ones. After the first sample none is begun that
    would end too late, judging by the last one.
    """
    rounds = max(1, (alive - 1).bit_length())
    now, each = clock(), 0.0
    for number in range(1, rounds + 1):
        end = started + seconds * number / rounds
        while alive > 1 and (each == 0.0 or now + each * alive <= end):
            # Half of what fits: a call costs as much as some samples, and times vary.
            count = max(1, int((end - now) / (2 * each * alive))) if each else 1
            add_samples(alive, count)
            before, now = now, clock()
            each = (now - before) / (alive * count)
        alive = keep_better_half(candidates, alive)
    return int(candidates.chosen[0])
