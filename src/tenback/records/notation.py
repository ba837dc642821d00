"""Small pieces of notation: a placement as ``35>A1``, a seat as ``P1``, cards as ``2-9,45``."""

import re
from collections.abc import Iterable

from tenback.rules import GameRules, Outcome, PileNameError, Placement

__all__ = [
    "NotationError",
    "format_cards",
    "format_placement",
    "format_result",
    "format_seat",
    "parse_cards",
    "parse_placement",
    "parse_result",
    "parse_seat",
]

_PLACEMENT = re.compile(r"(\d{1,3})\s*[>:\s]\s*([A-Za-z0-9]+)", re.ASCII)
_SEAT = re.compile(r"[Pp]([1-9]\d?)", re.ASCII)
_RANGE = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?", re.ASCII)

_RESULT = re.compile(r"(won|lost) (\d{1,3}) ([A-Z_]{1,30}) (P[1-9])(?: for((?: P[1-9])+))?")


class NotationError(ValueError):
    """A piece of text is not in the notation; the message says what would be."""


def format_placement(game: GameRules, placement: Placement, seat: int | None) -> str:
    """Write a placement, with the pile as its player calls it."""
    return f"{placement.card}>{game.pile_name(placement.pile, seat)}"


def parse_placement(game: GameRules, text: str, seat: int | None) -> Placement:
    """Read ``35>A1``; ``35 A1`` and ``35:a1`` are read as well. Else raise a NotationError."""
    match = _PLACEMENT.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"a placement is CARD>PILE, such as 35>{game.pile_name(0, seat)}")
    try:
        pile = game.pile_index(match[2], seat)
    except PileNameError as error:
        raise NotationError(str(error)) from None
    return Placement(int(match[1]), pile)


def format_seat(seat: int) -> str:
    """Write seat 0 as P1."""
    return f"P{seat + 1}"


def parse_seat(text: str, players: int) -> int:
    """Read P1 as seat 0."""
    match = _SEAT.fullmatch(text.strip())
    if match is None or int(match[1]) > players:
        seats = "P1" if players == 1 else f"P1 to P{players}"
        raise NotationError(f"a seat, {seats}")
    return int(match[1]) - 1


def format_cards(cards: Iterable[int]) -> str:
    """Write ascending cards with ranges: 2-9,45."""
    runs: list[list[int]] = []
    for card in sorted(cards):
        if runs and card == runs[-1][1] + 1:
            runs[-1][1] = card
        else:
            runs.append([card, card])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards separated by commas; ranges are allowed, and the order is kept."""
    cards: list[int] = []
    for part in filter(None, re.split(r"[,\s]+", text.strip())):
        match = _RANGE.fullmatch(part)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            raise NotationError(f"cards are numbers such as 4,17,30-35, not {part!r}")
        cards.extend(range(int(match[1]), int(match[2] or match[1]) + 1))
    return tuple(cards)


def format_result(outcome: Outcome | None) -> str:
    """Write an outcome: ``lost 12 BLOCKED P2``; a win names the winners; ``open`` if none."""
    if outcome is None:
        return "open"
    word = "won" if outcome.won else "lost"
    told = f"{word} {outcome.score} {outcome.termination} {format_seat(outcome.seat)}"
    return told + (f" for {' '.join(map(format_seat, outcome.winners))}" if outcome.won else "")


def parse_result(text: str, players: int) -> Outcome | None:
    """Read what ``format_result`` writes."""
    if text == "open":
        return None
    match = _RESULT.fullmatch(text)
    if match is None or (match[1] == "won") != bool(match[5]):
        raise NotationError("'open', 'lost 12 BLOCKED P1' or 'won 0 CLEARED P1 for P1 P2'")
    winners = tuple(parse_seat(seat, players) for seat in (match[5] or "").split())
    return Outcome(match[3], int(match[2]), winners, parse_seat(match[4], players))
