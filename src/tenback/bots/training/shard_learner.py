"""Learning on the processor: games on all shards, a thread each, then one step of Adam."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tenback.bots.search.turns import limits_for
from tenback.bots.training.adam import take_step
from tenback.bots.training.learner import Model, Tally
from tenback.bots.training.plan import Plan
from tenback.bots.training.self_play import ASKED, Shard, new_shard, play_and_learn

__all__ = ["ShardLearner"]


class ShardLearner:
    """Learns where the model is: a step is one gradient, summed over the shards."""

    def __init__(self, plan: Plan, model: Model) -> None:
        self._plan = plan
        self._model = model
        self._limits = limits_for(model.rules[ASKED])
        self._shards = [new_shard(model.network) for _ in range(plan.shards)]

    def prepare(self) -> None:
        """Play one game and forget it, so that compiling is not counted as training."""
        shard = self._shards[0]
        self._play(shard, first=0, games=1, done=0.0)
        for part in shard.gradient:
            part.fill(0)
        shard.tallies.fill(0)

    def fetch(self) -> None:
        """Do nothing: the model itself is learned."""

    def take_step(self, step: int, done: float, pool: ThreadPoolExecutor) -> Tally:
        """Play the games of a step and learn from them."""
        plan, model = self._plan, self._model
        first = plan.first_game + step * plan.shards * plan.batch
        played = [
            pool.submit(self._play, shard, first + number * plan.batch, plan.batch, done)
            for number, shard in enumerate(self._shards)
        ]
        for one in played:
            one.result()
        tallies = np.zeros(len(Tally._fields))
        for shard in self._shards:
            tallies += shard.tallies
            shard.tallies.fill(0)
        model.updates += 1
        gradients = [shard.gradient for shard in self._shards]
        rate, keep = plan.rate_at(done), plan.keep_at(done)
        take_step(model.network, gradients, model.moments, model.updates, rate, keep)
        return Tally(*tallies.tolist())

    def _play(self, shard: Shard, first: int, games: int, done: float) -> None:
        plan = self._plan
        play_and_learn(
            self._model.rules,
            self._limits,
            shard,
            first,
            games,
            plan.trace_at(done),
            plan.shaping_at(done),
            plan.talking,
            plan.spread_at(done),
            plan.strict_deck_at(done),
        )
