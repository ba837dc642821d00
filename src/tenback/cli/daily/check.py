"""``tenback daily check``: whether the cards of a day were fixed in advance."""

from datetime import date
from pathlib import Path

from tenback.cli.common import load_record
from tenback.cli.errors import CliError
from tenback.records import GameRecord
from tenback.records.daily import DailyKind, daily_deal, daily_kinds, day_number, is_key_of
from tenback.records.proof import commit_deal, is_digest

__all__ = ["check_daily"]


def check_daily(  # noqa: PLR0913 - the options of the command
    key: str,
    *,
    day: str,
    start: str = "",
    anchor: str = "",
    record: Path | None = None,
    show: bool = False,
) -> int:
    """Check the key of a day that is over against the published anchor, and cards against the key.

    Parameters
    ----------
    key
        The key of the day, as the server reveals it when the day is over.
    day
        The day, such as 2026-11-16.
    start
        The first day of the keys, as published with the anchor.
    anchor
        The published hash: the key must lead to it. Without it only the cards are computed.
    record
        A game of that day: its cards must be those that follow from the key.
    show
        Also print the cards of every game.
    """
    key, anchor = key.strip().lower(), anchor.strip().lower()
    for name, text in (("key", key), ("anchor", anchor)):
        if text and not is_digest(text):
            raise CliError(f"{name}: {text!r} is not 64 hexadecimal digits")
    played = _day("day", day)
    is_good = True
    if anchor:
        if not start:
            raise CliError("start: the first day of the keys is needed to check the anchor")
        number = day_number(_day("start", start), played)
        is_good = is_key_of(key, number, anchor)
        told = "leads" if is_good else "does NOT lead"
        print(f"the key of day {number}, hashed {number} time(s), {told} to the anchor")
    for kind in daily_kinds():
        dealt = daily_deal(key, played, kind)
        print(f"{kind}: hash of the deal {commit_deal(dealt.rules, dealt.decks, dealt.salt)}")
        for deck in dealt.decks if show else ():
            print("  " + " ".join(map(str, deck)))
    if record is not None:
        is_good = _check_record(key, played, load_record(record)) and is_good
    return 0 if is_good else 1


def _day(name: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CliError(f"{name}: {text!r} is not a day such as 2026-11-16") from None


def _check_record(key: str, day: date, record: GameRecord) -> bool:
    kind = DailyKind(record.rules.game.id, record.rules.players)
    if kind not in daily_kinds():
        print(f"record: there is no deal of the day for {kind}")
        return False
    dealt = daily_deal(key, day, kind)
    if (dealt.decks, dealt.salt) != (record.decks, record.salt):
        print("record: NOT the cards that follow from the key")
        return False
    print("record: the cards follow from the key")
    return True
