"""Putting a game on the table from a record: to play on from a file, or on a set-up position."""

from dataclasses import replace

from tenback.records import GameRecord, RecordedSignal, RecordedTurn, final_state, parse_record
from tenback.records.record import Entry
from tenback.rules import Placement, Signal
from tenback.rules.talk import give_signal, withdraw
from tenback.table.base import EventStruct
from tenback.table.chance import Deal
from tenback.table.model import Play, Table
from tenback.table.registry import applies

__all__ = ["GameAdopted", "adopt"]


class GameAdopted(EventStruct, frozen=True, tag="game_adopted"):
    """The game goes on from this record, as text; it holds every secret of the game."""

    record: str
    number: int = 1


@applies(GameAdopted)
def game_adopted(table: Table, event: GameAdopted) -> Table:
    """Put it on the table."""
    return replace(table, play=adopt(parse_record(event.record), event.number))


def adopt(record: GameRecord, number: int) -> Play:
    """Go on from a record; its unfinished last turn stays open."""
    entries = list(record.entries)
    open_turn = _split_open_turn(entries)
    deal = Deal(record.decks, record.salt, record.seed)
    play = Play(
        number,
        final_state(replace(record, entries=tuple(entries))),
        deal,
        record.names,
        record.bots,
        record.date,
        deal.commitment(record.rules),
        record.starter,
        tuple(entries),
    )
    for step in open_turn:
        if isinstance(step, Placement):
            play = play.stepped(play.state.place(step))
            continue
        given = Signal(step.seat, step.kind, step.subject)
        if step.withdrawn:
            state = withdraw(play.state, step.seat, step.subject)
        else:
            state = give_signal(play.state, given)
        play = play.signalled(state, given, withdrawn=step.withdrawn)
    return play


def _split_open_turn(entries: list[Entry]) -> list[Placement | RecordedSignal]:
    """Take an unfinished last turn off the entries, as the cards and signals it was made of."""
    turns = [n for n, entry in enumerate(entries) if isinstance(entry, RecordedTurn)]
    last = entries[turns[-1]] if turns else None
    if not isinstance(last, RecordedTurn) or last.ended or last.conceded:
        return []
    start = turns[-2] + 1 if len(turns) > 1 else 0
    before, after = entries[start : turns[-1]], entries[turns[-1] + 1 :]
    given = [entry for entry in before if isinstance(entry, RecordedSignal) and entry.after]
    late = [entry for entry in after if isinstance(entry, RecordedSignal)]
    entries[start:] = [
        *(entry for entry in before if not isinstance(entry, RecordedSignal) or not entry.after),
        *(entry for entry in after if not isinstance(entry, RecordedSignal)),
    ]
    steps: list[Placement | RecordedSignal] = []
    for count, placement in enumerate(last.placements, 1):
        steps += [placement, *(signal for signal in given if signal.after == count)]
    return [*steps, *late]
