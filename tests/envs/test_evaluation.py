"""An agent plays the deals that all agents play, and its result is a file that can be checked."""

import hashlib
import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenback import build_ruleset
from tenback.analysis.intervals import wilson
from tenback.bots.batches import compile_seating, play_games
from tenback.cli import main
from tenback.envs.agents import Agent, AgentError, load_agent, mask_logits
from tenback.envs.encoding import Encoding
from tenback.envs.evaluation import evaluate, hidden_deals, play_deals, public_deals
from tenback.lab import simulate
from tenback.lab.spec import make_spec
from tenback.rules import Ruleset
from tenback.rules.placement import gap

AGENT = "examples/random_agent.py:choose"


def test_the_deals_are_those_of_the_lab() -> None:
    spec = make_spec(build_ruleset("original"), "greedy", 1000)
    assert public_deals(3).tolist() == [spec.seed_of(game) for game in range(3)]


def greedy_policy(encoding: Encoding) -> Any:
    """Make a policy that plays as `greedy` does, from observations alone."""
    piles = encoding.rules.game.piles

    def choose_one(row: Any, mask: Any) -> int:
        tops = list(encoding.read(row)["tops"].values())
        found = [(1000, 0, 0, encoding.end)]
        for action in np.flatnonzero(mask[:-1]).tolist():
            card, pile = divmod(action, 4)
            distance = gap(piles[pile].ascending, tops[pile], card + encoding.lowest)
            if distance < 0 or not mask[encoding.end]:  # once the turn may end, only jumps
                found.append((distance, pile, card, action))
        return min(found)[-1]

    def choose(observations: Any, masks: Any) -> Any:
        return np.array([choose_one(*one) for one in zip(observations, masks, strict=True)])

    return choose


def test_an_agent_that_plays_greedily_has_the_result_of_greedy() -> None:
    rules = build_ruleset("original", players=2)
    agent = Agent("mine", greedy_policy(Encoding(rules)))
    found = evaluate(agent, rules, games=30, versus=["greedy", "random"])
    greedy, random = found.versus
    seating = compile_seating(rules, ["greedy"] * 2)
    assert seating is not None
    assert found.left.value == play_games(seating, public_deals(30)).scores.mean()
    assert greedy.win_difference.value == greedy.left_difference.value == 0.0
    assert random.left_difference.high < 0


def test_a_duel_is_played_from_both_seats() -> None:
    rules = build_ruleset("duel")
    found = evaluate(Agent("greedy"), rules, games=40, opponent="greedy")
    assert found.opponent == "greedy"
    assert found.win_rate.value == 0.5


def test_a_game_that_is_over_stays_as_it_is_while_others_go_on() -> None:
    rules = build_ruleset("duel")
    first = Agent("first", lambda _, masks: masks.argmax(1))
    deals = public_deals(12)
    together = play_deals(first, rules, deals, "random")
    alone = [play_deals(first, rules, deals[number : number + 1], "random") for number in range(12)]
    assert together[0].tolist() == [float(won[0]) for won, _ in alone]
    assert together[1].tolist() == [float(left[0]) for _, left in alone]
    assert 0 < together[0].mean() < 1


