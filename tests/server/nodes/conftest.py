from collections.abc import Iterator

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
def database(postgres_server: PostgresServer) -> str:
    return postgres_server.create_database()
