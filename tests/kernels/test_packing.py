"""Packing: what is packed, what is refused by name, what a view may hold."""

from typing import ClassVar

import numpy as np
import pytest

from tenback.analysis import solve
from tenback.bots.value.weights import network_name
from tenback.kernels import (
    UnsupportedRulesetError,
    cards_of_set,
    deal,
    fill_unseen,
    new_state,
    outcome_of,
    pack_ruleset,
    pack_state,
    pack_view,
    set_of_cards,
)
from tenback.records import deal_from_seed, lot_from_seed
from tenback.rules import Ruleset, State, Turn, find_game, view
from tenback.rules.duties import OwnDuties
from tenback.rules.games.original import Original
from tenback.rules.values import Pile
from tenback.testing.differential import every_ruleset, run


class Late(Original):
    """A member of the family with a duty, registered after the kernels were compiled."""

    id: ClassVar[str] = "late"
    own_duties: ClassVar[OwnDuties | None] = OwnDuties(("LATE",))


class Odd(Original):
    """A member of the family that answers a question of the rules itself."""

    id: ClassVar[str] = "odd"

    def draw_count(self, rules: Ruleset, turn: Turn) -> int:
        """Draw one card less."""
        return super().draw_count(rules, turn) - 1


class Crossed(Original):
    """A member of the family whose piles lie in another order."""

    id: ClassVar[str] = "crossed"
    piles: ClassVar[tuple[Pile, ...]] = (
        Pile(True, 1),
        Pile(False, 100),
        Pile(True, 1),
        Pile(False, 100),
    )


class Large(Original):
    """A member of the family with more cards than a packed deck has room for."""

    id: ClassVar[str] = "large"
    highest: ClassVar[int] = 101
    piles: ClassVar[tuple[Pile, ...]] = (Pile(True, 1),) * 2 + (Pile(False, 102),) * 2


class High(Original):
    """A member of the family with numbers that packed records do not hold."""

    id: ClassVar[str] = "high"
    lowest: ClassVar[int] = 80
    highest: ClassVar[int] = 110
    piles: ClassVar[tuple[Pile, ...]] = (Pile(True, 79),) * 2 + (Pile(False, 111),) * 2


def opening(rules: Ruleset, seed: int) -> State:
    return State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))


@pytest.mark.parametrize(
    ("game", "told"),
    [(Large(), "large, which has more than 98 cards"), (High(), "not all from 0 to 103")],
)
def test_a_game_without_room_in_packed_records_is_refused(game: Original, told: str) -> None:
    with pytest.raises(UnsupportedRulesetError, match=told):
        pack_ruleset(Ruleset(game, 2))


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedRulesetError, match="game='late'") as caught:
        pack_ruleset(Ruleset(Late(), 2))
    assert caught.value.field == "game"


def test_a_game_with_rules_of_its_own_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedRulesetError, match="odd, which has its own draw_count"):
        pack_ruleset(Ruleset(Odd(), 2))


def test_a_game_with_its_piles_in_another_order_is_played_but_not_by_networks() -> None:
    rules = Ruleset(Crossed(), 2)
    tallies = list(run(100, seed=1, rulesets=[rules]))
    assert tallies[-1].turns >= 100
    with pytest.raises(UnsupportedRulesetError, match="crossed, whose piles lie in another"):
        network_name(rules)
    with pytest.raises(UnsupportedRulesetError, match="crossed, whose piles lie in another"):
        solve(opening(rules, 1))


def test_an_unknown_value_is_refused_by_name() -> None:
    rules = Ruleset(find_game("extreme"), 2)
    object.__setattr__(rules, "one_pile", "never")

    with pytest.raises(UnsupportedRulesetError, match="one_pile='never'"):
        pack_ruleset(rules)


def test_an_unknown_option_is_refused_by_name() -> None:
    class Wider(Ruleset):
        __dataclass_fields__: ClassVar = {
            **Ruleset.__dataclass_fields__,
            "gravity": Ruleset.__dataclass_fields__["talk"],
        }
        gravity = "upwards"

    with pytest.raises(UnsupportedRulesetError, match="gravity='upwards'"):
        pack_ruleset(Wider(find_game("original"), 2))


