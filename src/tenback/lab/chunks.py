"""Playing a stretch of a run: the one function that every executor calls.

A game depends on its seed alone, so a run is the same however it is cut into chunks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from tenback.bots import Bot, create_bot, take_turn
from tenback.lab.errors import GameFailedError
from tenback.lab.spec import RunSpec
from tenback.records import deal_from_seed, lot_from_seed
from tenback.records.deals import bot_seed
from tenback.rules import Ruleset, State, Termination
from tenback.rules.registry import own_endings

__all__ = ["COLUMNS", "Chunk", "choose_engine", "play_chunk", "terminations"]

#: What is kept of a game. ``winners`` has bit n set if seat n won; ``termination`` is an index
#: of ``terminations()``; ``score`` counts the cards left (in a duel the loser's); ``decisions``
#: counts the turns that a bot had to decide.
COLUMNS: Final[Mapping[str, Any]] = {
    "winners": np.uint8,
    "score": np.int16,
    "termination": np.uint8,
    "turns": np.int32,
    "decisions": np.int32,
}
#: An ending that no game names among its ``causes``.
_OTHER = "OTHER"

Column = NDArray[Any]


def terminations() -> tuple[str, ...]:
    """Return the ways in which games end: those of the rules, any other, and games' own."""
    return (*map(str, Termination), _OTHER, *own_endings())


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive games of a run, column by column, and how long they took to play."""

    first: int
    columns: Mapping[str, Column]
    seconds: float = 0.0

    @property
    def count(self) -> int:
        """The number of games in it."""
        return len(self.columns["score"])


def choose_engine(rules: Ruleset, bots: Sequence[str]) -> Literal["compiled", "plain"]:
    """Choose compiled code if it knows the ruleset and every bot, else plain Python."""
    try:
        from tenback.bots.batches import compile_seating  # noqa: PLC0415 - heavy
        from tenback.kernels import UnsupportedRulesetError  # noqa: PLC0415
    except ImportError:
        return "plain"
    try:
        return "plain" if compile_seating(rules, bots) is None else "compiled"
    except UnsupportedRulesetError:
        return "plain"


def play_chunk(spec: RunSpec, first: int, count: int) -> Chunk:
    """Play the games ``first`` to ``first + count - 1`` of a run."""
    started = perf_counter()
    play = _play_compiled if spec.engine == "compiled" else _play_plainly
    columns = play(spec, first, count)
    return Chunk(first, columns, perf_counter() - started)


def _play_compiled(spec: RunSpec, first: int, count: int) -> dict[str, Column]:
    from tenback.bots.batches import compile_seating, play_games  # noqa: PLC0415 - heavy

    seating = compile_seating(spec.rules, spec.bots)
    assert seating is not None
    seeds = np.arange(count, dtype=np.int64) + spec.seed_of(first)
    played = play_games(seating, seeds, agree=spec.agree)
    ended = played.terminations  # the kernels count from 1 and have no OTHER
    found = {
        "winners": played.winners,
        "score": played.scores,
        "termination": np.where(ended > len(Termination), ended, ended - 1),
        "turns": played.turns,
        "decisions": played.decisions,
    }
    return {name: found[name].astype(kind) for name, kind in COLUMNS.items()}


def _play_plainly(spec: RunSpec, first: int, count: int) -> dict[str, Column]:
    columns: dict[str, Column] = {name: np.zeros(count, kind) for name, kind in COLUMNS.items()}
    known = terminations()
    for index in range(count):
        seed = spec.seed_of(first + index)
        try:
            state, decisions = _play_game(spec, seed)
        except Exception as error:
            # Any error of a bot ends here; with the seed its author can play the game again.
            told = f"the game with the seed {seed} failed: {type(error).__name__}: {error}"
            raise GameFailedError(told) from error
        outcome = state.outcome
        assert outcome is not None
        ended = outcome.termination if outcome.termination in known else _OTHER
        columns["winners"][index] = sum(1 << seat for seat in outcome.winners)
        columns["score"][index] = outcome.score
        columns["termination"][index] = known.index(ended)
        columns["turns"][index] = state.turns
        columns["decisions"][index] = decisions
    return columns


def _play_game(spec: RunSpec, seed: int) -> tuple[State, int]:
    bots = _seat_bots(spec.bots, seed)
    rules = spec.rules
    dealt, first = State.deal(rules, deal_from_seed(rules, seed)), lot_from_seed(rules, seed)
    if spec.agree:
        from tenback.bots.starting import agreed_starter  # noqa: PLC0415 - heavy

        first = agreed_starter(dealt, first)
    state = dealt.start(first)
    decisions = 0
    while state.outcome is None:
        state = take_turn(state, bots)
        decisions += 1
    return state, decisions


def _seat_bots(bots: Sequence[str], seed: int) -> list[Bot]:
    """Make the bots of one game, each with a seed of its own."""
    return [create_bot(bot, seed=bot_seed(seed, seat)) for seat, bot in enumerate(bots)]
