"""Hints: only for one person among bots, and marked in the record."""

from tests.table.support import Desk, started

from tenback.records import Remark
from tenback.table import TableCode
from tenback.table.unions import AskHint, HintTaken, Place


def remarks(desk: Desk) -> list[str]:
    return [entry.text for entry in desk.play.record.entries if isinstance(entry, Remark)]


def test_a_hint_is_marked_once_for_each_position() -> None:
    desk = started(bots=(1,))
    assert desk.do(0, AskHint()) == [HintTaken(0)]
    assert desk.do(0, AskHint()) == []
    desk.do(0, Place(2, 0))
    assert desk.do(0, AskHint()) == [HintTaken(0)]
    assert remarks(desk) == ["P1 took a hint", "P1 took a hint"]


def test_among_people_there_are_no_hints() -> None:
    assert started().code(0, AskHint()) == TableCode.HINT_TABLE


def test_a_hint_is_for_the_mover() -> None:
    assert started(bots=(0,)).code(1, AskHint()) == TableCode.NOT_YOUR_TURN
