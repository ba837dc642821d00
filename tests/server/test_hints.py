"""Hints over a real socket: to the one who asked, at tables with nobody else but bots."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.client import joined
from tests.server.serving import Served, serving

from tenback.server.thinking import Thinkers
from tenback.server.thinking.messages import AdvisedTurn
from tenback.texts import LANGUAGES, Texts


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("hints") / "tables.db") as server:
        yield server


def test_a_hint_comes_to_the_one_who_asked_and_can_be_played(served: Served) -> None:
    async def play() -> None:
        host = served.open(players=1, start=True)
        async with joined(served, host, spectators=1) as (ana, watcher):
            await ana.done("ask_hint")
            await ana.until(lambda: ana.messages("hint"))
            hint = ana.messages("hint")[0]
            best = hint["turns"][0]
            assert 0 <= best["low"] <= best["chance"] <= best["high"] <= 100
            assert best["close"]
            told = {f"advise.why.{why['kind']}": why["details"] for why in best["reasons"]}
            assert told
            for language in LANGUAGES:
                texts = Texts(language)
                for key, details in told.items():
                    assert "{" not in texts(key, **details)
            assert all(turn["reasons"] == [] for turn in hint["turns"][1:])
            placements = [[one["card"], one["pile"]] for one in best["placements"]]
            answer = await ana.done("play_turn", placements=placements)
            await watcher.until(lambda: watcher.seq >= answer["seq"])
            assert watcher.messages("hint") == []
            assert watcher.happenings("hint_taken") == [{"type": "hint_taken", "seat": 0}]

    asyncio.run(play())


def test_who_gets_no_hint_is_told_and_may_ask_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    advise, asked = Thinkers.advise, 0

    async def fail_once(*arguments: Any) -> tuple[AdvisedTurn, ...]:
        nonlocal asked
        asked += 1
        return () if asked == 1 else await advise(*arguments)

    monkeypatch.setattr(Thinkers, "advise", fail_once)

    async def play() -> None:
        async with joined(served, served.open(players=1, start=True)) as (ana,):
            await ana.done("ask_hint")
            await ana.until(lambda: ana.messages("hint"))
            assert ana.messages("hint")[0]["turns"] == []
            await ana.done("ask_hint")
            await ana.until(lambda: ana.messages("hint")[1:])

    asyncio.run(play())
    assert asked == 2


def test_among_people_there_are_no_hints(served: Served) -> None:
    async def play() -> None:
        host = served.open(players=2, settings={"starter": "host"})
        guest = served.sit(host["code"], "Bob")
        async with joined(served, host, guest) as (ana, bob):
            await bob.done("ready")
            await ana.done("start_game")
            await ana.done("choose_starter", seat=0)
            answer = await ana.do("ask_hint")
            assert answer["code"] == "HINT_TABLE"

    asyncio.run(play())
