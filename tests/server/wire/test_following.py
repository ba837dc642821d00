"""A view that follows from the one before equals a view that is made anew."""

import pytest
from tests.table.random_commands import RandomLife

from tenback.rules import GAMES, Ruleset
from tenback.server.wire import following
from tenback.server.wire.changes import changed_table
from tenback.server.wire.following import show_following
from tenback.server.wire.project import show_rules, show_table
from tenback.table import Event, Table

#: After more events than this, out of 300 commands, the view must follow from the one before.
FEW_TIMES = 20


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_anew_is_what_differs_from_the_view_before(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    life = RandomLife(Ruleset(GAMES[game], GAMES[game].player_range[-1]), seed)
    wholes, events = 0, 0

    def count(code: str, table: Table, rules: object) -> object:
        nonlocal wholes
        wholes += 1
        return show_table(code, table, rules)  # type: ignore[arg-type]

    def watch(before: Table, event: Event, after: Table) -> None:
        nonlocal events
        del event
        events += 1
        rules = show_rules(after.rules)
        shown = show_table("CODE", before, rules)
        whole = show_table("CODE", after, rules)
        told = show_following(before, shown, after)
        assert told.shown == whole
        assert (told.table, told.play) == changed_table(shown, whole)

    monkeypatch.setattr(following, "show_table", count)
    life.watch = watch
    life.live(300)
    assert events - wholes > FEW_TIMES
