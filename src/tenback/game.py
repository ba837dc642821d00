"""A game that is being played, for scripts, notebooks and bots: ``tenback.Game``."""

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from tenback.bots import Bot, choose_turn, create_bot
from tenback.bots.play import illegal_turn, let_talk, verify_seats
from tenback.draw import TablePicture, svg, text
from tenback.records import (
    GameRecord,
    RecordedSignal,
    Remark,
    build_ruleset,
    deal_from_seed,
    lot_from_seed,
    parse_placement,
    parse_record,
)
from tenback.records.deals import MAX_SEED
from tenback.records.notation import NotationError, format_result, parse_seat
from tenback.records.record import verify_names
from tenback.records.replay import Conceded, Ended, Laid, opening, replay_steps
from tenback.rules import (
    LegalPlacements,
    Outcome,
    Placement,
    Refusal,
    Ruleset,
    Signal,
    SignalKind,
    State,
    View,
    view,
)
from tenback.rules.talk import give_signal, verify_text, withdraw
from tenback.table.chance import Deal
from tenback.table.listening import talk_guard
from tenback.table.model import Play

__all__ = ["Game"]

Turn = str | Iterable[str | Placement]
#: A number from 0, or "P1".
Seat = int | str
_PLACEMENTS = re.compile(r"\d{1,3}\s*[>:]\s*\w+|[^\s,;]+")


