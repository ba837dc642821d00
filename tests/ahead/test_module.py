"""The module for browsers does what the rules say, and what bots and solver do natively."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scripts.node_module import MODULE, NODE, ROOT, replay, why_not

from tenback.ahead.typescript import TYPESCRIPT, typescript_text
from tenback.analysis import advise, solve
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.kernels import pack_ruleset
from tenback.kernels.library import INTERFACE
from tenback.records import build_ruleset, deal_from_seed
from tenback.records.conformance import load_cases
from tenback.rules import Ruleset, State, view
from tenback.testing.calls import Calls
from tenback.testing.differential import trace_cases
from tenback.testing.expert_positions import write_expert_positions
from tenback.testing.traces import Trace

needs_module = pytest.mark.skipif(bool(why_not()), reason=why_not())
#: For each of the four rulesets: ten thousand together.
POSITIONS = 2_500
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
    write_expert_positions(build_ruleset(game, players), POSITIONS, tmp_path / "positions")

    assert replay("expert", tmp_path / "positions")["positions"] == POSITIONS


def ask_master(state: State) -> None:
    create_bot("master", seed=1).choose(view(state, state.seat, memory=True))


def ask_advice(state: State) -> None:
    advise(view(state, state.seat, memory=True), samples=8)


def ask_solver(state: State) -> None:
    solve(state, seconds=None, nodes=60)


@needs_module
@pytest.mark.parametrize("ask", [ask_master, ask_advice, ask_solver])
@pytest.mark.parametrize(("game", "players"), [("original", 1), ("extreme", 2), ("duel", 2)])
def test_whatever_is_asked_the_module_does_the_same(
    game: str, players: int, ask: Callable[[State], None], tmp_path: Path
) -> None:
    state = midgame(build_ruleset(game, players), turns=9)
    calls = Calls()
    with calls.listening():
        ask(state)
    calls.write(tmp_path / "calls")

    assert replay("calls", tmp_path / "calls")["calls"] == len(calls) > 0


def midgame(rules: Ruleset, turns: int) -> State:
    """Return a game of `tuned` after some turns."""
    state = State.deal(rules, deal_from_seed(rules, 7)).start(0)
    bot = create_bot("tuned", seed=1)
    for _ in range(turns):
        state = play_turn(state, choose_turn(state, bot))
    return state


@needs_module
def test_a_difference_is_found(tmp_path: Path) -> None:
    write_expert_positions(build_ruleset("original", 1), 5, tmp_path / "positions")
    content = bytearray((tmp_path / "positions").read_bytes())
    content[-1] ^= 1
    (tmp_path / "changed").write_bytes(content)

    with pytest.raises(AssertionError, match="position 4: entry"):
        replay("expert", tmp_path / "changed")


@needs_module
def test_the_call_by_hand_in_the_documentation(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "compiled-ahead.md").read_text("utf-8")
    script = page.partition("```js\n")[2].partition("```")[0]
    (tmp_path / "call.mjs").write_text(script, "utf-8")
    (tmp_path / "kernels.wasm").write_bytes(MODULE.read_bytes())
    rules = np.array([pack_ruleset(build_ruleset("original", 1))])
    (tmp_path / "rules.bin").write_bytes(rules.tobytes())

    done = subprocess.run(
        [NODE, "call.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    told = script.partition("console.log(words); // ")[2].partition(":")[0]
    assert told.startswith("[ 2n,")
    assert told in done.stdout
