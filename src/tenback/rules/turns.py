"""What can be done within a turn: legal placements, stuck, blocked, doomed.

Everything here is a function of a ruleset and a ``Turn``, that is of what the mover may know.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import overload

from tenback.rules.placement import fits
from tenback.rules.refusals import Code
from tenback.rules.ruleset import Ruleset
from tenback.rules.values import Placement, Turn

__all__ = [
    "LegalPlacements",
    "can_complete",
    "dooming_among",
    "is_blocked",
    "is_safe",
    "is_stuck",
    "judge_placement",
    "list_breaching",
    "list_legal",
    "may_end",
    "verify_pile",
    "would_doom",
]

Judge = Callable[[Ruleset, Turn, int, int], str | None]
_TWO = 2


class LegalPlacements(Sequence[Placement]):
    """The placements that obey every rule, found as they are asked for.

    Supports ``in``, iteration, ``len``, truth and, for ``random.choice``, an index; nothing is
    computed before that.
    """

    __slots__ = ("_rules", "_turn")

    def __init__(self, rules: Ruleset, turn: Turn | None) -> None:
        """Hold what is needed to answer; without an open turn the collection is empty."""
        self._rules = rules
        self._turn = turn

    def __iter__(self) -> Iterator[Placement]:
        """Yield them by pile, then by card."""
        if self._turn is not None:
            yield from _allowed(self._rules, self._turn, self._rules.game.judge)

    def __contains__(self, item: object) -> bool:
        """Answer for one placement without listing the others."""
        return (
            self._turn is not None
            and isinstance(item, Placement)
            and judge_placement(self._rules, self._turn, item) is None
        )

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, index: int | slice) -> Placement | tuple[Placement, ...]:
        """Return one, or some, in the order in which they are yielded."""
        return tuple(self)[index]

    def __bool__(self) -> bool:
        """Whether there is any."""
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        """Show them as CARD>PILE."""
        if self._turn is None:
            return "<no placements>"
        name, seat = self._rules.game.pile_name, self._turn.seat
        return f"<{' '.join(f'{card}>{name(pile, seat)}' for card, pile in self) or 'none'}>"


def judge_placement(rules: Ruleset, turn: Turn, placement: Placement) -> str | None:
    """Judge one placement of an open turn; a code, or None if every rule allows it."""
    card, pile = placement
    verify_pile(turn.tops, placement)
    if card not in turn.hand:
        return Code.NOT_IN_HAND
    return rules.game.judge(rules, turn, card, pile)


def verify_pile(tops: tuple[int, ...], placement: Placement) -> None:
    """Raise unless the placement names a pile by its index, as it must."""
    card, pile = placement
    if isinstance(pile, str):
        raise TypeError(
            f"a Placement holds the index of its pile, not its name {pile!r}; "
            f"state.placement({card!r}, {pile!r}) finds the index"
        )
    if not 0 <= pile < len(tops):
        raise IndexError(f"there is no pile {pile}; the piles are 0 to {len(tops) - 1}")


class _Fits(dict[int, bool]):
    """Whether a card that is so much higher than the top fits; judged once, asked in every turn.

    Only the difference counts, so this is small, and faster than a table of tops and cards.
    """

    def __init__(self, ascending: bool) -> None:
        super().__init__()
        self._ascending = ascending

    def __missing__(self, difference: int) -> bool:
        is_fitting = self[difference] = fits(self._ascending, 0, difference)
        return is_fitting


#: By whether the pile ascends.
_FITS = (_Fits(False), _Fits(True))


def _allowed(rules: Ruleset, turn: Turn, judge: Judge) -> Iterator[Placement]:
    if rules.game.judges_by_value_alone:
        piles = rules.game.piles
        for pile, top in enumerate(turn.tops):
            fitting = _FITS[piles[pile].ascending]
            for card in turn.hand:
                if fitting[card - top]:
                    yield Placement(card, pile)
        return
    for pile in range(len(turn.tops)):
        for card in turn.hand:
            if judge(rules, turn, card, pile) is None:
                yield Placement(card, pile)


def list_legal(rules: Ruleset, turn: Turn) -> list[Placement]:
    """Return all placements that obey every rule, by pile, then by card."""
    return list(_allowed(rules, turn, rules.game.judge))


def _count_fitting(rules: Ruleset, turn: Turn) -> list[int]:
    """Count the cards that fit on each pile, where nothing but the value is judged."""
    hand, piles = turn.hand, rules.game.piles
    return [
        len([card for card in hand if fitting[card - top]])
        for pile, top in zip(piles, turn.tops, strict=True)
        for fitting in [_FITS[pile.ascending]]
    ]


def is_safe(rules: Ruleset, turn: Turn, counts: Sequence[int]) -> bool:
    """Whether the number of legal cards on each pile shows that none of them would doom (A-2).

    False when unsure; then ``dooming_among`` finds out.
    """
    if not rules.game.judges_by_value_alone:
        return False
    missing = turn.minimum - len(turn.laid)
    # Of two piles with two cards each, one lies as it did whatever is laid, and has a card left.
    return missing <= 1 or (missing == _TWO and sum([count >= _TWO for count in counts]) >= _TWO)


def list_breaching(rules: Ruleset, turn: Turn) -> list[tuple[Placement, str]]:
    """Under breach=lose: what would be accepted and lose at once, with the code (B-15)."""
    game = rules.game
    if rules.breach != "lose":
        return []
    judged = (
        (Placement(card, pile), game.judge(rules, turn, card, pile))
        for pile in range(len(turn.tops))
        for card in turn.hand
    )
    return [(placed, code) for placed, code in judged if code in game.breaches and code]


def may_end(rules: Ruleset, turn: Turn) -> bool:
    """Whether a turn has done all its duties and may end here."""
    return rules.game.judge_end(rules, turn) is None


def is_stuck(rules: Ruleset, turn: Turn) -> bool:
    """Whether an open turn can neither go on nor end: the game is lost (A-2, B-15)."""
    if may_end(rules, turn):
        return False
    return next(_allowed(rules, turn, rules.game.judge), None) is None


def is_blocked(rules: Ruleset, turn: Turn) -> bool:
    """Whether a turn cannot start: the minimum is out of reach in any order (G-19, A-1, A-3).

    Judged by value and by what binds everyone; a card that waives the minimum saves the turn
    (B-15). Flash commands do not count here: a turn that must break one is doomed, not blocked.
    """
    game = rules.game
    if len(turn.hand) < turn.minimum and not any(
        game.waives_minimum(rules, card) for card in turn.hand
    ):
        return True
    if game.judges_by_value_alone and turn.minimum == _TWO and not turn.laid:
        counts = _count_fitting(rules, turn)
        if max(counts) >= _TWO and sum(map(bool, counts)) >= _TWO:
            return False  # a card on one pile, and another card on another
    seen: set[Hashable] = set()

    def reaches(turn: Turn) -> bool:
        for placement in _allowed(rules, turn, game.judge_standing):
            if game.waives_minimum(rules, placement.card):
                return True
            after = turn.after(placement)
            if len(after.laid) >= turn.minimum:
                return True
            key = (after.hand, after.tops, game.search_key(rules, after))
            if key not in seen:
                seen.add(key)
                if reaches(after):
                    return True
        return False

    return not reaches(turn)


def can_complete(rules: Ruleset, turn: Turn) -> bool:
    """Whether some way to go on obeys every rule and command to the end of the turn."""
    return _completes(rules, turn, {})


def _completes(rules: Ruleset, turn: Turn, known: dict[Hashable, bool]) -> bool:
    """Whether a turn can be completed; ``known`` gathers the answers for what it leads to."""
    game = rules.game
    if turn.laid and may_end(rules, turn):
        return True
    if game.is_hopeless(rules, turn):
        return False
    for placement in _allowed(rules, turn, game.judge):
        after = turn.after(placement)
        key = (after.hand, after.tops, game.search_key(rules, after))
        found = known.get(key)
        if found is None:
            found = known[key] = _completes(rules, after, known)
        if found:
            return True
    return False


def _are_apart(one: Placement, other: Placement) -> bool:
    """Whether they are different cards on different piles, so that neither hinders the other."""
    return one.card != other.card and one.pile != other.pile


def would_doom(rules: Ruleset, turn: Turn, placement: Placement) -> bool:
    """Whether a legal placement would leave its player no way to complete the turn (A-2)."""
    return not can_complete(rules, turn.after(placement))


def dooming_among(
    rules: Ruleset, turn: Turn, legal: Collection[Placement]
) -> tuple[Placement, ...]:
    """Return the placements that would doom their player; ``legal`` are all legal ones (A-2)."""
    unsure: Iterable[Placement] = legal
    if rules.game.judges_by_value_alone:
        missing = turn.minimum - len(turn.laid)
        if missing <= 1:
            return ()
        if missing == _TWO:  # then another card on another pile completes the turn
            for witness in legal:
                unsure = [one for one in unsure if not _are_apart(one, witness)]
                if not unsure:
                    return ()
    known: dict[Hashable, bool] = {}
    return tuple(one for one in unsure if not _completes(rules, turn.after(one), known))
