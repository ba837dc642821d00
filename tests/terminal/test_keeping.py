"""The game is kept: leaving, saving, folders that cannot be written."""

from pathlib import Path

import pytest
from tests.terminal.scripted import (
    HAND,
    Typed,
    original,
    play,
)

from tenback.rules import Placement
from tenback.terminal.storage import games_folder, read_record


@pytest.mark.parametrize("leave", ["quit", "quitter", "verlassen", KeyboardInterrupt, None])
def test_leaving_keeps_the_game_within_its_turn(leave: Typed | None) -> None:
    played = play(original(*HAND), "5>A1", "keep A2", *([] if leave is None else [leave]))
    assert played.kept == played.session.game.record
    assert played.kept.turns[-1].placements == (Placement(5, 0),)


@pytest.mark.parametrize("leave", ["quit", KeyboardInterrupt, None])
def test_leaving_says_how_to_go_on(leave: Typed | None) -> None:
    played = play(original(*HAND), *([] if leave is None else [leave]))
    command = f"tenback play --resume {played.session.file}"  # a line of its own, to be copied
    assert played.told[-1] == f"The game is saved. Go on with:\n{command}"


def test_a_file_name_with_a_space_is_quoted_in_the_advice(tmp_path: Path) -> None:
    played = play(original(*HAND), file=tmp_path / "my game")
    assert played.told[-1].endswith(f"--resume '{tmp_path}/my game'")


def test_leaving_at_the_hand_over_keeps_the_game() -> None:
    played = play(original(*HAND, players=2), "", "5>A1 7>A1", "end", KeyboardInterrupt)
    assert len(played.kept.turns) == 1


def test_every_turn_is_kept_at_once() -> None:
    file = games_folder() / "game.tenback"
    kept: list[int] = []

    def look() -> str:
        kept.append(len(read_record(file).turns))
        return "17>A1 35>A1"

    play(original(*HAND), "5>A1 7>A1", "end", look, "end", look)
    assert kept == [1, 2]


@pytest.mark.parametrize("name", ["mine.tenback", "mine.txt", "mine.json", "new/folder/mine"])
def test_save_writes_a_record_that_reads_back(name: str, tmp_path: Path) -> None:
    played = play(original(*HAND), "5>A1", f"save {name}")
    assert played.reply(2) == [f"Saved: {name}"]
    assert read_record(tmp_path / name) == played.session.game.record


def test_save_writes_json_where_the_name_asks_for_it(tmp_path: Path) -> None:
    play(original(*HAND), "save mine.json")
    assert (tmp_path / "mine.json").read_text(encoding="utf-8").startswith("{")


def test_save_without_a_name_writes_where_the_game_is_kept() -> None:
    played = play(original(*HAND), "save")
    assert played.reply(1) == [f"Saved: {games_folder() / 'game.tenback'}"]


def test_after_save_the_game_is_kept_in_that_file(tmp_path: Path) -> None:
    play(original(*HAND), "save mine.txt", "5>A1 7>A1", "end")
    assert len(read_record(tmp_path / "mine.txt").turns) == 1


def test_save_does_not_overwrite_another_file(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    played = play(original(*HAND), "save mine.txt")
    assert played.reply(1) == ["mine.txt already exists; choose another name."]
    assert (tmp_path / "mine.txt").read_text() == "precious"


def test_save_may_write_again_to_its_own_file(tmp_path: Path) -> None:
    play(original(*HAND), "save mine.txt", "5>A1", "save mine.txt")
    assert len(read_record(tmp_path / "mine.txt").turns) == 1


BAD_NAMES = ["file/inside", "~nobody-of-that-name/game", "x" * 300, "nul\0byte"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_save_under_an_impossible_name_says_so(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    reply = play(original(*HAND), f"save {name}").reply(1)
    assert len(reply) == 1
    assert reply[0].startswith(f"The game cannot be saved in {name}: ")


@pytest.mark.parametrize("name", BAD_NAMES)
def test_after_a_save_that_failed_the_game_is_kept_where_it_was(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    played = play(original(*HAND), f"save {name}", "5>A1")
    assert read_record(games_folder() / "game.tenback") == played.session.game.record


@pytest.fixture
def unwritable(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "game.tenback"


def test_an_unwritable_folder_is_said_once(unwritable: Path) -> None:
    lines = ["5>A1 7>A1", "end", "17>A1 35>A1", "end", "quit"]
    told = play(original(*HAND), *lines, file=unwritable).told
    assert len([line for line in told if "cannot be saved" in line]) == 1


def test_a_game_that_could_not_be_kept_is_not_called_kept(unwritable: Path) -> None:
    assert not any("is saved" in line for line in play(original(*HAND), file=unwritable).told)


def test_save_elsewhere_mends_an_unwritable_folder(unwritable: Path, tmp_path: Path) -> None:
    lines = ["5>A1 7>A1", "end", "save mine.txt", "17>A1 35>A1", "end"]
    play(original(*HAND), *lines, file=unwritable)
    assert len(read_record(tmp_path / "mine.txt").turns) == 2


def test_save_into_an_unwritable_folder_is_answered_every_time(unwritable: Path) -> None:
    played = play(original(*HAND), "save", "save", file=unwritable)
    assert played.reply(1) == played.reply(2)
    assert "cannot be saved" in played.reply(1)[0]
