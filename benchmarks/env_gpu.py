"""Steps a second of games on a GPU, with observations and masks written there.

    python benchmarks/env_gpu.py [--counts 65536 262144] [--seconds 2]

A step is one random legal action in every game, drawn on the GPU, with the observation and the
mask of every game written as bytes and finished games dealt anew. First some hundred games are
compared with those of the CPU, array by array, and the arrays are handed to PyTorch and JAX, where
those are installed. Where the machine with the GPU has no Numba, kernels can be brought along,
together with what the CPU says of the games:

    python benchmarks/env_gpu.py --translate FOLDER     # where numba-cuda is, without a GPU
    python benchmarks/env_gpu.py --translated FOLDER    # where the GPU is
"""

import argparse
import hashlib
import json
import re
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from tenback.bots.training.devices import Processor, kernel_over
from tenback.envs import gpu
from tenback.envs.gpu import GpuGames
from tenback.envs.lanes import sample_lane, seed_lane, spread_word, step_lane
from tenback.envs.options import make_batch
from tenback.envs.stepping import ACT

KERNELS: dict[str, Any] = {
    "step_lane": step_lane,
    "spread_word": spread_word,
    "sample_lane": sample_lane,
    "seed_lane": seed_lane,
}
_THREADS = 128
#: How many games are compared, and for how many steps.
COMPARED, STEPS = 512, 150
#: For how many steps other libraries choose the actions; a random game has about twenty.
HANDED = 100
#: What is measured: a game and its players.
GAMES = (("original", 1), ("original", 3), ("extreme", 1), ("duel", 2))


def passed_to(name: str) -> tuple[Any, ...]:
    """Return arguments for a kernel, as small as they can be: only their types count."""
    games: Any = GpuGames(device=Processor())
    lanes = games._lanes
    return {
        "step_lane": (lanes, games._actions, 0, 1, games._plan),
        "spread_word": (lanes.observed, 1, games._observed),
        "sample_lane": (lanes, games._actions),
        "seed_lane": (lanes,),
    }[name]


def translate(name: str) -> str:
    """Return a kernel as PTX, for a GPU of compute capability 9.0."""
    tools: Any = import_module("numba.cuda")
    numba: Any = import_module("numba")
    import_module("tenback.kernels.compiling").leave_library()
    function = KERNELS[name]
    kernel = kernel_over(tools, getattr(function, "dispatcher", function)).py_func
    signature = (numba.int64, numba.typeof(passed_to(name)))
    text, _ = tools.compile_ptx(kernel, signature, cc=(9, 0), device=False)
    # A driver refuses code that says it is newer than the driver; what is used here is older.
    return re.sub(r"\.version \d+\.\d+", ".version 8.0", str(text), count=1)


class Records:
    """Records on the GPU, of which CuPy knows only the bytes."""

    def __init__(self, cupy: Any, values: Any) -> None:
        self.bytes = cupy.asarray(np.ascontiguousarray(values).view(np.uint8).reshape(-1))
        self.shape, self.dtype = values.shape, values.dtype


class Translated:
    """A GPU with kernels that were translated elsewhere; otherwise like ``devices.Gpu``."""

    quick = np.float16

    def __init__(self, folder: Path) -> None:
        self.arrays: Any = import_module("cupy")
        self._kernels: dict[Any, Any] = {}
        for name, function in KERNELS.items():
            path = folder / f"{name}.ptx"
            entry = path.read_text().split(".entry")[1].split("(")[0].strip()
            self._kernels[function] = self.arrays.RawModule(path=str(path)).get_function(entry)

    def upload(self, values: Any) -> Any:
        return Records(self.arrays, values) if values.dtype.names else self.arrays.asarray(values)

    def download(self, values: Any) -> Any:
        return self.arrays.asnumpy(values)

    def launch(self, function: Any, count: int, *arguments: Any) -> None:
        blocks = (count + _THREADS - 1) // _THREADS
        flat = [np.int64(count), *(part for one in arguments for part in self._flat(one))]
        self._kernels[function]((blocks,), (_THREADS,), tuple(flat))

    def _flat(self, one: Any) -> list[Any]:
        """Take an argument apart as numba-cuda does."""
        if isinstance(one, tuple):
            parts = cast("tuple[Any, ...]", one)
            return [flat for part in parts for flat in self._flat(part)]
        if isinstance(one, (int, float)):
            return [np.float64(one) if isinstance(one, float) else np.int64(one)]
        size = int(one.dtype.itemsize)
        data, strides = (one.bytes, (size,)) if isinstance(one, Records) else (one, one.strides)
        shape: tuple[int, ...] = one.shape
        before = [np.int64(number) for number in (0, 0, int(np.prod(shape)), size)]
        return [*before, data, *map(np.int64, shape), *map(np.int64, strides)]


def digest(arrays: Sequence[Any]) -> str:
    """Return a hash of what a step tells; rewards are rounded, as their last bits may differ."""
    told = hashlib.sha256()
    for array in arrays:
        rounded: Any = cast("Any", np).round(array, 9) + 0.0 if array.dtype.kind == "f" else array
        told.update(rounded.tobytes())
    return told.hexdigest()[:16]


