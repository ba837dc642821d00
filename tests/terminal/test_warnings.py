"""Warnings before a dead end, and taking cards back."""

import pytest
from tests.terminal.scripted import (
    HAND,
    SKULLS,
    commands,
    extreme,
    original,
    play,
    record_of,
)

from tenback.records import (
    GameRecord,
    build_ruleset,
    verify_record,
)
from tenback.rules import Placement, Termination

# Warnings


#: No card of this hand covers the skull on an ascending pile.
TRAP = extreme(2, 3, 4, 5, 6, 8, 9, 80)
WARNING = (
    "Warning: after 80>A1 you could no longer finish this turn, and the game would be lost. "
    "Type it again to lay it anyway."
)
NOTHING_TO_TAKE_BACK = (
    "There is nothing to take back: no card was laid, or something was said since."
)


def test_a_dooming_card_is_warned_of() -> None:
    assert play(TRAP, "80>A1").reply(1)[0] == WARNING


def test_a_dooming_card_is_not_laid_at_first() -> None:
    assert play(TRAP, "80>A1").state.laid == ()


def test_a_dooming_card_is_laid_when_typed_again() -> None:
    assert play(TRAP, "80>A1", "80>A1").state.laid == (Placement(80, 0),)


def test_looking_at_the_table_does_not_take_the_warning_back() -> None:
    assert play(TRAP, "80>A1", "table", "80>A1").state.laid == (Placement(80, 0),)


def test_in_another_position_the_warning_comes_again() -> None:
    assert WARNING in play(TRAP, "80>A1", "2>A2", "80>A1").reply(3)


def test_cards_before_a_dooming_one_are_laid() -> None:
    assert play(TRAP, "2>A2 80>A1").state.laid == (Placement(2, 1),)


def test_a_harmless_card_is_not_warned_of() -> None:
    assert play(TRAP, "80>D1").state.laid == (Placement(80, 2),)


DOOMED = record_of(
    build_ruleset("extreme", layout=commands(SKULL=[50, 51]), hand_size=2, starter=0), 50, 51
)


def test_a_doomed_turn_is_announced() -> None:
    assert play(DOOMED).console.replies[0][-1].startswith("Careful: no way to play this turn")


def test_in_a_doomed_turn_cards_are_laid_without_a_warning_each() -> None:
    played = play(DOOMED, "50>A1 51>A1")
    assert "Name1 (P1) left a skull uncovered." in played.told


BREACH = {
    "a jump": (
        extreme(70, 45, 35, 2, 3, 4, 5, 6, layout=SKULLS, breach="lose"),
        ("70>D1", "45>A1", "35>A1"),
        Termination.NO_JUMP,
    ),
    "a second pile": (
        extreme(60, 61, 62, 2, 3, 4, 5, 6, layout=SKULLS, breach="lose"),
        ("60>A1", "2>A2"),
        Termination.ONE_PILE,
    ),
    "a late THREE": (
        extreme(50, 2, 3, 4, 5, 6, 8, 9, layout=SKULLS, breach="lose"),
        ("2>A1 3>A1 4>A1", "50>A1"),
        Termination.THREE,
    ),
    "ending below the minimum": (
        original(*HAND, breach="lose"),
        ("5>A1", "end"),
        Termination.MINIMUM,
    ),
    "ending with an open skull": (
        extreme(19, 20, 21, 2, 3, 4, 5, 6, layout=SKULLS, breach="lose"),
        ("20>A1", "end"),
        Termination.SKULL,
    ),
}


@pytest.mark.parametrize(("record", "lines", "_"), BREACH.values(), ids=BREACH.keys())
def test_a_losing_breach_is_warned_of_with_the_reason(
    record: GameRecord, lines: tuple[str, ...], _: Termination
) -> None:
    played = play(record, *lines)
    warning = played.reply(len(lines))[0]
    assert warning.startswith("Warning: ")
    assert "loses the game at once" in warning
    assert "lies open" in warning or "carries 3!" in warning or "this turn" in warning
    assert played.state.outcome is None


@pytest.mark.parametrize(("record", "lines", "how"), BREACH.values(), ids=BREACH.keys())
def test_a_breach_typed_again_loses(
    record: GameRecord, lines: tuple[str, ...], how: Termination
) -> None:
    outcome = play(record, *lines, lines[-1]).state.outcome
    assert outcome is not None
    assert outcome.termination == how


@pytest.mark.parametrize(("record", "lines", "_"), BREACH.values(), ids=BREACH.keys())
def test_a_game_lost_by_a_breach_is_kept_as_a_sound_record(
    record: GameRecord, lines: tuple[str, ...], _: Termination
) -> None:
    played = play(record, *lines, lines[-1])
    assert verify_record(played.kept) == played.state


# Undo


def test_undo_takes_back_the_last_card() -> None:
    played = play(original(*HAND), "5>A1 7>A1", "undo")
    assert played.state == play(original(*HAND), "5>A1").state
    assert played.reply(2)[0] == "Took 7 back."


def test_undo_shows_the_table_again() -> None:
    reply = play(original(*HAND), "5>A1", "undo").reply(2)
    assert "Piles: A1 ascending 1; A2 ascending 1; D1 descending 100; D2 descending 100." in reply


def test_undo_does_not_reach_beyond_a_signal() -> None:
    played = play(original(*HAND), "5>A1", "keep A2", "7>A1", "undo", "undo")
    assert [placed.card for placed in played.state.laid] == [5]
    assert played.reply(5) == [NOTHING_TO_TAKE_BACK]


@pytest.mark.parametrize("lines", [("undo",), ("5>A1 7>A1", "end", "undo")])
def test_undo_does_not_reach_beyond_the_turn(lines: tuple[str, ...]) -> None:
    reply = play(original(*HAND), *lines).reply(len(lines))
    assert reply == [NOTHING_TO_TAKE_BACK]
