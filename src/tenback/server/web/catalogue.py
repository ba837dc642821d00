"""What can be played here: games, options, bots, settings of a table, and what is usual."""

from collections.abc import Callable, Mapping
from typing import get_args, get_type_hints

from litestar import get
from litestar.datastructures import State

from tenback.bots.registry import BotEntry
from tenback.records.layouts import LAYOUT_NAMES
from tenback.rules import EVEN, GAMES, OPTIONS, CardCommand, GameRules
from tenback.rules.commands import COPIES, HIGHEST, LOWEST
from tenback.server.live.hall import Hall
from tenback.server.offers import FACES, LEVELS, LIGHT_BOT, PACES, TURN_SECONDS, USUAL_BOT
from tenback.server.tutorials import LESSONS
from tenback.server.web.problems import may_fail
from tenback.server.wire.http import (
    BotView,
    Catalogue,
    CommandCards,
    GameView,
    OptionView,
    PaceView,
    SettingsView,
    SwitchView,
)
from tenback.table import Settings

__all__ = ["CATALOGUE_HANDLERS", "list_choices"]

#: How many sit at a table with friends, if the game lets them.
_COMPANY = 3
#: Alone there is nobody to talk to, and no seat to be listed.
_FOR_COMPANY = frozenset({"talk", "text", "public"})
_SWITCHES = ("text", "take_back", "memory", "spectators", "public")


@get(
    "/api/catalogue",
    summary="Everything that can be chosen",
    responses=may_fail(),
    sync_to_thread=False,
)
def show_catalogue(state: State) -> Catalogue:
    """List games, bots and settings, with what holds if nobody chooses."""
    return list_choices(state.hall.bots, state.hall.thinkers.is_ready)


def list_choices(bots: Mapping[str, BotEntry], is_ready: Callable[[str], bool]) -> Catalogue:
    """List everything that can be chosen where these bots play."""
    games = tuple(map(_game, GAMES.values()))
    return Catalogue(
        games=games,
        usual_game=games[0].id,
        bots=_bots(bots, is_ready),
        usual_bot=USUAL_BOT,
        light_bot=LIGHT_BOT,
        faces=FACES,
        settings=_settings(),
    )


@get("/api/games", summary="List the games", responses=may_fail(), sync_to_thread=False)
def list_games() -> list[GameView]:
    """List the games with their options."""
    return [_game(game) for game in GAMES.values()]


@get("/api/bots", summary="List the bots", responses=may_fail(), sync_to_thread=False)
def list_bots(state: State) -> tuple[BotView, ...]:
    """List the bots that can be seated: levels, then our other ones, then those of others."""
    hall: Hall = state.hall
    return _bots(hall.bots, hall.thinkers.is_ready)


def _game(game: GameRules) -> GameView:
    counts = tuple(game.player_range)
    return GameView(
        id=game.id,
        players=counts,
        usual_players=min(counts, key=lambda count: abs(count - _COMPANY)),
        solo_bots=(USUAL_BOT,) * (counts[0] - 1),
        options=tuple(
            OptionView(option.name, option.values, option.rule, option.name not in _FOR_COMPANY)
            for option in OPTIONS.values()
            if option.name in game.options
        ),
        has_layout="layout" in game.options,
        has_lesson=game.id in LESSONS,
        team=game.is_team_game,
        lowest=game.lowest,
        highest=game.highest,
        command_cards=_command_cards() if "layout" in game.options else None,
    )


def _command_cards() -> CommandCards:
    return CommandCards(
        tuple(CardCommand),
        COPIES,
        LOWEST,
        HIGHEST,
        LAYOUT_NAMES,
        {command: EVEN.numbers(command) for command in CardCommand},
    )


def _bots(bots: Mapping[str, BotEntry], is_ready: Callable[[str], bool]) -> tuple[BotView, ...]:
    def order(bot: BotView) -> tuple[bool, int, bool]:
        return bot.level == 0, bot.level, bot.offered_by != "tenback"

    views = (
        BotView(
            entry.name,
            entry.offered_by,
            LEVELS.index(entry.name) + 1 if entry.name in LEVELS else 0,
            is_ready(entry.name),
        )
        for entry in bots.values()
    )
    return tuple(sorted(views, key=order))


def _settings() -> SettingsView:
    return SettingsView(
        Settings(),
        get_args(get_type_hints(Settings)["starter"]),
        TURN_SECONDS,
        tuple(PaceView(name, ms) for name, ms in PACES.items()),
        tuple(SwitchView(name, name not in _FOR_COMPANY) for name in _SWITCHES),
    )


CATALOGUE_HANDLERS = (show_catalogue, list_games, list_bots)
