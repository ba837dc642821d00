"""Deals that can be checked: the hash, the lot, the secure shuffle."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.support import SALT, make_rules, stacked

from tenback.records.proof import commit_deal, deal_text, draw_lot, is_digest, salt_seed
from tenback.rules import EVEN, Ruleset, State
from tenback.table import Deal, draw_deal
from tenback.testing.strategies import rulesets


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_text_is_what_it_says() -> None:
    rules = make_rules("duel")
    deal = stacked((7, 8)).deal(rules)
    low, high = (" ".join(map(str, deck)) for deck in deal.decks)
    assert low.startswith("7 8 2 3 ")
    assert deal.text(rules) == f"tenback deal 1\nduel 2\n{low}\n{high}\n{SALT}"


def test_a_layout_is_committed_to_as_well() -> None:
    rules = make_rules("extreme", 3, layout=EVEN)
    lines = stacked().deal(rules).text(rules).split("\n")
    assert lines[1:3] == ["extreme 3", "even"]


@given(rulesets())
@settings(max_examples=40, deadline=None)
def test_the_hash_is_of_the_text_and_the_deal_is_fair_cards(rules: Ruleset) -> None:
    deal = draw_deal(rules)
    State.deal(rules, deal.decks)  # it refuses all but the cards of the game
    assert is_digest(deal.salt)
    assert deal.commitment(rules) == digest(deal_text(rules, deal.decks, deal.salt))
    assert deal.commitment(rules) == digest(deal.text(rules))


def test_no_two_deals_are_alike() -> None:
    rules = make_rules()
    deals = [draw_deal(rules) for _ in range(20)]
    assert len({deal.decks for deal in deals}) == len({deal.salt for deal in deals}) == 20


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_a_moved_card_another_salt_or_another_game_has_another_hash(data: st.DataObject) -> None:
    rules = make_rules("original", 2)
    deal = draw_deal(rules)
    published = deal.commitment(rules)
    one, other = data.draw(
        st.lists(st.integers(0, 97), min_size=2, max_size=2, unique=True), label="places"
    )
    moved = list(deal.decks[0])
    moved[one], moved[other] = moved[other], moved[one]
    assert commit_deal(rules, (moved,), deal.salt) != published
    assert commit_deal(rules, deal.decks, SALT) != published
    assert commit_deal(make_rules("original", 3), deal.decks, deal.salt) != published


def test_without_a_salt_nothing_is_published() -> None:
    rules = make_rules()
    assert Deal(stacked().deal(rules).decks, seed=3).commitment(rules) == ""


@pytest.mark.parametrize("candidates", [[0, 1], [1, 3], [0, 1, 2], [0, 2, 3, 4]])
def test_a_lot_is_drawn_evenly_among_the_candidates(candidates: list[int]) -> None:
    draws = 3000
    drawn = Counter(draw_lot(digest(str(number)), candidates) for number in range(draws))
    assert set(drawn) == set(candidates)
    share = draws / len(candidates)
    # Five standard errors. The salts are fixed, so that this always passes or never does.
    assert all(abs(count - share) < 5 * share**0.5 for count in drawn.values())


def test_a_lot_is_the_same_whenever_it_is_drawn() -> None:
    assert {draw_lot(SALT, [0, 1, 2]) for _ in range(5)} == {draw_lot(SALT, [0, 1, 2])}


def test_the_seed_of_the_bots_comes_of_the_salt_but_is_not_the_lot() -> None:
    seeds = {salt_seed(digest(str(number))) for number in range(100)}
    assert len(seeds) == 100
    assert all(0 <= seed < 2**60 for seed in seeds)


@pytest.mark.parametrize("text", ["", "5a" * 31, "5A" * 32, "5a" * 32 + "\n", "5g" * 32])
def test_what_is_no_digest(text: str) -> None:
    assert not is_digest(text)
