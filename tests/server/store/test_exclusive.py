"""One server at a time has a file; a Postgres database may have many."""

import shutil
from pathlib import Path

import pytest
from tests.server.store.processes import started
from tests.server.store.support import add_table, opened, run

from tenback.server.store import DatabaseInUseError, Store


def test_a_file_is_opened_once(sqlite_url: str) -> None:
    async def main() -> None:
        async with opened(sqlite_url) as store:
            with pytest.raises(DatabaseInUseError, match="another server is using the database"):
                await Store.open(sqlite_url)
            await add_table(store)
        async with opened(sqlite_url) as store:
            assert await store.find("ABCD") is not None

    run(main())


@pytest.mark.postgres
def test_a_postgres_database_is_opened_often(postgres_url: str) -> None:
    async def main() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            await add_table(one)
            assert await other.find("ABCD") is not None

    run(main())


def test_another_process_keeps_the_file_until_it_is_killed(sqlite_url: str) -> None:
    async def refused() -> None:
        with pytest.raises(DatabaseInUseError, match="stop it or choose another database"):
            await Store.open(sqlite_url)

    async def accepted() -> None:
        async with opened(sqlite_url) as store:
            await store.check()

    with started("hold", sqlite_url) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        run(refused())
        holder.kill()
        holder.wait()
        run(accepted())


def test_other_processes_are_told_in_one_line(sqlite_url: str) -> None:
    async def main() -> None:
        async with opened(sqlite_url):
            with started("hold", sqlite_url) as second:
                output, complaint = second.communicate()
            assert (output, second.returncode) == ("", 1)
            assert complaint.startswith("DatabaseInUseError: another server is using")
            assert complaint.count("\n") == 1

    run(main())


def test_a_link_is_the_same_database(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "real.db")

    async def main() -> None:
        async with opened(f"{tmp_path}/real.db"):
            with pytest.raises(DatabaseInUseError):
                await Store.open(f"{tmp_path}/link.db")

    run(main())


def test_a_lock_file_alone_locks_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(f"{tmp_path}/store.db"):
            pass
        shutil.copy(tmp_path / "store.db.lock", tmp_path / "other.db.lock")
        async with opened(f"{tmp_path}/other.db") as store:
            await add_table(store)

    run(main())
