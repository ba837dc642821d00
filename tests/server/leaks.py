"""Searches what clients were sent for leaks. The stored events are the truth.

The search works with an allow-list. Anything in a place that the list does not name is a leak. So
is a value, in a named place, that the true game does not show to everybody, or to this seat, at
that moment.
"""

import json
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.server.allowances import (
    ANY_CODE,
    BOOLS,
    EAGERNESS,
    WORDS,
    Either,
    commands_of,
    envelope,
    options_at,
    or_none,
    outcome_of,
    private_part,
    refused_part,
    settings_at,
    shared_part,
)
from tests.server.serving import Json

from tenback import __version__
from tenback.rules import State
from tenback.server.offers import FACES
from tenback.server.store import StoredEvent
from tenback.table import Event, Play, SeatKind, Stage, Table, decode_event, fold
from tenback.table import unions as happened

__all__ = ["LeakError", "Sight", "Truth", "search_body", "search_frames"]

#: So many hidden cards in their order are no coincidence.
_RUN = 6
_RUNS = re.compile(rf"\d+(?:[,\s]+\d+){{{_RUN - 1},}}")
_NO_GAME = "There is no game 1 at this table."


class LeakError(AssertionError):
    """Something was sent that ought not to be."""


class Truth:
    """What really happened at a table, event by event."""

    def __init__(self, stored: Sequence[StoredEvent], tokens: Iterable[str] = ()) -> None:
        self.events: list[Event] = [decode_event(one.body) for one in stored]
        self.tables: list[Table | None] = [None]
        for event in self.events:
            self.tables.append(fold([event], self.tables[-1]))
        self.keys = {event.key for event in self.events if isinstance(event, happened.SeatTaken)}
        #: Secrets that may stand in no answer, to anybody, at any time.
        self.forbidden = {*tokens, *self.keys} - {""}
        #: Happenings about cards and turns, each with the number of the event that made it true.
        self.told: dict[str, int] = {}
        for number, event in enumerate(self.events, 1):
            for one in _cards_told(event, self.tables[number - 1], self.tables[number]):
                self.told.setdefault(_key(one), number)
        self._windows: dict[tuple[int, int | None], set[tuple[int, ...]]] = {}

    def at(self, seq: int) -> Table:
        """Return the table after an event."""
        if not 1 <= seq < len(self.tables):
            raise LeakError(f"there is no event {seq}")
        table = self.tables[seq]
        assert table is not None
        return table

    def salts(self, seq: int) -> set[str]:
        """Return the salts of every game that is not over at that moment, begun or not."""
        over: set[str] = set()
        salts: set[str] = set()
        for number, table in enumerate(self.tables):
            if table is not None and table.play is not None:
                salts.add(table.play.deal.salt)
                if number <= seq and table.stage is Stage.OVER:
                    over.add(table.play.deal.salt)
        return salts - over

    def secret_windows(self, seq: int, seat: int | None) -> set[tuple[int, ...]]:
        """Return every run of cards, in the order of a deck or a hand, that a seat may not see."""
        known = self._windows.get((seq, seat))
        if known is None:
            table = self.at(seq)
            known = self._windows[seq, seat] = set()
            if table.play is not None and table.stage is not Stage.OVER:
                state = table.play.state
                others = (hand for n, hand in enumerate(state.hands) if n != seat)
                for cards in (*state.decks, *table.play.deal.decks, *others):
                    known.update(_windows(tuple(cards)))
                if seat is not None:  # the own hand may lie in the deal in the same order
                    known -= _windows(state.hands[seat])
        return known