class Game:
    """A game with its history: lay cards, take them back, let bots play, keep the record.

    It is the mutable companion of the frozen ``State``. What the rules do not allow raises a
    ``Refusal`` and changes nothing.

    >>> game = Game("original", players=2, seed=7, starter=0)
    >>> game.legal_placements
    <4>A1 30>A1 31>A1 43>A1 45>A1 60>A1 69>A1 4>A2 30>A2 31>A2 43>A2 45>A2 60>A2 69>A2 4>D1 \
30>D1 31>D1 43>D1 45>D1 60>D1 69>D1 4>D2 30>D2 31>D2 43>D2 45>D2 60>D2 69>D2>
    >>> game.play("4>A1 30>A1")  # a whole turn
    <State original, turn 2, P2 to move, 0 of at least 2 laid; A1=30 A2=1 D1=100 D2=100; \
hands 7 7; to draw 82>
    >>> game.undo()
    <State original, turn 1, P1 to move, 0 of at least 2 laid; A1=1 A2=1 D1=100 D2=100; \
hands 7 7; to draw 84>
    >>> game.play_out("greedy").outcome.score
    41
    """

    def __init__(
        self,
        game: str | Ruleset = "original",
        players: int | None = None,
        *,
        seed: int | None = None,
        starter: Seat | None = None,
        names: Sequence[str] = (),
        **options: Any,
    ) -> None:
        """Deal a game and let it begin.

        ``game`` is a name or a ``Ruleset``; with a name, ``players`` and ``options`` are those of
        ``build_ruleset``. Without a ``seed`` one is drawn, so that the game can be repeated from
        its record. ``starter`` is a seat, as a number from 0 or as "P1"; by default it is drawn.
        With "agreed" it is the seat that would start most gladly, as bots say; a lot breaks ties.
        """
        seed = secrets.randbelow(MAX_SEED) if seed is None else seed
        if not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(f"seed: {seed!r} is not a whole number from 0 to {MAX_SEED}")
        if isinstance(game, Ruleset):
            if players is not None or options:
                raise TypeError("a Ruleset has its players and options; give a name to choose them")
            rules = game
        else:
            layout = options.pop("layout", None)
            rules = build_ruleset(game, players, options, layout=layout, seed=seed)
        deal = Deal(deal_from_seed(rules, seed), seed=seed)
        drawn = lot_from_seed(rules, seed)
        if starter is None:
            first = drawn
        else:
            if starter == "agreed":
                first = _agreed(State.deal(rules, deal.decks), drawn)
            else:
                first = _seat("starter", starter, rules)
            if rules.starter == "lot":  # else another seat than the fixed one is refused below
                rules = replace(rules, starter=first)
        shown = tuple(names) or tuple(f"P{seat + 1}" for seat in range(rules.players))
        if len(shown) != rules.players:
            raise ValueError(f"names: {len(shown)} name(s) for {rules.players} player(s)")
        verify_names(shown)
        state = State.deal(rules, deal.decks).start(first)
        self._plays = [Play(1, state, deal, shown, (), starter=first)]

    @classmethod
    def from_record(cls, record: GameRecord | str) -> "Game":
        """Make a game from a record, or from the text of one, to read it or to play on.

        Every turn is judged again: a record that breaks a rule raises a ``ReplayError``, and a text
        that is no record a ``RecordSyntaxError``.
        """
        found = parse_record(record) if isinstance(record, str) else record
        if not isinstance(found, GameRecord):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a GameRecord or the text of one is needed, not {found!r}")
        self = cls.__new__(cls)
        deal = Deal(found.decks, found.salt, found.seed)
        start, names, date = opening(found), found.names, found.date
        self._plays = [Play(1, start, deal, names, found.bots, date, starter=found.starter)]
        for step, state in replay_steps(found):
            match step:
                case Laid() | Ended():
                    self._push(self._play.stepped(state))
                case Conceded(seat):
                    self._push(self._play.conceded(seat, state))
                case RecordedSignal(seat, kind, subject, withdrawn):
                    signal = Signal(seat, kind, subject)
                    self._push(self._play.signalled(state, signal, withdrawn=withdrawn))
                case Remark(words):
                    self._plays[-1] = self._play.remarked(words)
        return self

    @property
    def _play(self) -> Play:
        return self._plays[-1]

    def _push(self, play: Play) -> State:
        self._plays.append(play)
        return play.state

    # What the game is -----------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """What was agreed before the cards were dealt."""
        return self.state.rules

    @property
    def state(self) -> State:
        """The present state, hidden cards included; it is a value and never changes."""
        return self._play.state

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.state.seat

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.state.outcome

    @property
    def result(self) -> str:
        """The outcome in the words of a record: ``open``, ``lost 12 BLOCKED P2``."""
        return format_result(self.outcome)

    @property
    def legal_placements(self) -> LegalPlacements:
        """What may be laid now, computed lazily."""
        return self.state.legal_placements

    @property
    def may_end(self) -> bool:
        """Whether every rule lets the open turn end here."""
        return self.state.may_end

    def legal_turns(self) -> Iterator[tuple[Placement, ...]]:
        """Yield the whole turns that are legal now, as ``State.legal_turns`` does."""
        return self.state.legal_turns()

    def view(self, seat: Seat | None = None, *, memory: bool = True) -> View:
        """Return what a seat may know, by default the one to move; this is what bots are given.

        Without ``memory`` it does not know which cards are gone, as at a table where nobody may
        look through the piles.
        """
        return view(self.state, self._seat(seat), memory=memory)

    def _seat(self, seat: Seat | None) -> int:
        return self.seat if seat is None else _seat("seat", seat, self.rules)

    # Playing --------------------------------------------------------------------------------

    def play(self, turn: Turn) -> State:
        """Play a whole turn, all of it or nothing: ``"4>A1 30>A1"``, or a list of placements.

        In the middle of a turn this is the rest of it. Raises a ``Refusal`` for what the rules do
        not allow.
        """
        play, turns = self._play, self.state.turns
        for placement in self._read(turn):
            if play.state.turns != turns or (play is not self._play and play.state.outcome):
                raise Refusal("TURN_OVER", card=placement.card)
            play = play.stepped(play.state.place(placement))
        if play.state.turns == turns and play.state.outcome is None:
            play = play.stepped(play.state.end())
        return self._push(play)

    def place(self, card: int | str | Placement, pile: int | str | None = None) -> State:
        """Lay one card: ``place("4>A1")``, ``place(4, "A1")`` or ``place(placement)``."""
        if isinstance(card, int):
            if pile is None:
                raise TypeError(f'name the pile as well: place({card}, "A1")')
            placement = self.state.placement(card, pile)
        else:
            placement = self._read_one(card)
        return self._push(self._play.stepped(self.state.place(placement)))

    def end(self) -> State:
        """End the turn."""
        return self._push(self._play.stepped(self.state.end()))

    def concede(self, seat: Seat | None = None) -> State:
        """Give the game up, for the seat to move or another one."""
        who = self._seat(seat)
        return self._push(self._play.conceded(who, self.state.concede(who)))

    def undo(self) -> State:
        """Take back the last thing that was done: a card, a turn, a signal; else an IndexError."""
        if len(self._plays) == 1:
            raise IndexError("nothing has been done yet that could be taken back")
        self._plays.pop()
        return self.state

    def copy(self) -> "Game":
        """Return a game with the same history that goes its own way from here."""
        twin = Game.__new__(Game)
        twin._plays = self._plays.copy()
        return twin

    def play_out(self, bots: "str | Bot | Sequence[str | Bot]") -> State:
        """Let bots play to the end: one for each seat or one for all, each a name or a ``Bot``.

        ``record()`` then holds the game with its bots; ``undo`` takes back turn by turn. A bot that
        chooses what the rules refuse raises a ``BotError``; the turns before it stay played.
        """
        if isinstance(bots, str | Bot):
            named = [bots] * self.rules.players
        elif isinstance(bots, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
            named = list(bots)
        else:
            raise TypeError(f"play_out needs a bot, or a list of one for each seat, not {bots!r}")
        seated = [
            create_bot(bot, seed=self._play.bot_seed(seat)) if isinstance(bot, str) else bot
            for seat, bot in enumerate(named)
        ]
        verify_seats(self.state, seated)
        specs = tuple((seat, bot) for seat, bot in enumerate(named) if isinstance(bot, str))
        self._plays[-1] = msgspec.structs.replace(self._play, bots=specs)
        while self.outcome is None:
            self._talk(let_talk(self.state, seated))
            bot = seated[self.seat]
            listens = getattr(bot, "talk", True)
            heard = self.state if listens else replace(self.state, signals=())
            turn = choose_turn(heard, bot)
            try:
                self.play(turn)
            except Refusal as refusal:
                raise illegal_turn(self.state, refusal) from None
        return self.state

    def _talk(self, talked: State) -> None:
        """Record the signals that the seats have given and taken back."""
        before, after = self.state.signals, talked.signals
        play = self._play
        for signal in (one for one in before if one not in after):
            state = withdraw(play.state, signal.seat, signal.subject)
            play = play.signalled(state, signal, withdrawn=True)
        for signal in (one for one in after if one not in before):
            play = play.signalled(give_signal(play.state, signal), signal, withdrawn=False)
        if play is not self._play:
            self._push(play)

    def _read(self, turn: Turn) -> list[Placement]:
        if isinstance(turn, str):
            return [self._read_one(found[0]) for found in _PLACEMENTS.finditer(turn)]
        if not isinstance(turn, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a turn is text such as '4>A1 30>A1', or placements, not {turn!r}")
        if isinstance(turn, Placement):
            raise TypeError(f"play takes a whole turn; place({turn!r}) lays one card")
        return [self._read_one(placed) for placed in turn]

    def _read_one(self, placed: str | Placement) -> Placement:
        if isinstance(placed, str):
            return parse_placement(self.rules.game, placed, self.seat)
        try:
            return Placement(*placed)
        except TypeError:
            told = f"{placed!r} is no placement; '4>A1' and Placement(card=4, pile=0) are"
            raise TypeError(told) from None

    # Talk -----------------------------------------------------------------------------------

    def signal(self, kind: SignalKind | str, subject: int | str, seat: Seat | None = None) -> State:
        """Give a signal: ``signal("keep_off", "A1")``, or of a command ``signal("holds", "STOP")``.

        ``seat`` is by default the one to move. Raises a ``Refusal`` for a signal that the rules do
        not allow, and a ``ValueError`` for a kind that does not exist.
        """
        who = self._seat(seat)
        if kind not in list(SignalKind):
            raise ValueError(f"{kind!r} is no signal; the signals are {', '.join(SignalKind)}")
        known = SignalKind(kind)
        if known is not SignalKind.HOLDS and isinstance(subject, str):
            subject = self.rules.game.pile_index(subject, who)
        signal = Signal(who, known, subject)
        state = give_signal(self.state, signal)
        return self._push(self._play.signalled(state, signal, withdrawn=False))

    def say(self, words: str) -> None:
        """Raise a ``Refusal`` if these words may not be said now; they are not recorded."""
        verify_text(self.rules, self.state.tops, self.state.phase, words, talk_guard())

    # History --------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[State]:
        """Iterate over the positions: the start of every turn so far, then the present one."""
        shown: State | None = None
        for state in self.history:
            if shown is None or state.turns != shown.turns:
                shown = state
                yield state
        if shown is not self.state:
            yield self.state

    @property
    def history(self) -> tuple[State, ...]:
        """Every state from the deal to the present, one for each thing that was done."""
        return tuple(play.state for play in self._plays)

    def record(self) -> GameRecord:
        """Return the record of the game so far; ``format_record`` writes it as text."""
        return self._play.record

    def __str__(self) -> str:
        """Draw the table with every hand, in a few lines."""
        return text(self)

    def __repr__(self) -> str:
        """Tell the game in one line."""
        return f"<Game {self.rules!r}, {self.state.turns} turns played, {self.result}>"

    def picture(self) -> TablePicture:
        """Describe the table with every hand, for ``tenback.draw``."""
        return self.state.picture()

    def _repr_svg_(self) -> str:
        """Draw the table in a notebook."""
        return svg(self)


def _agreed(dealt: State, drawn: int) -> int:
    """Return the seat that would start most gladly."""
    from tenback.bots.starting import agreed_starter, can_agree  # noqa: PLC0415 - heavy

    if not can_agree(dealt.rules):
        told = "the ruleset names who starts" if dealt.rules.starter != "lot" else "a lot decides"
        raise ValueError(f"starter: in this {dealt.rules.game.id} {told}; nobody can agree on it")
    return agreed_starter(dealt, drawn)


def _seat(name: str, seat: Seat, rules: Ruleset) -> int:
    """Return a seat as a number; one that the game does not have is an error."""
    if isinstance(seat, str):
        try:
            return parse_seat(seat, rules.players)
        except NotationError as error:
            raise ValueError(f"{name}: {seat!r} is not {error}") from None
    if not isinstance(seat, int):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{name}: a seat is a number from 0, or text such as 'P1', not {seat!r}")
    if not 0 <= seat < rules.players:
        raise IndexError(f"there is no seat {seat}; the seats are 0 to {rules.players - 1}")
    return seat
