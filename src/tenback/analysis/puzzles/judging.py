"""Judging a try: whether it is the answer, and why not. Nothing here is compiled."""

from collections.abc import Sequence

import msgspec

from tenback.analysis.puzzles.puzzle import Exact, Margin, Puzzle, parse_turn, turn_key
from tenback.analysis.reviewing.explaining import compare
from tenback.records.notation import format_seat
from tenback.rules import Code, Placement, Refusal, State

__all__ = ["Judged", "LineTurn", "Why", "give_up", "judge", "line_after"]


class Why(msgspec.Struct, frozen=True):
    """A sentence: its key in the text catalogue, and what fills it."""

    key: str
    details: dict[str, int | str] = {}


class LineTurn(msgspec.Struct, frozen=True):
    """A turn of a line."""

    seat: int
    placements: tuple[Placement, ...]


class Judged(msgspec.Struct, frozen=True):
    """What came of a try, and why.

    ``line`` begins with the answer; ``refutation`` with the try, where its line is known.
    """

    is_right: bool
    answer: tuple[Placement, ...]
    why: tuple[Why, ...]
    line: tuple[LineTurn, ...]
    refutation: tuple[LineTurn, ...]


def judge(puzzle: Puzzle, placements: Sequence[Placement]) -> Judged:
    """Judge a whole turn; a Refusal says why it is none."""
    state = puzzle.state()
    _play(state, placements)
    rules, game = state.rules, state.rules.game
    answer, wrong = (parse_turn(game, told, state.seat) for told in (puzzle.answer, puzzle.wrong))
    key = turn_key(rules, state.tops, placements)
    line = line_after(state, answer, puzzle.line)
    if puzzle.accepts(state, placements):
        return Judged(True, answer, (_praise(puzzle),), line, ())
    is_tempting = key == turn_key(rules, state.tops, wrong)
    names = tuple(map(format_seat, range(rules.players)))
    reasons = compare(state, placements, answer, names)
    told = (Why(f"review.why.{reason.kind}", reason.details) for reason in reasons)
    why = (_verdict(puzzle, is_tempting), *told)
    refutation = line_after(state, wrong, puzzle.refutation) if is_tempting else ()
    return Judged(False, answer, why, line, refutation if puzzle.is_open else ())


def give_up(puzzle: Puzzle) -> Judged:
    """Return the answer without a try."""
    state = puzzle.state()
    answer = parse_turn(state.rules.game, puzzle.answer, state.seat)
    return Judged(False, answer, (), line_after(state, answer, puzzle.line), ())


def _play(state: State, placements: Sequence[Placement]) -> State:
    """Play a whole turn by the rules."""
    turns = state.turns
    for placement in placements:
        if state.turns != turns:
            raise Refusal(Code.TURN_OVER)
        state = state.place(placement)
    return state.end() if state.outcome is None and state.turns == turns else state


def line_after(state: State, first: Sequence[Placement], line: str) -> tuple[LineTurn, ...]:
    """Return a turn and the line that follows it, each turn with its seat."""
    turns = [LineTurn(state.seat, tuple(first))]
    state = _play(state, first)
    for told in filter(None, line.split(" / ")):
        placements = parse_turn(state.rules.game, told, state.seat)
        turns.append(LineTurn(state.seat, placements))
        for placement in placements:
            state = state.place(placement)
        if state.outcome is None and state.laid and state.can_end():
            state = state.end()
    return tuple(turns)


def _praise(puzzle: Puzzle) -> Why:
    match puzzle.proof:
        case Exact(turns, _, wins):
            key = "puzzle.right.exact" if wins == 1 else "puzzle.right.core"
            return Why(key, {"count": turns - wins})
        case Margin() as proof:
            details: dict[str, int | str] = {"best": _percent(proof.best)}
            return Why("puzzle.right.margin", {**details, "next": _percent(proof.next)})


def _verdict(puzzle: Puzzle, is_tempting: bool) -> Why:
    """Say what the proof says of a turn that is not the answer."""
    is_team = puzzle.parsed().rules.game.is_team_game
    match puzzle.proof:
        case Exact() as proof if is_team and is_tempting:
            return Why("puzzle.wrong.left", {"count": proof.left})
        case Exact():
            return Why("puzzle.wrong.team" if is_team else "puzzle.wrong.duel")
        case Margin() as proof:
            chance = proof.wrong if is_tempting else proof.next
            details: dict[str, int | str] = {"best": _percent(proof.best)}
            key = "puzzle.wrong.chance" if is_tempting else "puzzle.wrong.at_most"
            return Why(key, {**details, "chance": _percent(chance)})


def _percent(chance: float) -> int:
    return round(100 * chance)
