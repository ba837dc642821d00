"""``tenback replay``: show a record turn by turn."""

from collections.abc import Iterator
from pathlib import Path

from tenback.cli.common import Language, load_record, texts_for, verified
from tenback.cli.errors import CliError
from tenback.records import (
    GameRecord,
    NotationError,
    RecordedSignal,
    RecordedTurn,
    Remark,
    final_state,
    verify_record,
)
from tenback.records import replay as replay_record
from tenback.records.notation import parse_seat
from tenback.rules import Signal, State, view
from tenback.terminal.console import StreamConsole
from tenback.terminal.tell import Teller

__all__ = ["replay"]


def replay(file: Path, *, seat: str | None = None, lang: Language | None = None) -> None:
    """Show every turn of a record with the table after it; every placement is judged again.

    Parameters
    ----------
    file
        A game record, as text or JSON; 'last' for the game saved last.
    seat
        Show the game as this seat saw it, for example P1; by default all hands are shown.
    lang
        Language of the texts; by default from the locale.
    """
    record = load_record(file)
    verified(record, file, verify_record)
    shown = None
    if seat is not None:
        try:
            shown = parse_seat(seat, record.rules.players)
        except NotationError as error:
            raise CliError(f"seat: {error}") from None
    texts, console = texts_for(lang), StreamConsole()
    teller = Teller(texts, record.rules, record.names)
    console.tell(texts(f"game.{record.rules.game.id}") + ".")
    for line in _lines(record, teller, shown):
        console.tell(line)


def _lines(record: GameRecord, teller: Teller, seat: int | None) -> Iterator[str]:
    number = 0
    for entry, state in replay_record(record):
        match entry:
            case None:
                yield teller.texts("show.opening")
                yield from _table(teller, state, seat)
            case Remark(text):
                yield f"# {text}"
            case RecordedSignal(giver, kind, subject, withdrawn):
                if not withdrawn:
                    yield teller.signal(Signal(giver, kind, subject))
            case RecordedTurn() as turn:
                number += 1
                yield ""
                yield f"{number}. {_turn(teller, state, turn)}"
                if turn.comment:
                    yield f"# {turn.comment}"
                yield from _table(teller, state, seat)
    if record.outcome is not None:
        yield from teller.result(record.outcome, final_state(record).cards_left)


def _turn(teller: Teller, state: State, turn: RecordedTurn) -> str:
    closed = state.previous
    if closed is not None and closed.laid == turn.placements and closed.seat == turn.seat:
        return teller.turn(closed)
    return teller.open_turn(turn.seat, turn.placements)


def _table(teller: Teller, state: State, seat: int | None) -> Iterator[str]:
    yield from teller.table(view(state, seat))
    if seat is None:
        yield from teller.hands(state.hands)
