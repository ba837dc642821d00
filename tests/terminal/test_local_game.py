"""A game under way: what is done to it and what its record says stay the same thing."""

import random
from collections.abc import Callable

import pytest

from tenback.records import (
    GameRecord,
    RecordedSignal,
    RecordedTurn,
    Remark,
    build_ruleset,
    deal_from_seed,
    final_state,
    format_record,
    parse_record,
    record_from_json,
    record_to_json,
    verify_record,
)
from tenback.rules import CardCommand, Placement, Refusal, Signal, SignalKind
from tenback.terminal.game import LocalGame

GAMES = [("original", 1), ("original", 3), ("extreme", 2), ("duel", 2), ("on-fire", 2)]


def new_record(game: str, players: int, seed: int) -> GameRecord:
    rules = build_ruleset(game, players)
    names = tuple(f"Name{number}" for number in range(1, players + 1))
    return GameRecord(rules, deal_from_seed(rules, seed), 0, names, seed=seed)


def walk(game: LocalGame, steps: int, seed: int) -> None:
    """Do random things, some of them refused."""
    source = random.Random(seed)

    def lay() -> None:
        if options := list(game.state.legal_placements):
            game.place(source.choice(options))

    def signal() -> None:
        kind = source.choice((SignalKind.KEEP_OFF, SignalKind.SMALL_STEPS))
        game.signal(Signal(source.randrange(game.state.rules.players), kind, source.randrange(4)))

    def hold() -> None:
        seat = source.randrange(game.state.rules.players)
        game.signal(Signal(seat, SignalKind.HOLDS, source.choice(list(CardCommand))))

    def clear() -> None:
        game.withdraw_signals(source.randrange(game.state.rules.players))

    acts: list[Callable[[], object]] = [lay, lay, lay, signal, hold, clear, game.undo, game.end]
    for _ in range(steps):
        if game.state.outcome is not None:
            return
        try:
            source.choice(acts)()
        except Refusal:
            continue


def text_and_back(record: GameRecord) -> GameRecord:
    return parse_record(format_record(record))


def json_and_back(record: GameRecord) -> GameRecord:
    return record_from_json(record_to_json(record))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_record_replays_to_the_state(game: str, players: int, seed: int) -> None:
    played = LocalGame(new_record(game, players, seed))
    for step in range(12):
        walk(played, 5, 100 * seed + step)
        assert verify_record(played.record) == played.state


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("travel", [text_and_back, json_and_back])
def test_a_game_resumed_anywhere_has_the_same_state(
    travel: Callable[[GameRecord], GameRecord], game: str, players: int, seed: int
) -> None:
    played = LocalGame(new_record(game, players, seed))
    for step in range(6):
        walk(played, 7, 100 * seed + step)
        resumed = LocalGame(travel(played.record))
        assert (resumed.state, resumed.record) == (played.state, played.record)


@pytest.mark.parametrize("seed", range(8))
def test_a_resumed_turn_is_undone_to_the_same_states(seed: int) -> None:
    played = LocalGame(new_record("extreme", 2, seed))
    walk(played, 20, seed)
    resumed = LocalGame(played.record)
    while played.undo() is not None:
        resumed.undo()
        assert (resumed.state, resumed.record) == (played.state, played.record)
    assert resumed.undo() is None


def test_remarks_do_not_hide_the_signals_of_an_open_turn() -> None:
    record = new_record("original", 1, 1)
    card = final_state(record).hands[0][0]
    entries = (
        RecordedSignal(0, SignalKind.KEEP_OFF, 1, after=1),
        Remark("thinking"),
        RecordedTurn(0, (Placement(card, 0),), ended=False),
    )
    game = LocalGame(
        GameRecord(record.rules, record.decks, 0, record.names, entries, seed=record.seed)
    )
    assert game.state.signals == (Signal(0, SignalKind.KEEP_OFF, 1),)


def test_a_refused_card_changes_nothing() -> None:
    game = LocalGame(new_record("original", 1, 1))
    before = game.state
    with pytest.raises(Refusal):
        game.place(Placement(before.decks[0][0], 0))
    assert (game.state, game.undo()) == (before, None)


def test_giving_up_keeps_the_cards_laid() -> None:
    game = LocalGame(new_record("original", 1, 1))
    placed = next(iter(game.state.legal_placements))
    game.place(placed)
    game.concede()
    assert game.record.turns == (RecordedTurn(0, (placed,), conceded=True),)


def test_after_the_end_nothing_can_be_taken_back() -> None:
    game = LocalGame(new_record("original", 1, 1))
    game.place(next(iter(game.state.legal_placements)))
    game.concede()
    assert game.undo() is None


@pytest.mark.parametrize("seed", range(3))
def test_bots_play_a_seeded_game_the_same_way_every_time(seed: int) -> None:
    def play() -> GameRecord:
        record = new_record("duel", 2, seed)
        bots = ((0, "random"), (1, "random"))
        game = LocalGame(
            GameRecord(record.rules, record.decks, 0, record.names, seed=seed, bots=bots)
        )
        while game.is_bots_turn:
            game.play_bot()
        return game.record

    assert play() == play()
