"""A hint in plain lines: the best turns with their chances, those too close to call, and why."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tenback.records import format_placement
from tenback.rules import View
from tenback.texts import Texts

if TYPE_CHECKING:  # what makes advice loads compiled code
    from tenback.analysis.advice import Advice

__all__ = ["close_line", "hint_lines", "turn_text", "why_line"]


def hint_lines(texts: Texts, seen: View, found: "Sequence[Advice]") -> Iterator[str]:
    """Tell the best turns, best first."""
    yield texts("hint.title")
    for one in found:
        chance, low, high = (texts.number(100 * s) for s in (one.chance, one.low, one.high))
        turn = turn_text(texts, seen, one)
        yield f"  {texts('hint.turn', turn=turn, chance=chance, low=low, high=high)}"
    yield from close_line(texts, seen, found)
    yield from why_line(texts, seen, found)


def turn_text(texts: Texts, seen: View, one: "Advice", ending: str = "advise.end") -> str:
    """Write a turn; for one without cards, which ends the open one, the sentence ``ending``."""
    game, seat = seen.rules.game, seen.to_move
    laid = " ".join(format_placement(game, placed, seat) for placed in one.placements)
    return laid or texts(ending)


def close_line(texts: Texts, seen: View, found: "Sequence[Advice]") -> Iterator[str]:
    """Name the turns that are too close to the best to call, if there are any."""
    alike = (one for one in found if one.is_close_to(found[0]))
    close = [turn_text(texts, seen, one, "advise.ending") for one in alike]
    if len(close) > 1:
        yield texts("advise.close", turns=texts.listed(close))


def why_line(texts: Texts, seen: View, found: "Sequence[Advice]") -> Iterator[str]:
    """Say what speaks for the best turn."""
    if found and found[0].reasons:
        told = (texts(f"advise.why.{why.kind}", **why.details) for why in found[0].reasons)
        turn = turn_text(texts, seen, found[0], "advise.ending")
        yield texts("advise.why", turn=turn, reasons=" ".join(told))
