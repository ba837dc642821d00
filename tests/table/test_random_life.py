"""Whatever is thrown at a table: it refuses with a known code, or stays the fold of its events."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.random_commands import RandomLife
from tests.table.support import Desk, verify_events, verify_record_of

from tenback.records import final_state
from tenback.rules import GAMES, Ruleset
from tenback.table import Event, Settings, Stage, Table, adopt_record, fold
from tenback.testing.invariants import verify_state
from tenback.testing.strategies import rulesets

COMMANDS = 160


def verify_adoption(desk: Desk) -> None:
    """Check that a table opened on the record of the game stands where the game does."""
    record = desk.play.record
    play = fold(adopt_record(record, Settings())).play
    assert play is not None
    assert play.state == desk.play.recorded_state == final_state(record)
    assert play.record.turns == record.turns
    verify_record_of(play)


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_table_is_the_fold_of_its_events_whatever_happens(rules: Ruleset, seed: int) -> None:
    life = RandomLife(rules, seed)
    seen = 0

    def watch(before: Table, event: Event, after: Table) -> None:
        nonlocal seen
        del event
        seen += 1
        play = after.play
        if play is None or after.stage is Stage.DEALT:
            return
        was_over = before.stage is Stage.OVER
        if (after.stage is Stage.OVER) != was_over or seen % 7 == 0:
            verify_state(play.state)
            verify_record_of(play)

    life.watch = watch
    life.live(COMMANDS)
    desk = life.desk
    verify_events(desk.table, desk.events)
    for length in {1, len(desk.events) // 3, len(desk.events) * 2 // 3} - {0}:
        verify_events(fold(desk.events[:length]), desk.events[:length])
    if desk.table.play is not None and desk.table.stage is not Stage.DEALT:
        verify_record_of(desk.play)
        verify_adoption(desk)


@pytest.mark.parametrize("game", GAMES)
def test_random_life_meets_every_kind_of_event(game: str) -> None:
    """The property above says little unless every event happens in it."""
    # No command causes these.
    silent = {"GameAdopted", "Remarked", "TableFolded"}
    if not GAMES[game].is_team_game:
        silent |= {"SignalGiven", "SignalWithdrawn", "StarterVoted", "StartOffered"}
    expected = {event.__name__ for event in get_args(Event)} - silent
    met: set[str] = set()
    most_games = 0
    for seed in range(32):
        life = RandomLife(Ruleset(GAMES[game], GAMES[game].player_range[-1]), seed)
        life.live(300)
        met |= {type(event).__name__ for event in life.desk.events}
        most_games = max(most_games, life.desk.play.number)
        if met >= expected and most_games > 1:
            break
    assert met == expected
    assert most_games > 1
