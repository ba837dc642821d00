from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.postgres import MISSING, PostgresServer, find_programs, run_postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    programs = find_programs()
    if programs is None:
        pytest.skip(MISSING)
    with run_postgres(programs) as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/store.db"


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    return postgres_server.create_database()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database, of each kind in turn."""
    return request.getfixturevalue(f"{request.param}_url")
