"""What ``tenback train`` says before it begins: what it will do, and how long that takes."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.bots.training.plan import Plan
    from tenback.bots.training.trainer import MakeLearner, Trainer

__all__ = ["announce", "clock"]


def announce(trainer: "Trainer", make_learner: "MakeLearner", out: Path, threads: int) -> None:
    """Say what will be done; compile, and say how long it will take."""
    plan = trainer.plan
    _tell(f"Training {_what(plan)}, on {_device(plan, threads)}.")
    _tell(
        f"It writes {out} and {out.with_suffix('.json').name}; "
        "Ctrl-C stops it, and the same command goes on from there."
    )
    if trainer.step:
        _tell(f"{100 * trainer.done:.0f} % was done before, in {clock(trainer.seconds)}.")
    if plan.minutes:
        _tell(f"It takes {clock(max(0.0, 60 * plan.minutes - trainer.seconds))}; compiling…")
    elif plan.gpu:
        _tell("Compiling… How long it takes is told once the first steps are done.")
    else:
        _tell("Compiling…")
        seconds = (plan.steps - trainer.step) * _step_seconds(trainer, make_learner, threads)
        _tell(f"At the speed of the first games it takes {clock(seconds)}; later ones are longer.")


def _step_seconds(trainer: "Trainer", make_learner: "MakeLearner", threads: int) -> float:
    if trainer.step:
        return trainer.seconds / trainer.step
    from tenback.bots.training.pace import seconds_of_step  # noqa: PLC0415 - heavy

    return seconds_of_step(trainer.plan, make_learner, threads)


def _what(plan: "Plan") -> str:
    who = f"{plan.game} for {plan.players}"
    network = f"a network of {plan.width} and {plan.second}"
    if plan.minutes:
        return f"{who}: {network}, {plan.shards * plan.batch} games a step"
    games = plan.steps * plan.shards * plan.batch
    return f"{who}: {network}, {plan.steps:,} steps, {games:,} games"


def _device(plan: "Plan", threads: int) -> str:
    if plan.gpu:
        return "a GPU"
    used = min(threads, plan.shards)  # a shard is played by one thread
    return "one thread" if used == 1 else f"{used} threads"


def clock(seconds: float) -> str:
    """Write a time as people say it."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"about {minutes} minutes"
    return f"about {minutes / 60:.1f} hours"


def _tell(line: str) -> None:
    print(f"tenback: {line}", file=sys.stderr, flush=True)
