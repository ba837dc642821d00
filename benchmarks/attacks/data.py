"""Disks that are full, files that are gone, events that cannot be read, two servers on one file."""

import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from robustness.served import ServedProcess

from tenback.table import VOCABULARY
from tenback.table.unions import Place

from .guest import Guest, Row, must

__all__ = [
    "attack_file",
    "attack_with_full_disk",
    "attack_with_links",
    "attack_with_newer_events",
    "attack_with_unreadable_events",
]


async def attack_with_links(served: ServedProcess) -> list[Row]:
    """Start a second server on the same file by another name."""
    path = Path(served.database)
    rows: list[Row] = []
    for kind in ("a hard link", "a symbolic link", "the file itself"):
        link = path.with_name("other.db")
        if kind == "a hard link":
            os.link(path, link)
        elif kind == "a symbolic link":
            link.symlink_to(path)
        else:
            link = path
        second = ServedProcess(str(link), path.with_name("second.log"))
        try:
            await second.start()
            await second.stop()
            told, held = "it serves", False
        except RuntimeError:
            told, held = second.log.read_text().strip().splitlines()[-1], True
        if link != path:
            link.unlink()
        rows.append(Row(f"a second server on {kind}", told[:90], held))
    return rows


async def attack_file(served: ServedProcess) -> list[Row]:
    """Delete the database while games are on."""
    guest = Guest(served.server)
    host = await guest.open(players=1, settings={"pace": 0}, start=True)
    client = await guest.connect(host.code, host.token)
    Path(served.database).unlink()
    done = 0
    for _ in range(50):
        own = client.own
        assert own is not None
        try:
            await must(client, Place(own.legal[0].card, own.legal[0].pile))
            done += 1
        except RuntimeError:
            continue
    health = await guest.get("/health")
    opened = await guest.post("/api/tables", {"game": "original", "name": "Ana"})
    await guest.leave()
    left = Path(served.database).exists()
    return [
        Row("commands acknowledged into a deleted file", f"{done} of 50", done == 0),
        Row("health meanwhile", str(health.status), health.status == 503),
        Row("opening a table meanwhile", str(opened.status), opened.status == 503),
        Row("an empty file in its place", "yes" if left else "no", not left),
    ]


async def attack_with_full_disk(served: ServedProcess) -> list[Row]:
    """Let no file of the server grow any more, as on a full disk."""
    guest = Guest(served.server)
    sizes = [file.stat().st_size for file in Path(served.database).parent.glob("tables.db*")]
    resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (max(sizes), max(sizes)))
    disagreed = 0
    told: list[str] = []
    for _ in range(10):
        opened = await guest.post("/api/tables", {"game": "original", "name": "Ana"})
        health = await guest.get("/health")
        disagreed += health.status == 200 and opened.status != 201
        told.append(f"{health.status}/{opened.status}")
    return [
        Row(
            "health and opening a table with a full disk",
            f"{told[-1]}, health was wrong {disagreed} of 10 times",
            disagreed == 0 and told[-1] == "503/503",
        )
    ]


async def attack_with_unreadable_events(served: ServedProcess) -> list[Row]:
    """Spoil an event of a public table."""
    guest = Guest(served.server)
    host = await guest.open(players=2, settings={"public": True})
    await served.stop()
    with closing(sqlite3.connect(served.database)) as connection:
        connection.execute('UPDATE events SET body = \'{"type":"later"}\' WHERE seq = 2')
        connection.commit()
    await served.start()
    lobby = await guest.get("/api/tables")
    table = await guest.get(f"/api/tables/{host.code}")
    other = await guest.post("/api/tables", {"game": "original", "name": "Ana"})
    check = subprocess.run(
        [sys.executable, "-m", "tenback", "tables", "check", "--database", served.database],
        capture_output=True,
        text=True,
        check=False,
    )
    told = check.stdout.splitlines()[-1] if check.stdout else check.stderr
    return [
        Row("the lobby with an unreadable public table", str(lobby.status), lobby.status == 200),
        Row("that table", f"{table.status} {table.json['code']}", table.status == 503),
        Row("another table", str(other.status), other.status == 201),
        Row("tenback tables check", told, check.returncode == 1),
    ]


async def attack_with_newer_events(served: ServedProcess) -> list[Row]:
    """Start on a database with events of a later version."""
    await served.stop()
    with closing(sqlite3.connect(served.database)) as connection:
        connection.execute("UPDATE tenback_vocabulary SET version = ?", (VOCABULARY + 1,))
        connection.commit()
    try:
        await served.start()
        told, held = "it serves", False
        await served.stop()
    except RuntimeError:
        told, held = served.log.read_text().strip().splitlines()[-1], True
    return [Row("a server on newer events", told[:90], held)]
