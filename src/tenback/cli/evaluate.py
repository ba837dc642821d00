"""``tenback evaluate``: an agent on public deals, paired with built-in bots."""

import json as json_format
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from tenback.bots import split_bots
from tenback.cli.common import GameName, WholeNumber
from tenback.cli.errors import CliError
from tenback.cli.experiments import Games, between, experiment, percent, show
from tenback.cli.ruleset_options import RulesetOptions
from tenback.lab.results import verify_writable
from tenback.lab.statistics import Estimate
from tenback.records.files import write_whole

__all__ = ["evaluate"]


def evaluate(  # noqa: PLR0913 - each is an option of the command line
    agent: str,
    *,
    game: Annotated[GameName, Parameter(alias="-g")] = "original",
    players: Annotated[WholeNumber | None, Parameter(alias="-p")] = None,
    games: Games = 1000,
    versus: str = "greedy,tuned",
    opponent: str = "greedy",
    seed: WholeNumber = 1000,
    key: Path | None = None,
    out: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    options: RulesetOptions = RulesetOptions(),  # noqa: B008 - frozen
) -> int:
    """Evaluate an agent on deals that everybody plays, next to built-in bots on the same deals.

    Parameters
    ----------
    agent
        A bot, 'file.py:function', 'module:function' or 'model.onnx'; more in
        docs/environments/evaluate.md.
    players
        How many play; by default one. The agent has every seat.
    games
        How many deals, the first ones of the set: 1000, 10_000 or 1e5.
    versus
        Built-in bots to compare with, separated by commas.
    opponent
        Who sits opposite in a duel, for the agent and for the built-in bots.
    seed
        Which set of deals; 1000 is the public one.
    key
        Play hidden deals instead: those of the secret in this file.
    out
        Write the result into this file, .json: the leaderboard is made of such files.
    json
        Print the result as JSON.
    """
    from tenback.envs.agents import AgentError, load_agent  # noqa: PLC0415 - heavy
    from tenback.envs.evaluation import evaluate as run_evaluation  # noqa: PLC0415 - heavy

    with experiment():
        if out is not None:
            verify_writable(out, (".json",))
        rules = options.ruleset(game, players, seed)
        try:
            found = run_evaluation(
                load_agent(agent),
                rules,
                games=games,
                versus=split_bots(versus),
                opponent=opponent,
                seed=seed,
                key=None if key is None else _read_key(key),
            )
        except (AgentError, ImportError) as error:
            raise CliError(str(error)) from None
        told = json_format.dumps(found.to_dict(), indent=2) + "\n"
        if out is not None:
            write_whole(out, lambda file: file.write(told.encode()))
        if json:
            sys.stdout.write(told)
            return 0
        played = f"set {seed}" if key is None else "a hidden set"
        seats = "1 player" if rules.players == 1 else f"{rules.players} players"
        table = Table(title=f"{game}, {seats}, {games:,} deals of {played}")
        for name in ("agent", "won", "95 %", "cards left", "agent wins more by", "leaves more by"):
            table.add_column(name, justify="left" if name == "agent" else "right")
        table.add_row(
            found.agent, percent(found.win_rate.value), *_interval(found.win_rate, found.left)
        )
        for one in found.versus:
            table.add_row(
                one.bot,
                percent(one.win_rate.value),
                *_interval(one.win_rate, one.left),
                _difference(one.win_difference, 100),
                _difference(one.left_difference, 1),
            )
        show(table)
        print("Differences with 95 % intervals, paired by deal.")
        return 0


def _read_key(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CliError(f"key: {path} cannot be read: {error.strerror}") from None


def _interval(won: Estimate, left: Estimate) -> tuple[str, str]:
    return between(won, 100), f"{left.value:.2f}"


def _difference(found: Estimate, scale: float) -> str:
    return f"{scale * found.value:+.2f} ({between(found, scale)})"
