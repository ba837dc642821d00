"""When many ask for much, or workers stand still, others are answered all the same."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest

from tenback.bots import play_turn
from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import State, View, view
from tenback.server.thinking import Payer, RetellError, Thinkers, WorkerSettings

HERE, THERE = Payer("192.0.2.1", "HERE"), Payer("192.0.2.2", "THERE")


@asynccontextmanager
async def crew(settings: WorkerSettings, workers: int = 1) -> AsyncGenerator[Thinkers]:
    thinkers = Thinkers(workers, limit_seconds=30, warm_up=(), settings=settings)
    await thinkers.start()
    try:
        yield thinkers
    finally:
        await thinkers.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_light_bot_does_not_wait_behind_heavy_ones(seen: View) -> None:
    async def main() -> None:
        async with crew(WorkerSettings(niceness=1)) as thinkers:
            await thinkers.think("greedy", 1, seen, THERE)
            heavy = [
                asyncio.create_task(thinkers.think("montecarlo:ms=1000", n, seen, HERE))
                for n in range(8)
            ]
            await until(lambda: thinkers.thinking == 1)
            for number in range(20):
                assert (await thinkers.think("greedy", number, seen, THERE)).failure == ""
            assert not any(task.done() for task in heavy[1:])
            for task in heavy:
                task.cancel()

    asyncio.run(main())


def test_who_would_gladly_start_does_not_wait_behind_heavy_bots(
    settings: WorkerSettings, seen: View
) -> None:
    rules = build_ruleset("original", 2)
    dealt = State.deal(rules, deal_from_seed(rules, seed=1))

    async def main() -> None:
        async with crew(settings) as thinkers:
            await thinkers.offer_start(view(dealt, 0, memory=True), THERE)
            heavy = [asyncio.create_task(thinkers.think("sleeps:5", 1, seen, HERE))]
            await until(lambda: thinkers.thinking == 1)
            assert await thinkers.offer_start(view(dealt, 1, memory=True), THERE) is not None
            assert not heavy[0].done()
            heavy[0].cancel()

    asyncio.run(main())


def test_another_address_waits_for_one_decision_at_most(
    settings: WorkerSettings, seen: View
) -> None:
    async def main() -> None:
        async with crew(settings) as thinkers:
            await thinkers.think("behaves", 1, seen, HERE)
            many = [
                asyncio.create_task(
                    thinkers.think("sleeps:0.3", n, seen, Payer("192.0.2.1", f"T{n % 18}"))
                )
                for n in range(36)
            ]
            await until(lambda: thinkers.thinking == 1)
            before = thinkers.decisions
            assert (await thinkers.think("behaves", 99, seen, THERE)).failure == ""
            assert thinkers.decisions - before <= 2
            for task in many:
                task.cancel()

    asyncio.run(main())


def test_who_asks_for_much_has_less_time_and_is_told(seen: View) -> None:
    async def main() -> None:
        async with crew(WorkerSettings(niceness=1)) as thinkers:
            told: dict[str, list[bool]] = {"many": [], "one": []}
            await thinkers.think("montecarlo:ms=1", 1, seen, HERE)
            many = [
                asyncio.create_task(
                    thinkers.think("montecarlo:ms=400", n, seen, HERE, told["many"].append)
                )
                for n in range(16)
            ]
            await until(lambda: thinkers.thinking == 1)
            one = thinkers.think("montecarlo:ms=100", 1, seen, THERE, told["one"].append)
            assert not (await one).failure
            thoughts = await asyncio.gather(*many)
            assert told["one"] == [False]  # it has its 100 ms, not a share of them
            assert told["many"].count(True) >= 12  # the last of the 16 find little of a crowd
            assert told["many"][-1] is False
            assert all(not thought.failure for thought in thoughts)

    asyncio.run(main())


def test_a_stopped_worker_is_noticed_and_the_bot_plays_on(
    settings: WorkerSettings, seen: View
) -> None:
    quick = msgspec.structs.replace(settings, silent_seconds=2.0)

    async def main() -> None:
        async with crew(quick, workers=2) as thinkers:
            await asyncio.gather(*(thinkers.think("sleeps:0.5", n, seen) for n in range(2)))
            stopped = thinkers.process_ids
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            thoughts = await asyncio.gather(*(thinkers.think("behaves", n, seen) for n in range(3)))
            assert [thought.failure for thought in thoughts] == ["", "", ""]
            assert thinkers.restarts >= 1
            assert not set(stopped) & set(thinkers.process_ids) or thinkers.restarts == 1

    asyncio.run(main())


def test_a_worker_that_is_stopped_while_it_gets_ready_is_stood_in_for(
    settings: WorkerSettings, state: State, seen: View
) -> None:
    quick = msgspec.structs.replace(settings, silent_seconds=2.0, prepare_seconds=60)

    async def main() -> None:
        async with crew(quick) as thinkers:
            await thinkers.think("behaves", 1, seen)
            asked = asyncio.create_task(thinkers.think("slow_to_prepare:50", 1, seen))
            await until(lambda: thinkers.thinking == 1)
            (first,) = thinkers.process_ids
            os.kill(first, signal.SIGSTOP)
            await until(lambda: thinkers.restarts == 1)
            await until(lambda: bool(thinkers.process_ids))
            await asyncio.sleep(1)
            (second,) = thinkers.process_ids
            os.kill(second, signal.SIGSTOP)
            thought = await asked
            # It may be silent for longer if it was stopped while it still loaded its code.
            assert thought.failure in ("silent for 2 s", "silent for 15 s")
            assert play_turn(state, thought.placements).turns == 1

    asyncio.run(main())


def test_a_worker_that_takes_long_to_get_ready_is_let_be(
    settings: WorkerSettings, seen: View
) -> None:
    quick = msgspec.structs.replace(settings, silent_seconds=2.0, alive_seconds=0.2)

    async def main() -> None:
        async with crew(quick) as thinkers:
            assert (await thinkers.think("slow_to_prepare:5", 1, seen)).failure == ""
            assert thinkers.restarts == 0

    asyncio.run(main())


def test_a_game_that_cannot_be_told_is_an_error() -> None:
    async def main() -> None:
        async with crew(WorkerSettings(niceness=1)) as thinkers:
            with pytest.raises(RetellError, match="crashed"):
                await thinkers.retell("replay", "TABLEXY", [b"{}"], 2)

    asyncio.run(main())


def test_a_worker_that_was_never_asked_and_is_stopped_is_noticed(
    settings: WorkerSettings, seen: View
) -> None:
    quick = msgspec.structs.replace(settings, silent_seconds=2.0, load_seconds=40.0)

    async def main() -> None:
        async with crew(quick) as thinkers:
            await until(lambda: bool(thinkers.process_ids))
            await asyncio.sleep(5)  # it loads itself meanwhile
            os.kill(thinkers.process_ids[0], signal.SIGSTOP)
            assert (await thinkers.think("behaves", 1, seen)).failure == ""
            assert thinkers.restarts == 1

    asyncio.run(main())
