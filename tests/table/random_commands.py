"""Random life at a table: sensible commands, forbidden ones and nonsense, from any seat."""

import random
from collections.abc import Callable
from typing import get_args

from tests.table.support import BOTS, NAMES, Desk

from tenback.rules import Placement, Refusal, Ruleset, SignalKind, State
from tenback.rules.placement import gap
from tenback.rules.talk import MAX_TEXT
from tenback.table import (
    Command,
    Deal,
    Event,
    OperatorCommand,
    SeatKind,
    Settings,
    Stage,
    Table,
    World,
    fold,
)
from tenback.table.model import Eagerness
from tenback.table.unions import (
    AgreeStandIn,
    AskHint,
    ChangeSettings,
    ChooseStarter,
    Concede,
    EndTurn,
    GiveSignal,
    GoAway,
    Leave,
    NameHost,
    NoteStumble,
    OfferStart,
    Place,
    PlayTurn,
    Ready,
    Rematch,
    Return,
    Say,
    SeatBot,
    Sit,
    StartGame,
    TakeBack,
    TimeUp,
    Unseat,
    WithdrawSignals,
)

__all__ = ["RandomLife"]

TOO_LONG = "x" * (MAX_TEXT + 1)
TEXTS = ("hello", "leave the first pile to me", "I have 42", "", "\u200b", "just below", TOO_LONG)
SUBJECTS = (-1, 0, 1, 2, 3, 4, "A1", "STOP", "SILENCE", "DRAW_ONE", "nothing")
EAGERNESS: tuple[Eagerness, ...] = get_args(Eagerness)
Chosen = tuple[int, Command | OperatorCommand, bool]


def _look_away(before: Table, event: Event, after: Table) -> None:
    del before, event, after


def _step(state: State, placement: Placement) -> int:
    card, pile = placement
    return gap(state.rules.game.piles[pile].ascending, state.tops[pile], card)


