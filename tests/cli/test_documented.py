"""Every command that a page shows can be typed as it stands."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import CycloptsError

from tenback.cli import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?:console|text|sh)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r'^(?:\$ )?tenback ((?:[^\n"]|"[^"]*")*)', re.MULTILINE)


def commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for block in FENCE.findall(page.read_text("utf-8")):
            for words in TYPED.findall(block):
                if words == "record 1":  # the title of a record, which begins like a command
                    continue
                yield str(page.relative_to(ROOT)), words


SHOWN = sorted(set(commands()))


def test_pages_show_commands() -> None:
    assert len(SHOWN) > 40


@pytest.mark.parametrize(("page", "words"), SHOWN)
def test_a_command_of_a_page_is_understood(page: str, words: str) -> None:
    given = shlex.split(re.split(r"\s(?:[|>]|#|&&)", words)[0], comments=True)
    try:
        app.parse_args(given, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        pytest.fail(f"{page}: tenback {words}: {error}")
