"""``tenback show``: a record at a glance, or in another format."""

import io
import sys
from pathlib import Path
from typing import Literal

from tenback.cli.common import Language, load_record, texts_for, verified
from tenback.records import format_record, verify_record
from tenback.records.json import record_to_json
from tenback.records.position import Position
from tenback.records.position_text import format_position
from tenback.rules import view
from tenback.terminal.console import StreamConsole
from tenback.terminal.tell import Teller

__all__ = ["show"]


def show(
    file: Path,
    *,
    form: Literal["table", "text", "json", "position"] = "table",
    lang: Language | None = None,
) -> None:
    """Show the table at the end of a record, after checking every turn of it.

    Parameters
    ----------
    file
        A game record, as text or JSON; 'last' for the game saved last.
    form
        table: in words; text or json: the record itself; position: the last position on one line.
    lang
        Language of the texts; by default from the locale.
    """
    record = load_record(file)
    state = verified(record, file, verify_record)
    if form == "text":
        _print_record(format_record(record))
    elif form == "json":
        _print_record(record_to_json(record))
    elif form == "position":
        print(format_position(Position.of_state(state)))
    else:
        texts, console = texts_for(lang), StreamConsole()
        teller = Teller(texts, record.rules, record.names)
        console.tell(texts(f"game.{record.rules.game.id}") + ".")
        console.tell(
            texts("show.players", names=texts.listed(map(teller.who, range(record.rules.players))))
        )
        console.tell(texts("show.turns", count=len(record.turns)))
        for line in teller.table(view(state, None)):
            console.tell(line)
        for line in teller.hands(state.hands):
            console.tell(line)
        if state.outcome is not None:
            for line in teller.result(state.outcome, state.cards_left):
                console.tell(line)


def _print_record(text: str) -> None:
    """Print a record; a file or a pipe gets it in UTF-8, as records are read."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
        stream.reconfigure(encoding="utf-8", errors="replace")
    print(text, end="")
