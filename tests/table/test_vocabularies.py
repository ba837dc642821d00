"""Events of every earlier vocabulary can be read, and applying an event judges nothing."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.random_commands import RandomLife
from tests.table.support import make_rules, started

from tenback.records import format_record
from tenback.rules import GAMES, GameRules, Refusal, Ruleset
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.table import (
    VOCABULARY,
    Event,
    Settings,
    Stage,
    Table,
    adopt_record,
    bring_up,
    encode_event,
    fold,
)
from tenback.table.unions import ChooseStarter, EndTurn, Place, TableFolded
from tenback.table.upcasters import UPCASTERS
from tenback.testing.strategies import rulesets

KEPT = Path(__file__).parent.parent / "server" / "store" / "kept"


def kept_tables(name: str) -> Iterator[tuple[str, list[bytes]]]:
    """Yield the code and the events of every table of a kept database."""
    address = f"file:{KEPT / name}.db?immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        for table_id, code in connection.execute("SELECT id, code FROM tables").fetchall():
            rows = connection.execute(
                "SELECT body FROM events WHERE table_id = ? ORDER BY seq", (table_id,)
            )
            yield code, [body for (body,) in rows]


def facts(shown: Any) -> object:
    """Return what may not change between versions, even if views show more."""
    play = shown["table"]["play"]
    hands = [own and own["hand"] for own in shown["own"]]
    table = {name: shown["table"][name] for name in ("stage", "host", "rematching")}
    seats = [
        seat and (seat["name"], seat["kind"], seat["away"]) for seat in shown["table"]["seats"]
    ]
    if play is None:
        return table, seats, hands
    names = (
        *("number", "phase", "starter", "to_move", "turns", "minimum", "laid", "commitment"),
        *("deck_counts", "hand_counts", "signals", "last_turns", "votes", "conceding", "helped"),
    )
    tops = [pile["top"] for pile in play["piles"]]
    return table, seats, hands, tops, {name: play[name] for name in names}, play["outcome"]


def shown_now(code: str, table: Table) -> object:
    rules = show_rules(table.rules)
    shown = {
        "table": msgspec.to_builtins(show_table(code, table, rules), str_keys=True),
        "own": [msgspec.to_builtins(show_own(table, n)) for n in range(len(table.seats))],
    }
    return msgspec.json.decode(msgspec.json.encode(shown))


@pytest.mark.parametrize("vocabulary", range(1, VOCABULARY))
def test_tables_of_an_earlier_vocabulary_stand_as_they_stood(vocabulary: int) -> None:
    expected = msgspec.json.decode((KEPT / f"v{vocabulary}.json").read_bytes())
    met: set[str] = set()
    for code, bodies in kept_tables(f"v{vocabulary}"):
        events = bring_up(bodies, vocabulary)
        table = fold(events)
        met |= {msgspec.json.decode(body)["type"] for body in bodies}
        assert table.seq == expected[code]["seq"] == len(events)
        assert facts(shown_now(code, table)) == facts(expected[code])
        assert records_of(events) == expected[code]["records"]
        # Written in the new vocabulary they lead to the same table.
        assert fold(bring_up(map(encode_event, events), VOCABULARY)) == table
    assert {"card_placed", "turn_ended", "game_started", "game_adopted", "game_conceded"} <= met


def in_the_second(events: Iterable[Event]) -> list[bytes]:
    """Write events as the second vocabulary did, which did not say how a starter was found."""
    return [re.sub(rb',"found_by":"[a-z]+"', b"", encode_event(event)) for event in events]


def test_a_starter_of_the_second_vocabulary_is_recorded_as_before() -> None:
    chosen, fixed = started(starter="lot"), started(starter=1)
    for seat in chosen.table.people:
        chosen.do(seat, ChooseStarter(1))
    adopted = adopt_record(fixed.play.record, Settings())
    for events, found_by in (
        (chosen.events, "lot"),
        (fixed.events, "fixed"),
        (adopted, "fixed"),
    ):
        play = fold(bring_up(in_the_second(events), 2)).play
        assert play is not None
        assert play.found_by == found_by
        assert ("drawn_by: lot" in format_record(play.record)) == (found_by == "lot")


def records_of(events: list[Any]) -> list[str]:
    """Return the records of the finished games."""
    table, records = fold(events[:1]), dict[int, str]()
    for event in events[1:]:
        table = fold([event], table)
        if table.play is not None and table.stage is Stage.OVER:
            records[table.play.number] = format_record(table.play.record)
    return list(records.values())


def test_there_is_an_upcaster_for_every_vocabulary_before_this_one() -> None:
    assert sorted(UPCASTERS) == list(range(1, VOCABULARY))
    with pytest.raises(ValueError, match=f"only those up to {VOCABULARY}"):
        bring_up([], VOCABULARY + 1)


class ForbiddenError(Exception):
    """A rule was asked."""


def forbid(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Make every game raise when it is asked."""

    def ask(*_: object) -> object:
        raise ForbiddenError

    for game in (GameRules, *map(type, GAMES.values())):
        for name in names:
            if name in vars(game):
                monkeypatch.setattr(game, name, ask)


RULES = (
    *("judge", "judge_standing", "judge_duties", "judge_end", "closes", "waives_minimum"),
    *("draw_count", "minimum", "is_cleared", "winners_of_clearing", "winners_of_failing"),
    *("cards_left", "shortfall", "is_hopeless", "search_key", "is_silenced"),
)


@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_reading_events_asks_no_rule(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lives = [RandomLife(make_rules(game), seed) for seed in range(6)]
    for life in lives:
        life.live(250)
    over = next(life for life in lives if life.desk.play.number > 1)
    adopted = adopt_record(over.desk.play.record, Settings())
    tables = [(life.desk.events, life.desk.table) for life in lives]
    tables.append((list(adopted), fold(adopted)))
    forbid(monkeypatch, *RULES)
    with pytest.raises(ForbiddenError):
        make_rules(game).minimum(7, 50)
    for events, table in tables:
        assert fold(bring_up(map(encode_event, events), VOCABULARY)) == table


def test_a_game_stays_readable_when_a_rule_is_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = started()
    desk.do(0, Place(2, 0))
    desk.do(0, Place(3, 0))
    desk.do(0, EndTurn())
    stored, before = [encode_event(event) for event in desk.events], desk.table

    def nothing_fits(*_: object) -> str:
        return "VALUE"

    monkeypatch.setattr(GameRules, "judge_standing", nothing_fits)
    assert fold(bring_up(stored, VOCABULARY)) == before
    with pytest.raises(Refusal):
        desk.step(1, Place(10, 0))


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_past_that_is_folded_away_leaves_the_same_table(rules: Ruleset, seed: int) -> None:
    life = RandomLife(rules, seed)
    life.live(200)
    events = life.desk.events
    deals = [n for n, event in enumerate(events) if type(event).__name__ == "GameDealt"]
    if not deals:
        return
    folded = TableFolded.up_to(fold(events[: deals[-1]]))
    (read,) = bring_up([encode_event(folded)], VOCABULARY)
    assert fold([read, *events[deals[-1] :]]) == life.desk.table
