"""How strong an agent is: the same public deals for everybody, paired with built-in bots."""

import hashlib
import hmac
import traceback
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import tenback
from tenback.bots import BotError, create_bot, play_out
from tenback.bots.batches import compile_seating, play_games
from tenback.envs.agents import Agent, AgentError, Policy
from tenback.envs.batch import GameBatch
from tenback.envs.encoding import VERSION
from tenback.envs.rewards import Rewards
from tenback.lab.spec import MAX_GAMES, MAX_RUN_SEED
from tenback.lab.statistics import (
    Estimate,
    estimate_bounded,
    estimate_share,
    estimate_share_of_groups,
)
from tenback.records import deal_from_seed, lot_from_seed
from tenback.records.deals import bot_seed
from tenback.records.rulesets import format_layout
from tenback.rules import NO_COMMANDS, Ruleset, State

__all__ = [
    "PUBLIC_SEED",
    "Evaluation",
    "Opposite",
    "evaluate",
    "hidden_deals",
    "play_deals",
    "public_deals",
]

#: The deals that everybody plays are those of this run: ``tenback compare --seed 1000``.
PUBLIC_SEED: Final = 1000
_HASHED: Final = 100
#: One game has no spread, so nothing can be said of the next.
_FEWEST: Final = 2
_SHORTEST_KEY: Final = 16


def public_deals(games: int, seed: int = PUBLIC_SEED) -> NDArray[np.int64]:
    """Return the seeds of the deals, those of the lab's run with the same seed."""
    if not 0 <= seed <= MAX_RUN_SEED:  # the lower bits are the number of the deal
        raise AgentError(f"seed: {seed} is not from 0 to {MAX_RUN_SEED}")
    return (np.int64(seed) << np.int64(32)) + np.arange(games, dtype=np.int64)


def hidden_deals(games: int, rules: Ruleset, key: bytes) -> NDArray[np.int64]:
    """Return the seeds of the deals that only holders of a key know, other ones for each game."""
    if len(key) < _SHORTEST_KEY:
        raise AgentError(f"the key has {len(key)} bytes; at least {_SHORTEST_KEY} are needed")
    name = f"tenback {rules.game.id} {rules.players}"
    drawn = [hmac.digest(key, f"{name} {number}".encode(), "sha256") for number in range(games)]
    return np.array([int.from_bytes(one[:8], "big") >> 1 for one in drawn], np.int64)


@dataclass(frozen=True, slots=True)
class Opposite:
    """A built-in bot on the same deals, and what the agent does better."""

    bot: str
    win_rate: Estimate
    left: Estimate
    win_difference: Estimate
    left_difference: Estimate


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an agent reached; in a duel against ``opponent``, from both seats of every deal.

    ``left`` are the cards left in games that were lost; a game that was won counts as 0.
    """

    agent: str
    digest: str
    rules: Ruleset
    games: int
    seed: int | None  #: of the set of deals; None for a hidden one
    key_hash: str | None  #: of the key of a hidden set, so that it can be shown later
    deals_hash: str
    opponent: str | None
    win_rate: Estimate
    left: Estimate
    versus: tuple[Opposite, ...]

    def _set_name(self) -> str:
        if self.seed is None:
            return "hidden"
        return "public" if self.seed == PUBLIC_SEED else "own"

    def to_dict(self) -> dict[str, Any]:
        """Return everything in plain values, for a result file."""
        rules = self.rules
        options: dict[str, Any] = dict(rules.changed_options())
        if rules.layout is not NO_COMMANDS:
            options["layout"] = format_layout(rules.layout)
        if rules.hand_size != rules.game.initial_hand_size(rules):
            options["hand_size"] = rules.hand_size
        if rules.starter != "lot":
            options["starter"] = rules.starter
        return {
            "format": 1,
            "tenback": tenback.__version__,
            "encoding": VERSION,
            "agent": self.agent,
            "digest": self.digest,
            "game": rules.game.id,
            "players": rules.players,
            "options": options,
            "games": self.games,
            "deals": {
                "set": self._set_name(),
                "seed": self.seed,
                "key": self.key_hash,
                "hash": self.deals_hash,
            },
            "opponent": self.opponent,
            "win_rate": asdict(self.win_rate),
            "left": asdict(self.left),
            "versus": [asdict(one) for one in self.versus],
        }


def evaluate(  # noqa: PLR0913 - each is a choice of the evaluation
    agent: Agent,
    rules: Ruleset,
    *,
    games: int = 1000,
    versus: Sequence[str] = (),
    opponent: str = "greedy",
    seed: int = PUBLIC_SEED,
    key: bytes | None = None,
) -> Evaluation:
    """Let an agent and built-in bots play the same deals: those of a seed, or hidden ones of a key.

    In a team game the agent has every seat. In a duel it plays every deal from both seats against
    the opponent, and so do the built-in bots. An ``AgentError`` says why an agent cannot be
    evaluated.
    """
    if not _FEWEST <= games <= MAX_GAMES:
        raise AgentError(f"games: {games} is not from {_FEWEST} to {MAX_GAMES}")
    deals = public_deals(games, seed) if key is None else hidden_deals(games, rules, key)
    against = None if rules.game.is_team_game else opponent
    won, left = play_deals(agent, rules, deals, against)
    # A deal of a duel is played twice, so its games are no independent trials.
    estimate_wins = estimate_share_of_groups if against else _estimate_games
    cards = len(rules.game.decks(rules)[0])
    opposites: list[Opposite] = []
    for bot in versus:
        bot_won, bot_left = play_deals(Agent(bot), rules, deals, against)
        opposites.append(
            Opposite(
                bot,
                estimate_wins(bot_won),
                estimate_bounded(bot_left, 0, cards),
                estimate_bounded(won - bot_won, -1, 1),
                estimate_bounded(left - bot_left, -cards, cards),
            )
        )
    return Evaluation(
        agent=agent.name,
        digest=agent.digest,
        rules=rules,
        games=games,
        seed=seed if key is None else None,
        key_hash=None if key is None else hashlib.sha256(key).hexdigest(),
        deals_hash=_hash_deals(rules, deals),
        opponent=against,
        win_rate=estimate_wins(won),
        left=estimate_bounded(left, 0, cards),
        versus=tuple(opposites),
    )


Column = NDArray[np.float64]


def _estimate_games(won: Column) -> Estimate:
    return estimate_share(int(won.sum()), won.size)


def play_deals(
    agent: Agent, rules: Ruleset, deals: NDArray[np.int64], opponent: str | None
) -> tuple[Column, Column]:
    """Return the share won, and the agent's cards left where it lost, deal by deal."""
    if opponent is None:
        seatings = [("agent",) * rules.players]
    else:
        seatings = [("agent", opponent), (opponent, "agent")]
    won, left = np.zeros(len(deals)), np.zeros(len(deals))
    for seats in seatings:
        winners, scores = _play_seats(agent, rules, deals, seats)
        has_won = winners >> seats.index("agent") & 1 != 0
        won += has_won / len(seatings)
        # The score of a duel is the loser's: a game that was won counts as none left.
        left += np.where(has_won, 0, scores) / len(seatings)
    return won, left


