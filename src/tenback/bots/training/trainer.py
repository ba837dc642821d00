"""The loop of a training on whatever device: steps, the learning curve, checkpoints."""

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
from tenback.bots.training.adam import new_moments
from tenback.bots.training.learner import Learner, Model, Tally
from tenback.bots.training.plan import Plan
from tenback.bots.training.self_play import ASKED, EASED
from tenback.bots.training.shard_learner import ShardLearner
from tenback.bots.value.network import Network, join_networks, new_network
from tenback.bots.value.turn_inputs import rows_of_game
from tenback.bots.value.weights import load_network, read_arrays
from tenback.kernels.packed import RULES
from tenback.records.files import write_whole

__all__ = ["Point", "Trainer", "packed_pair"]

_POINTS = 200
MakeLearner = Callable[[Plan, Model], Learner]


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
    """A training that can be stopped after any step and resumed."""

    def __init__(self, plan: Plan, make_learner: MakeLearner = ShardLearner) -> None:
        self.plan = plan
        rules, network = packed_pair(plan), _first_network(plan)
        # Rows that the game never uses are zero, so that files are small.
        network.rows[~rows_of_game(rules[ASKED])] = 0
        self.model = Model(rules, network, new_moments(network))
        self.learner: Learner = make_learner(plan, self.model)
        self.step: int = 0
        self.seconds = 0.0
        self.points: list[Point] = []
        #: Since the last point; see ``Tally``.
        self._tallies = np.zeros(len(Tally._fields))

    @property
    def average(self) -> Network:
        """Return the moving average of the weights, which plays better than the last alone."""
        self.learner.fetch()
        return self.model.moments.average

    @property
    def done(self) -> float:
        """Return how much of the training is done, from 0 to 1."""
        return self.plan.done(self.step, self.seconds)

    def run(self, threads: int, on_point: Callable[[Point], None]) -> None:
        """Train to the end of the plan; ``on_point`` hears of every point of the curve.

        An interrupt takes effect between two steps.
        """
        self.learner.prepare()
        with ThreadPoolExecutor(threads) as pool:
            started = time.perf_counter() - self.seconds
            while self.done < 1:
                with _uninterrupted():
                    self._take_step(pool)
                    self.seconds = time.perf_counter() - started
                    if self.done * _POINTS >= len(self.points) + 1:
                        self.points.append(self._sum_up())
                        on_point(self.points[-1])

    def _take_step(self, pool: ThreadPoolExecutor) -> None:
        self._tallies += self.learner.take_step(self.step, self.done, pool)
        self.step += 1

    def _sum_up(self) -> Point:
        tally = Tally(*self._tallies.tolist())
        self._tallies[:] = 0
        return Point(
            step=self.step,
            games=(self.points[-1].games if self.points else 0) + int(tally.games),
            won=tally.won / tally.games,
            left=tally.left / tally.games,
            # Where turns are tried, games that are as good as lost teach nothing.
            error=tally.squared_error / max(1.0, tally.positions),
            seconds=self.seconds,
        )

    def save(self, path: Path) -> None:
        """Write everything that resuming needs, whole or not at all."""
        self.learner.fetch()
        parts: dict[str, Any] = {}
        for name, arrays in _arrays(self.model).items():
            for field, part in zip(Network._fields, arrays, strict=True):
                parts[f"{name}.{field}"] = part
        facts = {
            "plan": self.plan.to_dict(),
            "step": self.step,
            "updates": self.model.updates,
            "seconds": self.seconds,
            "points": self.points,
            "tallies": self._tallies.tolist(),
        }
        parts["facts"] = np.array(json.dumps(facts))
        write_whole(path, lambda file: np.savez(file, **parts))

    @classmethod
    def load(cls, path: Path, make_learner: MakeLearner = ShardLearner) -> "Trainer":
        """Read what ``save`` wrote; a ValueError if the file is no checkpoint."""
        try:
            parts = read_arrays(path)
            facts = json.loads(str(parts["facts"]))
            kept: dict[str, Any] = facts["plan"]
            lists = {name: tuple(kept[name]) for name in ("start", "teacher")}
            plan: dict[str, Any] = {**kept, **lists}
            trainer = cls(Plan(**plan), make_learner)
            for name, arrays in _arrays(trainer.model).items():
                for field, part in zip(Network._fields, arrays, strict=True):
                    part[:] = parts[f"{name}.{field}"]
            trainer.step = facts["step"]
            trainer.model.updates = facts["updates"]
            trainer.seconds = facts["seconds"]
            trainer.points = [Point(*point) for point in facts["points"]]
            trainer._tallies[:] = facts["tallies"]
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path} cannot be read as a checkpoint: {error}") from None
        return trainer


def _arrays(model: Model) -> dict[str, Network]:
    """Return all that is learned, by the names that checkpoints keep it under."""
    return {"network": model.network, **model.moments._asdict()}


def packed_pair(plan: Plan) -> Any:
    """Pack the two rulesets of a plan, as ``rules_now`` takes them."""
    asked, eased = plan.rulesets
    pair = np.zeros(2, RULES)
    pair[ASKED], pair[EASED] = packed_rules(asked), packed_rules(eased)
    return pair


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Delay an interrupt to the end of the step: half a step could not be resumed exactly.

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
    network = join_networks([load_network(Path(start)) for start in plan.start])
    if network.second.shape != (plan.width, plan.second):
        found, wanted = network.second.shape, (plan.width, plan.second)
        names = " and ".join(plan.start)
        raise ValueError("{}: layers of {} and {}, not of {} and {}".format(names, *found, *wanted))
    return network
