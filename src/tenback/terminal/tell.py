"""Sentences about a game: the table, a refusal, what happened, the result."""

from collections.abc import Iterator

from tenback.records import format_placement
from tenback.records.notation import format_seat
from tenback.rules import (
    CardCommand,
    ClosedTurn,
    Outcome,
    Placement,
    Refusal,
    Ruleset,
    Signal,
    SignalKind,
    View,
)
from tenback.table.moves import describe_move
from tenback.table.reasons import explain
from tenback.texts import Texts

__all__ = ["Teller"]


class Teller:
    """Turns values of the rules into sentences in one language."""

    def __init__(self, texts: Texts, rules: Ruleset, names: tuple[str, ...]) -> None:
        self.texts = texts
        self.rules = rules
        self.names = names

    # Words ----------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        """Name a seat: who sits there and, unless that is the name, which one it is."""
        name, label = self.names[seat], format_seat(seat)
        return name if name == label else f"{name} ({label})"

    def card(self, card: int) -> str:
        """Name a card with the command it carries."""
        command = self.rules.layout.by_card[card]
        return str(card) if command is None else f"{card} {self.command(command)}"

    def command(self, command: CardCommand) -> str:
        """Name a command in the language."""
        return self.texts(f"command.{command}")

    def pile(self, pile: int, seat: int | None) -> str:
        """Name a pile as a seat does."""
        return self.rules.game.pile_name(pile, seat)

    # The table ------------------------------------------------------------------------------

    def table(self, view: View) -> Iterator[str]:
        """Describe the piles, counts, commands in force, signals and the viewer's hand."""
        t = self.texts
        piles = [self._pile_line(view, pile) for pile in range(len(view.tops))]
        if any(pile.owner is not None for pile in self.rules.game.piles):
            seat = view.seat or 0
            for owner in (seat, 1 - seat):
                owned = t.listed(piles[2 * owner : 2 * owner + 2], "row")
                if owner == view.seat:
                    yield t("table.own_piles", piles=owned)
                else:
                    yield t("table.their_piles", name=self.names[owner], piles=owned)
        else:
            yield t("table.piles", piles=t.listed(piles, "row"))
        yield self.counts(view)
        yield from self.standing(view)
        if view.hand:
            yield t("table.hand", cards=", ".join(map(self.card, view.hand)))

    def standing(self, view: View) -> Iterator[str]:
        """Say which commands are in force, and what was signalled."""
        for _, command in view.visible_commands:
            if not command.is_flash:
                yield self.texts(f"force.{command}")
        for signal in view.signals:
            yield self.signal(signal)

    def hands(self, hands: tuple[tuple[int, ...], ...]) -> Iterator[str]:
        """Show every hand, for records."""
        for seat, hand in enumerate(hands):
            cards = ", ".join(map(self.card, hand)) or self.texts("turn.nothing")
            yield self.texts("show.hand_of", name=self.who(seat), cards=cards)

    def _pile_line(self, view: View, pile: int) -> str:
        direction = "up" if self.rules.game.piles[pile].ascending else "down"
        top = view.tops[pile]
        shown = self.card(top) if top != self.rules.game.piles[pile].base else str(top)
        name = self.pile(pile, view.seat)
        return self.texts(f"pile.{direction}", name=name, top=shown)

    def counts(self, view: View) -> str:
        """Say how many cards are left to draw and in every hand."""
        t = self.texts
        hands = ", ".join(
            t("table.hand_count", name=self.names[seat], count=count)
            for seat, count in enumerate(view.hand_counts)
        )
        decks = " / ".join(map(str, view.deck_counts))
        return t("table.counts", deck=decks, hands=hands)

    def legal(self, view: View) -> Iterator[str]:
        """List the legal placements, each with its step or jump."""
        legal = list(view.legal_placements)
        yield self.texts("moves.list" if legal else "moves.none")
        for pile in range(len(view.tops)):
            told = [self.describe(view, placed) for placed in legal if placed.pile == pile]
            if told:
                yield f"  {', '.join(told)}"

    def describe(self, view: View, placed: Placement) -> str:
        """Write a placement with its step."""
        move = format_placement(self.rules.game, placed, view.seat)
        pile, top = self.rules.game.piles[placed.pile], view.tops[placed.pile]
        kind, step = describe_move(pile, view.seat, top, placed.card)
        if kind == "jump":
            return self.texts("move.jump", move=move)
        return self.texts(f"move.{kind}", move=move, step=step)

    def duties(self, view: View) -> Iterator[str]:
        """Say what the open turn still owes."""
        for duty, count in view.duties:
            yield self.texts(f"duty.{duty}", count=count)

    # What happened --------------------------------------------------------------------------

    def turn(self, closed: ClosedTurn) -> str:
        """Say what a finished turn did."""
        if closed.drawn == 0:
            return self.open_turn(closed.seat, closed.laid)
        moves = self._moves(closed.seat, closed.laid)
        return self.texts("turn.done", name=self.who(closed.seat), moves=moves, count=closed.drawn)

    def open_turn(self, seat: int, laid: tuple[Placement, ...]) -> str:
        """Say what a turn has laid."""
        return self.texts("turn.open", name=self.who(seat), moves=self._moves(seat, laid))

    def _moves(self, seat: int, laid: tuple[Placement, ...]) -> str:
        moves = [self._move(placed, seat) for placed in laid]
        return self.texts.listed(moves) or self.texts("turn.nothing")

    def _move(self, placed: Placement, seat: int) -> str:
        command = self.rules.layout.by_card[placed.card]
        move = format_placement(self.rules.game, placed, seat)
        return move if command is None else f"{move} {self.command(command)}"

    def signal(self, signal: Signal) -> str:
        """Say what a standing signal means."""
        subject: str = (
            self.pile(signal.subject, signal.seat)
            if isinstance(signal.subject, int)
            else self.command(CardCommand(signal.subject))
        )
        name = self.names[signal.seat]
        if signal.kind is SignalKind.HOLDS:
            return self.texts("signal.holds", name=name, command=subject)
        return self.texts(f"signal.{signal.kind}", name=name, pile=subject)

    def ending(self, outcome: Outcome) -> str:
        """Say how the game ended."""
        return self.texts(f"end.{outcome.termination}", name=self.who(outcome.seat))

    def result(self, outcome: Outcome, cards_left: int | None = None) -> Iterator[str]:
        """Say how the game ended and what the score is worth.

        A score beyond the ``cards_left`` counts what was missing to obey a command (B-18).
        """
        t = self.texts
        yield self.ending(outcome)
        if self.rules.game.is_team_game:
            yield f"{t(f'rating.{outcome.rating}')} {self._score(outcome, cards_left)}"
        else:
            yield t("end.winner", name=self.who(outcome.winners[0]), count=outcome.score)

    def _score(self, outcome: Outcome, cards_left: int | None) -> str:
        if outcome.won:
            return self.texts("score.none")
        is_missing = cards_left is not None and outcome.score > cards_left
        return self.texts("score.missing" if is_missing else "score.left", count=outcome.score)

    # Refusals -------------------------------------------------------------------------------

    def refusal(self, refusal: Refusal, view: View) -> str:
        """Say why something is not allowed."""
        reason = explain(refusal, self.rules, view)
        details: dict[str, object] = dict(reason.details)
        if details.get("command") in CardCommand.__members__:
            details["command"] = self.command(CardCommand(str(details["command"])))
        return self.texts(reason.key, **details)
