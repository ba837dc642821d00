"""Adding a language touches one folder and nothing else.

The folder of a made-up language is written into a copy of the source. Library, command line and
browser client must then offer it there, and the tests of texts and talk must pass.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.texts.made_up import CODE, NAME, moved, write_language

from tenback.texts import catalogue, rules_text

ROOT = Path(__file__).parents[2]
LANGUAGES = Path("src", "tenback", "texts", "languages")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", "static", "networks", "*.png")
    for name in ("src", "tests", "web"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    before = files(folder)
    write_language(folder / LANGUAGES)
    added = files(folder) - before
    assert {path.parts[: len(LANGUAGES.parts) + 1] for path in added} == {(*LANGUAGES.parts, CODE)}
    yield folder
    shutil.rmtree(folder)


def files(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}


def run(copy: Path, *arguments: str, typed: str = "", status: int = 0, **variables: str) -> str:
    """Run Python on the copy; return what it prints, errors included."""
    environment = os.environ | {"PYTHONPATH": f"{copy / 'src'}{os.pathsep}{copy}"} | variables
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env=environment,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == status, done.stdout
    return done.stdout


def test_it_is_found(copy: Path) -> None:
    told = run(copy, "-c", "import tenback.texts as t; print(t.__file__, *t.LANGUAGES)")
    file, *languages = told.split()
    assert Path(file).is_relative_to(copy)
    assert languages == ["en", "de", "fr", CODE]


def test_the_terminal_speaks_it(copy: Path, tmp_path: Path) -> None:
    assert run(copy, "-m", "tenback", "rules", "duel", "--lang", CODE) == moved(
        rules_text("duel", "en")
    )
    quit_word, help_word = (moved(word) for word in ("quit", "help"))
    told = run(
        copy,
        *("-m", "tenback", "play", "--seed", "1"),
        typed=f"{help_word}\n{quit_word}\n",
        LC_ALL=f"{CODE}_XX.UTF-8",
        XDG_DATA_HOME=str(tmp_path),
    )
    usage, about = moved(catalogue("en")["session.help.undo"]).split("\t")
    assert f"  {usage:<20}{about}" in told


def test_the_command_line_offers_it(copy: Path) -> None:
    told = run(copy, "-m", "tenback", "rules", "--lang", "xx", status=2)
    assert f'"en", "de", "fr", "{CODE}"' in told


def test_the_guard_reads_it(copy: Path) -> None:
    said = ["thirty-five", "i can jump back here", "not on this pile please", "two cards left"]
    judge = (
        "import sys; from tenback.table.listening import talk_guard; "
        "print(*(v and v.code for v in (talk_guard().judge(text, hints_allowed=False) "
        "for text in sys.argv[1:])))"
    )
    assert run(copy, "-c", judge, *map(moved, said)).split() == ["NUMBER", "HINT", "None", "None"]


def test_it_passes_the_tests_of_every_language(copy: Path) -> None:
    chosen = f"{CODE} or no_word or twice"
    told = run(
        copy,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", chosen),
        *("tests/texts", "tests/rules/test_guard.py", "tests/terminal"),
        *("--deselect", "tests/texts/test_one_folder.py", "-rN"),
    )
    passed = int(told.rsplit(" passed", 1)[0].split()[-1])
    assert passed > 300


def test_a_mistake_in_it_is_found(copy: Path) -> None:
    file = copy / LANGUAGES / CODE / "catalogue.json"
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole.replace("choyvfurq", "published"), encoding="utf-8")
    try:
        chosen = f"{CODE} and published"
        told = run(
            copy,
            *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", chosen),
            "tests/texts/test_style.py",
            status=1,
        )
    finally:
        file.write_text(whole, encoding="utf-8")
    assert "1 failed" in told


def test_the_browser_offers_it(copy: Path) -> None:
    modules = ROOT / "web" / "node_modules"
    node = shutil.which("node", path=f"{os.environ['PATH']}{os.pathsep}{ROOT / '.venv' / 'bin'}")
    if node is None or not modules.is_dir():
        pytest.skip("the browser client is not built here: make client")
    (copy / "web" / "node_modules").symlink_to(modules)
    done = subprocess.run(
        [
            *(node, "node_modules/vitest/vitest.mjs", "run", "--reporter=verbose"),
            *("test/languages.test.ts", "test/grammar.test.ts"),
        ],
        cwd=copy / "web",
        env=os.environ | {"NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"include {CODE}, {NAME}, with its rules" in done.stdout
    assert f"the grammar of '{CODE}' does as its examples" in done.stdout
