"""The table in pixels, with the sky of the browser's cards: dawn for low ones, night for high."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tenback.draw.sky import sky_of
from tenback.envs.encoding import Encoding

__all__ = ["draw_table"]

WIDTH, HEIGHT, SCALE = 480, 300, 2
CARD_WIDTH, CARD_HEIGHT, RADIUS = 58, 84, 7
PAPER, INK, SOFT = (34, 32, 58), (246, 243, 235), (190, 187, 205)
RIM = (249, 246, 238)
Colour = tuple[int, int, int]


class _Table:
    """A drawing at twice its size, so that edges are smooth when it is made smaller."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
        self.pen = ImageDraw.Draw(self.image)

    def card(self, left: float, top: float, card: int) -> None:
        """Draw a card with its number, and the command it carries below."""
        sky = sky_of(card, self.encoding.lowest + self.encoding.cards - 1)
        fill, ink = sky.top.rgb, sky.ink.rgb
        box = [SCALE * one for one in (left, top, left + CARD_WIDTH, top + CARD_HEIGHT)]
        self.pen.rounded_rectangle(box, RADIUS * SCALE, fill=fill, outline=RIM, width=2 * SCALE)
        middle = left + CARD_WIDTH / 2
        self.text(middle, top + CARD_HEIGHT / 2, str(card), 26, ink)
        command = self.encoding.rules.layout.by_card[card]
        if command is not None:
            self.text(middle, top + CARD_HEIGHT - 12, command.replace("_", " "), 9, ink)

    def text(self, left: float, top: float, text: str, size: int, ink: Colour) -> None:
        """Write words around a point."""
        font = ImageFont.load_default(size * SCALE)
        self.pen.text((left * SCALE, top * SCALE), text, fill=ink, font=font, anchor="mm")

    def pixels(self) -> NDArray[np.uint8]:
        """Return the finished picture."""
        return np.asarray(self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))


def draw_table(encoding: Encoding, told: dict[str, Any]) -> NDArray[np.uint8]:
    """Draw what ``Encoding.read`` tells: the piles above, the hand below."""
    table = _Table(encoding)
    piles = encoding.rules.game.piles
    for order, (name, top) in enumerate(told["tops"].items()):
        left = 60 + order * 100
        arrow = "up" if piles[order].ascending else "down"
        table.text(left + CARD_WIDTH / 2, 16, f"{name} {arrow}", 12, SOFT)
        table.card(left, 28, top)
    decks = " / ".join(map(str, told["decks"]))
    hands = ", ".join(map(str, told["hand_counts"]))
    line = f"deck {decks}   hands {hands}   laid {told['laid']} of {told['minimum']}"
    table.text(WIDTH / 2, 138, told.get("outcome", line), 14, INK)
    hand = told["hand"]
    step = min(CARD_WIDTH + 6, (WIDTH - 20 - CARD_WIDTH) / max(1, len(hand) - 1))
    first = (WIDTH - CARD_WIDTH - step * (len(hand) - 1)) / 2
    for order, card in enumerate(hand):
        table.card(first + order * step, 190, card)
    return table.pixels()
