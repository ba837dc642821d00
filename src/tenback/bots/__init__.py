"""Players: ``choose(view) -> turn``.

>>> from tenback.bots import create_bot, play_out
>>> from tenback.records import build_ruleset, deal_from_seed
>>> from tenback.rules import State
>>> rules = build_ruleset("duel")
>>> state = State.deal(rules, deal_from_seed(rules, seed=1)).start(0)
>>> end = play_out(state, [create_bot("greedy"), create_bot("random", seed=1)])
>>> end.outcome.winner
0
"""

from tenback.bots.play import choose_turn, play_out, play_turn, take_turn
from tenback.bots.protocol import Bot, BotError, PreparedBot, TalkingBot
from tenback.bots.registry import ENTRY_POINT_GROUP, BotEntry, create_bot, find_bots, split_bots

__all__ = [
    "ENTRY_POINT_GROUP",
    "Bot",
    "BotEntry",
    "BotError",
    "PreparedBot",
    "TalkingBot",
    "choose_turn",
    "create_bot",
    "find_bots",
    "play_out",
    "play_turn",
    "split_bots",
    "take_turn",
]
