"""What sampled deals assume about the cards that other seats have kept."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from tenback.bots import choose_turn, create_bot, play_turn
from tenback.bots.play import let_talk
from tenback.bots.players.compiled import packed_rules
from tenback.bots.players.learned import heard_from
from tenback.bots.search.hidden_hands import (
    DISTANCES,
    deal_likely,
    distance_class,
    follow_signals,
    left_by,
    note_turn,
)
from tenback.bots.search.hidden_hands import new_left as nothing_left
from tenback.bots.signals import cards_behind
from tenback.kernels import pack_state, pack_view
from tenback.kernels.packed import PILES, PackedRules, PackedState
from tenback.kernels.packing import cards_of_set, set_of_cards
from tenback.kernels.piles import is_ascending
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import State, view

GAMES = [("original", 2), ("original", 4), ("extreme", 3), ("duel", 2)]


def play_some(game: str, players: int, seed: int, turns: int) -> list[State]:
    """Return the states of a game, up to so many turns."""
    rules = build_ruleset(game, players)
    state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
    states, bot = [state], create_bot("planner")
    while state.outcome is None and state.turns < turns:
        state = play_turn(state, choose_turn(state, bot))
        states.append(state)
    return states


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_view_and_a_compiled_game_remember_the_same(game: str, players: int) -> None:
    for seed in range(5):
        states, left = play_some(game, players, seed, 40), nothing_left()
        for before, after in pairwise(states):
            if after.outcome is not None:
                break
            low, high = set_of_cards(before.hands[before.seat])
            note_turn(packed_rules(after.rules), pack_state(after), before.seat, low, high, left)
            assert np.array_equal(left, left_by(view(after, after.seat)))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_likely_deal_is_a_possible_one(game: str, players: int) -> None:
    generator = np.array([1], np.uint64)
    for state in play_some(game, players, 3, 30):
        if state.outcome is not None:
            break
        seen = view(state, state.seat, memory=True)
        packed = pack_view(seen)
        deal_likely(packed_rules(state.rules), packed, left_by(seen), generator)

        hands = [cards_of_set(*packed.hands[seat]) for seat in range(players)]
        assert list(map(len, hands)) == list(map(len, state.hands))
        assert hands[state.seat] == state.hands[state.seat]
        for deck, cards in enumerate(state.decks):
            start, end = packed.drawn[deck], packed.deck_end[deck]
            drawn = tuple(map(int, packed.decks[deck, start:end]))
            assert len(drawn) == len(cards)
            seats = [seat for seat in range(players) if state.rules.game.deck_of(seat) == deck]
            dealt = sorted((*drawn, *(card for seat in seats for card in hands[seat])))
            held = sorted((*cards, *(card for seat in seats for card in state.hands[seat])))
            assert dealt == held


def test_a_kept_jump_is_seldom_assumed_and_a_drawn_one_is_not_ruled_out() -> None:
    rules = build_ruleset("original", 2)
    packed = packed_rules(rules)
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    seen = view(state, 0, memory=True)
    tops = (40, 1, 100, 100)
    jump = 30
    assert jump not in seen.hand
    share = {}
    for kept in (0, seen.hand_counts[1]):
        left = nothing_left()
        left[1] = (*tops, kept)
        generator = np.array([7], np.uint64)
        found = 0
        for _ in range(2000):
            sample = pack_view(seen)
            deal_likely(packed, sample, left, generator)
            found += jump in cards_of_set(*sample.hands[1])
        share[kept] = found / 2000

    unseen = 98 - len(seen.hand)
    # Four standard errors of 2,000 deals.
    assert share[0] == pytest.approx(seen.hand_counts[1] / unseen, abs=0.025)
    assert share[seen.hand_counts[1]] < share[0] / 4


@pytest.mark.parametrize(
    ("card", "expected"),
    [(30, 0), (41, 1), (45, 5), (71, 19), (39, 30), (20, 19)],
)
def test_a_card_is_judged_by_the_nearest_pile(card: int, expected: int) -> None:
    rules = packed_rules(build_ruleset("original", 3))
    tops = np.array([40, 1, 90, 100], np.int64)
    assert distance_class(rules, 0, tops, card) == expected
    assert expected < DISTANCES


def test_a_card_that_fits_nowhere_has_a_class_of_its_own() -> None:
    rules = packed_rules(build_ruleset("duel", 2))
    tops = np.array([50, 10, 1, 60], np.int64)
    assert distance_class(rules, 0, tops, 30) == DISTANCES - 1
    assert distance_class(rules, 1, tops, 30) == 29


@pytest.mark.parametrize("players", [2, 5])
def test_sampled_hands_hold_what_all_signals_say(players: int) -> None:
    """A card that a seat gets for one signal may be what another signal was about."""
    rules = build_ruleset("original", players)
    packed, generator = packed_rules(rules), np.array([1], np.uint64)
    broken = tried = 0
    for seed in range(6):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        bots = [create_bot("expert:talk=1") for _ in range(players)]
        while state.outcome is None and state.turns < 25:
            state = let_talk(state, bots)
            seen = view(state, state.seat, memory=True)
            heard = heard_from(seen)
            sampled = pack_view(seen)
            deal_likely(packed, sampled, left_by(seen), generator)
            follow_signals(packed, sampled, state.seat, heard.told, generator)
            tried += 1
            broken += not _holds_what_is_told(packed, sampled, state.seat, heard.told)
            state = play_turn(state, choose_turn(state, bots[state.seat]))
    assert tried > 50
    assert broken <= tried // 20, f"{broken} of {tried}"


def _holds_what_is_told(
    rules: PackedRules, sampled: PackedState, own: int, told: NDArray[np.int64]
) -> bool:
    tops = sampled.tops
    for seat in range(rules.players):
        for pile in range(PILES):
            if seat == own or told[seat, pile] == 0:
                continue
            cards = cards_behind(is_ascending(rules, pile), tops[pile], told[seat, pile])
            if not (sampled.hands[seat] & np.array(cards, np.uint64)).any():
                return False
    return True
