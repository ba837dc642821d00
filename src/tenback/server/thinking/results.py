"""What an answer of a worker process means to whoever asked."""

import logging

from tenback.rules import Placement, Signal, View
from tenback.server.thinking.checks import find_fault
from tenback.server.thinking.messages import (
    Advised,
    AdvisedTurn,
    Answer,
    Chosen,
    Failed,
    Offered,
    Rejected,
    Retold,
    Spoken,
)
from tenback.table.model import Eagerness

__all__ = [
    "RecordRejectedError",
    "RetellError",
    "eagerness_in",
    "judge",
    "retold_in",
    "signals_in",
    "turns_in",
]

_LOGGER = logging.getLogger("tenback.server.thinking")


class RetellError(RuntimeError):
    """A finished game could not be read again."""


class RecordRejectedError(ValueError):
    """What somebody sent is no record of a game; the message says why.

    ``variant`` and ``details`` make a sentence of it.
    """

    def __init__(self, answer: Rejected) -> None:
        super().__init__(answer.reason)
        self.variant, self.details = answer.variant, answer.details


def judge(view: View, answer: Answer) -> tuple[tuple[Placement, ...], str]:
    """Return what was chosen, and why it cannot be played if it cannot."""
    if not isinstance(answer, Chosen):
        return (), answer.reason if isinstance(answer, Failed) else "crashed: no answer"
    fault = find_fault(view, answer.placements)
    return answer.placements, f"illegal: {fault}" if fault else ""


def signals_in(view: View, answer: Answer) -> tuple[Signal, ...]:
    """Return what a bot would tell; nothing if it failed."""
    if not isinstance(answer, Spoken) or view.seat is None:
        return ()
    return tuple(Signal(view.seat, kind, subject) for kind, subject in answer.signals)


def eagerness_in(answer: Answer) -> Eagerness | None:
    """Return how gladly a seat would start; None if that is not known."""
    if isinstance(answer, Failed):
        _LOGGER.warning("a seat does not say how gladly it would start: %s", answer.reason)
    return answer.eagerness if isinstance(answer, Offered) else None


def turns_in(answer: Answer) -> tuple[AdvisedTurn, ...]:
    """Return the turns that are advised; none if that failed."""
    if isinstance(answer, Failed):
        _LOGGER.warning("no advice: %s", answer.reason)
    return answer.turns if isinstance(answer, Advised) else ()


def retold_in(answer: Answer) -> bytes:
    """Return what was asked for of a game; RetellError or RecordRejectedError if it failed."""
    if isinstance(answer, Rejected):
        raise RecordRejectedError(answer)
    if not isinstance(answer, Retold):
        raise RetellError(answer.reason if isinstance(answer, Failed) else "no answer")
    return answer.body
