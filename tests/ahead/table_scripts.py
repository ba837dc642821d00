"""Scripts of tables: what the server says at each step. The client's referee must say the same.

A script is a table with one person at the first seat and bots at the others. It asks for allowed
and for forbidden things, at random. After each step it holds the messages of the server: what
happened, what everybody sees, what the person sees, or why the command was refused.
"""

from random import Random
from typing import Any, Final

import msgspec

from tenback.analysis import advise
from tenback.bots import create_bot
from tenback.bots.starting import eagerness
from tenback.records import format_record, record_to_json
from tenback.records.placed import show_placements
from tenback.records.rulesets import format_layout
from tenback.rules import NO_COMMANDS, CardCommand, Placement, Refusal, Ruleset, SignalKind
from tenback.rules.view import view
from tenback.server.live.refusing import refuse
from tenback.server.wire.narrate import narrate
from tenback.server.wire.project import show_own, show_rules, show_table
from tenback.table import Deal, SeatKind, Settings, Stage, Table, World, decide, fold, open_table
from tenback.table.reasons import explain
from tenback.table.unions import (
    AskHint,
    ChooseStarter,
    Concede,
    EndTurn,
    GiveSignal,
    OfferStart,
    Place,
    Rematch,
    SeatBot,
    Sit,
    StartGame,
    TakeBack,
    WithdrawSignals,
)

__all__ = ["write_script"]

_CODE: Final = "0SCRIPT"
_DATE: Final = "2026-11-17"
#: Bots whose choice depends on nothing but the position and the seed.
_BOTS: Final = ("greedy", "planner", "tuned", "expert", "master:samples=8", "montecarlo:samples=8")
_SAMPLES: Final = 16
_THINK_EVERY: Final = 40


