"""Workers that know the misbehaving bots, and a position to give them."""

from pathlib import Path

import pytest

from tenback.records import parse_position
from tenback.rules import State, View, view
from tenback.server.thinking import WorkerSettings

HERE = Path(__file__).parent


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> WorkerSettings:
    """Let worker processes find the misbehaving bots."""
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    return WorkerSettings(factory="misbehaving:create", memory_mib=512, niceness=1)


@pytest.fixture
def state() -> State:
    """Return an ordinary moment of an ordinary game."""
    return parse_position("original hands=20,30,40,50,60,70 deck=?40").completed().to_state()


@pytest.fixture
def seen(state: State) -> View:
    """Return what the mover sees of it."""
    return view(state, state.seat, memory=True)
