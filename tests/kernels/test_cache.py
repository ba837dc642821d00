"""Compiled code is kept on disk; where it cannot be, everything still works and says so once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DEAL = """
from tenback.kernels import deal, new_state, pack_ruleset
from tenback.rules import Ruleset, find_game
state = new_state()
deal(pack_ruleset(Ruleset(find_game("original"), 2)), state, 1)
print(sum(map(int, state.hands[0])))
"""
# Tells how many functions were compiled instead of being read from disk: dealing calls several.
COUNT_COMPILED = f"""
from numba.core import event
with event.install_recorder("numba:compile") as recorder:
    {DEAL.strip().replace(chr(10), chr(10) + "    ")}
print(len(recorder.buffer))
"""
# The smallest function of the kernels that calls another one: compiling a whole game takes long.
COUNT = """
import numpy as np
from tenback.kernels.bits import count_cards
print(count_cards(np.uint64(7), np.uint64(1)))
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "TENBACK_LIBRARY": "off", **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("not a folder")
    done = run(COUNT, TENBACK_CACHE_DIR=str(blocked / "cache"))

    assert done.stdout.strip() == "4"
    assert done.stderr.count("cannot be kept") == 1
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("variable", ["TENBACK_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_the_folder_is_chosen_by_the_environment(variable: str, tmp_path: Path) -> None:
    others = {"TENBACK_CACHE_DIR": "", "NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": ""}
    done = run(COUNT, **{**others, variable: str(tmp_path)})

    assert done.stdout.strip() == "4"
    assert done.stderr == ""
    assert list(tmp_path.rglob("kernels-*/**/*count_cards*.nbi"))


def test_the_second_start_compiles_nothing(tmp_path: Path) -> None:
    first = run(COUNT_COMPILED, TENBACK_CACHE_DIR=str(tmp_path)).stdout.split()
    second = run(COUNT_COMPILED, TENBACK_CACHE_DIR=str(tmp_path)).stdout.split()

    assert second[0] == first[0]
    assert int(first[1]) > 0
    assert int(second[1]) == 0


def test_the_package_alone_does_not_load_numba() -> None:
    loaded = run(
        "import sys, tenback, tenback.rules, tenback.records; print('numba' in sys.modules)"
    )

    assert loaded.stdout.strip() == "False"
