"""Steps a second of the environments on one core, beside those of others, in one run.

    python benchmarks/env_speed.py [--rounds 5] [--seconds 2] [--json FILE] [--the-game-rl FOLDER]

A step is one random legal action, with observation and mask written and finished games dealt anew;
choosing the action counts as well. Runs alternate; the table gives the median of the rounds, by
processor time and by the clock. Others are measured if they are installed: OpenSpiel (2048 and
Hanabi stepped from Python, with the observation tensor and the legal mask of the mover), Hanabi of
PettingZoo (with shimmy), pgx, and maxreith's The-Game-RL, of which no package exists: FOLDER holds
game_env.py and what that imports.
"""

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

from tenback.envs.aec import TenbackAEC
from tenback.envs.sampling import LegalSampler
from tenback.envs.solo import TenbackEnv
from tenback.envs.vector import TenbackVectorEnv

#: Steps games for about so many seconds; returns how many steps it did.
Runner = Callable[[float], int]


def vector(game: str, players: int, count: int, copy: bool) -> Runner:
    envs = TenbackVectorEnv(game, count, players=players, copy=copy)
    _, infos = envs.reset(seed=0)
    sample, actions = LegalSampler(), np.zeros(count, np.int64)

    def run(seconds: float) -> int:
        nonlocal infos
        until, steps = time.perf_counter() + seconds, 0
        while time.perf_counter() < until:
            for _ in range(10):
                *_, infos = envs.step(sample(infos["action_mask"], actions))
            steps += 10 * count
        return steps

    return run


def single(make: Callable[[], Any]) -> Runner:
    """Step a Gymnasium environment with the mask in its info."""
    env, sample = make(), LegalSampler()
    env.reset(seed=0)

    def run(seconds: float) -> int:
        until, steps = time.perf_counter() + seconds, 0
        _, info = env.reset()
        while time.perf_counter() < until:
            for _ in range(100):
                mask = info["action_mask"].view(np.int8)
                _, _, is_over, _, info = env.step(sample(mask[None])[0])
                if is_over:
                    _, info = env.reset()
            steps += 100
        return steps

    return run


def agents(make: Callable[[], Any], mask_of: Callable[[Any, Any], Any]) -> Runner:
    """Step a PettingZoo environment."""
    env, sample = make(), LegalSampler()
    env.reset(seed=0)

    def run(seconds: float) -> int:
        until, steps = time.perf_counter() + seconds, 0
        env.reset()
        while time.perf_counter() < until:
            for _ in range(20):
                seen, _, is_over, is_cut, info = env.last()
                if is_over or is_cut:
                    env.reset()
                    continue
                mask = np.ascontiguousarray(mask_of(seen, info), np.int8)
                env.step(int(sample(mask[None])[0]))
                steps += 1
        return steps

    return run


def spiel(name: str) -> Runner:
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    source = np.random.default_rng(0)

    def run(seconds: float) -> int:
        until, steps = time.perf_counter() + seconds, 0
        state = game.new_initial_state()
        while time.perf_counter() < until:
            for _ in range(20):
                if state.is_terminal():
                    state = game.new_initial_state()
                elif state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(int(source.choice(outcomes, p=chances)))
                else:
                    mask = np.array(state.legal_actions_mask())
                    state.observation_tensor(state.current_player())
                    state.apply_action(int(source.choice(np.flatnonzero(mask))))
                    steps += 1
        return steps

    return run


def pgx_games(name: str, count: int) -> Runner:
    jax: Any = import_module("jax")
    env = import_module("pgx").make(name)
    auto = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def act(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        one, two = jax.random.split(key)
        return auto(state, jax.random.categorical(one, logits), two)

    step = jax.jit(jax.vmap(act))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), count))
    key = jax.random.key(1)

    def run(seconds: float) -> int:
        nonlocal state, key
        until, steps = time.perf_counter() + seconds, 0
        while time.perf_counter() < until:
            key, used = jax.random.split(key)
            state = step(state, jax.random.split(used, count))
            state.observation.block_until_ready()
            steps += count
        return steps

    return run


def the_game_rl(folder: str) -> Runner:
    sys.path.insert(0, folder)
    return single(lambda: import_module("game_env").TheGameEnv(n_players=3))


def measured(count: int, the_game_folder: str | None) -> dict[str, Callable[[], Runner]]:
    found: dict[str, Callable[[], Runner]] = {}
    for game, players in (
        ("original", 1),
        ("original", 3),
        ("extreme", 1),
        ("extreme", 3),
        ("duel", 2),
    ):
        for copy in (False, True):
            arrays = "fresh arrays" if copy else "the same arrays"
            name = f"tenback, vector of {count}, {game} {players}, {arrays}"
            found[name] = lambda game=game, players=players, copy=copy: vector(
                game, players, count, copy
            )
    found["tenback, Gymnasium Env, original 1"] = lambda: single(lambda: TenbackEnv("original"))
    found["tenback, PettingZoo AEC, original 3"] = lambda: agents(
        lambda: TenbackAEC("original", players=3), lambda _, info: info["action_mask"]
    )
    if find_spec("pyspiel") is not None:
        import_module("tenback.envs.spiel")
        found["tenback, OpenSpiel, original 3"] = lambda: spiel("tenback_original(players=3)")
        found["OpenSpiel, 2048, from Python"] = lambda: spiel("2048")
        found["OpenSpiel, Hanabi, from Python"] = lambda: spiel("hanabi")
    if find_spec("shimmy") is not None:
        found["PettingZoo, Hanabi"] = lambda: agents(
            lambda: import_module("pettingzoo.classic.hanabi_v5").env(),
            lambda seen, _: seen["action_mask"],
        )
    if find_spec("pgx") is not None:
        found[f"pgx on the processor, 2048, {count} games"] = lambda: pgx_games("2048", count)
    if the_game_folder:
        found["maxreith's The-Game-RL, 3 players"] = lambda: the_game_rl(the_game_folder)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--count", type=int, default=1024, help="games in a vector")
    parser.add_argument("--json")
    parser.add_argument("--the-game-rl", metavar="FOLDER")
    given = parser.parse_args()
    runners: dict[str, Runner] = {}
    for name, make in measured(given.count, given.the_game_rl).items():
        try:
            runners[name] = make()
            runners[name](0.1)
        except Exception as error:
            print(f"{name}: not measured: {type(error).__name__}: {error}"[:200])
            runners.pop(name, None)
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in runners}
    for _ in range(given.rounds):
        for name, run in runners.items():
            clock, used = time.perf_counter(), time.process_time()
            steps = run(given.seconds)
            used, clock = time.process_time() - used, time.perf_counter() - clock
            rates[name].append((steps / used, steps / clock))
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    print("| | steps a second of processor time | by the clock |\n|---|---|---|")
    for name, found in rates.items():
        used, clock = (median(one[part] for one in found) for part in (0, 1))
        print(f"| {name} | {used:,.0f} | {clock:,.0f} |")
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:  # noqa: PTH123
            json.dump(rates, file, indent=2)


if __name__ == "__main__":
    main()
