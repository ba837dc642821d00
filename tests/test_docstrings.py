"""The examples in docstrings run, like those of the pages."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import tenback

HOME = Path(tenback.__file__).parent
#: What the examples of a room need; where it is missing they are skipped.
NEEDED = {
    "analysis": ("numba",),
    "envs": ("numba", "gymnasium"),
    "kernels": ("numba",),
    "lab": ("numba", "polars", "matplotlib"),
}


def modules_with_examples() -> list[str]:
    """Name the modules that show an example, without importing them."""
    shown = [path for path in sorted(HOME.rglob("*.py")) if ">>> " in path.read_text("utf-8")]
    parts = [path.relative_to(HOME.parent).with_suffix("").parts for path in shown]
    return [".".join(names).removesuffix(".__init__") for names in parts]


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_run(name: str) -> None:
    room = name.removeprefix("tenback.").partition(".")[0]
    for package in NEEDED.get(room, ()):
        pytest.importorskip(package)

    result = doctest.testmod(import_module(name))

    assert result.attempted > 0
    assert result.failed == 0


def test_there_are_examples() -> None:
    assert {"tenback", "tenback.game", "tenback.lab"} <= set(modules_with_examples())
