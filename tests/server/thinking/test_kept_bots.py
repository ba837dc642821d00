"""Bots are kept from turn to turn, and nothing of one game reaches another."""

from dataclasses import replace

from tenback.bots import Bot
from tenback.bots.players.greedy import Greedy
from tenback.rules import Ruleset, View
from tenback.server.thinking.kept_bots import KeptBots


class Prepared(Greedy):
    prepared_for: Ruleset | None = None

    def prepare(self, rules: Ruleset) -> None:
        self.prepared_for = rules


def create(specification: str, seed: int) -> Bot:
    del specification, seed
    return Prepared()


def test_a_game_keeps_its_bot(seen: View) -> None:
    bots = KeptBots(create, 4)
    bot = bots.take("greedy", 1, seen)
    assert isinstance(bot, Prepared)
    assert bot.prepared_for == seen.rules
    assert bots.take("greedy", 1, replace(seen, turns=2)) is bot
    assert len(bots) == 1


def test_another_game_gets_another_bot(seen: View) -> None:
    bots = KeptBots(create, 9)
    later = replace(seen, turns=2)
    bot = bots.take("greedy", 1, later)
    assert bots.take("greedy", 2, replace(seen, turns=3)) is not bot
    assert bots.take("other", 1, replace(seen, turns=3)) is not bot
    expert = replace(seen.rules, expert_minimum=True)
    assert bots.take("greedy", 1, replace(seen, rules=expert, turns=3)) is not bot
    assert bots.take("greedy", 1, seen) is not bot  # a game that begins anew
    again = bots.take("greedy", 1, later)
    assert bots.take("greedy", 1, later) is not again  # the same moment once more


def test_only_the_last_used_are_kept(seen: View) -> None:
    bots = KeptBots(create, 2)
    first = bots.take("greedy", 1, seen)
    bots.take("greedy", 2, seen)
    assert bots.take("greedy", 1, replace(seen, turns=1)) is first
    bots.take("greedy", 3, seen)
    assert len(bots) == 2
    assert bots.take("greedy", 1, replace(seen, turns=2)) is first


def test_a_bot_that_failed_is_made_anew(seen: View) -> None:
    bots = KeptBots(create, 2)
    bot = bots.take("greedy", 1, seen)
    bots.drop("greedy", 1, seen.rules)
    assert bots.take("greedy", 1, replace(seen, turns=1)) is not bot
