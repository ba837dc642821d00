"""Talk: standing signals, and guarded text where the host allows it (G-23, X-18)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from tenback.rules import Code, Phase, Refusal, Signal, SignalKind
from tenback.rules.talk import let_stand, verify_signal, verify_text, withdraw
from tenback.table.base import CommandStruct, IdleEvent
from tenback.table.codes import TableCode
from tenback.table.guards import seat_at
from tenback.table.listening import talk_guard
from tenback.table.model import Play, Stage, Table
from tenback.table.registry import Draft, applies, decides

__all__ = [
    "GiveSignal",
    "Said",
    "Say",
    "SignalGiven",
    "SignalWithdrawn",
    "WithdrawSignals",
]


_JOINER = "\u200d"  # within emoji; every other invisible character is refused


class GiveSignal(CommandStruct, frozen=True, tag="give_signal"):
    """Give a signal: ``subject`` is the index of a pile, for ``holds`` the name of a command."""

    kind: SignalKind
    subject: int | Annotated[str, msgspec.Meta(max_length=40)]


class WithdrawSignals(CommandStruct, frozen=True, tag="withdraw_signals"):
    """Withdraw your signal about a pile or command, or all your signals."""

    subject: int | Annotated[str, msgspec.Meta(max_length=40)] | None = None


class Say(CommandStruct, frozen=True, tag="say"):
    """Say something to everybody."""

    text: str


class SignalGiven(IdleEvent, frozen=True, tag="signal_given"):
    """A signal was given."""

    seat: int
    kind: SignalKind
    subject: int | str


class SignalWithdrawn(IdleEvent, frozen=True, tag="signal_withdrawn"):
    """A signal was withdrawn."""

    seat: int
    kind: SignalKind
    subject: int | str


class Said(IdleEvent, frozen=True, tag="said"):
    """Somebody said something."""

    seat: int
    text: str


def _play(table: Table) -> Play:
    """Return the game that signals are about: it is dealt and not over."""
    if table.play is None:
        raise Refusal(TableCode.NO_GAME)
    if table.stage is Stage.OVER:
        raise Refusal(TableCode.GAME_OVER)
    return table.play


@decides(GiveSignal)
def signal(draft: Draft, seat: int, command: GiveSignal) -> None:
    """Give a signal."""
    state = _play(draft.table).state
    subject = command.subject
    if command.kind is not SignalKind.HOLDS and subject not in range(len(state.tops)):
        raise Refusal(TableCode.NO_PILE, pile=subject, piles=len(state.tops))
    given = Signal(seat, command.kind, subject)
    verify_signal(state, given)
    if given not in state.signals:
        draft.add(SignalGiven(seat, command.kind, subject))


@decides(WithdrawSignals)
def withdraw_signals(draft: Draft, seat: int, command: WithdrawSignals) -> None:
    """Withdraw signals; withdrawing nothing changes nothing."""
    state = _play(draft.table).state
    if state.rules.game.is_silenced(state.rules, state.tops):  # it would tell something (B-19)
        raise Refusal(Code.SILENCE)
    for given in state.signals:
        if given.seat == seat and command.subject in (None, given.subject):
            draft.add(SignalWithdrawn(seat, given.kind, given.subject))


@decides(Say)
def say(draft: Draft, seat: int, command: Say) -> None:
    """Say something, if the host allows text and the guard finds no number in it."""
    table = draft.table
    text = " ".join(command.text.split())
    if not table.settings.text:
        raise Refusal(TableCode.TEXT_OFF)
    if not text or not text.replace(_JOINER, "").isprintable():
        raise Refusal(TableCode.TEXT_EMPTY)
    seat_at(table, seat)
    guard = talk_guard()
    if table.play is None:
        verify_text(table.rules, (), Phase.OVER, text, guard)  # no hands yet: say anything
    else:
        state = table.play.state
        verify_text(table.rules, state.tops, state.phase, text, guard)
    draft.add(Said(seat, text))


@applies(SignalGiven)
def signal_given(table: Table, event: SignalGiven) -> Table:
    """Add the signal."""
    play = table.play
    assert play is not None
    given = Signal(event.seat, event.kind, event.subject)
    after = play.signalled(let_stand(play.state, given), given, withdrawn=False)
    return replace(table, play=after)


@applies(SignalWithdrawn)
def signal_withdrawn(table: Table, event: SignalWithdrawn) -> Table:
    """Remove the signal."""
    play = table.play
    assert play is not None
    given = Signal(event.seat, event.kind, event.subject)
    state = withdraw(play.state, event.seat, event.subject)
    return replace(table, play=play.signalled(state, given, withdrawn=True))


@applies(Said)
def said(table: Table, event: Said) -> Table:
    """Apply a message: it changes no card, but others may react, so cards stay laid."""
    del event
    play = table.play
    return table if play is None else replace(table, play=replace(play, takeable=()))
