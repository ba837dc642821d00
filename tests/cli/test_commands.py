"""What the subcommands print and do."""

import json
import re
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.cli.shell import Shell, kept

from tenback.bots import ENTRY_POINT_GROUP, find_bots
from tenback.cli import app
from tenback.records import (
    GameRecord,
    build_ruleset,
    deal_from_seed,
    final_state,
    parse_position,
    parse_record,
    record_from_json,
    replay,
    verify_record,
)
from tenback.rules import EVEN, GAMES, OPTIONS, CardCommand
from tenback.terminal.game import LocalGame
from tenback.terminal.storage import games_folder, read_record, write_record
from tenback.texts import LANGUAGES, Texts, rules_text

pytestmark = pytest.mark.usefixtures("home")


# Help


COMMANDS = sorted(name for name in app if not name.startswith("-"))


def test_the_help_names_every_command_with_what_it_does(tenback: Shell) -> None:
    shown = tenback("--help")
    for command in COMMANDS:
        assert re.search(rf"│ {command} +\w+", shown)


def test_without_a_command_the_help_is_shown(tenback: Shell) -> None:
    assert tenback() == tenback("--help") == tenback("help")
    assert tenback("help", "play") == tenback("play", "--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_own_help(command: str, tenback: Shell) -> None:
    assert f"Usage: tenback {command}" in tenback(command, "--help")


def test_the_help_of_play_names_every_option(tenback: Shell) -> None:
    shown = tenback("play", "--help")
    options = "players bots names starter seed expert-minimum expert-hand talk short-hand one-pile"
    options += " breach layout resume lang"
    assert [option for option in options.split() if f"--{option}" not in shown] == []
    assert "[default: original]" in shown


def test_asking_for_help_plays_nothing(tenback: Shell) -> None:
    tenback("play", "--help")
    assert not games_folder().exists()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bots_are_listed_with_what_they_do(lang: str, tenback: Shell) -> None:
    *listed, how = tenback("bots", "--lang", lang).splitlines()
    told = dict(line.split(maxsplit=1) for line in listed)
    assert {name for name, entry in find_bots().items() if entry.offered_by == "tenback"} <= set(
        told
    )
    assert told["greedy"] == Texts(lang)("bot.about.greedy")
    assert "tenback play --bots" in how


def test_the_list_of_commands_begins_with_playing(tenback: Shell) -> None:
    shown = tenback("--help")
    places = [shown.index(f"│ {name} ") for name in ("play", "review", "simulate", "serve")]
    assert places == sorted(places)


# Rules


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_are_printed(game: str, lang: str, tenback: Shell) -> None:
    assert tenback("rules", game, "--lang", lang) == rules_text(game, lang)


def test_on_a_terminal_the_rules_fit_its_width(
    tenback: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    shown = tenback("rules", "extreme")
    assert max(map(len, shown.splitlines())) < 60
    assert "#" not in shown
    assert shown.split() == re.sub(r"(?m)^#+ ", "", rules_text("extreme", "en")).split()


def test_the_rules_are_those_of_the_original_by_default(tenback: Shell) -> None:
    assert tenback("rules") == rules_text("original", "en")


@pytest.mark.parametrize("name", ["das-duell", "Face to Face", "le_duel"])
def test_other_names_of_a_game_are_understood(name: str, tenback: Shell) -> None:
    assert tenback("rules", name) == rules_text("duel", "en")


# Play


def test_the_same_seed_gives_the_same_game(tenback: Shell) -> None:
    once, again = (tenback("play", "extreme", "--seed", "7", typed="help\n") for _ in range(2))
    assert once.splitlines()[:-1] == again.splitlines()[:-1]


def test_without_a_seed_the_deals_differ(tenback: Shell) -> None:
    tenback("play")
    tenback("play")
    first, second = (read_record(file) for file in games_folder().iterdir())
    assert (first.seed, second.seed) == (None, None)
    assert first.decks != second.decks


@pytest.mark.parametrize(
    ("arguments", "game", "players", "bots"),
    [
        ((), "original", 1, ()),
        (("original", "-p", "3"), "original", 3, ()),
        (("extreme", "-b", "greedy"), "extreme", 2, ((1, "greedy"),)),
        (("--players", "3", "--bots", "random"), "original", 3, ((2, "random"),)),
        (("duel",), "duel", 2, ((1, "greedy"),)),
        (("duel", "--players", "2"), "duel", 2, ()),
        (("duel", "--bots", "random"), "duel", 2, ((1, "random"),)),
    ],
)
def test_seats_are_filled(
    arguments: Sequence[str],
    game: str,
    players: int,
    bots: tuple[tuple[int, str], ...],
    tenback: Shell,
) -> None:
    tenback("play", *arguments, "--starter", "P1")
    record = kept()
    assert (record.rules.game.id, record.rules.players, record.bots) == (game, players, bots)


def test_bots_alone_play_a_whole_game(tenback: Shell) -> None:
    tenback("play", "--players", "2", "--bots", "greedy,random", "--seed", "1")
    assert verify_record(kept()).outcome is not None


BOT_OF_OTHERS = """
from tenback.bots import create_bot

class Mine:
    def __init__(self, *, depth: int = 1, width: int = 1) -> None:
        self.choose = create_bot("greedy").choose
"""


def test_bots_of_other_packages_are_seated_with_their_parameters(
    tenback: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot_of_others.py").write_text(BOT_OF_OTHERS)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    point = EntryPoint("mine", "bot_of_others:Mine", ENTRY_POINT_GROUP)

    def offered(*, group: str) -> list[EntryPoint]:
        return [point] if group == point.group else []

    monkeypatch.setattr("tenback.bots.registry.entry_points", offered)
    tenback("play", "--bots", "mine:depth=2,width=3,greedy", "--starter", "P1")
    assert kept().bots == ((1, "mine:depth=2,width=3"), (2, "greedy"))


def test_names_are_given_to_the_people(tenback: Shell) -> None:
    tenback("play", "-p", "3", "--bots", "greedy", "--names", " Zoë, Jürgen ", "--starter", "P1")
    assert kept().names == ("Zoë", "Jürgen", "greedy")


def test_people_without_a_name_are_called_by_their_seat(tenback: Shell) -> None:
    tenback("play", "-p", "3", "--names", "Zoë", "--starter", "P1")
    assert kept().names == ("Zoë", "P2", "P3")


@pytest.mark.parametrize(("lang", "name"), [("en", "Player"), ("fr", "Joueur"), ("de", "Spieler")])
def test_a_single_person_has_a_name_in_the_language(lang: str, name: str, tenback: Shell) -> None:
    tenback("play", "--lang", lang)
    assert kept().names == (name,)


@pytest.mark.parametrize(
    ("argument", "name", "value"),
    [
        ("--expert-minimum", "expert_minimum", True),
        ("--expert-hand", "expert_hand", True),
        ("--talk=nsv", "talk", "nsv"),
        ("--short-hand=clamp", "short_hand", "clamp"),
        ("--one-pile=after", "one_pile", "after"),
        ("--one-pile=retroactive", "one_pile", "retroactive"),
        ("--breach=lose", "breach", "lose"),
    ],
)
def test_an_option_is_part_of_the_game(
    argument: str, name: str, value: object, tenback: Shell
) -> None:
    tenback("play", "extreme", argument)
    assert kept().rules.changed_options() == {name: value}


def test_the_layout_is_the_even_one_by_default(tenback: Shell) -> None:
    tenback("play", "extreme")
    assert kept().rules.layout == EVEN


def test_a_random_layout_follows_the_seed(tenback: Shell) -> None:
    for _ in range(2):
        tenback("play", "extreme", "--layout", "random", "--seed", "4")
    first, second = (read_record(file).rules.layout for file in games_folder().iterdir())
    assert first == second
    assert (first.name, first == EVEN) == ("random", False)


def test_a_layout_is_read_from_a_file(tenback: Shell, tmp_path: Path) -> None:
    numbers = {kind: list(range(2 + 4 * at, 6 + 4 * at)) for at, kind in enumerate(CardCommand)}
    (tmp_path / "mine.json").write_text(json.dumps(numbers))
    shown = tenback("play", "extreme", "--layout", "mine.json")
    assert kept().rules.layout.numbers(CardCommand.SKULL) == (6, 7, 8, 9)
    assert "not the published one" not in shown


# Going on with a game


def test_a_game_left_in_the_middle_goes_on(tenback: Shell) -> None:
    left = tenback("play", "--seed", "1", typed="5>A1 7>A1\nend\n11>A1")
    file = left.rsplit("--resume ", 1)[1].strip()
    resumed = tenback("play", "--resume", file, typed="21>A1\nend\n")
    assert (
        "Piles: A1 ascending 11; A2 ascending 1; D1 descending 100; D2 descending 100." in resumed
    )
    assert "Player (P1) lays 11>A1 and 21>A1, then draws 2 cards." in resumed
    assert len(kept().turns) == 2


def test_the_last_game_goes_on(tenback: Shell) -> None:
    tenback("play", "--seed", "1", typed="5>A1 7>A1\nend\n")
    tenback("play", "--seed", "2")
    assert "seed: 2" in tenback("show", str(max(games_folder().iterdir())), "--form", "text")
    tenback("play", "--resume", "last", typed="concede\nconcede\n")
    assert Texts("en")("rating.lost") in tenback("show", "last")
    assert read_record(max(games_folder().iterdir())).outcome is not None


def test_a_game_may_go_on_in_another_language(tenback: Shell) -> None:
    tenback("play", "--seed", "1", "--lang", "fr", typed="5>A1")
    shown = tenback("play", "--resume", "last", "--lang", "de")
    assert "Deine Hand: 7, 11, 21, 35, 47, 81, 83." in shown


# Show and replay


@pytest.fixture
def record(tmp_path: Path) -> GameRecord:
    """Play a game of two bots and keep it in the file ``game``."""
    rules = build_ruleset("extreme", 2)
    bots = ((0, "greedy"), (1, "random"))
    new = GameRecord(rules, deal_from_seed(rules, 2), 0, ("Ann", "Bob"), seed=2, bots=bots)
    game = LocalGame(new)
    while game.state.outcome is None:
        game.play_bot()
    write_record(game.record, tmp_path / "game")
    return game.record


def test_show_as_text_prints_the_record(record: GameRecord, tenback: Shell) -> None:
    assert parse_record(tenback("show", "game", "--form", "text")) == record


def test_show_as_json_prints_the_record(record: GameRecord, tenback: Shell) -> None:
    assert record_from_json(tenback("show", "game", "--form", "json")) == record


def test_show_reads_json(record: GameRecord, tenback: Shell, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(tenback("show", "game", "--form", "json"))
    assert parse_record(tenback("show", "game.json", "--form", "text")) == record


def test_show_as_a_position_prints_one_line(record: GameRecord, tenback: Shell) -> None:
    (line,) = tenback("show", "game", "--form", "position").splitlines()
    assert parse_position(line).tops == final_state(record).tops


@pytest.mark.parametrize(
    ("lang", "title", "turns"),
    [
        ("en", "The Game: Extreme.", "{} turns."),
        ("fr", "The Game\u00a0: Extreme.", "{} tours."),
        ("de", "The Game: Extreme.", "{} Züge."),
    ],
)
def test_show_tells_the_table_in_words(
    lang: str, title: str, turns: str, record: GameRecord, tenback: Shell
) -> None:
    shown = tenback("show", "game", "--lang", lang).splitlines()
    assert shown[0] == title
    assert re.search(r"Ann \(P1\) (and|et|und) Bob \(P2\)\.$", shown[1])
    assert shown[2] == turns.format(len(record.turns))


def test_replay_tells_every_turn(record: GameRecord, tenback: Shell) -> None:
    numbered = re.findall(r"^(\d+)\. (Ann|Bob) ", tenback("replay", "game"), re.MULTILINE)
    names = [record.names[turn.seat] for turn in record.turns]
    assert numbered == [(str(number), name) for number, name in enumerate(names, 1)]


def test_replay_shows_all_hands_by_default(record: GameRecord, tenback: Shell) -> None:
    shown = tenback("replay", "game")
    assert shown.count("Hand of Ann (P1): ") == len(record.turns) + 1
    assert shown.count("Hand of Bob (P2): ") == len(record.turns) + 1


@pytest.mark.parametrize("seat", [0, 1])
def test_replay_for_a_seat_shows_only_its_hand(
    seat: int, record: GameRecord, tenback: Shell
) -> None:
    shown = tenback("replay", "game", "--seat", f"P{seat + 1}")
    hands = [state.hands[seat] for _, state in replay(record)]
    told = re.findall(r"^Your hand: (.*)\.$", shown, re.MULTILINE)
    numbers = [tuple(map(int, re.findall(r"\d+(?!!)", line))) for line in told]
    assert numbers == [hand for hand in hands if hand]
    assert "Hand of" not in shown


def test_replay_for_a_seat_does_not_depend_on_hidden_cards(tenback: Shell, tmp_path: Path) -> None:
    rules = build_ruleset("original", 2, starter=0)
    deck = list(range(2, 100))
    shown: list[str] = []
    for swapped in (False, True):
        if swapped:  # P2 holds 99 instead of 15; P1 draws 16 and 17 all the same
            deck[deck.index(15)], deck[-1] = 99, 15
        game = LocalGame(GameRecord(rules, (tuple(deck),), 0, ("Ann", "Bob")))
        for card in (2, 3):
            game.place(game.state.placement(card, "A1"))
        game.end()
        write_record(game.record, tmp_path / "game")
        shown.append(tenback("replay", "game", "--seat", "P1"))
    assert shown[0] == shown[1]


def test_a_duel_is_shown_with_the_names_of_the_owners(tenback: Shell, tmp_path: Path) -> None:
    rules = build_ruleset("duel", starter=0)
    write_record(GameRecord(rules, deal_from_seed(rules, 1), 0, ("Ann", "Bob")), tmp_path / "game")
    shown = tenback("show", "game")
    assert "Piles of Ann: 1a ascending 1; 1d descending 60." in shown
    assert "Piles of Bob: 2a ascending 1; 2d descending 60." in shown


# Conformance


GOOD: dict[str, object] = {
    "id": "good",
    "game": "original",
    "hand": [2, 3],
    "do": ["2>A1"],
    "expect": {},
}
BAD: dict[str, object] = {
    "id": "bad",
    "rules": ["G-13"],
    "game": "original",
    "hand": [2, 3],
    "do": ["2>A1"],
    "expect": {"replies": ["no:VALUE"]},
}


@pytest.mark.parametrize(
    ("files", "status", "last"),
    [
        ([[GOOD]], 0, "1 passed, 0 failed"),
        ([[GOOD, GOOD], [GOOD]], 0, "3 passed, 0 failed"),
        ([[GOOD, BAD]], 1, "1 passed, 1 failed"),
        ([[BAD], [BAD]], 1, "0 passed, 2 failed"),
    ],
)
def test_conformance_closes_with_the_counts(
    files: list[list[object]], status: int, last: str, tenback: Shell, tmp_path: Path
) -> None:
    names = [f"vectors{number}" for number in range(len(files))]
    for name, cases in zip(names, files, strict=True):
        (tmp_path / name).write_text("\n".join(map(json.dumps, cases)))
    found, shown = tenback.status("conformance", *names)
    assert (found, shown.splitlines()[-1]) == (status, last)


def test_conformance_prints_a_line_for_each_failure(tenback: Shell, tmp_path: Path) -> None:
    cases = (GOOD, BAD, BAD)
    (tmp_path / "vectors").write_text("\n".join(map(json.dumps, cases)))
    _, shown = tenback.status("conformance", "vectors")
    assert shown.splitlines()[:-1] == [
        "vectors: bad (G-13): 2>A1: expected no:VALUE, got ok",
        "vectors: bad (G-13): 2>A1: expected no:VALUE, got ok",
    ]


def test_the_help_of_an_option_names_its_values_and_what_they_mean(tenback: Shell) -> None:
    words = tenback("play", "--help").replace("│", " ").split()
    shown = " ".join(word for word in words if not word.startswith("--"))
    texts = Texts("en")
    for option in OPTIONS.values():
        assert texts(f"web.option.about.{option.name}") in shown
        for value in option.values:
            if isinstance(value, str):
                assert f"{value} = {texts(f'web.option.value.{option.name}.{value}')}" in shown
