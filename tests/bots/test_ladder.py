"""The compiled bots: legal turns everywhere, no peeking, the same games in and out of batches."""

import random
from typing import Any

import numpy as np
import pytest

from tenback.bots import BotError, choose_turn, create_bot, play_out, play_turn
from tenback.bots.batches import bot_seed, compile_seating, play_games
from tenback.bots.play import take_turn
from tenback.kernels import termination_name
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed, parse_position
from tenback.records.deals import bot_seed as plain_bot_seed
from tenback.rules import Ruleset, State, view
from tenback.testing.hidden import deal_hidden_anew
from tenback.testing.invariants import verify_outcome
from tenback.testing.random_play import all_rulesets, play_randomly, random_deal

COMPILED = ("planner", "tuned", "montecarlo:samples=4", "expert", "master:samples=2")
SPECS = (*COMPILED, "gentle", "steady")
RULESETS = list(all_rulesets())
GAMES = [
    ("original", 1),
    ("original", 3),
    ("extreme", 1),
    ("extreme", 4),
    ("duel", 2),
    ("on-fire", 2),
]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("start", range(4))
def test_bots_play_every_kind_of_ruleset_to_the_end(spec: str, start: int) -> None:
    source = random.Random(start)
    for rules in RULESETS[start::47]:
        bots = [create_bot(spec, seed=seat) for seat in range(rules.players)]
        verify_outcome(play_out(random_deal(rules, source), bots))


@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_does_not_see_hidden_cards(spec: str) -> None:
    source = random.Random(7)
    compared = 0
    for rules in RULESETS[::11]:
        state = play_randomly(random_deal(rules, source), source, turns=2)
        if state.outcome is None:
            other = deal_hidden_anew(state, state.seat, source)
            mine = choose_turn(state, create_bot(spec, seed=1))
            assert mine == choose_turn(other, create_bot(spec, seed=1))
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("bots", "game", "players"),
    [((spec,), game, players) for spec in COMPILED for game, players in GAMES]
    + [
        (("greedy", "tuned"), "duel", 2),
        (("planner", "greedy", "montecarlo:samples=3"), "original", 3),
        (("master:samples=3,turns=1", "master:samples=3,turns=5"), "duel", 2),
        (("master:samples=3,turns=5", "master:samples=3,turns=1"), "duel", 2),
        (("expert:talk=1", "expert:talk=1", "expert"), "original", 3),
        (("master:samples=3,talk=1", "expert:talk=1"), "original", 2),
    ],
)
def test_a_batch_plays_the_same_games_as_bots_at_a_table(
    bots: tuple[str, ...], game: str, players: int
) -> None:
    rules = build_ruleset(game, players)
    seats = [bots[seat % len(bots)] for seat in range(players)]
    seeds = [(9 << 32) + number for number in range(4)]
    seating = compile_seating(rules, seats)
    assert seating is not None
    played = play_games(seating, seeds)
    for index, seed in enumerate(seeds):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        seated = [create_bot(s, seed=plain_bot_seed(seed, n)) for n, s in enumerate(seats)]
        decisions = 0
        while state.outcome is None:
            state = take_turn(state, seated)
            decisions += 1
        outcome = state.outcome
        assert played.scores[index] == outcome.score
        assert played.turns[index] == state.turns
        assert played.decisions[index] == decisions
        assert termination_name(int(played.terminations[index])) == outcome.termination
        assert played.winners[index] == sum(1 << seat for seat in outcome.winners)


def test_a_batch_can_be_split_anywhere() -> None:
    seating = compile_seating(build_ruleset("extreme", 2), ["montecarlo:samples=3"] * 2)
    assert seating is not None
    whole = play_games(seating, range(6))
    parts = [play_games(seating, range(first, first + 2)) for first in (0, 2, 4)]
    for column, pieces in zip(whole, zip(*parts, strict=True), strict=True):
        assert np.array_equal(column, np.concatenate(pieces))


def test_seeds_of_bots_are_the_same_in_compiled_code() -> None:
    for seed in (0, 1, 7 << 32, 2**62 + 5):
        assert [bot_seed(seed, n) for n in range(5)] == [plain_bot_seed(seed, n) for n in range(5)]


