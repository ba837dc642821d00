"""Games that compiled code has played, played again by the plain rules."""

from tenback.bots import create_bot, play_out
from tenback.bots.starting import agreed_starter
from tenback.lab import SimulationResult
from tenback.records import deal_from_seed, lot_from_seed
from tenback.records.deals import bot_seed
from tenback.rules import State


def replay(result: SimulationResult, count: int) -> None:
    """Play the first games again through the plain rules; a difference ends the program."""
    rules = result.spec.rules
    for row in result.frame.head(count).iter_rows(named=True):
        seed = row["seed"]
        bots = [create_bot(bot, seed=bot_seed(seed, n)) for n, bot in enumerate(result.spec.bots)]
        dealt, first = State.deal(rules, deal_from_seed(rules, seed)), lot_from_seed(rules, seed)
        end = play_out(
            dealt.start(agreed_starter(dealt, first) if result.spec.agree else first), bots
        )
        outcome = end.outcome
        assert outcome is not None
        plain = (outcome.score, outcome.termination, end.turns)
        if plain != (row["score"], row["termination"], row["turns"]):
            raise SystemExit(f"the game of seed {seed} ends differently by the rules: {plain}")
