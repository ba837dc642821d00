"""The encoding says what a view says, no more and no less; every action has a name."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from tenback import build_ruleset
from tenback.envs.encoding import Encoding
from tenback.kernels.packing import pack_state
from tenback.rules import GAMES, CardCommand, Phase, Ruleset, State, View, view
from tenback.testing.hidden import deal_hidden_anew
from tenback.testing.random_play import all_rulesets, play_randomly, random_deal

RULESETS = list(all_rulesets())


def positions(seed: int, count: int) -> Iterator[tuple[Encoding, State]]:
    """Yield a position for each of so many rulesets, most of them in the middle of a turn."""
    source = Random(seed)
    for rules in source.sample(RULESETS, min(count, len(RULESETS))):
        state = play_randomly(random_deal(rules, source), source, source.randrange(1, 14))
        for _ in range(source.randrange(3)):
            legal = list(state.legal_placements)
            if legal:
                state = state.place(source.choice(legal))
        yield Encoding(rules), state


def expected(seen: View) -> dict[str, Any]:
    """Return what ``Encoding.read`` must tell of a view."""
    rules, seat = seen.rules, seen.seat
    assert seat is not None
    assert seen.gone is not None
    players = rules.players
    order = [(seat + turn) % players for turn in range(players)]
    own_deck = rules.game.deck_of(seat)
    decks = [(own_deck + turn) % len(seen.deck_counts) for turn in range(len(seen.deck_counts))]
    names = {rules.game.pile_name(pile, seat): pile for pile in range(4)}
    told: dict[str, Any] = {
        "hand": seen.hand,
        "gone": tuple(
            tuple(card for card in range(101) if seen.gone[deck] >> card & 1) for deck in decks
        ),
        "tops": {name: seen.tops[pile] for name, pile in names.items()},
        "decks": tuple(seen.deck_counts[deck] for deck in decks),
        "hand_counts": tuple(seen.hand_counts[other] for other in order),
        "to_move": order.index(seen.to_move),
        "minimum": seen.minimum,
        "laid": len(seen.laid),
    }
    laid_on = {pile for _, pile in seen.laid}
    if not rules.game.is_team_game:
        told["helped"] = any(rules.game.piles[pile].owner != seen.to_move for pile in laid_on)
    if rules.game.own_duties is not None or "layout" in rules.game.options:
        told["touched"] = tuple(name for name, pile in names.items() if pile in laid_on)
    if "layout" in rules.game.options:
        by_card = rules.layout.by_card
        commands = {card: by_card[card] for card, _ in seen.laid}
        told["three"] = CardCommand.THREE in commands.values()
        told["skulls"] = tuple(
            name
            for name, pile in names.items()
            if commands.get(seen.tops[pile]) is CardCommand.SKULL
        )
        told["commands"] = {
            name: command.value
            for name, pile in names.items()
            if (command := by_card[seen.tops[pile]]) is not None
        }
    return told


def test_an_observation_reads_as_the_view_does() -> None:
    for encoding, state in positions(1, 70):
        for seat in range(state.rules.players):
            seen = view(state, seat, memory=True)
            told = encoding.read(encoding.observe(seen))
            told.pop("bound", None)  # a view has no such value; the test of the mask covers it
            assert told == expected(seen)


def test_an_observation_depends_only_on_what_the_seat_may_know() -> None:
    source = Random(2)
    for encoding, state in positions(3, 60):
        for seat in range(state.rules.players):
            other = deal_hidden_anew(state, seat, source)
            seen = encoding.observe(view(state, seat, memory=True))
            for one in (state, other):
                packed = encoding.observe_packed(pack_state(one), seat)
                np.testing.assert_array_equal(packed, seen)


def test_two_views_that_differ_give_two_observations() -> None:
    """Nothing is left out either: what a view tells apart, its observation tells apart."""
    source = Random(4)
    for encoding, state in positions(5, 40):
        if state.phase is Phase.OVER or state.rules.players == 1:
            continue
        seat = state.seat
        other = deal_hidden_anew(state, None, source)
        one, two = (view(each, seat, memory=True) for each in (state, other))
        is_same = np.array_equal(encoding.observe(one), encoding.observe(two))
        assert is_same == (one.hand == two.hand)


def test_the_mask_is_the_legal_set() -> None:
    for encoding, state in positions(6, 100):
        for seat in range(state.rules.players):
            seen = view(state, seat, memory=True)
            legal = {encoding.action_at(placed, seat) for placed in seen.legal_placements}
            if seen.may_end:
                legal.add(encoding.end)
            assert set(np.flatnonzero(encoding.mask(seen))) == legal
        if state.phase is Phase.PLAYING:
            assert encoding.mask(view(state, state.seat, memory=True)).any()


def test_without_memory_an_observation_says_nothing_of_cards_that_are_covered() -> None:
    for encoding, state in positions(7, 20):
        forgetful = Encoding(state.rules, memory=False)
        seen = view(state, 0, memory=True)
        whole, part = encoding.observe(seen), forgetful.observe(seen)
        gone = encoding.sections["gone"]
        assert not part[gone.start : gone.stop].any()
        part[gone.start : gone.stop] = whole[gone.start : gone.stop]
        np.testing.assert_array_equal(part, whole)


@pytest.mark.parametrize("game", GAMES)
def test_names_go_both_ways(game: str) -> None:
    encoding = Encoding(build_ruleset(game))
    names = [encoding.name_of(action) for action in range(encoding.actions)]
    assert len(set(names)) == encoding.actions
    assert [encoding.action_of(name) for name in names] == list(range(encoding.actions))
    for seat in range(encoding.rules.players):
        placed = [encoding.placement_of(action, seat) for action in range(encoding.actions)]
        assert [encoding.action_at(one, seat) for one in placed] == list(range(encoding.actions))


def test_a_duellist_counts_piles_from_his_own() -> None:
    encoding = Encoding(build_ruleset("duel"))
    assert encoding.placement_of(encoding.action_of("9>a"), 0) == (9, 0)
    assert encoding.placement_of(encoding.action_of("9>a"), 1) == (9, 2)
    assert encoding.placement_of(encoding.action_of("9>od"), 1) == (9, 1)


@pytest.mark.parametrize("name", ["35", "100>A1", "35>B1", "", "stop"])
def test_an_unknown_name_is_refused_in_one_line(name: str) -> None:
    encoding = Encoding(build_ruleset("original"))
    with pytest.raises(ValueError, match="there is no action"):
        encoding.action_of(name)


@pytest.mark.parametrize("action", [-1, 393])
def test_an_unknown_number_is_refused(action: int) -> None:
    encoding = Encoding(build_ruleset("original"))
    with pytest.raises(ValueError, match="actions are 0 to 392"):
        encoding.placement_of(action)


def test_sections_lie_one_behind_the_other() -> None:
    for rules in {(rules.game.id, rules.players): rules for rules in RULESETS}.values():
        encoding = Encoding(rules)
        stop = 0
        for section in encoding.sections.values():
            assert section.start == stop
            stop = section.stop
        assert stop == encoding.size


def test_a_hand_of_every_size_has_an_encoding() -> None:
    rules = Ruleset(build_ruleset("original").game, 2, hand_size=49)
    state = random_deal(rules, Random(0))
    encoding = Encoding(rules)
    assert encoding.read(encoding.observe(view(state, 0, memory=True)))["decks"] == (0,)
