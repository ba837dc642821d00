"""What a game of the family is: data and rule hooks, with the mechanism all of them share.

A new member is one new file in ``games/``: a subclass that overrides the hooks in which it
differs. Hooks look at a ``Ruleset`` and a ``Turn`` and nothing else, so everything
built on them (blocked, doomed, views, bots that plan) works for a new game at once.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, ClassVar

from tenback.rules import placement
from tenback.rules.duties import OwnDuties, touched_piles
from tenback.rules.errors import PileNameError
from tenback.rules.refusals import RULE_OF_CODE, Code
from tenback.rules.values import Draws, Pile, Termination, Turn

if TYPE_CHECKING:
    from tenback.rules.ruleset import Ruleset

__all__ = ["GameRules"]

TWO = 2


class GameRules(ABC):
    """One member of the family; instances hold no state."""

    id: ClassVar[str]
    #: Where menus list it, lowest first.
    menu_order: ClassVar[int] = 100
    aliases: ClassVar[tuple[str, ...]] = ()
    player_range: ClassVar[range]
    piles: ClassVar[tuple[Pile, ...]]
    pile_names: ClassVar[tuple[str, ...]]
    lowest: ClassVar[int] = 2
    highest: ClassVar[int]
    #: Ruleset options this game reads; setting another one is an error.
    options: ClassVar[frozenset[str]] = frozenset()
    #: Options it once offered although they change nothing; old games may still name them.
    former_options: ClassVar[frozenset[str]] = frozenset()
    #: Codes of breaches that a real table would notice only afterwards, with the termination of
    #: the loss: the option ``breach`` refuses them, or lets them lose at once (B-15).
    breaches: ClassVar[Mapping[str, str]] = {Code.MINIMUM: Termination.MINIMUM}
    #: By refusal code: the termination when every way to go on breaks that rule.
    causes: ClassVar[Mapping[str, str]] = {Code.MINIMUM: Termination.BLOCKED}
    #: The rules behind codes, where they are not those of the Original and Extreme.
    own_rules: ClassVar[Mapping[str, str]] = {}
    #: What this game asks of a turn besides what its relatives ask.
    own_duties: ClassVar[OwnDuties | None] = None
    #: Cards that mean something besides their number, other than commands, with a word for it.
    marks: ClassVar[Mapping[int, str]] = {}
    #: How many cards an ended turn draws, in a word that the kernels know.
    draws: ClassVar[Draws] = Draws.AS_LAID
    #: Whether players are one team that may talk within limits (G-23).
    is_team_game: ClassVar[bool] = True

    #: Whether nothing binds a turn but what fits on each pile and the number of cards.
    judges_by_value_alone: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        """Note whether the game overrides a hook that judges."""
        super().__init_subclass__()
        cls.judges_by_value_alone = (
            cls.own_duties is None
            and cls.judge_standing is GameRules.judge_standing
            and cls.judge_duties is GameRules.judge_duties
            and cls.judge is GameRules.judge
            and cls.judge_end is GameRules.judge_end
        )

    def __repr__(self) -> str:
        """Show the id."""
        return f"<GameRules {self.id}>"

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickle by class: there is one instance of each, and it holds nothing."""
        return (type(self), ())

    def __eq__(self, other: object) -> bool:
        """Two instances of a game are the same game."""
        return type(self) is type(other)

    def __hash__(self) -> int:
        """Hash by class, as equality does."""
        return hash(type(self))

    def rule_of(self, code: str) -> str:
        """Name the rules behind a code, for messages that say why; empty if there are none."""
        return self.own_rules.get(code, RULE_OF_CODE.get(code, ""))

    # Set-up ---------------------------------------------------------------------------------

    @abstractmethod
    def initial_hand_size(self, rules: "Ruleset") -> int:
        """How many cards each player is dealt and refills to."""

    def decks(self, rules: "Ruleset") -> tuple[tuple[int, ...], ...]:
        """The unshuffled cards of each deck: one for a team, one per player in a duel."""
        del rules
        return (tuple(range(self.lowest, self.highest + 1)),)

    def deck_of(self, seat: int) -> int:
        """Which deck a seat draws from."""
        del seat
        return 0

    def pile_name(self, pile: int, seat: int | None) -> str:
        """Name a pile as the given seat calls it; None is a spectator."""
        del seat
        return self.pile_names[pile]

    def pile_index(self, name: str, seat: int | None) -> int:
        """Find the pile a seat means by a name, in any case of letters; else a PileNameError."""
        names = [self.pile_name(pile, seat) for pile in range(len(self.piles))]
        folded = name.strip().casefold()
        for index, known in enumerate(names):
            if known.casefold() == folded:
                return index
        raise PileNameError(f"there is no pile {name!r}; the piles are {', '.join(names)}")

    # A turn ---------------------------------------------------------------------------------

    @abstractmethod
    def minimum(self, rules: "Ruleset", deck_count: int) -> int:
        """How many cards a turn that starts now must lay, before a short hand is considered."""

    def judge_standing(self, rules: "Ruleset", turn: Turn, card: int, pile: int) -> str | None:
        """Judge a placement by value and by what binds everyone; a code, or None if it is allowed.

        Any pile may be used at any time of the turn (G-12). This is what decides whether a player
        is blocked (B-15).
        """
        del rules
        if not placement.fits(self.piles[pile].ascending, turn.tops[pile], card):
            return Code.VALUE
        return None

    def judge_duties(self, rules: "Ruleset", turn: Turn, card: int, pile: int) -> str | None:
        """Judge a placement by what this turn's own cards demand of it."""
        del rules
        own = self.own_duties
        if own is None:
            return None
        return own.code(own.judge_card(turn.tops, touched_piles(turn), len(turn.laid), card, pile))

    def judge(self, rules: "Ruleset", turn: Turn, card: int, pile: int) -> str | None:
        """Judge a placement by every rule; the card is in hand and the turn is open."""
        return self.judge_standing(rules, turn, card, pile) or self.judge_duties(
            rules, turn, card, pile
        )

    def judge_end(self, rules: "Ruleset", turn: Turn) -> str | None:
        """Judge ending the turn here; a code, or None if it may end."""
        del rules
        own = self.own_duties
        if own is not None:
            code = own.code(own.judge_end(turn.tops, touched_piles(turn), len(turn.laid)))
            if code is not None:
                return code
        return Code.MINIMUM if len(turn.laid) < turn.minimum else None

    def closes(self, rules: "Ruleset", turn: Turn) -> bool:
        """Whether the card just laid ends the turn by itself."""
        del rules, turn
        return False

    def waives_minimum(self, rules: "Ruleset", card: int) -> bool:
        """Whether laying this card makes any number of cards enough."""
        del rules, card
        return False

    def draw_count(self, rules: "Ruleset", turn: Turn) -> int:
        """How many cards the ended turn draws, if the deck has them."""
        match self.draws:
            case Draws.AS_LAID:
                return len(turn.laid)
            case Draws.REFILL:
                return self._missing(rules, turn)
            case Draws.TWO_OR_REFILL:
                return self._missing(rules, turn) if self.has_helped(turn) else TWO

    @staticmethod
    def _missing(rules: "Ruleset", turn: Turn) -> int:
        return max(0, rules.hand_size - len(turn.hand))

    def has_helped(self, turn: Turn) -> bool:
        """Whether a card of the turn lies on a pile of somebody else."""
        return not all(self.piles[pile].belongs_to(turn.seat) for _, pile in turn.laid)

    def is_hopeless(self, rules: "Ruleset", turn: Turn) -> bool:
        """Whether a glance shows that this turn cannot be completed; False when unsure.

        It only saves the search for a completion some work.
        """
        del rules, turn
        return False

    def search_key(self, rules: "Ruleset", turn: Turn) -> Hashable:
        """What later judgements depend on besides tops and hand; lets the search merge orders."""
        del rules, turn
        return None

    # The end --------------------------------------------------------------------------------

    def shortfall(self, rules: "Ruleset", turn: Turn) -> int:
        """How many cards were missing to do this turn's duties (B-18)."""
        del rules, turn
        return 0

    def is_cleared(
        self, hands: tuple[tuple[int, ...], ...], decks: tuple[tuple[int, ...], ...], seat: int
    ) -> bool:
        """Whether the cards that had to be laid have been laid (G-21)."""
        del seat
        return not any(hands) and not any(decks)

    def winners_of_clearing(self, rules: "Ruleset", seat: int) -> tuple[int, ...]:
        """Who wins when the seat lays the last card."""
        del seat
        return tuple(range(rules.players))

    def winners_of_failing(self, rules: "Ruleset", seat: int) -> tuple[int, ...]:
        """Who wins when the seat is stuck, breaks a command or concedes."""
        del rules, seat
        return ()

    def cards_left(
        self, hands: tuple[tuple[int, ...], ...], decks: tuple[tuple[int, ...], ...], loser: int
    ) -> int:
        """Count the cards not laid (G-20)."""
        del loser
        return sum(map(len, hands)) + sum(map(len, decks))

    # What binds and what may be said --------------------------------------------------------

    def is_silenced(self, rules: "Ruleset", tops: tuple[int, ...]) -> bool:
        """Whether nobody may communicate about the game now."""
        del rules, tops
        return False

    def piles_to_cover(self, rules: "Ruleset", turn: Turn) -> tuple[int, ...]:
        """The piles whose top this turn must still cover, for display."""
        del rules, turn
        return ()

    def open_duties(self, rules: "Ruleset", turn: Turn) -> tuple[tuple[str, int], ...]:
        """What this turn still owes, for display: (duty, number) pairs."""
        del rules
        missing = turn.minimum - len(turn.laid)
        return (("minimum", missing),) if missing > 0 else ()
