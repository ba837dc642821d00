"""Where games are kept."""

import codecs
from pathlib import Path

import pytest

from tenback.records import GameRecord, RecordSyntaxError, build_ruleset, deal_from_seed
from tenback.terminal.storage import (
    games_folder,
    latest_game,
    new_game_file,
    read_record,
    write_record,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def record() -> GameRecord:
    rules = build_ruleset("extreme", 2)
    return GameRecord(rules, deal_from_seed(rules, 3), 1, ("Zoë", "Jürgen 木"), seed=3)


def test_games_are_kept_in_the_named_home(home: Path) -> None:
    assert games_folder() == home / "games"


@pytest.mark.usefixtures("home")
def test_without_a_named_home_they_are_kept_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TENBACK_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert games_folder() == tmp_path / "data" / "tenback" / "games"


@pytest.mark.usefixtures("home")
def test_without_a_data_folder_they_are_kept_below_the_users_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TENBACK_HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert games_folder() == tmp_path / ".local" / "share" / "tenback" / "games"


@pytest.mark.usefixtures("home")
def test_new_games_get_names_in_the_order_of_time() -> None:
    names = [new_game_file().name for _ in range(5)]
    assert names == sorted(names)


@pytest.mark.usefixtures("home")
def test_at_first_there_is_no_latest_game() -> None:
    assert latest_game() is None


def test_the_latest_game_is_the_newest(home: Path, record: GameRecord) -> None:
    for name in ("20260102-1", "20260103-1", "20260101-1"):
        write_record(record, home / "games" / f"{name}.tenback")
    assert latest_game() == home / "games" / "20260103-1.tenback"


@pytest.mark.parametrize("name", ["game.tenback", "game.json", "deep/er/game"])
def test_a_record_reads_back(name: str, home: Path, record: GameRecord) -> None:
    write_record(record, home / name)
    assert read_record(home / name) == record


def test_json_is_known_by_its_content_not_its_name(home: Path, record: GameRecord) -> None:
    write_record(record, home / "game.json")
    (home / "game.json").rename(home / "game.txt")
    assert read_record(home / "game.txt") == record


@pytest.mark.parametrize("name", ["game.tenback", "game.json"])
def test_a_byte_order_mark_is_no_part_of_a_record(
    name: str, home: Path, record: GameRecord
) -> None:
    write_record(record, home / name)
    (home / name).write_bytes(codecs.BOM_UTF8 + (home / name).read_bytes())
    assert read_record(home / name) == record


def test_writing_leaves_no_draft_behind(home: Path, record: GameRecord) -> None:
    write_record(record, home / "game")
    write_record(record, home / "game")
    assert [file.name for file in home.iterdir()] == ["game"]


def test_a_write_that_fails_leaves_the_old_file_and_no_draft(
    home: Path, record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "game").write_text("old")

    def interrupted(_: Path, __: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_record(record, home / "game")
    assert [(file.name, file.read_text()) for file in home.iterdir()] == [("game", "old")]


def test_a_file_that_is_not_text_is_a_syntax_error(home: Path) -> None:
    (home / "game").write_bytes(b"\x7fELF\xff\xfe")
    with pytest.raises(RecordSyntaxError, match="UTF-8"):
        read_record(home / "game")
