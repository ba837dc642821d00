"""The deal of the day on a server: the same cards for all, counted once, sealed until midnight."""

import asyncio
import gzip
import hashlib
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.at_once import ask_for_daily_at_once
from tests.server.client import joined
from tests.server.serving import Answer, Json, Served, serving
from tests.server.waiting import wait_for

from tenback.records import format_record, parse_record, verify_record
from tenback.records.daily import (
    DailyKind,
    daily_deal,
    daily_kinds,
    daily_rules,
    is_key_of,
)
from tenback.records.proof import commit_deal
from tenback.server.daily.daily import ended_game
from tenback.server.daily.rows import DailyLine, EndedGame, keep_line
from tenback.server.store import DatabaseUnreachableError, Store
from tenback.server.thinking import WorkerSettings
from tenback.server.thinking.games import answer_game
from tenback.server.thinking.messages import Retold, SolvedDeal, SolveDeal
from tenback.table import Settings, World, decide, fold, open_table
from tenback.table.unions import AskHint, Concede, Sit, StartGame

#: A day far in the future. A server that starts finishes the day before, by the machine's clock,
#: and must not find this one.
NOON = datetime(2126, 11, 16, 12, tzinfo=UTC)
TODAY, TOMORROW = date(2126, 11, 16), date(2126, 11, 17)
SOLO = DailyKind("original", 1)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("daily") / "tables.db") as server:
        yield server


@pytest.fixture
def served(running: Served) -> Served:
    """A server whose clock says noon. Tests share the day, and take other kinds or clients."""
    set_clock(running, NOON)
    return running


def set_clock(served: Served, now: datetime) -> None:
    served.hall.daily.calendar.clock = now.timestamp


def begin(served: Served, client: str, kind: DailyKind = SOLO) -> Answer:
    return served.ask(f"/api/daily/{kind.game}/{kind.players}", {"name": "Ana", "client": client})


def seated(served: Served, client: str, kind: DailyKind = SOLO) -> Json:
    answer = begin(served, client, kind)
    assert answer.status == 201, answer.text
    return answer.json


async def concede(served: Served, seat: Json) -> Json:
    async with joined(served, seat) as (player,):
        await player.until(lambda: player.is_to_move)
        await player.do("concede")
        await player.until(lambda: player.is_over)
        return player.play


def play_out(served: Served, seat: Json) -> Json:
    play = asyncio.run(concede(served, seat))
    served.run(served.hall.daily.settle())
    return play


def figures(served: Served, kind: DailyKind, day: str = "") -> Json:
    told = served.ask(f"/api/daily/{day}".rstrip("/")).json
    return next(
        deal["figures"]
        for deal in told["deals"]
        if (deal["game"], deal["players"]) == (kind.game, kind.players)
    )


def test_today_tells_everything_but_keys_and_cards(served: Served) -> None:
    told = served.ask("/api/daily").json
    assert (told["date"], told["key"], told["seconds_left"]) == ("2126-11-16", None, 12 * 3600)
    assert told["chain"]["start"] == "2126-11-16"
    assert told["number"] == 1
    kinds = [DailyKind(deal["game"], deal["players"]) for deal in told["deals"]]
    assert kinds == list(daily_kinds())
    assert all(deal["bots"] == ["steady"] * (deal["players"] - 1) for deal in told["deals"])
    assert all(deal["lines"] == [] for deal in told["deals"])


def test_everybody_has_the_same_cards_and_the_published_hash(served: Served) -> None:
    kind = DailyKind("extreme", 1)
    ends = [play_out(served, seated(served, client, kind)) for client in ("one", "two")]
    decks = [end["reveal"]["deal"] for end in ends]
    assert decks[0] == decks[1]
    told = served.ask("/api/daily").json
    published = next(deal for deal in told["deals"] if deal["game"] == "extreme")["commitment"]
    assert [end["commitment"] for end in ends] == [published] * 2


def test_bots_sit_in_company_and_the_lot_says_who_starts(served: Served) -> None:
    kind = DailyKind("original", 3)
    tables = [served.ask(f"/api/tables/{seated(served, '', kind)['code']}").json for _ in range(2)]
    assert [table["stage"] for table in tables] == ["playing"] * 2
    assert all(table["free_seats"] == [] and not table["spectators_allowed"] for table in tables)


def test_the_first_game_of_a_client_counts_and_must_be_over_before_another(served: Served) -> None:
    first = seated(served, "ana")
    assert first["counts"]
    refused = begin(served, "ana")
    assert (refused.status, refused.json["code"]) == (409, "DAILY_ON")
    assert refused.json["details"] == {"code": first["code"]}
    play_out(served, first)
    again = seated(served, "ana")
    assert not again["counts"]
    assert not seated(served, "")["counts"]
    told = figures(served, SOLO)
    assert (told["tried"], told["over"], told["won"]) == (1, 1, 0)
    assert told["scores"] == [{"won": False, "score": 98, "count": 1}]


