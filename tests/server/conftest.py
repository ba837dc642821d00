"""What tests of the store and of nodes share: a Postgres server of their own."""

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
def postgres_url(postgres_server: PostgresServer) -> str:
    return postgres_server.create_database()
