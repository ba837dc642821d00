"""``tenback advise``: the row that ends the turn, and positions that it refuses."""

import json

import pytest

from tenback.cli import main
from tenback.texts import Texts

BEGUN = "original players=2 piles=60,97,3,4 hands=50,61|62 deck= gone=2-49,51-59,63-99 laid=60>A1"


@pytest.fixture(autouse=True)
def locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "End the turn"), ("fr", "Finir le tour"), ("de", "Zug beenden")]
)
def test_a_turn_may_end_now(language: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", BEGUN, "--ms", "1", "--lang", language]) == 0
    assert any(line.startswith(words) for line in capsys.readouterr().out.splitlines())


def test_json_says_that_the_turn_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", BEGUN, "--ms", "1", "--json"]) == 0
    turns = [advice["turn"] for advice in json.loads(capsys.readouterr().out)]
    assert turns[0] == "50>A1 61>A1"
    assert "end" in turns


@pytest.mark.parametrize("command", ["advise --ms 1 --json", "solve --json"])
def test_a_position_may_be_longer_than_the_name_of_a_file(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    laid = ",".join(str(card) for card in range(2, 100) if card not in (50, 61, 62))
    position = f"original piles=60,97,3,4 hands=50,61|62 deck= gone={laid} laid=60>A1"
    assert len(position) > 255  # the longest name of a file
    name, *options = command.split()
    assert main([name, position, *options]) == 0
    assert json.loads(capsys.readouterr().out)


def test_with_nothing_hidden_the_cards_laid_need_no_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    known = BEGUN.replace(" gone=2-49,51-59,63-99", "")
    assert known != BEGUN
    for position in (BEGUN, known):
        assert main(["advise", position, "--ms", "1", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["turn"] for one in told[0]] == [one["turn"] for one in told[1]]


def test_turns_that_cannot_be_told_apart_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A few games cannot tell the two best of twelve turns apart."""
    position = (
        "original players=3 piles=31,11,65,85 to=P1 turns=9 min=2 "
        "hands=46,51,58,73,79,97|?6|?6 deck=?62 "
        "gone=2,4,9,11,14,16,24,30-31,65,69,71,76,80,85-86,89,95"
    )
    assert main(["advise", position, "--ms", "1", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    shown = [line.split("  ")[0] for line in lines[1:-2]]
    assert lines[-2].startswith("Too close to call: ")
    assert all(turn in lines[-2] for turn in shown[:2])


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Why"), ("fr", "Pourquoi"), ("de", "Warum")]
)
def test_the_best_turn_has_a_reason(
    language: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", BEGUN, "--ms", "1", "--lang", language]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"{words} 50>A1 61>A1")
    assert main(["advise", BEGUN, "--ms", "1", "--json", "--lang", language]) == 0
    best, *others = json.loads(capsys.readouterr().out)
    assert best["why"][0] == Texts(language)("advise.why.jump", card=50, pile="A1")
    assert not any(other["why"] for other in others)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "duel piles=1,60,1,60 hands=4,5|?2 deck=?2| gone=2-3,6-58|2-56",
            "1 cards of deck 1 are in no known place, but hands and deck hide 2",
        ),
        (
            "duel piles=1,60,1,60 hands=4,5|?2 deck=?2| gone=2-3,6-57|2-56",
            "3 cards of deck 2 are in no known place, but hands and deck hide 2",
        ),
        ("original hands=50|51 deck= gone=2-50,52-99", "50 is in the hand of P1 and gone"),
        ("original hands=|50 deck= gone=2-49,51-99", "name a seat with cards by to=P2"),
        ("original hands=2,3 deck=?5", "96 cards are in no known place"),
    ],
)
def test_a_position_that_cannot_be_is_one_line(
    line: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", line]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert words in told.err
