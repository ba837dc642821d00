"""What the bots of a dealt game say about starting."""

from collections.abc import Iterator

from tenback.records import GameRecord
from tenback.rules import State, view
from tenback.terminal.tell import Teller
from tenback.texts import Texts

__all__ = ["words_of_bots"]


def words_of_bots(record: GameRecord, texts: Texts) -> Iterator[str]:
    """Yield how gladly each bot of a team would start; nothing where that cannot be computed."""
    try:
        from tenback.bots.starting import can_agree, eagerness  # noqa: PLC0415 - heavy
    except ImportError:
        return
    if not can_agree(record.rules):
        return
    teller = Teller(texts, record.rules, record.names)
    dealt = State.deal(record.rules, record.decks)
    for seat, _ in record.bots:
        try:
            word = eagerness(view(dealt, seat, memory=True))
        except ImportError:  # neither code that was compiled ahead nor a compiler
            return
        yield texts(f"session.starting.{word.name.lower()}", name=teller.who(seat))
