"""A puzzle: a position with one turn that wins, a tempting one that does not, and the proof.

Two turns are the same if they lay the same cards and leave the same piles: the order of the cards
does not matter, nor which of a team's two piles of one direction has which top. In a duel several
turns may win, but they have something in common that no losing turn has: cards that are laid, tops
that are left. This core is what has to be found.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from tenback.records import Position, parse_position
from tenback.records.notation import format_placement, parse_placement
from tenback.rules import GameRules, Placement, Ruleset, State

__all__ = [
    "BOTS",
    "Core",
    "Exact",
    "Margin",
    "Puzzle",
    "Theme",
    "TurnKey",
    "format_turn",
    "parse_turn",
    "turn_key",
]

#: The bots whose tries a puzzle counts, the weakest first, and how often each of them tries.
BOTS: dict[str, int] = {
    "random": 8,
    "gentle": 8,
    "greedy": 1,
    "planner": 1,
    "steady": 8,
    "tuned": 1,
    "montecarlo:samples=50": 2,
    "expert": 1,
    "master:samples=48": 1,
}

#: The cards laid, and the tops that they leave.
TurnKey = tuple[frozenset[int], tuple[int, ...]]


class Core(NamedTuple):
    """What the turns that win have in common: cards laid, and tops, None where they differ."""

    cards: frozenset[int]
    tops: tuple[int | None, ...]

    @classmethod
    def common(cls, keys: Sequence[TurnKey]) -> "Core":
        """Return what some turns have in common."""
        first, *others = (cards for cards, _ in keys)
        cards = first.intersection(*others)
        tops = (set(each) for each in zip(*(tops for _, tops in keys), strict=True))
        return cls(cards, tuple(each.pop() if len(each) == 1 else None for each in tops))

    @classmethod
    def parse(cls, text: str) -> "Core":
        """Read what ``format`` writes."""
        cards, _, tops = text.partition("|")
        return cls(
            frozenset(map(int, filter(None, cards.split(",")))),
            tuple(None if top == "-" else int(top) for top in tops.split(",")),
        )

    def format(self) -> str:
        """Write it: ``5,6,42|-,-,20,-`` lays three cards and leaves 20 on the third pile."""
        tops = ("-" if top is None else str(top) for top in self.tops)
        return f"{','.join(map(str, sorted(self.cards)))}|{','.join(tops)}"

    def is_in(self, key: TurnKey) -> bool:
        """Whether a turn has it."""
        cards, tops = key
        return self.cards <= cards and all(
            wanted in (None, top) for wanted, top in zip(self.tops, tops, strict=True)
        )


class Theme(StrEnum):
    """What a puzzle is about; most are about more than one thing."""

    WAIT = "wait"  #: the jump that waits
    GAP = "gap"  #: leave the gap
    OBEY = "obey"  #: obey and survive
    HELP = "help"  #: the helping card
    LAST = "last"  #: last ten cards


class Exact(msgspec.Struct, frozen=True, array_like=True, tag="exact"):
    """Every card is known: the solver decides each of ``turns`` turns, and ``wins`` of them win.

    ``left`` is how many cards the best line after the tempting turn leaves.
    """

    turns: int
    left: int
    wins: int = 1


class Margin(msgspec.Struct, frozen=True, array_like=True, tag="margin"):
    """Cards are hidden: the best turn beats every other by ``low`` at least, with 99 % certainty.

    ``best``, ``next`` and ``wrong`` are the chances of the turn, of the best other one and of the
    tempting one, on ``samples`` deals of a ``seed``; ``turns`` are the turns that were compared.
    """

    turns: int
    best: float
    next: float
    wrong: float
    low: float
    samples: int
    seed: int


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """A puzzle as it is stored; turns are written as ``48>A1 61>A1``, lines with `` / `` between.

    ``line`` goes on after the answer to the win, ``refutation`` after the tempting turn; both are
    empty where cards are hidden. ``tries`` says how often each of ``BOTS`` found the answer.
    ``core`` is what turns that win have in common, empty if there is one alone.
    """

    id: str
    position: str
    answer: str
    wrong: str
    proof: Exact | Margin
    themes: tuple[Theme, ...]
    rating: int
    deviation: int
    line: str = ""
    refutation: str = ""
    tries: tuple[int, ...] = ()
    core: str = ""

    @property
    def number(self) -> int:
        """The number of the puzzle among those of its game."""
        return int(self.id.rpartition("-")[2])

    @property
    def game(self) -> str:
        """The game's id."""
        return self.position.partition(" ")[0]

    def parsed(self) -> Position:
        """Return the position."""
        return parse_position(self.position)

    @property
    def is_open(self) -> bool:
        """Whether every card is known."""
        return isinstance(self.proof, Exact)

    def accepts(self, state: State, placements: Iterable[Placement]) -> bool:
        """Whether a turn in the puzzle's state is the answer."""
        key = turn_key(state.rules, state.tops, placements)
        if self.core:
            return Core.parse(self.core).is_in(key)
        answer = parse_turn(state.rules.game, self.answer, state.seat)
        return key == turn_key(state.rules, state.tops, answer)

    def state(self) -> State:
        """Return the state; hidden cards are filled in with any."""
        return self.parsed().completed().to_state()


def turn_key(rules: Ruleset, tops: Sequence[int], placements: Iterable[Placement]) -> TurnKey:
    """Return what makes a turn the same as another: its cards and the tops that it leaves."""
    left, cards = list(tops), set[int]()
    for card, pile in placements:
        left[pile] = card
        cards.add(card)
    return frozenset(cards), _canonical(rules.game, left)


def _canonical(game: GameRules, tops: Sequence[int]) -> tuple[int, ...]:
    """Sort the tops of piles that nothing tells apart."""
    kinds = [(pile.ascending, pile.owner) for pile in game.piles]
    return tuple(
        top
        for kind in dict.fromkeys(kinds)
        for top in sorted(top for top, own in zip(tops, kinds, strict=True) if own == kind)
    )


def format_turn(game: GameRules, placements: Iterable[Placement], seat: int) -> str:
    """Write a turn."""
    return " ".join(format_placement(game, placement, seat) for placement in placements)


def parse_turn(game: GameRules, text: str, seat: int) -> tuple[Placement, ...]:
    """Read a turn."""
    return tuple(parse_placement(game, part, seat) for part in text.split())
