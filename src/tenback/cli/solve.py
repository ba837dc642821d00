"""``tenback solve``: whether a game can be won when every card is known."""

import json as json_format
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from tenback.cli.common import (
    Language,
    WholeNumber,
    is_on_disk,
    load_record,
    texts_for,
    verified,
    with_starter,
)
from tenback.cli.errors import CliError
from tenback.cli.ruleset_options import RulesetOptions
from tenback.records import (
    GameRecord,
    Position,
    PositionError,
    RecordedTurn,
    RecordSyntaxError,
    deal_from_seed,
    format_position,
    lot_from_seed,
    opening,
    parse_position,
    verify_possible,
    verify_record,
)
from tenback.records import replay as replay_record
from tenback.records.deals import MAX_SEED
from tenback.records.notation import format_placement, format_result, format_seat
from tenback.rules import Outcome, Placement, State
from tenback.terminal.storage import write_record
from tenback.terminal.tell import Teller
from tenback.texts import Texts

if TYPE_CHECKING:
    from tenback.analysis import Solution
    from tenback.analysis.budget import OnProgress

__all__ = ["solve"]

_UNWINNABLE_STATUS = 3
_UNDECIDED_STATUS = 4
_SECONDS_BETWEEN_LINES = 10.0


def solve(  # noqa: PLR0913 - each is an option of the command line
    subject: str | None = None,
    *,
    seed: WholeNumber | None = None,
    players: Annotated[WholeNumber | None, Parameter(alias="-p")] = None,
    starter: str | None = None,
    after: WholeNumber | None = None,
    seconds: float = 60.0,
    nodes: WholeNumber | None = None,
    out: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    lang: Language | None = None,
    options: RulesetOptions = RulesetOptions(),  # noqa: B008 - frozen
) -> int:
    """Find a winning line with every card known; Ctrl-C prints the best so far.

    The exit status is 0 if the side to move can win, 3 if it is proved that it cannot, 4 if it is
    undecided, 130 after Ctrl-C, 2 for bad input, 1 for a record that breaks a rule.

    Parameters
    ----------
    subject
        A game record (a file), or a position as one line of text; with --seed the name of a game.
    seed
        Solve the deal of this number.
    players
        With --seed: how many play; by default one, in a duel two.
    starter
        With --seed: who starts, a seat such as P1, or 'lot'.
    after
        With a record: begin after this many of its turns; by default with the deal.
    seconds
        The most seconds to search.
    nodes
        The most positions to search.
    out
        Write the line as a game record into this file, .json for JSON. Not for a position.
    json
        Print the result as JSON.
    lang
        Language of the texts; by default from the locale.
    """
    _verify_limits(seconds, nodes)
    texts = texts_for(lang)
    if seed is None:
        if players is not None or starter is not None or options != RulesetOptions():
            raise CliError("seed: players, starter and options of the rules go with --seed only")
        record, start = _read_subject(subject, after)
    elif after is not None:
        raise CliError("after: goes with a record only")
    else:
        record = _deal(subject or "original", seed, players, starter, options)
        start = opening(record)
    if out is not None:
        _verify_out(out, record)
    solution, is_stopped = _search(start, seconds, nodes, texts)
    if out is not None and record is not None:
        _write(record, solution, out)
    if json:
        json_format.dump(_as_dict(solution), sys.stdout, indent=2)
        print()
    else:
        names = record.names if record else _names(start.rules.players)
        for line in _lines(solution, Teller(texts, start.rules, names)):
            print(line)
    if is_stopped:
        print(texts("solve.stopped"), file=sys.stderr)
        return 130
    return {"winnable": 0, "unwinnable": _UNWINNABLE_STATUS}.get(
        solution.verdict, _UNDECIDED_STATUS
    )


# What is to be solved -----------------------------------------------------------------------


def _verify_limits(seconds: float, nodes: int | None) -> None:
    if not seconds > 0:
        raise CliError(f"seconds: {seconds:g} is not more than 0")
    if nodes is not None and nodes < 1:
        raise CliError(f"nodes: {nodes} is not at least 1")


def _verify_out(out: Path, record: GameRecord | None) -> None:
    if record is None:
        raise CliError("out: a position has no deal; a record needs a file or --seed")
    if out.is_dir():
        raise CliError(f"out: {out} is a folder, not a file")
    if not out.absolute().parent.is_dir():
        raise CliError(f"out: there is no folder {out.parent}")


def _names(players: int) -> tuple[str, ...]:
    return tuple(format_seat(seat) for seat in range(players))


def _deal(
    game: str, seed: int, players: int | None, starter: str | None, options: RulesetOptions
) -> GameRecord:
    if not 0 <= seed <= MAX_SEED:
        raise CliError(f"seed: {seed} is not from 0 to {MAX_SEED}")
    rules = with_starter(options.ruleset(game, players, seed), starter)
    decks, first = deal_from_seed(rules, seed), lot_from_seed(rules, seed)
    return GameRecord(rules, decks, first, _names(rules.players), seed=seed)


def _read_subject(subject: str | None, after: int | None) -> tuple[GameRecord | None, State]:
    if subject is None:
        raise CliError("name a record, a position, or a deal with --seed")
    if "=" in subject and not is_on_disk(subject):
        if after is not None:
            raise CliError("after: goes with a record only")
        return None, _read_position(subject)
    path = Path(subject)
    record = load_record(path)
    verified(record, path, verify_record)
    states = [
        state
        for entry, state in replay_record(record)
        if entry is None or isinstance(entry, RecordedTurn)
    ]
    wanted = after or 0
    if not 0 <= wanted < len(states):
        raise CliError(f"after: {wanted} is not from 0 to {len(states) - 1}, the turns of {path}")
    return record, states[wanted]


