"""The host changes the settings of the table, or makes somebody else the host."""

from msgspec.structs import replace

from tenback.rules import Refusal
from tenback.table.base import CommandStruct, HostIdleEvent
from tenback.table.codes import TableCode
from tenback.table.guards import seat_at, verify_host
from tenback.table.model import SeatKind, Stage, Table
from tenback.table.registry import Draft, applies, decides
from tenback.table.settings import Settings
from tenback.table.use_cases.starting import settle_starter, start_if_settled

__all__ = ["ChangeSettings", "HostNamed", "NameHost", "SettingsChanged"]


class ChangeSettings(CommandStruct, frozen=True, tag="change_settings"):
    """Change the settings of the table, as the host."""

    settings: Settings


class NameHost(CommandStruct, frozen=True, tag="name_host"):
    """Make somebody else the host, as the host."""

    seat: int


class SettingsChanged(HostIdleEvent, frozen=True, tag="settings_changed"):
    """The settings have changed."""

    settings: Settings


class HostNamed(HostIdleEvent, frozen=True, tag="host_named"):
    """Somebody else is the host."""

    seat: int


@decides(ChangeSettings)
def change_settings(draft: Draft, seat: int, command: ChangeSettings) -> None:
    """Change the settings; an unknown stand-in is refused."""
    verify_host(draft.table, seat)
    bot = command.settings.stand_in
    if bot and not draft.world.knows_bot(bot):
        raise Refusal(TableCode.NO_BOT, bot=bot)
    _verify_fair(draft.table, command.settings)
    draft.add(SettingsChanged(command.settings))
    if draft.table.stage is Stage.DEALT:  # the starter may now be decided in another way
        start_if_settled(draft)
        settle_starter(draft)


def _verify_fair(table: Table, settings: Settings) -> None:
    """Refuse to have the opponent's turn played for them, by a short clock or another stand-in."""
    before = table.settings
    is_changed = (settings.turn_seconds, settings.stand_in) != (
        before.turn_seconds,
        before.stand_in,
    )
    if is_changed and table.stage is Stage.PLAYING and not table.rules.game.is_team_game:
        raise Refusal(TableCode.GAME_ON)


@decides(NameHost)
def name_host(draft: Draft, seat: int, command: NameHost) -> None:
    """Hand the table over; a bot cannot run it."""
    verify_host(draft.table, seat)
    chosen = seat_at(draft.table, command.seat)
    if chosen.kind is SeatKind.BOT:
        raise Refusal(TableCode.BOT_PLAYS)
    if chosen.away:
        raise Refusal(TableCode.AWAY, name=chosen.name)
    draft.add(HostNamed(command.seat))


@applies(SettingsChanged)
def settings_changed(table: Table, event: SettingsChanged) -> Table:
    """Apply the settings."""
    return replace(table, settings=event.settings)


@applies(HostNamed)
def host_named(table: Table, event: HostNamed) -> Table:
    """Change the host."""
    return replace(table, host=event.seat)
