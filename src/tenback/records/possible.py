"""Whether a game can reach a position, and its mover has something to do.

Parsing does not check this, so that a turn can be tried on piles that no game would have.
"""

from collections.abc import Iterable, Iterator

from tenback.records.errors import PositionError
from tenback.records.notation import format_placement, format_seat
from tenback.records.position import Position
from tenback.rules import Placement

__all__ = ["verify_possible"]

_LAID = "laid in this turn"


def verify_possible(position: Position) -> None:
    """Raise a PositionError if no game can reach the position, or its mover has nothing to do.

    It finds a card in two places, a turn that the piles contradict, and a mover without cards.
    """
    _verify_laid(position)
    places = [_known_places(position, deck) for deck in range(len(position.decks))]
    _verify_gone(position, places)
    _verify_tops(position, places)
    _verify_mover(position)


def _verify_laid(position: Position) -> None:
    """Refuse a turn whose last card on a pile is not its top."""
    last = {pile: card for card, pile in position.laid}
    for pile, card in last.items():
        top = position.tops[pile]
        if card != top:
            told = format_placement(position.rules.game, Placement(card, pile), position.to_move)
            raise PositionError(f"laid={told}, but the top of that pile is {top}")


def _known_places(position: Position, deck: int) -> dict[int, str]:
    """Map the cards of a deck to their places, as far as those are certain."""
    places: dict[int, str] = {}
    for place, cards in _list_places(position, deck):
        for card in cards:
            if card in places:
                raise _in_two_places(card, [places[card], place])
            places[card] = place
    return places


def _list_places(position: Position, deck: int) -> Iterator[tuple[str, Iterable[int]]]:
    game = position.rules.game
    for seat, hand in enumerate(position.hands):
        if not isinstance(hand, int) and game.deck_of(seat) == deck:
            yield f"in the hand of {format_seat(seat)}", hand
    pile = position.decks[deck]
    if not isinstance(pile, int):
        yield "in the deck", pile
    if game.deck_of(position.to_move) == deck:
        yield _LAID, (placement.card for placement in position.laid)


def _verify_gone(position: Position, places: list[dict[int, str]]) -> None:
    for gone, known in zip(position.gone or (), places, strict=False):
        for card in gone:
            if known.get(card, _LAID) != _LAID:
                raise _in_two_places(card, [known[card], "gone"])


def _verify_tops(position: Position, places: list[dict[int, str]]) -> None:
    """Find a deck for every top: in a duel a pile does not tell whose card is on it."""
    game, gone = position.rules.game, position.gone
    laid_on = {placement.pile for placement in position.laid}
    for pile, top in enumerate(position.tops):
        if top == game.piles[pile].base or pile in laid_on:
            continue
        place = f"on {game.pile_name(pile, None)}"
        free = [deck for deck, known in enumerate(places) if top not in known]
        if not free:
            raise _in_two_places(top, [*(known[top] for known in places), place])
        if gone is not None and len(places) > 1:  # else it would count as unseen in both decks
            free = [deck for deck in free if top in gone[deck]]
            if not free:
                raise PositionError(f"{top} lies {place}: name it in gone= for the deck it is of")
        places[free[0]][top] = place


def _verify_mover(position: Position) -> None:
    game, seat = position.rules.game, position.to_move
    hands, decks = _some(position.hands), _some(position.decks)
    for other in range(len(hands)):
        if game.is_cleared(hands, decks, other):
            told = format_seat(other)
            raise PositionError(f"{told} holds no card and has none to draw: nothing to do")
    if hands[seat] or position.laid:  # a player who has laid the last card may still end the turn
        return
    told = f"{format_seat(seat)} holds no card: nothing to do"
    holders = [format_seat(other) for other, hand in enumerate(hands) if hand]
    if holders:
        told += f"; name a seat with cards by to={holders[0]}"
    raise PositionError(told)


def _some(places: Iterable[tuple[int, ...] | int]) -> tuple[tuple[int, ...], ...]:
    """Return one card for a whole place, because only whether there is any matters."""
    return tuple((0,) if cards else () for cards in places)


def _in_two_places(card: int, places: list[str]) -> PositionError:
    told = f"{places[0]} twice" if len(set(places)) == 1 else " and ".join(places)
    return PositionError(f"{card} is {told}: every card is in one place only")
