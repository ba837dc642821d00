"""Bots agree who starts: each says in one of three words how gladly it would (G-6, A-8, G-23)."""

from dataclasses import replace

import numpy as np
import pytest

from tenback import Game
from tenback.bots.starting import Eagerness, agreed_starter, can_agree, eagerness
from tenback.lab import simulate
from tenback.lab.chunks import COLUMNS, play_chunk
from tenback.lab.errors import LabError
from tenback.lab.spec import make_spec
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import Ruleset, State, view
from tenback.rules.games.original import Original

GLADLY, IF_NEED_BE, RATHER_NOT = Eagerness.GLADLY, Eagerness.IF_NEED_BE, Eagerness.RATHER_NOT
EXPERT = {"expert_minimum": True, "expert_hand": True}


def dealt(rules: Ruleset, *hands: str) -> State:
    """Deal these cards to the first seats, and the others to the rest as they come."""
    given = [int(card) for hand in hands for card in hand.split()]
    rest = [card for card in range(50, 2, -1) if card not in given]
    rest += [card for card in (2, *range(51, 100)) if card not in given]
    return State.deal(rules, ((*given, *rest),))


def said(rules: Ruleset, hand: str) -> Eagerness:
    return eagerness(view(dealt(rules, hand), 0, memory=True))


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("10 11 40 45 50 55", GLADLY),
        ("11 12 40 45 50 55", IF_NEED_BE),
        ("18 19 40 45 50 55", IF_NEED_BE),
        ("19 20 40 45 50 55", RATHER_NOT),
        ("90 91 40 45 50 55", GLADLY),  # ten steps down
        ("6 96 40 50 60 70", GLADLY),  # one up and one down
        ("16 26 40 47 54 61", IF_NEED_BE),  # 26, and 16 jumps back
        ("22 32 40 47 54 61", RATHER_NOT),
    ],
)
def test_few_steps_make_a_glad_beginner(hand: str, word: Eagerness) -> None:
    assert said(build_ruleset("original", 3), hand) is word


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("14 15 16 40 50 60", GLADLY),
        ("15 16 17 40 50 60", IF_NEED_BE),
        ("26 27 28 45 50 60", IF_NEED_BE),
        ("27 28 29 45 50 60", RATHER_NOT),
    ],
)
def test_a_turn_of_three_cards_may_take_more_steps(hand: str, word: Eagerness) -> None:
    assert said(build_ruleset("original", 2, EXPERT), hand) is word


def test_commands_are_reckoned_with() -> None:
    rules = build_ruleset("extreme", 2)
    assert said(rules, "4 40 45 50 56 61 65") is GLADLY  # 4 is STOP: one card is enough
    assert said(rules, "11 12 40 45 50 56 61") is RATHER_NOT  # 11 is THREE: a third card is far


def test_a_word_depends_on_the_own_hand_alone() -> None:
    rules = build_ruleset("original", 3)
    hand = "11 13 40 45 50 55"
    words = {
        eagerness(view(dealt(rules, hand, *others), 0, memory=True))
        for others in (("2 3 4 5 6 7",), ("60 61 62 63 64 65", "70 71 72 73 74 75"))
    }
    assert words == {IF_NEED_BE}


def test_whoever_begins_most_gladly_starts() -> None:
    rules = build_ruleset("original", 4)
    glad, so_so, sad = "2 3 40 45 50 55", "17 18 42 47 52 57", "30 34 59 62 66 70"
    also_glad = "98 99 36 39 64 74"
    state = dealt(rules, sad, glad, so_so, also_glad)
    assert [agreed_starter(state, drawn) for drawn in range(4)] == [1, 1, 1, 3]
    state = dealt(rules, sad, so_so, "31 35 60 63 67 71", "29 33 58 61 65 69")
    assert [agreed_starter(state, drawn) for drawn in range(4)] == [1, 1, 1, 1]


def test_the_lot_decides_among_equals() -> None:
    rules = build_ruleset("original", 5)
    for seed in range(200):
        state = State.deal(rules, deal_from_seed(rules, seed))
        words = [eagerness(view(state, seat, memory=True)) for seat in range(5)]
        chosen = [agreed_starter(state, drawn) for drawn in range(5)]
        equals = [seat for seat in range(5) if words[seat] is max(words)]
        assert set(chosen) <= set(equals)
        assert [chosen[seat] for seat in equals] == equals  # who is drawn and glad starts


@pytest.mark.parametrize("bot", ["greedy", "tuned"])
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("original", 1, {}), ("original", 5, {}), ("extreme", 3, {}), ("original", 2, EXPERT)],
)
def test_compiled_games_begin_as_those_of_the_rules(
    game: str, players: int, options: dict[str, object], bot: str
) -> None:
    spec = make_spec(build_ruleset(game, players, options), bot, 6, agree=True)
    assert spec.engine == "compiled"
    one = play_chunk(spec, 0, 20)
    other = play_chunk(replace(spec, engine="plain"), 0, 20)
    for name in COLUMNS:
        assert np.array_equal(one.columns[name], other.columns[name]), name


def test_who_starts_matters() -> None:
    by_lot = simulate("original", players=3, bots="greedy", games=2000, seed=7)
    agreed = simulate("original", players=3, bots="greedy", games=2000, seed=7, agree=True)
    assert agreed.mean_left < by_lot.mean_left - 0.5
    assert agreed.spec.title == "original, 3 players, starter=agreed, greedy"
    assert agreed.spec.to_dict()["options"] == {"starter": "agreed"}
    assert agreed.spec.digest != by_lot.spec.digest


def test_a_game_begins_as_agreed() -> None:
    for seed in range(20):
        game = Game("original", 4, seed=seed, starter="agreed")
        rules = build_ruleset("original", 4)
        state = State.deal(rules, deal_from_seed(rules, seed))
        assert game.seat == agreed_starter(state, lot_from_seed(rules, seed))
        assert Game.from_record(game.record()).seat == game.seat


class ForMany(Original):
    """More players than compiled code knows."""

    id = "for-many"
    player_range = range(1, 8)


def test_where_no_word_can_be_computed_the_lot_decides() -> None:
    rules = Ruleset(ForMany(), players=7)
    state = State.deal(rules, deal_from_seed(rules, 1))
    assert {eagerness(view(state, seat, memory=True)) for seat in range(7)} == {IF_NEED_BE}
    assert [agreed_starter(state, drawn) for drawn in range(7)] == [*range(7)]


def test_where_nobody_can_agree_it_is_said() -> None:
    fixed, duel = build_ruleset("original", 3, starter=1), build_ruleset("duel")
    assert can_agree(build_ruleset("original", 3))
    assert not can_agree(fixed)
    assert not can_agree(duel)
    with pytest.raises(LabError, match="in duel a lot decides"):
        simulate(duel, agree=True, games=1)
    with pytest.raises(LabError, match="the ruleset names P2"):
        simulate(fixed, agree=True, games=1)
    with pytest.raises(ValueError, match="in this duel a lot decides"):
        Game("duel", starter="agreed")
    with pytest.raises(ValueError, match="the ruleset names who starts"):
        Game(fixed, starter="agreed")
    with pytest.raises(ValueError, match="in duel a lot decides"):
        eagerness(view(State.deal(duel, deal_from_seed(duel, 1)), 0, memory=True))
    with pytest.raises(TypeError, match="memory=True"):
        eagerness(view(dealt(build_ruleset("original", 2), "2 3"), None))
