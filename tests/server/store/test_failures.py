"""A failure is told in one line, and passes when its cause does."""

import asyncio
import contextlib
import os
import resource
import socket
import sqlite3
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from tests.server.postgres import PostgresServer
from tests.server.store.support import (
    add_table,
    execute_outside,
    make_event,
    make_events,
    opened,
    run,
    with_store,
)

from tenback.server.store import (
    DatabaseInUseError,
    DatabaseUnreachableError,
    Store,
    StoreError,
)

#: The user id of nobody.
NOBODY = 65534


async def refusal_of(url: str) -> StoreError:
    with pytest.raises(StoreError) as refusal:
        await Store.open(url)
    assert "\n" not in str(refusal.value)
    return refusal.value


@contextlib.contextmanager
def without_privileges() -> Generator[None]:
    """Act as nobody for a while: root may write even to what is read-only."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@contextlib.contextmanager
def file_size_limit(size: int) -> Generator[None]:
    """Let no file grow beyond a size, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_fails_the_append_and_no_later_one(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store)
        assert await store.events(table.id) == make_events(1, 1)
        with file_size_limit(4096):
            answers = await asyncio.gather(
                store.append(table.id, make_events(2, 3)),
                add_table(store, "NEW"),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers] == [StoreError, StoreError]
            assert "full" in str(answers[0]) or "I/O" in str(answers[0])
            with pytest.raises(StoreError):
                await store.check()
            assert await store.events(table.id) == make_events(1, 1)
        await store.check()
        await store.append(table.id, make_events(2, 3))
        assert await store.events(table.id) == make_events(1, 3)
        assert await store.find("NEW") is None

    with_store(f"{tmp_path}/store.db", test)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that others can reach, unlike pytest's."""
    with tempfile.TemporaryDirectory(prefix="tenback-store-") as name:
        yield Path(name)


def test_a_read_only_file_is_refused(folder: Path) -> None:
    async def main() -> None:
        async with opened(f"{folder}/store.db") as store:
            await add_table(store)
        (folder / "store.db").chmod(0o444)
        (folder / "store.db.lock").unlink()
        folder.chmod(0o777)
        with without_privileges():
            refusal = await refusal_of(f"{folder}/store.db")
        assert "attempt to write a readonly database" in str(refusal)

    run(main())


def test_a_read_only_folder_is_refused(folder: Path) -> None:
    async def main() -> None:
        folder.chmod(0o555)
        with without_privileges():
            refusal = await refusal_of(f"{folder}/store.db")
        assert "unable to open database file" in str(refusal)
        assert list(folder.iterdir()) == []

    run(main())


def test_a_folder_of_others_is_refused(folder: Path) -> None:
    async def main() -> None:
        folder.chmod(0o000)
        with without_privileges():
            refusal = await refusal_of(f"{folder}/store.db")
        folder.chmod(0o700)
        assert "Permission denied" in str(refusal)
        assert list(folder.iterdir()) == []

    run(main())


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 500)

    async def main() -> None:
        refusal = await refusal_of(str(path))
        assert "file is not a database" in str(refusal)
        assert path.read_text() == "Dear Ann, " * 500
        assert list(tmp_path.iterdir()) == [path]

    run(main())


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE tables (wood TEXT)")
        connection.commit()
    before = path.read_bytes()

    async def main() -> None:
        refusal = await refusal_of(str(path))
        assert str(refusal) == f"{path} is a database of another program"
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]

    run(main())


def test_an_address_that_does_not_listen_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]

    async def main() -> None:
        refusal = await refusal_of(f"postgresql://ann:secret@127.0.0.1:{port}/games")
        assert isinstance(refusal, DatabaseUnreachableError)
        assert f"the database postgresql://127.0.0.1:{port}/games cannot be reached" in str(refusal)
        assert "secret" not in str(refusal)

    run(main())


def test_a_server_that_says_nothing_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.server.store.postgres._CONNECT_SECONDS", 0.2)

    async def main(port: int) -> None:
        refusal = await refusal_of(
            f"postgresql://ann:secret@127.0.0.1:{port}/games?sslmode=disable"
        )
        assert isinstance(refusal, DatabaseUnreachableError)
        assert "secret" not in str(refusal)

    with socket.create_server(("127.0.0.1", 0)) as silent:
        run(main(silent.getsockname()[1]))


@pytest.mark.postgres
def test_a_database_that_is_not_there_is_unreachable(postgres_server: PostgresServer) -> None:
    async def main() -> None:
        refusal = await refusal_of(postgres_server.url("nowhere") + "&password=secret")
        assert isinstance(refusal, DatabaseUnreachableError)
        assert 'database "nowhere" does not exist' in str(refusal)
        assert "secret" not in str(refusal)

    run(main())


@pytest.mark.postgres
def test_a_lost_connection_is_made_anew(postgres_url: str) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store)
        assert await store.events(table.id) == make_events(1, 1)
        await execute_outside(
            postgres_url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'tenback'",
        )
        with pytest.raises(DatabaseUnreachableError):
            await store.append(table.id, [make_event(2)])
        await store.append(table.id, [make_event(2)])
        assert await store.events(table.id) == make_events(1, 2)
        await store.check()

    with_store(postgres_url, test)


def test_another_writer_of_the_file_is_waited_for_and_then_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.server.store.sqlite._BUSY_SECONDS", 0.1)
    path = tmp_path / "store.db"

    async def test(store: Store) -> None:
        table = await add_table(store)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as intruder:
            intruder.execute("BEGIN IMMEDIATE")
            with pytest.raises(DatabaseInUseError, match="another program is writing"):
                await store.append(table.id, [make_event(2)])
            with pytest.raises(DatabaseInUseError):
                await store.check()
            assert await store.events(table.id) == make_events(1, 1)
            intruder.execute("COMMIT")
        await store.append(table.id, [make_event(2)])
        await store.check()

    with_store(str(path), test)


def test_a_database_that_lost_its_tables_is_not_healthy(url: str) -> None:
    async def test(store: Store) -> None:
        await store.check()
        await execute_outside(url, "DROP TABLE events")
        await execute_outside(url, "DROP TABLE games")
        await execute_outside(url, "DROP TABLE reviews")
        await execute_outside(url, "DROP TABLE tables")
        with pytest.raises(StoreError, match="tables"):
            await store.check()

    with_store(url, test)
