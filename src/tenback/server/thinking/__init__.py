"""Bots think here: in worker processes, within a time, never in the event loop."""

from tenback.server.thinking.fair_queue import Payer
from tenback.server.thinking.messages import WorkerSettings
from tenback.server.thinking.thinkers import (
    RecordRejectedError,
    RetellError,
    Thinkers,
    ThinkersClosedError,
    Thought,
)

__all__ = [
    "Payer",
    "RecordRejectedError",
    "RetellError",
    "Thinkers",
    "ThinkersClosedError",
    "Thought",
    "WorkerSettings",
]
