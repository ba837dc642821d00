"""What is told of each event: everything once, and no hidden card."""

import random
from collections import Counter
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests.table.random_commands import RandomLife
from tests.table.support import Desk, gathered, make_rules, stacked, started, turn

from tenback.rules import Rating, Ruleset, SignalKind
from tenback.server.wire import happenings as told
from tenback.server.wire.happenings import Happening
from tenback.server.wire.narrate import narrate
from tenback.server.wire.views import OutcomeView
from tenback.table import (
    Command,
    Event,
    OperatorCommand,
    SeatKind,
    Settings,
    Table,
    adopt_record,
    fold,
    open_table,
)
from tenback.table.unions import (
    AgreeStandIn,
    ChangeSettings,
    ChooseStarter,
    Concede,
    EndTurn,
    GameDealt,
    GiveSignal,
    GoAway,
    Leave,
    NameHost,
    NoteStumble,
    OfferStart,
    Place,
    Ready,
    Rematch,
    Return,
    Say,
    SeatBot,
    Sit,
    StartGame,
    TakeBack,
    TimeUp,
    WithdrawSignals,
)
from tenback.testing.hidden import deal_hidden_anew
from tenback.testing.strategies import rulesets


def tell(
    desk: Desk, seat: int, command: Command | OperatorCommand, *, by_operator: bool = False
) -> list[Happening]:
    """Carry a command out and tell what happened."""
    before, heard = desk.table, list[Happening]()
    for event in desk.do(seat, command, by_operator=by_operator):
        after = fold([event], before)
        heard += narrate(before, event, after)
        before = after
    return heard


def lost(score: int, termination: str = "CONCEDED", seat: int = 0) -> told.GameEnded:
    return told.GameEnded(OutcomeView(termination, score, (), seat, Rating.LOST))


def test_opening_a_table_is_not_told() -> None:
    (opened,) = open_table(make_rules(), Settings())
    assert narrate(None, opened, fold([opened])) == []


def test_sitting_down_and_leaving() -> None:
    desk = Desk(make_rules(players=3))
    assert tell(desk, 0, Sit("Ann", "secret")) == [
        told.SeatTaken(0, "Ann", SeatKind.PERSON, ""),
        told.HostNamed(0),
    ]
    assert tell(desk, 0, SeatBot("greedy")) == [told.SeatTaken(1, "Greedy", SeatKind.BOT, "greedy")]
    assert tell(desk, 0, Sit("Bea", "secret")) == [told.SeatTaken(2, "Bea", SeatKind.PERSON, "")]
    assert tell(desk, 0, Leave()) == [told.SeatFreed(0, "Ann"), told.HostNamed(2)]
    assert tell(desk, 2, Leave()) == [told.SeatFreed(2, "Bea")]


def test_the_host_and_readiness() -> None:
    desk = gathered()
    assert tell(desk, 1, Ready()) == [told.ReadinessChanged(1, True)]
    assert tell(desk, 0, NameHost(1)) == [told.HostNamed(1)]
    assert tell(desk, 1, NameHost(1)) == []
    wanted = Settings(text=True)
    assert tell(desk, 1, ChangeSettings(wanted)) == [told.SettingsChanged(wanted)]


def test_the_deal_and_the_start() -> None:
    desk = gathered()
    desk.do(1, Ready())
    heard = tell(desk, 0, StartGame())
    assert heard == [told.GameDealt(1, desk.play.commitment)]
    assert tell(desk, 1, OfferStart("gladly")) == [told.StartOffered(1, "gladly")]
    assert tell(desk, 1, OfferStart("gladly")) == []
    assert tell(desk, 0, ChooseStarter(1)) == [told.StarterVoted(0, 1)]
    assert tell(desk, 1, ChooseStarter(1)) == [told.StarterVoted(1, 1), told.GameStarted(1)]


def test_cards_and_the_end_of_a_turn() -> None:
    desk = started(world=stacked((30, 20, 40, 2, 3, 5, 6)))
    assert tell(desk, 0, Place(30, 0)) == [told.CardPlaced(0, 30, 0, 1, "step", 29, None)]
    assert tell(desk, 0, TakeBack()) == [told.CardTakenBack(0, 30, 0)]
    desk.do(0, Place(30, 0))
    assert tell(desk, 0, Place(20, 0)) == [told.CardPlaced(0, 20, 0, 30, "jump", 10, None)]
    assert tell(desk, 0, EndTurn()) == [told.TurnEnded(0, 2, 2, 1)]


def test_a_card_for_the_opponent() -> None:
    desk = started("duel", world=stacked((10, 11, 12, 13, 14, 15), (20, 21, 22, 23, 24, 25)))
    desk.do(0, turn((10, 0), (11, 0)))
    desk.do(1, turn((20, 2), (21, 2)))
    assert tell(desk, 0, Place(15, 2)) == [told.CardPlaced(0, 15, 2, 21, "help", 6, None)]


