"""Bots at a table speak to their partners; nonsense is dropped, and in a duel they are silent."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.client import Client, joined
from tests.server.serving import Json, Served, serving

from tenback.server.thinking import WorkerSettings

SPEAKING = {"seat": 1, "kind": "keep_off", "subject": 0}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("talk")
    settings = WorkerSettings(factory="talkative:create")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent))
        with serving(folder / "tables.db", workers=settings) as server:
            yield server


def signals(client: Client) -> list[Json]:
    return client.play["signals"]


def opened(served: Served, bot: str, game: str = "original") -> Json:
    settings = {"starter": "host", "pace": 0}
    return served.open(game, players=2, bots=[bot], settings=settings, start=True)


def test_a_bot_tells_its_partner_before_the_first_card(served: Served) -> None:
    async def play() -> None:
        host = opened(served, "steady")
        async with joined(served, host) as (ana,):
            await ana.done("choose_starter", seat=0)
            await ana.until(lambda: SPEAKING in signals(ana))

    asyncio.run(play())


def test_a_bot_that_speaks_nonsense_is_not_heard_and_the_game_goes_on(served: Served) -> None:
    async def play() -> None:
        host = opened(served, "planner")
        async with joined(served, host) as (ana,):
            await ana.done("choose_starter", seat=1)
            await ana.until(lambda: ana.play["to_move"] == 0)
            assert signals(ana) == []

    asyncio.run(play())


def test_bots_of_a_duel_do_not_talk(served: Served) -> None:
    async def play() -> None:
        host = served.open("duel", bots=["steady"], settings={"pace": 0}, start=True)
        async with joined(served, host) as (ana,):
            await ana.until(lambda: ana.play["to_move"] == 0)
            assert signals(ana) == []

    asyncio.run(play())
