"""Deals of the day in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from tenback.records.daily import DailyKind, KeyChain
from tenback.server.store.schema import DAILY_CHAINS, DAILY_GAMES, DAILY_LINES

__all__ = [
    "BegunGame",
    "CountedGame",
    "DailyLine",
    "EndedGame",
    "Sealed",
    "add_chain",
    "add_game",
    "count_begun",
    "end_game",
    "find_begun",
    "keep_line",
    "list_begun",
    "list_chains",
    "list_counted",
    "list_lines",
    "read_line",
    "running_game",
    "wait_for_others",
]


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game of a deal of the day: its table, and the hashed key of the client that began it."""

    code: str
    day: date
    kind: DailyKind
    client: str
    begun_at: float


@dataclass(frozen=True, slots=True)
class EndedGame:
    """How a game ended."""

    ended_at: float
    won: bool
    score: int
    hints: int


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game that counts and was over in time."""

    code: str
    kind: DailyKind
    ended: EndedGame


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A way to play a deal: its author (``best`` or ``solver``), how it ends, its record."""

    kind: DailyKind
    author: str
    verdict: str
    won: bool
    score: int
    record: str


# Keys -----------------------------------------------------------------------------------------


def list_chains(connection: Connection) -> list[KeyChain]:
    """Return the chains, the newest first."""
    query = select(DAILY_CHAINS).order_by(DAILY_CHAINS.c.start.desc())
    return [
        KeyChain(date.fromisoformat(start), days, secret)
        for start, days, secret in connection.execute(query)
    ]


def add_chain(connection: Connection, chain: KeyChain) -> None:
    """Keep a chain."""
    values = {"start": chain.start.isoformat(), "days": chain.days, "secret": chain.secret}
    connection.execute(insert(DAILY_CHAINS), values)


# Games ----------------------------------------------------------------------------------------


def _of(table: Any, day: date, kind: DailyKind) -> tuple[Any, ...]:
    return (
        table.c.day == day.isoformat(),
        table.c.game == kind.game,
        table.c.players == kind.players,
    )


def wait_for_others(connection: Connection) -> None:
    """Wait until no other node adds a game: of two of the same client, one must see the other."""
    connection.execute(select(DAILY_CHAINS.c.start).with_for_update())


def running_game(connection: Connection, day: date, kind: DailyKind, client: str) -> str | None:
    """Return the code of a client's game that counts and is not over."""
    query = select(DAILY_GAMES.c.code).where(
        *_of(DAILY_GAMES, day, kind),
        DAILY_GAMES.c.client == client,
        DAILY_GAMES.c.counts,
        DAILY_GAMES.c.ended_at.is_(None),
    )
    return connection.execute(query).scalar()


def add_game(connection: Connection, game: BegunGame) -> bool:
    """Note that a game has begun; return whether it counts: it is the first of its client."""
    earlier = select(func.count()).where(
        *_of(DAILY_GAMES, game.day, game.kind), DAILY_GAMES.c.client == game.client
    )
    counts = bool(game.client) and not connection.execute(earlier).scalar_one()
    values = {
        "code": game.code,
        "day": game.day.isoformat(),
        "game": game.kind.game,
        "players": game.kind.players,
        "client": game.client,
        "counts": counts,
        "begun_at": game.begun_at,
    }
    connection.execute(delete(DAILY_GAMES).where(DAILY_GAMES.c.code == game.code))
    connection.execute(insert(DAILY_GAMES), values)
    return counts


def end_game(connection: Connection, code: str, ended: EndedGame) -> None:
    """Note how a game ended, once."""
    connection.execute(
        update(DAILY_GAMES)
        .where(DAILY_GAMES.c.code == code, DAILY_GAMES.c.ended_at.is_(None))
        .values(ended_at=ended.ended_at, won=ended.won, score=ended.score, hints=ended.hints)
    )


class Sealed(NamedTuple):
    """A game of a deal of the day."""

    code: str
    day: date
    is_over: bool


_SEALED = select(DAILY_GAMES.c.code, DAILY_GAMES.c.day, DAILY_GAMES.c.ended_at)


def list_begun(connection: Connection, since: date) -> list[Sealed]:
    """Return the games of the days from ``since`` on."""
    return [
        _sealed(row)
        for row in connection.execute(_SEALED.where(DAILY_GAMES.c.day >= since.isoformat()))
    ]


def find_begun(connection: Connection, codes: Sequence[str]) -> dict[str, Sealed]:
    """Return the games of those of these tables that play a deal of the day."""
    rows = connection.execute(_SEALED.where(DAILY_GAMES.c.code.in_(codes)))
    return {row.code: _sealed(row) for row in rows}


def _sealed(row: Any) -> Sealed:
    return Sealed(row.code, date.fromisoformat(row.day), row.ended_at is not None)


def count_begun(connection: Connection, day: date) -> dict[DailyKind, int]:
    """Count the games of a day that count."""
    columns = DAILY_GAMES.c.game, DAILY_GAMES.c.players
    query = (
        select(*columns, func.count())
        .where(DAILY_GAMES.c.day == day.isoformat(), DAILY_GAMES.c.counts)
        .group_by(*columns)
    )
    return {DailyKind(game, players): count for game, players, count in connection.execute(query)}


def list_counted(connection: Connection, day: date, before: float) -> list[CountedGame]:
    """Return the games of a day that count and were over before a time, the earliest first."""
    query = (
        select(DAILY_GAMES)
        .where(
            DAILY_GAMES.c.day == day.isoformat(),
            DAILY_GAMES.c.counts,
            DAILY_GAMES.c.ended_at < before,
        )
        .order_by(DAILY_GAMES.c.ended_at)
    )
    return [
        CountedGame(
            row.code,
            DailyKind(row.game, row.players),
            EndedGame(row.ended_at, row.won, row.score, row.hints),
        )
        for row in connection.execute(query)
    ]


# Lines ----------------------------------------------------------------------------------------


def keep_line(connection: Connection, day: date, line: DailyLine) -> None:
    """Keep a line in the place of an earlier one."""
    place = (*_of(DAILY_LINES, day, line.kind), DAILY_LINES.c.author == line.author)
    connection.execute(delete(DAILY_LINES).where(*place))
    values = {
        "day": day.isoformat(),
        "game": line.kind.game,
        "players": line.kind.players,
        "author": line.author,
        "verdict": line.verdict,
        "won": line.won,
        "score": line.score,
        "record": line.record.encode(),
    }
    connection.execute(insert(DAILY_LINES), values)


def list_lines(connection: Connection, day: date) -> list[DailyLine]:
    """Return the lines of a day."""
    query = select(DAILY_LINES).where(DAILY_LINES.c.day == day.isoformat())
    return _lines(connection.execute(query).all())


def read_line(connection: Connection, day: date, kind: DailyKind, author: str) -> DailyLine | None:
    """Return a line."""
    place = (*_of(DAILY_LINES, day, kind), DAILY_LINES.c.author == author)
    found = _lines(connection.execute(select(DAILY_LINES).where(*place)).all())
    return found[0] if found else None


def _lines(rows: Sequence[Any]) -> list[DailyLine]:
    return [
        DailyLine(
            DailyKind(row.game, row.players),
            row.author,
            row.verdict,
            row.won,
            row.score,
            row.record.decode(),
        )
        for row in rows
    ]
