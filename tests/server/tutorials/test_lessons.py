"""Every lesson can be followed to its end on a real table."""

import pytest

from tenback.rules import Placement
from tenback.server.tutorials import LESSONS, Lesson
from tenback.table import Settings, Stage, World, adopt_record, decide, fold
from tenback.table.unions import Place
from tenback.terminal.game import LocalGame
from tenback.texts import LANGUAGES, Texts


def follow(lesson: Lesson) -> list[str]:
    """Do what the lesson says; return the kinds of moves that were made."""
    game = LocalGame(lesson.record("Ann", "Bot"))
    seen: list[str] = []
    for step in lesson.steps:
        if step == "wait":
            assert game.is_bots_turn
            game.play_bot()
        elif step is not None and not isinstance(step, str):
            assert not game.is_bots_turn or not isinstance(step, Place)
            if isinstance(step, Place):
                assert not game.state.would_doom(Placement(step.card, step.pile))
            steps = decide(game.table, 0, step, World())
            game.table = steps[-1][1]
            seen.append(type(step).__name__)
        assert game.table.stage is Stage.PLAYING
    return seen


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_can_be_followed(game: str) -> None:
    assert "Place" in follow(LESSONS[game])


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_begins_as_its_first_step_needs(game: str) -> None:
    lesson = LESSONS[game]
    table = fold(adopt_record(lesson.record("Ann", "Bot"), Settings()))
    assert table.stage is Stage.PLAYING
    assert table.play is not None
    assert table.play.state.seat == lesson.starter


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LESSONS)
def test_every_step_has_words(game: str, language: str) -> None:
    texts = Texts(language)
    assert [step.key for step in LESSONS[game].script if not texts.has(step.key)] == []
