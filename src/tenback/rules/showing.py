"""States and views as pictures, and in one line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tenback.draw import HandPicture, PilePicture, TablePicture
from tenback.rules.values import Phase, Placement

if TYPE_CHECKING:
    from tenback.rules.ruleset import Ruleset
    from tenback.rules.state import State
    from tenback.rules.view import View

__all__ = ["picture_state", "picture_view", "tell_state", "tell_view"]


def picture_state(state: "State") -> TablePicture:
    """Describe a state with every hand; piles are named as the mover calls them."""
    hands = tuple(
        HandPicture(f"P{seat + 1}", len(hand), hand) for seat, hand in enumerate(state.hands)
    )
    decks = tuple(map(len, state.decks))
    return _picture(state, state.seat, state.seat, decks, hands)


def picture_view(view: "View") -> TablePicture:
    """Describe a view: the own hand, and how many cards the others hold."""
    hands = tuple(
        HandPicture(f"P{seat + 1}", count, view.hand if seat == view.seat else None)
        for seat, count in enumerate(view.hand_counts)
    )
    return _picture(view, view.seat, view.to_move, view.deck_counts, hands)


def _picture(
    seen: "State | View",
    seat: int | None,
    mover: int,
    decks: tuple[int, ...],
    hands: tuple[HandPicture, ...],
) -> TablePicture:
    game, commands = seen.rules.game, seen.rules.layout.as_mapping()
    piles = tuple(
        PilePicture(
            game.pile_name(index, seat),
            pile.ascending,
            top,
            top == pile.base,
            # A flash command binds only in the turn in which it was laid.
            top in commands and commands[top].is_flash and Placement(top, index) not in seen.laid,
        )
        for index, (pile, top) in enumerate(zip(game.piles, seen.tops, strict=True))
    )
    marks = {card: str(command) for card, command in commands.items()} | dict(game.marks)
    return TablePicture(_caption(seen, mover), piles, decks, hands, game.highest, marks)


def tell_state(state: "State") -> str:
    """Tell a state in one line."""
    counts = " ".join(str(len(hand)) for hand in state.hands)
    decks = " ".join(str(len(deck)) for deck in state.decks)
    caption = _caption(state, state.seat)
    return f"<State {caption}; {_tops(state, state.seat)}; hands {counts}; to draw {decks}>"


def tell_view(view: "View") -> str:
    """Tell a view in one line."""
    seat = "a spectator" if view.seat is None else f"P{view.seat + 1}"
    hand = "" if view.seat is None else f"; hand {_cards(view.rules, view.hand)}"
    caption = _caption(view, view.to_move)
    return f"<View of {seat}: {caption}; {_tops(view, view.seat)}{hand}>"


def _caption(seen: "State | View", mover: int) -> str:
    game = seen.rules.game.id
    if seen.phase is Phase.STARTING:
        return f"{game}, dealt, not started"
    if seen.outcome is not None:
        word = "won" if seen.outcome.won else "lost"
        return f"{game}, over: {word}, {seen.outcome.termination}, {seen.outcome.score} left"
    laid = f"{len(seen.laid)} of at least {seen.minimum} laid"
    return f"{game}, turn {seen.turns + 1}, P{mover + 1} to move, {laid}"


def _tops(seen: "State | View", seat: int | None) -> str:
    name = seen.rules.game.pile_name
    return " ".join(f"{name(pile, seat)}={top}" for pile, top in enumerate(seen.tops))


def _cards(rules: "Ruleset", cards: Sequence[int]) -> str:
    """Write cards with the commands they carry."""
    commands = rules.layout.by_card
    told = (f"{card}:{commands[card]}" if commands[card] else str(card) for card in cards)
    return " ".join(told) or "none"
