"""``tenback tables``: what a server keeps, from the command line."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.live.test_life import lived, put
from tests.server.serving import serving
from tests.server.store.support import opened
from tests.table.random_commands import RandomLife
from tests.table.support import make_rules
from tests.table.test_vocabularies import KEPT

from tenback.cli import main
from tenback.records import parse_record, verify_record


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Make a database of two tables: one's last game ended long ago, the other gathers."""
    path = tmp_path / "tables.db"

    async def fill() -> None:
        async with opened(str(path)) as store:
            await put(store, lived(games=2), "ENDEDXX", 3.0)
            await put(store, RandomLife(make_rules("duel"), 1), "GATHERD", 0.1)

    asyncio.run(fill())
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["tables", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_tables_are_listed(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "list", "--database", str(database))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split()[:4] == ["GATHERD", "gathering", "duel", "2"]
    assert lines[1].split()[:4] == ["ENDEDXX", "over", "original", "2"]
    assert lines[2] == "2 tables"
    _, out, _ = run(capsys, "list", "--database", str(database), "--status", "over", "-n", "1")
    assert out.splitlines()[-1] == "1 table"
    assert run(capsys, "list", "--status", "lost")[0] == 2
    assert run(capsys, "list", "--limit", "0")[0] == 2


def test_a_table_is_shown_without_its_cards(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(capsys, "show", "endedxx", "--database", str(database))
    assert status == 0
    assert "ENDEDXX: original for 2, over" in out
    assert "salt" not in out
    status, _, err = run(capsys, "show", "NOSUCHX", "--database", str(database))
    assert (status, err) == (1, "tenback: there is no table NOSUCHX\n")


def test_a_missing_database_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["list"], ["check"], ["show", "ABCDEFG"], ["export", "ABCDEFG"]):
        status, out, err = run(capsys, *command, "--database", f"{tmp_path}/none.db")
        assert (status, out) == (1, "")
        assert err == f"tenback: there is no database {tmp_path}/none.db\n"
    assert list(tmp_path.iterdir()) == []


def test_everything_of_a_table_is_exported(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(capsys, "prune", "--database", str(database))
    assert (status, out) == (0, "1 over tables closed\n")
    _, out, _ = run(capsys, "export", "ENDEDXX", "--database", str(database))
    told = json.loads(out)
    assert (told["status"], told["events"]) == ("closed", [])
    assert len(told["records"]) == 2
    for record in told["records"]:
        verify_record(parse_record(record))
    file = tmp_path / "table.json"
    _, out, _ = run(capsys, "export", "GATHERD", "-o", str(file), "--database", str(database))
    assert out == ""
    assert json.loads(file.read_text())["events"][0]["event"]["type"] == "table_opened"
    nowhere = str(tmp_path / "no" / "file")
    assert run(capsys, "export", "GATHERD", "-o", nowhere, "--database", str(database))[0] == 2


def test_the_whole_database_is_checked(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "prune", "--keep-finished", "forever", "--database", str(database))
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE events SET body = '{}' WHERE seq = 3 AND table_id = 1")
        connection.execute("DELETE FROM events WHERE seq = 1 AND table_id = 2")
        connection.commit()
    status, out, _ = run(capsys, "check", "--database", str(database))
    assert status == 1
    assert "ENDEDXX: its events cannot be read" in out
    assert "GATHERD: it has no events" in out
    assert out.splitlines()[-1] == "2 tables checked, 2 broken"
    status, out, _ = run(capsys, "check", "gatherd", "--database", str(database))
    assert (status, out) == (1, "GATHERD: it has no events\n")


def test_a_sound_database_is_sound_while_a_server_has_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.db"
    shutil.copy(KEPT / "v1.db", database)
    status, _, err = run(capsys, "check", "--database", str(database))
    assert status == 1
    assert "of an earlier version; start a server on it once" in err
    with serving(database):
        pass
    status, out, _ = run(capsys, "prune", "--keep-unfinished", "0", "--database", str(database))
    assert status == 0
    with serving(database) as served:
        served.open(players=3, settings={"public": True})
        status, out, err = run(capsys, "check", "--database", str(database))
        assert (status, err) == (0, "")
        assert out.endswith("tables checked, 0 broken\n")
        status, _, err = run(capsys, "prune", "--database", str(database))
        assert (status, err.startswith("tenback: another server is using")) == (1, True)


def test_tables_are_deleted_when_one_is_sure(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(capsys, "delete", "--database", str(database))[0] == 2

    def says_no(_: str) -> str:
        return "n"

    monkeypatch.setattr("builtins.input", says_no)
    assert run(capsys, "delete", "GATHERD", "--database", str(database))[1] == ""

    def nobody(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    status, _, err = run(capsys, "delete", "GATHERD", "--database", str(database))
    assert (status, "--yes" in err) == (2, True)
    # One of them does not exist, so that none is deleted.
    assert run(capsys, "delete", "GATHERD", "NOSUCHX", "-y", "--database", str(database))[0] == 1
    _, out, _ = run(capsys, "delete", "GATHERD", "ENDEDXX", "-y", "--database", str(database))
    assert out == "GATHERD is deleted\nENDEDXX is deleted\n"
    assert run(capsys, "list", "--database", str(database))[1] == "0 tables\n"


def test_pruning_can_be_tried(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("prune", "--keep-gathering", "0", "--database", str(database))
    _, out, _ = run(capsys, *arguments, "--dry-run")
    assert out == "1 gathering tables would be deleted\n1 over tables would be closed\n"
    _, out, _ = run(capsys, *arguments)
    assert out == "1 gathering tables deleted\n1 over tables closed\n"
    _, out, _ = run(capsys, *arguments)
    assert out == "nothing to do\n"
    _, out, _ = run(capsys, *arguments, "--keep-games", "2")
    assert out == "1 closed tables deleted with their games\n"
    for days in ("soon", "-1", "1e3", "nan", ""):
        assert run(capsys, *arguments, "--keep-games", days)[0] == 2
