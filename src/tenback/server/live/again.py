"""The cards of a recorded game, to be played again."""

from collections.abc import Callable
from dataclasses import replace

from tenback.records import GameRecord
from tenback.rules import Refusal
from tenback.server.offers import USUAL_BOT, base_of
from tenback.table import TableCode

__all__ = ["deal_again"]


def deal_again(
    record: GameRecord, seat: int, name: str, is_bot: Callable[[str], bool]
) -> GameRecord:
    """Return the deal of a record with one person at a seat and bots at all others.

    Bots that nobody may seat here, and people, are replaced by the usual bot. The salt is left out:
    whoever has the record knows the cards, so the game must not look like one dealt by chance.
    """
    players = record.rules.players
    if not 0 <= seat < players:
        raise Refusal(TableCode.NO_SEAT, seat=seat + 1, seats=players)
    given = dict(record.bots)
    bots = {
        other: given[other] if is_bot(given.get(other, "")) else USUAL_BOT
        for other in range(players)
        if other != seat
    }
    names: list[str] = []
    for number in range(players):
        names.append(name if number == seat else _bot_name(bots[number], [name, *names]))
    return replace(
        record,
        names=tuple(names),
        entries=(),
        outcome=None,
        bots=tuple(bots.items()),
        seed=None,
        salt="",
    )


def _bot_name(bot: str, taken: list[str]) -> str:
    base = base_of(bot).capitalize()
    numbers = (f"{base} {number}" for number in range(2, len(taken) + 3))
    known = {name.casefold() for name in taken}
    return next(name for name in (base, *numbers) if name.casefold() not in known)
