"""What may be said at the table, and the signals that stand on it.

Team games only: the sheets of the Duel say nothing about talk, so it is free there.
"""

from dataclasses import replace

from tenback.rules.commands import CardCommand
from tenback.rules.guard import Guard
from tenback.rules.refusals import Code, Refusal
from tenback.rules.ruleset import Ruleset
from tenback.rules.signals import Signal, SignalKind
from tenback.rules.state import State
from tenback.rules.values import Phase

__all__ = [
    "MAX_TEXT",
    "can_signal",
    "give_signal",
    "let_stand",
    "verify_signal",
    "verify_text",
    "withdraw",
]

MAX_TEXT = 500


def verify_text(
    rules: Ruleset, tops: tuple[int, ...], phase: Phase, text: str, guard: Guard
) -> None:
    """Refuse a sentence that may not be said; under SILENCE any sentence (G-23, E-5, X-18, B-19).

    ``guard`` knows the languages in which numbers and hints are understood.
    """
    if len(text) > MAX_TEXT:
        raise Refusal(Code.TEXT_LENGTH, length=len(text), limit=MAX_TEXT)
    if phase is Phase.OVER or not rules.game.is_team_game:
        return
    if rules.game.is_silenced(rules, tops):
        raise Refusal(Code.SILENCE)
    verdict = guard.judge(
        text,
        hints_allowed=rules.talk == "nsv",
        commands="layout" in rules.game.options,
    )
    if verdict is not None:
        raise Refusal(verdict.code, excerpt=verdict.excerpt)


def verify_signal(state: State, signal: Signal) -> None:
    """Refuse a signal: in a game without signals, under SILENCE, or about a command not held.

    A pile that does not exist is an IndexError.
    """
    if not state.rules.game.is_team_game or state.phase is Phase.OVER:
        raise Refusal(Code.NO_SIGNALS)
    if state.rules.game.is_silenced(state.rules, state.tops):
        raise Refusal(Code.SILENCE)
    if signal.kind is SignalKind.HOLDS:
        by_card = state.rules.layout.by_card
        held = {by_card[card] for card in state.hands[signal.seat]}
        if (
            signal.subject not in CardCommand.__members__
            or CardCommand(str(signal.subject)) not in held
        ):
            raise Refusal(Code.NOT_HELD, command=signal.subject)
    elif signal.subject not in range(len(state.tops)):
        raise IndexError(f"there is no pile {signal.subject}")


def can_signal(state: State, signal: Signal) -> bool:
    """Whether ``give_signal`` would accept it."""
    try:
        verify_signal(state, signal)
    except Refusal:
        return False
    return True


def give_signal(state: State, signal: Signal) -> State:
    """Let a signal stand; a seat has one signal per pile, the newer replaces the older."""
    verify_signal(state, signal)
    return let_stand(state, signal)


def let_stand(state: State, signal: Signal) -> State:
    """Let a signal stand that was judged already."""
    kept = withdraw(state, signal.seat, signal.subject).signals
    return replace(state, signals=(*kept, signal))


def withdraw(state: State, seat: int, subject: int | str | None = None) -> State:
    """Take back a seat's signal about a pile or command, or all of them."""
    kept = tuple(
        signal
        for signal in state.signals
        if signal.seat != seat or subject not in (None, signal.subject)
    )
    return replace(state, signals=kept)
