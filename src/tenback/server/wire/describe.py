"""The protocol as a page, written from the types."""

import inspect
import types
from collections.abc import Iterable
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from tenback.analysis.reviewing import result as reviewed
from tenback.rules import Placement
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import ClientMessage, HintedTurn, ServerMessage
from tenback.server.wire.practice import Look, LookedAt
from tenback.server.wire.puzzles import (
    NextPuzzle,
    PlayerRating,
    PuzzleGame,
    PuzzleJudged,
    PuzzleList,
    PuzzleSentence,
    PuzzleTheme,
    PuzzleTry,
    PuzzleTurn,
    PuzzleView,
)
from tenback.server.wire.reviews import NewAttempt, ReviewUnderWay, SentDeal, SentRecord
from tenback.server.wire.views import (
    Agreement,
    Duty,
    LastTurn,
    Legal,
    OutcomeView,
    Own,
    PileView,
    Placed,
    PlayView,
    RevealView,
    RulesView,
    SeatView,
    SignalView,
    TableView,
    Vote,
)
from tenback.table import Command, Settings

__all__ = ["describe_protocol"]

_INTRODUCTION = """\
# The protocol

One WebSocket per client and table, at `/api/tables/CODE/socket`. Every message is a JSON object in
a text frame, told apart by `type`. The first message is `hello`, with the token of a seat or, to
watch, without. The server answers `welcome`, and from then on sends an `update` for every change:
the whole table as you may see it. Clients that have said so get a `change`, some hundred bytes.
What happened is safely on disk before anybody is told of it.

A client acts with `do`. The answer is `done`, `refused` (nothing changed; `code` is stable, `key`
and `details` make the sentence for people) or `resync` (the position had changed; decide again).
Send the same `id` again after a lost connection: a command is carried out once.

Seats and piles are counted from 0. `seq` counts the events of a table; name the last one you saw
as `seen`. Fields that are not marked optional are always there. New fields and new types of
messages from the server may come: ignore what you do not know.

Everything but play is plain HTTP, described at `/api/docs/openapi.json`: opening a table, taking a
seat, finished games, the [deal of the day](daily.md). A game of today's deal is told only to those
who send the token of a seat at its table, as `Authorization: Bearer TOKEN`.

This page is written from the types of the server: `python scripts/protocol_page.py`.
"""

_VIEWS = (
    TableView,
    SeatView,
    RulesView,
    Settings,
    PlayView,
    PileView,
    Placed,
    SignalView,
    Duty,
    LastTurn,
    Vote,
    Agreement,
    OutcomeView,
    RevealView,
    Own,
    Legal,
    HintedTurn,
)

_REVIEWS = """\
Over HTTP, for every [review](review.md); `/api/docs/openapi.json` has the schemas.

| | |
|---|---|
| `POST /api/tables/CODE/games/N/review` | has a finished game reviewed |
| `GET /api/tables/CODE/games/N/review` | its review, or how far it is; begins none |
| `POST /api/reviews` | has any record reviewed, sent as `SentRecord` |
| `GET /api/reviews/ID` | its review, or how far it is |
| `POST /api/replays` | a record, sent as `SentDeal`, moment by moment: a `Replay` |
| `POST /api/attempts` | what another turn would have been worth: `NewAttempt`, then `Attempt` |

200 is the `Review`; 202 is a `ReviewUnderWay`: ask again every second or so, since what nobody asks
for is broken off after 15 seconds. A review is made once and kept with the game; a better evaluator
makes it anew. 204: nobody has asked for the review of this game, or it was broken off. Every `POST`
has the media type `application/json`; one that says nothing has the body `{}`.

| code | status | |
|---|---|---|
| `GAME_ON` | 409 | the game is not over |
| `NO_SUCH_GAME` | 404 | the table has no such game |
| `NO_REVIEW` | 404 | nobody has sent this record, or its review was broken off: `POST` again |
| `RECORD` | 400 | no record, or it breaks a rule; `details` say where: a line, or a turn |
| `NOT_REVIEWABLE` | 409 | no evaluator knows this game, or the turn cannot be played so |
| `REVIEW_FAILED` | 503 | the worker died; try again |
| `REVIEWS_FULL` | 503 | too many wait, eight of them from one address |
| `RATE` | 429 | 30 at once and one every two seconds from an address |
"""
_REVIEW_BODIES = (
    SentRecord,
    SentDeal,
    NewAttempt,
    ReviewUnderWay,
    reviewed.Review,
    reviewed.Moment,
    reviewed.ReviewedTurn,
    reviewed.PlayerReview,
    reviewed.SolvedDeal,
    reviewed.LineTurn,
    reviewed.Better,
    reviewed.Reason,
    reviewed.Estimate,
    reviewed.Attempt,
)