def trace(device: Any, game: str, players: int) -> list[str]:
    """Play games on a device and return a hash of all arrays for each step."""
    games = GpuGames(game, COMPARED, players=players, device=device, shaping="laid")
    games.reset(seed=0)
    found: list[str] = []
    for _ in range(STEPS):
        told = (games.observations, games.masks, games.rewards, games.over, games.seats)
        found.append(digest([device.download(array) for array in told]))
        games.step(games.sample_actions())
    return found


def expected(game: str, players: int) -> list[str]:
    """Return what steps of the vector environment tell of the same games and actions."""
    drawn = GpuGames(game, COMPARED, players=players, device=Processor(), shaping="laid")
    drawn.reset(seed=0)
    batch = make_batch(game, COMPARED, players=players, shaping="laid")
    batch.seed(np.arange(COMPARED))
    results = batch.reset()
    found: list[str] = []
    for _ in range(STEPS):
        told = (results.observations, results.masks, results.earned, results.over, results.seats)
        found.append(digest(told))
        actions = drawn.sample_actions().copy()
        drawn.step(actions)
        results = batch.step(actions, renews=True)
    return found


def hand_over(device: Any) -> None:
    """Let other libraries read the arrays where they are, and hand actions back."""
    games = GpuGames("original", 64, device=device)
    games.reset(seed=0)
    wanted = int(games.masks.sum())
    if find_spec("torch") is not None:
        torch: Any = import_module("torch")
        masks = torch.from_dlpack(games.masks)
        assert masks.data_ptr() == games.masks.data.ptr
        assert int(masks.sum()) == wanted
        ends = 0
        for _ in range(HANDED):
            chances = torch.from_dlpack(games.masks).float()
            chances[:, 0] += ~chances.any(1)  # a finished game has no legal action
            games.step(torch.multinomial(chances, 1)[:, 0])
            assert not games.refusals.any()
            ends += int(games.over.sum())
        assert ends > games.count
        print(f"PyTorch reads the same memory on {masks.device}, and its actions are taken")
    if find_spec("jax") is not None:
        jax: Any = import_module("jax")
        jax_games = import_module("tenback.envs.jax_games").JaxGames(games)
        seen = jax_games.reset(seed=0)
        ends = 0
        for step in range(HANDED):
            logits = jax.numpy.where(seen.masks != 0, 0.0, -1e9)
            seen = jax_games.step(jax.random.categorical(jax.random.key(step), logits))
            assert not games.refusals.any()
            ends += int(seen.over.sum())
        assert ends > games.count
        print(f"JAX reads them on {seen.masks.devices()}, and its actions are taken")


def measure(device: Any, game: str, players: int, count: int, seconds: float) -> tuple[float, ...]:
    """Return steps a second: with bytes written, and without spreading the bits to bytes."""
    games: Any = GpuGames(game, count, players=players, device=device)
    games.reset(seed=0)
    wait = device.arrays.cuda.Device().synchronize

    def alone(actions: Any) -> None:
        # Numba's functions have taken the place of the library's once there is a device.
        device.launch(gpu.step_lane, count, games._lanes, actions, ACT, 1, games._plan)

    found: list[float] = []
    for step in (games.step, alone):
        for _ in range(20):
            step(games.sample_actions())
        wait()
        rates: list[float] = []
        for _ in range(5):
            clock, steps = time.perf_counter(), 0
            while time.perf_counter() - clock < seconds / 5:
                for _ in range(10):
                    step(games.sample_actions())
                wait()
                steps += 10 * count
            rates.append(steps / (time.perf_counter() - clock))
        found.append(float(np.median(rates)))
    return tuple(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", type=int, nargs="+", default=[16384, 131072, 524288])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--translate", type=Path)
    parser.add_argument("--translated", type=Path)
    given = parser.parse_args()
    if given.translate:
        given.translate.mkdir(parents=True, exist_ok=True)
        tools: Any = import_module("numba.cuda")
        hopper = SimpleNamespace(compute_capability=(9, 0))
        tools.dispatcher.get_current_device = lambda: hopper
        for name in KERNELS:
            (given.translate / f"{name}.ptx").write_text(translate(name))
        told = {f"{game} {players}": expected(game, players) for game, players in GAMES}
        (given.translate / "expected.json").write_text(json.dumps(told))
        return
    if given.translated:
        device: Any = Translated(given.translated)
        told = json.loads((given.translated / "expected.json").read_text())
    else:
        told = {f"{game} {players}": expected(game, players) for game, players in GAMES}
        device = import_module("tenback.bots.training.devices").Gpu()
    name = device.arrays.cuda.runtime.getDeviceProperties(0)["name"].decode()
    for game, players in GAMES:
        if trace(device, game, players) != told[f"{game} {players}"]:
            raise SystemExit(f"{game} {players}: the GPU and the CPU differ")
        print(f"{game} {players}: {COMPARED * STEPS:,} steps agree", flush=True)
    hand_over(device)
    print(f"{name}; median of 5 runs, actions drawn on the GPU")
    print("| game | players | games | steps a second | without spreading bits to bytes |")
    print("|---|---|---|---|---|")
    for game, players in GAMES:
        for count in given.counts:
            whole, alone = measure(device, game, players, count, given.seconds)
            print(f"| {game} | {players} | {count:,} | {whole:,.0f} | {alone:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
