"""The Duel: two players against each other, each with a deck of their own (D)."""

from collections.abc import Mapping
from typing import ClassVar

from tenback.rules import placement
from tenback.rules.game import GameRules
from tenback.rules.refusals import Code
from tenback.rules.ruleset import Ruleset
from tenback.rules.values import Draws, Pile, Turn

__all__ = ["Duel"]


class Duel(GameRules):
    """Lay all 58 cards of your colour first; one card a turn may help the opponent."""

    id: ClassVar[str] = "duel"
    menu_order: ClassVar[int] = 3
    aliases: ClassVar[tuple[str, ...]] = ("face-to-face", "le-duel", "das-duell", "duell")
    player_range: ClassVar[range] = range(2, 3)  # D-2
    highest: ClassVar[int] = 59
    piles: ClassVar[tuple[Pile, ...]] = (  # D-1
        Pile(True, 1, 0),
        Pile(False, 60, 0),
        Pile(True, 1, 1),
        Pile(False, 60, 1),
    )
    pile_names: ClassVar[tuple[str, ...]] = ("a", "d", "oa", "od")
    options: ClassVar[frozenset[str]] = frozenset({"short_hand", "breach"})
    own_rules: ClassVar[Mapping[str, str]] = {
        Code.TURN_OVER: "D-17, D-18",
        Code.NOT_IN_HAND: "D-7",
        Code.VALUE: "D-8, D-9, D-10",
        Code.MINIMUM: "D-6, D-16",
        Code.NO_SIGNALS: "",
        Code.NOT_STARTED: "D-5",
        Code.ALREADY_STARTED: "D-5",
        Code.STARTER_FIXED: "D-5",
    }
    is_team_game: ClassVar[bool] = False
    draws: ClassVar[Draws] = Draws.TWO_OR_REFILL  # D-14, D-15, D-19

    def initial_hand_size(self, rules: Ruleset) -> int:
        """Six cards each (D-4)."""
        del rules
        return 6

    def decks(self, rules: Ruleset) -> tuple[tuple[int, ...], ...]:
        """Each player shuffles their own 58 cards (D-1, D-3)."""
        return super().decks(rules) * 2

    def deck_of(self, seat: int) -> int:
        """A player draws from their own deck."""
        return seat

    def pile_name(self, pile: int, seat: int | None) -> str:
        """Players say a, d for their own and oa, od for the other's; spectators 1a 1d 2a 2d."""
        owner, side = divmod(pile, 2)
        if seat is None:
            return f"{owner + 1}{self.pile_names[side]}"
        return self.pile_names[side if owner == seat else side + 2]

    def minimum(self, rules: Ruleset, deck_count: int) -> int:
        """Two, with or without a deck (D-6, D-16)."""
        del rules, deck_count
        return 2

    def judge_standing(self, rules: Ruleset, turn: Turn, card: int, pile: int) -> str | None:
        """One's own piles by value; on the opponent's one card a turn that improves (D-11..13).

        Either kind counts towards the minimum, in any order (C-2).
        """
        ascending, _, owner = self.piles[pile]
        if owner == turn.seat:
            return super().judge_standing(rules, turn, card, pile)
        if self.has_helped(turn):
            return Code.OPPONENT_LIMIT
        if not placement.improves(ascending, turn.tops[pile], card):
            return Code.NOT_IMPROVING
        return None

    def search_key(self, rules: Ruleset, turn: Turn) -> bool:
        """Whether the one card for the opponent has been laid."""
        del rules
        return self.has_helped(turn)

    def is_cleared(
        self, hands: tuple[tuple[int, ...], ...], decks: tuple[tuple[int, ...], ...], seat: int
    ) -> bool:
        """All 58 of one's own colour lie somewhere (D-17, C-3, C-7)."""
        return not hands[seat] and not decks[seat]

    def winners_of_clearing(self, rules: Ruleset, seat: int) -> tuple[int, ...]:
        """Who lays the last own card wins (D-17)."""
        del rules
        return (seat,)

    def winners_of_failing(self, rules: Ruleset, seat: int) -> tuple[int, ...]:
        """Who cannot lay the minimum loses to the other (D-18)."""
        del rules
        return (1 - seat,)

    def cards_left(
        self, hands: tuple[tuple[int, ...], ...], decks: tuple[tuple[int, ...], ...], loser: int
    ) -> int:
        """Count the loser's cards."""
        return len(hands[loser]) + len(decks[loser])
