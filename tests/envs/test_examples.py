"""The examples run; those that need PyTorch only where it is installed."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HAS_SB3 = find_spec("torch") is not None and find_spec("sb3_contrib") is not None


@pytest.mark.sb3
@pytest.mark.skipif(
    not HAS_SB3,
    reason="PyTorch or sb3-contrib is not installed: the examples that learn are NOT run "
    "(pip install torch==2.13.0 sb3-contrib==2.9.2)",
)
@pytest.mark.parametrize("name", ["masked_ppo", "self_play", "dqn"])
def test_an_example_learns_a_little_and_is_evaluated(name: str, tmp_path: Path) -> None:
    out = tmp_path / name
    few = ["--steps", "1024", "--tables", "16", "--games", "10", "--versus", "greedy"]
    script = str(ROOT / "examples" / f"{name}.py")
    subprocess.run([sys.executable, script, *few, "--out", str(out)], check=True, cwd=tmp_path)
    assert json.loads(out.with_suffix(".json").read_text())["games"] == 10
    assert any(out.with_suffix(kind).exists() for kind in (".zip", ".pt"))
    assert out.with_suffix(".csv").read_text().startswith("steps,")
