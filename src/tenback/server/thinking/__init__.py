"""Bots think here: in worker processes, within a time, never in the event loop."""

from tenback.server.thinking.messages import WorkerSettings
from tenback.server.thinking.thinkers import Thinkers, ThinkersClosedError, Thought

__all__ = ["Thinkers", "ThinkersClosedError", "Thought", "WorkerSettings"]
