"""What a training asks of the device it runs on: take a step, hand the weights back."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tenback.bots.training.adam import Moments
from tenback.bots.value.network import Network

__all__ = ["Learner", "Model", "Tally"]


@dataclass
class Model:
    """What is learned, in the memory of the processor, where checkpoints are written from."""

    rules: Any  #: the two packed rulesets of ``rules_now``
    network: Network
    moments: Moments
    updates: int = 0  #: steps of the optimiser


class Tally(NamedTuple):
    """What the games of one step, or of several, add up to."""

    games: float
    won: float
    left: float
    positions: float
    squared_error: float


class Learner(Protocol):
    """Plays the games of a step and learns from them, on one kind of device."""

    def prepare(self) -> None:
        """Take over the weights of the model, and compile."""
        ...

    def take_step(self, step: int, done: float, pool: ThreadPoolExecutor) -> Tally:
        """Play the games of a step and learn from them.

        ``done`` is the share of the training that is done.
        """
        ...

    def fetch(self) -> None:
        """Bring the model up to date."""
        ...
