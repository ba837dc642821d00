"""On Fire: the next player must cover a burning card. The whole game is one file of the rules."""

import random

import pytest

from tenback.bots import create_bot, play_out
from tenback.records import GameRecord, Position, format_position, format_record, parse_position
from tenback.records.parser import parse_record
from tenback.rules import Code, GameRules, Refusal, Ruleset, State, find_game, view
from tenback.rules.games.on_fire import judge_end
from tenback.testing.invariants import verify_outcome, verify_state
from tenback.testing.random_play import play_randomly, random_deal


@pytest.fixture
def on_fire() -> GameRules:
    return find_game("on-fire")


def position(line: str) -> State:
    return parse_position(line).completed().to_state()


def test_a_fire_may_be_lit_but_must_be_put_out_in_the_next_turn() -> None:
    lit = position("on-fire players=2 hands=20,22,90,91,95,96,97|30,31,32,33,34,35,36 deck=?40")
    state = lit.place(lit.placement(20, "A1")).place(lit.placement(22, "A1")).end()
    state = state.place(state.placement(30, "A2")).place(state.placement(31, "A2"))
    with pytest.raises(Refusal) as caught:
        state.end()
    assert caught.value.code == "FIRE_OPEN"
    assert state.place(state.placement(36, "A1")).end().seat == 0


def test_what_must_be_covered_is_told_and_marked(on_fire: GameRules) -> None:
    state = position("on-fire players=2 piles=22,33,100,100 hands=30,31,40|50,51,52 deck=?40")
    seen = view(state, 1)  # public: everybody sees it
    assert seen.piles_to_cover == (0, 1)
    assert seen.duties == (("cover_fire", 2), ("minimum", 2))
    state = state.place(state.placement(30, "A1"))
    assert view(state, None).piles_to_cover == (1,)
    assert view(state, None).duties[0] == ("cover_fire", 1)
    for card in range(on_fire.lowest, on_fire.highest + 1):
        assert judge_end((card, 1, 100, 100), 0, 2) == int(card in on_fire.marks), card


def test_who_cannot_put_the_fire_out_is_warned_and_loses() -> None:
    state = position("on-fire piles=22,90,100,5 hands=2,3,4,93 deck=?40")
    placement = state.placement(93, "A1")
    assert not state.would_doom(placement)
    assert state.would_doom(state.placement(93, "A2"))
    for card in (93, 4, 3, 2):
        state = state.place(state.placement(card, "A2" if card == 93 else "D2"))
    assert state.outcome is not None
    assert state.outcome.termination == "FIRE"


def test_everything_built_on_the_hooks_works_for_it(on_fire: GameRules) -> None:
    source = random.Random(1)
    for players in on_fire.player_range:
        rules = Ruleset(on_fire, players)
        for _ in range(30):
            state = random_deal(rules, source)
            middle = play_randomly(state, source, turns=3)
            line = format_position(Position.of_state(middle))
            assert parse_position(line).to_state().hands == middle.hands
            assert view(middle, 0).hand == middle.hands[0]
            end = (
                play_out(middle, [create_bot("greedy")] * players) if not middle.outcome else middle
            )
            verify_state(end)
            verify_outcome(end)


def test_its_records_are_written_and_read(on_fire: GameRules) -> None:
    rules = Ruleset(on_fire, 1)
    record = GameRecord(rules, (tuple(range(2, 100)),), 0, ("Ana",))
    assert parse_record(format_record(record)) == record
    assert Code.MINIMUM in on_fire.breaches
