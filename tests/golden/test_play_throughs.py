"""Whole games are unchanged, with every seat's view at every turn."""

from pathlib import Path

import pytest

from tenback.testing.golden import GOLDEN_GAMES, play_through


@pytest.mark.parametrize(("game", "players"), GOLDEN_GAMES)
def test_play_through(game: str, players: int) -> None:
    golden = Path(__file__).with_name(f"{game}-{players}.txt")
    assert play_through(game, players) == golden.read_text(encoding="utf-8")
