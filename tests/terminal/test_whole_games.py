"""Whole games, and games left and resumed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import pytest
from tests.terminal.scripted import (
    HAND,
    Played,
    ScriptedConsole,
    original,
    play,
)

from tenback.bots import choose_turn, create_bot
from tenback.records import (
    GameRecord,
    RecordedSignal,
    build_ruleset,
    deal_from_seed,
    final_state,
    format_placement,
    verify_record,
)
from tenback.terminal.session import Session
from tenback.terminal.storage import games_folder, read_record
from tenback.texts import LANGUAGES, Texts


def greedy_lines(session: Callable[[], Session]) -> Iterator[Callable[[], str]]:
    """Type what the greedy bot would play, card by card."""
    greedy = create_bot("greedy")

    def line() -> str:
        state = session().game.state
        plan = choose_turn(state, greedy)
        return format_placement(state.rules.game, plan[0], state.seat) if plan else "end"

    while True:
        yield line


def play_greedily(record: GameRecord, lang: str = "en") -> Played:
    console = ScriptedConsole(greedy_lines(lambda: session))
    session = Session(record, console, Texts(lang), games_folder() / "game.tenback")
    session.run()
    return Played(session, console)


WHOLE = [
    (game, players, seed)
    for game, players in [
        ("original", 1),
        ("original", 3),
        ("extreme", 1),
        ("extreme", 2),
        ("duel", 2),
    ]
    for seed in range(4)
]


def whole_game(game: str, players: int, seed: int) -> GameRecord:
    rules = build_ruleset(game, players)
    bots = tuple((seat, "random") for seat in range(1, players))
    names = tuple(f"Name{number}" for number in range(1, players + 1))
    return GameRecord(rules, deal_from_seed(rules, seed), 0, names, seed=seed, bots=bots)


@pytest.mark.parametrize(("game", "players", "seed"), WHOLE)
def test_a_whole_game_gives_a_sound_record(game: str, players: int, seed: int) -> None:
    played = play_greedily(whole_game(game, players, seed), LANGUAGES[seed % len(LANGUAGES)])
    assert verify_record(played.kept) == played.state
    assert played.kept.outcome is not None


@pytest.mark.parametrize(("game", "players", "seed"), WHOLE)
def test_every_turn_of_a_whole_game_is_told(game: str, players: int, seed: int) -> None:
    played = play_greedily(whole_game(game, players, seed))
    teller = played.session.teller
    for turn in played.kept.turns:
        moves = teller.open_turn(turn.seat, turn.placements).removesuffix(".")
        assert any(line.startswith(moves) for line in played.told)


@pytest.mark.parametrize(("game", "players", "seed"), WHOLE[::3])
def test_a_game_left_and_resumed_ends_like_one_played_through(
    game: str, players: int, seed: int
) -> None:
    record = replace(whole_game(game, players, seed), bots=())
    console = ScriptedConsole(islice(greedy_lines(lambda: first), 7))
    first = Session(record, console, Texts("en"), games_folder() / "game.tenback")
    first.run()
    resumed = play_greedily(read_record(first.file))
    assert resumed.kept == play_greedily(record).kept


@pytest.mark.parametrize(
    "lines",
    [
        ("5>A1",),
        ("keep A1", "5>A1"),
        ("5>A1", "keep A1", "7>A1", "small A2"),
        ("keep A1", "5>A1", "clear", "small D1"),
        ("5>A1", "keep A1", "keep A2", "clear"),
    ],
)
def test_resuming_within_a_turn_gives_the_same_state(lines: tuple[str, ...]) -> None:
    played = play(original(*HAND), *lines)
    assert play(played.kept).state == played.state
    assert final_state(played.kept) == played.state


def test_cards_of_a_resumed_turn_can_be_taken_back() -> None:
    kept = play(original(*HAND), "5>A1", "7>A1").kept
    assert play(kept, "undo", "undo").session.game.record == original(*HAND)


def test_a_signal_of_a_resumed_turn_is_recorded_once() -> None:
    kept = play(original(*HAND), "5>A1", "keep A1").kept
    entries = play(kept, "7>A1", "end").kept.entries
    assert len([entry for entry in entries if isinstance(entry, RecordedSignal)]) == 1
