"""Maintaining tables on disk without waking them: migrate, close, delete."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from tenback.server.live.archive import ended_game
from tenback.server.live.rows import RowFacts, row_facts
from tenback.server.store import PackedGame, Store, StoredEvent, TableRow
from tenback.table import Event, Stage, Table, bring_up, encode_event, fold
from tenback.table.unions import GameAdopted, GameDealt, TableFolded

__all__ = ["CLOSED", "FoldedGames", "bring_table_up", "close_table", "fold_table"]

#: The status of a table that consists only of its games.
CLOSED = "closed"


class FoldedGames(NamedTuple):
    """A table with the events of its last game only, and the earlier games packed."""

    events: list[StoredEvent]
    table: Table
    facts: RowFacts
    games: list[PackedGame]


def fold_table(row: TableRow, stored: Sequence[StoredEvent]) -> FoldedGames:
    """Read a table in any vocabulary, and fold all games but the last.

    If the game on the table is over, it is among the packed games as well.
    """
    events = bring_up([one.body for one in stored], row.vocabulary)
    games: list[PackedGame] = []
    table, before_deal, first = fold(events[:1]), None, 0
    game: list[bytes] = []
    for number, event in enumerate(events[1:], 1):
        before, table = table, fold([event], table)
        if isinstance(event, GameDealt | GameAdopted):
            before_deal, first, game = before, number, []
        game.append(encode_event(event))
        ends = table.stage is Stage.OVER and (before.stage is not Stage.OVER or len(game) == 1)
        if ends and table.play is not None and before_deal is not None:
            games.append(ended_game(before_deal, table.play, game, stored[number].at))
    kept = _rewritten(stored[first:], events[first:])
    if before_deal is not None and first:
        base = TableFolded.up_to(before_deal)
        kept.insert(0, StoredEvent(before_deal.seq, stored[first - 1].at, encode_event(base)))
    return FoldedGames(kept, table, row_facts(row.code, table), games)


def _rewritten(stored: Sequence[StoredEvent], events: Sequence[Event]) -> list[StoredEvent]:
    return [
        StoredEvent(one.seq, one.at, encode_event(event), one.seat, one.command_id)
        for one, event in zip(stored, events, strict=True)
    ]


async def bring_table_up(store: Store, row: TableRow) -> None:
    """Rewrite a table in the current vocabulary, with its earlier games packed."""
    folded = await asyncio.to_thread(fold_table, row, await store.events(row.id))
    games = [game for game in folded.games if not _is_on_table(folded.table, game)]
    facts = folded.facts
    await store.rewrite(
        row,
        folded.events,
        status=facts.status,
        listed=facts.listed,
        summary=facts.summary,
        games=games,
    )


async def close_table(store: Store, row: TableRow) -> None:
    """Close a table: keep only its games."""
    folded = await asyncio.to_thread(fold_table, row, await store.events(row.id))
    await store.rewrite(
        row, (), status=CLOSED, listed=False, summary=folded.facts.summary, games=folded.games
    )


def _is_on_table(table: Table, game: PackedGame) -> bool:
    return table.play is not None and table.play.number == game.number