class RandomLife:
    """Drives one table; ``watch`` gets every event with the tables before and after it."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.source = random.Random(seed)
        self.desk = Desk(rules, self._settings(), self._world())
        self.watch: Callable[[Table, Event, Table], None] = _look_away
        #: How often the smallest step is taken, so that some games last long.
        self.care = self.source.choice((0.0, 0.95, 1.0))

    def _world(self) -> World:
        def deal(rules: Ruleset) -> Deal:
            decks = (self.source.sample(deck, len(deck)) for deck in rules.game.decks(rules))
            return Deal(tuple(map(tuple, decks)), f"{self.source.getrandbits(256):064x}")

        return World(deal, lambda: "2026-11-15", lambda bot: bot.partition(":")[0] in BOTS)

    def _settings(self) -> Settings:
        choose = self.source.choice
        return Settings(
            starter=choose(("vote", "host", "lot")),
            text=choose((True, False)),
            take_back=choose((True, True, False)),
            memory=choose((True, False)),
            stand_in=choose(("tuned", "greedy", "")),
        )

    def live(self, commands: int) -> None:
        """Give so many commands; every refusal must have a sentence."""
        for _ in range(commands):
            seat, command, by_operator = self._choose()
            before, count = self.desk.table, len(self.desk.events)
            try:
                caused = self.desk.step(seat, command, by_operator=by_operator)
            except Refusal as refusal:
                self.desk.tell(refusal)
                assert self.desk.table is before
                assert len(self.desk.events) == count
            else:
                self._show(before, caused)

    def _show(self, before: Table, caused: list[Event]) -> None:
        for event in caused:
            after = fold([event], before)
            self.watch(before, event, after)
            before = after
        assert before == self.desk.table

    def _choose(self) -> Chosen:
        chance = self.source.random()
        if chance < 0.08:
            return self._nonsense()
        if chance < 0.25:
            return self._around()
        match self.desk.table.stage:
            case Stage.GATHERING:
                return self._gather()
            case Stage.DEALT:
                return self._settle()
            case Stage.PLAYING:
                return self._move()
            case Stage.OVER:
                return self._again()

    def _seat(self) -> int:
        return self.source.randrange(self.desk.table.rules.players)

    def _host(self) -> int:
        host = self.desk.table.host
        return self._seat() if host is None else host

    def _sit(self) -> Sit:
        kind = self.source.choice((SeatKind.PERSON, SeatKind.PROGRAM))
        return Sit(self.source.choice(NAMES), f"key {self.source.random()}", kind)

    def _gather(self) -> Chosen:
        choices: list[Chosen] = [
            (self._seat(), self._sit(), True),
            (self._host(), SeatBot(self.source.choice(BOTS)), False),
            (self._seat(), Ready(), False),
            (self._seat(), Ready(), False),
            (self._host(), StartGame(), False),
        ]
        return self.source.choice(choices)

    def _again(self) -> Chosen:
        choices: list[Chosen] = [
            (self._seat(), Rematch(), False),
            (self._seat(), Rematch(), False),
            (self._seat(), self._sit(), True),
            (self._host(), SeatBot("greedy"), False),
            (self._seat(), Leave(), False),
            (self._seat(), Rematch(self.source.random() < 0.5), False),
        ]
        return self.source.choice(choices)

    def _settle(self) -> Chosen:
        """Agree who starts."""
        if self.source.random() < 0.3:
            return self._seat(), OfferStart(self.source.choice(EAGERNESS)), False
        return self._seat(), ChooseStarter(self._seat()), False

    def _move(self) -> Chosen:
        state = self.desk.play.state
        by_operator = self.desk.table.bot_to_move is not None
        if state.laid and state.judge_end() is None and self.source.random() < 0.6:
            return state.seat, EndTurn(), by_operator
        if state.laid and self.source.random() < 0.1:
            return state.seat, TakeBack(), by_operator
        placement = self._placement(state)
        if placement is None:
            return state.seat, EndTurn(), by_operator
        if self.source.random() < 0.2:
            return state.seat, self._turn(state, placement), by_operator
        return state.seat, Place(*placement), by_operator

    def _placement(self, state: State) -> Placement | None:
        options = list(state.legal_placements)
        if not options:
            return None
        if self.source.random() < self.care:
            return min(options, key=lambda placement: _step(state, placement))
        return self.source.choice(options)

    def _turn(self, state: State, placement: Placement) -> PlayTurn:
        """Make a whole turn, now and then too long."""
        placements: list[Placement] = []
        turns, wanted = state.turns, self.source.choice((1, 2, 2, 3))
        next_one: Placement | None = placement
        while next_one is not None and len(placements) < wanted:
            placements.append(next_one)
            state = state.place(next_one)
            if (state.turns != turns or state.outcome is not None) and self.source.random() < 0.8:
                break
            next_one = self._placement(state)
        return PlayTurn(tuple(placements))

    def _around(self) -> Chosen:
        """Choose what people do besides laying cards."""
        seat, other = self._seat(), self._seat()
        kinds = (SignalKind.KEEP_OFF, SignalKind.SMALL_STEPS)
        turn = 0 if self.desk.table.play is None else self.desk.play.state.turns
        common: list[Chosen] = [
            (seat, GiveSignal(self.source.choice(kinds), self.source.randrange(4)), False),
            (seat, GiveSignal(SignalKind.HOLDS, self.source.choice(("STOP", "SKULL"))), False),
            (self._signaller(), WithdrawSignals(self.source.choice((None, 0, "STOP"))), False),
            (seat, Say(self.source.choice(TEXTS)), False),
            (seat, GoAway(), True),
            (seat, Return(), True),
            (seat, Return(), True),
            (seat, AgreeStandIn(self._absent()), False),
            (seat, AgreeStandIn(self._absent()), False),
            (seat, TimeUp(1, turn), True),
            (self._mover(), AskHint(), False),
        ]
        rare: list[Chosen] = [
            (seat, Concede(self.source.random() < 0.7), False),
            (seat, Leave(), False),
            (self._host(), ChangeSettings(self._settings()), False),
            (self._host(), NameHost(other), False),
            (self._host(), Unseat(other), False),
            (seat, NoteStumble(), True),
        ]
        return self.source.choice(common if self.source.random() < 0.7 else rare)

    def _mover(self) -> int:
        play = self.desk.table.play
        return self._seat() if play is None else play.state.seat

    def _signaller(self) -> int:
        play = self.desk.table.play
        signals = () if play is None else play.state.signals
        return self.source.choice(signals).seat if signals else self._seat()

    def _absent(self) -> int:
        seats = enumerate(self.desk.table.seats)
        absent = [number for number, seat in seats if seat is not None and seat.away]
        return self.source.choice(absent) if absent else self._seat()

    def _nonsense(self) -> Chosen:
        """Choose anything for anybody, out of turn and out of range."""
        seat, number = self._seat(), self.source.randrange(-2, 101)
        pile = self.source.randrange(-1, 5)
        choices: list[Command | OperatorCommand] = [
            Place(number, pile),
            PlayTurn(()),
            PlayTurn((Placement(number, pile), Placement(number, pile))),
            EndTurn(),
            TakeBack(),
            ChooseStarter(pile),
            OfferStart(self.source.choice(EAGERNESS)),
            GiveSignal(self.source.choice(list(SignalKind)), self.source.choice(SUBJECTS)),
            WithdrawSignals(self.source.choice(SUBJECTS)),
            Say(self.source.choice(TEXTS)),
            AgreeStandIn(pile),
            SeatBot(self.source.choice(("greedy", "greedy: x", "nobody", "")), pile, "a|b"),
            Sit(self.source.choice(("", "a|b", "Ann")), "key", seat=pile),
            Unseat(pile),
            NameHost(pile),
            StartGame(),
            Ready(self.source.random() < 0.5),
            Rematch(self.source.random() < 0.5),
            ChangeSettings(Settings(stand_in="nobody")),
            TimeUp(number, number),
        ]
        return seat, self.source.choice(choices), False
