"""Sequential halving: candidates are tried on the same sampled deals, the worse half is dropped.

The schedule of `montecarlo` and `master` by samples; ``in_time.py`` has the one by the clock.
"""

from tenback.kernels.compiling import jit

__all__ = ["samples_after"]


@jit
def samples_after(alive: int, samples: int, done: int) -> int:
    """Return how many samples the candidates get in all before the worse half is dropped.

    16 candidates: an eighth of the samples, then a quarter, a half and, for two, all of them.
    """
    share = 1
    while share * 2 < alive:
        share *= 2
    return max(done + 1, samples // share)
