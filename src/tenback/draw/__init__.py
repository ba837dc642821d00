"""Pictures of a table: cards as the browser draws them, as SVG or as text; no rule is known here.

``svg`` and ``text`` take anything that can describe itself as a ``TablePicture``: a state, a view
or a game.
"""

from tenback.draw.card import card_svg
from tenback.draw.picture import Drawable, HandPicture, PilePicture, TablePicture
from tenback.draw.svg import svg
from tenback.draw.text import text

__all__ = [
    "Drawable",
    "HandPicture",
    "PilePicture",
    "TablePicture",
    "card_svg",
    "svg",
    "text",
]