def test_sets_of_cards_there_and_back() -> None:
    cards = (0, 2, 63, 64, 99, 127)

    assert cards_of_set(*set_of_cards(cards)) == cards


@pytest.mark.parametrize("hand_size", [0, 3, 20, 59])
def test_deals_are_those_of_the_records(hand_size: int) -> None:
    for rules in set(every_ruleset()):
        sized = Ruleset(rules.game, rules.players, hand_size=hand_size)
        packed = new_state()
        deal(pack_ruleset(sized), packed, 123456789)
        state = opening(sized, 123456789)

        assert packed.seat == state.seat
        for seat, hand in enumerate(state.hands):
            assert cards_of_set(*packed.hands[seat]) == hand
        for deck, cards in enumerate(state.decks):
            drawn, last = packed.drawn[deck], packed.deck_end[deck]
            assert tuple(packed.decks[deck, drawn:last].tolist()) == cards
        assert outcome_of(packed) == state.outcome


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**62 + 3, 2**63 - 1])
def test_deals_of_large_seeds(seed: int) -> None:
    for rules in (Ruleset(find_game("original"), 5), Ruleset(find_game("duel"), 2)):
        packed = new_state()
        deal(pack_ruleset(rules), packed, seed)
        state = opening(rules, seed)

        assert packed.seat == state.seat
        assert np.array_equal(packed.hands, pack_state(state).hands)


@pytest.mark.parametrize(("game", "players"), [("original", 3), ("extreme", 2), ("duel", 2)])
def test_a_view_holds_no_hidden_card_until_it_is_filled(game: str, players: int) -> None:
    rules = Ruleset(find_game(game), players)
    generator = np.array([7], np.uint64)
    for seed in range(20):
        state = opening(rules, seed)
        for placement in list(state.legal_placements)[:1]:
            state = state.place(placement)
        packed = pack_view(view(state, state.seat, memory=True))
        assert not packed.decks.any()
        for seat in range(players):
            known = cards_of_set(*packed.hands[seat])
            assert known == (state.hands[seat] if seat == state.seat else ())

        fill_unseen(pack_ruleset(rules), packed, generator)
        assert not packed.hidden.any()
        for deck, cards in enumerate(state.decks):
            drawn, last = int(packed.drawn[deck]), int(packed.deck_end[deck])
            assert last - drawn == len(cards)
            filled = [*packed.decks[deck, drawn:last].tolist()]
            true = [*cards]
            for seat in range(players):
                if rules.game.deck_of(seat) == deck:
                    assert len(cards_of_set(*packed.hands[seat])) == len(state.hands[seat])
                    filled += cards_of_set(*packed.hands[seat])
                    true += state.hands[seat]
            assert sorted(filled) == sorted(true)
        assert cards_of_set(*packed.hands[state.seat]) == state.hands[state.seat]


def test_filling_is_even() -> None:
    rules = Ruleset(find_game("original"), 2)
    state = opening(rules, 3)
    generator = np.array([11], np.uint64)
    packed_rules, other = pack_ruleset(rules), 1 - state.seat
    unseen = view(state, state.seat, memory=True)
    counts = np.zeros(101)
    for _ in range(4000):
        packed = pack_view(unseen)
        fill_unseen(packed_rules, packed, generator)
        counts[list(cards_of_set(*packed.hands[other]))] += 1

    expected = 4000 * 7 / 91
    held = np.delete(counts, [0, 1, 100, *state.hands[state.seat]])
    assert abs(held - expected).max() < 5 * expected**0.5  # five standard errors


def test_a_view_without_memory_is_refused() -> None:
    state = opening(Ruleset(find_game("original"), 2), 0)

    with pytest.raises(ValueError, match="memory=True"):
        pack_view(view(state, state.seat))
    with pytest.raises(ValueError, match="memory=True"):
        pack_view(view(state, None, memory=True))
