"""What a puzzle is about, read off its position, its answer and the tempting turn."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tenback.analysis.laid_cards import tops_after
from tenback.analysis.puzzles.puzzle import Theme
from tenback.rules import Placement, State
from tenback.rules.placement import is_jump

__all__ = ["themes_of"]

_LAST: Final = 10


class _Case(NamedTuple):
    """A position and two turns of its mover."""

    state: State
    answer: Sequence[Placement]
    wrong: Sequence[Placement]

    def is_own(self, pile: int) -> bool:
        """Whether the mover's cards go onwards on a pile."""
        return self.state.rules.game.piles[pile].belongs_to(self.state.seat)

    def tops(self, turn: Sequence[Placement]) -> list[int]:
        """Return the tops that a turn leaves."""
        return tops_after(self.state.tops, turn)


def themes_of(
    state: State, answer: Sequence[Placement], wrong: Sequence[Placement]
) -> tuple[Theme, ...]:
    """Return the themes in their order; a position may have none."""
    case = _Case(state, answer, wrong)
    return tuple(theme for theme in Theme if _RULES[theme](case))


def _waits(case: _Case) -> bool:
    """After the answer a card that is kept can jump; the tempting turn has spent or spoilt that."""
    return bool(_jumps(case, case.answer) - _jumps(case, case.wrong))


def _jumps(case: _Case, turn: Sequence[Placement]) -> set[tuple[int, int]]:
    """Return the jumps that a turn leaves to the cards that are kept, as (card, pile)."""
    state, tops = case.state, case.tops(turn)
    held = set(state.hands[state.seat]) - {placement.card for placement in turn}
    return {
        (card, index)
        for index, pile in enumerate(state.rules.game.piles)
        for card in held
        if case.is_own(index) and is_jump(pile.ascending, tops[index], card)
    }


def _leaves_gap(case: _Case) -> bool:
    """The tempting turn goes on with a pile of the mover's that the answer leaves alone."""
    return bool(_moved_on(case, case.wrong) - {pile for _, pile in case.answer})


def _moved_on(case: _Case, turn: Sequence[Placement]) -> set[int]:
    """Return the mover's own piles that a turn leaves further on than they were."""
    before, after = case.state.tops, case.tops(turn)
    return {
        index
        for index, pile in enumerate(case.state.rules.game.piles)
        if case.is_own(index)
        and (after[index] > before[index] if pile.ascending else after[index] < before[index])
    }


def _obeys(case: _Case) -> bool:
    """A command binds the turn from a pile, or one is laid in the answer."""
    commands = case.state.rules.layout.by_card
    binding = (commands[top] for top in case.state.tops)
    laid = (commands[card] for card, _ in case.answer)
    return any(command is not None and not command.is_flash for command in binding) or any(
        command is not None for command in laid
    )


def _helps(case: _Case) -> bool:
    """One of the two turns lays a card for the opponent that the other does not."""
    answer, wrong = (
        {placement for placement in turn if not case.is_own(placement.pile)}
        for turn in (case.answer, case.wrong)
    )
    return answer != wrong


def _is_late(case: _Case) -> bool:
    """The team, or in a duel the mover, has ten cards or fewer left."""
    return case.state.cards_left <= _LAST


_RULES: Final[dict[Theme, Callable[[_Case], bool]]] = {
    Theme.WAIT: _waits,
    Theme.GAP: _leaves_gap,
    Theme.OBEY: _obeys,
    Theme.HELP: _helps,
    Theme.LAST: _is_late,
}
