"""A table in a few lines of text."""

from collections.abc import Iterator, Mapping

from tenback.draw.picture import Drawable, HandPicture, PilePicture, picture_of

__all__ = ["text"]


def text(drawable: Drawable) -> str:
    """Draw a state, a view or a game in a few lines."""
    table = picture_of(drawable)

    def lines() -> Iterator[str]:
        yield table.caption
        yield "   ".join(_pile(pile, table.commands) for pile in table.piles)
        yield f"to draw: {', '.join(map(str, table.decks))}"
        for hand in table.hands:
            yield f"{hand.name}: {_hand(hand, table.commands)}"

    return "\n".join(lines())


def _pile(pile: PilePicture, commands: Mapping[int, str]) -> str:
    top = str(pile.top) if pile.is_base else _card(pile.top, commands)
    return f"{pile.name} {'↑' if pile.ascending else '↓'} {top}"


def _hand(hand: HandPicture, commands: Mapping[int, str]) -> str:
    if hand.cards:
        return " ".join(_card(card, commands) for card in hand.cards)
    return "1 card" if hand.count == 1 else f"{hand.count or 'no'} cards"


def _card(card: int, commands: Mapping[int, str]) -> str:
    return f"{card}:{commands[card]}" if card in commands else str(card)
