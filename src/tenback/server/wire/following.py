"""Showing a table again after something happened: only what can have changed is made and compared.

Most changes are a card laid or a turn ended. What they leave alone is known, so a whole view need
neither be made nor compared with the one before. Everything else goes the long way.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from tenback.records.placed import show_placements
from tenback.rules import Phase
from tenback.rules.values import ClosedTurn, Turn
from tenback.rules.view import visible_commands
from tenback.server.wire.changes import changed_table
from tenback.server.wire.project import show_duties, show_table, show_turns
from tenback.server.wire.views import LastTurn, PileView, PlayView, TableView
from tenback.table import Play, Table

__all__ = ["Following", "show_following"]

_Fields = dict[str, Any]


class Following(NamedTuple):
    """A table as it is shown now, and the fields of it and of its game that are shown anew."""

    shown: TableView
    table: _Fields
    play: _Fields


def show_following(before: Table, shown: TableView, after: Table) -> Following:
    """Show a table after something happened to the one that is ``shown`` already."""
    if shown.play is not None and _goes_on(before, after):
        assert before.play is not None
        assert after.play is not None
        changed = _changed_play(after, before.play, after.play, shown.play)
        if changed is not None:
            return Following(replace(shown, play=replace(shown.play, **changed)), {}, changed)
    whole = show_table(shown.code, after, shown.rules)
    return Following(whole, *changed_table(shown, whole))


def _goes_on(before: Table, after: Table) -> bool:
    """Whether the same game goes on, and nothing changed but its state."""
    old, new = before.play, after.play
    return (
        old is not None
        and new is not None
        and old.number == new.number
        and old.state.phase is new.state.phase is Phase.PLAYING
        and old.starter == new.starter
        and old.votes is new.votes
        and old.offers is new.offers
        and old.conceding is new.conceding
        and before.seats is after.seats
        and before.settings is after.settings
        and not after.settings.memory
        and before.host == after.host
        and before.rematching is after.rematching
        and before.standing_in is after.standing_in
    )


def _changed_play(table: Table, before: Play, after: Play, shown: PlayView) -> _Fields | None:
    """Return the fields of a game that are shown anew; None if more than these may have changed."""
    old, new, rules = before.state, after.state, table.rules
    silenced = rules.game.is_silenced(rules, new.tops)
    if silenced != shown.silenced or new.signals != old.signals:
        return None
    turn = Turn(new.seat, new.minimum, new.tops, (), new.laid)
    changed: _Fields = {}
    if new.seat != old.seat:
        changed["to_move"] = new.seat
    if new.turns != old.turns:
        changed["turns"] = new.turns
    if new.minimum != old.minimum:
        changed["minimum"] = new.minimum
    piles = _show_piles(table, after, turn, shown.piles)
    if piles is not shown.piles:
        changed["piles"] = piles
    if new.laid != old.laid:
        changed["laid"] = show_placements(new.laid)
    if new.hands is not old.hands:
        _note(changed, shown, "hand_counts", tuple(map(len, new.hands)))
    if new.decks is not old.decks:
        _note(changed, shown, "deck_counts", tuple(map(len, new.decks)))
    _note(changed, shown, "duties", show_duties(rules.game.open_duties(rules, turn)))
    if new.last_turns is not old.last_turns:
        turns = _show_turns(old.last_turns, shown.last_turns, new.last_turns)
        _note(changed, shown, "last_turns", turns)
    if after.helped != before.helped:
        changed["helped"] = after.helped
    return changed


def _note(changed: _Fields, shown: PlayView, name: str, now: object) -> None:
    if now != getattr(shown, name):
        changed[name] = now


def _show_piles(
    table: Table, play: Play, turn: Turn, shown: tuple[PileView, ...]
) -> tuple[PileView, ...]:
    """Show the piles; those that are ``shown`` already, if they are the same."""
    rules, heights = table.rules, play.heights
    commands = dict(visible_commands(rules, turn.tops, turn.laid))
    to_cover = rules.game.piles_to_cover(rules, turn)
    piles: list[PileView] | None = None
    for index, (pile, top, count) in enumerate(zip(shown, turn.tops, heights, strict=True)):
        command, must_cover = commands.get(index), index in to_cover
        if (
            pile.top != top
            or pile.count != count
            or pile.command is not command
            or pile.must_cover is not must_cover
        ):
            piles = list(shown) if piles is None else piles
            piles[index] = replace(
                pile, top=top, command=command, count=count, must_cover=must_cover
            )
    return shown if piles is None else tuple(piles)


def _show_turns(
    before: Sequence[ClosedTurn], shown: Sequence[LastTurn], after: Sequence[ClosedTurn]
) -> tuple[LastTurn, ...]:
    """Show the last turn of each seat; one more turn leaves those of the others as they were."""
    known = {one.seat: (one, seen) for one, seen in zip(before, shown, strict=True)}
    turns: list[LastTurn] = []
    for closed in after:
        one, seen = known.get(closed.seat, (None, None))
        turns += [seen] if seen is not None and one is closed else show_turns([closed])
    return tuple(turns)
