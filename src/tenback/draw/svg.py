"""A table as an SVG picture: the piles above, the hands below."""

from html import escape

from tenback.draw.card import HEIGHT, WIDTH, card_svg
from tenback.draw.picture import Drawable, HandPicture, PilePicture, TablePicture, picture_of

__all__ = ["svg"]

_FONT = "Inter, system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
_PAPER, _INK, _SOFT, _UP, _DOWN = "#f7f2e8", "#241f3a", "#57516b", "#0c665d", "#a1401d"
_BACK, _BACK_RIM = "#4d4678", "#e9e2d2"
_MARGIN, _GAP, _LINE = 24, 18, 26
_FAN = 106


def svg(drawable: Drawable, *, width: int = 640) -> str:
    """Draw a state, a view or a game as an SVG picture, ``width`` pixels wide.

    >>> from tenback import Game, draw
    >>> draw.svg(Game("original", seed=7).view())[:5]
    '<svg '
    """
    table = picture_of(drawable)
    widest = max([len(hand.cards or ()) for hand in table.hands], default=0)
    inner = max(
        len(table.piles) * (WIDTH + _GAP) - _GAP + 130, (widest - 1) * _FAN + WIDTH if widest else 0
    )
    parts: list[str] = []
    top = _MARGIN + 8
    parts.append(_words(_MARGIN, top, table.caption, weight=600))
    top += _LINE
    for index, pile in enumerate(table.piles):
        left = _MARGIN + index * (WIDTH + _GAP)
        parts.append(_pile(left, top, pile, table))
    parts.append(_decks(_MARGIN + len(table.piles) * (WIDTH + _GAP), top, table.decks))
    top += _LINE + HEIGHT + _GAP
    for hand in table.hands:
        parts.append(_words(_MARGIN, top + 12, _hand_line(hand), colour=_SOFT))
        top += _LINE
        if hand.cards:
            parts.append(_hand(top, hand.cards, table))
            top += HEIGHT + _GAP
    full, high = inner + 2 * _MARGIN, top + _MARGIN - _GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {high}" width="{width}" '
        f'height="{round(width * high / full)}" role="img" font-family="{_FONT}" font-size="16">'
        f"<title>{escape(table.caption)}</title>"
        f'<rect width="{full}" height="{high}" rx="14" fill="{_PAPER}"/>{"".join(parts)}</svg>'
    )


def _words(left: float, top: float, words: str, *, colour: str = _INK, weight: int = 400) -> str:
    return (
        f'<text x="{left}" y="{top}" fill="{colour}" font-weight="{weight}">{escape(words)}</text>'
    )


def _pile(left: float, top: float, pile: PilePicture, table: TablePicture) -> str:
    arrow, colour = ("↑", _UP) if pile.ascending else ("↓", _DOWN)
    sign = "" if pile.is_base else table.commands.get(pile.top, "")
    drawn = card_svg(
        pile.top,
        table.highest,
        sign=sign,
        is_base=pile.is_base,
        is_falling=not pile.ascending,
        is_spent=pile.is_spent,
    )
    head = _words(left + 4, top + 12, f"{arrow} {pile.name}", colour=colour, weight=600)
    return f'{head}<g transform="translate({left} {top + _LINE - 4})">{drawn}</g>'


def _decks(left: float, top: float, decks: tuple[int, ...]) -> str:
    """Draw how much is left to draw, as a small card that lies face down."""
    parts: list[str] = []
    for index, count in enumerate(decks):
        x, y = left + 12 + index * 62, top + _LINE + 26
        dash = "" if count else ' fill-opacity=".12" stroke-dasharray="4 4"'
        parts.append(
            f'<rect x="{x}" y="{y}" width="50" height="71" rx="6" fill="{_BACK}" '
            f'stroke="{_BACK_RIM}" stroke-width="2"{dash}/>'
            f'<text x="{x + 25}" y="{y + 95}" text-anchor="middle" fill="{_SOFT}">{count}</text>'
        )
    return "".join(parts)


def _hand(top: float, cards: tuple[int, ...], table: TablePicture) -> str:
    return "".join(
        f'<g transform="translate({_MARGIN + index * _FAN} {top})">'
        f"{card_svg(card, table.highest, sign=table.commands.get(card, ''))}</g>"
        for index, card in enumerate(cards)
    )


def _hand_line(hand: HandPicture) -> str:
    return f"{hand.name}: {hand.count} {'card' if hand.count == 1 else 'cards'}"
