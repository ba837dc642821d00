import pytest


@pytest.fixture
def database(postgres_url: str) -> str:
    """An empty database that several nodes share."""
    return postgres_url
