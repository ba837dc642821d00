"""The table on a full screen: cards in their colours, and where a click lands."""

from textwrap import wrap
from typing import Final, NamedTuple

from rich.markup import escape

from tenback.draw import TablePicture
from tenback.draw.sky import sky_of
from tenback.rules import CardCommand, View
from tenback.terminal.tell import Teller

__all__ = ["LEAST_COLUMNS", "Spot", "draw_board", "spot_at"]

#: The width of a card on a pile and in the hand, and what lies between piles.
_PILE, _CARD, _GAP = 8, 7, "  "
#: A hand of eight cards with the margins of the board.
LEAST_COLUMNS: Final = 60


class Spot(NamedTuple):
    """What was clicked: a pile or a card of the hand, counted from 0."""

    is_pile: bool
    number: int


def draw_board(seen: View, teller: Teller, picked: int | None) -> str:
    """Draw the piles and the hand; write the counts, commands in force and signals below."""
    table = seen.picture()
    names = {card: _mark(teller, mark) for card, mark in table.commands.items()}
    drawn = _Drawn(table, names)
    cards = [drawn.card(card, width=_CARD - 1, is_picked=card == picked) for card in seen.hand]
    rows = drawn.piles()
    rows += ["", *(" ".join(row) for row in zip(*cards, strict=True))]
    told = [teller.counts(seen), *teller.standing(seen)]
    return "\n".join([*rows, "", *map(escape, told)])


def spot_at(seen: View, x: int, y: int) -> Spot | None:
    """Return what lies at a place of the board."""
    rows = _rows(seen.picture())
    pile, card = x // (_PILE + len(_GAP)), x // _CARD
    if y <= rows:
        return Spot(True, pile) if pile < len(seen.tops) else None
    is_hand = rows + 1 < y <= 2 * rows + 1
    return Spot(False, card) if is_hand and card < len(seen.hand) else None


def _rows(table: TablePicture) -> int:
    """Return how many rows a card has; the words of a command need one more."""
    return 4 if table.commands else 3


def _mark(teller: Teller, mark: str) -> str:
    return teller.command(CardCommand(mark)) if mark in CardCommand.__members__ else mark


class _Drawn(NamedTuple):
    """A table, and the words of the commands in the reader's language."""

    table: TablePicture
    names: dict[int, str]

    def piles(self) -> list[str]:
        """Draw the piles in rows, their names above."""
        piles = [
            (
                f"{f'{pile.name} ' + ('↑' if pile.ascending else '↓'):<{_PILE}}",
                *self.card(pile.top, width=_PILE, is_base=pile.is_base),
            )
            for pile in self.table.piles
        ]
        return [_GAP.join(row) for row in zip(*piles, strict=True)]

    def card(
        self, card: int, *, width: int, is_base: bool = False, is_picked: bool = False
    ) -> list[str]:
        """Draw a card in rows, in the colours of its sky, with the words that it carries."""
        sky, rows = sky_of(card, self.table.highest), _rows(self.table)
        style = f"bold {sky.ink.hex} on {sky.top.hex}{' reverse' if is_picked else ''}"
        words = wrap("" if is_base else self.names.get(card, ""), width)
        lines = [*(() if words else [""] * (rows == 3)), str(card), *words]
        lines += [""] * (rows - len(lines))
        return [f"[{style}]{word:^{width}}[/]" for word in lines[:rows]]
