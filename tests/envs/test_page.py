"""The page of the environments is true: its tables, and its program for OpenSpiel."""

import re
from importlib.util import find_spec

import pytest
from scripts.environment_page import PAGE, written


def test_the_tables_of_indices_are_those_of_the_encoding() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page)


@pytest.mark.openspiel
@pytest.mark.skipif(
    find_spec("pyspiel") is None,
    reason="OpenSpiel is not installed: its first program is NOT run "
    "(pip install open_spiel==2.0.2)",
)
def test_the_program_for_openspiel_runs(capsys: pytest.CaptureFixture[str]) -> None:
    programs = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (program,) = (one for one in programs if "pyspiel" in one)
    assert len([line for line in program.splitlines() if line]) <= 10
    exec(program, {})
    assert capsys.readouterr().out == "[-1.0, -1.0, -1.0]\n"
