"""Writing a game record as a small text file that a person can read and type."""

import textwrap

from tenback.records.notation import format_placement, format_result, format_seat
from tenback.records.record import Entry, GameRecord, RecordedSignal, RecordedTurn, Remark
from tenback.records.rulesets import format_layout, format_option
from tenback.rules import NO_COMMANDS, Ruleset

__all__ = ["TITLE", "format_record"]

TITLE = "tenback record 1"
_WIDTH = 80


def format_record(record: GameRecord) -> str:
    """Write a record; ``parse_record`` reads the same record back."""
    rules = record.rules
    headers = [("game", rules.game.id), ("players", str(rules.players))]
    headers.append(("names", " | ".join(record.names)))
    if record.bots:
        told = " ".join(f"{format_seat(seat)}={spec}" for seat, spec in record.bots)
        headers.append(("bots", told))
    headers += [(name, format_option(v)) for name, v in rules.changed_options().items()]
    if rules.layout is not NO_COMMANDS:
        headers.append(("layout", format_layout(rules.layout)))
    if rules.hand_size != rules.game.initial_hand_size(rules):
        headers.append(("hand_size", str(rules.hand_size)))
    headers.append(("starter", format_seat(record.starter)))
    if rules.starter == "lot":
        headers.append(("drawn_by", "lot"))
    if record.date:
        headers.append(("date", record.date))
    if record.seed is not None:
        headers.append(("seed", str(record.seed)))
    if record.salt:
        headers.append(("salt", record.salt))
    headers.append(("result", format_result(record.outcome)))
    for number, deck in enumerate(record.decks, 1):
        name = "deal" if len(record.decks) == 1 else f"deal {number}"
        headers.append((name, " ".join(map(str, deck))))
    lines = [TITLE]
    for name, value in headers:
        if name.startswith("deal"):
            lines += textwrap.wrap(f"{name}: {value}", _WIDTH, subsequent_indent="  ")
        else:
            lines.append(f"{name}: {value}")
    lines.append("")
    number = 0
    for entry in record.entries:
        number += isinstance(entry, RecordedTurn)
        lines.append(_format_entry(rules, entry, number))
    return "\n".join(lines).rstrip("\n") + "\n"


def _format_entry(rules: Ruleset, entry: Entry, number: int) -> str:
    match entry:
        case Remark(text):
            return f"# {text}".rstrip()
        case RecordedSignal(seat, kind, subject, withdrawn, after):
            name = rules.game.pile_name(subject, seat) if isinstance(subject, int) else subject
            told = f"- {format_seat(seat)} {'withdraw ' if withdrawn else ''}{kind} {name}"
            return f"{told} after {after}" if after else told
        case RecordedTurn(seat, placements, ended, conceded, comment):
            words = [format_placement(rules.game, placed, seat) for placed in placements]
            words += ["concede"] if conceded else [] if ended else ["..."]
            words += [f"# {comment}"] if comment else []
            return f"{number}. {format_seat(seat)}: {' '.join(words)}".rstrip()