class _Script:
    def __init__(self, rules: Ruleset, random: Random, *, thinks: bool) -> None:
        self.rules, self.random, self.thinks = rules, random, thinks
        self.dealt: Deal | None = None
        self.world = World(deal=self._deal, date=lambda: _DATE, knows_bot=lambda _: True)
        starter = random.choice(("vote", "host", "lot"))
        self.settings = Settings(starter, memory=random.random() < 0.5, pace=0)
        self.steps: list[dict[str, Any]] = []
        self.table: Table = fold(open_table(rules, self.settings))
        self._ask(0, Sit("Ana", "key", SeatKind.PERSON))
        for _ in range(rules.players - 1):
            self._ask(0, SeatBot("greedy"))
        self.opening = msgspec.to_builtins(self.settings)

    def _deal(self, rules: Ruleset) -> Deal:
        decks = tuple(
            tuple(self.random.sample(deck, len(deck))) for deck in rules.game.decks(rules)
        )
        salt = "".join(self.random.choice("0123456789abcdef") for _ in range(64))
        self.dealt = Deal(decks, salt)
        return self.dealt

    def _ask(self, seat: int, command: Any, *, by_operator: bool = False) -> None:
        before, self.dealt = self.table, None
        step: dict[str, Any] = {"seat": seat, "command": command, "byDriver": by_operator}
        try:
            steps = decide(before, seat, command, self.world, by_operator=by_operator)
        except Refusal as refusal:
            play = before.play
            seen = None if play is None else view(play.state, None)
            step["refused"] = refuse("", explain(refusal, before.rules, seen))
        else:
            happenings: list[Any] = []
            for event, after in steps:
                happenings += narrate(self.table, event, after)
                self.table = after
            step["happenings"] = happenings
        if self.dealt is not None:
            step["dealt"] = {"decks": self.dealt.decks, "salt": self.dealt.salt, "date": _DATE}
        step["table"] = show_table(_CODE, self.table, show_rules(self.rules))
        step["own"] = show_own(self.table, 0)
        self.steps.append(step)

    def play(self, steps: int) -> None:
        """Start the game, then ask for so many random things."""
        self.first = len(self.steps)
        self._ask(0, StartGame())
        for number in range(steps):
            self._step()
            if self.thinks and number % _THINK_EVERY == 0:
                self._think()

    def _think(self) -> None:
        """Note what bots and advice would do now, whoever is to move."""
        play = self.table.play
        if self.table.stage is not Stage.PLAYING or play is None:
            return
        seat = play.state.seat
        seen = view(play.state, seat, memory=True)
        self.steps[-1]["turns"] = {
            bot: create_bot(bot, seed=play.bot_seed(seat)).choose(seen) for bot in _BOTS
        }
        advised = advise(seen, samples=_SAMPLES)
        self.steps[-1]["hints"] = [
            {
                "placements": show_placements(one.placements),
                **{name: 100 * getattr(one, name) for name in ("chance", "low", "high")},
                "close": one.is_close_to(advised[0]),
                "reasons": one.reasons,
            }
            for one in advised
        ]

    def _step(self) -> None:
        random, table = self.random, self.table
        if table.stage is Stage.DEALT:
            self._settle()
        elif table.stage is Stage.OVER:
            self._ask(0, random.choice((Rematch(), Rematch(), EndTurn(), TakeBack())))
        elif table.bot_to_move is not None and random.random() < 0.9:
            play = table.play
            assert play is not None
            self._ask(play.state.seat, self._move(), by_operator=True)
        else:
            self._ask(0, self._move() if random.random() < 0.8 else self._other())

    def _settle(self) -> None:
        """Agree who starts: the bots say how gladly they would, the person one thing or another."""
        random, play, seats = self.random, self.table.play, range(self.rules.players)
        assert play is not None
        said = [eagerness(view(play.state, seat, memory=True)).name.lower() for seat in seats]
        for seat in seats:
            word = said[seat] if seat else random.choice(said)
            self._ask(seat, OfferStart(word), by_operator=seat > 0)  # type: ignore[arg-type]
            self.steps[-1]["eagerness"] = said
        if random.random() < 0.5:
            self._ask(0, OfferStart(random.choice(said)))  # type: ignore[arg-type] # one of the words
        self._ask(0, ChooseStarter(random.randrange(self.rules.players)))

    def _move(self) -> Any:
        random, play = self.random, self.table.play
        assert play is not None
        state = play.state
        hand = state.hands[state.seat]
        legal = list(state.legal_placements)
        if random.random() < 0.1 and hand:
            # Mostly refused: the card may not be held, and there is no pile 4.
            return Place(random.choice((*hand, 50)), random.randrange(5))
        if not legal or (state.may_end and random.random() < 0.7):
            return EndTurn()
        legal.sort(key=lambda one: abs(one.card - state.tops[one.pile]))
        chosen: Placement = legal[0] if random.random() < 0.6 else random.choice(legal)
        return Place(*chosen)

    def _other(self) -> Any:
        random = self.random
        pile = random.randrange(4)
        return random.choice(
            (
                TakeBack(),
                AskHint(),
                GiveSignal(random.choice((SignalKind.KEEP_OFF, SignalKind.SMALL_STEPS)), pile),
                GiveSignal(SignalKind.HOLDS, random.choice(list(CardCommand))),
                WithdrawSignals(random.choice((None, pile))),
                Concede(wish=random.random() < 0.05),
                EndTurn(),
                StartGame(),
            )
        )


def write_script(rules: Ruleset, seed: int, steps: int, *, thinks: bool = False) -> dict[str, Any]:
    """Return a script as plain data; if it thinks, with turns of bots and advice now and then."""
    script = _Script(rules, Random(seed), thinks=thinks)
    script.play(steps)
    play = script.table.play
    assert play is not None
    told = {
        "code": _CODE,
        "agreed": {
            "game": rules.game.id,
            "players": rules.players,
            "options": rules.changed_options(),
            "layout": "" if rules.layout is NO_COMMANDS else format_layout(rules.layout),
            "starter": None if rules.starter == "lot" else rules.starter,
        },
        "settings": script.opening,
        "bots": ["greedy"] * (rules.players - 1),
        "steps": script.steps[script.first :],
        "record": format_record(play.record),
        "record_json": record_to_json(play.record),
    }
    return msgspec.to_builtins(told, str_keys=True)
