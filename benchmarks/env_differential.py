"""Built-in bots within compiled steps against the same bots at a table, for every game.

    python benchmarks/env_differential.py [--games 20] [--bots tuned expert]

An agent that lays its first legal action sits beside (or opposite) the bots. After each of its
actions the mask of the vector environment must be that of the plain rules, where the same bots
chose from views. Exits with an error at the first difference. Compiling the bots into the step
takes a minute each.
"""

import argparse

import numpy as np

from tenback import State, create_bot, deal_from_seed
from tenback.bots import Bot
from tenback.bots.play import choose_turn, play_turn
from tenback.envs.vector import TenbackVectorEnv
from tenback.records import lot_from_seed
from tenback.records.deals import bot_seed
from tenback.rules import GAMES, view


def let_others_play(state: State, bots: dict[int, Bot]) -> State:
    while state.outcome is None and state.seat in bots:
        state = play_turn(state, choose_turn(state, bots[state.seat]))
    return state


def compare(game: str, bot: str, games: int) -> int:
    """Play games in both ways; return how many actions were compared."""
    envs = TenbackVectorEnv(game, games, players=2, seats=("agent", bot), autoreset_mode="Disabled")
    encoding, rules = envs.encoding, envs.encoding.rules
    _, infos = envs.reset(seed=0)
    over = np.zeros(games, bool)
    bots = [{1: create_bot(bot, seed=bot_seed(seed, 1))} for seed in range(games)]
    states = [
        State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        for seed in range(games)
    ]
    compared = 0
    while not over.any():
        states = [let_others_play(*one) for one in zip(states, bots, strict=True)]
        actions = infos["action_mask"].argmax(1)
        for index, state in enumerate(states):
            expected = encoding.mask(view(state, 0, memory=True))
            np.testing.assert_array_equal(infos["action_mask"][index], expected, str(index))
            placed = encoding.placement_of(int(actions[index]), 0)
            states[index] = state.end() if placed is None else state.place(placed)
            compared += 1
        *_, over, _, infos = envs.step(actions)
    return compared


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--bots", nargs="+", default=["greedy", "tuned", "expert"])
    parser.add_argument("--only", nargs="+", default=list(GAMES), help="these games")
    given = parser.parse_args()
    for game in given.only:
        for bot in given.bots:
            print(f"{game}, {bot}: {compare(game, bot, given.games)} actions agree", flush=True)


if __name__ == "__main__":
    main()
