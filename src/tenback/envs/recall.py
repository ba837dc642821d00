"""What a seat with perfect recall knows of the way a game went."""

from typing import Any

from numpy.typing import NDArray

from tenback.envs.encoding import PILES, Encoding
from tenback.rules import Placement

__all__ = ["Recall"]


class Recall:
    """The story of a game, told to each seat with what it could see.

    As an array it has a row for each card of each deck, the seat's own deck first:

    ========  ================================================================
    column    meaning
    ========  ================================================================
    0         its place in the order of cards laid, as a share; 0: not yet laid
    1         in which turn, counted from 1, as a share of the cards there are
    2 to 5    on which pile, the seat's own first
    6         this seat drew it: in which turn, as above, the deal being the first
    7         whether this seat started (in every row)
    ========  ================================================================
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self._laid: list[tuple[int, int, int, int]] = []  #: seat, card, pile, turn
        self._drawn: list[tuple[int, int, int]] = []  #: seat, card, turn
        self._lines: list[tuple[int | None, str]] = []  #: who may hear it; None: everybody
        self._turn = 0
        self._starter: int | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the array."""
        return self.encoding.cards * int(self.encoding.packed.decks), 8

    def draw(self, seat: int, card: int) -> None:
        """Note a card that a seat draws; nobody else sees it."""
        self._drawn.append((seat, card, self._turn))
        self._lines.append((seat, f"+{card}"))

    def start(self, seat: int) -> None:
        """Note who starts."""
        self._starter = seat
        self._lines.append((None, f"P{seat + 1} starts"))

    def act(self, seat: int, placed: Placement | None, name: str, turns: int) -> None:
        """Note what a seat does; everybody sees it."""
        self._turn = turns + 1
        if placed is not None:
            self._laid.append((seat, placed.card, placed.pile, self._turn))
        self._lines.append((None, f"P{seat + 1} {name}"))

    def tell(self, seat: int, *, table: bool = True, own: bool = True) -> str:
        """Return the story as a seat knows it: what all could see, and its own draws."""
        heard = {None: table, seat: own}
        return " ".join(line for hearer, line in self._lines if heard.get(hearer, False))

    def write(self, seat: int, out: NDArray[Any], *, table: bool = True, own: bool = True) -> None:
        """Write the story as a seat knows it into an array of zeros."""
        if table:
            self._write_table(seat, out)
        if own:
            for drawer, card, turn in self._drawn:
                if drawer == seat:
                    out[card - self.encoding.lowest, 6] = (turn + 1) / self.shape[0]

    def _write_table(self, seat: int, out: NDArray[Any]) -> None:
        encoding, cards = self.encoding, self.encoding.cards
        deck_of = encoding.rules.game.deck_of
        most = self.shape[0]
        for order, (layer, card, pile, turn) in enumerate(self._laid, 1):
            deck = (deck_of(layer) - deck_of(seat)) % int(encoding.packed.decks)
            row = out[deck * cards + card - encoding.lowest]
            row[0], row[1] = order / most, turn / most
            relative = encoding.action_at(Placement(card, pile), seat) % PILES
            row[2 + relative] = 1
        out[:, 7] = self._starter == seat
