"""What can be played here: games, options, bots."""

from litestar import get
from litestar.datastructures import State

from tenback.records.layouts import LAYOUT_NAMES
from tenback.rules import EVEN, GAMES, OPTIONS, Command
from tenback.rules.commands import COPIES, HIGHEST, LOWEST
from tenback.server.live.house import House
from tenback.server.web.problems import may_fail
from tenback.server.wire.http import BotView, CommandCards, GameView, OptionView

__all__ = ["CATALOGUE_HANDLERS"]


@get("/api/games", summary="List the games", responses=may_fail(), sync_to_thread=False)
def list_games() -> list[GameView]:
    """List the games with their options."""
    return [
        GameView(
            game.id,
            tuple(game.player_range),
            tuple(
                OptionView(option.name, option.values, option.rule)
                for option in OPTIONS.values()
                if option.name in game.options
            ),
            "layout" in game.options,
            game.is_team_game,
            _command_cards() if "layout" in game.options else None,
        )
        for game in GAMES.values()
    ]


def _command_cards() -> CommandCards:
    return CommandCards(
        tuple(Command),
        COPIES,
        LOWEST,
        HIGHEST,
        LAYOUT_NAMES,
        {command: EVEN.numbers(command) for command in Command},
    )


@get("/api/bots", summary="List the bots", responses=may_fail(), sync_to_thread=False)
def list_bots(state: State) -> list[BotView]:
    """List the bots that can be seated."""
    house: House = state.house
    return [BotView(entry.name, entry.offered_by) for entry in house.bots.values()]


CATALOGUE_HANDLERS = (list_games, list_bots)
