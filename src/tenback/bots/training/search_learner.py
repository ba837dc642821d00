"""Learning what sets the turns of one position apart, from trying them on sampled deals.

Self-play teaches what positions are worth. `expert` needs to know which turn of a position is best,
and there the differences are much smaller than those between positions. So several turns of every
position are tried on the same deals, as `master` does, and the network learns the differences
between them; the value itself is only held where it belongs.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from tenback.bots.players.master import depth_for
from tenback.bots.training.devices import Device
from tenback.bots.training.gpu_learner import AT_ONCE, GpuLearner
from tenback.bots.training.learner import Model, Tally
from tenback.bots.training.lines import EIGHTHS
from tenback.bots.training.plan import Plan
from tenback.bots.training.searched import SearchedGames
from tenback.bots.training.side_by_side import Style, chances
from tenback.bots.training.workspace import TRIED

__all__ = ["SearchLearner"]

#: How many branches are played on at the same time.
_BRANCHES: Final = 1 << 16
#: How much more than the cheapest turn a turn within a sample may advance. Fewer turns would be
#: quicker, but then what a turn leaves to do is misjudged, and the network learns the error.
_NEAR: Final = 26
#: How far samples are followed at most: `master` follows those of Extreme further.
_TURNS: Final = 3
#: Alone, ends are played out from this many cards on, not from as many as `master` has time for.
_PLAYOUT_DECK: Final = 3
#: What the value of the played turn counts beside the differences, and in it the end of the game.
_ANCHOR: Final = 0.3
_END: Final = 0.25
#: How often the positions of a step are learned from: trying turns takes most of the time.
_PASSES: Final = 2


class SearchLearner(GpuLearner):
    """Tries turns of every position on ``plan.samples`` deals; learns how they differ."""

    def __init__(
        self, plan: Plan, model: Model, device: Device | None = None, branches: int = _BRANCHES
    ) -> None:
        super().__init__(plan, model, device)
        self._branches = branches
        self._searched: SearchedGames | None = None
        depth = depth_for(plan.rulesets[0])
        playout = min(depth.playout_deck, _PLAYOUT_DECK)
        turns = min(depth.turns, _TURNS)
        self._depth = depth._replace(turns=turns, near=_NEAR, playout_deck=playout)

    def take_step(self, step: int, done: float, pool: ThreadPoolExecutor) -> Tally:
        """Play the games of a step and learn from them; the device needs no threads."""
        del pool
        plan, arrays = self.plan, self.device.arrays
        if self._searched is None:
            self._searched = SearchedGames(
                self.device,
                self.model.rules,
                self.columns,
                plan.batch,
                min(AT_ONCE, 64 * max(plan.batch, self._branches)),
                self._branches,
                plan.samples,
            )
        played = self._searched.play(
            self.valuer(),
            plan.first_game + step * plan.batch,
            Style(plan.talking, plan.spread_at(done), plan.strict_deck_at(done)),
            self._depth,
        )
        positions = int(played.counts.size)
        source = arrays.random.RandomState((plan.seed + step + 1) % (1 << 32))
        orders = [arrays.argsort(source.random_sample(positions)) for _ in range(_PASSES)]
        order = arrays.concatenate(orders)
        portion = max(1, min(plan.positions // TRIED, positions))
        rate, keep = plan.rate_at(done), plan.keep_at(done)
        error = arrays.zeros(1, np.float64)
        learned = 0
        for start in range(0, order.size - portion + 1, portion):
            chosen = order[start : start + portion]
            error += self.add_differences(
                self._searched.pool[chosen],
                played.counts[chosen],
                played.worth[chosen],
                played.chosen[chosen],
                played.won[chosen],
            )
            self.step_weights(rate, keep)
            learned += portion
        return Tally(
            games=played.games,
            won=played.games_won,
            left=played.left,
            positions=positions,
            squared_error=float(error[0]) * positions / max(1, learned),
        )

    def add_differences(self, lines: Any, counts: Any, worth: Any, chosen: Any, won: Any) -> Any:
        """Write the gradient of some positions; return the sum of the squared differences missed.

        The loss of a position is the sum of the squares by which its turns, each less their mean,
        are valued otherwise than they did on the samples, and the square by which the value of the
        played turn misses what that did, with a part of how the game ended.
        """
        arrays = self.device.arrays
        size = lines.shape[0]
        inputs = lines.reshape(size * TRIED, -1).astype(np.float32) / EIGHTHS
        first, second, values = self.layers(self.weights.parts, inputs)
        chance = chances(arrays, values).reshape(size, TRIED)
        tried = arrays.arange(TRIED)[None] < counts[:, None]
        missed = arrays.where(tried, chance - worth, 0)
        apart = arrays.where(tried, missed - (missed.sum(axis=1) / counts)[:, None], 0)
        rows = arrays.arange(size)
        wanted = (1 - _END) * worth[rows, chosen] + _END * won
        slopes = apart.copy()
        slopes[rows, chosen] += _ANCHOR * (chance[rows, chosen] - wanted)
        slopes = (slopes * chance * (1 - chance)).astype(np.float32)
        self.write_gradient(inputs, first, second, slopes.reshape(-1))
        return (apart * apart).sum()
