"""The library that was compiled ahead does the same as code that Numba compiles, bit for bit."""

import json
import os
import subprocess
import sys
from typing import Any, cast

import numpy as np
import pytest

from tenback.ahead.exports import EXPORTS
from tenback.ahead.interface import describe, sources_of
from tenback.bots import batches
from tenback.bots.batches import Seating, compile_seating
from tenback.bots.search.best_turn import new_desk, value_turns
from tenback.bots.search.turns import limits_for
from tenback.bots.value.weights import tables_for
from tenback.kernels import deal, new_state, pack_ruleset, place
from tenback.kernels.compiling import Compiled
from tenback.kernels.library import BUILT, INTERFACE, LIBRARY, is_current, platform_file
from tenback.records import build_ruleset

needs_library = pytest.mark.skipif(
    LIBRARY is None,
    reason=f"NOT TESTED: no library built from this code: {platform_file()} (make native)",
)
LOOP = "_play_games"
OLD = "the library is older than its description: run `make native` and `make wasm`"


def test_what_was_built_is_of_this_code() -> None:
    told = json.loads(INTERFACE.read_text(encoding="utf-8"))
    built = {path for path in BUILT.iterdir() if path != INTERFACE}
    assert {"linux-x86_64.so", "kernels.wasm"} <= {path.name for path in built}
    stale = sorted(path.name for path in built if not is_current(path, told))
    assert stale == [], "older than its code: run `make native` and `make wasm`"


def by_numba(function: Any) -> Any:
    return cast("Compiled", function).dispatcher


def test_the_interface_is_that_of_the_description() -> None:
    told = json.loads(INTERFACE.read_text(encoding="utf-8"))
    described = describe(EXPORTS)
    for variant in (one for some in told["exports"].values() for one in some):
        del variant["results"]

    assert told["sources"] == sources_of(EXPORTS), OLD
    assert told["types"] == described["types"], OLD
    assert told["exports"] == described["exports"], OLD


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def played(seating: Seating, seeds: range) -> list[list[int]]:
    return [column.tolist() for column in batches.play_games(seating, seeds)]


WHOLE_GAMES = [
    ("original", 3, ["greedy", "random", "tuned"], 200),
    ("original", 2, ["expert", "expert:talk=1"], 30),
    ("original", 1, ["master:samples=8"], 2),
    ("extreme", 3, ["expert", "montecarlo:samples=8", "greedy"], 4),
    ("extreme", 2, ["master:samples=8,talk=1"] * 2, 1),
    ("duel", 2, ["expert", "master:samples=8"], 3),
    ("on-fire", 4, ["expert"] * 4, 3),
]


# One test for all: Numba takes a minute to compile the loop, and every process does it anew.
@needs_library
def test_whole_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    seatings = [
        (compile_seating(build_ruleset(game, players), bots), range(1 << 32, (1 << 32) + games))
        for game, players, bots, games in WHOLE_GAMES
    ]
    ours = [played(cast("Seating", seating), seeds) for seating, seeds in seatings]
    monkeypatch.setattr(batches, LOOP, by_numba(getattr(batches, LOOP)))

    for (seating, seeds), found, told in zip(seatings, ours, WHOLE_GAMES, strict=True):
        assert found == played(cast("Seating", seating), seeds), told


@needs_library
@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_values_are_the_same_to_the_last_bit(game: str) -> None:
    ruleset = build_ruleset(game, 2)
    rules, state = pack_ruleset(ruleset), new_state()
    limits, signals = limits_for(rules), np.zeros(4, np.int64)
    one, other = new_desk(tables_for(ruleset)), new_desk(tables_for(ruleset))
    valued = 0
    for seed in range(40):
        deal(rules, state, seed)
        count = value_turns(rules, state, limits, signals, one)
        assert count == by_numba(value_turns)(rules, state, limits, signals, other)
        assert one.values[:count].tobytes() == other.values[:count].tobytes()
        valued += count

    assert valued > 1000


GAMES = """
from tenback.bots.batches import compile_seating, play_games
from tenback.records import build_ruleset
found = []
for game, players, bots in (("original", 1, ["expert"]), ("extreme", 2, ["expert", "tuned"]),
                            ("duel", 2, ["master:samples=4", "expert"])):
    seating = compile_seating(build_ruleset(game, players), bots)
    found.append([column.tolist() for column in play_games(seating, range(3))])
print(found)
"""


@needs_library
def test_every_level_of_processors_plays_the_same() -> None:
    found = {run(GAMES, TENBACK_LIBRARY=level) for level in ("v2", "v3", "v4")}

    assert len(found) == 1


WITHOUT_COMPILER = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "numba" else found(name, *more)
sys.meta_path.insert(0, Hidden())
"""
EVERYTHING = (
    WITHOUT_COMPILER
    + """
from tenback.analysis import advise, solve
from tenback.bots import create_bot, find_bots
from tenback.bots.play import play_out
from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import State, view

for game, players in (("original", 1), ("extreme", 2), ("duel", 2), ("on-fire", 2)):
    rules = build_ruleset(game, players)
    start = State.deal(rules, deal_from_seed(rules, 7)).start(0)
    for name in find_bots():
        bot = create_bot(f"{name}:samples=4" if name in ("montecarlo", "master") else name)
        bot.choose(view(start, 0, memory=True))
    advise(view(start, 0, memory=True), samples=8)
    solve(start, seconds=None, nodes=50)
print("numba" in sys.modules)
"""
)


@needs_library
def test_everything_that_plays_needs_no_compiler() -> None:
    assert run(EVERYTHING) == "False"


@needs_library
def test_what_is_not_in_the_library_says_what_to_install() -> None:
    code = (
        WITHOUT_COMPILER
        + """
import numpy as np
from tenback.kernels.bits import count_cards
try:
    count_cards(np.uint64(7), np.uint64(1))
except ImportError as error:
    print(error)
"""
    )
    assert "pip install 'tenback[kernels]'" in run(code)


@needs_library
def test_arguments_of_other_kinds_are_left_to_numba() -> None:
    rules, state = pack_ruleset(build_ruleset("original", 1)), new_state()
    deal(rules, state, 1)
    card = next(card for card in range(2, 100) if state.hands[0, card >> 6] >> card & 1)

    assert place(rules, state, cast("int", np.uint64(card)), 0) == 0
    assert state.tops[0] == card


def test_the_library_can_be_switched_off() -> None:
    code = "from tenback.kernels.library import LIBRARY; print(LIBRARY)"
    assert run(code, TENBACK_LIBRARY="off") == "None"