def test_the_command_writes_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "random.json"
    command = ["evaluate", AGENT, "--games", "20", "--versus", "greedy", "--out", str(out)]
    assert main(command) == 0
    assert "random_agent.py:choose" in capsys.readouterr().out
    told = json.loads(out.read_text())
    assert (told["games"], told["deals"]["set"], told["encoding"]) == (20, "public", 0)
    assert told["digest"]
    assert main([*command[:-2], "--json", "--seed", "5"]) == 0
    other = json.loads(capsys.readouterr().out)
    assert other["deals"]["set"] == "own"
    assert other["deals"]["hash"] != told["deals"]["hash"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nobody"], "there is no bot 'nobody'"),
        (["missing.py:choose"], "there is no file missing.py"),
        (["examples/random_agent.py:wrong"], "has no function 'wrong'"),
        (["missing:choose"], "no module 'missing', here or installed; a file is named with its"),
        (["greedy:fast"], "greedy"),
        (["missing.onnx"], "there is no file missing.onnx"),
        (["examples/random_agent.py"], "examples/random_agent.py:choose"),
        (["json:dumps", "--games", "2"], "the agent failed: TypeError: dumps()"),
        ([AGENT, "--game", "duel", "--opponent", "gentle"], "seats: gentle: not all of them play"),
        (["random", "--games", "0"], "games: 0 is not from 2 to 4294967296"),
        (["random", "--games", "1"], "games: 1 is not from 2 to 4294967296"),
        (["random", "--seed", "4294967296"], "seed: 4294967296 is not from 0 to 2147483647"),
        (["random", "--seed=-1"], "seed: -1 is not from 0 to 2147483647"),
        (["random", "--out", "result.txt"], "does not end in .json"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def choose(:", "agent.py cannot be loaded: SyntaxError: invalid syntax"),
        ("import not_there", "ModuleNotFoundError: No module named 'not_there'"),
        ("def choose(seen, masks):\n    raise KeyError(masks.shape)", "KeyError: (3, 393) ("),
    ],
)
def test_what_an_agent_raises_is_said_in_one_line(
    source: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "agent.py").write_text(source)
    agent = f"{tmp_path / 'agent.py'}:choose"
    assert main(["evaluate", agent, "--games", "3", "--versus", ""]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1


def test_a_bot_in_plain_python_plays_the_same_deals_as_in_the_lab() -> None:
    rules = build_ruleset("original", players=2)
    assert compile_seating(rules, ["gentle"] * 2) is None
    found = evaluate(Agent("gentle"), rules, games=3)
    played = simulate(rules, bots="gentle", games=3, seed=1000)
    assert (found.left.value, found.win_rate.value) == (played.mean_left, played.win_rate)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (np.zeros(3), "must name an action for each of 5 games"),
        (np.zeros(5), "must name an action"),
        (np.full(5, 393), "an action that is not 0 to 392"),
    ],
)
def test_an_agent_that_answers_no_actions_is_stopped(answer: Any, told: str) -> None:
    with pytest.raises(AgentError, match=told):
        evaluate(Agent("wrong", lambda _seen, _masks: answer), build_ruleset("original"), games=5)


def test_an_agent_that_breaks_the_rules_gives_the_game_up() -> None:
    rules = build_ruleset("original")
    end = Encoding(rules).end
    found = evaluate(Agent("wrong", lambda seen, _: np.full(len(seen), end)), rules, games=5)
    assert (found.win_rate.value, found.left.value) == (0.0, 98.0)


def test_agents_are_found_by_module_and_masked() -> None:
    assert load_agent("greedy").policy is None
    assert load_agent("montecarlo:samples=5").policy is None
    assert load_agent("tenback.envs.agents:mask_logits").policy is mask_logits
    chosen = mask_logits(np.array([[3.0, 2.0, 1.0]]), np.array([[0, 1, 1]], np.int8))
    assert chosen.tolist() == [1]


def test_a_module_of_the_current_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "agent_of_this_folder.py").write_text("def choose(seen, masks): ...")
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.chdir(tmp_path)
    assert load_agent("agent_of_this_folder:choose").digest


@pytest.mark.onnx
@pytest.mark.skipif(
    find_spec("onnx") is None or find_spec("onnxruntime") is None,
    reason="onnx or onnxruntime is not installed: agents in ONNX files are NOT tested "
    "(pip install onnx==1.23.2 onnxruntime==1.31.1)",
)
def test_an_onnx_file_is_an_agent(tmp_path: Path) -> None:
    """A model that likes low actions best plays as a function that does so."""
    onnx: Any = import_module("onnx")
    helper: Any = import_module("onnx.helper")
    rules = build_ruleset("original")
    encoding = Encoding(rules)
    shape = [encoding.size, encoding.actions]
    row = -np.arange(encoding.actions, dtype=np.float32)
    weights = np.zeros(shape, np.float32)
    # This bit is set in every observation: an agent is asked in its own turn.
    weights[encoding.sections["to_move"].start] = row
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["seen", "weights"], ["logits"])],
        "lowest",
        [helper.make_tensor_value_info("seen", onnx.TensorProto.FLOAT, [None, shape[0]])],
        [helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, [None, shape[1]])],
        [helper.make_tensor("weights", onnx.TensorProto.FLOAT, shape, weights.ravel())],
    )
    path = tmp_path / "lowest.onnx"
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, str(path))
    found = evaluate(load_agent(str(path)), rules, games=10)
    same = evaluate(Agent("lowest", lambda _, masks: masks.argmax(1)), rules, games=10)
    assert found.left == same.left
    assert found.digest
    narrow = evaluate_error(load_agent(str(path)), build_ruleset("duel"))
    assert narrow.startswith("the agent failed: InvalidArgument: ")
    path.write_text("no model")
    with pytest.raises(AgentError, match=r"lowest\.onnx cannot be loaded: InvalidProtobuf"):
        load_agent(str(path))


