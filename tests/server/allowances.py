"""The allow-list of a frame: for each path of a field, the values that may stand there.

A field that is not named here may not be sent at all.
"""

import re
from collections.abc import Container, Sequence
from typing import Any, get_args

from tests.server.serving import Json

from tenback import __version__
from tenback.records.rulesets import format_layout
from tenback.rules import NO_COMMANDS, OPTIONS, State, Turn
from tenback.table import Play, SeatKind, Stage, Table
from tenback.table.model import Eagerness

__all__ = [
    "ANY_CODE",
    "BOOLS",
    "EAGERNESS",
    "WORDS",
    "Either",
    "commands_of",
    "envelope",
    "options_at",
    "or_none",
    "outcome_of",
    "private_part",
    "refused_part",
    "settings_at",
    "shared_part",
]

BOOLS = (True, False)
#: The one turn limit that the searched tables have, in seconds.
_TURN_SECONDS = 3600


class _WordsOnly:
    """Texts that name no number."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and not re.search(r"\d", text)


WORDS = _WordsOnly()
EAGERNESS = get_args(Eagerness)


class Either:
    def __init__(self, *choices: Container[Any]) -> None:
        self._choices = choices

    def __contains__(self, value: object) -> bool:
        return any(value in choice for choice in self._choices)


def or_none(values: Container[Any]) -> Container[Any]:
    return Either((None,), values)


class _Code:
    """Codes of tables, and codes of refusals."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and re.fullmatch(r"[A-Z2-9]{7}|[A-Z_]+", text) is not None


