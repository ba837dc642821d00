"""Replaying a record: every placement is judged, and nothing is taken on trust."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tenback.records.errors import ReplayError
from tenback.records.notation import format_placement, format_result, format_seat
from tenback.records.record import Entry, GameRecord, RecordedSignal, RecordedTurn, Remark
from tenback.rules import GameRules, Placement, Refusal, Signal, State
from tenback.rules.talk import give_signal, withdraw

__all__ = [
    "Conceded",
    "Ended",
    "Laid",
    "ReplayStep",
    "final_state",
    "opening",
    "replay",
    "replay_steps",
    "verify_record",
]


class Laid(NamedTuple):
    """A seat lays a card."""

    seat: int
    placement: Placement


class Ended(NamedTuple):
    """A seat ends its turn."""

    seat: int


class Conceded(NamedTuple):
    """A seat gives the game up."""

    seat: int


ReplayStep = Laid | Ended | Conceded | RecordedSignal | Remark


def opening(record: GameRecord) -> State:
    """Return the state after the deal, with the starter named."""
    return State.deal(record.rules, record.decks).start(record.starter)


def replay(record: GameRecord) -> Iterator[tuple[Entry | None, State]]:
    """Yield the opening state with None, then each entry with the state after it.

    A signal given during a turn precedes it in the record and takes effect within that turn. A turn
    that breaks a rule raises a ``ReplayError``.
    """
    state = opening(record)
    yield None, state
    for entry, steps in _steps_by_entry(record, state):
        for _, after in steps:
            state = after
        yield entry, state


def replay_steps(record: GameRecord) -> Iterator[tuple[ReplayStep, State]]:
    """Yield every action after the opening, with the state after it."""
    state = opening(record)
    for entry, steps in _steps_by_entry(record, state):
        for step, after in steps:
            yield step, after
            state = after
        if isinstance(entry, RecordedTurn) and entry.comment:
            yield Remark(entry.comment), state


def final_state(record: GameRecord) -> State:
    """Replay to the end and ignore the result that the record claims."""
    return list(replay(record))[-1][1]


def verify_record(record: GameRecord) -> State:
    """Replay, and raise a ``ReplayError`` if the claimed result is not that of the turns."""
    state = final_state(record)
    if record.outcome != state.outcome:
        claimed, given = format_result(record.outcome), format_result(state.outcome)
        what = f"the result says {claimed}, the turns give {given}"
        raise ReplayError(len(record.turns), what, "RESULT", "G-20, G-21")
    return state


Steps = list[tuple[ReplayStep, State]]


def _steps_by_entry(record: GameRecord, state: State) -> Iterator[tuple[Entry, Steps]]:
    number = 1
    pending: list[RecordedSignal] = []
    for entry in record.entries:
        steps: Steps = []
        match entry:
            case RecordedTurn():
                steps = list(_play(state, entry, number, pending))
                pending = []
                number += 1
            case RecordedSignal(after=0):
                steps = [(entry, _signal(state, entry, number))]
            case RecordedSignal():
                pending.append(entry)
            case Remark():
                steps = [(entry, state)]
        if steps:
            _, state = steps[-1]
        yield entry, steps
    _verify_reached(pending, number, 0)


def _play(
    state: State, turn: RecordedTurn, number: int, signals: list[RecordedSignal]
) -> Iterator[tuple[ReplayStep, State]]:
    game, seat = state.rules.game, turn.seat
    if state.outcome is not None:
        raise ReplayError(number, "the game is over before it", "TURN_OVER", "G-19")
    _verify_reached(signals, number, len(turn.placements))
    if turn.conceded and not turn.placements:  # any player may concede at any moment
        yield Conceded(seat), state.concede(seat)
        return
    if state.laid:
        raise ReplayError(number, "the turn before it is not finished", "TURN_OPEN", "G-16")
    if seat != state.seat:
        what = f"it is the turn of {format_seat(state.seat)}, not of {format_seat(seat)}"
        raise ReplayError(number, what, "WRONG_SEAT", "G-6, G-18")
    turns = state.turns
    for count, placement in enumerate(turn.placements, 1):
        what = f"{format_seat(seat)} lays {format_placement(game, placement, seat)}"
        if state.turns != turns:
            raise ReplayError(number, f"{what} after the turn has ended", "TURN_OVER", "X-8, B-8")
        current = state
        state = _judged(game, number, what, lambda at=current, on=placement: at.place(on))
        yield Laid(seat, placement), state
        for signal in signals:
            if signal.after == count:
                state = _signal(state, signal, number)
                yield signal, state
    if state.turns != turns or state.outcome is not None:
        return
    if turn.conceded:
        yield Conceded(seat), state.concede()
    elif turn.ended:
        what = f"{format_seat(seat)} ends the turn"
        yield Ended(seat), _judged(game, number, what, state.end)


def _verify_reached(signals: list[RecordedSignal], number: int, count: int) -> None:
    """Refuse a signal after more cards than its turn has laid: it would never be given."""
    for signal in signals:
        if signal.after > count:
            what = f"{format_seat(signal.seat)} signals after {signal.after} card(s) of {count}"
            raise ReplayError(number, what, "SIGNAL_LATE", "G-23")


def _signal(state: State, entry: RecordedSignal, number: int) -> State:
    if entry.withdrawn:
        return withdraw(state, entry.seat, entry.subject)
    game, signal = state.rules.game, Signal(entry.seat, entry.kind, entry.subject)
    what = f"{format_seat(entry.seat)} signals {entry.kind}"
    return _judged(game, number, what, lambda: give_signal(state, signal))


def _judged(game: GameRules, number: int, what: str, act: Callable[[], State]) -> State:
    try:
        return act()
    except Refusal as refusal:
        raise ReplayError(number, what, refusal.code, game.rule_of(refusal.code)) from None