def test_of_two_requests_of_a_client_at_once_one_opens_a_table(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = DailyKind("duel", 2)
    before = served.run(served.store.count_tables())
    answers = ask_for_daily_at_once([served, served], kind, "twice", monkeypatch)
    assert sorted(answer.status for answer in answers) == [201, 409]
    opened, refused = sorted(answers, key=lambda answer: answer.status)
    assert opened.json["counts"]
    assert (refused.json["code"], refused.json["details"]) == (
        "DAILY_ON",
        {"code": opened.json["code"]},
    )
    assert served.run(served.store.count_tables()) == before + 1
    assert figures(served, kind)["tried"] == 1


def test_hints_are_counted() -> None:
    events = list(open_table(daily_rules(SOLO), Settings()))
    table = fold(events)
    for command in (Sit("Ana", "key"), StartGame(), AskHint(), AskHint(), Concede()):
        steps = decide(table, 0, command, World())
        table = steps[-1][1] if steps else table
    assert table.play is not None
    assert ended_game(table.play, 5.0) == EndedGame(5.0, False, 98, 1)


def test_a_game_that_ends_after_midnight_was_tried_and_no_more(served: Served) -> None:
    kind = DailyKind("on-fire", 1)
    late = seated(served, "late", kind)
    set_clock(served, NOON + timedelta(days=1))
    play_out(served, late)
    told = figures(served, kind, "2126-11-16")
    assert (told["tried"], told["over"]) == (1, 0)


@pytest.mark.parametrize("form", ["record", "replay", "proof", "rescue", "review"])
def test_a_game_of_today_is_told_to_its_player_alone(served: Served, form: str) -> None:
    seat = seated(served, f"sealed {form}")
    play_out(served, seat)
    path = f"/api/tables/{seat['code']}/games/1/{form}"
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": seat["token"]}):
        answer = served.ask(path, headers=headers)
        assert (answer.status, answer.json["code"]) == (403, "SEALED")
    own = served.ask(path, headers={"Authorization": f"Bearer {seat['token']}"})
    assert own.status == 200 or (form == "review" and own.status != 403)  # no review was asked for
    set_clock(served, NOON + timedelta(days=1))
    assert served.ask(path).status == own.status


def test_nobody_watches_a_game_of_today(served: Served) -> None:
    seat = seated(served, "watched")

    async def watch() -> None:
        async with joined(served, seat, spectators=1) as (_, spectator):
            assert (spectator.last["type"], spectator.last["code"]) == ("bye", "NO_SPECTATORS")

    asyncio.run(watch())


def test_the_key_of_a_day_is_revealed_when_it_is_over(served: Served) -> None:
    end = play_out(served, seated(served, "keys"))
    assert served.ask("/api/daily/2126-11-16").json["key"] is None
    assert served.ask("/api/daily/2126-11-17").status == 404
    set_clock(served, NOON + timedelta(days=1))
    told = served.ask("/api/daily/2126-11-16").json
    assert is_key_of(told["key"], told["number"], told["chain"]["anchor"])
    dealt = daily_deal(told["key"], TODAY, SOLO)
    assert [list(deck) for deck in dealt.decks] == end["reveal"]["deal"]
    assert commit_deal(dealt.rules, dealt.decks, dealt.salt) == end["commitment"]
    tomorrow = served.ask("/api/daily").json
    assert (tomorrow["number"], tomorrow["key"]) == (2, None)


def test_a_database_that_is_just_starting_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.server.daily.daily._AGAIN_SECONDS", 0.01)
    read, asked = Store.read, 0

    async def read_later(store: Store, work: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked < 4:
            raise DatabaseUnreachableError("the database system is starting up")
        return await read(store, work)

    monkeypatch.setattr(Store, "read", read_later)
    with serving(tmp_path / "tables.db") as served:
        assert served.ask("/health").status == 200
    assert asked >= 4


def test_many_who_come_first_find_one_chain(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as served:
        calendar = served.hall.daily.calendar
        set_clock(served, NOON)

        async def come() -> set[str]:
            chains = await asyncio.gather(*(calendar.chain(TODAY) for _ in range(8)))
            return {chain.anchor for chain in chains if chain is not None}

        assert len(served.run(come())) == 1


@pytest.mark.parametrize("day", ["2126-11-15", "2126-11-32", "today"])
def test_days_without_a_deal(served: Served, day: str) -> None:
    answer = served.ask(f"/api/daily/{day}")
    assert (answer.status, answer.json["code"]) == (404, "NO_DAY")


def test_kinds_without_a_deal(served: Served) -> None:
    answer = begin(served, "odd", DailyKind("original", 2))
    assert (answer.status, answer.json["code"]) == (400, "RULES")
    assert "original-1, original-3" in answer.json["message"]


def test_lines_are_told_when_the_day_is_over(served: Served) -> None:
    record = parse_record(Path("tests/records/daily_line.txt").read_text())
    line = DailyLine(SOLO, "solver", "winnable", True, 0, format_record(record))
    served.run(served.store.write(partial(keep_line, day=TODAY, line=line)))
    path = "/api/daily/2126-11-16/original/1/solver"
    assert served.ask(path).status == 404
    set_clock(served, NOON + timedelta(days=1))
    replay = served.ask(path).json
    assert replay["frames"][-1]["play"]["outcome"]["rating"] == "beaten"
    assert served.ask(f"{path}?form=record").text == format_record(record)
    assert served.ask(path.replace("solver", "best")).status == 404


def test_lines_are_found_when_the_day_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def solve(record: str, seconds: float) -> bytes:
        del seconds
        asked.append(record)
        return gzip.compress(msgspec.json.encode(SolvedDeal("winnable", True, 0, record)))

    with serving(tmp_path / "tables.db") as served:
        monkeypatch.setattr(served.hall.thinkers, "solve", solve)
        set_clock(served, NOON)
        play_out(served, seated(served, "ana"))
        set_clock(served, NOON + timedelta(days=1))
        served.hall.daily.kinds = (SOLO,)
        for _ in range(2):  # what is known is not looked for again
            served.run(served.hall.daily.finish(TODAY))
        told = served.ask("/api/daily/2126-11-16").json
        best, solver = told["deals"][0]["lines"]
        assert (best["author"], best["won"], best["score"]) == ("best", False, 98)
        assert (solver["author"], solver["verdict"]) == ("solver", "winnable")
        (deal,) = (parse_record(record) for record in asked)
        assert deal.decks == daily_deal(told["key"], TODAY, SOLO).decks
        text = served.ask("/api/daily/2126-11-16/original/1/best?form=record").text
        assert "Ana" not in text
        verify_record(parse_record(text))


def test_days_are_followed_after_an_error_of_any_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.server.daily.daily._LOOK_SECONDS", 0.01)
    looked: list[date] = []

    async def finish(day: date) -> None:
        looked.append(day)
        if len(looked) == 1:
            raise RuntimeError("another node has the table")

    with serving(tmp_path / "tables.db") as served:
        monkeypatch.setattr(served.hall.daily, "finish", finish)
        set_clock(served, NOON + timedelta(days=1))
        wait_for(lambda: len(looked) > 1)
    assert looked[:2] == [TODAY] * 2


def test_results_and_the_secret_outlast_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as served:
        set_clock(served, NOON)
        anchor = served.ask("/api/daily").json["chain"]["anchor"]
        seat = seated(served, "ana")
    with serving(tmp_path / "tables.db") as served:
        set_clock(served, NOON)
        served.run(served.hall.daily.start())
        assert served.ask("/api/daily").json["chain"]["anchor"] == anchor
        play_out(served, seat)
        assert figures(served, SOLO)["over"] == 1
        sealed = served.ask(f"/api/tables/{seat['code']}/games/1/record")
        assert sealed.status == 403


def test_a_worker_solves_a_deal() -> None:
    record = format_record(parse_record(Path("tests/records/daily_line.txt").read_text()))
    patient = WorkerSettings(prepare_seconds=3600, limit_seconds=3600)
    *_, answer = answer_game(SolveDeal(record, 30), patient, print)
    assert isinstance(answer, Retold)
    found = msgspec.json.decode(gzip.decompress(answer.body), type=SolvedDeal)
    assert (found.verdict, found.won, found.score) == ("winnable", True, 0)
    verify_record(parse_record(found.record))


def test_no_secret_leaves_the_server(served: Served) -> None:
    chain = served.run(served.hall.daily.calendar.chain(TODAY))
    assert chain is not None
    answers = [served.ask(path).text for path in ("/api/daily", "/api/daily/2126-11-16")]
    answers.append(begin(served, "secret").text)
    for secret in (chain.secret, chain.key(TODAY), chain.key(TOMORROW)):
        assert not any(secret in text for text in answers)
        assert hashlib.sha256(secret.encode()).hexdigest() != chain.anchor or secret == chain.key(
            TODAY
        )