class _Rules:
    """Rule ids, such as G-9."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and not re.sub(r"[A-Z]-\d+|[, ]", "", text)


ANY_CODE = _Code()


def options_at(prefix: str) -> dict[str, Container[Any]]:
    return {f"{prefix}.{option.name}": option.values for option in OPTIONS.values()}


def commands_of(table: Table) -> dict[str, str]:
    by_card = enumerate(table.rules.layout.by_card)
    return {str(card): str(command) for card, command in by_card if command is not None}


def envelope(seq: int, seat: int | None, sent: Container[str]) -> dict[str, Container[Any]]:
    return {
        "type": WORDS,
        "id": sent,
        "seq": {seq},
        "you": {seat},
        "complete": BOOLS,
        "remaining_ms": or_none(range(_TURN_SECONDS * 1000 + 1)),
        "version": {__version__},
        "own": (None,),
    }


def settings_at(prefix: str) -> dict[str, Container[Any]]:
    return {
        f"{prefix}.starter": WORDS,
        f"{prefix}.text": BOOLS,
        f"{prefix}.take_back": BOOLS,
        f"{prefix}.memory": BOOLS,
        f"{prefix}.spectators": BOOLS,
        f"{prefix}.public": BOOLS,
        f"{prefix}.turn_seconds": {0, _TURN_SECONDS},
        f"{prefix}.pace": {0},
        f"{prefix}.stand_in": WORDS,
    }


def shared_part(table: Table) -> dict[str, Container[Any]]:
    """What everybody may see of a table, without the cards: those are matched one by one."""
    rules, seats = table.rules, range(len(table.seats))
    layout = "" if rules.layout is NO_COMMANDS else format_layout(rules.layout)
    allowed: dict[str, Container[Any]] = {
        "table.code": ANY_CODE,
        "table.stage": WORDS,
        "table.rules.game": {rules.game.id},
        "table.rules.players": {rules.players},
        "table.rules.hand_size": {rules.hand_size},
        "table.rules.lowest": {rules.game.lowest},
        "table.rules.highest": {rules.game.highest},
        "table.rules.team": BOOLS,
        "table.rules.layout": {layout},
        **options_at("table.rules.options"),
        **{f"table.rules.commands.{card}": WORDS for card in commands_of(table)},
        **{f"table.rules.marks.{card}": {mark} for card, mark in rules.game.marks.items()},
        **settings_at("table.settings"),
        "table.host": or_none(seats),
        "table.seats[]": (None,),
        "table.seats[].name": {seat.name for seat in table.seats if seat is not None},
        "table.seats[].kind": WORDS,
        "table.seats[].bot": WORDS,
        "table.seats[].ready": BOOLS,
        "table.seats[].away": BOOLS,
        "table.seats[].stand_in": WORDS,
        "table.rematching[]": seats,
        "table.standing_in[].seat": seats,
        "table.standing_in[].absent": seats,
        "table.play": (None,),
    }
    return allowed | (_game(table, table.play) if table.play is not None else {})


def _game(table: Table, play: Play) -> dict[str, Container[Any]]:
    rules, state, seats = table.rules, play.state, range(len(table.seats))
    piles = range(len(state.tops))
    names = {rules.game.pile_name(pile, seat) for pile in piles for seat in seats}
    public = Turn(state.seat, state.minimum, state.tops, (), state.laid)
    owed = {count for _, count in rules.game.open_duties(rules, public)}
    over = table.stage is Stage.OVER
    every = range(rules.game.lowest, rules.game.highest + 1)
    laid = {placed.card for placed in state.laid}
    closed = {placed.card for turn in state.last_turns for placed in turn.laid}
    left = {top for turn in state.last_turns for top in turn.tops}
    game: dict[str, Container[Any]] = {
        "number": {play.number},
        "phase": WORDS,
        "commitment": {play.commitment},
        "starter": or_none(seats),
        "to_move": {state.seat},
        "turns": {state.turns},
        "minimum": {state.minimum},
        "piles[].names[]": names,
        "piles[].ascending": BOOLS,
        "piles[].base": {pile.base for pile in rules.game.piles},
        "piles[].owner": or_none(seats),
        "piles[].top": set(state.tops),
        "piles[].command": or_none(WORDS),
        "piles[].count": set(play.heights),
        "piles[].must_cover": BOOLS,
        "laid[].card": laid,
        "laid[].pile": piles,
        "hand_counts[]": set(map(len, state.hands)),
        "deck_counts[]": set(map(len, state.decks)),
        "signals[].seat": seats,
        "signals[].kind": WORDS,
        "signals[].subject": {*piles, *commands_of(table).values()},
        "silenced": BOOLS,
        "duties[].name": WORDS,
        "duties[].count": owed,
        "last_turns[].seat": seats,
        "last_turns[].laid[].card": closed,
        "last_turns[].laid[].pile": piles,
        "last_turns[].drawn": {turn.drawn for turn in state.last_turns},
        "last_turns[].tops[]": left,
        "votes[].seat": seats,
        "votes[].choice": seats,
        "offers[].seat": seats,
        "offers[].eagerness": EAGERNESS,
        "conceding[]": seats,
        "helped": BOOLS,
        "gone": (None,),
        "gone[][]": every if table.settings.memory else (),
        "outcome": (None,),
        "reveal": (None,),
    }
    if over:
        game |= {f"outcome.{name}": value for name, value in outcome_of(state, seats).items()}
        game |= {f"reveal.{name}[][]": every for name in ("hands", "decks", "deal")}
        game |= {"reveal.salt": {play.deal.salt}, "reveal.text": {play.deal.text(rules)}}
    return {f"table.play.{path}": value for path, value in game.items()}


def outcome_of(state: State, seats: range) -> dict[str, Container[Any]]:
    score = state.outcome.score if state.outcome is not None else -1
    return {
        "termination": WORDS,
        "score": {score},
        "winners[]": seats,
        "seat": seats,
        "rating": WORDS,
    }


def private_part(table: Table, seat: int | None) -> dict[str, Container[Any]]:
    play = table.play
    if seat is None or play is None:
        return {}
    state, sitting = play.state, table.seats[seat]
    hand = set(state.hands[seat])
    program = sitting is not None and sitting.kind is SeatKind.PROGRAM
    own: dict[str, Container[Any]] = {
        "seat": {seat},
        "hand[]": hand,
        "legal[].card": hand,
        "legal[].pile": range(len(state.tops)),
        "legal[].move": WORDS,
        "legal[].by": {abs(card - top) for card in hand for top in state.tops},
        "legal[].dooms": BOOLS,
        "legal[].breach": or_none(WORDS),
        "may_end": BOOLS,
        "end_refusal": or_none(WORDS),
        "end_breach": BOOLS,
        "may_take_back": BOOLS,
        "doomed": BOOLS,
        "gone": (None,),
        "gone[][]": range(100) if program else (),
    }
    return {f"own.{path}": value for path, value in own.items()}


def refused_part(tables: Sequence[Table], command: Json, sent_id: str) -> dict[str, Container[Any]]:
    """Return what a refusal may say: the client's own numbers, and what lay open at the time."""
    states = [table.play.state for table in tables if table.play is not None]
    rules, seats = tables[0].rules, range(6)
    tops = {top for state in states for top in state.tops}
    piles = range(len(rules.game.piles))
    names = {rules.game.pile_name(pile, seat) for pile in piles for seat in range(rules.players)}
    own = {command.get(name) for name in ("card", "pile", "seat", "subject")} - {None}
    own |= {number for pair in command.get("placements", ()) for number in pair}
    return {
        "type": WORDS,
        "id": {sent_id},
        "code": WORDS,
        "key": WORDS,
        "rule": _Rules(),
        "details.card": own,
        "details.pile": {*own, *names},
        "details.top": tops,
        "details.jump": {top + 10 for top in tops} | {top - 10 for top in tops},
        "details.laid": {len(state.laid) for state in states},
        "details.minimum": {state.minimum for state in states},
        "details.piles": {len(piles)},
        "details.seat": seats,
        "details.seats": seats,
        "details.command": WORDS,
        "details.name": {seat.name for seat in tables[0].seats if seat is not None},
        "details.excerpt": _Part(str(command.get("text", ""))),
    }


class _Part:
    """Parts of a text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __contains__(self, part: object) -> bool:
        return isinstance(part, str) and part in self._text
