"""What a seat, or a spectator, may know: built by allow-list from (state, seat).

Two states that differ only in what a seat may not know give that seat equal views.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tenback.draw import TablePicture, svg, text
from tenback.rules.commands import NO_COMMANDS, CardCommand
from tenback.rules.refusals import Code, Refusal
from tenback.rules.ruleset import Ruleset
from tenback.rules.showing import picture_view, tell_view
from tenback.rules.signals import Signal
from tenback.rules.state import Hands, State
from tenback.rules.turns import (
    LegalPlacements,
    dooming_among,
    judge_placement,
    list_breaching,
    may_end,
    verify_pile,
)
from tenback.rules.values import ClosedTurn, Outcome, Phase, Placement, Turn
from tenback.rules.whole_turns import whole_turns

__all__ = ["Reveal", "View", "own_hand", "view", "visible_commands"]


@dataclass(frozen=True, slots=True)
class Reveal:
    """What is turned up when the game is over."""

    hands: Hands
    decks: Hands


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """The table as one seat sees it; ``seat`` is None for a spectator.

    ``gone`` (bit n set: card n of that deck is laid) is what a player with perfect memory knows.
    It is None unless asked for: showing it to people is an aid that is off by default (G-15, A-9).
    """

    rules: Ruleset
    seat: int | None
    phase: Phase
    to_move: int
    turns: int
    minimum: int
    tops: tuple[int, ...]
    laid: tuple[Placement, ...]
    hand: tuple[int, ...]
    hand_counts: tuple[int, ...]
    deck_counts: tuple[int, ...]
    signals: tuple[Signal, ...]
    is_silenced: bool
    last_turns: tuple[ClosedTurn, ...]
    outcome: Outcome | None
    gone: tuple[int, ...] | None
    reveal: Reveal | None

    def __str__(self) -> str:
        """Draw the table as this seat sees it, in a few lines."""
        return text(self)

    def __repr__(self) -> str:
        """Tell what this seat sees in one line."""
        return tell_view(self)

    def picture(self) -> TablePicture:
        """Describe the table as this seat sees it, for ``tenback.draw``."""
        return picture_view(self)

    def _repr_svg_(self) -> str:
        """Draw the table in a notebook."""
        return svg(self)

    @property
    def turn(self) -> Turn | None:
        """The open turn if it is this seat's: enough to plan with the functions of ``turns``.

        None as well after a card that closed it by itself, which only a planned view shows.
        """
        if self.phase is not Phase.PLAYING or self.seat != self.to_move:
            return None
        turn = Turn(self.to_move, self.minimum, self.tops, self.hand, self.laid)
        return None if self.laid and self.rules.game.closes(self.rules, turn) else turn

    @property
    def legal_placements(self) -> LegalPlacements:
        """What this seat may lay now; empty when it is not its turn."""
        return LegalPlacements(self.rules, self.turn)

    def placement(self, card: int, pile: int | str) -> Placement:
        """Make a placement from a pile's index or its name as this seat calls it."""
        index = self.rules.game.pile_index(pile, self.seat) if isinstance(pile, str) else pile
        placement = Placement(card, index)
        verify_pile(self.tops, placement)
        return placement

    def after(self, placement: Placement) -> "View":
        """Return the view with one more card of this seat laid, to plan a turn with.

        Raises a ``Refusal`` for what the rules do not allow. Nothing is drawn, and nobody else
        moves: if the card closes the turn, nothing more is legal in what is returned.
        """
        turn = self.turn
        code = Code.TURN_OVER if turn is None else judge_placement(self.rules, turn, placement)
        if turn is None or code is not None:
            raise Refusal(str(code), card=placement.card, pile=placement.pile)
        after = turn.after(placement)
        counts = self.hand_counts
        return replace(
            self,
            tops=after.tops,
            hand=after.hand,
            laid=after.laid,
            hand_counts=(*counts[: turn.seat], len(after.hand), *counts[turn.seat + 1 :]),
            gone=self._gone_with(placement.card),
        )

    def _gone_with(self, card: int) -> tuple[int, ...] | None:
        if self.gone is None:
            return None
        deck = self.rules.game.deck_of(self.to_move)
        return (*self.gone[:deck], self.gone[deck] | 1 << card, *self.gone[deck + 1 :])

    def legal_turns(self) -> Iterator[tuple[Placement, ...]]:
        """Yield the whole turns that obey every rule, as ``State.legal_turns`` does."""
        turn = self.turn
        if turn is not None:
            others = ((0,) * count for count in self.hand_counts)
            hands = tuple(() if seat == self.seat else hand for seat, hand in enumerate(others))
            decks = tuple((0,) * count for count in self.deck_counts)
            last = self.rules.game.is_cleared(hands, decks, turn.seat)
            yield from whole_turns(self.rules, turn, is_last_hand=last)

    @property
    def dooming_placements(self) -> tuple[Placement, ...]:
        """The legal placements that would leave this seat no way to finish its turn (A-2)."""
        turn = self.turn
        return () if turn is None else dooming_among(self.rules, turn, tuple(self.legal_placements))

    @property
    def breaching_placements(self) -> tuple[tuple[Placement, str], ...]:
        """Under breach=lose: what would be accepted and lose at once, with the code (B-15)."""
        turn = self.turn
        return () if turn is None else tuple(list_breaching(self.rules, turn))

    @property
    def end_refusal(self) -> str | None:
        """Why this seat may not end the turn; None if it may, or if it is not its turn."""
        turn = self.turn
        return None if turn is None else self.rules.game.judge_end(self.rules, turn)

    @property
    def may_end(self) -> bool:
        """Whether it is this seat's turn and every rule lets it end here."""
        turn = self.turn
        return turn is not None and may_end(self.rules, turn)

    @property
    def duties(self) -> tuple[tuple[str, int], ...]:
        """What the open turn still owes; public, since the laid cards are."""
        turn = self._public_turn
        return () if turn is None else self.rules.game.open_duties(self.rules, turn)

    @property
    def piles_to_cover(self) -> tuple[int, ...]:
        """The piles whose top the open turn must still cover; public like the duties."""
        turn = self._public_turn
        return () if turn is None else self.rules.game.piles_to_cover(self.rules, turn)

    @property
    def _public_turn(self) -> Turn | None:
        """The open turn without the hand, as everybody sees it."""
        if self.phase is not Phase.PLAYING:
            return None
        return Turn(self.to_move, self.minimum, self.tops, (), self.laid)

    @property
    def visible_commands(self) -> tuple[tuple[int, CardCommand], ...]:
        """The commands on top of the piles that still mean something: (pile, command).

        Infinity commands bind while visible (X-15); a flash command only in its own turn (X-7).
        """
        return visible_commands(self.rules, self.tops, self.laid)


