"""What a typed line means."""

import pytest

from tenback.records import NotationError
from tenback.rules import CardCommand, PileNameError, Placement, find_game
from tenback.terminal.intents import WORDS, Intent, read_command, read_line
from tenback.terminal.session import Session
from tenback.texts import LANGUAGES, Texts

ORIGINAL = find_game("original")
DUEL = find_game("duel")


def place(*placements: tuple[int, int]) -> Intent:
    return Intent("place", placements=tuple(Placement(*placed) for placed in placements))


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("35>A1", place((35, 0))),
        ("35>a2 46 D1", place((35, 1), (46, 2))),
        ("35A1,46:D2", place((35, 0), (46, 3))),
        ("35>A1; 46>A1;", place((35, 0), (46, 0))),
        ("end", Intent("end")),
        ("  Ende  ", Intent("end")),
        ("RÜCKGÄNGIG", Intent("undo")),
        ("save My File.json", Intent("save", "My File.json")),
        ("dire  bonjour à tous ", Intent("say", "bonjour à tous")),
    ],
)
def test_a_line_is_read(line: str, intent: Intent) -> None:
    assert read_line(line, ORIGINAL, 0) == intent


@pytest.mark.parametrize("line", ["", "   ", "\t"])
def test_a_blank_line_means_nothing(line: str) -> None:
    assert read_line(line, ORIGINAL, 0) is None


@pytest.mark.parametrize(
    ("seat", "name", "pile"),
    [(0, "a", 0), (0, "od", 3), (1, "a", 2), (1, "d", 3), (1, "OA", 0), (1, "od", 1)],
)
def test_piles_of_the_duel_are_those_of_the_seat(seat: int, name: str, pile: int) -> None:
    assert read_line(f"35>{name}", DUEL, seat) == place((35, pile))


@pytest.mark.parametrize(
    "line",
    ["35", "35>", ">A1", "A1>35", "1234>A1", "35>A1>46", "3.5>A1", "٣٥>A1", "endd", "35 end"],
)
def test_what_cannot_be_read_is_a_notation_error(line: str) -> None:
    with pytest.raises(NotationError):
        read_line(line, ORIGINAL, 0)


@pytest.mark.parametrize("line", ["35>B1", "35>A3", "35>a", "35>oa"])
def test_an_unknown_pile_is_a_pile_name_error(line: str) -> None:
    with pytest.raises(PileNameError):
        read_line(line, ORIGINAL, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_the_catalogues_is_read(word: str, language: str) -> None:
    spellings = Texts(language).words(f"words.{word}")
    intents = [read_line(spelling, ORIGINAL, 0) for spelling in spellings]
    assert intents == [Intent(word)] * len(spellings)


@pytest.mark.parametrize("word", [*WORDS, "place"])
def test_a_session_can_do_everything_that_can_be_read(word: str) -> None:
    assert callable(getattr(Session, f"_do_{word}"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", CardCommand)
def test_a_command_is_found_by_its_name(command: CardCommand, language: str) -> None:
    assert read_command(Texts(language)(f"command.{command}").lower()) is command


@pytest.mark.parametrize("name", ["", "bomb", "4"])
def test_no_command_is_found_by_another_name(name: str) -> None:
    assert read_command(name) is None
