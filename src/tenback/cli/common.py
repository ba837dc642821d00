"""What several subcommands share: languages, records, rulesets from options."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, Token

from tenback.cli.errors import CliError
from tenback.records import (
    GameRecord,
    NotationError,
    RecordSyntaxError,
    ReplayError,
)
from tenback.records.notation import parse_seat
from tenback.records.rulesets import build_ruleset
from tenback.rules import GAMES, Ruleset, RulesetError, State
from tenback.terminal.storage import latest_game, read_record
from tenback.texts import LANGUAGES, Texts, language_of_locale

__all__ = [
    "GameName",
    "Language",
    "WholeNumber",
    "is_on_disk",
    "load_record",
    "make_ruleset",
    "start_of_run",
    "texts_for",
    "verified",
    "with_starter",
]

_LAST = Path("last")

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]


def _read_whole_number(_: type, tokens: Sequence[Token]) -> int:
    """Read a whole number without rounding: 1.5 is refused, not read as 2."""
    text = tokens[0].value
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a whole number") from None


WholeNumber = Annotated[int, Parameter(converter=_read_whole_number)]


#: The name of a game; the help names all there are.
GameName = Annotated[str, Parameter(help=f"One of {', '.join(GAMES)}, or a game of your own.")]


def texts_for(language: Language | None) -> Texts:
    """Return the sentences of a language, by default the locale's."""
    return Texts(language or language_of_locale())


def is_on_disk(text: str) -> bool:
    """Whether a text names something on disk; a position may be too long for a name."""
    try:
        return Path(text).exists()
    except OSError:
        return False


def load_record(path: Path) -> GameRecord:
    """Read a record file, or ``last``, the game saved last; or fail with a one-line message."""
    if path == _LAST and not path.exists():
        kept = latest_game()
        if kept is None:
            raise CliError("last: no game has been saved yet; tenback play saves each")
        path = kept
    try:
        return read_record(path)
    except RecordSyntaxError as error:
        raise CliError(f"{path}: {error}") from None
    except OSError as error:
        raise CliError(f"{path}: cannot be read: {error.strerror}") from None


def verified(record: GameRecord, path: Path, check: Callable[[GameRecord], State]) -> State:
    """Replay a record with ``check``; if it breaks a rule, fail with a one-line message."""
    try:
        return check(record)
    except ReplayError as error:
        raise CliError(f"{path}: {error}", status=1) from None


def make_ruleset(
    game: str,
    players: int | None,
    options: dict[str, object],
    layout: str | None = None,
    seed: int | None = None,
) -> Ruleset:
    """Build a ruleset from the command line; options that were not given are None."""
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return build_ruleset(game, players, given, layout=layout, seed=seed)
    except RulesetError as error:
        raise CliError(str(error)) from None


def start_of_run(rules: Ruleset, starter: str) -> tuple[Ruleset, bool]:
    """Return the rules of a run of bots, and whether the bots agree who starts."""
    agree = starter == "agreed"
    return with_starter(rules, None if agree else starter, "'lot' or 'agreed'"), agree


def with_starter(rules: Ruleset, starter: str | None, others: str = "'lot'") -> Ruleset:
    """Fix the starter if a seat such as P1 is named; 'lot' and 'ask' change nothing."""
    if starter in (None, "lot", "ask"):
        return rules
    try:
        return replace(rules, starter=parse_seat(starter, rules.players))
    except NotationError as error:
        raise CliError(f"starter: {starter!r} is not {error}, or {others}") from None
