"""``judge_attempt``: another turn instead of one of the game, judged as the review judges."""

from collections.abc import Sequence

from tenback.analysis.reviewing.accounts import judgement_of
from tenback.analysis.reviewing.evaluator import Evaluator
from tenback.analysis.reviewing.explaining import explain
from tenback.analysis.reviewing.moments import PlayedTurn, played_turns
from tenback.analysis.reviewing.result import Attempt, Better
from tenback.analysis.reviewing.version import DEFAULT_SAMPLES
from tenback.kernels.packing import UnsupportedRulesetError
from tenback.records import GameRecord
from tenback.records.placed import show_placements
from tenback.rules import Placement, Refusal, State

__all__ = ["AttemptError", "find_turn", "judge_attempt"]


class AttemptError(ValueError):
    """There is no such turn to be played again, or it cannot be played so."""


def find_turn(record: GameRecord, number: int) -> PlayedTurn:
    """Return a turn of a game that its seat could play again."""
    found = next((turn for turn in played_turns(record) if turn.number == number), None)
    if found is None:
        raise AttemptError(f"the game has no turn {number}")
    if found.seat != found.before.seat:
        raise AttemptError(f"turn {number} was given up by a seat that was not to move")
    return found


def judge_attempt(
    record: GameRecord,
    number: int,
    placements: Sequence[Placement],
    *,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
) -> Attempt:
    """Judge another turn at a moment of a game by what its seat knew.

    With the ``samples`` and ``seed`` of a review the numbers are comparable with those of the
    review: every turn is tried on the same deals. A turn that the rules refuse is an AttemptError.
    """
    played = find_turn(record, number)
    turn = PlayedTurn(
        number,
        played.seat,
        tuple(placements),
        False,
        played.before,
        _after(played.before, placements),
    )
    try:
        evaluator = Evaluator(record.rules, samples=samples, seed=seed)
    except (UnsupportedRulesetError, ValueError) as error:
        raise AttemptError(f"no review of this game: {error}") from None
    chances = evaluator.attempt(turn)
    judgement = judgement_of(chances.loss.value)
    better = None
    if chances.better is not None:
        better = Better(show_placements(chances.better), chances.best.as_chance())
    return Attempt(
        number=number,
        seat=turn.seat,
        placements=show_placements(turn.placements),
        chance=chances.played.as_chance(),
        best=chances.best.as_chance(),
        loss=chances.loss.as_estimate(),
        exact=chances.is_exact,
        better=better,
        judgement=judgement,
        reasons=explain(turn, chances, record.names) if judgement is not None else (),
    )


def _after(state: State, placements: Sequence[Placement]) -> State:
    """Play a whole turn; the rules may end it, or the game, by themselves."""
    before = state
    try:
        for placement in placements:
            if state.turns != before.turns or state.outcome is not None:
                raise AttemptError(f"the turn is over before {placement.card} is laid")
            if not 0 <= placement.pile < len(state.tops):
                raise AttemptError(f"there is no pile {placement.pile}")
            state = state.place(placement)
        if state.turns == before.turns and state.outcome is None:
            state = state.end()
    except Refusal as refusal:
        raise AttemptError(f"the rules refuse this turn ({refusal.code})") from None
    return state
