"""Errors of experiments, each with a message for the person who asked for it."""

__all__ = ["ExperimentInterrupted", "GameFailedError", "LabError", "WorkerLostError"]


class LabError(ValueError):
    """An experiment that cannot be run; the message names what was asked for."""


class GameFailedError(LabError):
    """A bot failed in the middle of a game; the message names the seed of the game."""


class WorkerLostError(LabError):
    """Workers keep dying on the same games; the games finished before are kept."""


class ExperimentInterrupted(KeyboardInterrupt):
    """Ctrl-C during an experiment; ``result`` covers the games so far, None if there are none."""

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result = result
