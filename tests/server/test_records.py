"""Records over HTTP: they are summed up, and their cards are played again."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.client import joined
from tests.server.serving import Json, Served, serving

from tenback.records import (
    GameRecord,
    build_ruleset,
    deal_from_seed,
    format_record,
    parse_record,
    record_to_json,
)
from tenback.rules import Refusal
from tenback.server.live.again import deal_again
from tenback.texts import LANGUAGES, Texts

WON = parse_record(Path("tests/records/daily_line.txt").read_text())


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("records") / "tables.db") as server:
        yield server


def dealt(players: int = 3) -> GameRecord:
    rules = build_ruleset("original", players)
    names = ("Ana", "Bo", "Steady", "Cleo", "Dan")[:players]
    bots = ((2, "expert"),) if players > 2 else ()
    return GameRecord(rules, deal_from_seed(rules, 7), 1, names, bots=bots, salt="5a" * 32)


@pytest.mark.parametrize("write", [format_record, record_to_json])
def test_a_record_is_told_in_short(served: Served, write: object) -> None:
    assert callable(write)
    answer = served.ask("/api/records", {"record": write(WON)})
    assert answer.status == 200, answer.text
    told = answer.json
    assert (told["game"], told["players"], told["names"]) == ("original", 1, ["P1"])
    assert told["bots"] == [""]
    assert told["outcome"]["rating"] == "beaten"
    assert told["record"] == format_record(WON)


@pytest.mark.parametrize("record", ["nonsense", "{}", format_record(WON).replace("laid", "x")[:80]])
def test_what_is_no_record_is_refused_with_a_reason(served: Served, record: str) -> None:
    answer = served.ask("/api/records", {"record": record})
    assert (answer.status, answer.json["code"]) == (400, "RECORD")


@pytest.mark.parametrize(
    ("wrong", "form", "details"),
    [
        ("1. P1: 5>Z9", "pile", {"column": 8, "found": "5>Z9", "known": "A1, A2, D1, D2"}),
        ("1. P1: five", "form", {"column": 8, "found": "five", "example": "35>A1"}),
        (f"1. P1: {WON.decks[0][0]}>A1", "rule", {"turn": 1, "code": "MINIMUM"}),
    ],
)
def test_a_fault_deep_in_a_record_is_told_in_every_language(
    served: Served, wrong: str, form: str, details: Json
) -> None:
    record = re.sub(r"^1\. P1: .*$", wrong, format_record(WON), count=1, flags=re.MULTILINE)
    problem = served.ask("/api/records", {"record": record}).json
    assert (problem["code"], problem["key"]) == ("RECORD", f"refusal.RECORD.{form}")
    assert details.items() <= problem["details"].items()
    told = {Texts(language)(problem["key"], **problem["details"]) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert all(str(value) in one for one in told for value in details.values())


def test_a_deal_is_played_again(served: Served) -> None:
    answer = served.ask("/api/deals", {"record": format_record(WON), "name": "Ana"})
    assert answer.status == 201, answer.text
    seat: Json = answer.json

    async def look() -> Json:
        async with joined(served, seat) as (player,):
            await player.until(lambda: player.is_to_move)
            return player.table | {"hand": (player.own or {})["hand"]}

    table = asyncio.run(look())
    assert table["hand"] == sorted(WON.decks[0][:8])
    assert table["play"]["commitment"] == ""  # the cards are known: it counts for nothing
    assert [each["name"] for each in table["seats"]] == ["Ana"]


def test_a_deal_needs_a_record_and_a_seat(served: Served) -> None:
    for body, code in (
        ({"record": "nonsense", "name": "Ana"}, "RECORD"),
        ({"record": format_record(WON), "name": "Ana", "seat": 1}, "NO_SEAT"),
        ({"record": format_record(WON), "name": "a|b"}, "NAME"),
    ):
        answer = served.ask("/api/deals", body)
        assert (answer.status, answer.json["code"]) == (400, code)


def test_bots_sit_where_others_sat() -> None:
    again = deal_again(dealt(), 1, "Bo", lambda bot: bot in ("expert", "steady"))
    assert again.names == ("Steady", "Bo", "Expert")
    assert again.bots == ((0, "steady"), (2, "expert"))
    assert (again.decks, again.starter) == (dealt().decks, 1)
    assert (again.salt, again.seed, again.entries) == ("", None, ())


def test_a_bot_that_nobody_may_seat_is_replaced_and_names_differ() -> None:
    record = replace(dealt(), bots=((2, "master:ms=100000"),))
    again = deal_again(record, 0, "steady", lambda bot: bot == "steady")
    assert again.bots == ((1, "steady"), (2, "steady"))
    assert again.names == ("steady", "Steady 2", "Steady 3")
    with pytest.raises(Refusal):
        deal_again(record, 3, "Ana", bool)
