"""The files of an embedded database: they must be there, stay there, and be nobody else's."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.store.support import add_table, make_event, make_events, opened, run
from tests.server.store.test_failures import file_size_limit

from tenback.server.store import DatabaseInUseError, DatabaseMovedError, Store, StoreError

#: A program that opens a store, for another process: that one has locks of its own.
OPEN = """
import asyncio, sys
from tenback.server.store import Store, StoreError
async def main():
    try:
        store = await Store.open(sys.argv[1])
    except StoreError as error:
        print(f"{type(error).__name__}: {error}")
        return
    print("opened")
    await store.close()
asyncio.run(main())
"""


def open_elsewhere(path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", OPEN, str(path)], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_a_hard_link_to_a_database_in_use_opens_nothing(tmp_path: Path) -> None:
    path, link = tmp_path / "tables.db", tmp_path / "elsewhere" / "other.db"
    link.parent.mkdir()

    async def main() -> None:
        async with opened(str(path)) as store:
            await add_table(store)
            os.link(path, link)
            assert "2 names (hard links)" in open_elsewhere(link)
            await store.append(1, [make_event(2)])  # the store that has it open goes on
        assert "2 names" in open_elsewhere(path)
        link.unlink()
        assert open_elsewhere(path) == "opened"

    run(main())


@pytest.mark.skipif(sys.platform != "linux", reason="only on Linux is the file itself locked")
def test_a_database_in_use_that_was_moved_opens_nothing(tmp_path: Path) -> None:
    path, moved = tmp_path / "tables.db", tmp_path / "moved.db"

    async def main() -> None:
        async with opened(str(path)) as store:
            await add_table(store)
            path.rename(moved)
            assert open_elsewhere(moved).startswith("DatabaseInUseError: another server is using")
            moved.rename(path)
            await store.append(1, [make_event(2)])

    run(main())


def test_a_symbolic_link_is_the_same_database(tmp_path: Path) -> None:
    path, link = tmp_path / "tables.db", tmp_path / "link.db"

    async def main() -> None:
        async with opened(str(path)):
            link.symlink_to(path)
            with pytest.raises(DatabaseInUseError):
                await Store.open(str(link))

    run(main())


def test_nothing_is_acknowledged_into_a_deleted_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tables.db"

    async def main() -> None:
        async with opened(str(path)) as store:
            await add_table(store)
            await store.check()
            path.unlink()
            for _ in range(3):
                with pytest.raises(DatabaseMovedError, match="deleted or moved"):
                    await store.append(1, [make_event(2)])
                with pytest.raises(DatabaseMovedError):
                    await add_table(store, "NEW")
                with pytest.raises(DatabaseMovedError):
                    await store.check()
            # Reading may go on where the file is open, and makes no new one where it is not.
            reads = (store.events(1) for _ in range(12))
            for read in await asyncio.gather(*reads, return_exceptions=True):
                assert isinstance(read, StoreError) or read == make_events(1, 1)
            assert not path.exists()
        assert not path.exists()

    run(main())
    assert "nothing is written any more" in caplog.text


def test_a_file_put_in_its_place_is_not_the_database(tmp_path: Path) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"

    async def main() -> None:
        async with opened(str(path)) as store:
            await add_table(store)
            shutil.copy(path, copy)
            path.rename(tmp_path / "kept.db")
            copy.rename(path)
            with pytest.raises(DatabaseMovedError, match="replaced"):
                await store.append(1, [make_event(2)])
            with pytest.raises(DatabaseMovedError):
                await store.check()
            path.unlink()
            (tmp_path / "kept.db").rename(path)
            await store.check()
            await store.append(1, [make_event(2)])

    run(main())


def test_a_log_that_loses_its_name_is_saved(tmp_path: Path) -> None:
    path, log = tmp_path / "tables.db", tmp_path / "tables.db-wal"

    async def main() -> None:
        store = await Store.open(str(path))
        await add_table(store, last=20)
        log.unlink()
        with pytest.raises(DatabaseMovedError, match="log"):
            await store.append(1, [make_event(21)])
        await store.append(1, [make_event(21)])  # with a log that has a name again
        assert log.exists()
        # As after a crash: nothing but what is on disk now.
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for file in (path, log):
            shutil.copy(file, crashed / file.name)
        await store.close()
        async with opened(f"{crashed}/tables.db") as again:
            assert await again.events(1) == make_events(1, 21)

    run(main())


def test_health_is_a_write_that_counts(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def main() -> None:
        async with opened(str(path)) as store:
            await store.check()
            size = path.with_name("tables.db-wal").stat().st_size
            # One more page fits. That would be enough for a write of a few bytes.
            with file_size_limit(size + 8192):
                await asyncio.sleep(0.3)  # until the last check is too old to count
                with pytest.raises(StoreError):
                    await store.check()
            await store.check()
            # After a write has failed, health is checked again at once.
            with file_size_limit(4096):
                with pytest.raises(StoreError):
                    await add_table(store)
                with pytest.raises(StoreError):
                    await store.check()
            await store.check()

    run(main())


def test_a_database_that_cannot_be_made_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def main() -> None:
        with file_size_limit(2048), pytest.raises(StoreError):
            await Store.open(str(path))
        assert [file.name for file in tmp_path.iterdir() if "lock" not in file.name] == []
        async with opened(str(path)) as store:
            await add_table(store)

    run(main())


def test_a_killed_start_leaves_no_empty_database(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    die = (
        "import os; from tenback.server.store import sqlite; sqlite.migrate = lambda _: os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", f"{die}\n{OPEN}", str(path)], check=False)
    assert done.returncode == 9
    assert not path.exists()
    assert open_elsewhere(path) == "opened"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["tables.db", "tables.db.lock"]


def test_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(f"{tmp_path}/tables.db"):
            assert (tmp_path / "tables.db").stat().st_mode & 0o077 == 0

    run(main())


def test_the_log_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 200_000
    monkeypatch.setattr("tenback.server.store.sqlite._LOG_BYTES", most)
    monkeypatch.setattr("tenback.server.store.sqlite._CHECKPOINT_COMMITS", 20)
    monkeypatch.setattr("tenback.server.store.sqlite._CHECKPOINT_ROWS", 100)
    monkeypatch.setattr("tenback.server.store.sqlite._FAR_TOO_LONG_BYTES", most)
    log = tmp_path / "tables.db-wal"

    async def main() -> None:
        largest = 0
        async with opened(f"{tmp_path}/tables.db") as store:
            tables = [await add_table(store, f"T{number}") for number in range(5)]
            for seq in range(2, 202):
                await asyncio.gather(*(store.append(one.id, [make_event(seq)]) for one in tables))
                largest = max(largest, log.stat().st_size)
            for _ in range(100):
                if log.stat().st_size < most:
                    break
                await asyncio.sleep(0.05)
            # On a slow machine it may still be over the limit, but not by much.
            assert log.stat().st_size < 2 * most
            assert await store.events(tables[-1].id) == make_events(1, 201)
        assert largest > most

    run(main())


def test_a_start_empties_the_log_that_killed_servers_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.server.store.sqlite._LOG_BYTES", 100_000)
    path, left = tmp_path / "tables.db", tmp_path / "left"
    left.mkdir()

    async def main() -> None:
        async with opened(str(path)) as store:
            table = await add_table(store)
            for seq in range(2, 60):
                await store.append(table.id, [make_event(seq)])
            for file in (path, path.with_name("tables.db-wal")):  # as a killed server leaves them
                shutil.copy(file, left)
        log = left / "tables.db-wal"
        assert log.stat().st_size > 100_000
        async with opened(str(left / "tables.db")) as store:
            assert log.stat().st_size < 100_000
            assert await store.events(table.id) == make_events(1, 59)

    run(main())


def test_looking_at_a_database_changes_nothing_and_needs_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def main() -> None:
        with pytest.raises(StoreError, match="there is no database"):
            await Store.look_at(str(path))
        async with opened(str(path)) as store:
            table = await add_table(store)
            looker = await Store.look_at(str(path))
            assert await looker.find("ABCD") == table
            assert await looker.events(table.id) == make_events(1, 1)
            assert await looker.verify_files() == []
            with pytest.raises(StoreError, match="to look at only"):
                await add_table(looker, "NEW")
            await looker.close()
            await store.append(table.id, [make_event(2)])

    run(main())


def test_a_broken_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def main() -> None:
        async with opened(str(path)) as store:
            for number in range(40):
                await add_table(store, f"T{number}", last=30)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with path.open("r+b") as file:
            file.seek(path.stat().st_size // 2)
            file.write(b"\xff" * 6000)
        looker = await Store.look_at(str(path))
        try:
            told = await looker.verify_files()
        except StoreError as error:
            told = [str(error)]
        finally:
            await looker.close()
        assert told

    run(main())
