"""Bots in worker processes: none of their habits reaches the event loop."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import uvloop
from tests.server.thinking.processes import child_processes, is_running, wait_until_gone

from tenback.bots import create_bot, play_turn, starting
from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import Placement, State, View, view
from tenback.server.thinking import Thinkers, ThinkersClosedError, WorkerSettings
from tenback.table.model import Eagerness

Run = Callable[[Coroutine[Any, Any, None]], None]
LOWEST_PRIORITY = 19


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    def on_a_new_loop(main: Coroutine[Any, Any, None]) -> None:
        factory = uvloop.new_event_loop if request.param == "uvloop" else None
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(main)

    return on_a_new_loop


@asynccontextmanager
async def crew(
    settings: WorkerSettings, workers: int = 1, limit_seconds: float = 30
) -> AsyncGenerator[Thinkers]:
    thinkers = Thinkers(workers, limit_seconds=limit_seconds, warm_up=(), settings=settings)
    await thinkers.start()
    pids: list[int] = []
    try:
        yield thinkers
        pids = thinkers.process_ids
    finally:
        await thinkers.close()
    assert not any(map(is_running, pids))


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_bot_chooses_its_turn(run: Run, settings: WorkerSettings, seen: View) -> None:
    async def main() -> None:
        async with crew(settings) as thinkers:
            thought = await thinkers.think("behaves", 1, seen)
            assert thought.placements == create_bot("greedy").choose(seen)
            assert thought.failure == ""
            assert thought.seconds >= 0
            counters = (thinkers.waiting, thinkers.thinking, thinkers.restarts, thinkers.failures)
            assert counters == (0, 0, 0, 0)
            assert thinkers.decisions == 1

    run(main())


def test_a_seat_says_how_gladly_it_would_start(run: Run, settings: WorkerSettings) -> None:
    rules = build_ruleset("original", 3)
    dealt = State.deal(rules, deal_from_seed(rules, seed=1))

    async def main() -> None:
        async with crew(settings) as thinkers:
            said = [await thinkers.offer_start(view(dealt, seat, memory=True)) for seat in range(3)]
            assert said == ["gladly", "if_need_be", "gladly"]
            # The view of nobody is none to say anything from.
            assert await thinkers.offer_start(view(dealt, None, memory=True)) is None
            assert await thinkers.offer_start(view(dealt, 1, memory=True)) == "if_need_be"
            assert thinkers.restarts == 0

    run(main())


def test_the_words_of_bots_are_those_of_tables() -> None:
    assert {each.name.lower() for each in starting.Eagerness} == {*get_args(Eagerness)}


@pytest.mark.parametrize(
    ("habit", "failure"),
    [
        ("raises", "crashed: ZeroDivisionError: of all things (misbehaving.py:"),
        ("cannot_be_made", "crashed: RuntimeError: no such luck (misbehaving.py:"),
        ("number", "crashed: TypeError"),
        ("words", "illegal: the bot chose no placements"),
        ("huge", "illegal: the bot chose no placements"),
        ("same_pile_twice", "illegal: VALUE"),
        ("too_few", "illegal: MINIMUM"),
        ("unheld", "illegal: NOT_IN_HAND"),
        ("no_pile", "illegal: PILE"),
        ("endless", "illegal: NOT_IN_HAND"),
    ],
)
def test_the_simple_move_stands_in(
    settings: WorkerSettings, state: State, seen: View, habit: str, failure: str
) -> None:
    async def main() -> None:
        async with crew(settings) as thinkers:
            thought = await thinkers.think(habit, 1, seen)
            assert thought.failure.startswith(failure)
            assert "\n" not in thought.failure
            assert play_turn(state, thought.placements).turns == 1
            assert thinkers.restarts == 0
            assert thinkers.failures == 1
            assert (await thinkers.think("behaves", 1, seen)).failure == ""

    asyncio.run(main())


@pytest.mark.parametrize(
    ("habit", "failure"),
    [
        ("leaves", "died: status 3"),
        ("quits", "crashed: SystemExit: enough"),
        ("segfaults", "died: signal 11"),
        ("allocates", "crashed: MemoryError"),
    ],
)
def test_a_spent_process_is_replaced(
    settings: WorkerSettings, state: State, seen: View, habit: str, failure: str
) -> None:
    async def main() -> None:
        async with crew(settings) as thinkers:
            await thinkers.think("behaves", 1, seen)
            before = thinkers.process_ids
            thought = await thinkers.think(habit, 1, seen)
            assert thought.failure.startswith(failure)
            assert play_turn(state, thought.placements).turns == 1
            assert thinkers.restarts == 1
            assert not any(map(is_running, before))
            assert (await thinkers.think("behaves", 1, seen)).failure == ""
            assert thinkers.process_ids != before

    asyncio.run(main())


@pytest.mark.parametrize("habit", ["sleeps", "burns", "holds_on"])
def test_a_bot_that_overruns_is_stopped(
    settings: WorkerSettings, state: State, seen: View, habit: str
) -> None:
    async def main() -> None:
        async with crew(settings, limit_seconds=1) as thinkers:
            thought = await thinkers.think(f"{habit}:60", 1, seen)
            assert thought.failure == "overran 1 s"
            assert thought.seconds > 0.9
            assert play_turn(state, thought.placements).turns == 1
            assert thinkers.restarts == 1
            assert (await thinkers.think("behaves", 1, seen)).failure == ""

    asyncio.run(main())


def test_an_overrun_on_either_event_loop(run: Run, settings: WorkerSettings, seen: View) -> None:
    async def main() -> None:
        async with crew(settings, limit_seconds=0.5) as thinkers:
            thought = await thinkers.think("sleeps:60", 1, seen)
            assert thought.failure == "overran 0.5 s"

    run(main())


def test_getting_ready_has_its_own_limit(settings: WorkerSettings, seen: View) -> None:
    async def main() -> None:
        async with crew(settings, limit_seconds=1) as thinkers:
            assert (await thinkers.think("slow_to_prepare:1.5", 1, seen)).failure == ""
        short = msgspec.structs.replace(settings, prepare_seconds=1)
        async with crew(short, limit_seconds=60) as thinkers:
            thought = await thinkers.think("slow_to_prepare:60", 1, seen)
            assert thought.failure == "not ready after 1 s"

    asyncio.run(main())


def test_what_a_bot_prints_is_no_answer(settings: WorkerSettings, seen: View) -> None:
    async def main() -> None:
        async with crew(settings) as thinkers:
            assert (await thinkers.think("talks", 1, seen)).failure == ""

    asyncio.run(main())


def test_the_event_loop_goes_on_while_bots_think(
    run: Run, settings: WorkerSettings, seen: View
) -> None:
    async def main() -> None:
        beats = 0

        async def beat() -> None:
            nonlocal beats
            while True:
                await asyncio.sleep(0.03)
                beats += 1

        async with crew(settings, workers=2) as thinkers:
            heart = asyncio.create_task(beat())
            await asyncio.gather(*(thinkers.think("burns:0.8", seat, seen) for seat in range(2)))
            heart.cancel()
        assert beats >= 5  # of some 26, if the machine is slow

    run(main())


def test_a_slow_bot_does_not_keep_another_worker(settings: WorkerSettings, seen: View) -> None:
    async def main() -> None:
        async with crew(settings, workers=2) as thinkers:
            slow = asyncio.create_task(thinkers.think("sleeps:25", 1, seen))
            await until(lambda: thinkers.thinking == 1)
            for _ in range(5):
                assert (await thinkers.think("behaves", 2, seen)).failure == ""
            assert not slow.done()
            slow.cancel()

    asyncio.run(main())


def test_first_come_first_served_and_the_cancelled_are_dropped(
    settings: WorkerSettings, seen: View
) -> None:
    async def main() -> None:
        served: list[int] = []

        async def ask(number: int, thought: Awaitable[object]) -> None:
            await thought
            served.append(number)

        async with crew(settings) as thinkers:
            first = asyncio.create_task(thinkers.think("sleeps:0.5", 9, seen))
            await until(lambda: thinkers.thinking == 1)
            asked = [
                asyncio.create_task(ask(number, thinkers.think("behaves", number, seen)))
                for number in range(5)
            ]
            await until(lambda: thinkers.waiting == 5)
            asked[2].cancel()
            await until(lambda: thinkers.waiting == 4)
            first.cancel()  # its worker goes on, and nobody is told
            await asyncio.gather(*asked, return_exceptions=True)
            assert served == [0, 1, 3, 4]
            assert thinkers.decisions == 5

    asyncio.run(main())


def test_a_worker_that_died_while_idle_is_replaced_unnoticed(
    run: Run, settings: WorkerSettings, seen: View
) -> None:
    async def main() -> None:
        async with crew(settings) as thinkers:
            await thinkers.think("behaves", 1, seen)
            os.kill(thinkers.process_ids[0], signal.SIGKILL)
            await until(lambda: not thinkers.process_ids)
            assert (await thinkers.think("behaves", 1, seen)).failure == ""
            assert thinkers.restarts == 1

    run(main())


def test_workers_stand_back_and_leave_interrupts_to_the_server(
    settings: WorkerSettings, seen: View
) -> None:
    async def main() -> None:
        async with crew(settings) as thinkers:
            await thinkers.think("behaves", 1, seen)
            (pid,) = thinkers.process_ids
            own = os.getpriority(os.PRIO_PROCESS, 0)
            expected = min(LOWEST_PRIORITY, own + settings.niceness)
            assert os.getpriority(os.PRIO_PROCESS, pid) == expected
            assert os.getsid(pid) == pid
            os.kill(pid, signal.SIGINT)
            assert (await thinkers.think("behaves", 1, seen)).failure == ""
            assert thinkers.process_ids == [pid]

    asyncio.run(main())


def test_closing_gives_up_what_is_not_decided_and_leaves_no_process(
    run: Run, settings: WorkerSettings, seen: View
) -> None:
    async def main() -> None:
        thinkers = Thinkers(2, warm_up=("slow_to_prepare:60",), settings=settings)
        with pytest.raises(ThinkersClosedError):
            await thinkers.think("behaves", 1, seen)
        await thinkers.start()
        await asyncio.gather(*(thinkers.think("sleeps:0.2", 1, seen) for _ in range(4)))
        asked = [asyncio.create_task(thinkers.think("sleeps:8", 1, seen)) for _ in range(3)]
        await until(lambda: thinkers.thinking == 2)
        pids = thinkers.process_ids
        assert {*pids} < child_processes() - before  # and the one that warms up
        await thinkers.close()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [ThinkersClosedError] * 3
        assert wait_until_gone(pids)
        with pytest.raises(ThinkersClosedError):
            await thinkers.think("behaves", 1, seen)
        await thinkers.close()

    before = child_processes()
    run(main())
    assert child_processes() == before


def test_a_process_that_cannot_be_started(
    settings: WorkerSettings,
    state: State,
    seen: View,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")

    async def main() -> None:
        async with crew(settings) as thinkers:
            thought = await thinkers.think("behaves", 1, seen)
            assert thought.failure == "no worker process can be started"
            assert play_turn(state, thought.placements).turns == 1

    asyncio.run(main())
    assert "cannot be started" in caplog.text


def test_a_bot_that_does_not_get_ready_is_told_at_the_start(
    settings: WorkerSettings, seen: View, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        thinkers = Thinkers(1, warm_up=("cannot_be_made", "behaves"), settings=settings)
        await thinkers.start()
        assert (await thinkers.think("behaves", 1, seen)).failure == ""
        await until(lambda: "no such luck" in caplog.text)
        await thinkers.close()

    asyncio.run(main())


def test_only_the_seat_to_move_with_its_memory_can_be_thought_for(
    settings: WorkerSettings, state: State
) -> None:
    async def main() -> None:
        async with crew(settings) as thinkers:
            for wrong in (view(state, state.seat), view(state, None, memory=True)):
                with pytest.raises(ValueError, match="seat to move"):
                    await thinkers.think("behaves", 1, wrong)

    asyncio.run(main())


def test_a_bot_goes_on_in_the_middle_of_a_turn(settings: WorkerSettings, state: State) -> None:
    begun = state.place(Placement(20, 0))

    async def main() -> None:
        async with crew(settings) as thinkers:
            for habit in ("behaves", "raises"):
                thought = await thinkers.think(habit, 1, view(begun, begun.seat, memory=True))
                assert play_turn(begun, thought.placements).turns == 1

    asyncio.run(main())


def test_the_number_of_workers() -> None:
    assert Thinkers().workers >= 1
    with pytest.raises(ValueError, match="workers"):
        Thinkers(0)


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="needs Linux with autogroups")
def test_a_worker_stands_back_as_a_session_too(
    run: Run, settings: WorkerSettings, seen: View
) -> None:
    expected = min(LOWEST_PRIORITY, os.getpriority(os.PRIO_PROCESS, 0) + settings.niceness)

    async def main() -> None:
        async with crew(settings, workers=2) as thinkers:
            await asyncio.gather(*(thinkers.think("behaves", n, seen) for n in range(2)))
            for pid in thinkers.process_ids:
                assert f"nice {expected}" in _autogroup(pid)

    run(main())


def _autogroup(pid: int) -> str:
    return Path(f"/proc/{pid}/autogroup").read_text()
