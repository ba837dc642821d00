"""A run: a ruleset, a bot for each seat and a seed. Nothing else decides its games."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tenback.bots import BotError, create_bot, split_bots
from tenback.lab.errors import LabError
from tenback.lab.fingerprint import code_fingerprint
from tenback.records.rulesets import format_layout, format_option
from tenback.rules import NO_COMMANDS, Ruleset

__all__ = ["MAX_GAMES", "MAX_RUN_SEED", "RunSpec", "make_spec", "verify_count"]

#: The seed of a game holds the run's seed in its upper bits and the game's number in the lower.
_GAME_BITS = 32
MAX_GAMES = 2**_GAME_BITS
MAX_RUN_SEED = 2**31 - 1

Engine = Literal["compiled", "plain"]


@dataclass(frozen=True, slots=True, repr=False)
class RunSpec:
    """A run of games; ``make_spec`` checks its parts.

    ``engine`` says what plays the games. It is part of the run, because `random` draws other
    numbers in compiled code than in Python. ``agree``: the bots agree who starts (A-8), and the lot
    only breaks ties.
    """

    rules: Ruleset
    bots: tuple[str, ...]
    seed: int = 0
    engine: Engine = "plain"
    agree: bool = False

    def __repr__(self) -> str:
        """Show the title; a whole ruleset is long."""
        return f"<RunSpec {self.title}, seed {self.seed}, {self.engine}>"

    def seed_of(self, game: int) -> int:
        """Return the seed of a game's deal, as ``tenback play --seed`` takes it."""
        return (self.seed << _GAME_BITS) + game

    @property
    def team(self) -> str:
        """The names of the bots; one name if all seats have the same bot."""
        return self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots)

    @property
    def title(self) -> str:
        """The run in one line: game, players, options, bots."""
        rules = self.rules
        players = f"{rules.players} player{'s' if rules.players > 1 else ''}"
        options = [f"{name}={format_option(v)}" for name, v in rules.changed_options().items()]
        if rules.layout is not NO_COMMANDS and rules.layout.name != "even":
            options.append(f"layout={rules.layout.name}")
        if self.agree:
            options.append("starter=agreed")
        return ", ".join([rules.game.id, players, *options, self.team])

    def to_dict(self) -> dict[str, object]:
        """Return the run as plain values, for files and digests."""
        rules = self.rules
        options: dict[str, object] = dict(rules.changed_options())
        if rules.layout is not NO_COMMANDS:
            options["layout"] = format_layout(rules.layout)
        if rules.hand_size != rules.game.initial_hand_size(rules):
            options["hand_size"] = rules.hand_size
        if rules.starter != "lot":
            options["starter"] = rules.starter
        elif self.agree:
            options["starter"] = "agreed"
        return {
            "game": rules.game.id,
            "players": rules.players,
            "options": options,
            "bots": list(self.bots),
            "seed": self.seed,
            "engine": self.engine,
        }

    @property
    def code(self) -> str:
        """A digest of the code that decides the games."""
        return code_fingerprint(self.rules.game, self.bots)

    @property
    def digest(self) -> str:
        """The name of the run: the same games have the same digest in every process."""
        told = {"format": 1, "code": self.code, **self.to_dict()}
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:24]


def make_spec(
    rules: Ruleset, bots: str | Sequence[str], seed: int = 0, *, agree: bool = False
) -> RunSpec:
    """Check and seat the bots; a shorter list is repeated over the seats.

    A bot that does not exist, or too many of them, are a ``LabError``, and so is a starter that
    bots cannot agree on.
    """
    from tenback.lab.chunks import choose_engine  # noqa: PLC0415 - it needs RunSpec

    if not 0 <= seed <= MAX_RUN_SEED:
        raise LabError(f"seed: {seed} is not from 0 to {MAX_RUN_SEED}")
    listed = split_bots(bots) if isinstance(bots, str) else [bot.strip() for bot in bots]
    if not listed:
        raise LabError("bots: name at least one bot")
    if len(listed) > rules.players:
        raise LabError(f"bots: {len(listed)} bots for {rules.players} seat(s)")
    if agree and not rules.game.is_team_game:
        raise LabError(f"starter: in {rules.game.id} a lot decides who starts; bots cannot agree")
    if agree and rules.starter != "lot":
        raise LabError(f"starter: the ruleset names P{rules.starter + 1}; bots cannot agree")
    for bot in dict.fromkeys(listed):
        try:
            create_bot(bot)
        except BotError as error:
            raise LabError(f"bots: {error}") from None
    seats = tuple(listed[seat % len(listed)] for seat in range(rules.players))
    return RunSpec(rules, seats, seed, choose_engine(rules, seats), agree)


def verify_count(games: int) -> None:
    """Raise a LabError for a number of games that cannot be played."""
    if not 1 <= games <= MAX_GAMES:
        raise LabError(f"games: {games} is not from 1 to {MAX_GAMES}")
