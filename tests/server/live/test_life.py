"""The life of a table: games are folded and retold, tables are brought up, closed and deleted."""

import asyncio
import gzip
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pytest
from tests.server.client import Client, joined
from tests.server.serving import Served, serving
from tests.server.store.support import opened
from tests.server.waiting import wait_for
from tests.table.random_commands import RandomLife
from tests.table.support import make_rules
from tests.table.test_vocabularies import KEPT, facts, records_of

from tenback.records import format_record, parse_record, verify_record
from tenback.server.live.archive import ended_game, pack, unpack
from tenback.server.live.inspection import check_table, export_table
from tenback.server.live.janitor import Janitor, Lifetimes
from tenback.server.live.past import retell
from tenback.server.live.upkeep import CLOSED, bring_table_up, fold_table
from tenback.server.store import SequenceConflictError, Store, StoredEvent, TableRow
from tenback.table import VOCABULARY, Stage, bring_up, decode_event, encode_event, fold
from tenback.table.unions import ReadinessChanged


def lived(game: str = "original", players: int = 2, games: int = 3) -> RandomLife:
    """Return the life of a table with at least so many games begun and the last one over."""
    for seed in range(200):
        life = RandomLife(make_rules(game, players), seed)
        for _ in range(40):
            life.live(40)
            table = life.desk.table
            if table.play is not None and table.play.number >= games:
                break
        for _ in range(400):
            if life.desk.table.stage is Stage.OVER:
                return life
            life.live(1)
    raise AssertionError("no seed leads to such a life")


def stored(life: RandomLife) -> list[StoredEvent]:
    return [
        StoredEvent(seq, 1000.0 + seq, encode_event(event))
        for seq, event in enumerate(life.desk.events, 1)
    ]


def row_of(life: RandomLife, vocabulary: int = VOCABULARY) -> TableRow:
    table = life.desk.table
    status = (table.rules.game.id, table.rules.players, str(table.stage), table.settings.public)
    return TableRow(1, "TABLEXY", *status, 0.0, 0.0, vocabulary, last_seq=table.seq)


@pytest.mark.parametrize(("game", "players"), [("original", 3), ("extreme", 2), ("duel", 2)])
def test_a_table_is_folded_without_losing_anything(game: str, players: int) -> None:
    life = lived(game, players)
    folded = fold_table(row_of(life), stored(life))
    assert folded.table == life.desk.table
    assert fold(decode_event(one.body) for one in folded.events) == life.desk.table
    assert folded.events[-1].seq == life.desk.table.seq
    assert len(folded.events) < len(life.desk.events)
    told = [
        gzip.decompress(retell("record", "X", unpack(one.body), one.vocabulary)).decode()
        for one in folded.games
    ]
    assert told == records_of(life.desk.events)
    for text in told:
        verify_record(parse_record(text))
    # Folding once more changes nothing.
    again = fold_table(row_of(life), folded.events)
    assert again.events == folded.events
    assert again.games[-1] == folded.games[-1]


def test_packed_games_hold_no_key_and_are_small() -> None:
    life = lived(games=2)
    folded = fold_table(row_of(life), stored(life))
    for game in folded.games:
        bodies = unpack(game.body)
        assert pack(bodies) == game.body
        assert b'"key"' not in b"".join(bodies)
        # The events of a game repeat themselves, so they must shrink by far more than half.
        assert len(game.body) < 0.35 * sum(map(len, bodies))


def test_a_replay_has_a_moment_for_every_change() -> None:
    life = lived(games=1)
    (game, *_) = fold_table(row_of(life), stored(life)).games
    bodies = unpack(game.body)
    replay = msgspec.json.decode(gzip.decompress(retell("replay", "TABLEXY", bodies, VOCABULARY)))
    assert (replay["code"], replay["number"]) == ("TABLEXY", 1)
    assert replay["frames"][0]["happenings"][0]["type"] == "game_dealt"
    assert replay["frames"][-1]["happenings"][-1]["type"] == "game_ended"
    play = fold(bring_up(bodies, VOCABULARY)).play
    assert play is not None
    assert replay["frames"][-1]["hands"] == [list(hand) for hand in play.state.hands]


