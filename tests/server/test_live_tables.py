"""Tables over time: connections lost, tables asleep, turns that take too long, bots that crash."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.client import Client, joined
from tests.server.serving import Json, Served, serving
from tests.server.waiting import wait_for

from tenback.records import parse_record
from tenback.server.thinking import WorkerSettings


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve with tables that soon fall asleep."""
    folder = tmp_path_factory.mktemp("live")
    with serving(folder / "tables.db", sleep_seconds=0.3) as server:
        yield server


def two_people(served: Served, **settings: object) -> tuple[Json, Json]:
    """Open a table and seat two people at it."""
    host = served.open(players=2, settings={"starter": "host", "pace": 0, **settings})
    return host, served.sit(host["code"], "Bob")


async def begin(ana: Client, bob: Client, starter: int = 0) -> None:
    await bob.done("ready")
    await ana.done("start_game")
    await ana.done("choose_starter", seat=starter)
    await bob.until(lambda: bob.seq >= ana.seq)


def cheapest(client: Client) -> Json:
    assert client.own is not None
    option = min(client.own["legal"], key=lambda one: one["by"])
    return {"card": option["card"], "pile": option["pile"]}


def without_time(message: Json) -> Json:
    """Leave out what is about a connection rather than about the table."""
    kept = {"seq", "you", "table", "own"}
    return {name: part for name, part in message.items() if name in kept}


# Connections lost


def test_who_comes_back_is_told_what_was_missed(served: Served) -> None:
    host, guest = two_people(served)

    async def play() -> None:
        async with joined(served, host, guest) as (ana, bob):
            await begin(ana, bob)
            await bob.disconnect()
            placed = [cheapest(ana)]
            await ana.done("place", **placed[0])
            placed.append(cheapest(ana))
            await ana.done("place", **placed[1])
            seen = bob.seq
            await bob.connect(seen)
            welcome = bob.messages("welcome")[-1]
            assert welcome["complete"]
            laid = [one for one in welcome["happenings"] if one["type"] == "card_placed"]
            assert [{"card": one["card"], "pile": one["pile"]} for one in laid] == placed
            assert welcome["table"]["play"] == ana.play
            await bob.reconnect(seen=10**6)  # more than ever happened at this table
            assert bob.messages("welcome")[-1]["table"]["play"] == ana.play

    asyncio.run(play())


def test_a_command_sent_again_after_a_lost_connection_is_carried_out_once(served: Served) -> None:
    host, guest = two_people(served)

    async def play() -> None:
        async with joined(served, host, guest) as (ana, bob):
            await begin(ana, bob)
            seen, card = ana.seq, cheapest(ana)
            first = await ana.do("place", id="once", seen=seen, **card)
            await ana.reconnect()
            again = await ana.do("place", id="once", seen=seen, **card)
            assert first == again
            assert first["type"] == "done"
            assert len(ana.play["laid"]) == 1
            # Another seat's command of the same name is another command.
            other = await bob.do("give_signal", id="once", kind="keep_off", subject=0)
            assert (other["type"], other["seq"]) == ("done", first["seq"] + 1)

    asyncio.run(play())


def test_a_late_command_is_answered_with_the_table_as_it_is(served: Served) -> None:
    host, guest = two_people(served)

    async def play() -> None:
        async with joined(served, host, guest) as (ana, bob):
            await begin(ana, bob)
            seen = ana.seq
            await ana.done("place", **cheapest(ana))
            late = await ana.do("place", seen=seen, **cheapest(ana))
            assert late["type"] == "resync"
            assert (late["seq"], late["you"]) == (ana.seq, 0)
            assert [one["type"] for one in late["happenings"]] == ["card_placed"]
            assert late["table"]["play"]["laid"] == ana.play["laid"]
            assert len(ana.play["laid"]) == 1
            # What is not about the position is not late.
            done = await ana.do("give_signal", seen=seen, kind="keep_off", subject=0)
            assert done["type"] == "done"
            ahead = await ana.do("end_turn", seen=ana.seq + 100)
            assert ahead["type"] == "resync"

    asyncio.run(play())


def test_a_seat_says_so_much_and_then_waits(served: Served) -> None:
    async def talk() -> None:
        table = served.open(settings={"text": True})
        async with joined(served, table) as (ana,):
            said = [await ana.do("say", text="I can jump back here") for _ in range(22)]
            codes = [answer.get("code") for answer in said]
            assert "ENOUGH" not in codes[:20]
            assert codes[-1] == "ENOUGH"

    asyncio.run(talk())


def test_two_connections_of_one_seat_see_the_same(served: Served) -> None:
    host, guest = two_people(served)

    async def play() -> None:
        async with joined(served, host, guest) as (ana, bob):
            await begin(ana, bob)
            async with joined(served, host) as (phone,):
                await phone.done("place", **cheapest(phone))
                await ana.until(lambda: ana.seq == phone.seq)
                assert ana.own == phone.own
            await ana.done("place", **cheapest(ana))  # still here

    asyncio.run(play())


# Away, and back


