"""What speaks for a turn, in words: what can be read off the cards, beside the next best turn."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tenback.analysis.reviewing.result import Reason
from tenback.rules import Placement, SignalKind, View
from tenback.rules.placement import gap, is_jump

__all__ = ["FAVOURS", "favour"]

#: Every kind of reason there is; the catalogues have a sentence for each under ``advise.why.``.
FAVOURS: Final = (
    *("wins", "pair", "jump", "help", "signal", "keeps", "room", "fewer", "more"),
    "played",
)
_MOST_REASONS: Final = 2
#: Less room than this is no reason.
_ROOM: Final = 3


class _Laid(NamedTuple):
    """A placement with the top it was laid on."""

    card: int
    pile: int
    top: int
    is_jump: bool
    width: int


class _Turn(NamedTuple):
    """A turn that could be played, and what it leaves."""

    view: View
    laid: tuple[_Laid, ...]
    tops: tuple[int, ...]
    kept: frozenset[int]

    def is_own(self, pile: int) -> bool:
        """Whether the pile is the team's or the seat's own."""
        return self.view.rules.game.piles[pile].owner in (None, self.view.seat)

    def pile_name(self, pile: int) -> str:
        """Return the pile as the seat calls it."""
        return self.view.rules.game.pile_name(pile, self.view.seat)

    @property
    def spent(self) -> int:
        """How far it moves the seat's own piles on, jumps taken off."""
        return sum(one.width for one in self.laid if self.is_own(one.pile))

    @property
    def jumps_left(self) -> frozenset[tuple[int, int]]:
        """The cards kept that can jump on an own pile afterwards, with the pile."""
        piles = self.view.rules.game.piles
        return frozenset(
            (card, at)
            for at, top in enumerate(self.tops)
            for card in self.kept
            if self.is_own(at) and is_jump(piles[at].ascending, top, card)
        )


def favour(
    view: View, turn: Sequence[Placement], other: Sequence[Placement] | None
) -> tuple[Reason, ...]:
    """Return up to two reasons for a turn, the most telling first; ``other`` is the next best.

    Where the cards show none, the reason is that it won more of the games played on.
    """
    best = _turn(view, turn)
    found = [*_alone(best)]
    if other is not None:
        found += _beside(best, _turn(view, other))
    found.sort(key=lambda reason: FAVOURS.index(reason.kind))
    return tuple(found[:_MOST_REASONS]) or (Reason("played"),)


def _turn(view: View, placements: Sequence[Placement]) -> _Turn:
    tops, piles = list(view.tops), view.rules.game.piles
    laid: list[_Laid] = []
    for card, pile in placements:
        top, ascending = tops[pile], piles[pile].ascending
        laid.append(
            _Laid(card, pile, top, is_jump(ascending, top, card), gap(ascending, top, card))
        )
        tops[pile] = card
    kept = frozenset(view.hand) - {one.card for one in laid}
    return _Turn(view, tuple(laid), tuple(tops), kept)


def _alone(turn: _Turn) -> Iterator[Reason]:
    """Say what the turn does by itself."""
    seat = turn.view.to_move
    deck = turn.view.rules.game.deck_of(seat)
    if turn.laid and not turn.kept and not turn.view.deck_counts[deck] and _is_last(turn):
        yield Reason("wins")
    first_tops = turn.view.tops
    for one in turn.laid:
        if not turn.is_own(one.pile):
            yield Reason("help", {"card": one.card, "pile": turn.pile_name(one.pile)})
        elif one.is_jump and one.top == first_tops[one.pile]:
            yield Reason("jump", {"card": one.card, "pile": turn.pile_name(one.pile)})
        elif one.is_jump:
            details: dict[str, int | str] = {"card": one.card, "other": one.top}
            yield Reason("pair", {**details, "pile": turn.pile_name(one.pile)})


def _is_last(turn: _Turn) -> bool:
    """Whether nobody but the seat holds a card that must be laid."""
    view = turn.view
    if not view.rules.game.is_team_game:
        return True
    return sum(view.hand_counts) == len(view.hand)


def _beside(turn: _Turn, other: _Turn) -> Iterator[Reason]:
    """Say what the turn does and the other does not."""
    used = {one.pile for one in turn.laid}
    for signal in turn.view.signals:
        is_asked = signal.kind is SignalKind.KEEP_OFF and signal.seat != turn.view.seat
        touched = {one.pile for one in other.laid if not one.is_jump}
        if is_asked and signal.subject in touched - used:
            yield Reason("signal", {"pile": turn.pile_name(int(signal.subject))})
    for card, pile in sorted(turn.jumps_left):
        if not any(card == kept for kept, _ in other.jumps_left) and card in other.kept:
            yield Reason("keeps", {"card": card, "pile": turn.pile_name(pile)})
    if 0 <= turn.spent <= other.spent - _ROOM:
        yield Reason("room", {"spent": turn.spent, "other": other.spent})
    cards, more = len(turn.laid), len(other.laid)
    if cards != more and cards:
        kind = "fewer" if cards < more else "more"
        yield Reason(kind, {"cards": cards, "other": more})
