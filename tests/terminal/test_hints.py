"""A hint in plain lines: chances, what is too close, and why."""

import pytest

from tenback import Game, Placement
from tenback.analysis.advice import Advice
from tenback.analysis.favouring import favour
from tenback.terminal.hints import hint_lines
from tenback.texts import Texts


@pytest.mark.parametrize(
    ("language", "row", "named", "why"),
    [
        ("en", "End the turn: 84", "ending the turn and 43>A1", "Why ending the turn: It moves"),
        ("fr", "Finir le tour", "finir le tour et 43>A1", "Pourquoi finir le tour"),
        ("de", "Zug beenden: 84", "den Zug beenden und 43>A1", "Warum den Zug beenden: Er bringt"),
    ],
)
def test_ending_the_turn_is_a_row_and_part_of_a_sentence(
    language: str, row: str, named: str, why: str
) -> None:
    game = Game("original", players=2, seed=7, starter="P1")
    game.place("4>A1")
    game.place("30>A1")
    seen, other = game.view(), (Placement(43, 0),)
    found = (
        Advice((), 0.84, 0.68, 0.93, 30, favour(seen, (), other)),
        Advice(other, 0.82, 0.66, 0.92, 30),
    )
    lines = [line.strip() for line in hint_lines(Texts(language), seen, found)]
    assert lines[1].startswith(row)
    assert named in lines[3]
    assert lines[4].startswith(why)
    assert "by 0; the next best turn by 13" in lines[4] or language != "en"
