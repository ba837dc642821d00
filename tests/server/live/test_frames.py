"""Frames are written in parts. Read again, each equals the message it stands for."""

import random

import msgspec
import pytest
from tests.table.support import make_rules

from tenback import __version__
from tenback.rules import GAMES, Ruleset
from tenback.server.live.frames import Frames
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import Resync, Update, Welcome
from tenback.server.wire.narrate import narrate
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.table import Deal, Settings, Table, World, decide, fold, open_table
from tenback.table.unions import Ready, Sit, StartGame

ServerMessage = Resync | Update | Welcome


def deal(rules: Ruleset) -> Deal:
    chance = random.Random(5)
    decks = (chance.sample(deck, len(deck)) for deck in rules.game.decks(rules))
    return Deal(tuple(map(tuple, decks)), "0" * 64)


@pytest.fixture(scope="module", params=GAMES)
def dealt(request: pytest.FixtureRequest) -> tuple[Table, tuple[Happening, ...]]:
    table = fold(open_table(make_rules(request.param, 2), Settings(starter="lot")))
    world = World(deal, lambda: "2026-11-16", lambda _: True)
    told: list[Happening] = []
    commands = ((0, Sit("Ann", "a")), (1, Sit("Bea", "b")), (1, Ready(True)), (0, StartGame()))
    for seat, command in commands:
        for event, after in decide(table, seat, command, world, by_operator=True):
            told += narrate(table, event, after)
            table = after
    return table, tuple(told)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_frame_is_the_message(
    dealt: tuple[Table, tuple[Happening, ...]], seat: int | None
) -> None:
    table, told = dealt
    frames = Frames("ABCDEFG", table)
    shown = show_table("ABCDEFG", table, show_rules(table.rules))
    own = show_own(table, seat)

    written = [
        frames.news(table, told, 1200).whole(seat),
        frames.welcome(table, seat, (told, True), None),
        frames.resync(table, seat, (told, False), 7, "x1"),
    ]

    read = [msgspec.json.decode(frame, type=ServerMessage) for frame in written]
    assert read == [
        Update(table.seq, told, shown, own, 1200),
        Welcome(table.seq, seat, shown, own, told, True, None, __version__),
        Resync("x1", table.seq, seat, shown, own, told, False, 7),
    ]
