"""Learning on a GPU: thousands of games at a time, learned from in minibatches."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np

from tenback.bots.training.adam import corrected_rate, update_weight
from tenback.bots.training.devices import Device, Gpu
from tenback.bots.training.learner import Model, Tally
from tenback.bots.training.lines import EIGHTHS, Columns, columns_of
from tenback.bots.training.plan import Plan
from tenback.bots.training.self_play import ASKED
from tenback.bots.training.side_by_side import Games, Style, Valuer, Worth, chances
from tenback.bots.training.workspace import TurnRows
from tenback.bots.value.inputs import SLOT
from tenback.bots.value.network import Network, join_networks
from tenback.bots.value.turn_inputs import ROWS
from tenback.bots.value.weights import load_network
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES

__all__ = ["AT_ONCE", "GpuLearner"]

#: How many listed turns are valued in one matrix product.
AT_ONCE: Final = 1 << 18


@jit
def _update(
    index: int,
    _numbers: Any,
    _reals: Any,
    weights: Any,
    gradient: Any,
    first: Any,
    second: Any,
    average: Any,
    rate: Any,
    keep: Any,
) -> None:
    update_weight(index, weights, gradient, first, second, average, rate, keep)


class _Weights:
    """All the weights of a network in one array on a device, and its parts as views of it.

    It holds only the rows that a whole position has columns for, padded with zeros.
    """

    def __init__(self, device: Device, network: Network, columns: Columns) -> None:
        self._device = device
        self._rows = columns.whole
        shapes = [
            (columns.whole_width, network.rows.shape[1]),
            *(part.shape for part in network[1:]),
        ]
        sizes = [int(np.prod(shape)) for shape in shapes]
        self.flat = device.arrays.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        parts = [
            self.flat[end - size : end].reshape(shape)
            for end, size, shape in zip(ends.tolist(), sizes, shapes, strict=True)
        ]
        self.parts = Network(*parts)
        self.take(network)

    def take(self, network: Network) -> None:
        """Copy the weights of a network on the processor."""
        self.parts.rows[: self._rows.size] = self._device.upload(network.rows[self._rows])
        for part, values in zip(self.parts[1:], network[1:], strict=True):
            part[:] = self._device.upload(values)

    def give(self, network: Network) -> None:
        """Copy the weights into a network on the processor."""
        network.rows[:] = 0
        network.rows[self._rows] = self._device.download(self.parts.rows)[: self._rows.size]
        for part, values in zip(self.parts[1:], network[1:], strict=True):
            values[:] = self._device.download(part)


class _Valuer:
    """The network as it stands, arranged for valuing many turns: piles first, then turns."""

    def __init__(self, device: Device, weights: Network, columns: Columns) -> None:
        arrays, kind = device.arrays, device.quick
        self._device = device
        width = weights.rows.shape[1]
        self._rows = arrays.zeros((ROWS, width), kind)
        self._rows[device.upload(columns.whole)] = weights.rows[: columns.whole.size]
        self._piles = arrays.zeros((4, columns.pile_width, width), kind)
        for slot in range(PILES):
            # Lines count in eighths.
            rows = self._rows[slot * SLOT : slot * SLOT + columns.pile] / EIGHTHS
            self._piles[slot, : columns.pile] = rows
        self._bias = weights.first_bias.astype(kind)
        self._second = weights.second.astype(kind)
        self._second_bias = weights.second_bias
        self._last, self._last_bias = weights.last, weights.last_bias

    def sum_pile(self, slot: int, lines: Any) -> Any:
        return lines.astype(self._device.quick) @ self._piles[slot]

    def value(self, written: TurnRows, sums: Any) -> Any:
        first = self._device.add_up(self._rows, self._bias, sums, *written)
        second = (first @ self._second).astype(np.float32) + self._second_bias
        return self._device.arrays.maximum(second, 0) @ self._last + self._last_bias


class GpuLearner:
    """Learns the same as ``ShardLearner``, in minibatches.

    A step plays ``batch`` games and learns from their positions, ``positions`` at a time and in
    random order. Those left over at the end, too few for a minibatch, are not learned from, unless
    they are all there are. Works on any device; on the processor it is slow and for tests.
    """

    def __init__(self, plan: Plan, model: Model, device: Device | None = None) -> None:
        self.plan = plan
        self.model = model
        self.device: Device = device or Gpu()
        self.columns = columns_of(model.rules[ASKED])
        self._games: Games | None = None
        self.weights = _Weights(self.device, model.network, self.columns)
        nothing = Network(*(0 * part for part in model.network))
        self.gradient = _Weights(self.device, nothing, self.columns)
        self._moments = [_Weights(self.device, part, self.columns) for part in model.moments]
        self._teacher: Network | None = None
        if plan.teacher:
            taught = join_networks([load_network(Path(name)) for name in plan.teacher])
            self._teacher = _Weights(self.device, taught, self.columns).parts

    def prepare(self) -> None:
        """Bring the weights to the device; compiling takes little time compared with a step."""
        self.weights.take(self.model.network)
        for ours, kept in zip(self._moments, self.model.moments, strict=True):
            ours.take(kept)

    def fetch(self) -> None:
        """Bring the weights back from the device."""
        self.weights.give(self.model.network)
        for ours, kept in zip(self._moments, self.model.moments, strict=True):
            ours.give(kept)

    def valuer(self) -> Valuer:
        """Return what values turns by the weights as they are now."""
        return _Valuer(self.device, self.weights.parts, self.columns)

    def layers(self, parts: Network, inputs: Any) -> tuple[Any, Any, Any]:
        """Return both layers of some positions, and their values."""
        arrays = self.device.arrays
        first = arrays.maximum(inputs @ parts.rows + parts.first_bias, 0)
        second = arrays.maximum(first @ parts.second + parts.second_bias, 0)
        return first, second, second @ parts.last + parts.last_bias

    def take_step(self, step: int, done: float, pool: ThreadPoolExecutor) -> Tally:
        """Play the games of a step and learn from them; the device needs no threads."""
        del pool
        plan, arrays = self.plan, self.device.arrays
        if self._games is None:
            at_once = min(AT_ONCE, 64 * plan.batch)
            self._games = Games(self.device, self.model.rules, self.columns, plan.batch, at_once)
        played = self._games.play(
            self.valuer(),
            plan.first_game + step * plan.batch,
            Style(plan.talking, plan.spread_at(done), plan.strict_deck_at(done), plan.split),
            Worth(plan.trace_at(done), plan.shaping_at(done)),
        )
        source = arrays.random.RandomState((plan.seed + step + 1) % (1 << 32))
        order = arrays.argsort(source.random_sample(played.positions))
        portion = max(1, min(plan.positions, played.positions))
        rate, keep = plan.rate_at(done), plan.keep_at(done)
        error = arrays.zeros(1, np.float64)
        learned = 0
        for start in range(0, played.positions - portion + 1, portion):
            chosen = order[start : start + portion]
            miss = self._learn(self._games.pool[chosen], played.wanted[chosen], rate, keep)
            error += (miss * miss).sum()
            learned += portion
        return Tally(
            games=played.games,
            won=played.won,
            left=played.left,
            positions=played.positions,
            squared_error=float(error[0]) * played.positions / max(1, learned),
        )

    def _learn(self, lines: Any, wanted: Any, rate: float, keep: float) -> Any:
        """Take one step of Adam for some positions; return the errors of their values."""
        miss = self.add_gradient(lines, wanted)
        self.step_weights(rate, keep)
        return miss

    def step_weights(self, rate: float, keep: float) -> None:
        """Take one step of Adam along the gradient as it was written."""
        self.model.updates += 1
        weights = self.weights.flat
        self.device.launch(
            _update,
            int(weights.size),
            weights,
            self.gradient.flat,
            *(part.flat for part in self._moments),
            corrected_rate(rate, self.model.updates),
            np.float32(keep),
        )

    def add_gradient(self, lines: Any, wanted: Any) -> Any:
        """Write the gradient of some positions; return the errors of their values."""
        arrays, parts = self.device.arrays, self.weights.parts
        inputs = lines.astype(np.float32) / EIGHTHS
        if self._teacher is not None:
            wanted = chances(arrays, self.layers(self._teacher, inputs)[-1])
        first, second, value = self.layers(parts, inputs)
        miss = chances(arrays, value) - wanted
        self.write_gradient(inputs, first, second, miss)
        return miss

    def write_gradient(self, inputs: Any, first: Any, second: Any, slopes: Any) -> None:
        """Write the gradient of some positions, given the slope of the loss by each value."""
        arrays, parts, slope = self.device.arrays, self.weights.parts, self.gradient.parts
        back = arrays.outer(slopes, parts.last) * (second > 0)
        slope.last[:] = slopes @ second
        slope.last_bias[:] = slopes.sum()
        slope.second[:] = first.T @ back
        slope.second_bias[:] = back.sum(axis=0)
        back = (back @ parts.second.T) * (first > 0)
        slope.rows[:] = inputs.T @ back
        slope.first_bias[:] = back.sum(axis=0)
