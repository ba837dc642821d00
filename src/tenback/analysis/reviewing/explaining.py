"""Why a turn was worse, in words: what can be read off the cards, and nothing else.

A reason is given only where the better turn differs in just that; otherwise nothing is said.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from tenback.analysis.laid_cards import LaidCard, lay_out, tops_after
from tenback.analysis.reviewing.result import Reason
from tenback.rules import Placement, SignalKind, State
from tenback.rules.placement import fits, is_jump

if TYPE_CHECKING:  # what is compiled is not needed to compare two turns
    from tenback.analysis.reviewing.evaluator import TurnChances
    from tenback.analysis.reviewing.moments import PlayedTurn

__all__ = ["REASONS", "compare", "explain"]

#: Every kind of reason there is; the catalogues have a sentence for each.
REASONS: Final = (
    *("conceded", "dead", "exact", "jump", "lost_at_once"),
    *("one_more", "pair", "signal", "step", "too_many"),
)
_MOST_REASONS: Final = 2
#: A step is called wide if it is so much wider than any that the better turn takes.
_WIDER: Final = 8
_SMALL_STEP: Final = 3


class _Case(NamedTuple):
    """A turn that was worse than another, both from the same position."""

    state: State
    played: tuple[LaidCard, ...]
    better: tuple[LaidCard, ...]
    names: tuple[str, ...]

    @property
    def kept(self) -> frozenset[int]:
        """The cards that the seat kept."""
        laid = {one.card for one in self.played}
        return frozenset(self.state.hands[self.state.seat]) - laid

    def pile_name(self, pile: int) -> str:
        """Return the pile as the seat calls it."""
        return self.state.rules.game.pile_name(pile, self.state.seat)


def explain(
    turn: "PlayedTurn", chances: "TurnChances", names: tuple[str, ...]
) -> tuple[Reason, ...]:
    """Return up to two reasons, the most telling first."""
    if turn.conceded:
        return (Reason("conceded"),)
    if chances.better is None:
        return ()
    if not turn.is_whole:
        return (Reason("lost_at_once"),)
    found = compare(turn.before, turn.placements, chances.better, names)
    return found or ((Reason("exact"),) if chances.is_exact else ())


def compare(
    state: State, played: Sequence[Placement], better: Sequence[Placement], names: tuple[str, ...]
) -> tuple[Reason, ...]:
    """Return what can be said of a turn beside a better one of the same seat."""
    piles = state.rules.game.piles
    case = _Case(
        state, lay_out(piles, state.tops, played), lay_out(piles, state.tops, better), names
    )
    return tuple(reason for rule in _RULES for reason in rule(case))[:_MOST_REASONS]


def _is_own(case: _Case, pile: int) -> bool:
    return case.state.rules.game.piles[pile].belongs_to(case.state.seat)


def _lost_jump(case: _Case) -> Iterator[Reason]:
    """The better turn jumps with a card that was kept and can jump nowhere now."""
    for jump in case.better:
        moved = [one for one in case.played if one.pile == jump.pile]
        if not jump.is_jump or jump.card not in case.kept or not _is_own(case, jump.pile):
            continue
        if _can_jump(case, jump.card):
            continue
        if jump.top != case.state.tops[jump.pile]:
            if jump.top in {one.card for one in case.played}:
                yield Reason("pair", {"card": jump.card, "other": jump.top})
        elif moved:
            details: dict[str, int | str] = {"card": jump.card, "top": jump.top}
            yield Reason("jump", {**details, "pile": case.pile_name(jump.pile)})


def _can_jump(case: _Case, card: int) -> bool:
    """Whether a card jumps on some pile that the turn left."""
    tops, piles = tops_after(case.state.tops, case.played), case.state.rules.game.piles
    return any(is_jump(pile.ascending, top, card) for pile, top in zip(piles, tops, strict=True))


def _wide_step(case: _Case) -> Iterator[Reason]:
    """A step was much wider than any of the better turn."""
    # A step that a jump takes back in the same turn is not to blame.
    eased = {one.pile for one in case.played if one.is_jump}
    played = [one for one in case.played if _is_own(case, one.pile) and one.pile not in eased]
    widest = max(played, key=lambda one: one.width, default=None)
    other = max((one.width for one in case.better if _is_own(case, one.pile)), default=0)
    # A better turn of jumps alone has no narrower step to compare with.
    if widest is not None and other > 0 and widest.width >= other + _WIDER:
        yield Reason("step", {"card": widest.card, "step": widest.width, "other": other})


def _signal(case: _Case) -> Iterator[Reason]:
    """A pile was used that somebody had asked to keep off, and the better turn leaves it alone."""
    used = {one.pile for one in case.played if not one.is_jump}
    spared = used - {one.pile for one in case.better}
    for signal in case.state.signals:
        is_asked = signal.kind is SignalKind.KEEP_OFF and signal.seat != case.state.seat
        if is_asked and signal.subject in spared:
            pile = case.pile_name(int(signal.subject))
            yield Reason("signal", {"pile": pile, "name": case.names[signal.seat]})


def _too_many(case: _Case) -> Iterator[Reason]:
    """The better turn lays some of the same cards on the same piles, and no others."""
    played, better = _cards(case.played), _cards(case.better)
    if better < played:
        details: dict[str, int | str] = {"cards": len(played), "enough": len(better)}
        yield Reason("too_many", details)


def _one_more(case: _Case) -> Iterator[Reason]:
    """The better turn lays the same cards, and one more that costs little."""
    more = [one for one in case.better if (one.card, one.pile) not in _cards(case.played)]
    if _cards(case.played) < _cards(case.better) and len(more) == 1:
        one = more[0]
        if one.is_jump or one.width <= _SMALL_STEP:
            details: dict[str, int | str] = {"card": one.card}
            yield Reason("one_more", {**details, "pile": case.pile_name(one.pile)})


def _dead(case: _Case) -> Iterator[Reason]:
    """A card that was kept fits no pile any more, and would have fitted."""
    after = _unfit(case, case.played)
    lost = sorted(after - _unfit(case, case.better) - {one.card for one in case.better})
    before = _unfit(case, ())
    for card in lost:
        if card not in before:
            yield Reason("dead", {"card": card})
            return


def _unfit(case: _Case, laid: Sequence[LaidCard]) -> set[int]:
    """Return the cards in hand after a turn that fit on none of the seat's own piles."""
    state = case.state
    tops = tops_after(case.state.tops, laid)
    held = set(state.hands[case.state.seat]) - {one.card for one in laid}
    own = [pile for pile in range(len(tops)) if _is_own(case, pile)]
    piles = state.rules.game.piles
    return {
        card for card in held if not any(fits(piles[at].ascending, tops[at], card) for at in own)
    }


def _cards(laid: Sequence[LaidCard]) -> set[tuple[int, int]]:
    return {(one.card, one.pile) for one in laid}


_RULES: Final[tuple[Callable[[_Case], Iterator[Reason]], ...]] = (
    _lost_jump,
    _signal,
    _too_many,
    _wide_step,
    _one_more,
    _dead,
)
