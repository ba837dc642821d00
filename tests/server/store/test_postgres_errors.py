"""What Postgres's driver raises, as errors of the store."""

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
import pytest

from tenback.server.store import DatabaseUnreachableError, StoreError
from tenback.server.store.address import PostgresAddress
from tenback.server.store.postgres import explain_error

ADDRESS = PostgresAddress("postgresql://db/tenback", "postgresql://db/tenback")


@pytest.mark.parametrize(
    "error",
    [
        OSError("network is unreachable"),
        asyncpg.InterfaceError("connection is closed"),
        asyncpg.InternalClientError("another operation is in progress"),
        asyncpg.CannotConnectNowError("the database system is starting up"),
        asyncpg.ReadOnlySQLTransactionError("cannot execute UPDATE in a read-only transaction"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_database_that_cannot_be_written_to_is_waited_for(error: Exception) -> None:
    told = explain_error(error, ADDRESS)
    assert isinstance(told, DatabaseUnreachableError)
    assert str(told).startswith("the database postgresql://db/tenback cannot be reached: ")


def test_a_statement_that_fails_is_no_lost_database() -> None:
    told = explain_error(asyncpg.UniqueViolationError("duplicate key"), ADDRESS)
    assert type(told) is StoreError
