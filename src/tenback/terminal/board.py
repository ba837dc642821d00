"""The table on a full screen: cards in their colours, and where a click lands."""

from typing import Final, NamedTuple

from rich.markup import escape

from tenback.draw import TablePicture
from tenback.draw.sky import sky_of
from tenback.rules import CardCommand, View
from tenback.terminal.tell import Teller

__all__ = ["LEAST_COLUMNS", "Spot", "draw_board", "spot_at"]

#: The width of a card on a pile and in the hand, what lies between piles, and the rows of a card.
_PILE, _CARD, _GAP, _ROWS = 8, 7, "  ", 3
#: A hand of eight cards with the margins of the board.
LEAST_COLUMNS: Final = 60


class Spot(NamedTuple):
    """What was clicked: a pile or a card of the hand, counted from 0."""

    is_pile: bool
    number: int


def draw_board(seen: View, teller: Teller, picked: int | None) -> str:
    """Draw what a seat sees: piles, draw pile, hand, and in words what is in force and asked."""
    table = seen.picture()
    names = {card: _mark(teller, mark) for card, mark in table.commands.items()}
    rows = _pile_rows(table, names)
    cards = [
        _card_rows(card, table.highest, names.get(card, ""), _CARD - 1, card == picked)
        for card in seen.hand
    ]
    rows += ["", *(" ".join(row) for row in zip(*cards, strict=True))]
    told = [teller.counts(seen), *teller.standing(seen)]
    return "\n".join([*rows, *map(escape, told)])


def spot_at(seen: View, x: int, y: int) -> Spot | None:
    """Return what lies at a place of the board."""
    pile, card = x // (_PILE + len(_GAP)), x // _CARD
    if y <= _ROWS:
        return Spot(True, pile) if pile < len(seen.tops) else None
    is_hand = _ROWS + 1 < y <= 2 * _ROWS + 1
    return Spot(False, card) if is_hand and card < len(seen.hand) else None


def _pile_rows(table: TablePicture, names: dict[int, str]) -> list[str]:
    piles = [
        (
            f"{f'{pile.name} ' + ('↑' if pile.ascending else '↓'):<{_PILE}}",
            *_card_rows(pile.top, table.highest, "" if pile.is_base else names.get(pile.top, "")),
        )
        for pile in table.piles
    ]
    return [_GAP.join(row) for row in zip(*piles, strict=True)]


def _mark(teller: Teller, mark: str) -> str:
    return teller.command(CardCommand(mark)) if mark in CardCommand.__members__ else mark


def _card_rows(
    card: int, highest: int, mark: str, width: int = _PILE, is_picked: bool = False
) -> list[str]:
    """Draw a card in three rows, in the colours of its sky, with the words that it carries."""
    sky = sky_of(card, highest)
    style = f"bold {sky.ink.hex} on {sky.top.hex}{' reverse' if is_picked else ''}"
    first, _, second = mark.partition(" ")
    words = (str(card), first[:width], second[:width])
    return [f"[{style}]{word:^{width}}[/]" for word in words]
