"""How long a training will take: a few steps are timed and discarded."""

import time
from concurrent.futures import ThreadPoolExecutor

from tenback.bots.training.plan import Plan
from tenback.bots.training.trainer import MakeLearner, Trainer

__all__ = ["seconds_of_step"]

_STEPS = 3


def seconds_of_step(plan: Plan, make_learner: MakeLearner, threads: int) -> float:
    """Return how long a step takes at the beginning; compiling is not counted."""
    trainer = Trainer(plan, make_learner)
    trainer.learner.prepare()
    with ThreadPoolExecutor(threads) as pool:
        trainer.learner.take_step(0, 0.0, pool)
        began = time.perf_counter()
        for step in range(1, 1 + _STEPS):
            trainer.learner.take_step(step, 0.0, pool)
        return (time.perf_counter() - began) / _STEPS
