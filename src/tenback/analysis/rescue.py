"""The turn that would have saved a team: another last turn, after which the game goes on."""

from collections.abc import Iterator

from tenback.records import GameRecord, RecordedTurn, replay
from tenback.rules import Phase, Placement, State, Termination

__all__ = ["find_rescue"]

#: Turns that exceed the last player's minimum by more cards than this are not looked at.
_MORE_CARDS = 1


def find_rescue(record: GameRecord) -> tuple[Placement, ...]:
    """Return the cheapest such turn; empty if there is none or the game did not end blocked.

    It is found with open cards: the players could not know that it was needed.
    """
    before, last = None, None
    state = None
    for entry, after in replay(record):
        if isinstance(entry, RecordedTurn):
            before, last = state, after
        state = after
    if before is None or last is None or before.phase is not Phase.PLAYING:
        return ()
    outcome, is_team = last.outcome, record.rules.game.is_team_game
    if outcome is None or outcome.termination != Termination.BLOCKED or not is_team:
        return ()
    most = before.minimum + _MORE_CARDS
    saving = ((cost, turn) for cost, turn in _turns(before, most) if _goes_on(before, turn))
    return min(saving, default=(0, ()))[1]


def _turns(
    state: State, most: int, laid: tuple[Placement, ...] = (), cost: int = 0
) -> Iterator[tuple[int, tuple[Placement, ...]]]:
    """Yield every turn that may be ended, with the room it takes from the piles."""
    if laid and state.can_end():
        yield cost, laid
    if len(laid) == most:
        return
    for placement in state.legal_placements:
        after = state.place(placement)
        if after.phase is Phase.PLAYING and after.seat == state.seat and after.laid:
            room = _room(state, placement)
            yield from _turns(after, most, (*laid, placement), cost + room)


def _room(state: State, placement: Placement) -> int:
    """Return how much of a pile a card takes; less than nothing for a jump."""
    step = placement.card - state.tops[placement.pile]
    return step if state.rules.game.piles[placement.pile].ascending else -step


def _goes_on(state: State, turn: tuple[Placement, ...]) -> bool:
    for placement in turn:
        state = state.place(placement)
    outcome = state.end().outcome
    return outcome is None or bool(outcome.winners)
