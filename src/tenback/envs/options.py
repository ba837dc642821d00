"""The keyword arguments that every environment takes, from words to a batch of games."""

from collections.abc import Sequence
from dataclasses import fields
from operator import index
from typing import Any

from tenback.envs.batch import GameBatch
from tenback.envs.others import AGENT
from tenback.envs.rewards import Rewards
from tenback.records import build_ruleset
from tenback.records.deals import MAX_SEED
from tenback.rules import OPTIONS, Ruleset

__all__ = ["default_seats", "make_batch", "make_ruleset", "read_options", "verify_seed"]

_REWARDS = tuple(field.name for field in fields(Rewards))
#: What a ruleset takes besides its options.
_RULES = ("layout", "starter", "hand_size")
_COMPANION = "greedy"


def make_ruleset(game: str, players: int | None = None, **options: Any) -> Ruleset:
    """Build a ruleset from the keyword arguments of an environment."""
    known = {name: value for name, value in options.items() if name in OPTIONS}
    return build_ruleset(
        game, players, known, **{name: options[name] for name in _RULES if name in options}
    )


def make_batch(
    game: str,
    count: int,
    *,
    players: int | None = None,
    seats: Sequence[str] | None = None,
    memory: bool = True,
    **options: Any,
) -> GameBatch:
    """Make a batch of games; a ValueError says which argument is wrong, and what would be right."""
    rules, rewards = read_options(game, players, **options)
    return GameBatch(rules, count, rewards=rewards, seats=seats, memory=memory)


def read_options(game: str, players: int | None, **options: Any) -> tuple[Ruleset, Rewards]:
    """Read a ruleset and rewards from words; a ValueError names what is wrong."""
    known = (*_REWARDS, *OPTIONS, *_RULES)
    for name in options:
        if name not in known:
            raise ValueError(f"there is no argument {name!r}; there are {', '.join(known)}")
    rewards = Rewards(**{name: options.pop(name) for name in _REWARDS if name in options})
    return make_ruleset(game, players, **options), rewards


def verify_seed(seed: Any) -> int:
    """Return a seed as a plain number; a ValueError says what it has to be."""
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= MAX_SEED:
        raise ValueError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
    return number


def default_seats(game: str, players: int | None, **options: Any) -> tuple[str, ...]:
    """Seat one agent, with `greedy` beside or against it."""
    rules = make_ruleset(game, players, **options)
    return (AGENT, *(_COMPANION,) * (rules.players - 1))
