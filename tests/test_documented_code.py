"""Code that pages show without a prompt runs as well; examples with one are doctests."""

import ast
import inspect
import json
import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tenback.rules.game import OwnDuties
from tenback.rules.games.on_fire import OnFire
from tenback.rules.games.original import Original

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(*languages: str) -> dict[tuple[str, int], str]:
    """Return the blocks of a language without a prompt, by page and place."""
    found: dict[tuple[str, int], str] = {}
    for page in PAGES:
        shown = [code for kind, code in FENCE.findall(page.read_text("utf-8")) if kind in languages]
        plain = [code for code in shown if ">>>" not in code]
        found |= {(page.stem, place): code for place, code in enumerate(plain)}
    return found


def run_game(code: str) -> None:
    """Check that the game of the guide is the one that ships."""
    names: dict[str, Any] = {"Sequence": Sequence, "Original": Original, "OwnDuties": OwnDuties}
    exec(code, names)
    shown = names["OnFire"]
    for field in ("id", "aliases", "menu_order", "breaches", "causes"):
        assert getattr(shown, field) == getattr(OnFire, field)
    assert inspect.getsource(OnFire.own_duties.judge_end) in code  # type: ignore[union-attr]


def is_example_bot(code: str) -> None:
    assert code == (ROOT / "docs" / "example_bot.py").read_text("utf-8")


def run_openspiel(code: str) -> None:
    pytest.importorskip("pyspiel")
    exec(code, {})


def fits_a_gpu(code: str) -> None:
    """Check the names and their arguments only: there need not be a GPU here."""
    pytest.importorskip("numba")
    from tenback.envs import gpu, jax_games

    offered = {"GpuGames": gpu.GpuGames, "JaxGames": jax_games.JaxGames}
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    made = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in offered]
    assert made
    for call in made:
        assert isinstance(call.func, ast.Name)
        given = {word.arg or "": None for word in call.keywords}
        inspect.signature(offered[call.func.id]).bind(*call.args, **given)
    methods = {node.attr for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Attribute)}
    assert {"reset", "step"} <= methods


HOW: dict[tuple[str, int], Callable[[str], None]] = {
    ("adding-a-game", 0): run_game,
    ("bot_api", 0): is_example_bot,
    ("gpu", 0): fits_a_gpu,
    ("gpu", 1): fits_a_gpu,
    ("openspiel", 0): run_openspiel,
}


def test_every_block_is_known() -> None:
    assert blocks("python").keys() == HOW.keys()


@pytest.mark.parametrize("place", HOW, ids=lambda place: "-".join(map(str, place)))
def test_a_block_runs(place: tuple[str, int]) -> None:
    HOW[place](blocks("python")[place])


def test_data_can_be_read() -> None:
    assert all(map(json.loads, blocks("json").values()))
    assert all(map(tomllib.loads, blocks("toml").values()))
