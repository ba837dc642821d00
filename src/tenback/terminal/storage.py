"""Where the terminal saves games: after every turn, so that nothing is lost."""

import os
from datetime import datetime
from pathlib import Path

from tenback.records import GameRecord, RecordSyntaxError, format_record, parse_record
from tenback.records.files import write_whole
from tenback.records.json import record_from_json, record_to_json

__all__ = [
    "data_folder",
    "games_folder",
    "latest_game",
    "new_game_file",
    "read_record",
    "write_record",
]

SUFFIX = ".tenback"


def data_folder() -> Path:
    """Return the data folder: $TENBACK_HOME, else a folder in the user's data folder."""
    if home := os.environ.get("TENBACK_HOME"):
        return Path(home)
    data = os.environ.get("XDG_DATA_HOME")
    if data:
        return Path(data) / "tenback"
    try:
        return Path.home() / ".local" / "share" / "tenback"
    except RuntimeError:  # there is no home folder
        return Path("tenback-data").absolute()


def games_folder() -> Path:
    """Return the folder of saved games."""
    return data_folder() / "games"


def new_game_file() -> Path:
    """Name a file for a new game by the time."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return games_folder() / f"{stamp}{SUFFIX}"


def latest_game() -> Path | None:
    """Find the newest saved game."""
    kept = sorted(games_folder().glob(f"*{SUFFIX}"))
    return kept[-1] if kept else None


def read_record(path: Path) -> GameRecord:
    """Read a record, as text or as JSON; some editors put a byte order mark before it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise RecordSyntaxError(1, 1, "a text file in UTF-8", "other bytes") from None
    return record_from_json(text) if text.lstrip().startswith("{") else parse_record(text)


def write_record(record: GameRecord, path: Path) -> None:
    """Write a record whole or not at all; a name that ends in .json gets JSON."""
    text = record_to_json(record) if path.suffix == ".json" else format_record(record)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lambda file: file.write(text.encode()))
