"""Anybody may seat a bot that costs little."""

import pytest

from tenback.server.offers import is_offered

BOTS = ("greedy", "master", "montecarlo")


@pytest.mark.parametrize(
    "bot", ["greedy", "master", "master:ms=50", "montecarlo:samples=100", "master:samples=8,ms=10"]
)
def test_modest_bots_are_seated(bot: str) -> None:
    assert is_offered(bot, BOTS)


@pytest.mark.parametrize(
    "bot",
    [
        "",
        "nobody",
        "greedy:x=1",
        "greedy:",
        "master:ms=999999",
        "master:ms=0",
        "master:ms=-5",
        "master:ms=",
        "master:ms=5 ",
        "master:turns=9",
        "montecarlo:samples=1000000",
        "montecarlo:samples=²",
    ],
)
def test_others_are_not(bot: str) -> None:
    assert not is_offered(bot, BOTS)