def visible_commands(
    rules: Ruleset, tops: tuple[int, ...], laid: tuple[Placement, ...]
) -> tuple[tuple[int, CardCommand], ...]:
    """Return the commands that a view with these tops and cards laid shows."""
    if rules.layout is NO_COMMANDS:
        return ()
    by_card = rules.layout.by_card
    shown = ((pile, top, by_card[top]) for pile, top in enumerate(tops))
    return tuple(
        (pile, command)
        for pile, top, command in shown
        if command is not None and (not command.is_flash or Placement(top, pile) in laid)
    )


def own_hand(state: State, seat: int) -> tuple[int, ...]:
    """Return the hand of a seat, all that it knows beyond what a spectator sees."""
    return state.hands[seat]


def view(state: State, seat: int | None, *, memory: bool = False) -> View:
    """Return what the seat may know; None is a spectator, who sees no hand (G-5, G-15, A-13).

    With ``memory`` the view also holds the cards that are ``gone``. A seat that does not exist is
    an IndexError.
    """
    if seat is not None and not 0 <= seat < len(state.hands):
        raise IndexError(f"there is no seat {seat}; the seats are 0 to {len(state.hands) - 1}")
    silenced = state.rules.game.is_silenced(state.rules, state.tops)
    over = state.phase is Phase.OVER
    return View(
        rules=state.rules,
        seat=seat,
        phase=state.phase,
        to_move=state.seat,
        turns=state.turns,
        minimum=state.minimum,
        tops=state.tops,
        laid=state.laid,
        hand=() if seat is None else state.hands[seat],
        hand_counts=tuple(map(len, state.hands)),
        deck_counts=tuple(map(len, state.decks)),
        signals=() if silenced else state.signals,  # B-19
        is_silenced=silenced,
        last_turns=state.last_turns,
        outcome=state.outcome,
        gone=state.gone if memory else None,
        reveal=Reveal(state.hands, state.decks) if over else None,
    )
