"""Playing a record again: every placement is judged, nothing is taken on trust."""

from collections.abc import Iterator

from tenback.records.errors import ReplayError
from tenback.records.notation import format_placement, format_result, format_seat
from tenback.records.record import Entry, GameRecord, RecordedSignal, RecordedTurn
from tenback.rules import Refusal, Signal, State
from tenback.rules.refusals import RULE_OF_CODE
from tenback.rules.talk import give_signal, withdraw

__all__ = ["final_state", "opening", "replay", "verify_record"]


def opening(record: GameRecord) -> State:
    """Deal and start."""
    return State.deal(record.rules, record.decks).start(record.starter)


def replay(record: GameRecord) -> Iterator[tuple[Entry | None, State]]:
    """Yield the opening state with None, then each entry with the state after it."""
    state = opening(record)
    yield None, state
    number = 0
    for entry in record.entries:
        match entry:
            case RecordedTurn():
                number += 1
                state = _play(state, entry, number)
            case RecordedSignal():
                state = _signal(state, entry, number + 1)
            case _:
                pass
        yield entry, state


def final_state(record: GameRecord) -> State:
    """Replay to the end, without looking at the result the record claims."""
    state = opening(record)
    for _, state in replay(record):
        pass
    return state


def verify_record(record: GameRecord) -> State:
    """Replay, and hold the claimed result to what the turns give."""
    state = final_state(record)
    if record.outcome != state.outcome:
        claimed, given = format_result(record.outcome), format_result(state.outcome)
        what = f"the result says {claimed}, the turns give {given}"
        raise ReplayError(len(record.turns), what, "RESULT", "G-20, G-21")
    return state


def _play(state: State, turn: RecordedTurn, number: int) -> State:
    game, seat = state.rules.game, turn.seat
    if state.outcome is not None:
        raise ReplayError(number, "the game is over before it", "TURN_OVER", "G-19")
    if seat != state.seat and not turn.conceded:
        what = f"it is the turn of {format_seat(state.seat)}, not of {format_seat(seat)}"
        raise ReplayError(number, what, "WRONG_SEAT", "G-6, G-18")
    turns = state.turns
    for placement in turn.placements:
        what = f"{format_seat(seat)} lays {format_placement(game, placement, seat)}"
        if state.turns != turns:
            raise ReplayError(number, f"{what} after the turn has ended", "TURN_OVER", "X-8, B-8")
        try:
            state = state.place(placement)
        except Refusal as refusal:
            rule = RULE_OF_CODE.get(refusal.code, "")
            raise ReplayError(number, what, refusal.code, rule) from None
    if turn.conceded and state.outcome is None:
        return state.concede(seat)
    if turn.ended and state.turns == turns and state.outcome is None:
        try:
            return state.end()
        except Refusal as refusal:
            rule = RULE_OF_CODE.get(refusal.code, "")
            what = f"{format_seat(seat)} ends the turn"
            raise ReplayError(number, what, refusal.code, rule) from None
    return state


def _signal(state: State, entry: RecordedSignal, number: int) -> State:
    if entry.withdrawn:
        return withdraw(state, entry.seat, entry.subject)
    try:
        return give_signal(state, Signal(entry.seat, entry.kind, entry.subject))
    except Refusal as refusal:
        rule = RULE_OF_CODE.get(refusal.code, "")
        what = f"{format_seat(entry.seat)} signals {entry.kind}"
        raise ReplayError(number, what, refusal.code, rule) from None
