"""The base installation, without any extra: every command says what it needs."""

import subprocess
import sys

import pytest

from tenback.cli import app
from tenback.cli.extras import EXTRA_OF_COMMAND

# Nothing of an extra can be found or imported, as on a machine where only the base is installed.
BARE = """
import sys

EXTRAS = {"numpy", "numba", "polars", "matplotlib", "cma", "uvicorn", "litestar", "sqlalchemy",
          "alembic", "websockets", "asyncpg", "gymnasium", "pettingzoo", "uvloop"}

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in EXTRAS:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in EXTRAS else found(name, *more)
sys.meta_path.insert(0, Hidden())
from tenback.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run_bare(*arguments: str, given: str = "", script: str = BARE) -> tuple[int, str, str]:
    command = [sys.executable, "-c", script, *arguments]
    ran = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize("name", sorted(EXTRA_OF_COMMAND))
def test_a_command_says_what_to_install(name: str) -> None:
    status, _, told = run_bare(name, "--whatever", "it", "takes")
    extra = EXTRA_OF_COMMAND[name]
    assert status == 2
    assert told.startswith(f"tenback: tenback {name} needs ")
    assert told.endswith(f"which is not installed: pip install 'tenback[{extra}]'\n")


def test_the_help_and_a_typo_work() -> None:
    status, told, _ = run_bare("--help")
    assert status == 0
    assert "tenback[lab]" in told.replace("\n", " ")
    status, _, told = run_bare("simluate")
    assert status == 2
    assert "simulate" in told


def test_bots_that_cannot_play_are_marked() -> None:
    status, told, _ = run_bare("bots")
    assert status == 0
    marked = {line.split()[0]: "tenback[kernels]" in line for line in told.splitlines()}
    assert not marked["greedy"]
    assert marked["expert"]
    status, _, told = run_bare("play", "--bots", "expert", "--players", "2")
    assert status == 2
    assert told.endswith("numpy is not installed: pip install 'tenback[kernels]'\n")


def test_everything_else_needs_nothing() -> None:
    names = {name for name in app if not name.startswith("-")}
    for name in names - set(EXTRA_OF_COMMAND):
        status, _, _ = run_bare(name, "--help")
        assert status == 0, name


def test_agents_are_evaluated_without_the_lab() -> None:
    with_rl = BARE
    for name in ("numpy", "numba", "gymnasium", "pettingzoo"):
        with_rl = with_rl.replace(f'"{name}"', '"-"')
    arguments = ("evaluate", "random", "--games", "2", "--versus", "")
    status, told, _ = run_bare(*arguments, script=with_rl)
    assert status == 0
    assert "random" in told
