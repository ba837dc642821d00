"""Checking a puzzle from its text alone: everything that it claims is proved again."""

from functools import lru_cache

from tenback.analysis.paths import play_line
from tenback.analysis.puzzles.margin import MARGIN, MarginProver
from tenback.analysis.puzzles.proof import Prover
from tenback.analysis.puzzles.puzzle import Exact, Margin, Puzzle, parse_turn, turn_key
from tenback.analysis.puzzles.themes import themes_of
from tenback.records.possible import verify_possible
from tenback.rules import Placement, Refusal, Ruleset, State

__all__ = ["PuzzleError", "check_puzzle"]

_NODES = 1_000_000


class PuzzleError(ValueError):
    """A puzzle claims what is not so."""


@lru_cache(maxsize=16)
def _prover(rules: Ruleset) -> Prover:
    return Prover(rules)


@lru_cache(maxsize=16)
def _margins(rules: Ruleset) -> MarginProver:
    return MarginProver(rules)


def check_puzzle(puzzle: Puzzle) -> None:
    """Prove a puzzle again; PuzzleError says what does not hold."""
    try:
        position = puzzle.parsed()
        verify_possible(position)
        state = position.completed().to_state()
        game, seat = state.rules.game, state.seat
        answer, wrong = (parse_turn(game, turn, seat) for turn in (puzzle.answer, puzzle.wrong))
        for turn in (answer, wrong):
            _verify_whole(state, turn)
    except (ValueError, Refusal) as error:
        raise PuzzleError(f"{puzzle.id}: {error}") from None
    if themes_of(state, answer, wrong) != puzzle.themes:
        raise PuzzleError(f"{puzzle.id}: the themes are others")
    match puzzle.proof:
        case Exact() as proof:
            if not position.is_complete:
                raise PuzzleError(f"{puzzle.id}: a card is not known")
            _check_exact(puzzle, proof, state, answer, wrong)
        case Margin() as proof:
            _check_margin(puzzle, proof, state, answer, wrong)


def _verify_whole(state: State, turn: tuple[Placement, ...]) -> None:
    """Refuse a turn that is not finished by its last card or right after it."""
    after = play_line(state, [turn])
    if after.outcome is None and after.turns == state.turns:
        raise ValueError(f"the turn {turn} may not end")


def _check_exact(
    puzzle: Puzzle,
    proof: Exact,
    state: State,
    answer: tuple[Placement, ...],
    wrong: tuple[Placement, ...],
) -> None:
    tried = _prover(state.rules).try_turns(state, most=None, nodes=_NODES)
    if tried is None:
        raise PuzzleError(f"{puzzle.id}: the solver does not decide every turn")
    if len(tried) != proof.turns:
        raise PuzzleError(f"{puzzle.id}: there are {len(tried)} turns, not {proof.turns}")
    if any(one.wins != puzzle.accepts(state, one.placements) for one in tried):
        raise PuzzleError(f"{puzzle.id}: other turns win than those with the answer")
    if sum(one.wins for one in tried) != proof.wins or not puzzle.accepts(state, answer):
        raise PuzzleError(f"{puzzle.id}: not {proof.wins} turns win, or not the answer")
    if turn_key(state.rules, state.tops, wrong) not in {one.key for one in tried}:
        raise PuzzleError(f"{puzzle.id}: the tempting turn is no turn")
    won = _follow(puzzle, state, answer, puzzle.line)
    if won.outcome is None or state.seat not in won.outcome.winners:
        raise PuzzleError(f"{puzzle.id}: its line does not win")
    lost = _follow(puzzle, state, wrong, puzzle.refutation)
    left = lost.cards_left if lost.outcome is None else lost.outcome.score
    if lost.outcome is not None and state.seat in lost.outcome.winners:
        raise PuzzleError(f"{puzzle.id}: the line after the tempting turn wins")
    if left != proof.left:
        raise PuzzleError(f"{puzzle.id}: the tempting turn leaves {left} cards, not {proof.left}")


def _follow(puzzle: Puzzle, state: State, turn: tuple[Placement, ...], line: str) -> State:
    state = play_line(state, [turn])
    for told in filter(None, line.split(" / ")):
        try:
            state = play_line(state, [parse_turn(state.rules.game, told, state.seat)])
        except (ValueError, Refusal) as error:
            raise PuzzleError(f"{puzzle.id}: its line breaks a rule: {error}") from None
    return state


def _check_margin(
    puzzle: Puzzle,
    proof: Margin,
    state: State,
    answer: tuple[Placement, ...],
    wrong: tuple[Placement, ...],
) -> None:
    compared = _margins(state.rules).compare(state, samples=proof.samples, seed=proof.seed)
    if compared is None:
        raise PuzzleError(f"{puzzle.id}: no turn beats every other by {MARGIN:.0%}")
    best, *others = compared
    if best.key != turn_key(state.rules, state.tops, answer):
        raise PuzzleError(f"{puzzle.id}: another turn is better than the answer")
    if turn_key(state.rules, state.tops, wrong) not in {one.key for one in others}:
        raise PuzzleError(f"{puzzle.id}: the tempting turn is no turn")