def evaluate_error(agent: Agent, rules: Ruleset) -> str:
    """Return what is said of an agent that cannot play."""
    with pytest.raises(AgentError) as caught:
        evaluate(agent, rules, games=2)
    return str(caught.value)


def test_equal_results_do_not_pass_for_certain() -> None:
    rules = build_ruleset("original", players=2)
    found = evaluate(Agent("greedy"), rules, games=40, versus=["greedy"])
    (same,) = found.versus
    most = wilson(0, 40)[1]
    assert (same.win_difference.low, same.win_difference.high) == pytest.approx((-most, most))
    assert same.left_difference.high == pytest.approx(98 * most)
    end = Encoding(rules).end
    wrong = evaluate(Agent("wrong", lambda seen, _: np.full(len(seen), end)), rules, games=40)
    assert (wrong.left.low, wrong.left.high) == pytest.approx((98 * (1 - most), 98))
    json.dumps(evaluate(Agent("greedy"), rules, games=2).to_dict(), allow_nan=False)


def test_a_result_tells_every_choice_of_the_rules() -> None:
    rules = build_ruleset("original", 2, {"expert_minimum": True}, hand_size=5, starter=1)
    told = evaluate(Agent("greedy"), rules, games=2).to_dict()["options"]
    assert told == {"expert_minimum": True, "hand_size": 5, "starter": 1}


def test_an_agents_file_may_import_others_of_its_folder_and_have_any_name(tmp_path: Path) -> None:
    (tmp_path / "sibling_of_an_agent.py").write_text("def rank(masks): return masks.argmax(1)")
    for name in ("random", "queue"):
        (tmp_path / f"{name}.py").write_text(
            "from sibling_of_an_agent import rank\ndef choose(seen, masks): return rank(masks)"
        )
    before = sys.modules["random"]
    agents = [load_agent(f"{tmp_path / name}.py:choose") for name in ("random", "queue")]
    assert [agent.name for agent in agents] == ["random.py:choose", "queue.py:choose"]
    assert sys.modules["random"] is before
    assert import_module("queue").SimpleQueue
    found = evaluate(agents[0], build_ruleset("original"), games=5)
    same = evaluate(Agent("first", lambda _, masks: masks.argmax(1)), found.rules, games=5)
    assert found.left == same.left


def test_hidden_deals_are_those_of_a_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = build_ruleset("original")
    key, other = b"sixteen secret bytes", b"other secret bytes"
    deals = hidden_deals(5, rules, key)
    assert (deals >= 0).all()
    assert len({*deals.tolist(), *hidden_deals(5, rules, other).tolist()}) == 10
    assert set(deals).isdisjoint(hidden_deals(5, build_ruleset("original", 2), key))
    np.testing.assert_array_equal(deals[:3], hidden_deals(3, rules, key))
    (tmp_path / "key").write_bytes(key)
    asked = ["evaluate", "greedy", "--games", "5", "--versus", "", "--json", "--key"]
    assert main([*asked, str(tmp_path / "key")]) == 0
    told = json.loads(capsys.readouterr().out)["deals"]
    assert (told["set"], told["seed"]) == ("hidden", None)
    assert told["key"] == hashlib.sha256(key).hexdigest()
    (tmp_path / "short").write_bytes(b"short")
    assert main([*asked, str(tmp_path / "short")]) == 2
    assert "at least 16" in capsys.readouterr().err
    assert main([*asked, str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err