def test_a_bot_with_a_time_limit_is_not_compiled() -> None:
    rules = build_ruleset("original", 2)
    assert compile_seating(rules, ["greedy", "montecarlo:ms=5"]) is None


def wins(rules: Ruleset, bots: list[str], games: int) -> int:
    seating = compile_seating(rules, bots)
    assert seating is not None
    return int(play_games(seating, np.arange(3 << 32, (3 << 32) + games)).won.sum())


def test_each_rung_is_stronger_than_the_one_below() -> None:
    """They are so far apart that 300 games, or 60 with samples, never mix them up."""
    rules = build_ruleset("original", 5)
    greedy, tuned = wins(rules, ["greedy"] * 5, 300), wins(rules, ["tuned"] * 5, 300)
    sampled = wins(rules, ["montecarlo:samples=50"] * 5, 60) * 5
    assert greedy < 30 < tuned < sampled


def test_sampling_beats_greedy_in_the_duel() -> None:
    rules = build_ruleset("duel", starter=0)
    won = 0
    for bots in (["montecarlo:samples=60", "greedy"], ["greedy", "montecarlo:samples=60"]):
        seating = compile_seating(rules, bots)
        assert seating is not None
        played = play_games(seating, np.arange(100))
        won += int((played.winners >> bots.index("montecarlo:samples=60") & 1).sum())
    assert won > 120


def seen(line: str) -> Any:
    return view(parse_position(line).completed().to_state(), 0, memory=True)


@pytest.mark.parametrize("spec", SPECS)
def test_extreme_is_planned_around_commands(spec: str) -> None:
    """A skull is laid only where it can be covered, and THREE only where three can be laid."""
    skull = seen("extreme layout=partial;SKULL:42 piles=41,98,60,3 hands=42,55,58,96 deck=?30")
    chosen = create_bot(spec).choose(skull)
    laid = [card for card, _ in chosen]
    assert 42 not in laid or laid.index(42) < len(laid) - 1
    three = seen("extreme layout=partial;THREE:42 piles=41,98,3,2 hands=42,43,99 deck=?30")
    assert {card for card, _ in create_bot(spec).choose(three)} in ({42, 43, 99}, {43, 99})


@pytest.mark.parametrize("spec", SPECS)
def test_a_turn_that_needs_three_wide_steps_is_found(spec: str) -> None:
    """Only a skull, its cover and the THREE itself obey here; the game goes on."""
    line = "extreme piles=85,67,9,40 hands=7,11,43,52,83,95|?7 deck=?30"
    chosen = create_bot(spec).choose(seen(line))
    assert [card for card, _ in chosen] == [95, 83, 11]


@pytest.mark.parametrize("spec", SPECS)
def test_bots_repeat_a_game_whatever_they_were_asked_before(spec: str) -> None:
    rules = build_ruleset("original", 2)
    played: list[State] = []
    for is_prepared in (False, True):
        bots: list[Any] = [create_bot(spec, seed=2**64 + seat) for seat in range(2)]
        if is_prepared:
            for bot in bots:
                bot.prepare(rules)
        state = State.deal(rules, deal_from_seed(rules, 4)).start(lot_from_seed(rules, 4))
        played.append(play_out(state, bots))
    assert played[0] == played[1]


@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_says_that_it_chooses_from_a_view(spec: str) -> None:
    rules = build_ruleset("original", 1)
    state: Any = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    with pytest.raises(TypeError, match="a bot chooses from a view"):
        create_bot(spec).choose(state)


def test_time_can_be_given_instead_of_samples() -> None:
    state = parse_position("original hands=20,30,40,50,60,70,80 deck=?40").completed().to_state()
    chosen = choose_turn(state, create_bot("montecarlo:ms=20"))
    assert play_turn(state, chosen).turns == 1


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("montecarlo:samples=0", "samples must be at least 1"),
        ("montecarlo:samples=x", "is not a whole number"),
        ("montecarlo:ms=-1", "ms must be at least 0"),
        ("montecarlo:depth=2", "no parameter .depth.; it has ms, samples"),
        ("planner:x=1", "it has no parameters"),
    ],
)
def test_wrong_parameters_are_clear_errors(spec: str, told: str) -> None:
    with pytest.raises(BotError, match=told):
        create_bot(spec)