def _play_seats(
    agent: Agent, rules: Ruleset, deals: NDArray[np.int64], seats: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    if agent.policy is not None:
        return _play_policy(agent.policy, rules, deals, seats)
    bots = [agent.name if seat == "agent" else seat for seat in seats]
    try:
        seating = compile_seating(rules, bots)
    except BotError as error:
        raise AgentError(str(error)) from None
    if seating is None:
        return _play_plainly(bots, rules, deals)
    played = play_games(seating, deals)
    return played.winners, played.scores


def _play_plainly(
    names: Sequence[str], rules: Ruleset, deals: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play bots that are written in Python, game by game."""
    winners, scores = np.zeros((2, len(deals)), np.int64)
    for number, seed in enumerate(deals.tolist()):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        try:
            bots = [create_bot(name, seed=bot_seed(seed, seat)) for seat, name in enumerate(names)]
            outcome = play_out(state, bots).outcome
        except Exception as error:  # a bot may fail in any way
            raise AgentError(_tell_failure(error)) from error
        assert outcome is not None
        winners[number] = sum(1 << seat for seat in outcome.winners)
        scores[number] = outcome.score
    return winners, scores


def _tell_failure(error: Exception) -> str:
    """Say in one line what an agent's own code has raised, and where."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    told = " ".join(str(error).split()) or "no reason given"
    return f"the agent failed: {type(error).__name__}: {told} ({where.filename}, {where.lineno})"


def _play_policy(
    policy: Policy, rules: Ruleset, deals: NDArray[np.int64], seats: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    try:
        batch = GameBatch(rules, len(deals), seats=seats, rewards=Rewards(illegal="concede"))
    except ValueError as error:
        raise AgentError(str(error)) from None
    batch.seed(deals)
    results = batch.reset()
    if not np.array_equal(batch.deals, deals):
        raise AgentError("a deal is over before the agent has anything to decide")
    actions = np.zeros(len(deals), np.int64)
    while not results.over.all():
        open_games = np.flatnonzero(~results.over)
        try:
            answer = policy(results.observations[open_games], results.masks[open_games])
            chosen = np.asarray(answer)
        except AgentError:
            raise
        except Exception as error:  # it may fail in any way
            raise AgentError(_tell_failure(error)) from error
        if chosen.shape != open_games.shape or chosen.dtype.kind not in "iu":
            raise AgentError(
                f"the agent answered {chosen.dtype} of shape {chosen.shape}; "
                f"it must name an action for each of {len(open_games)} games"
            )
        if chosen.min() < 0 or chosen.max() > batch.encoding.end:
            raise AgentError(f"the agent named an action that is not 0 to {batch.encoding.end}")
        actions[open_games] = chosen
        results = batch.step(actions)
    states = [batch.state(index) for index in range(len(deals))]
    winners = np.array([int(state.winners) for state in states])
    return winners, np.array([int(state.score) for state in states])


def _hash_deals(rules: Ruleset, deals: NDArray[np.int64]) -> str:
    """Digest the first deals and how many there are, so that two results can be compared."""
    digest = hashlib.sha256(f"{rules.game.id} {rules.players} {len(deals)}".encode())
    for seed in deals[:_HASHED].tolist():
        for deck in deal_from_seed(rules, seed):
            digest.update(bytes(deck))
    return digest.hexdigest()[:16]
