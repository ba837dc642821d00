"""From events to happenings: what everybody may know of them."""

from typing import assert_never

from tenback.server.wire import happenings as told
from tenback.server.wire.project import show_outcome
from tenback.table import Event, Table
from tenback.table import unions as happened
from tenback.table.moves import describe_move

__all__ = ["narrate"]


def narrate(before: Table | None, event: Event, after: Table) -> list[told.Happening]:
    """Tell an event and what followed from it: the end of a turn, of the game."""
    first = _tell(before, event, after)
    return [*first, *_consequences(before, after)] if before is not None else first


def _consequences(before: Table, after: Table) -> list[told.Happening]:
    result: list[told.Happening] = []
    if before.host != after.host and after.host is not None:
        result.append(told.HostNamed(after.host))
    if before.play is None or after.play is None or before.play.number != after.play.number:
        return result
    old, new = before.play.state, after.play.state
    if new.turns != old.turns and new.previous is not None:
        seat, laid, drawn, _ = new.previous
        result.append(told.TurnEnded(seat, len(laid), drawn, new.seat))
    if new.outcome is not None and old.outcome is None:
        outcome = show_outcome(new.outcome)
        assert outcome is not None
        result.append(told.GameEnded(outcome))
    return result


def _tell(  # noqa: PLR0912 - one case for every event there is
    before: Table | None, event: Event, after: Table
) -> list[told.Happening]:
    match event:
        case happened.CardPlaced():
            return [_laid(before, event)]
        case happened.TurnEnded():
            return []
        case happened.SeatTaken(seat, name, kind, bot):
            return [told.SeatTaken(seat, name, kind, bot)]
        case happened.SeatFreed(seat):
            return [told.SeatFreed(seat, _name(before, seat))]
        case happened.ReadinessChanged(seat, ready):
            return [told.ReadinessChanged(seat, ready)]
        case happened.SettingsChanged(settings):
            return [told.SettingsChanged(settings)]
        case happened.GameDealt() | happened.GameAdopted():
            assert after.play is not None
            return [told.GameDealt(after.play.number, after.play.commitment)]
        case happened.StarterVoted(seat, choice):
            return [told.StarterVoted(seat, choice)]
        case happened.StartOffered(seat, eagerness):
            return [told.StartOffered(seat, eagerness)]
        case happened.GameStarted(seat):
            return [told.GameStarted(seat)]
        case happened.CardTakenBack(seat, card, pile):
            return [told.CardTakenBack(seat, card, pile)]
        case happened.SignalGiven(seat, kind, subject):
            return [told.SignalGiven(seat, kind, subject)]
        case happened.SignalWithdrawn(seat, kind, subject):
            return [told.SignalWithdrawn(seat, kind, subject)]
        case happened.Said(seat, text):
            return [told.Said(seat, text)]
        case happened.ConcessionWished(seat, wish):
            return [told.ConcessionWished(seat, wish)]
        case happened.RematchWished(seat, wish):
            return [told.RematchWished(seat, wish)]
        case happened.WentAway(seat):
            return [told.WentAway(seat)]
        case happened.CameBack(seat):
            return [told.CameBack(seat)]
        case happened.StandInAgreed(seat, absent):
            return [told.StandInAgreed(seat, absent)]
        case happened.StandInSeated(seat, bot):
            return [told.StandInSeated(seat, bot)]
        case happened.TimeRanOut(seat):
            return [told.TimeRanOut(seat)]
        case happened.HintTaken(seat):
            return [told.HintTaken(seat)]
        case happened.BotStumbled(seat):
            return [told.BotStumbled(seat)]
        case (
            happened.TableOpened()
            | happened.TableFolded()
            | happened.GameConceded()
            | happened.HostNamed()
            | happened.Remarked()
        ):
            return []  # what follows from them is told, if anything does
        case _:
            assert_never(event)


def _laid(before: Table | None, event: happened.CardPlaced) -> told.CardPlaced:
    assert before is not None
    assert before.play is not None
    rules, top = before.rules, before.play.state.tops[event.pile]
    move, by = describe_move(rules.game.piles[event.pile], event.seat, top, event.card)
    command = rules.layout.by_card[event.card]
    return told.CardPlaced(event.seat, event.card, event.pile, top, move, by, command)


def _name(table: Table | None, seat: int) -> str:
    sitting = table.seats[seat] if table is not None else None
    return "" if sitting is None else sitting.name
