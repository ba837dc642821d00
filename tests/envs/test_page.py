"""The pages of the environments: their tables are true, and the first program of each is short."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from scripts.environment_page import PAGE, written

INTERFACES = ("gymnasium", "vector", "pettingzoo", "openspiel", "turns", "gpu", "evaluate")
#: Most programs are doctests: pytest finds and runs them.
PROGRAM = re.compile(r"```(?:python)?\n(.*?)```", re.DOTALL)


def first_program(name: str) -> str:
    page: Path = PAGE.with_name(f"{name}.md")
    found = PROGRAM.search(page.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def test_the_tables_of_indices_are_those_of_the_encoding() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page)


@pytest.mark.parametrize("name", INTERFACES)
def test_a_first_program_has_ten_lines_at_most(name: str) -> None:
    lines = first_program(name).splitlines()
    code = [line for line in lines if line.startswith((">>> ", "... "))]
    assert 1 < len(code or [line for line in lines if line]) <= 10
    assert "## What may go wrong" in PAGE.with_name(f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.openspiel
@pytest.mark.skipif(
    find_spec("pyspiel") is None,
    reason="OpenSpiel has no wheel for this machine: its first program is NOT run",
)
def test_the_program_for_openspiel_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(first_program("openspiel"), {})
    assert capsys.readouterr().out == "[-1.0, -1.0, -1.0]\n"
