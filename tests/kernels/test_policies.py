"""Play-outs are the games that the bots of the same names play on the plain rules."""

from random import Random

import numpy as np
import pytest

from tenback.bots import create_bot
from tenback.bots import play_out as play_bots
from tenback.kernels import (
    GREEDY,
    RANDOM,
    STATE,
    card_of,
    code_name,
    deal,
    greedy_choice,
    new_state,
    outcome_of,
    pack_ruleset,
    pack_state,
    pile_of,
    place,
    play_out,
    play_out_seats,
    start_of_stream,
    termination_name,
)
from tenback.kernels.batches import play_batch
from tenback.kernels.deals import CHOICE_STREAM
from tenback.records import deal_from_seed, lot_from_seed
from tenback.records.deals import below, splitmix
from tenback.rules import Phase, Ruleset, State, find_game
from tenback.testing.differential import every_ruleset, late_position

GAMES = [
    *(("original", players) for players in range(1, 6)),
    *(("extreme", players) for players in range(1, 6)),
    ("duel", 2),
]
UNUSED = np.zeros(1, np.uint64)


def opening(rules: Ruleset, seed: int) -> State:
    return State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))


def play_greedily(state: State) -> State:
    return play_bots(state, [create_bot("greedy")] * state.rules.players)


def play_randomly(state: State, generator: int) -> State:
    """Play as `random` is defined, with the generator of the kernels."""
    while state.phase is Phase.PLAYING:
        if state.judge_end() is None:
            state = state.end()
            continue
        options = list(state.legal_placements)
        generator, bits = splitmix(generator)
        state = state.place(options[below(bits, len(options))])
    return state


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_greedy_batches_are_the_bots_games(game: str, players: int) -> None:
    rules = Ruleset(find_game(game), players)
    played = play_batch(pack_ruleset(rules), GREEDY, np.arange(60))

    for seed in range(60):
        state = play_greedily(opening(rules, seed))
        assert state.outcome is not None
        assert termination_name(int(played.terminations[seed])) == state.outcome.termination
        assert played.scores[seed] == state.outcome.score
        assert played.won[seed] == state.outcome.won
        assert played.winners[seed] == sum(1 << seat for seat in state.outcome.winners)
        assert played.turns[seed] == state.turns
        assert played.decisions[seed] == state.turns + bool(state.laid)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_random_batches_follow_the_definition(game: str, players: int) -> None:
    rules = Ruleset(find_game(game), players)
    played = play_batch(pack_ruleset(rules), RANDOM, np.arange(30))

    for seed in range(30):
        state = play_randomly(opening(rules, seed), int(start_of_stream(seed, CHOICE_STREAM)))
        assert state.outcome is not None
        assert played.scores[seed] == state.outcome.score
        assert played.turns[seed] == state.turns


@pytest.mark.parametrize("policy", [GREEDY, RANDOM])
@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_play_outs_from_any_position_under_any_option(game: str, policy: int) -> None:
    random = Random(game)
    rulesets = [rules for rules in every_ruleset() if rules.game.id == game]
    for _ in range(300):
        rules = random.choice(rulesets)
        if random.random() < 0.3:
            state = opening(rules, random.randrange(10**6))
        else:
            state = late_position(rules, random).begin_turn()
        for _ in range(random.choice((0, 0, 1, 2, 3))):  # in the middle of a turn, too
            options = list(state.legal_placements)
            if options:
                state = state.place(random.choice(options))
        packed = pack_state(state)
        play_out(pack_ruleset(rules), packed, policy, np.array([9], np.uint64))
        expected = play_greedily(state) if policy == GREEDY else play_randomly(state, 9)

        assert outcome_of(packed) == expected.outcome, state
        for name in ("hands", "gone", "tops", "turns", "laid", "minimum", "seat"):
            found, wanted = getattr(packed, name), getattr(pack_state(expected), name)
            assert np.array_equal(found, wanted), (name, state)


def test_the_general_loop_plays_the_same_original() -> None:
    rules = pack_ruleset(Ruleset(find_game("original"), 3))
    greedy = np.full(3, GREEDY)
    for seed in range(300):
        special, general = new_state(), new_state()
        deal(rules, special, seed)
        deal(rules, general, seed)
        play_out(rules, special, GREEDY, UNUSED)
        play_out_seats(rules, general, greedy, UNUSED)

        for name in STATE.names or ():
            assert np.array_equal(getattr(special, name), getattr(general, name)), (seed, name)


def test_a_choice_is_a_card_and_a_pile() -> None:
    rules = Ruleset(find_game("original"), 1, starter=0)
    packed, state = pack_ruleset(rules), pack_state(opening(rules, 0))
    choice = greedy_choice(packed, state)

    assert code_name(place(packed, state, card_of(choice), pile_of(choice))) is None
    assert state.tops[pile_of(choice)] == card_of(choice)
