"""A table with cards that are known beforehand."""

from tests.server.serving import Served
from tests.web.guest import Guest

from tenback.records import GameRecord, build_ruleset
from tenback.table import Settings

__all__ = ["sit_with"]


def sit_with(
    guest: Guest, served: Served, first: tuple[int, ...], players: int = 1, hand_size: int = 0
) -> None:
    """Sit down at the Original with these cards dealt first; hands may be of another size."""
    rules = build_ruleset("original", players, starter=0, hand_size=hand_size)
    deck = (*first, *(card for card in range(2, 100) if card not in first))
    bots = tuple((seat, "greedy") for seat in range(1, players))
    names = ("Ana", "Greedy", "Greedy 2")[:players]
    record = GameRecord(rules, (deck,), 0, names, bots=bots)
    ticket = served.run(served.hall.adopt(record, Settings(pace=0), 0))
    guest.sit({"code": ticket.code, "token": ticket.token})
    guest.until("() => document.querySelector('[data-hand-card]') !== null")
