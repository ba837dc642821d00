"""``tenback tables show``."""

import msgspec

from tenback.cli.tables.common import find_row, open_store, run, tell_time

__all__ = ["show_tables"]


def show_tables(code: str, *, database: str = "") -> None:
    """Show a table and its games; no card is shown.

    Parameters
    ----------
    code
        The table's code.
    database
        The database; by default the file that 'tenback serve' uses.
    """
    run(_show(database, code))


async def _show(database: str, code: str) -> None:
    from tenback.server.wire.http import GameSummary, TableSummary  # noqa: PLC0415 - an extra

    async with open_store(database) as store:
        row = await find_row(store, code)
        events = await store.events(row.id)
        summaries = await store.game_summaries(row.id)
    seats = msgspec.json.decode(row.summary, type=TableSummary).names if row.summary else ()
    names = [name or "(free)" for name in seats]
    size = sum(len(event.body) for event in events)
    print(f"{row.code}: {row.game} for {row.players}, {row.status}")
    print(f"opened {tell_time(row.created_at)}, last used {tell_time(row.updated_at)}")
    print(f"seats: {', '.join(names) or 'not known until a server has read the table'}")
    print(f"events: {len(events)}, up to number {row.last_seq}, {size} bytes")
    for summary in summaries:
        game = msgspec.json.decode(summary, type=GameSummary)
        assert game.outcome is not None
        told = f"{game.outcome.termination}, {game.outcome.score} card(s) left"
        print(f"game {game.number}: {game.date}, {', '.join(game.names)}: {told}")