_PRACTICE = """\
One turn on a position, without a table: POST a `Look` to `/api/positions/look`, get a `LookedAt`.
The server keeps nothing; each request names all cards of the turn so far."""

_PUZZLES = """\
GET `/api/puzzles` is a `PuzzleList`. POST a `NextPuzzle` to `/api/puzzles/next`, or GET
`/api/puzzles/ID`, for a `PuzzleView`. POST a `PuzzleTry` to `/api/puzzles/ID/tries` for a
`PuzzleJudged`. Whoever plays keeps the rating and sends it along; the server keeps nothing."""

_PUZZLE_BODIES = (
    PuzzleList,
    PuzzleGame,
    PuzzleTheme,
    PlayerRating,
    NextPuzzle,
    PuzzleView,
    PuzzleTry,
    PuzzleJudged,
    PuzzleSentence,
    PuzzleTurn,
)


def describe_protocol() -> str:
    """Write the page."""
    parts = [_INTRODUCTION]
    parts += _section("From the client", get_args(ClientMessage))
    parts += _section("Commands", get_args(Command), "The `command` of `do`.")
    parts += _section("From the server", get_args(ServerMessage))
    parts += _section("Happenings", get_args(Happening), "In `happenings`, in order.")
    parts += _section("Views", _VIEWS, "What the table looks like.")
    parts += _section("A turn on a position", (Look, LookedAt), _PRACTICE)
    parts += _section("Puzzles", _PUZZLE_BODIES, _PUZZLES)
    parts += _section("Reviews", _REVIEW_BODIES, _REVIEWS.rstrip())
    return "\n".join(parts).rstrip() + "\n"


def _section(title: str, structs: Iterable[type], lead: str = "") -> list[str]:
    parts = [f"## {title}\n"]
    if lead:
        parts.append(f"{lead}\n")
    parts += [_describe(struct) for struct in structs]
    return parts


def _describe(struct: type) -> str:
    tag = struct.__struct_config__.tag  # type: ignore[attr-defined]
    title = f"`{tag}`" if tag else f"`{struct.__name__}`"
    lines = [f"### {title}\n", f"{inspect.cleandoc(struct.__doc__ or '').replace('``', '`')}\n"]
    hints = get_type_hints(struct)
    fields = msgspec.structs.fields(struct)
    if fields:
        lines += ["| field | type | |", "|---|---|---|"]
        lines += (f"| `{f.encode_name}` | {_type(hints[f.name])} | {_note(f)} |" for f in fields)
        lines.append("")
    return "\n".join(lines)


def _note(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return ""
    if field.default is msgspec.NODEFAULT or isinstance(field.default, msgspec.Struct):
        return "optional"
    return f"optional, `{msgspec.json.encode(field.default).decode()}`"


_NAMES: dict[Any, str] = {
    int: "number",
    str: "text",
    bool: "true or false",
    type(None): "null",
    float: "number",
    Placement: "[card, pile]",
    Any: "anything",
}


def _type(hint: Any) -> str:
    if hint == Happening:
        return "a happening"
    if hint == Command:
        return "a command"
    if hint in _NAMES:
        return _NAMES[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if origin in (tuple, list):
        inner = [_type(one) for one in arguments if one is not Ellipsis]
        return f"list of {inner[0]}" if arguments[-1] is Ellipsis else f"[{', '.join(inner)}]"
    if origin is dict:
        return f"object: {_type(arguments[0])} to {_type(arguments[1])}"
    if origin in (types.UnionType,) or str(origin) == "typing.Union":
        return " or ".join(dict.fromkeys(_type(one) for one in arguments))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return f"`{hint.__name__}`"
    assert issubclass(hint, Enum)
    return " or ".join(f"`{one.value}`" for one in hint)
