"""The host changes how the table is run, or hands it on."""

from typing import Any

import pytest
from tests.table.support import HANDS, Desk, gathered, make_rules, stacked, started

from tenback.table import Settings, Stage, TableCode
from tenback.table.unions import (
    ChangeSettings,
    ChooseStarter,
    GameStarted,
    GoAway,
    HostNamed,
    NameHost,
    Ready,
    SettingsChanged,
    StarterVoted,
    StartGame,
)


def dealt(settings: Settings) -> Desk:
    desk = gathered(make_rules(), settings, stacked(*HANDS))
    desk.do(1, Ready())
    desk.do(0, StartGame())
    assert desk.table.stage is Stage.DEALT
    return desk


def test_only_the_host_changes_settings_and_names_a_host() -> None:
    desk = gathered()
    assert desk.code(1, ChangeSettings(Settings())) == TableCode.NOT_HOST
    assert desk.code(1, NameHost(1)) == TableCode.NOT_HOST


def test_settings_change_also_during_a_game() -> None:
    desk = started()
    wanted = Settings(text=True, turn_seconds=30, stand_in="greedy")
    assert desk.do(0, ChangeSettings(wanted)) == [SettingsChanged(wanted)]
    assert desk.table.settings == wanted


@pytest.mark.parametrize(
    "unfair", [{"turn_seconds": 1}, {"stand_in": ""}], ids=["clock", "stand-in"]
)
def test_a_host_cannot_have_the_opponents_turn_played(unfair: dict[str, Any]) -> None:
    desk = started("duel")
    assert desk.code(0, ChangeSettings(Settings(**unfair))) == TableCode.GAME_ON
    desk.do(0, ChangeSettings(Settings(text=True)))
    started().do(0, ChangeSettings(Settings(**unfair)))


def test_a_stand_in_must_be_a_bot_or_none() -> None:
    desk = gathered()
    assert desk.code(0, ChangeSettings(Settings(stand_in="nobody"))) == TableCode.NO_BOT
    desk.do(0, ChangeSettings(Settings(stand_in="")))
    assert desk.table.settings.stand_in == ""


def test_the_host_hands_the_table_on() -> None:
    desk = gathered()
    assert desk.do(0, NameHost(1)) == [HostNamed(1)]
    assert desk.table.host == 1
    assert desk.code(0, NameHost(0)) == TableCode.NOT_HOST


def test_a_bot_or_nobody_cannot_be_host() -> None:
    desk = gathered(make_rules(players=2), bots=(1,))
    assert desk.code(0, NameHost(1)) == TableCode.BOT_PLAYS
    assert desk.code(0, NameHost(7)) == TableCode.NO_SEAT


def test_somebody_away_cannot_be_made_host() -> None:
    desk = started()
    desk.do(1, GoAway(), by_operator=True)
    assert desk.code(0, NameHost(1)) == TableCode.AWAY


def test_a_starter_drawn_by_lot_from_now_on_is_drawn_at_once() -> None:
    desk = dealt(Settings(starter="host"))
    lot = Settings(starter="lot")
    changed, begun = desk.do(0, ChangeSettings(lot))
    assert changed == SettingsChanged(lot)
    assert isinstance(begun, GameStarted)
    assert desk.table.stage is Stage.PLAYING


def test_a_vote_that_becomes_the_hosts_choice_and_a_vote_again() -> None:
    desk = dealt(Settings(starter="vote"))
    assert desk.do(1, ChooseStarter(1)) == [StarterVoted(1, 1)]
    desk.do(0, ChangeSettings(Settings(starter="host")))
    assert desk.code(1, ChooseStarter(1)) == TableCode.NOT_HOST
    desk.do(0, ChangeSettings(Settings(starter="vote")))
    assert desk.do(0, ChooseStarter(1)) == [StarterVoted(0, 1), GameStarted(1, 2, found_by="vote")]


def test_a_vote_that_all_present_have_cast_before_counts_once_votes_count_again() -> None:
    desk = dealt(Settings(starter="vote"))
    desk.do(1, ChooseStarter(1))
    desk.do(0, ChangeSettings(Settings(starter="host")))
    desk.do(0, GoAway())
    assert (desk.table.host, desk.table.stage) == (1, Stage.DEALT)
    again = Settings(starter="vote")
    assert desk.do(1, ChangeSettings(again)) == [
        SettingsChanged(again),
        GameStarted(1, 2, found_by="vote"),
    ]
