"""The options of the rules at the command line, for every subcommand that deals cards."""

from dataclasses import asdict, dataclass, field, make_dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tenback.cli.common import make_ruleset
from tenback.rules import OPTIONS, Option, Ruleset
from tenback.texts import Texts

__all__ = ["RulesetOptions"]

_LAYOUT = (
    "Command cards of Extreme: even (our own, not the published deck), random, or a JSON file."
)


@dataclass(frozen=True)
class _Options:
    """Choices that the sheets leave open; None is the default of the rules."""

    layout: Annotated[str | None, Parameter(help=_LAYOUT)] = None

    def ruleset(self, game: str, players: int | None, seed: int) -> Ruleset:
        """Build the ruleset, or fail with a one-line message."""
        options: dict[str, object] = asdict(self)
        del options["layout"]
        return make_ruleset(game, players, options, self.layout, seed)


def _parameter(option: Option) -> Any:
    """Return the type of an option's parameter: its values, and what the texts say of them."""
    texts = Texts("en")
    about = texts(f"web.option.about.{option.name}")
    if isinstance(option.values[0], bool):
        return Annotated[bool | None, Parameter(help=about)]
    told = [
        f"{value} = {texts(f'web.option.value.{option.name}.{value}')}" for value in option.values
    ]
    told[0] += " (the default)"
    return Annotated[Literal[option.values] | None, Parameter(help=f"{about} {'; '.join(told)}.")]


if TYPE_CHECKING:
    RulesetOptions = _Options
else:
    # A parameter for each option there is: their values are written in the rules alone.
    RulesetOptions = Parameter(name="*")(
        make_dataclass(
            "RulesetOptions",
            [(name, _parameter(option), field(default=None)) for name, option in OPTIONS.items()],
            bases=(_Options,),
            namespace={"__module__": __name__},  # else it would pass for a type of Python's own
            frozen=True,
        )
    )
