"""The module for browsers does what the rules, and `expert` on this processor, do."""

from pathlib import Path

import pytest
from scripts.node_module import ROOT, replay, why_not

from tenback.ahead.typescript import TYPESCRIPT, typescript_text
from tenback.kernels.library import INTERFACE
from tenback.records import build_ruleset
from tenback.records.conformance import load_cases
from tenback.testing.differential import trace_cases
from tenback.testing.expert_positions import write_expert_positions
from tenback.testing.traces import Trace

needs_module = pytest.mark.skipif(bool(why_not()), reason=why_not())
VECTORS = [ROOT / "tests" / "records" / name for name in ("vectors.jsonl", "sheets.jsonl")]


def test_the_interface_for_the_client_is_that_of_the_library() -> None:
    made = typescript_text(INTERFACE.read_text(encoding="utf-8"))
    assert TYPESCRIPT.read_text(encoding="utf-8") == made, "run `make wasm`"


@needs_module
def test_every_rule_vector(tmp_path: Path) -> None:
    cases = [case for path in VECTORS for case in load_cases(path)]
    trace = Trace()
    trace_cases(cases, trace)
    trace.write(tmp_path / "vectors")

    assert replay("trace", tmp_path / "vectors")["lines"] >= len(cases) > 100


@needs_module
@pytest.mark.parametrize(
    ("game", "players"), [("original", 1), ("original", 4), ("extreme", 2), ("duel", 2)]
)
def test_expert_chooses_the_same_turns(game: str, players: int, tmp_path: Path) -> None:
    write_expert_positions(build_ruleset(game, players), 150, tmp_path / "positions")

    assert replay("expert", tmp_path / "positions")["positions"] == 150


@needs_module
def test_a_difference_is_found(tmp_path: Path) -> None:
    write_expert_positions(build_ruleset("original", 1), 5, tmp_path / "positions")
    content = bytearray((tmp_path / "positions").read_bytes())
    content[-1] ^= 1
    (tmp_path / "changed").write_bytes(content)

    with pytest.raises(AssertionError, match="position 4: entry"):
        replay("expert", tmp_path / "changed")
