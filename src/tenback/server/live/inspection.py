"""Inspecting the tables in a database without a server."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from tenback.records import format_record, verify_record
from tenback.server.live.archive import unpack
from tenback.server.live.rows import row_facts
from tenback.server.live.upkeep import CLOSED, fold_table
from tenback.server.store import PackedGame, Store, StoredEvent, TableRow
from tenback.server.wire.http import GameSummary
from tenback.server.wire.project import summarise_game
from tenback.table import VOCABULARY, Play, Stage, bring_up, fold

__all__ = ["check_table", "export_table"]

_read_summary = msgspec.json.Decoder(GameSummary).decode


async def check_table(store: Store, row: TableRow) -> list[str]:
    """Read everything about a table, replay its games, and return every fault."""
    stored = await store.events(row.id)
    summaries = [_number(one) for one in await store.game_summaries(row.id)]
    games = [await store.game(row.id, number) for number in summaries]
    return await asyncio.to_thread(_check, row, stored, [game for game in games if game])


def _check(row: TableRow, stored: Sequence[StoredEvent], games: Sequence[PackedGame]) -> list[str]:
    faults: list[str] = []
    if row.status == CLOSED:
        if stored:
            faults.append(f"it is closed, but {len(stored)} events are left")
    else:
        faults += _check_events(row, stored)
    for game in games:
        faults += _check_game(game)
    return faults


def _check_events(row: TableRow, stored: Sequence[StoredEvent]) -> list[str]:
    if not stored:
        return ["it has no events"]
    numbers = [one.seq for one in stored]
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return ["the numbers of its events have gaps"]
    if numbers[-1] != row.last_seq:
        return [f"its last event should have the number {row.last_seq}, not {numbers[-1]}"]
    try:
        table = fold_table(row, stored).table
    except Exception as error:
        return [f"its events cannot be read: {error!r}"]
    faults: list[str] = []
    if table.seq != row.last_seq:
        faults.append(f"its events lead to the number {table.seq}, not {row.last_seq}")
    facts = row_facts(row.code, table)
    if facts.status != row.status:
        faults.append(f"its status should be {facts.status}, not {row.status}")
    if row.vocabulary == VOCABULARY and (facts.listed, facts.summary) != (row.listed, row.summary):
        faults.append("what the lobby tells of it is not what it is")
    if table.play is not None and table.stage is not Stage.DEALT:
        faults += _check_play(table.play)
    return faults


def _check_game(game: PackedGame) -> list[str]:
    try:
        play = fold(bring_up(unpack(game.body), game.vocabulary)).play
    except Exception as error:
        return [f"its game {game.number} cannot be read: {error!r}"]
    if play is None or play.number != game.number or play.state.outcome is None:
        return [f"its game {game.number} is another game, or not over"]
    if _read_summary(game.summary) != summarise_game(play):
        return [f"what is told of its game {game.number} is not what it is"]
    return _check_play(play)


def _check_play(play: Play) -> list[str]:
    """Replay a game by the rules."""
    try:
        state = verify_record(play.record)
    except Exception as error:
        return [f"its game {play.number} does not obey the rules: {error}"]
    is_there = state == play.recorded_state
    return [] if is_there else [f"its game {play.number} does not lead where it stands"]


def _number(summary: bytes) -> int:
    return _read_summary(summary).number


async def export_table(store: Store, row: TableRow) -> dict[str, Any]:
    """Return everything stored about a table, including the secrets of a running game."""
    stored = await store.events(row.id)
    records: list[str] = []
    for summary in await store.game_summaries(row.id):
        game = await store.game(row.id, _number(summary))
        play = game and fold(bring_up(unpack(game.body), game.vocabulary)).play
        if play:
            records.append(format_record(play.record))
    return {
        "code": row.code,
        "game": row.game,
        "players": row.players,
        "status": row.status,
        "public": row.public,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "vocabulary": row.vocabulary,
        "events": [
            {"seq": one.seq, "at": one.at, "seat": one.seat, "event": msgspec.Raw(one.body)}
            for one in stored
        ],
        "records": records,
    }
