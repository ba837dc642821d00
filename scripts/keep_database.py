"""Keep a database as this version writes it, for every later version to open.

    python scripts/keep_database.py NAME

Writes tests/server/store/kept/NAME.db and NAME.json: tables in every stage of every game, and what
each seat of them is shown. Run it once, before the vocabulary of events or the schema changes; a
file that is kept is never written anew.
"""

import asyncio
import sys
from pathlib import Path
from random import Random
from typing import get_args

import msgspec

from tenback.records import build_ruleset, format_record
from tenback.rules import Ruleset
from tenback.server.store import Store, StoredEvent
from tenback.server.tutorials import LESSONS
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.table import Event, Settings, Stage, adopt_record, encode_event, fold
from tenback.table.unions import GameAdopted, Remarked, TableFolded

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.table.random_commands import RandomLife

FOLDER = Path(__file__).parent.parent / "tests" / "server" / "store" / "kept"
#: Events that no command causes: of adopted games, and of tables that were folded.
BY_NO_COMMAND = {GameAdopted, Remarked, TableFolded}
#: Game, players, options, how many commands come at least, and the stage in which a table is left.
LIVES: tuple[tuple[str, int, dict[str, str | bool], int, Stage], ...] = (
    ("original", 1, {}, 160, Stage.PLAYING),
    ("original", 2, {}, 6, Stage.GATHERING),
    ("original", 3, {}, 150, Stage.OVER),
    ("original", 4, {}, 10, Stage.DEALT),
    ("original", 5, {}, 60, Stage.PLAYING),
    ("extreme", 2, {"breach": "lose"}, 160, Stage.OVER),
    ("extreme", 3, {}, 90, Stage.PLAYING),
    ("extreme", 4, {}, 120, Stage.PLAYING),
    ("duel", 2, {}, 200, Stage.OVER),
    ("duel", 2, {}, 40, Stage.PLAYING),
)


def lives() -> list[tuple[str, list[Event]]]:
    """Return codes and events of the tables."""
    kept: list[list[Event]] = []
    for game, players, options, commands, stage in LIVES:
        kept.append(_live(build_ruleset(game, players, options), commands, stage))
    missing = set(get_args(Event)) - {type(event) for events in kept for event in events}
    three = build_ruleset("original", 3)
    for kind in sorted(missing - BY_NO_COMMAND, key=str):
        kept.append(_live(three, 60, Stage.PLAYING, kind))
    for lesson in LESSONS.values():
        record = lesson.record("Ana", "Bot")
        kept.append(list(adopt_record(record, Settings(spectators=False))))
    return [(f"KEPTX{chr(65 + n // 8)}{2 + n % 8}", events) for n, events in enumerate(kept)]


def _live(rules: Ruleset, commands: int, stage: Stage, kind: type[object] = object) -> list[Event]:
    """Return the events of the first random life that comes to that stage with such an event."""
    for seed in range(1000):
        life = RandomLife(rules, seed)
        life.live(commands)
        for _ in range(200):
            events = life.desk.events
            if life.desk.table.stage is stage and any(isinstance(one, kind) for one in events):
                return events
            life.live(1)
    raise RuntimeError(f"no life of {rules.game.id} comes to {stage}")


def shown(code: str, events: list[Event]) -> dict[str, object]:
    """Return what everybody, and each seat, is shown of a table; and the records of its games."""
    table, records = fold(events[:1]), dict[int, str]()
    for event in events[1:]:
        table = fold([event], table)
        if table.play is not None and table.stage is Stage.OVER:
            records[table.play.number] = format_record(table.play.record)
    rules = show_rules(table.rules)
    return {
        "table": msgspec.to_builtins(show_table(code, table, rules)),
        "own": [msgspec.to_builtins(show_own(table, n)) for n in range(len(table.seats))],
        "seq": table.seq,
        "records": list(records.values()),
    }


async def keep(name: str) -> None:
    path = FOLDER / f"{name}.db"
    if path.exists():
        raise SystemExit(f"{path} is kept already; it is never written anew")
    store = await Store.open(str(path))
    chance = Random(name)
    expected: dict[str, dict[str, object]] = {}
    for code, events in lives():
        table = fold(events)
        stored = [
            StoredEvent(
                seq,
                1_700_000_000.0 + seq,
                encode_event(event),
                seat := getattr(event, "seat", None),
                f"c{chance.randrange(10**6)}" if seat is not None else "",
            )
            for seq, event in enumerate(events, 1)
        ]
        await store.create_table(
            code,
            table.rules.game.id,
            table.rules.players,
            table.settings.public,
            str(table.stage),
            stored,
        )
        expected[code] = shown(code, events)
    await store.close()
    for left in FOLDER.glob(f"{name}.db.lock"):
        left.unlink()
    lines = [b"%b: %b" % tuple(map(msgspec.json.encode, item)) for item in expected.items()]
    (FOLDER / f"{name}.json").write_bytes(b"{\n" + b",\n".join(lines) + b"\n}\n")
    print(f"{path}: {len(expected)} tables, {path.stat().st_size} bytes")


if __name__ == "__main__":
    asyncio.run(keep(sys.argv[1]))