def test_a_replay_of_very_many_signals_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.server.live.past._MOST_FRAMES", 20)
    life = lived(games=1)
    (game, *_) = fold_table(row_of(life), stored(life)).games
    bodies = unpack(game.body)
    told = msgspec.json.decode(gzip.decompress(retell("replay", "X", bodies, VOCABULARY)))
    kinds = [one["type"] for frame in told["frames"] for one in frame["happenings"]]
    assert "game_ended" in kinds
    moments = (
        *("card_placed", "card_taken_back", "turn_ended", "game_dealt", "game_started"),
        *("game_ended", "time_ran_out"),
    )
    for frame in told["frames"]:
        assert any(one["type"] in moments for one in frame["happenings"])


def test_a_form_that_there_is_not() -> None:
    life = lived(games=1)
    before = fold(life.desk.events[:1])
    play = life.desk.play
    game = ended_game(before, play, [encode_event(life.desk.events[-1])], 0.0)
    assert game.number == play.number
    bodies = unpack(fold_table(row_of(life), stored(life)).games[0].body)
    with pytest.raises(ValueError, match="there is no form"):
        retell("picture", "X", bodies, VOCABULARY)


# Databases of earlier versions ------------------------------------------------------------------


#: One database for every vocabulary before this one.
EARLIER = tuple(f"v{number}" for number in range(1, VOCABULARY))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy of the database that the first version wrote."""
    return copied(tmp_path, "v1")


def copied(folder: Path, name: str) -> Path:
    path = folder / "tables.db"
    shutil.copy(KEPT / f"{name}.db", path)
    return path


@pytest.mark.parametrize("name", EARLIER)
def test_a_database_of_an_earlier_version_is_brought_up(tmp_path: Path, name: str) -> None:
    kept = copied(tmp_path, name)
    expected = msgspec.json.decode((KEPT / f"{name}.json").read_bytes())

    async def main() -> None:
        async with opened(str(kept)) as store:
            janitor = Janitor(store, Lifetimes())
            assert await janitor.bring_up_all() == len(expected)
            assert await janitor.bring_up_all() == 0
            for code, told in expected.items():
                row = await store.find(code)
                assert row is not None
                assert await check_table(store, row) == []
                table = fold(decode_event(one.body) for one in await store.events(row.id))
                assert (table.seq, row.vocabulary) == (told["seq"], VOCABULARY)
                kept_games = await store.game_summaries(row.id)
                on_table = table.play is not None and table.stage is Stage.OVER
                assert len(kept_games) + on_table == len(told["records"])

    asyncio.run(main())


@pytest.mark.parametrize("name", EARLIER)
def test_people_go_on_at_tables_of_an_earlier_version(tmp_path: Path, name: str) -> None:
    kept = copied(tmp_path, name)
    expected = msgspec.json.decode((KEPT / f"{name}.json").read_bytes())
    with serving(
        kept, lifetimes=Lifetimes(gathering=None, unfinished=None, finished=None, games=None)
    ) as served:
        for code, told in expected.items():
            table = served.ask(f"/api/tables/{code}")
            assert table.status == 200
            assert table.json["stage"] == told["table"]["stage"]
            records = [
                served.ask(f"/api/tables/{code}/games/{number}/record").text
                for number in range(1, len(told["records"]) + 1)
            ]
            assert records == told["records"]

        async def watch() -> None:
            for code, told in expected.items():
                client = Client(served.socket_url(code))
                await client.connect()
                if client.table:
                    shown = {"table": client.table, "own": told["own"]}
                    assert facts(shown) == facts(told)
                await client.disconnect()

        asyncio.run(watch())


def test_an_old_table_that_cannot_be_read_does_not_stop_the_others(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute(
            'UPDATE events SET body = \'{"type": "card_placed"}\' WHERE table_id = 3 AND seq = 20'
        )
        connection.commit()

    async def main() -> None:
        async with opened(str(kept)) as store:
            janitor = Janitor(store, Lifetimes())
            count = await janitor.bring_up_all()
            assert count == await store.count_tables() - 1
            assert janitor.unreadable == {"KEPTXA4"}
            assert [row.code for row in await store.older(10)] == ["KEPTXA4"]
            row = await store.find("KEPTXA4")
            assert row is not None
            (fault,) = await check_table(store, row)
            assert fault.startswith("its events cannot be read")

    asyncio.run(main())
    assert "KEPTXA4" in caplog.text


# The end of a table -----------------------------------------------------------------------------


async def put(store: Store, life: RandomLife, code: str, age_days: float) -> TableRow:
    table = life.desk.table
    at = time.time() - age_days * 24 * 3600
    events = [StoredEvent(one.seq, at, one.body) for one in stored(life)]
    return await store.create_table(
        code, table.rules.game.id, table.rules.players, False, str(table.stage), events
    )


def test_what_nobody_visits_is_closed_or_deleted_in_time(tmp_path: Path) -> None:
    gathering = RandomLife(make_rules(), 1)
    over = lived(games=2)
    playing = RandomLife(make_rules("original", 1), 3)
    while playing.desk.table.stage is not Stage.PLAYING:
        playing.live(1)

    async def main() -> None:
        async with opened(f"{tmp_path}/tables.db") as store:
            for days, name in ((0.5, "A"), (2.0, "B"), (40.0, "C")):
                await put(store, gathering, f"GATHER{name}", days)
                await put(store, playing, f"PLAYIN{name}", days)
                await put(store, over, f"FINISH{name}", days)
            janitor = Janitor(store, Lifetimes(), lambda code: code == "GATHERC")
            assert await janitor.prune(dry=True) == {"gathering": 1, "playing": 1, "over": 2}
            assert await store.count_tables() == 9
            assert await janitor.prune() == {"gathering": 1, "playing": 1, "over": 2}
            assert (await janitor.prune()).total() == 0
            left = {row.code: row.status for row in await store.list_tables(limit=20)}
            assert left == {
                **dict.fromkeys(("GATHERA", "GATHERC"), "gathering"),
                **dict.fromkeys(("PLAYINA", "PLAYINB"), "playing"),
                **{"FINISHA": "over", "FINISHB": CLOSED, "FINISHC": CLOSED},
            }
            closed = await store.find("FINISHB")
            assert closed is not None
            assert await store.events(closed.id) == []
            assert await check_table(store, closed) == []
            exported = await export_table(store, closed)
            assert exported["records"] == records_of(over.desk.events)
            for_ever = Lifetimes(gathering=None, unfinished=None, finished=None, games=None)
            assert (await Janitor(store, for_ever).prune()).total() == 0
            short = Lifetimes(games=10.0)
            assert (await Janitor(store, short).prune())[CLOSED] == 1

    asyncio.run(main())


def test_who_comes_back_in_time_keeps_the_table(tmp_path: Path) -> None:
    life = lived(games=1)

    async def main() -> None:
        async with opened(f"{tmp_path}/tables.db") as store:
            row = await put(store, life, "FINISHD", 2.0)
            body = encode_event(ReadinessChanged(0, True))
            await store.append(row.id, [StoredEvent(row.last_seq + 1, time.time(), body)])
            with pytest.raises(SequenceConflictError):
                await bring_table_up(store, row)
            assert (await Janitor(store, Lifetimes()).prune()).total() == 0

    asyncio.run(main())


# Over the wire ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("life")
    with serving(folder / "tables.db", keep_events=False, sleep_seconds=0.5) as server:
        yield server


async def play_games(served: Served, count: int) -> dict[str, Any]:
    """Play solo games, each given up after a turn."""
    host = served.open(players=1, settings={"pace": 0, "text": True}, start=True)
    async with joined(served, host) as (ana,):
        for number in range(1, count + 1):
            await ana.done("say", text="well")
            option = (ana.own or {})["legal"][0]
            await ana.done("place", card=option["card"], pile=option["pile"])
            await ana.done("concede")
            if number < count:
                await ana.done("rematch")
                await ana.until(lambda n=number: ana.play["number"] == n + 1)
    return host


def test_games_of_the_past_are_told_whether_folded_or_not(served: Served) -> None:
    host = asyncio.run(play_games(served, 3))
    base = f"/api/tables/{host['code']}/games"
    games = served.ask(base).json
    assert [game["number"] for game in games] == [1, 2, 3]
    assert {game["outcome"]["termination"] for game in games} == {"CONCEDED"}
    kinds = [decode_event(one.body) for one in served.events(host["code"])]
    assert type(kinds[0]).__name__ == "TableFolded"
    assert sum(type(one).__name__ == "GameDealt" for one in kinds) == 1
    for number in (1, 2, 3):
        record = parse_record(served.ask(f"{base}/{number}/record").text)
        verify_record(record)
        as_json = served.ask(f"{base}/{number}/record?format=json").json
        assert as_json["salt"] == record.salt
        proof = served.ask(f"{base}/{number}/proof").json
        assert record.salt in proof["text"]
        replay = served.ask(f"{base}/{number}/replay").json
        kinds_told = [one["type"] for frame in replay["frames"] for one in frame["happenings"]]
        assert kinds_told[0] == "game_dealt"
        assert kinds_told[-1] == "game_ended"
        asked = Request(f"{served.url}{base}/{number}/replay", headers={"Accept-Encoding": "gzip"})
        with urlopen(asked) as packed:
            assert packed.headers["Content-Encoding"] == "gzip"
            assert msgspec.json.decode(gzip.decompress(packed.read())) == replay
    assert served.ask(f"{base}/4/record").json["code"] == "NO_SUCH_GAME"


def test_a_table_with_a_folded_past_wakes_and_goes_on(served: Served) -> None:
    host = asyncio.run(play_games(served, 2))
    code = host["code"]
    wait_for(lambda: code not in served.hall._awake)  # pyright: ignore[reportPrivateUsage]

    async def go_on() -> None:
        async with joined(served, host) as (ana,):
            assert ana.play["number"] == 2
            assert ana.is_over
            await ana.done("rematch")
            await ana.until(lambda: ana.play["number"] == 3)

    asyncio.run(go_on())
    answer = served.ask(f"/api/tables/{code}/games/3/record")
    assert (answer.status, answer.json["code"]) == (409, "GAME_ON")
    assert served.ask(f"/api/tables/{code}/games/3/proof").json["text"] is None


def test_a_closed_table_says_so_and_its_games_are_told(served: Served) -> None:
    host = asyncio.run(play_games(served, 2))
    code = host["code"]
    records = [served.ask(f"/api/tables/{code}/games/{n}/record").text for n in (1, 2)]
    wait_for(lambda: code not in served.hall._awake)  # pyright: ignore[reportPrivateUsage]

    async def close() -> None:
        await served.store.touch([(await row()).id], time.time() - 3 * 24 * 3600)
        assert (await served.hall.janitor.prune())["over"] >= 1

    async def row() -> TableRow:
        found = await served.store.find(code)
        assert found is not None
        return found

    served.run(close())
    answer = served.ask(f"/api/tables/{code}")
    assert (answer.status, answer.json["code"]) == (410, "CLOSED")
    assert served.ask(f"/api/tables/{code}/seats", {"name": "Bob"}).status == 410
    assert [game["number"] for game in served.ask(f"/api/tables/{code}/games").json] == [1, 2]
    again = [served.ask(f"/api/tables/{code}/games/{n}/record").text for n in (1, 2)]
    assert again == records
    assert parse_record(again[0]) == parse_record(format_record(parse_record(again[0])))

    async def visit() -> None:
        client = Client(served.socket_url(code), host["token"])
        await client.connect()
        await client.until(lambda: client.closed is not None)
        assert client.closed == (4410, "CLOSED")
        assert client.last["again"] is False

    asyncio.run(visit())


def test_a_game_is_told_once_for_all_who_ask(served: Served) -> None:
    host = asyncio.run(play_games(served, 1))
    decided = served.hall.thinkers
    asked = 0
    retold = decided.retell

    async def counted(*arguments: Any, **more: Any) -> bytes:
        nonlocal asked
        asked += 1
        return await retold(*arguments, **more)

    decided.retell = counted  # type: ignore[method-assign]
    try:
        answers = {served.ask(f"/api/tables/{host['code']}/games/1/replay").text for _ in range(10)}
    finally:
        decided.retell = retold  # type: ignore[method-assign]
    assert (len(answers), asked) == (1, 1)