def _windows(cards: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {cards[n : n + _RUN] for n in range(len(cards) - _RUN + 1)}


@dataclass(slots=True)
class Sight:
    """One client: its seat (None for a spectator), what it was sent and what it said itself."""

    seat: int | None
    frames: Sequence[str]
    sent: Sequence[Json] = field(default_factory=list[Json])


# The search -----------------------------------------------------------------------------------


def search_frames(truth: Truth, sight: Sight) -> int:
    """Search everything one client was sent; return how many messages were read."""
    messages: list[Json] = [json.loads(raw) for raw in sight.frames]
    moments = _moments(messages)
    sent: dict[str, Json] = {one["id"]: one["command"] for one in sight.sent}
    for raw, message, (first, last) in zip(sight.frames, messages, moments, strict=True):
        _search_raw(truth, raw, first, sight.seat)
        match message["type"]:
            case "welcome" | "update" | "resync":
                _search_table(truth, message, sight.seat, sent)
            case "refused":
                tables = [truth.at(seq) for seq in range(max(1, first), last + 1)]
                _walk(message, refused_part(tables, sent.get(message["id"], {}), message["id"]))
            case "done":
                _walk(message, {"type": WORDS, "id": sent, "seq": range(1, len(truth.tables))})
            case "presence":
                seats = range(len(truth.at(1).seats))
                allowed: dict[str, Container[Any]] = {"type": WORDS, "connected[]": BOOLS}
                allowed |= {"spectators": range(100), "thinking": or_none(seats), "hurried": BOOLS}
                allowed |= {"faces[]": ("", *FACES)}
                allowed |= {"preparing[]": seats, "prepared": range(101)}
                _walk(message, allowed)
            case "bye" | "pong":
                _walk(message, {"type": WORDS, "code": WORDS, "key": WORDS, "again": BOOLS})
            case other:
                raise LeakError(f"a message of the unknown type {other!r}")
    return len(messages)


def search_body(truth: Truth, text: str, seq: int) -> None:
    """Search the body of an HTTP answer; ``seq`` is the last event before the request."""
    _search_raw(truth, text, seq, None)
    if not text.startswith(("{", "[")):
        return
    table = truth.at(seq)
    seats, play = range(len(table.seats)), table.play
    names = or_none({seat.name for seat in table.seats if seat is not None})
    summary: dict[str, Container[Any]] = {
        "code": ANY_CODE,
        "game": WORDS,
        "players": range(1, 6),
        "stage": WORDS,
        "free_seats[]": seats,
        "names[]": names,
        "spectators_allowed": BOOLS,
        "public": BOOLS,
        **options_at("options"),
    }
    allowed: dict[str, Container[Any]] = {
        **summary,
        **{f"tables[].{path}": value for path, value in summary.items()},
        "[].number": {play.number if play else 0},
        "[].names[]": names,
        "[].date": {play.date if play else ""},
        "[].commitment": {play.commitment if play else ""},
        "[].outcome": (None,),
        "commitment": {play.commitment if play else ""},
        "text": (None,),
        "key": WORDS,
        "message": Either(WORDS, {_NO_GAME}),
        "details.number": {1},
        "status": WORDS,
        "version": {__version__},
        "tables_awake": range(1000),
        "connections": range(1000),
    }
    _walk(json.loads(text), allowed)


def _moments(messages: Sequence[Json]) -> list[tuple[int, int]]:
    """Return the events between which each message was sent, as far as its client can tell."""
    numbers = [m["seq"] if "table" in m else None for m in messages]
    firsts: list[int] = []
    for number in numbers:
        firsts.append(number if number is not None else firsts[-1] if firsts else 1)
    lasts: list[int] = []
    for number, first in zip(reversed(numbers), reversed(firsts), strict=True):
        lasts.append(number if number is not None else lasts[-1] if lasts else first)
    return list(zip(firsts, reversed(lasts), strict=True))


def _search_raw(truth: Truth, raw: str, seq: int, seat: int | None) -> None:
    for secret in truth.forbidden:
        if secret in raw:
            raise LeakError("a token, or the hash of one")
    for salt in truth.salts(seq):
        if salt in raw:
            raise LeakError("the salt of a game that is not over")
    secret_windows = truth.secret_windows(seq, seat)
    for run in _RUNS.findall(raw):
        if not secret_windows.isdisjoint(_windows(tuple(map(int, re.findall(r"\d+", run))))):
            raise LeakError(f"hidden cards in a row: {run}")


def _walk(value: Any, allowed: dict[str, Container[Any]], path: str = "") -> None:
    """Refuse every place, and every value at a place, that is not allowed."""
    match value:
        case dict():
            for key, part in value.items():  # pyright: ignore[reportUnknownVariableType]
                _walk(part, allowed, f"{path}.{key}" if path else str(key))  # pyright: ignore[reportUnknownArgumentType]
        case list():
            for part in value:  # pyright: ignore[reportUnknownVariableType]
                _walk(part, allowed, f"{path}[]")
        case _:
            if path not in allowed:
                raise LeakError(f"nothing may stand at {path}, where {value!r} stands")
            if value not in allowed[path] or (
                isinstance(value, bool) and not _bools(allowed[path])
            ):
                raise LeakError(f"{value!r} may not stand at {path}")


def _bools(values: Container[Any]) -> bool:
    return isinstance(values, tuple) and any(one is True for one in values)  # pyright: ignore[reportUnknownVariableType]


# A table, as one seat may see it ---------------------------------------------------------------


def _search_table(truth: Truth, message: Json, seat: int | None, sent: Container[str]) -> None:
    seq: int = message["seq"]
    table = truth.at(seq)
    own: Json | None = message["own"]
    _search_happenings(truth, message["happenings"], seq)
    shown: Json = {name: part for name, part in message.items() if name != "happenings"}
    _walk(shown, envelope(seq, seat, sent) | shared_part(table) | private_part(table, seat))
    _match(message["table"]["rules"]["commands"], commands_of(table), "the commands")
    play = table.play
    if play is None or seat is None:
        _match(own, None, "what only a seat may see")
    if play is None:
        _match(message["table"]["play"], None, "a game")
        return
    game: Json = message["table"]["play"]
    _match_game(game, table, play)
    if seat is not None:
        assert own is not None
        _match(own["hand"], list(play.state.hands[seat]), "the own hand")
        sitting = table.seats[seat]
        is_program = sitting is not None and sitting.kind is SeatKind.PROGRAM
        _match(own["gone"], _gone(play.state) if is_program else None, "what a program remembers")


def _match_game(game: Json, table: Table, play: Play) -> None:
    state = play.state
    _match([pile["top"] for pile in game["piles"]], list(state.tops), "the tops")
    _match(_pairs(game["laid"]), list(map(tuple, state.laid)), "the cards laid")
    _match(game["hand_counts"], list(map(len, state.hands)), "how many cards are held")
    _match(game["deck_counts"], list(map(len, state.decks)), "how many cards are left")
    _match(game["gone"], _gone(state) if table.settings.memory else None, "the covered cards")
    _match(
        [
            (one["seat"], _pairs(one["laid"]), one["drawn"], one["tops"])
            for one in game["last_turns"]
        ],
        [
            (one.seat, list(map(tuple, one.laid)), one.drawn, list(one.tops))
            for one in state.last_turns
        ],
        "the last turns",
    )
    over = table.stage is Stage.OVER
    _match(game["outcome"] is not None, over, "an outcome")
    reveal = {
        "hands": list(map(list, state.hands)),
        "decks": list(map(list, state.decks)),
        "deal": list(map(list, play.deal.decks)),
        "salt": play.deal.salt,
        "text": play.deal.text(state.rules),
    }
    _match(game["reveal"], reveal if over else None, "what is turned up")


def _match(shown: object, true: object, what: str) -> None:
    if shown != true:
        raise LeakError(f"{what}: shown {shown!r}, true {true!r}")


def _pairs(placed: list[Json]) -> list[tuple[int, int]]:
    return [(one["card"], one["pile"]) for one in placed]


def _gone(state: State) -> list[list[int]]:
    return [[card for card in range(100) if mask >> card & 1] for mask in state.gone]


# What happened ---------------------------------------------------------------------------------


def _search_happenings(truth: Truth, told: Sequence[Json], seq: int) -> None:
    """Check that whatever is told had happened by then; cards must match exactly."""
    table = truth.at(seq)
    seats = range(len(table.seats))
    names = {e.name for e in truth.events[:seq] if isinstance(e, happened.SeatTaken)}
    said = {e.text for e in truth.events[:seq] if isinstance(e, happened.Said)}
    played = [one.play for one in truth.tables[1 : seq + 1] if one is not None and one.play]
    for one in told:
        match one["type"]:
            case "card_placed" | "card_taken_back" | "turn_ended":
                happened_at = truth.told.get(_key(one))
                if happened_at is None or happened_at > seq:
                    raise LeakError(f"by then this had not happened: {one}")
            case "game_ended":
                state = next(p.state for p in reversed(played) if p.state.outcome is not None)
                scores = {p.state.outcome.score for p in played if p.state.outcome is not None}
                outcome = outcome_of(state, seats) | {"score": scores}
                _walk(one, {"type": WORDS, **{f"outcome.{k}": v for k, v in outcome.items()}})
            case "game_dealt":
                numbers = {play.number for play in played}
                hashes = {play.commitment for play in played}
                _walk(one, {"type": WORDS, "number": numbers, "commitment": hashes})
            case "settings_changed":
                _walk(one, {"type": WORDS, **settings_at("settings")})
            case _:
                plain = dict.fromkeys(("seat", "choice", "absent"), seats)
                words = dict.fromkeys(("type", "kind", "bot"), WORDS) | {"eagerness": EAGERNESS}
                flags = dict.fromkeys(("ready", "wish"), BOOLS)
                subject = {*range(4), *commands_of(table).values()}
                rest = {"name": names, "text": said, "subject": subject}
                _walk(one, {**plain, **words, **flags, **rest})


def _key(one: Json) -> str:
    return json.dumps(one, sort_keys=True)


def _cards_told(event: Event, before: Table | None, after: Table | None) -> Iterator[Json]:
    """Yield the happenings about cards and turns that everybody is told of an event."""
    if before is None or before.play is None or after is None or after.play is None:
        return
    if isinstance(event, happened.CardPlaced):
        pile = before.rules.game.piles[event.pile]
        top = before.play.state.tops[event.pile]
        step = event.card - top if pile.ascending else top - event.card
        helps = pile.owner not in (None, event.seat)
        command = before.rules.layout.by_card[event.card]
        yield {
            "type": "card_placed",
            "seat": event.seat,
            "card": event.card,
            "pile": event.pile,
            "top": top,
            "move": "help" if helps else "jump" if step == -10 else "step",
            "by": abs(step),
            "command": None if command is None else str(command),
        }
    if isinstance(event, happened.CardTakenBack):
        yield {
            "type": "card_taken_back",
            "seat": event.seat,
            "card": event.card,
            "pile": event.pile,
        }
    closed, state = after.play.state.previous, after.play.state
    if closed is not None and state.turns != before.play.state.turns:
        one: Json = {"type": "turn_ended", "seat": closed.seat, "laid": len(closed.laid)}
        yield one | {"drawn": closed.drawn, "next": state.seat}
