"""``tenback train``: train a network for `expert` by self-play."""

import json
import math
import os
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tenback.cli.common import GameName, WholeNumber, make_ruleset
from tenback.cli.errors import CliError
from tenback.cli.extras import require_extra
from tenback.cli.training_ahead import announce
from tenback.rules import find_game

if TYPE_CHECKING:
    from tenback.bots.training.plan import Plan
    from tenback.bots.training.trainer import MakeLearner, Point, Trainer

__all__ = ["train"]

_SECONDS_BETWEEN_CHECKPOINTS = 60.0
_SUFFIX = ".npz"


def train(  # noqa: PLR0913 - each is an option of the command line
    game: GameName = "original",
    *,
    players: Annotated[WholeNumber | None, Parameter(alias="-p")] = None,
    expert_minimum: Annotated[bool, Parameter(negative="")] = False,
    expert_hand: Annotated[bool, Parameter(negative="")] = False,
    out: Path,
    steps: WholeNumber = 20_000,
    minutes: float = 0.0,
    shards: WholeNumber = 1,
    batch: WholeNumber = 8,
    width: WholeNumber = 128,
    second: WholeNumber = 32,
    rate: float = 0.003,
    trace: float = 0.8,
    last_trace: float | None = None,
    split: WholeNumber = 0,
    seed: WholeNumber = 3_000_000,
    start: list[Path] | None = None,
    teacher: list[Path] | None = None,
    samples: WholeNumber = 0,
    gpu: Annotated[bool, Parameter(negative="")] = False,
    positions: WholeNumber = 4096,
    threads: WholeNumber | None = None,
    bits: WholeNumber = 16,
    plot: Path | None = None,
    fresh: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Train a network by self-play; after Ctrl-C the same command resumes.

    Parameters
    ----------
    players
        How many play; by default one.
    expert_minimum
        At least three cards a turn while the draw pile lasts (G-24).
    expert_hand
        One card fewer in every hand (G-24).
    out
        The file of the network, .npz. Beside it are written .json (how it was made) and, until
        the training is over, .checkpoint.
    steps
        Steps of the optimiser; each plays shards times batch games.
    minutes
        Train for this long instead, in all: the time before an interruption counts. The same
        command with other minutes resumes, too.
    shards
        Parts of a step that are played in parallel, one thread each.
    batch
        Games of each shard in a step.
    width
        Width of the first layer, a multiple of 64.
    second
        Width of the second layer, a multiple of 32.
    rate
        Initial learning rate, above 0 and at most 1; it falls linearly.
    trace
        The lambda of TD(lambda), from 0 to 1: how much a position learns from the end of the game
        rather than from the network's values of the next positions.
    last_trace
        What the trace falls to in the course of the training; by default it is constant.
    split
        Every so many turns continue promising games several times, with other draws, in the place
        of hopeless ones; with --gpu, and not in a duel.
    seed
        Seed of the weights and, times 2^32, of the first deal, from 0 to 2147483647.
    start
        A network to start from, instead of random weights. Given several times, the training
        starts from the mean of these networks; their widths add up to --width and --second.
    teacher
        A network to learn from, with --gpu: what it says of a position is learned instead of what
        came of it. Given several times, the mean of these networks teaches.
    samples
        Try several turns of every position on so many sampled deals, as master does, and learn how
        they differ; with --gpu, and --start for a network that already plays well. Eight will do.
    gpu
        Train on an Nvidia GPU: a step plays batch games there at the same time (several thousand
        keep it busy) and learns from them in minibatches.
    positions
        Positions in a minibatch.
    threads
        Threads that play; by default one for each core. The result is the same with any number.
    bits
        Bits of a weight of the first layer in the file: 16, or 2 to 8. With 8 it is half as large,
        and plays a little worse.
    plot
        Draw the learning curve into this file: .png, .svg or .html.
    fresh
        Start again, even if there is a checkpoint.
    """
    options: dict[str, object] = {
        "expert_minimum": expert_minimum or None,
        "expert_hand": expert_hand or None,
    }
    rules = make_ruleset(game, players, options)
    from tenback.bots.training.plan import Plan  # noqa: PLC0415 - heavy
    from tenback.bots.training.trainer import Trainer  # noqa: PLC0415

    plan = Plan(
        game=rules.game.id,
        players=rules.players,
        expert_minimum=expert_minimum,
        expert_hand=expert_hand,
        steps=steps,
        minutes=minutes,
        shards=shards,
        batch=batch,
        width=width,
        second=second,
        seed=seed,
        rate=rate,
        trace=trace,
        last_trace=last_trace,
        split=split,
        gpu=gpu,
        positions=positions,
        bits=bits,
        start=tuple(str(path) for path in start or ()),
        teacher=tuple(str(path) for path in teacher or ()),
        samples=samples,
    )
    _verify_plan(plan)
    _verify_teaching(plan)
    _verify_files(out, plot)
    _verify_given("start", start)
    _verify_given("teacher", teacher)
    if threads is not None and threads < 1:
        raise CliError(f"threads: {threads} is not at least 1")
    make_learner = _learner_for(plan)
    try:
        trainer = Trainer(plan, make_learner)
    except ValueError as error:
        raise CliError(str(error)) from None
    checkpoint = out.with_suffix(".checkpoint")
    if checkpoint.exists() and not fresh:
        trainer = _load_checkpoint(make_learner, plan, checkpoint)
    threads = threads or os.cpu_count() or 1
    announce(trainer, make_learner, out, threads)
    return _run(trainer, out, checkpoint, threads, plot)


def _load_checkpoint(make_learner: "MakeLearner", plan: "Plan", checkpoint: Path) -> "Trainer":
    """Resume from the checkpoint; only the length of the training may have changed."""
    from tenback.bots.training.trainer import Trainer  # noqa: PLC0415 - heavy

    try:
        trainer = Trainer.load(checkpoint, make_learner)
    except ValueError as error:
        raise CliError(f"{error}; --fresh begins anew") from None
    if replace(trainer.plan, minutes=plan.minutes) != plan:
        raise CliError(f"{checkpoint} holds another training; --fresh begins anew")
    trainer.plan = plan
    return trainer


def _learner_for(plan: "Plan") -> "MakeLearner":
    """Choose CPU or GPU; fail with a one-line message if there is no GPU."""
    from tenback.bots.training.shard_learner import ShardLearner  # noqa: PLC0415 - heavy

    if not plan.gpu:
        return ShardLearner
    from tenback.bots.training.devices import why_no_gpu  # noqa: PLC0415
    from tenback.bots.training.gpu_learner import GpuLearner  # noqa: PLC0415
    from tenback.bots.training.search_learner import SearchLearner  # noqa: PLC0415

    reason = why_no_gpu()
    if reason:
        raise CliError(f"gpu: {reason}")
    return SearchLearner if plan.samples else GpuLearner


def _verify_teaching(plan: "Plan") -> None:
    """Refuse what cannot be learned from."""
    if plan.teacher and not plan.gpu:
        raise CliError("teacher: learning from other networks needs --gpu")
    if plan.split < 0:
        raise CliError(f"split: {plan.split} is not at least 0")
    if plan.split and not plan.gpu:
        raise CliError("split: splitting games needs --gpu")
    if plan.split and (plan.samples or not find_game(plan.game).is_team_game):
        raise CliError("split: it goes neither with the duel nor with --samples")
    if plan.samples < 0:
        raise CliError(f"samples: {plan.samples} is not at least 0")
    if plan.samples and not plan.gpu:
        raise CliError("samples: trying turns needs --gpu")
    if plan.samples and not plan.start:
        raise CliError("samples: give a network that plays well with --start")
    if plan.samples and plan.teacher:
        raise CliError("samples: what is tried teaches; leave --teacher out")


def _verify_plan(plan: "Plan") -> None:
    """Refuse impossible numbers before any work is done."""
    from tenback.bots.training.plan import MOST_GAMES, MOST_SEED  # noqa: PLC0415 - heavy
    from tenback.bots.value.weights import LEAST_BITS, MOST_BITS, REAL_BITS  # noqa: PLC0415

    for name in ("steps", "shards", "batch", "positions"):
        value = getattr(plan, name)
        if value < 1:
            raise CliError(f"{name}: {value} is not at least 1")
    if plan.bits != REAL_BITS and not LEAST_BITS <= plan.bits <= MOST_BITS:
        raise CliError(
            f"bits: {plan.bits} is neither {REAL_BITS} nor from {LEAST_BITS} to {MOST_BITS}"
        )
    if plan.gpu and plan.shards > 1:
        raise CliError("shards: a GPU plays a step as one; give --batch instead")
    games = plan.steps * plan.shards * plan.batch
    if not plan.minutes and games > MOST_GAMES:
        raise CliError(f"steps: {games:,} games are more than the {MOST_GAMES:,} of a seed")
    if plan.width < 64 or plan.width % 64:
        raise CliError(f"width: {plan.width} is not a multiple of 64")
    if plan.second < 32 or plan.second % 32:
        raise CliError(f"second: {plan.second} is not a multiple of 32")
    if not 0 <= plan.seed <= MOST_SEED:
        raise CliError(f"seed: {plan.seed} is not from 0 to {MOST_SEED}")
    if not 0 < plan.rate <= 1:
        raise CliError(f"rate: {plan.rate:g} is not above 0 and at most 1")
    if not 0 <= plan.trace <= 1:
        raise CliError(f"trace: {plan.trace:g} is not between 0 and 1")
    if plan.last_trace is not None and not 0 <= plan.last_trace <= 1:
        raise CliError(f"last-trace: {plan.last_trace:g} is not between 0 and 1")
    if not 0 <= plan.minutes < math.inf:
        raise CliError(f"minutes: {plan.minutes:g} is not a number from 0 on")


def _verify_files(out: Path, plot: Path | None) -> None:
    """Refuse files that cannot be written, before any work is done."""
    if out.suffix != _SUFFIX:
        raise CliError(f"out: {out} must end in {_SUFFIX}")
    if not out.absolute().parent.is_dir():
        raise CliError(f"out: there is no folder {out.parent}")
    if out.is_dir():
        raise CliError(f"out: {out} is a folder, not a file")
    if plot is None:
        return
    require_extra("lab", "plot")
    from tenback.lab.errors import LabError  # noqa: PLC0415 - draws
    from tenback.lab.plots import PLOT_SUFFIXES  # noqa: PLC0415
    from tenback.lab.results import verify_writable  # noqa: PLC0415

    try:
        verify_writable(plot, PLOT_SUFFIXES)
    except LabError as error:
        raise CliError(f"plot: {error}") from None


def _verify_given(name: str, paths: list[Path] | None) -> None:
    """Refuse a network that is not there."""
    for path in paths or ():
        if not path.is_file():
            raise CliError(f"{name}: there is no file {path}")


def _run(trainer: "Trainer", out: Path, checkpoint: Path, threads: int, plot: Path | None) -> int:
    status = 0
    try:
        with _shown(trainer, checkpoint) as on_point:
            trainer.run(threads, on_point)
    except MemoryError:
        told = f"a batch of {trainer.plan.batch:,} games is too large for the memory there is"
        raise CliError(f"{told}; take a smaller --batch") from None
    except KeyboardInterrupt:
        trainer.save(checkpoint)
        told = f"tenback: stopped when {100 * trainer.done:.0f} % was done"
        print(f"{told}; the same command goes on from there", file=sys.stderr)
        status = 130
    _write(trainer, out)
    if plot is not None and trainer.points:
        from tenback.lab.curves import write_curve  # noqa: PLC0415 - draws

        write_curve(trainer.plan.game, trainer.plan.players, trainer.points, plot)
    if status == 0:
        checkpoint.unlink(missing_ok=True)
        print(out)
    return status


def _write(trainer: "Trainer", out: Path) -> None:
    from tenback.bots.value.weights import save_network  # noqa: PLC0415 - heavy

    plan, points = trainer.plan, trainer.points
    first = plan.first_game
    games = trainer.step * plan.shards * plan.batch
    facts: dict[str, Any] = {
        "command": "tenback " + " ".join(sys.argv[1:]),
        "plan": plan.to_dict(),
        "seeds": [first, first + games],
        "steps": trainer.step,
        "games": games,
        "seconds": round(trainer.seconds, 1),
        "curve": [
            {"games": point.games, "won": round(point.won, 4), "left": round(point.left, 2)}
            for point in points[:: max(1, len(points) // 20)]
        ],
    }
    if plan.start:
        before = [_read_facts(Path(start).with_suffix(".json")) for start in plan.start]
        facts["before"] = before[0] if len(before) == 1 else before
    if plan.teacher:
        told = dict.fromkeys(plan.teacher)
        facts["teachers"] = [_read_facts(Path(name).with_suffix(".json")) for name in told]
    save_network(trainer.average, facts, out, bits=plan.bits)


def _read_facts(path: Path) -> object:
    """Read how a network was made; None if it is not known."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None


@contextmanager
def _shown(trainer: "Trainer", checkpoint: Path) -> Generator[Callable[["Point"], None]]:
    """Show the progress, as a bar in a terminal or as lines elsewhere, and keep checkpoints."""
    console = Console(stderr=True)
    columns = (BarColumn(bar_width=None), TimeRemainingColumn(), TextColumn("{task.description}"))
    # Between rivals somebody always wins.
    won = "won" if find_game(trainer.plan.game).is_team_game else "won by P1"
    kept = time.monotonic()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=1.0)

        def tell(point: "Point") -> None:
            nonlocal kept
            rate = point.games / point.seconds
            told = f"{100 * point.won:.1f} % {won}, {point.left:.2f} left, {rate:,.0f} games/s"
            bar.update(task, completed=trainer.done, description=told)
            if not console.is_terminal and len(trainer.points) % 10 == 0:
                print(f"{100 * trainer.done:3.0f} %: {told}", file=sys.stderr, flush=True)
            if time.monotonic() - kept > _SECONDS_BETWEEN_CHECKPOINTS:
                kept = time.monotonic()
                trainer.save(checkpoint)

        yield tell
