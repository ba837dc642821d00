"""The table in pixels, with the sky of the browser's cards: dawn for low numbers, night for high.

The colours are those of ``web/src/lib/sky.ts``.
"""

from functools import cache
from math import cos, pi, sin
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tenback.envs.encoding import Encoding

__all__ = ["draw_table"]

WIDTH, HEIGHT, SCALE = 480, 300, 2
CARD_WIDTH, CARD_HEIGHT, RADIUS = 58, 84, 7
PAPER, INK, SOFT = (34, 32, 58), (246, 243, 235), (190, 187, 205)
RIM = (249, 246, 238)
DUSK: Final = 0.655
#: (height, lightness, chroma, hue)
DAY: Final = (
    (0.0, 0.945, 0.06, 90.0),
    (0.16, 0.895, 0.09, 68.0),
    (0.32, 0.835, 0.125, 42.0),
    (0.48, 0.765, 0.15, 18.0),
    (0.6, 0.705, 0.165, -2.0),
    (DUSK, 0.685, 0.17, -12.0),
)
NIGHT: Final = (
    (DUSK, 0.53, 0.18, 330.0),
    (0.76, 0.46, 0.17, 305.0),
    (0.88, 0.38, 0.14, 285.0),
    (1.0, 0.29, 0.1, 268.0),
)
Colour = tuple[int, int, int]


@cache
def sky_of(card: int, highest: int) -> tuple[Colour, Colour]:
    """Return the colour of a card and of its ink."""
    height = min(1.0, max(0.0, (card - 1) / highest))
    stops = NIGHT if height > DUSK else DAY
    places = [stop[0] for stop in stops]
    lightness, chroma, hue = (
        float(np.interp(height, places, [stop[part] for stop in stops])) for part in (1, 2, 3)
    )
    return _from_oklch(lightness, chroma, hue), (RIM if height > DUSK else PAPER)


def _from_oklch(lightness: float, chroma: float, hue: float) -> Colour:
    """Convert a colour of CSS's oklch() to sRGB (Ottosson's matrices)."""
    a, b = chroma * cos(hue * pi / 180), chroma * sin(hue * pi / 180)
    long, middle, short = (
        (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
        (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
        (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3,
    )
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    red, green, blue = (_gamma(part) for part in linear)
    return red, green, blue


def _gamma(part: float) -> int:
    part = min(1.0, max(0.0, part))
    curved = 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    return round(255 * curved)


class _Table:
    """A drawing at twice its size, so that edges are smooth when it is made smaller."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
        self.pen = ImageDraw.Draw(self.image)

    def card(self, left: float, top: float, card: int) -> None:
        """Draw a card with its number, and the command it carries below."""
        fill, ink = sky_of(card, self.encoding.lowest + self.encoding.cards - 1)
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
