"""The turn that would have saved a blocked team, compared with a search of every turn."""

import itertools
import json
from pathlib import Path

import pytest

from tenback.analysis.rescue import find_rescue
from tenback.records import GameRecord, build_ruleset, deal_from_seed, parse_record, replay
from tenback.rules import Phase, Placement, State, Termination
from tenback.terminal.game import LocalGame


def _played(seed: int, players: int = 2, bot: str = "greedy") -> GameRecord:
    rules = build_ruleset("original", players, starter=0)
    names = tuple(f"P{seat}" for seat in range(players))
    bots = tuple((seat, bot) for seat in range(players))
    game = LocalGame(GameRecord(rules, deal_from_seed(rules, seed), 0, names, bots=bots))
    while game.table.play is not None and game.table.play.state.outcome is None:
        game.play_bot()
    return game.record


def _before_the_last_turn(record: GameRecord) -> State:
    states = [state for _, state in replay(record)]
    return states[-2]


def _saves(state: State, turn: tuple[Placement, ...]) -> bool:
    for placement in turn:
        if not state.can_place(placement):
            return False
        state = state.place(placement)
    return state.phase is Phase.PLAYING and state.can_end() and state.end().outcome is None


@pytest.mark.parametrize("seed", range(12))
def test_a_turn_is_found_if_there_is_one(seed: int) -> None:
    record = _played(seed)
    before = _before_the_last_turn(record)
    outcome = [state for _, state in replay(record)][-1].outcome
    assert outcome is not None
    turn = find_rescue(record)
    if outcome.termination != Termination.BLOCKED:
        assert turn == ()
        return
    hand = before.hands[before.seat]
    shortest = (
        tuple(map(Placement, cards, piles))
        for cards in itertools.permutations(hand, before.minimum)
        for piles in itertools.product(range(4), repeat=before.minimum)
    )
    assert _saves(before, turn) if turn else not any(_saves(before, one) for one in shortest)


def test_some_games_could_have_been_saved_and_some_not() -> None:
    found = {bool(find_rescue(_played(seed))) for seed in range(12)}
    assert found == {True, False}


def test_a_game_that_has_not_begun_or_was_given_up_has_none() -> None:
    rules = build_ruleset("original", 1, starter=0)
    record = GameRecord(rules, deal_from_seed(rules, 1), 0, ("Ana",))
    assert find_rescue(record) == ()
    game = LocalGame(record)
    game.concede()
    assert find_rescue(game.record) == ()


def test_the_turns_that_the_client_is_tested_with_are_found_here() -> None:
    told = json.loads((Path(__file__).parents[2] / "web/test/rescues.json").read_text("utf-8"))
    for one in told:
        assert [list(laid) for laid in find_rescue(parse_record(one["record"]))] == one[
            "placements"
        ]
