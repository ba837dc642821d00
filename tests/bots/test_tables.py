"""The network's tables: what play adds up is what the network was trained to say."""

from copy import copy
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from tenback.bots import create_bot, play_turn
from tenback.bots.players.compiled import packed_rules
from tenback.bots.search.best_turn import (
    NO_TURN,
    Desk,
    best_valued_turn,
    new_desk,
    value_turns,
)
from tenback.bots.search.turns import limits_for
from tenback.bots.signals import hear_signals
from tenback.bots.value.inputs import COME, MOST_ROWS, InputRows
from tenback.bots.value.network import WON, Network, new_network
from tenback.bots.value.survey import COUNTS
from tenback.bots.value.tables import fill_tables, new_tables
from tenback.bots.value.turn_inputs import collect_rows
from tenback.bots.value.valuing import forget
from tenback.bots.value.weights import load_network
from tenback.kernels import PackedRules, PackedState, deal, new_state, pack_state
from tenback.kernels import play_turn as play
from tenback.kernels.codes import PLAYING
from tenback.kernels.packed import PILES
from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import Layout, Placement, Ruleset, State, view
from tenback.rules.games.original import Original
from tenback.rules.values import Pile

FOLDER = Path(load_network.__code__.co_filename).parent / "networks"
SHIPPED = sorted(path.stem for path in FOLDER.glob("*.npz"))
GAMES = [("original", 1), ("original", 3), ("extreme", 4), ("duel", 2)]
SILENCE = np.zeros(4, np.int64)


class Sixty(Original):
    """The Original with the cards up to 59."""

    id: ClassVar[str] = "sixty"
    highest: ClassVar[int] = 59
    piles: ClassVar[tuple[Pile, ...]] = (Pile(True, 1),) * 2 + (Pile(False, 60),) * 2


class Shifted(Original):
    """The same with 40 added to every card."""

    id: ClassVar[str] = "shifted"
    lowest: ClassVar[int] = 42
    piles: ClassVar[tuple[Pile, ...]] = (Pile(True, 41),) * 2 + (Pile(False, 100),) * 2


def exactly_kept(network: Network) -> Network:
    """Return a network that whole numbers of 16 bits hold as it is: its rows are 64ths."""
    rows, bias = (np.rint(64 * part) / 64 for part in network[:2])
    return network._replace(rows=rows.astype(np.float32), first_bias=bias.astype(np.float32))


def value_by_rows(
    network: Network, rules: PackedRules, state: PackedState, entry: Any, signals: NDArray[np.int64]
) -> float:
    """Value the position after a turn as training does: by weighted rows."""
    rows, weights = np.zeros(MOST_ROWS, np.int64), np.zeros(MOST_ROWS, np.float32)
    slots, counts = np.zeros(COME + PILES, np.int64), np.zeros(COUNTS, np.int64)
    inputs = InputRows(rows, weights)
    size = collect_rows(rules, state, state.seat, entry, signals, slots, counts, inputs)
    first = network.first_bias + weights[:size] @ network.rows[rows[:size]]
    second = np.maximum(first, 0) @ network.second + network.second_bias
    return float(np.maximum(second, 0) @ network.last + network.last_bias[0])


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_sums_of_tables_give_the_value_of_the_rows(game: str, players: int) -> None:
    rules = packed_rules(build_ruleset(game, players))
    network = exactly_kept(new_network(64, seed=3, second=32 * players))
    desk, state, signals = new_desk(new_tables(network)), new_state(), SILENCE.copy()
    compared = 0
    for seed in range(3):
        deal(rules, state, seed)
        while state.phase == PLAYING:
            hear_signals(rules, state, state.seat, signals)
            count = value_turns(rules, state, limits_for(rules), signals, desk)
            if count == 0:
                break
            for index in range(0, count, 7):
                entry = desk.buffer.entries[desk.buffer.turns[index]]
                if desk.values[index] < WON:
                    expected = value_by_rows(network, rules, state, entry, signals)
                    assert desk.values[index] == pytest.approx(expected, abs=1e-4)
                    compared += 1
            play(rules, state, desk.buffer.entries[desk.buffer.turns[seed % count]])
    assert compared > 30


@pytest.mark.parametrize("name", SHIPPED)
def test_tables_say_what_the_shipped_network_says(name: str) -> None:
    game, players, *kinds = name.split("-")
    steps = {"expert_minimum": True, "expert_hand": True} if "expert" in kinds else {}
    rules, state = packed_rules(build_ruleset(game, int(players), steps)), new_state()
    network = load_network(FOLDER / f"{name}.npz")
    desk = new_desk(new_tables(network))
    misses: list[float] = []
    spread: list[float] = []
    deal(rules, state, 7)
    while state.phase == PLAYING:
        count = value_turns(rules, state, limits_for(rules), SILENCE, desk)
        if count == 0:
            break
        missed = [
            float(desk.values[index])
            - value_by_rows(
                network, rules, state, desk.buffer.entries[desk.buffer.turns[index]], SILENCE
            )
            for index in range(0, count, 5)
            if desk.values[index] < WON
        ]
        misses += missed
        spread += [miss - float(np.mean(missed)) for miss in missed]
        best = int(np.argmax(desk.values[:count]))
        play(rules, state, desk.buffer.entries[desk.buffer.turns[best]])
    assert len(misses) > 80
    # In logits: a hundredth is a quarter of a point of the chance to win.
    assert np.sqrt(np.mean(np.square(misses))) < 0.03
    # What all turns of a position miss alike changes no choice.
    assert np.sqrt(np.mean(np.square(spread))) < 0.01


