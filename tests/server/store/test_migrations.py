"""A database is brought to the schema of the program, or left alone."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from tests.server.store.support import add_table, execute_outside, opened, run

from tenback.server.store import DatabaseNewerError, Store
from tenback.server.store.schema import METADATA, REVISION_TABLE
from tenback.server.store.store import open_database


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(
        connection, opts={"version_table": REVISION_TABLE, "compare_type": True}
    )
    return compare_metadata(context, METADATA)


def revision(connection: Connection) -> str:
    return connection.exec_driver_sql(f"SELECT version_num FROM {REVISION_TABLE}").scalar_one()


def test_the_migrations_lead_to_the_schema(url: str) -> None:
    async def main() -> None:
        database = await open_database(url)
        assert await database.read(differences) == []
        await execute_outside(url, "ALTER TABLE tables ADD COLUMN extra INTEGER")
        assert len(await database.read(differences)) == 1
        await database.close()

    run(main())


def test_a_newer_database_is_refused_and_left_alone(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            table = await add_table(store)
            newest = await store.read(revision)
        await execute_outside(url, f"UPDATE {REVISION_TABLE} SET version_num = '9999'")
        for _ in range(2):  # the refusal lets go of the database
            with pytest.raises(DatabaseNewerError) as refusal:
                await Store.open(url)
            assert str(refusal.value) == (
                "the database is newer than this program (revision 9999); "
                "upgrade tenback or use another database"
            )
        await execute_outside(url, f"UPDATE {REVISION_TABLE} SET version_num = '{newest}'")
        async with opened(url) as store:
            assert await store.find("ABCD") == table

    run(main())


def test_starting_on_a_current_file_loads_neither_alembic_nor_the_driver_of_postgres(
    tmp_path: Path,
) -> None:
    script = (
        "import asyncio, sys\n"
        "from tenback.server.store import Store\n"
        "async def main():\n"
        "    await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(main())\n"
        "print(sorted({'alembic', 'psycopg', 'asyncpg'} & set(sys.modules)))\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "tables.db")]
    told = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2)]
    assert told == [b"['alembic']\n", b"[]\n"]  # the first start makes the database
