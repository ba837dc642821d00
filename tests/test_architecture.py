"""The architecture page names files that exist, and its picture follows the import contract."""

import re
from pathlib import Path

from scripts.house_picture import PICTURE, draw, rooms

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_picture_is_that_of_the_contract() -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw()


def test_every_package_is_a_room() -> None:
    packages = {path.parent.name for path in (ROOT / "src" / "tenback").glob("*/__init__.py")}
    assert {name for name, _ in rooms()} == packages | {"web"}


def test_every_file_on_the_way_of_a_card_is_there() -> None:
    named = re.findall(r"^\| \d+ \| `([^`]+)`", PAGE, re.MULTILINE)
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).is_file()] == []
