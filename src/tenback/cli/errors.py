"""Bad input at the command line."""

__all__ = ["CliError"]


class CliError(Exception):
    """A message for the user; the program exits with ``status``."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status