def _read_position(text: str) -> State:
    try:
        position = parse_position(text)
        verify_possible(position)
    except (RecordSyntaxError, PositionError) as error:
        raise CliError(f"position: {error}") from None
    if not position.is_complete:
        raise CliError("position: every card must be known to solve it; ?N is not")
    return position.to_state()


# Searching ----------------------------------------------------------------------------------


def _search(
    start: State, seconds: float, nodes: int | None, texts: Texts
) -> tuple["Solution", bool]:
    """Search; return the solution and whether Ctrl-C stopped it."""
    from tenback import analysis  # noqa: PLC0415 - loads the compiler

    try:
        with _show_progress(texts) as on_progress:
            found = analysis.solve(start, seconds=seconds, nodes=nodes, on_progress=on_progress)
    except analysis.SolvingInterrupted as stopped:
        return stopped.solution, True
    except ValueError as error:
        raise CliError(str(error)) from None
    return found, False


@contextmanager
def _show_progress(texts: Texts) -> Generator["OnProgress"]:
    """Show the progress: one changing line in a terminal, elsewhere a line now and then."""
    from tenback.analysis import SolverProgress  # noqa: PLC0415 - loads the compiler

    console = Console(stderr=True)

    def sentence(progress: SolverProgress) -> str:
        told = {
            "nodes": texts.number(progress.nodes),
            "seconds": texts.number(progress.seconds),
        }
        if progress.cards_left is None:
            return texts("solve.progress", **told)
        return texts("solve.progress_left", **told, left=progress.cards_left)

    if console.is_terminal:
        with console.status("") as status:
            yield lambda progress: status.update(Text(sentence(progress)))
        return
    last = monotonic()

    def tell(progress: SolverProgress) -> None:
        nonlocal last
        if monotonic() - last >= _SECONDS_BETWEEN_LINES:
            last = monotonic()
            print(sentence(progress), file=sys.stderr, flush=True)

    yield tell


# Telling ------------------------------------------------------------------------------------


def _write(record: GameRecord, solution: "Solution", out: Path) -> None:
    from tenback.analysis import record_with_line  # noqa: PLC0415 - loads the compiler

    try:
        write_record(record_with_line(record, solution), out)
    except OSError as error:
        raise CliError(f"{out}: cannot be written: {error.strerror}", status=1) from None


def _turns(solution: "Solution") -> Iterator[tuple[int, tuple[Placement, ...], State]]:
    """Yield the turns of the line: who plays, the cards, the state after it."""
    from tenback.analysis.paths import play_line  # noqa: PLC0415 - loads the compiler

    state = solution.start
    for placements in solution.line:
        seat, state = state.seat, play_line(state, [placements])
        yield seat, placements, state


def _lines(solution: "Solution", teller: Teller) -> Iterator[str]:
    texts, start, final = teller.texts, solution.start, solution.final
    yield texts(f"game.{start.rules.game.id}") + "."
    number = start.turns
    for seat, placements, state in _turns(solution):
        number += 1
        closed = state.previous if state.turns > number - 1 else None
        told = teller.turn(closed) if closed else teller.open_turn(seat, placements)
        yield f"{number}. {told}"
    if final.outcome is not None:
        yield from _ending(solution, teller, final.outcome)
    yield _verdict(solution, teller)
    if solution.nodes:
        nodes, seconds = texts.number(solution.nodes), texts.number(solution.seconds, 1)
        yield texts("solve.work", count=solution.nodes, number=nodes, seconds=seconds)


def _ending(solution: "Solution", teller: Teller, outcome: Outcome) -> Iterator[str]:
    """Say how the line ends; a team's score is rated only if the game is over."""
    if solution.start.outcome is not None or not solution.start.rules.game.is_team_game:
        yield from teller.result(outcome, solution.final.cards_left)
    else:
        yield teller.ending(outcome)


def _verdict(solution: "Solution", teller: Teller) -> str:
    texts, start = teller.texts, solution.start
    if start.outcome is not None:
        return texts("solve.over")
    if not start.rules.game.is_team_game:
        if solution.verdict == "undecided":
            depth = solution.depth or 0
            return texts("solve.duel_undecided", count=depth) if depth else texts("solve.no_turn")
        key = "solve.duel_won" if solution.verdict == "winnable" else "solve.duel_lost"
        return texts(key, name=teller.who(start.seat))
    if solution.verdict == "winnable":
        return texts("solve.winnable")
    proved = solution.verdict == "unwinnable"
    told = texts("solve.unwinnable" if proved else "solve.undecided")
    if not solution.line:
        return told
    outcome = solution.final.outcome
    is_missing = outcome is not None and outcome.score > solution.final.cards_left  # B-18
    best = texts("solve.missing" if is_missing else "solve.best", count=solution.cards_left)
    return f"{told} {best}"


def _as_dict(solution: "Solution") -> dict[str, object]:
    game = solution.start.rules.game
    return {
        "verdict": solution.verdict,
        "cards_left": solution.cards_left,
        "result": format_result(solution.final.outcome),
        "start": format_position(Position.of_state(solution.start)),
        "line": [
            {"seat": seat + 1, "play": [format_placement(game, placed, seat) for placed in turn]}
            for seat, turn, _ in _turns(solution)
        ],
        "depth": solution.depth,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
    }
