"""Wrong usage of the command line: one line that says what was wrong and what would be right."""

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from cyclopts.exceptions import UnknownCommandError

__all__ = ["tell_wrong_usage"]


def tell_wrong_usage(error: CycloptsError) -> str:
    """Return the line for an error of Cyclopts."""
    command = " ".join(("tenback", *(error.command_chain or ())))
    match error:
        case MissingArgumentError():
            return _tell_missing(error, command)
        case UnknownCommandError():
            told = str(error).partition(" Available commands")[0]
            return f"{told} {command} --help lists the commands."
        case UnknownOptionError():
            return f"{error} {command} --help lists the options."
        case UnusedCliTokensError():
            words = " ".join(error.unused_tokens or ())
            return f"{words!r} is more than {command} takes; {command} --help says what it takes"
        case CoercionError(target_type=kind, token=token) if kind is float and token is not None:
            return f"Invalid value for {token.keyword}: {token.value!r} is not a number"
        case _:
            return str(error)


def _tell_missing(error: MissingArgumentError, command: str) -> str:
    """Name what is missing as it would be typed: an argument by its place has no dashes."""
    argument = error.argument
    if argument is None:
        return str(error)
    help_says = f"{command} --help says what it is"
    value = argument.field_info.name.upper()
    option = error.keyword or next((token.keyword for token in argument.tokens), None)
    if option is not None:
        return f"{option} needs a value: {command} {option} {value}; {help_says}"
    if argument.field_info.is_positional:
        return f"{value} is missing: {command} {value}; {help_says}"
    return f"{argument.name} is missing: {command} {argument.name} {value}; {help_says}"
