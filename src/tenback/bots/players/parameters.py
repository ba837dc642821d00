"""What the parameters of a bot may be."""

__all__ = ["verify_parameter"]

_MOST = 1_000_000


def verify_parameter(name: str, value: int, *, least: int) -> None:
    """Raise a ``ValueError`` for a number that is too small or too large."""
    if not least <= value <= _MOST:
        raise ValueError(f"{name} must be at least {least} and at most {_MOST}")
