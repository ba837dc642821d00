"""The report of a review in plain lines: the curve, the sum, the players, the costliest turns."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tenback.records import GameRecord
from tenback.records.notation import format_placement
from tenback.rules import Placement
from tenback.terminal.tell import Teller
from tenback.texts import Texts

if TYPE_CHECKING:
    from tenback.analysis.reviewing import Estimate, Review, ReviewedTurn
    from tenback.records.placed import Placed

__all__ = ["print_report", "report_parts"]

_MOST_TURNS = 5
_BAR = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"


def print_report(found: "Review", record: GameRecord, texts: Texts, *, with_line: bool) -> None:
    """Print a review."""
    width = None if Console().is_terminal else 110
    console = Console(highlight=False, markup=False, emoji=False, width=width)
    for part in report_parts(found, record, texts, with_curve=True, with_line=with_line):
        console.print(part, soft_wrap=isinstance(part, str))


def report_parts(
    found: "Review", record: GameRecord, texts: Texts, *, with_curve: bool, with_line: bool
) -> Iterator[str | Table]:
    """Yield the report in lines and tables."""
    report = _Report(found, record, texts)
    yield texts(f"game.{record.rules.game.id}") + "."
    if record.outcome is not None:
        yield from report.teller.result(record.outcome)
    yield texts("review.samples", samples=found.samples)
    if not found.calibrated:
        yield texts("review.uncalibrated")
    yield ""
    if with_curve:
        yield report.curve()
        yield ""
    yield report.sum()
    yield texts("review.adjusted", points=report.percent(found.adjusted))
    yield texts("review.accuracy", share=texts.number(found.accuracy))
    if found.players > 1:
        yield ""
        yield report.players()
    yield ""
    yield from (*report.costliest(), *report.deal(with_line=with_line))


class _Report:
    """The parts of the report in one language.

    In a table, names are ``Text``: whoever prints it might read "[green]" as a colour.
    """

    def __init__(self, found: "Review", record: GameRecord, texts: Texts) -> None:
        self.found = found
        self.record = record
        self.texts = texts
        self.teller = Teller(texts, record.rules, record.names)

    def percent(self, chance: float) -> str:
        """Write a share as a number of percent."""
        return self.texts.number(100 * chance)

    def _points(self, value: float) -> str:
        """Write a difference in points with its sign; "" if it rounds to 0."""
        points = self.texts.number(100 * abs(value), 1)
        if points == self.texts.number(0, 1):
            return ""
        return f"{'+' if value > 0 else '-'}{points}"

    def _between(self, estimate: "Estimate") -> str:
        return f"{self.percent(estimate.low)} - {self.percent(estimate.high)}"

    def moves(self, seat: int, placements: "Sequence[Placed]") -> str:
        """Write the cards of a turn."""
        game = self.record.rules.game
        laid = (
            format_placement(game, Placement(placed.card, placed.pile), seat)
            for placed in placements
        )
        return " ".join(laid) or self.texts("turn.nothing")

    def curve(self) -> Table:
        """Return a row for each turn, with the table's chance as a bar."""
        table = Table(box=None, pad_edge=False)
        for name in ("turn", "player", "laid", "chance", "curve", "lost", "luck"):
            is_text = name in ("player", "laid", "curve")
            justify = "left" if is_text else "right"
            table.add_column(self.texts(f"review.column.{name}"), justify=justify, no_wrap=True)
        for turn, moment in zip(self.found.turns, self.found.curve, strict=False):
            marked = "" if turn.judgement is None else " !"
            table.add_row(
                str(turn.number),
                Text(self.record.names[turn.seat]),
                self.moves(turn.seat, turn.placements),
                f"{self.percent(turn.best.value)} %",
                _bar(moment.table),
                self._points(-turn.loss.value) + marked,
                self._points(turn.luck.value),
            )
        end = f"{self.percent(self.found.end)} %"
        table.add_row("", "", "", end, _bar(self.found.curve[-1].table), "", "")
        return table

    def sum(self) -> Table:
        """Return the account of the game."""
        found = self.found
        table = Table(box=None, pad_edge=False, show_header=False)
        for justify in ("left", "right", "left"):
            table.add_column(justify=justify)
        at_deal = f"{self.percent(found.start.value)} %"
        table.add_row(self.texts("review.sum.start"), at_deal, self._between(found.start))
        for name, sign, part in (
            ("lost", -1, found.lost),
            ("luck", 1, found.luck),
            ("hidden", 1, found.hidden),
        ):
            low, high = sorted((sign * part.low, sign * part.high))
            bounds = f"{self.percent(low)} ... {self.percent(high)}"
            shown = self._points(sign * part.value) or "0"
            table.add_row(self.texts(f"review.sum.{name}"), shown, bounds)
        table.add_row(self.texts("review.sum.end"), f"{self.percent(found.end)} %", "")
        return table

    def players(self) -> Table:
        """Return a row for each player."""
        table = Table(box=None, pad_edge=False)
        for name in ("player", "lost", "luck", "adjusted", "accuracy"):
            justify = "left" if name == "player" else "right"
            table.add_column(self.texts(f"review.column.{name}"), justify=justify)
        for player in self.found.seats:
            table.add_row(
                Text(player.name),
                self._points(-player.lost.value) or "0",
                self._points(player.luck.value) or "0",
                self.percent(player.adjusted),
                f"{self.texts.number(player.accuracy)} %",
            )
        return table

    def costliest(self) -> Iterator[str]:
        """Tell the costliest turns, and what would have been better."""
        if not self.found.costliest:
            yield self.texts("review.none")
            return
        yield self.texts("review.costliest")
        for number in self.found.costliest[:_MOST_TURNS]:
            yield from self._costly(self.found.turns[number - 1])

    def _costly(self, turn: "ReviewedTurn") -> Iterator[str]:
        texts, seat = self.texts, turn.seat
        yield texts(
            "review.turn",
            number=turn.number,
            name=self.record.names[seat],
            moves=self.moves(seat, turn.placements),
            chance=self.percent(turn.played.value),
            judgement=texts(f"review.judgement.{turn.judgement}"),
        )
        if turn.better is not None:
            told = texts(
                "review.better",
                moves=self.moves(seat, turn.better.placements),
                chance=self.percent(turn.better.chance.value),
                points=self.percent(turn.loss.value),
                low=self.percent(turn.loss.low),
                high=self.percent(turn.loss.high),
            )
            yield f"   {told}"
        for reason in turn.reasons:
            yield f"   {texts(f'review.why.{reason.kind}', **reason.details)}"

    def deal(self, *, with_line: bool) -> Iterator[str]:
        """Tell whether the deal could be won, and how."""
        texts, deal = self.texts, self.found.deal
        yield ""
        if self.record.rules.game.is_team_game:
            yield texts(f"review.deal.{deal.verdict}")
        else:
            yield texts(f"review.duel.{deal.verdict}", name=self.record.names[self.record.starter])
        if with_line and deal.verdict == "winnable":
            yield texts("review.line")
            for number, turn in enumerate(deal.line, 1):
                moves = self.moves(turn.seat, turn.placements)
                yield f"{number:3}. {self.record.names[turn.seat]}: {moves}"


def _bar(chance: float) -> str:
    whole, part = divmod(round(8 * _BAR * chance), 8)
    return "█" * whole + (_EIGHTHS[part] if part else "")
