"""Bots at a table speak to their partners; nonsense is dropped, and in a duel they are silent.

Before the first turn they say how gladly they would start.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.client import Client, joined
from tests.server.serving import Json, Served, serving

from tenback.bots.starting import eagerness
from tenback.rules.view import View, view
from tenback.server.thinking import Payer, Thinkers, WorkerSettings
from tenback.table import decode_event, fold
from tenback.table.unions import StartOffered

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


def test_each_bot_says_once_how_gladly_it_would_start(served: Served) -> None:
    async def play() -> None:
        settings = {"starter": "vote", "pace": 0}
        bots = ["steady", "greedy", "planner"]
        host = served.open(players=4, bots=bots, settings=settings, start=True)
        async with joined(served, host) as (ana,):
            await ana.until(lambda: len(ana.play["offers"]) == 3)
            offers = ana.play["offers"]
            assert [one["seat"] for one in offers] == [1, 2, 3]
            assert ana.table["stage"] == "dealt"
            # What they say is what their own hands give, seen from their seats alone.
            dealt = fold(map(decode_event, (one.body for one in served.events(host["code"]))))
            assert dealt.play is not None
            assert [one["eagerness"] for one in offers] == [
                eagerness(view(dealt.play.state, seat, memory=True)).name.lower()
                for seat in (1, 2, 3)
            ]
            await ana.done("offer_start", eagerness="gladly")
            assert ana.play["offers"] == [*offers, {"seat": 0, "eagerness": "gladly"}]
        async with joined(served, host) as (ana,):  # nobody was there meanwhile
            await ana.done("offer_start", eagerness="if_need_be")
            assert ana.play["offers"][:3] == offers
            await ana.done("choose_starter", seat=2)
            assert ana.play["offers"] == []
        told = [decode_event(one.body) for one in served.events(host["code"])]
        words = [one.seat for one in told if isinstance(one, StartOffered)]
        assert words == [1, 2, 3, 0, 0]

    asyncio.run(play())


def test_bots_say_nothing_where_a_lot_decides(served: Served) -> None:
    async def play() -> None:
        settings = {"starter": "lot", "pace": 0}
        host = served.open(players=2, bots=["steady"], settings=settings, start=True)
        async with joined(served, host) as (ana,):
            await ana.until(lambda: ana.play["to_move"] == 0)
            assert ana.happenings("start_offered") == []

    asyncio.run(play())


def test_a_bot_that_cannot_say_its_word_is_silent_and_the_game_begins(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int | None] = []

    async def fail(_: Thinkers, seen: View, payer: Payer) -> None:
        del payer
        asked.append(seen.seat)

    monkeypatch.setattr(Thinkers, "offer_start", fail)

    async def play() -> None:
        host = opened(served, "steady")
        async with joined(served, host) as (ana,):
            await ana.until(lambda: asked == [1])
            await ana.done("choose_starter", seat=0)
            await ana.until(lambda: SPEAKING in signals(ana))
            assert ana.happenings("start_offered") == []

    asyncio.run(play())


def test_bots_of_a_duel_do_not_talk(served: Served) -> None:
    async def play() -> None:
        host = served.open("duel", bots=["steady"], settings={"pace": 0}, start=True)
        async with joined(served, host) as (ana,):
            await ana.until(lambda: ana.play["to_move"] == 0)
            assert signals(ana) == []
            assert ana.happenings("start_offered") == []

    asyncio.run(play())
