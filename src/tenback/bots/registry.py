"""The bots there are: our own and those that other packages offer by entry point.

A bot is named by a specification: ``greedy``, or with parameters ``montecarlo:samples=200``.
Nothing is imported before a bot is created.
"""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, get_type_hints

from tenback.bots.protocol import Bot, BotError
from tenback.extras import install_line, missing_package

__all__ = ["ENTRY_POINT_GROUP", "BotEntry", "create_bot", "find_bots", "split_bots"]

ENTRY_POINT_GROUP = "tenback.bots"
_US = "tenback"


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot by name: where its class is, and who offers it."""

    name: str
    target: str
    offered_by: str = _US
    #: Whether it needs the extra ``kernels``.
    is_compiled: bool = False

    def load(self) -> Any:
        """Import the class."""
        module, _, attribute = self.target.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except ModuleNotFoundError as error:
            if self.lacks is None:
                raise BotError(f"the bot {self.name!r} cannot be loaded: {error}") from error
            told = f"{self.lacks} is not installed: {install_line('kernels')}"
            raise BotError(f"the bot {self.name!r} needs compiled code, and {told}") from None
        except (ImportError, AttributeError) as error:
            raise BotError(f"the bot {self.name!r} cannot be loaded: {error}") from error

    @property
    def is_own(self) -> bool:
        """Whether the bot comes with this package."""
        return self.offered_by == _US

    @property
    def lacks(self) -> str | None:
        """A package that one of our own bots needs and that is not installed."""
        return missing_package("kernels") if self.is_compiled else None


_OWN = (
    BotEntry("random", "tenback.bots.players.random:RandomBot"),
    BotEntry("greedy", "tenback.bots.players.greedy:Greedy"),
    BotEntry("planner", "tenback.bots.players.planner:Planner", is_compiled=True),
    BotEntry("tuned", "tenback.bots.players.tuned:Tuned", is_compiled=True),
    BotEntry("montecarlo", "tenback.bots.players.montecarlo:MonteCarlo", is_compiled=True),
    BotEntry("gentle", "tenback.bots.players.levels:Gentle", is_compiled=True),
    BotEntry("steady", "tenback.bots.players.levels:Steady", is_compiled=True),
    BotEntry("expert", "tenback.bots.players.expert:Expert", is_compiled=True),
    BotEntry("master", "tenback.bots.players.master:Master", is_compiled=True),
)


def find_bots() -> dict[str, BotEntry]:
    """List every bot by name; our own names cannot be taken over by another package."""
    bots = {
        point.name: BotEntry(point.name, point.value, point.dist.name if point.dist else "?")
        for point in entry_points(group=ENTRY_POINT_GROUP)
    }
    return bots | {entry.name: entry for entry in _OWN}


def split_bots(text: str) -> list[str]:
    """Split a list of bots at its commas, not at those between a bot's parameters.

    >>> split_bots("montecarlo:samples=200,ms=0,greedy")
    ['montecarlo:samples=200,ms=0', 'greedy']
    """
    bots: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if bots and ":" in bots[-1] and "=" in part and ":" not in part:
            bots[-1] += f",{part}"
        else:
            bots.append(part)
    return bots


def _find(name: str) -> BotEntry:
    for entry in _OWN:  # without asking every installed package what it offers
        if entry.name == name:
            return entry
    bots = find_bots()
    if name not in bots:
        raise BotError(f"there is no bot {name!r}; the bots are {', '.join(sorted(bots))}")
    return bots[name]


def create_bot(specification: str, *, seed: int = 0) -> Bot:
    """Make a bot from its specification, with the seed of its random choices.

    A ``BotError`` says that there is no such bot, or what is wrong with its parameters.
    """
    if not isinstance(specification, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a bot is named by text, such as 'greedy', not by {specification!r}")
    name, _, rest = specification.strip().partition(":")
    factory = _find(name).load()
    accepted = _parameters(factory)
    arguments: dict[str, object] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals or key not in accepted or key == "seed":
            raise BotError(_tell_parameters(name, part, key if equals else "", accepted))
        try:
            arguments[key] = accepted[key](value)
        except ValueError:
            kind = {int: "a whole number", float: "a number"}.get(accepted[key], "a word")
            raise BotError(f"{name}: {key}={value!r} is not {kind}") from None
    if "seed" in accepted:
        arguments["seed"] = seed
    try:
        bot = factory(**arguments)
    except ValueError as error:
        raise BotError(f"{name}: {error}") from None
    if not isinstance(bot, Bot):
        raise BotError(f"{name}: its class has no method choose(view)")
    return bot


def _tell_parameters(name: str, part: str, key: str, accepted: Mapping[str, type]) -> str:
    """Say what is wrong with a part of a specification, and what would be right."""
    known = sorted(set(accepted) - {"seed"})
    if not known:
        return f"{name}: it has no parameters, so {part!r} means nothing"
    has = f"it has {', '.join(known)}"
    if key == "seed":
        return f"{name}: whoever seats the bot gives the seed; {has}"
    if key:
        return f"{name}: there is no parameter {key!r}; {has}"
    return f"{name}: {part!r} is not PARAMETER=VALUE; {has}"


def _parameters(factory: Any) -> dict[str, type]:
    """Read the names and simple types of what a bot's class takes."""
    function = factory.__init__ if inspect.isclass(factory) else factory
    if function is object.__init__:
        return {}
    hints = get_type_hints(function)
    return {
        name: hints.get(name, str)
        for name, parameter in inspect.signature(factory).parameters.items()
        if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    }
