"""The ways in which people write the address of a database."""

from pathlib import Path

import pytest

from tenback.server.store import StoreError
from tenback.server.store.address import PostgresAddress, SqliteAddress, read_address


def test_a_file_is_an_sqlite_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    expected = SqliteAddress(tmp_path / "a b.db")
    for text in ("a b.db", "./a b.db", f"{tmp_path}/a b.db", "sqlite:///a b.db"):
        assert read_address(text) == expected
    assert read_address(f"sqlite:///{tmp_path}/a%20b.db") == expected
    assert str(expected) == f"{tmp_path}/a b.db"


def test_a_link_leads_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "real.db")
    assert read_address(f"{tmp_path}/link.db") == SqliteAddress(tmp_path / "real.db")


def test_a_postgres_address_is_named_without_user_and_password() -> None:
    url = "postgresql://ann:s%40cret@db.example:5433/games?sslmode=require&password=hidden"
    address = read_address(url)
    assert isinstance(address, PostgresAddress)
    assert address.url == url
    assert str(address) == "postgresql://db.example:5433/games"
    assert "cret" not in repr(address)
    assert "hidden" not in repr(address)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must be a file"),
        (":memory:", "must be a file"),
        ("sqlite://", "three slashes"),
        ("sqlite:///", "must be a file"),
        ("sqlite:///:memory:", "must be a file"),
        ("sqlite://store.db", "three slashes"),
        ("/no such folder/store.db", "there is no folder /no such folder"),
        ("/tmp", "is a folder"),
        ("~nobody-of-that-name/store.db", "cannot be found"),
        ("store\0.db", "cannot be found"),
        ("mysql://ann:secret@host/games", "unknown kind of database"),
        ("postgresql://ann:sec/ret@host/games", "percent-encoded"),
        ("postgresql://ann:12/secret@host/games", "percent-encoded"),
        ("postgresql://ann:12?secret@host/games", "percent-encoded"),
        ("postgresql://ann:12#secret@host/games", "percent-encoded"),
        ("postgresql://ann:secret@secret@host/games", "percent-encoded"),
        ("postgresql://ann:[secret@host/games", "percent-encoded"),
        ("postgresql://ann@host:port/games", "percent-encoded"),
    ],
)
def test_what_cannot_be_an_address_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(StoreError, match=message) as refusal:
        read_address(text)
    assert "\n" not in str(refusal.value)
    assert "sec" not in str(refusal.value)
