"""Extreme: the Original with 28 command cards (X)."""

from collections.abc import Hashable, Iterator, Mapping
from typing import ClassVar

from tenback.rules import placement
from tenback.rules.commands import CardCommand
from tenback.rules.games.original import Original
from tenback.rules.refusals import Code
from tenback.rules.ruleset import Ruleset
from tenback.rules.values import Draws, Placement, Termination, Turn

__all__ = ["Extreme"]

EXACT_COUNT = 3


class Extreme(Original):
    """Commands bind the player who lays them (flash) or everyone while visible (infinity).

    Everything else is as in the Original (X-1): the hands (X-2), the minimum (X-23). A command must
    be obeyed, or the game is lost (X-4); with several in a turn, all of them (X-5).
    """

    id: ClassVar[str] = "extreme"
    menu_order: ClassVar[int] = 2
    aliases: ClassVar[tuple[str, ...]] = ("the-game-extreme", "extrem", "extrême")
    options: ClassVar[frozenset[str]] = Original.options | {"short_hand", "one_pile", "layout"}
    former_options: ClassVar[frozenset[str]] = frozenset()
    draws: ClassVar[Draws] = Draws.REFILL
    breaches: ClassVar[Mapping[str, str]] = {
        **Original.breaches,
        Code.NO_JUMP: Termination.NO_JUMP,
        Code.ONE_PILE: Termination.ONE_PILE,
        Code.THREE_LATE: Termination.THREE,
        Code.STOP_NOT_THIRD: Termination.THREE,
        Code.THREE_COUNT: Termination.THREE,
        Code.SKULL_OPEN: Termination.SKULL,
    }
    causes: ClassVar[Mapping[str, str]] = {
        Code.SKULL_OPEN: Termination.SKULL,
        Code.THREE_COUNT: Termination.THREE,
        Code.MINIMUM: Termination.BLOCKED,
    }

    # What binds everyone --------------------------------------------------------------------

    def judge_standing(self, rules: Ruleset, turn: Turn, card: int, pile: int) -> str | None:
        """Judge by value and by the visible infinity commands, all of them (X-15, X-16).

        A command never judges its own placement, but binds from the next card on (X-14, B-10);
        what it lies on counts as visible until it is covered.
        """
        ascending, top = self.piles[pile].ascending, turn.tops[pile]
        jump = placement.is_jump(ascending, top, card)
        if not jump and not placement.is_step(ascending, top, card):
            return Code.VALUE
        if jump and self._is_visible(rules, turn.tops, CardCommand.NO_JUMP):
            return Code.NO_JUMP
        if turn.laid and self._leaves_the_one_pile(rules, turn, card, pile):
            return Code.ONE_PILE
        return None

    def _leaves_the_one_pile(self, rules: Ruleset, turn: Turn, card: int, pile: int) -> bool:
        """Whether a second pile would be used under ONE_PILE (X-20, B-11, B-12, B-20)."""
        if any(bound.pile != pile for bound in self._bound_to_one_pile(rules, turn)):
            return True
        return (
            rules.one_pile == "retroactive"
            and rules.layout.by_card[card] is CardCommand.ONE_PILE
            and any(laid.pile != pile for laid in turn.laid)
        )

    def _bound_to_one_pile(self, rules: Ruleset, turn: Turn) -> Iterator[Placement]:
        """Yield the cards of this turn that share their pile with all that follow."""
        for pile, top in enumerate(turn.tops):
            if rules.layout.by_card[top] is not CardCommand.ONE_PILE:
                continue
            own = Placement(top, pile)
            if own not in turn.laid or rules.one_pile == "retroactive":
                yield from turn.laid
            else:
                since = turn.laid.index(own) + (rules.one_pile == "after")
                yield from turn.laid[since:]

    @staticmethod
    def _is_visible(rules: Ruleset, tops: tuple[int, ...], command: CardCommand) -> bool:
        by_card = rules.layout.by_card
        return any(by_card[top] is command for top in tops)

    def is_silenced(self, rules: Ruleset, tops: tuple[int, ...]) -> bool:
        """SILENCE stops all talk about the game (X-18, B-19)."""
        return self._is_visible(rules, tops, CardCommand.SILENCE)

    def draw_count(self, rules: Ruleset, turn: Turn) -> int:
        """Refill to the initial hand (X-22), or one card under DRAW_ONE (X-21, B-5, B-13)."""
        if self._is_visible(rules, turn.tops, CardCommand.DRAW_ONE):
            return 1
        return super().draw_count(rules, turn)

    # What this turn's flash commands demand -------------------------------------------------

    def judge_duties(self, rules: Ruleset, turn: Turn, card: int, pile: int) -> str | None:
        """Judge by the flash commands of this turn; earlier ones mean nothing (X-6, X-7).

        Any card that fits may cover a skull, by a jump as well (B-2), and as soon as nothing else
        binds the turn to another pile (B-16).
        """
        command = rules.layout.by_card[card]
        count = len(turn.laid) + 1
        has_three = self._has_three(rules, turn)
        if command is CardCommand.THREE and count > EXACT_COUNT:  # B-8
            return Code.THREE_LATE
        if command is CardCommand.STOP and has_three and count != EXACT_COUNT:
            return Code.STOP_NOT_THIRD
        ends_turn = command is CardCommand.STOP or (
            count == EXACT_COUNT and (has_three or command is CardCommand.THREE)
        )
        # B-1, B-4: the card that ends the turn must cover the skull, and be none itself.
        if ends_turn and (
            command is CardCommand.SKULL
            or any(skull != pile for skull in self._open_skulls(rules, turn))
        ):
            return Code.SKULL_OPEN
        return None

    def judge_end(self, rules: Ruleset, turn: Turn) -> str | None:
        """A skull must be covered (X-9, B-3), THREE means exactly three (X-11, B-6, B-7)."""
        if any(True for _ in self._open_skulls(rules, turn)):
            return Code.SKULL_OPEN
        if self._has_three(rules, turn):
            return None if len(turn.laid) == EXACT_COUNT else Code.THREE_COUNT
        if turn.laid and self.waives_minimum(rules, turn.laid[-1].card):
            return None
        return super().judge_end(rules, turn)

    def closes(self, rules: Ruleset, turn: Turn) -> bool:
        """STOP ends the turn at once (X-8); with THREE the third card does (B-8)."""
        if rules.layout.by_card[turn.laid[-1].card] is CardCommand.STOP:
            return True
        return len(turn.laid) == EXACT_COUNT and self._has_three(rules, turn)

    def waives_minimum(self, rules: Ruleset, card: int) -> bool:
        """STOP is enough by itself (X-8, B-17)."""
        return rules.layout.by_card[card] is CardCommand.STOP

    @staticmethod
    def _has_three(rules: Ruleset, turn: Turn) -> bool:
        by_card = rules.layout.by_card
        return any(by_card[card] is CardCommand.THREE for card, _ in turn.laid)

    @staticmethod
    def _open_skulls(rules: Ruleset, turn: Turn) -> Iterator[int]:
        """Yield the piles on which a skull of this turn is still visible."""
        by_card = rules.layout.by_card
        for card, pile in turn.laid:
            if by_card[card] is CardCommand.SKULL and turn.tops[pile] == card:
                yield pile

    def shortfall(self, rules: Ruleset, turn: Turn) -> int:
        """Cards missing to cover skulls or to make three (X-10, X-13, B-18)."""
        skulls = sum(1 for _ in self._open_skulls(rules, turn))
        missing = EXACT_COUNT - len(turn.laid) if self._has_three(rules, turn) else 0
        return max(skulls, missing)

    def piles_to_cover(self, rules: Ruleset, turn: Turn) -> tuple[int, ...]:
        """Skulls of this turn (X-10)."""
        return tuple(self._open_skulls(rules, turn))

    def open_duties(self, rules: Ruleset, turn: Turn) -> tuple[tuple[str, int], ...]:
        """Name skulls to cover first, then the count that THREE or the minimum asks for."""
        skulls = sum(1 for _ in self._open_skulls(rules, turn))
        duties: tuple[tuple[str, int], ...] = (("cover_skull", skulls),) if skulls else ()
        if self._has_three(rules, turn):
            return (*duties, ("exactly_three", EXACT_COUNT - len(turn.laid)))
        return duties + super().open_duties(rules, turn)

    # Shortcuts for the search ---------------------------------------------------------------

    def is_hopeless(self, rules: Ruleset, turn: Turn) -> bool:
        """A skull that no card in hand fits by value stays open."""
        for pile in self._open_skulls(rules, turn):
            ascending, top = self.piles[pile].ascending, turn.tops[pile]
            if not any(placement.fits(ascending, top, card) for card in turn.hand):
                return True
        return False

    def search_key(self, rules: Ruleset, turn: Turn) -> Hashable:
        """Piles touched (skulls, retroactive), THREE, and the pile ONE_PILE binds to."""
        return (
            frozenset(pile for _, pile in turn.laid),
            self._has_three(rules, turn),
            frozenset(bound.pile for bound in self._bound_to_one_pile(rules, turn)),
            turn.laid[0].pile if turn.laid else None,
        )
