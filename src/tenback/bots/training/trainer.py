"""The loop of a training: games on all shards, one step of Adam, now and then a checkpoint."""

import json
import signal
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenback.bots.players.compiled import packed_rules
from tenback.bots.search.turns import limits_for
from tenback.bots.training.adam import Moments, new_moments, take_step
from tenback.bots.training.plan import Plan
from tenback.bots.training.self_play import new_shard, play_and_learn
from tenback.bots.value.network import Network, new_network
from tenback.bots.value.turn_inputs import rows_of_game
from tenback.bots.value.weights import load_network, read_arrays
from tenback.kernels.packed import RULES
from tenback.records.files import write_whole

__all__ = ["Point", "Trainer", "packed_pair"]

_POINTS = 200


class Point(NamedTuple):
    """A point of the learning curve: means over the games since the last one.

    ``games`` are those of the whole training. In a duel ``won`` is the share of the first seat.
    """

    step: int
    games: int
    won: float
    left: float
    error: float
    seconds: float


class Trainer:
    """A training that can be stopped after any step and gone on with."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = packed_pair(plan)
        self.network = _first_network(plan)
        # Rows that the game never adds up are nothing, so that files are small.
        self.network.rows[~rows_of_game(self.rules[0])] = 0
        self.moments: Moments = new_moments(self.network)
        self.step: int = 0
        self.updates: int = 0  #: steps of the optimiser
        self.seconds = 0.0
        self.points: list[Point] = []
        #: [games, won, cards left, positions, squared error] since the last point
        self.tallies = np.zeros(5)
        self._shards = [new_shard(self.network) for _ in range(plan.shards)]

    @property
    def average(self) -> Network:
        """Give the average of the last weights, which plays better than the last alone."""
        self._fetch()
        return self.moments.average

    @property
    def done(self) -> float:
        """Say how much of the training is done, from 0 to 1."""
        return self.plan.done(self.step, self.seconds)

    def run(self, threads: int, on_point: Callable[[Point], None]) -> None:
        """Train to the end of the plan; ``on_point`` hears of every point of the curve.

        An interrupt takes effect between two steps.
        """
        self._compile()
        with ThreadPoolExecutor(threads) as pool:
            started = time.perf_counter() - self.seconds
            while self.done < 1:
                with _uninterrupted():
                    self._take_step(pool)
                    self.seconds = time.perf_counter() - started
                    if self.done * _POINTS >= len(self.points) + 1:
                        self.points.append(self._sum_up())
                        on_point(self.points[-1])

    def _fetch(self) -> None:
        """Bring ``network`` and ``moments`` up to date, where the work is done elsewhere."""

    def _compile(self) -> None:
        """Play one game and forget it, so that compiling is not counted as training."""
        shard, limits = self._shards[0], limits_for(self.rules[0])
        plan = self.plan
        play_and_learn(
            self.rules, limits, shard, 0, 1, plan.trace, 0.0, plan.talking, plan.spread_at(0), 0
        )
        for part in shard.gradient:
            part.fill(0)
        shard.tallies.fill(0)

    def _take_step(self, pool: ThreadPoolExecutor) -> None:
        plan, rules = self.plan, self.rules
        limits = limits_for(rules[0])
        done = self.done
        first = plan.first_game + self.step * plan.shards * plan.batch
        played = [
            pool.submit(
                play_and_learn,
                rules,
                limits,
                shard,
                first + number * plan.batch,
                plan.batch,
                plan.trace_at(done),
                plan.shaping_at(done),
                plan.talking,
                plan.spread_at(done),
                plan.strict_deck_at(done),
            )
            for number, shard in enumerate(self._shards)
        ]
        for one in played:
            one.result()
        for shard in self._shards:
            self.tallies += shard.tallies
            shard.tallies.fill(0)
        self.step += 1
        self.updates += 1
        gradients = [shard.gradient for shard in self._shards]
        rate, keep = plan.rate_at(done), plan.keep_at(done)
        take_step(self.network, gradients, self.moments, self.updates, rate, keep)

    def _sum_up(self) -> Point:
        games, won, left, positions, error = self.tallies.tolist()
        self.tallies[:] = 0
        total = (self.points[-1].games if self.points else 0) + int(games)
        return Point(self.step, total, won / games, left / games, error / positions, self.seconds)

    def save(self, path: Path) -> None:
        """Write everything that going on needs; whole or not at all."""
        self._fetch()
        parts: dict[str, Any] = {}
        for name, arrays in (("network", self.network), *self.moments._asdict().items()):
            for field, part in zip(Network._fields, arrays, strict=True):
                parts[f"{name}.{field}"] = part
        facts = {
            "plan": self.plan.to_dict(),
            "step": self.step,
            "updates": self.updates,
            "seconds": self.seconds,
            "points": self.points,
            "tallies": self.tallies.tolist(),
        }
        parts["facts"] = np.array(json.dumps(facts))
        write_whole(path, lambda file: np.savez(file, **parts))

    @classmethod
    def load(cls, path: Path) -> "Trainer":
        """Read what ``save`` wrote; a ValueError if the file is no checkpoint."""
        try:
            parts = read_arrays(path)
            facts = json.loads(str(parts["facts"]))
            trainer = cls(Plan(**facts["plan"]))
            kept = {"network": trainer.network, **trainer.moments._asdict()}
            for name, arrays in kept.items():
                for field, part in zip(Network._fields, arrays, strict=True):
                    part[:] = parts[f"{name}.{field}"]
            trainer.step = facts["step"]
            trainer.updates = facts["updates"]
            trainer.seconds = facts["seconds"]
            trainer.points = [Point(*point) for point in facts["points"]]
            trainer.tallies[:] = facts["tallies"]
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path} cannot be read as a checkpoint: {error}") from None
        return trainer


def packed_pair(plan: Plan) -> Any:
    """Pack the two rulesets of a plan, as ``rules_now`` takes them."""
    pair = np.zeros(2, RULES)
    for number, rules in enumerate(plan.rulesets):
        pair[number] = packed_rules(rules)
    return pair


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Put an interrupt off: from half a step a training could not go on as if it had not stopped.

    Signals reach the main thread alone, and only there can they be put off.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = threading.Event()

    def put_off(_number: int, _frame: object) -> None:
        asked.set()

    before = signal.signal(signal.SIGINT, put_off)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked.is_set():
        signal.raise_signal(signal.SIGINT)


def _first_network(plan: Plan) -> Network:
    """Make the network to begin with."""
    if not plan.start:
        return new_network(plan.width, plan.seed, plan.second)
    network = load_network(Path(plan.start))
    if network.second.shape != (plan.width, plan.second):
        found, wanted = network.second.shape, (plan.width, plan.second)
        raise ValueError(
            "{} has layers of {} and {}, not of {} and {}".format(plan.start, *found, *wanted)
        )
    return network
