"""A game record as values: what was agreed, dealt and done. The PGN of this family."""

from collections.abc import Iterable
from dataclasses import dataclass

from tenback.records.notation import format_result
from tenback.records.proof import is_digest
from tenback.rules import Outcome, Placement, Ruleset, RulesetError, SignalKind

__all__ = ["Entry", "GameRecord", "RecordedSignal", "RecordedTurn", "Remark", "verify_names"]

MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One turn; ``ended`` is False if the game was broken off within it.

    ``conceded`` ends the game; without placements it may belong to a seat that was not to move.
    """

    seat: int
    placements: tuple[Placement, ...]
    ended: bool = True
    conceded: bool = False
    comment: str = ""


@dataclass(frozen=True, slots=True)
class RecordedSignal:
    """A signal given, or taken back when ``withdrawn``.

    It comes before the turn during which it was given; ``after`` is the number of cards which that
    turn had laid by then.
    """

    seat: int
    kind: SignalKind
    subject: int | str
    withdrawn: bool = False
    after: int = 0


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of comment between turns."""

    text: str


Entry = RecordedTurn | RecordedSignal | Remark


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Everything needed to play a game again.

    ``outcome`` is what the record claims; replay compares it with the result of the turns. ``seed``
    is given if the deal came from one; the deal itself is always written out. ``bots`` are the
    seats played by programs, with their specification. ``salt`` is given if a hash of the deal was
    published before the game.
    """

    rules: Ruleset
    decks: tuple[tuple[int, ...], ...]
    starter: int
    names: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    outcome: Outcome | None = None
    date: str = ""
    seed: int | None = None
    bots: tuple[tuple[int, str], ...] = ()
    salt: str = ""

    def __post_init__(self) -> None:
        """Refuse what a line of text cannot hold, such as names and remarks: a RulesetError."""
        if len(self.names) != self.rules.players:
            raise RulesetError(
                "names", f"{len(self.names)} names for {self.rules.players} player(s)"
            )
        verify_names(self.names)
        if self.date and not (self.date.isprintable() and len(self.date) <= MAX_NAME):
            raise RulesetError("date", f"{self.date!r} is not one line of {MAX_NAME} characters")
        if self.salt and not is_digest(self.salt):
            raise RulesetError("salt", f"{self.salt!r} is not 64 hexadecimal digits")
        for seat, spec in self.bots:
            if seat not in range(self.rules.players) or spec.split() != [spec]:
                raise RulesetError("bots", f"P{seat + 1}={spec!r} is not a seat and a bot")
        for entry in self.entries:
            words = _words(entry)
            # After a line break, words would be read as a turn of the game.
            if words and words.splitlines() != [words]:
                raise RulesetError("entries", f"the comment {words!r} is not one line")

    def __repr__(self) -> str:
        """Tell the game in one line; ``format_record`` writes all of it."""
        return (
            f"<GameRecord {self.rules!r}, {len(self.turns)} turns, {format_result(self.outcome)}>"
        )

    @property
    def turns(self) -> tuple[RecordedTurn, ...]:
        """The turns alone."""
        return tuple(entry for entry in self.entries if isinstance(entry, RecordedTurn))


def verify_names(names: Iterable[str]) -> None:
    """Raise a RulesetError for a name that the line of names in a record cannot hold."""
    for name in names:
        if not 0 < len(name) <= MAX_NAME or not name.isprintable() or "|" in name:
            told = f"{name!r} is not 1 to {MAX_NAME} printable characters without |"
            raise RulesetError("names", told)
        if name != name.strip():
            raise RulesetError("names", f"{name!r} begins or ends with a space")


def _words(entry: Entry) -> str:
    match entry:
        case Remark(text):
            return text
        case RecordedTurn(comment=comment):
            return comment
        case RecordedSignal():
            return ""
