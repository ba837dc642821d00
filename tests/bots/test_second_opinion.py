"""The second network: it has a say among the turns that the first one likes best, only there."""

from pathlib import Path

import numpy as np
import pytest

from tenback.bots import choose_turn, create_bot, play_turn
from tenback.bots.batches import bot_seed, compile_seating, play_games
from tenback.bots.players.compiled import packed_rules
from tenback.bots.search.best_turn import (
    NO_TURN,
    SPREAD,
    best_valued_turn,
    lay_or_lose,
    new_desk,
    value_turns,
)
from tenback.bots.search.second_opinion import ASKED, best_agreed_turn, new_second_opinion
from tenback.bots.search.turns import hide, limits_for
from tenback.bots.value.network import WON, new_network
from tenback.bots.value.tables import new_tables
from tenback.bots.value.weights import load_network, second_tables_for, tables_for
from tenback.kernels import deal, new_state
from tenback.kernels.codes import PLAYING
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import State

FOLDER = Path(load_network.__code__.co_filename).parent / "networks"
SILENCE = np.zeros(4, np.int64)


@pytest.mark.parametrize(("game", "players"), [("original", 1), ("original", 3), ("extreme", 4)])
def test_of_the_first_networks_best_turns_the_mean_of_both_chooses(game: str, players: int) -> None:
    ruleset = build_ruleset(game, players)
    rules, first = packed_rules(ruleset), tables_for(ruleset)
    # One that knows nothing: it disagrees often.
    unlearned = new_network(64, seed=8)._replace(last=8 * new_network(64, seed=9).last)
    other = new_tables(unlearned)
    desk, everything, second = new_desk(first), new_desk(other), new_second_opinion(first, other)
    state, seen, generator = new_state(), new_state(), np.zeros(1, np.uint64)
    decided = changed = 0
    for seed in range(3):
        deal(rules, state, seed)
        while state.phase == PLAYING:
            hide(rules, state, seen)
            turn = best_agreed_turn(rules, seen, limits_for(rules), SILENCE, desk, second)
            count = value_turns(rules, seen, limits_for(rules), SILENCE, everything)
            values = {int(desk.buffer.turns[at]): float(desk.values[at]) for at in range(count)}
            others = {
                int(everything.buffer.turns[at]): float(everything.values[at])
                for at in range(count)
            }
            assert values.keys() == others.keys()
            if turn == NO_TURN:
                assert not values
            elif max(values.values()) < WON:
                # Turns that mirror each other are worth the same, and count once.
                best = sorted(set(values.values()), reverse=True)[:ASKED]
                assert values[turn] in best
                agreed = max(values[one] + others[one] for one in values if values[one] in best)
                assert values[turn] + others[turn] == pytest.approx(agreed, abs=1e-4)
                decided, changed = decided + 1, changed + (values[turn] < best[0])
            else:
                assert values[turn] >= WON
            lay_or_lose(rules, state, desk.buffer, turn, generator)
    assert decided > 20
    assert decided > changed > decided // 5


def test_without_a_second_network_the_first_one_chooses() -> None:
    ruleset = build_ruleset("extreme", 3)
    rules, first = packed_rules(ruleset), tables_for(ruleset)
    one, other, second = new_desk(first), new_desk(first), new_second_opinion(first)
    state, seen, generator = new_state(), new_state(), np.zeros(1, np.uint64)
    deal(rules, state, 5)
    decided = 0
    while state.phase == PLAYING:
        hide(rules, state, seen)
        turn = best_agreed_turn(rules, seen, limits_for(rules), SILENCE, one, second)
        assert turn == best_valued_turn(rules, seen, limits_for(rules), SILENCE, other, SPREAD)
        lay_or_lose(rules, state, one.buffer, turn, generator)
        decided += 1
    assert decided > 10


def test_second_networks_ship_beside_first_ones() -> None:
    seconds = list(FOLDER.glob("*-second.npz"))
    assert seconds
    for file in seconds:
        assert (FOLDER / file.name.replace("-second", "")).exists()
        game, players, *_ = file.stem.split("-")
        assert second_tables_for(build_ruleset(game, int(players))) is not None
    assert second_tables_for(build_ruleset("duel", 2)) is None


def test_expert_asks_the_second_network_at_a_table_and_in_a_batch() -> None:
    rules = build_ruleset("original", 1)
    seeds = np.arange(6) + (77 << 32)
    seating = compile_seating(rules, ["expert"])
    assert seating is not None
    with_second = play_games(seating, seeds)
    alone = play_games(seating._replace(second=None), seeds)
    assert (with_second.scores != alone.scores).any()
    for index, seed in enumerate(int(seed) for seed in seeds):
        bot = create_bot("expert", seed=int(bot_seed(seed, 0)))
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        while state.outcome is None:
            state = play_turn(state, choose_turn(state, bot))
        assert state.outcome.score == with_second.scores[index]
