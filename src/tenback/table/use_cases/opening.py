"""Opening a table: the rules are agreed, the seats are free."""

from tenback.records import build_ruleset
from tenback.records.rulesets import format_layout, parse_layout, without_former_options
from tenback.rules import NO_COMMANDS, Ruleset
from tenback.table.base import EventStruct
from tenback.table.model import Table
from tenback.table.registry import applies
from tenback.table.settings import Settings

__all__ = ["TableOpened"]


class TableOpened(EventStruct, frozen=True, tag="table_opened"):
    """The first event of every table; the ruleset in words."""

    game: str
    players: int
    options: dict[str, str | bool] = {}  # noqa: RUF012 - msgspec copies it
    layout: str = ""
    starter: int | None = None
    hand_size: int = 0
    settings: Settings = Settings()

    @classmethod
    def with_rules(cls, rules: Ruleset, settings: Settings) -> "TableOpened":
        """Write a ruleset down."""
        return cls(
            rules.game.id,
            rules.players,
            rules.changed_options(),
            "" if rules.layout is NO_COMMANDS else format_layout(rules.layout),
            None if rules.starter == "lot" else rules.starter,
            rules.hand_size,
            settings,
        )

    @property
    def rules(self) -> Ruleset:
        """The ruleset that was written down."""
        return build_ruleset(
            self.game,
            self.players,
            without_former_options(self.game, self.options),
            layout=parse_layout(self.layout) if self.layout else NO_COMMANDS,
            starter="lot" if self.starter is None else self.starter,
            hand_size=self.hand_size,
        )


@applies(TableOpened)
def table_opened(table: Table | None, event: TableOpened) -> Table:
    """Put up an empty table."""
    del table
    return Table(event.rules, event.settings, (None,) * event.players)
