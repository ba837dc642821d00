"""A game as a value: every action gives a new state, every refusal leaves the old one.

``verify_x`` raises a ``Refusal``, ``can_x`` answers, ``x`` acts. Actions are made of steps that ask
no rule: ``dealt``, ``begun``, ``laid_on``, ``passed_on``, ``finished``. Stored games are read again
with these steps, so that they stay as they were played even if a rule changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tenback.draw import TablePicture, svg, text
from tenback.rules.errors import DealError
from tenback.rules.refusals import Code, Refusal
from tenback.rules.ruleset import Ruleset
from tenback.rules.showing import picture_state, tell_state
from tenback.rules.signals import Signal
from tenback.rules.turns import (
    LegalPlacements,
    can_complete,
    is_blocked,
    is_stuck,
    judge_placement,
    may_end,
    verify_pile,
    would_doom,
)
from tenback.rules.values import ClosedTurn, Outcome, Phase, Placement, Termination, Turn
from tenback.rules.whole_turns import whole_turns

__all__ = ["State"]

Hands = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """Everything about a game, hidden cards included; players get a ``view`` of it.

    ``hands`` are sorted; ``decks`` are in the order they will be drawn, next card first; ``gone``
    has bit n set for card n of that deck once it is laid; ``laid`` is the open turn so far;
    ``last_turns`` holds the last finished turn of every seat that has had one, oldest first.
    """

    rules: Ruleset
    hands: Hands
    decks: Hands
    tops: tuple[int, ...]
    gone: tuple[int, ...]
    phase: Phase = Phase.STARTING
    seat: int = 0
    minimum: int = 0
    laid: tuple[Placement, ...] = ()
    turns: int = 0
    last_turns: tuple[ClosedTurn, ...] = ()
    signals: tuple[Signal, ...] = ()
    outcome: Outcome | None = None

    def __str__(self) -> str:
        """Draw the table with every hand, in a few lines."""
        return text(self)

    def __repr__(self) -> str:
        """Tell the position in one line."""
        return tell_state(self)

    def picture(self) -> TablePicture:
        """Describe the table with every hand, for ``tenback.draw``."""
        return picture_state(self)

    def _repr_svg_(self) -> str:
        """Draw the table in a notebook."""
        return svg(self)

    # Dealing --------------------------------------------------------------------------------

    @classmethod
    def deal(cls, rules: Ruleset, decks: Hands) -> "State":
        """Deal shuffled decks: seat by seat a full hand, the rest to draw from (G-3, G-4).

        Raises a ``DealError`` unless the decks hold exactly the cards of the game.
        """
        wanted = rules.game.decks(rules)
        if len(decks) != len(wanted):
            raise DealError(f"{rules.game.id} has {len(wanted)} deck(s), the deal has {len(decks)}")
        for given, cards in zip(decks, wanted, strict=True):
            if sorted(given) != sorted(cards):
                raise DealError(_tell_difference(given, cards))
        return cls.dealt(rules, decks)

    @classmethod
    def dealt(cls, rules: Ruleset, decks: Hands) -> "State":
        """Deal decks that were checked already."""
        left = list(decks)
        hands: list[tuple[int, ...]] = []
        for seat in range(rules.players):
            deck = rules.game.deck_of(seat)
            hands.append(tuple(sorted(left[deck][: rules.hand_size])))
            left[deck] = left[deck][rules.hand_size :]
        return cls(
            rules,
            tuple(hands),
            tuple(left),
            tuple(pile.base for pile in rules.game.piles),
            (0,) * len(left),
        )

    def start(self, seat: int) -> "State":
        """Let a seat begin, chosen after the hands were seen (G-6, A-8, D-5).

        Raises a ``Refusal`` if the game has started or the ruleset names another starter.
        """
        if self.phase is not Phase.STARTING:
            raise Refusal(Code.ALREADY_STARTED)
        if not 0 <= seat < self.rules.players:
            raise IndexError(f"there is no seat {seat}; the seats are 0 to {len(self.hands) - 1}")
        if self.rules.starter not in ("lot", seat):
            raise Refusal(Code.STARTER_FIXED, seat=self.rules.starter)
        return self.begun(seat, 0).begin_turn()

    def begun(self, seat: int, minimum: int) -> "State":
        """Give a seat the first turn, with this minimum."""
        return replace(self, phase=Phase.PLAYING, seat=seat, minimum=minimum)

    # What the turn is -----------------------------------------------------------------------

    @property
    def turn(self) -> Turn | None:
        """The open turn as its mover sees it, None before the start and after the end."""
        if self.phase is not Phase.PLAYING:
            return None
        return Turn(self.seat, self.minimum, self.tops, self.hands[self.seat], self.laid)

    def _why_no_turn(self) -> str:
        return Code.NOT_STARTED if self.phase is Phase.STARTING else Code.TURN_OVER

    @property
    def previous(self) -> ClosedTurn | None:
        """The turn that was finished last."""
        return self.last_turns[-1] if self.last_turns else None

    @property
    def legal_placements(self) -> LegalPlacements:
        """The placements that obey every rule, computed lazily."""
        return LegalPlacements(self.rules, self.turn)

    @property
    def may_end(self) -> bool:
        """Whether every rule lets the open turn end here."""
        turn = self.turn
        return turn is not None and may_end(self.rules, turn)

    def legal_turns(self) -> Iterator[tuple[Placement, ...]]:
        """Yield the whole turns that obey every rule, lazily: few cards first, then cheap ones.

        Of orders that lead to the same position only one is listed. Asked in the middle of a turn,
        these are the ways to go on; the first is then empty if the turn may end.
        """
        turn = self.turn
        if turn is not None:
            last = self.rules.game.is_cleared(
                (*self.hands[: self.seat], (), *self.hands[self.seat + 1 :]), self.decks, self.seat
            )
            yield from whole_turns(self.rules, turn, is_last_hand=last)

    @property
    def cards_left(self) -> int:
        """The score if the game ended now by the mover's failure (G-20)."""
        return self.rules.game.cards_left(self.hands, self.decks, self.seat)

    def placement(self, card: int, pile: int | str) -> Placement:
        """Make a placement from a pile's index or its name as the mover calls it."""
        index = self.rules.game.pile_index(pile, self.seat) if isinstance(pile, str) else pile
        placement = Placement(card, index)
        verify_pile(self.tops, placement)
        return placement

    @property
    def is_doomed(self) -> bool:
        """Whether no way to go on obeys every rule (B-15); False once the game is over."""
        turn = self.turn
        return turn is not None and not can_complete(self.rules, turn)

    def would_doom(self, placement: Placement) -> bool:
        """Whether this legal placement would leave the mover doomed; warn before it (A-2)."""
        turn = self.turn
        return turn is not None and would_doom(self.rules, turn, placement)

    # Laying a card --------------------------------------------------------------------------

    def judge_place(self, placement: Placement) -> str | None:
        """Judge a placement by every rule; a code, or None."""
        turn = self.turn
        if turn is None:
            return self._why_no_turn()
        return judge_placement(self.rules, turn, placement)

    def verify_place(self, placement: Placement) -> None:
        """Raise the refusal of a placement, if any; a breach is accepted under breach=lose."""
        code = self.judge_place(placement)
        if code is not None and not self.accepts_breach(code):
            raise self._refusal(code, placement)

    def _refusal(self, code: str, placement: Placement) -> Refusal:
        verify_pile(self.tops, placement)
        card, pile = placement
        name = self.rules.game.pile_name(pile, self.seat)
        return Refusal(code, card=card, pile=name, top=self.tops[pile])

    def can_place(self, placement: Placement) -> bool:
        """Whether ``place`` would accept it."""
        code = self.judge_place(placement)
        return code is None or self.accepts_breach(code)

    def place(self, placement: Placement) -> "State":
        """Lay a card, which may end the turn or the game, or raise a ``Refusal`` (G-8)."""
        turn = self.turn
        if turn is None:
            raise self._refusal(self._why_no_turn(), placement)
        code = judge_placement(self.rules, turn, placement)
        if code is not None and not self.accepts_breach(code):
            raise self._refusal(code, placement)
        after, game = turn.after(placement), self.rules.game
        state = self._with_turn(after, placement.card)
        if code is not None:
            return state._fail(game.breaches[code])
        unmet = game.judge_end(self.rules, after)
        if game.is_cleared(state.hands, state.decks, self.seat):
            if unmet is not None and unmet != Code.MINIMUM:  # B-22
                return state._fail(game.causes[unmet])
            return state._clear()
        if game.closes(self.rules, after):
            return state._close(after)
        if unmet is not None and is_stuck(self.rules, after):  # A-2, B-23
            return state._fail(game.causes[unmet])
        return state

    def laid_on(self, placement: Placement) -> "State":
        """Move a card of the mover's from the hand to a pile."""
        turn = Turn(self.seat, self.minimum, self.tops, self.hands[self.seat], self.laid)
        return self._with_turn(turn.after(placement), placement.card)

    def _with_turn(self, turn: Turn, card: int) -> "State":
        """Return the state after the turn has laid this card."""
        seat, hands, gone = self.seat, self.hands, self.gone
        deck = self.rules.game.deck_of(seat)
        return State(
            self.rules,
            (*hands[:seat], turn.hand, *hands[seat + 1 :]),
            self.decks,
            turn.tops,
            (*gone[:deck], gone[deck] | 1 << card, *gone[deck + 1 :]),
            self.phase,
            seat,
            self.minimum,
            turn.laid,
            self.turns,
            self.last_turns,
            self.signals,
        )

    # Ending the turn ------------------------------------------------------------------------

    def judge_end(self) -> str | None:
        """Judge ending the turn by every rule; a code, or None."""
        turn = self.turn
        if turn is None:
            return self._why_no_turn()
        return self.rules.game.judge_end(self.rules, turn)

    def verify_end(self) -> None:
        """Raise the refusal of ending the turn, if any."""
        self._verify_end(self.judge_end())

    def _verify_end(self, code: str | None) -> None:
        if code is not None and not self.accepts_breach(code):
            raise Refusal(code, laid=len(self.laid), minimum=self.minimum)

    def can_end(self) -> bool:
        """Whether ``end`` would accept it: ``may_end``, or a breach that loses (B-15)."""
        code = self.judge_end()
        return code is None or self.accepts_breach(code)

    def end(self) -> "State":
        """End the turn: draw, and let the next player with cards begin; or raise a ``Refusal``."""
        turn = self.turn
        if turn is None:
            raise Refusal(self._why_no_turn(), laid=len(self.laid), minimum=self.minimum)
        code = self.rules.game.judge_end(self.rules, turn)
        if code is not None:
            self._verify_end(code)
            return self._fail(self.rules.game.breaches[code])
        return self._close(turn)

    def _close(self, turn: Turn) -> "State":
        rules, seat = self.rules, self.seat
        deck = self.decks[rules.game.deck_of(seat)]
        drawn = min(rules.game.draw_count(rules, turn), len(deck))  # C-5
        seats = (*range(seat + 1, rules.players), *range(seat + 1))
        next_seat = next(  # G-18, A-6
            other for other in seats if self.hands[other] or (other == seat and drawn)
        )
        own = drawn if next_seat == seat else 0
        next_deck = self.decks[rules.game.deck_of(next_seat)]
        left = len(next_deck) - (drawn if next_deck is deck else 0)
        minimum = rules.minimum(len(self.hands[next_seat]) + own, left)
        return self.passed_on(drawn, next_seat, minimum)._unless_blocked()

    def passed_on(self, drawn: int, next_seat: int, minimum: int) -> "State":
        """Close the turn: the mover draws ``drawn`` cards, and ``next_seat`` begins a turn."""
        rules, seat = self.rules, self.seat
        deck = rules.game.deck_of(seat)
        pile = self.decks[deck]
        hand = tuple(sorted(self.hands[seat] + pile[:drawn]))
        return State(
            rules,
            (*self.hands[:seat], hand, *self.hands[seat + 1 :]),
            (*self.decks[:deck], pile[drawn:], *self.decks[deck + 1 :]),
            self.tops,
            self.gone,
            self.phase,
            next_seat,
            minimum,
            (),
            self.turns + 1,
            (
                *(closed for closed in self.last_turns if closed.seat != seat),
                ClosedTurn(seat, self.laid, drawn, self.tops),
            ),
            tuple(signal for signal in self.signals if signal.seat != seat),
        )

    def begin_turn(self) -> "State":
        """Fix the minimum (A-7) and test whether the mover is blocked (G-19, D-18, C-9)."""
        hand = self.hands[self.seat]
        deck = self.decks[self.rules.game.deck_of(self.seat)]
        return replace(self, minimum=self.rules.minimum(len(hand), len(deck)))._unless_blocked()

    def _unless_blocked(self) -> "State":
        turn = self.turn
        if turn is not None and is_blocked(self.rules, turn):
            return self._fail(Termination.BLOCKED)
        return self

    # The end of the game --------------------------------------------------------------------

    def concede(self, seat: int | None = None) -> "State":
        """Give the game up for the mover, or for another seat."""
        if self.phase is not Phase.PLAYING:
            raise Refusal(self._why_no_turn())
        return self._fail(Termination.CONCEDED, seat)

    def _clear(self) -> "State":
        winners = self.rules.game.winners_of_clearing(self.rules, self.seat)
        losers = [seat for seat in range(self.rules.players) if seat not in winners]
        score = self.rules.game.cards_left(self.hands, self.decks, losers[0]) if losers else 0
        return self.finished(Outcome(Termination.CLEARED, score, winners, self.seat))

    def _fail(self, termination: str, seat: int | None = None) -> "State":
        seat = self.seat if seat is None else seat
        game, turn = self.rules.game, self.turn
        left = game.cards_left(self.hands, self.decks, seat)
        # B-18: a command missed with too few cards left still costs what was missing.
        score = max(left, game.shortfall(self.rules, turn)) if turn is not None else left
        winners = game.winners_of_failing(self.rules, seat)
        return self.finished(Outcome(termination, score, winners, seat))

    def finished(self, outcome: Outcome) -> "State":
        """End the game."""
        return replace(self, phase=Phase.OVER, outcome=outcome)

    def accepts_breach(self, code: str) -> bool:
        """Whether what this code forbids is accepted, and loses (B-15)."""
        return self.rules.breach == "lose" and code in self.rules.game.breaches


def _tell_difference(given: tuple[int, ...], cards: tuple[int, ...]) -> str:
    missing = sorted(set(cards) - set(given))
    extra = sorted(card for card in set(given) if card not in cards or given.count(card) > 1)
    parts = [f"missing {_few(missing)}"] if missing else []
    parts += [f"too many or unknown {_few(extra)}"] if extra else []
    return f"the deal must hold each of {cards[0]}..{cards[-1]} once: {'; '.join(parts)}"


def _few(cards: list[int]) -> str:
    return ", ".join(map(str, cards[:8])) + (", …" if len(cards) > 8 else "")