def test_a_bot_stands_in_for_who_is_away_until_they_are_back(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", away_seconds=0.2) as served:
        asyncio.run(go_away_and_come_back(served))


async def go_away_and_come_back(served: Served) -> None:
    host, guest = two_people(served, stand_in="greedy")
    async with joined(served, host, guest) as (ana, bob):
        await begin(ana, bob, starter=1)
        assert (await ana.do("agree_stand_in", seat=1))["code"] == "NOT_AWAY"
        await bob.disconnect()
        await ana.until(lambda: ana.table["seats"][1]["away"])
        await ana.done("agree_stand_in", seat=1)
        await ana.until(lambda: ana.play["turns"] >= 1 or ana.is_over)
        assert ana.table["seats"][1]["stand_in"] == "greedy"
        assert [one["bot"] for one in ana.happenings("stand_in_seated")] == ["greedy"]
        await bob.connect()
        await bob.until(lambda: not bob.table["seats"][1]["away"])
        assert bob.table["seats"][1]["stand_in"] == ""
        while not bob.is_to_move and not bob.is_over:
            assert ana.own is not None
            if ana.own["may_end"]:
                await ana.done("end_turn")
            else:
                await ana.done("place", **cheapest(ana))
            await bob.until(lambda: bob.seq >= ana.seq)
        assert bob.own is not None
        assert bob.own["legal"] or bob.is_over


def test_who_leaves_is_away_at_once_though_still_connected(served: Served) -> None:
    host, guest = two_people(served)

    async def play() -> None:
        async with joined(served, host, guest) as (ana, bob):
            await begin(ana, bob)
            await bob.done("leave")
            await bob.until(lambda: bob.messages("welcome")[-1]["you"] is None)
            assert bob.own is None
            await ana.until(lambda: ana.table["seats"][1]["away"])
            assert (await bob.do("concede"))["code"] == "SPECTATOR"
            await ana.done("place", **cheapest(ana))
            assert ana.table["seats"][1]["away"]
            assert ana.happenings("came_back") == []
            await bob.reconnect()
            assert bob.messages("welcome")[-1]["you"] == 1
            await ana.until(lambda: not ana.table["seats"][1]["away"])

    asyncio.run(play())


# Time


def test_a_bot_finishes_a_turn_that_takes_too_long(served: Served) -> None:
    host, guest = two_people(served, turn_seconds=1)

    async def play() -> None:
        async with joined(served, host, guest) as (ana, bob):
            await begin(ana, bob)
            told = [one["remaining_ms"] for one in ana.messages("update")]
            assert any(left is not None and 0 < left <= 1000 for left in told)
            await bob.until(lambda: bob.happenings("turn_ended"))
            assert bob.happenings("time_ran_out") == [{"type": "time_ran_out", "seat": 0}]
            (ended,) = bob.happenings("turn_ended")[:1]
            assert (ended["seat"], ended["laid"] >= 2) == (0, True)

    asyncio.run(play())


# Sleep


def test_a_sleeping_table_wakes_with_everything_intact(served: Served) -> None:
    host, guest = two_people(served, starter="host", text=True)

    async def play_a_while() -> tuple[Json, Json]:
        async with joined(served, host, guest) as (ana, bob):
            await begin(ana, bob)
            await ana.done("place", **cheapest(ana))
            await bob.done("give_signal", kind="keep_off", subject=2)
            await ana.done("place", **cheapest(ana))
            await bob.until(lambda: bob.seq >= ana.seq)
            last = [client.messages("update")[-1] for client in (ana, bob)]
            return last[0], last[1]

    async def look_again() -> None:
        async with joined(served, host, guest) as (ana, bob):
            for client, before in ((ana, shown[0]), (bob, shown[1])):
                welcome = client.messages("welcome")[0]
                assert welcome["table"]["play"] == before["table"]["play"]
                assert welcome["own"] == before["own"]
            # Cards laid before it slept can still be taken back.
            await ana.until(lambda: not any(seat["away"] for seat in ana.table["seats"]))
            assert ana.own is not None
            assert ana.own["may_take_back"] == shown[0]["own"]["may_take_back"]
            await ana.done("take_back")
            assert len(ana.play["laid"]) == 1

    shown = asyncio.run(play_a_while())
    wait_for(lambda: host["code"] not in awake(served))
    asyncio.run(look_again())


def awake(served: Served) -> set[str]:
    """Return the codes of the tables in memory."""
    return set(served.hall._awake)  # pyright: ignore[reportPrivateUsage]


def test_a_table_with_somebody_at_it_stays_awake(served: Served) -> None:
    host, other = served.open(), served.open()

    async def stay() -> None:
        async with joined(served, host) as (ana,):
            await asyncio.to_thread(wait_for, lambda: other["code"] not in awake(served))
            assert host["code"] in awake(served)
            await ana.done("ready")

    asyncio.run(stay())


def test_a_command_is_known_again_after_a_sleep(served: Served) -> None:
    host = served.open()

    async def start() -> Json:
        async with joined(served, host) as (ana,):
            answer = await ana.do("start_game", id="deal", seen=ana.seq)
            assert answer["type"] == "done"
            return answer

    first = asyncio.run(start())
    wait_for(lambda: host["code"] not in awake(served))
    assert asyncio.run(start()) == first


def test_a_slow_hello_meets_the_table_that_is_awake(served: Served) -> None:
    host = served.open(players=2)

    async def dawdle() -> None:
        late = Client(served.socket_url(host["code"]), host["token"], 0)
        await late.connect(hello=False)
        await asyncio.to_thread(wait_for, lambda: host["code"] not in awake(served))
        async with joined(served, host) as (ana,):
            await late.send({"type": "hello", "token": host["token"]})
            await late.until(lambda: late.frames)
            await ana.done("ready")
            await late.until(lambda: late.seq == ana.seq)
        await late.disconnect()

    asyncio.run(dawdle())


def test_a_game_goes_on_after_the_server_was_stopped(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving(database) as served:
        host = served.open(players=2, bots=["greedy"], settings={"pace": 0, "starter": "host"})

        async def begin_alone() -> Json:
            async with joined(served, host) as (ana,):
                await ana.done("start_game")
                await ana.done("choose_starter", seat=0)
                await ana.done("place", **cheapest(ana))
                return without_time(ana.messages("update")[-1])

        before = asyncio.run(begin_alone())
    with serving(database) as served:

        async def go_on() -> None:
            async with joined(served, host) as (ana,):
                after = without_time(ana.messages("welcome")[0])
                assert (after["seq"], after["own"]) == (before["seq"], before["own"])
                assert after["table"] == before["table"]
                while not ana.is_over:
                    await ana.until(lambda: ana.is_to_move or ana.is_over)
                    if ana.is_over:
                        break
                    assert ana.own is not None
                    if ana.own["may_end"]:
                        await ana.do("end_turn")
                    else:
                        await ana.do("place", **cheapest(ana))

        asyncio.run(go_on())


# Bots


def test_a_bot_that_crashes_is_replaced_by_a_simple_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    workers = WorkerSettings(factory="crashing:create")
    with serving(tmp_path / "tables.db", workers=workers) as served:
        host = served.open("duel", bots=["greedy"], start=True, settings={"pace": 0})

        async def play() -> None:
            async with joined(served, host) as (ana,):
                while not ana.is_over:
                    await ana.until(lambda: ana.is_to_move or ana.is_over)
                    if ana.is_over:
                        break
                    assert ana.own is not None
                    if ana.own["may_end"]:
                        await ana.do("end_turn")
                    else:
                        await ana.do("place", **cheapest(ana))
                assert ana.happenings("bot_stumbled")
                assert {one["seat"] for one in ana.happenings("bot_stumbled")} == {1}

        asyncio.run(play())
        record = parse_record(served.ask(f"/api/tables/{host['code']}/games/1/record").text)
        metrics = served.ask("/metrics").text
    assert any(turn.seat == 1 and turn.placements for turn in record.turns)
    assert 'tenback_bot_decisions_total{outcome="failed"}' in metrics
    assert "ZeroDivisionError: of all things" in caplog.text
    assert "Traceback" not in caplog.text


def knows_any_bot(*_: object) -> bool:
    return True


def test_a_bot_that_overruns_is_replaced_by_a_simple_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent / "thinking"))
    workers = WorkerSettings(factory="misbehaving:create")
    monkeypatch.setattr("tenback.server.live.hall.Hall.is_bot", knows_any_bot)
    with serving(tmp_path / "tables.db", workers=workers, think_seconds=0.3) as served:
        host = served.open(
            players=2, bots=["sleeps:30"], start=True, settings={"pace": 0, "starter": "host"}
        )

        async def play() -> None:
            async with joined(served, host) as (ana,):
                await ana.done("choose_starter", seat=1)
                await ana.until(lambda: ana.play["turns"] == 1)
                assert ana.happenings("bot_stumbled") == [{"type": "bot_stumbled", "seat": 1}]

        asyncio.run(play())


def test_a_light_bot_plays_for_one_that_is_not_ready_and_the_table_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent / "thinking"))
    workers = WorkerSettings(factory="readying:create")
    monkeypatch.setattr("tenback.server.live.hall.Hall.is_bot", knows_any_bot)
    with serving(tmp_path / "tables.db", workers=workers, warm_up=("late",)) as served:
        host = served.open(
            players=2, bots=["late"], start=True, settings={"pace": 0, "starter": "host"}
        )

        async def play() -> None:
            async with joined(served, host) as (ana,):
                await ana.until(lambda: bool(ana.messages("presence")))
                told = ana.messages("presence")[-1]
                assert (told["preparing"], told["prepared"]) == ([1], 0)
                await ana.done("choose_starter", seat=1)
                await ana.until(lambda: ana.play["turns"] == 1)
                assert ana.messages("presence")[-1]["preparing"] == [1]
                assert ana.happenings("bot_stumbled") == []
                await ana.until(lambda: ana.messages("presence")[-1]["preparing"] == [])
                assert ana.messages("presence")[-1]["prepared"] == 100

        asyncio.run(play())
