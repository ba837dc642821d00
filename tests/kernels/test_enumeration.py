"""Turn enumeration against brute force over the rules, on positions of all stages."""

from random import Random

import numpy as np
import pytest

from tenback.bots import play_turn as play_by_rules
from tenback.kernels import (
    EXACT,
    OVERFLOWED,
    TurnBuffer,
    TurnLimits,
    cards_of_set,
    enumerate_turns,
    has_helped,
    new_turn_buffer,
    outcome_of,
    pack_ruleset,
    pack_state,
    placements_of,
    play_turn,
)
from tenback.records import deal_from_seed, lot_from_seed
from tenback.rules import LegalPlacements, Phase, Placement, Ruleset, State, Turn, find_game
from tenback.rules.placement import gap
from tenback.testing.differential import every_ruleset, late_position

Key = tuple[tuple[int, ...], tuple[int, ...]]
Indexed = dict[int, tuple[Key, int]]
Found = dict[Key, int]


@pytest.fixture(scope="module")
def buffer() -> TurnBuffer:
    return new_turn_buffer(1 << 15)


def brute_force(state: State) -> Found:
    """Return (cards used, tops) of every turn that obeys the rules, and how many cards it draws."""
    rules, game = state.rules, state.rules.game
    found: Found = {}

    def grow(turn: Turn) -> None:
        if turn.laid and game.judge_end(rules, turn) is None:
            used = tuple(sorted(placed.card for placed in turn.laid[len(state.laid) :]))
            found[used, turn.tops] = game.draw_count(rules, turn)
        if len(turn.laid) > len(state.laid) and game.closes(rules, turn):
            return
        for placement in LegalPlacements(rules, turn):
            grow(turn.after(placement))

    assert state.turn is not None
    grow(state.turn)
    return found


def enumerated(state: State, buffer: TurnBuffer, limits: TurnLimits = EXACT) -> Indexed:
    count = enumerate_turns(pack_ruleset(state.rules), pack_state(state), limits, buffer)
    assert not buffer.marks[OVERFLOWED]
    found: Indexed = {}
    for index in buffer.turns[:count].tolist():
        entry = buffer.entries[index]
        key = (cards_of_set(*entry.used), tuple(int(top) for top in entry.tops))
        found[index] = (key, int(entry.draws))
    return found


def positions(game: str, count: int, most_cards: int) -> list[State]:
    """Return open turns of all stages, with hands small enough to try every order."""
    random = Random(f"{game} {count}")
    rulesets = [rules for rules in every_ruleset() if rules.game.id == game]
    found: list[State] = []
    while len(found) < count:
        rules = random.choice(rulesets)
        state = late_position(rules, random).begin_turn()
        for _ in range(random.choice((0, 0, 1, 2))):
            options = list(state.legal_placements)
            if options and state.phase is Phase.PLAYING:
                state = state.place(random.choice(options))
        if state.phase is Phase.PLAYING and len(state.hands[state.seat]) <= most_cards:
            found.append(state)
    return found


@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_exact_enumeration_is_brute_force(game: str, buffer: TurnBuffer) -> None:
    for state in positions(game, 1000, most_cards=4):
        expected = brute_force(state)
        found = list(enumerated(state, buffer).values())

        assert dict(found) == expected, state
        assert len(found) == len(expected)


@pytest.mark.parametrize(("game", "players"), [("original", 3), ("extreme", 3), ("duel", 2)])
def test_opening_with_small_hands_is_brute_force(
    game: str, players: int, buffer: TurnBuffer
) -> None:
    rules = Ruleset(find_game(game), players, hand_size=4)
    for seed in range(8):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))

        assert dict(enumerated(state, buffer).values()) == brute_force(state)


@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_the_order_given_is_accepted_by_the_rules(game: str, buffer: TurnBuffer) -> None:
    for state in positions(game, 150, most_cards=8):
        found = enumerated(state, buffer, TurnLimits(wide_gap=10, max_wide=2))
        for index, ((used, tops), draws) in list(found.items())[::7]:
            placements = placements_of(buffer, index)
            after = play_by_rules(state, placements)

            assert sorted(placed.card for placed in placements) == list(used)
            assert after.tops == tops
            if after.phase is Phase.PLAYING and after.previous is not None:
                deck = state.decks[state.rules.game.deck_of(state.seat)]
                assert after.previous.drawn == min(draws, len(deck))
            packed = pack_state(state)
            play_turn(pack_ruleset(state.rules), packed, buffer.entries[index])
            assert outcome_of(packed) == after.outcome
            assert packed.seat == after.seat
            assert np.array_equal(packed.hands, pack_state(after).hands)
            assert np.array_equal(packed.gone, pack_state(after).gone)
            if game == "duel":
                laid = (*state.laid, *placements)
                helped = any(placed.pile >> 1 != state.seat for placed in laid)
                assert has_helped(buffer.entries[index].facts) == helped


def test_limits_bound_wide_steps_and_length(buffer: TurnBuffer) -> None:
    rules = Ruleset(find_game("original"), 2, hand_size=5)
    limits = TurnLimits(max_cards=3, wide_gap=4, max_wide=1)
    for seed in range(20):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        all_turns = enumerated(state, buffer)
        everything = {key for key, _ in all_turns.values()}
        fewest = min(
            count_wide(state, placed, limits.wide_gap)
            for placed in (placements_of(buffer, index) for index in all_turns)
            if len(placed) <= limits.max_cards
        )
        found = enumerated(state, buffer, limits)

        assert {key for key, _ in found.values()} <= everything
        for index in found:
            placements = placements_of(buffer, index)
            assert len(placements) <= limits.max_cards
            wides = count_wide(state, placements, limits.wide_gap)
            assert wides <= limits.max_wide or fewest > limits.max_wide
        assert found or not everything


def count_wide(state: State, placements: tuple[Placement, ...], wide_gap: int) -> int:
    tops, wide = list(state.tops), 0
    for card, pile in placements:
        wide += gap(state.rules.game.piles[pile].ascending, tops[pile], card) > wide_gap
        tops[pile] = card
    return wide


def test_a_full_buffer_says_so() -> None:
    small = new_turn_buffer(50)
    rules = Ruleset(find_game("original"), 1)
    state = State.deal(rules, deal_from_seed(rules, 0)).start(0)

    count = enumerate_turns(pack_ruleset(rules), pack_state(state), EXACT, small)

    assert small.marks[OVERFLOWED] == 1
    assert 0 < count <= 50


def test_a_game_that_is_over_has_no_turns(buffer: TurnBuffer) -> None:
    rules = Ruleset(find_game("original"), 1)
    state = State.deal(rules, deal_from_seed(rules, 0)).start(0).concede()

    assert enumerate_turns(pack_ruleset(rules), pack_state(state), EXACT, buffer) == 0