def _values(rules: PackedRules, state: PackedState, desk: Desk) -> bytes:
    count = value_turns(rules, state, limits_for(rules), SILENCE, desk)
    return desk.values[:count].tobytes()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_values_do_not_depend_on_what_was_valued_before(game: str, players: int) -> None:
    """A search jumps to and fro; the sums that it keeps must come out as if they were new."""
    rules = packed_rules(build_ruleset(game, players))
    tables = new_tables(new_network(64, seed=5))
    kept, state, met = new_desk(tables), new_state(), list[PackedState]()
    for seed in range(3):
        deal(rules, state, seed)
        while state.phase == PLAYING:
            met.append(copy(state))
            turn = best_valued_turn(rules, state, limits_for(rules), SILENCE, kept)
            if turn == NO_TURN:
                break
            play(rules, state, kept.buffer.entries[turn])
    for index in np.random.default_rng(1).integers(0, len(met), 150):
        one = met[int(index)]
        assert _values(rules, one, kept) == _values(rules, one, new_desk(tables))


def test_cards_with_other_commands_are_added_up_anew() -> None:
    tables = new_tables(new_network(64, seed=5))
    desk, state = new_desk(tables), new_state()
    layouts = (Layout.random(range(2, 100)), Layout.partial({}), Layout.random(range(99, 1, -1)))
    for layout in layouts:
        rules = packed_rules(build_ruleset("extreme", 2, layout=layout))
        deal(rules, state, 3)
        assert _values(rules, state, desk) == _values(rules, state, new_desk(tables))


def test_a_deck_of_another_size_is_added_up_anew() -> None:
    """A pile that has come as far from its base has another top there."""
    tables = new_tables(new_network(64, seed=5))
    desk, state = new_desk(tables), new_state()
    for game in (Original(), Sixty(), Original()):
        rules = packed_rules(Ruleset(game, 2))
        deal(rules, state, 3)
        while state.phase == PLAYING:
            assert _values(rules, state, desk) == _values(rules, state, new_desk(tables))
            turn = best_valued_turn(rules, state, limits_for(rules), SILENCE, desk)
            if turn == NO_TURN:
                break
            play(rules, state, desk.buffer.entries[turn])


def test_a_game_with_other_numbers_is_valued_alike() -> None:
    """What lies how far from a pile is all that counts, not where its numbers begin."""
    tables, by = new_tables(new_network(64, seed=5)), 40
    desk, shifted_desk = new_desk(tables), new_desk(tables)
    sixty, shifted = Ruleset(Sixty(), 1), Ruleset(Shifted(), 1)
    rules, shifted_rules = packed_rules(sixty), packed_rules(shifted)
    for seed in range(3):
        cards = deal_from_seed(sixty, seed)
        one = State.deal(sixty, cards).start(0)
        other = State.deal(shifted, (tuple(card + by for card in cards[0]),)).start(0)
        while one.outcome is None:
            state, shifted_state = pack_state(one), pack_state(other)
            assert _values(rules, state, desk) == _values(
                shifted_rules, shifted_state, shifted_desk
            )
            turn = create_bot("greedy").choose(view(one, 0))
            one = play_turn(one, turn)
            other = play_turn(other, [Placement(card + by, pile) for card, pile in turn])


@pytest.mark.parametrize("hand_size", [12, 30])
def test_hands_larger_than_any_game_has_stay_within_the_tables(hand_size: int) -> None:
    rules = packed_rules(Ruleset(Original(), 2, hand_size=hand_size))
    tables = new_tables(new_network(64, seed=5))
    desk, state = new_desk(tables), new_state()
    for seed in range(3):
        deal(rules, state, seed)
        while state.phase == PLAYING:
            turn = best_valued_turn(rules, state, limits_for(rules), SILENCE, desk)
            if turn == NO_TURN:
                break
            assert desk.cache.indices.min() >= 0
            assert desk.cache.indices.max() < tables.rows.shape[0]
            play(rules, state, desk.buffer.entries[turn])


def test_new_weights_are_added_up_anew() -> None:
    rules, state = packed_rules(build_ruleset("original", 2)), new_state()
    deal(rules, state, 3)
    one, other = new_network(64, seed=5), new_network(64, seed=6)
    desk = new_desk(new_tables(one))
    before = _values(rules, state, desk)
    for part, new in zip(one, other, strict=True):
        part[:] = new
    fill_tables(one, desk.tables, np.zeros((2, 64)))
    forget(desk.cache)
    assert _values(rules, state, desk) == _values(rules, state, new_desk(new_tables(other)))
    assert _values(rules, state, desk) != before


def test_a_network_of_zeros_has_tables() -> None:
    nothing = Network(*(0 * part for part in new_network(64, seed=5)))
    assert not new_tables(nothing).rows.any()


@pytest.mark.parametrize("times", [1e-4, 1, 1e6])
def test_weights_may_be_small_or_large(times: float) -> None:
    """Where the second layer makes up for it, values stay the same."""
    rules, state = packed_rules(build_ruleset("original", 2)), new_state()
    deal(rules, state, 3)
    plain = new_network(64, seed=5)
    network = plain._replace(
        rows=np.float32(times) * plain.rows,
        first_bias=np.float32(times) * plain.first_bias,
        second=plain.second / np.float32(times),
    )
    desk = new_desk(new_tables(network))
    count = value_turns(rules, state, limits_for(rules), SILENCE, desk)
    for index in range(0, count, 7):
        entry = desk.buffer.entries[desk.buffer.turns[index]]
        expected = value_by_rows(plain, rules, state, entry, SILENCE)
        assert desk.values[index] == pytest.approx(expected, abs=0.01)