def test_a_card_that_closes_the_turn_tells_both() -> None:
    desk = started("extreme")
    assert tell(desk, 0, Place(4, 0)) == [
        told.CardPlaced(0, 4, 0, 1, "step", 3, "STOP"),  # type: ignore[arg-type] # the command's name
        told.TurnEnded(0, 1, 1, 1),
    ]


def test_a_whole_turn_is_told_card_by_card() -> None:
    heard = tell(started(), 0, turn((2, 0), (3, 0)))
    assert [type(one) for one in heard] == [told.CardPlaced, told.CardPlaced, told.TurnEnded]


def test_the_end_of_the_game_is_told_once() -> None:
    desk = started(breach="lose")
    desk.do(0, Place(2, 0))
    assert tell(desk, 0, EndTurn()) == [lost(97, "MINIMUM")]
    assert tell(desk, 1, Rematch()) == [told.RematchWished(1, True)]
    again = tell(desk, 0, Rematch())
    assert [type(one) for one in again] == [told.RematchWished, told.GameDealt, told.GameStarted]


def test_giving_up() -> None:
    desk = started()
    assert tell(desk, 1, Concede()) == [told.ConcessionWished(1, True)]
    assert tell(desk, 1, Concede(False)) == [told.ConcessionWished(1, False)]
    desk.do(1, Concede())
    assert tell(desk, 0, Concede()) == [told.ConcessionWished(0, True), lost(98)]


def test_talk() -> None:
    desk = started(settings=Settings(text=True))
    kind = SignalKind.KEEP_OFF
    assert tell(desk, 1, GiveSignal(kind, 0)) == [told.SignalGiven(1, kind, 0)]
    assert tell(desk, 1, WithdrawSignals()) == [told.SignalWithdrawn(1, kind, 0)]
    assert tell(desk, 1, Say("<b>hello</b>")) == [told.Said(1, "<b>hello</b>")]


def test_absence() -> None:
    desk = started(players=3, world=stacked())
    assert tell(desk, 0, GoAway()) == [told.WentAway(0), told.HostNamed(1)]
    assert tell(desk, 1, AgreeStandIn(0)) == [told.StandInAgreed(1, 0)]
    assert tell(desk, 2, AgreeStandIn(0)) == [
        told.StandInAgreed(2, 0),
        told.StandInSeated(0, "steady"),
    ]
    assert tell(desk, 0, Return()) == [told.CameBack(0)]
    assert tell(desk, 0, TimeUp(1, 0)) == [told.TimeRanOut(0)]
    assert tell(desk, 0, NoteStumble(), by_operator=True) == [told.BotStumbled(0)]


def test_a_game_that_goes_on_from_a_record() -> None:
    desk = started()
    events = adopt_record(desk.play.record, Settings())
    before = fold(events[:-1])
    assert narrate(before, events[-1], fold(events)) == [told.GameDealt(1, desk.play.commitment)]


@given(rulesets(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_every_turn_and_game_is_told_once_and_no_hidden_card_ever(
    rules: Ruleset, seed: int
) -> None:
    life = RandomLife(rules, seed)
    source = random.Random(seed)
    ended: Counter[int] = Counter()
    over: Counter[int] = Counter()
    games: dict[int, tuple[int, bool]] = {}

    def redealt(table: Table) -> Table:
        if table.play is None:
            return table
        state = deal_hidden_anew(table.play.state, None, source)
        return structs.replace(table, play=structs.replace(table.play, state=state))

    def watch(before: Table, event: Event, after: Table) -> None:
        heard = narrate(before, event, after)
        assert heard == narrate(redealt(before), event, redealt(after))
        if isinstance(event, GameDealt):
            assert after.play is not None
            assert heard == [told.GameDealt(event.number, after.play.commitment)]
        text = msgspec.json.encode(heard)
        assert msgspec.json.decode(text, type=list[Happening]) == heard  # type: ignore[valid-type]
        for sitting in after.seats:
            assert sitting is None or not sitting.key or sitting.key.encode() not in text
        play = after.play
        if play is None:
            return
        ended[play.number] += sum(isinstance(one, told.TurnEnded) for one in heard)
        over[play.number] += sum(isinstance(one, told.GameEnded) for one in heard)
        games[play.number] = play.state.turns, play.state.outcome is not None

    life.watch = watch
    life.live(120)
    for number, (turns, is_over) in games.items():
        assert (ended[number], over[number]) == (turns, is_over)


@pytest.mark.parametrize("kind", get_args(Happening))
def test_a_happening_is_known_by_its_type(kind: type[msgspec.Struct]) -> None:
    tags = [one.__struct_config__.tag for one in get_args(Happening)]
    assert tags.count(kind.__struct_config__.tag) == 1
