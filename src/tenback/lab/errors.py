"""What can go wrong with an experiment, each a message for whoever asked for it."""

__all__ = ["ExperimentInterrupted", "GameFailedError", "LabError", "WorkerLostError"]


class LabError(ValueError):
    """An experiment that cannot be made; the message names what was asked for."""


class GameFailedError(LabError):
    """A bot that failed in the middle of a game; the message names the game's seed."""


class WorkerLostError(LabError):
    """Workers that keep dying on the same games; what was finished before is kept."""


class ExperimentInterrupted(KeyboardInterrupt):
    """Ctrl-C during an experiment; ``result`` is what was done until then, None if nothing was."""

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result = result
