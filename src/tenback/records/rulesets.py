"""A ruleset as words: ``short_hand=clamp``, ``layout=STOP:4,28,52,76;SKULL:…``."""

from collections.abc import Mapping
from typing import Any

from tenback.records.layouts import LayoutSource, read_layout
from tenback.records.notation import NotationError, parse_cards
from tenback.rules import EVEN, OPTIONS, CardCommand, Layout, Ruleset, RulesetError, find_game

__all__ = [
    "build_ruleset",
    "format_layout",
    "format_option",
    "parse_layout",
    "parse_option",
    "without_former_options",
]

_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def parse_option(name: str, value: object) -> str | bool:
    """Read the value of an option; a RulesetError names an unknown option or value."""
    option = OPTIONS.get(name)
    if option is None:
        raise RulesetError(name, f"there is no such option; the options are {', '.join(OPTIONS)}")
    if isinstance(option.values[0], bool):
        if isinstance(value, str):
            value = _WORDS.get(value.casefold(), value)
        known = "yes, no"
    else:
        known = ", ".join(map(str, option.values))
    if not isinstance(value, type(option.values[0])) or value not in option.values:
        raise RulesetError(name, f"{value!r} is not one of {known}")
    return value


def format_option(value: str | bool) -> str:
    """Write an option's value as a word."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def format_layout(layout: Layout) -> str:
    """Write a layout: its name, and its numbers unless the name implies them."""
    if layout == EVEN:
        return "even"
    kinds = ((kind, layout.numbers(kind)) for kind in CardCommand)
    told = ";".join(f"{kind}:{','.join(map(str, numbers))}" for kind, numbers in kinds if numbers)
    return f"{layout.name};{told}" if told else layout.name


def parse_layout(text: str) -> Layout:
    """Read what ``format_layout`` writes; anything else is a RulesetError."""
    name, _, rest = text.strip().partition(";")
    name = name.strip()
    if name == "even" and not rest:
        return EVEN
    if name not in ("custom", "random", "partial"):
        raise RulesetError("layout", f"{name!r} is not one of even, custom, random, partial")
    numbers: dict[str, tuple[int, ...]] = {}
    for part in filter(None, (part.strip() for part in rest.split(";"))):
        kind, colon, cards = part.partition(":")
        if not colon:
            raise RulesetError("layout", f"{part!r} is not COMMAND:NUMBERS")
        try:
            numbers[kind.strip()] = parse_cards(cards)
        except NotationError as error:
            raise RulesetError("layout", str(error)) from None
    if name != "partial":
        return Layout.custom(numbers, name)
    if unknown := [kind for kind in numbers if kind not in CardCommand.__members__]:
        raise RulesetError("layout", f"unknown command {unknown[0]!r}")
    return Layout.partial(
        {card: CardCommand(kind) for kind, cards in numbers.items() for card in cards}
    )


def without_former_options(
    game: str, options: Mapping[str, str | bool] | Mapping[str, str]
) -> dict[str, str | bool]:
    """Drop the options that the game no longer offers, for games stored earlier."""
    former = find_game(game).former_options
    return {name: value for name, value in options.items() if name not in former}


def build_ruleset(
    game: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    layout: LayoutSource | None = None,
    seed: int | None = None,
    **rest: Any,
) -> Ruleset:
    """Build a ruleset from words; a ``RulesetError`` names the field of an impossible one.

    ``players`` is by default 1, or the only number that the game allows. ``layout`` is for Extreme:
    "even", "random" (drawn from ``seed``, if there is one), kind -> four numbers, a ``Layout``, or
    a JSON file of one. ``rest`` are further fields of ``Ruleset``.

    >>> rules = build_ruleset("extreme", layout="even")
    >>> rules.layout.numbers("STOP")
    (4, 28, 52, 76)
    """
    found = find_game(game)
    if players is None:
        players = found.player_range[-1] if len(found.player_range) == 1 else 1
    values = {name: parse_option(name, value) for name, value in (options or {}).items()}
    if layout is not None:
        rest["layout"] = read_layout(layout, seed)
    return Ruleset(found, players, **{**values, **rest})  # type: ignore[arg-type] # checked there
