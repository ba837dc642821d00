"""Putting a recorded game on the table, to continue from a file or a prepared position."""

from typing import assert_never

from msgspec.structs import replace

from tenback.records import GameRecord, RecordedSignal
from tenback.records.record import Remark
from tenback.records.replay import Conceded, Ended, Laid, ReplayStep, opening, replay_steps
from tenback.rules import State
from tenback.table.base import EventStruct
from tenback.table.facts import what_followed
from tenback.table.model import Table
from tenback.table.registry import APPLIERS, applies
from tenback.table.use_cases.conceding import GameConceded
from tenback.table.use_cases.dealing import GameDealt
from tenback.table.use_cases.ending import TurnEnded
from tenback.table.use_cases.placing import CardPlaced
from tenback.table.use_cases.starting import GameStarted
from tenback.table.use_cases.talking import SignalGiven, SignalWithdrawn

__all__ = ["GameAdopted", "Remarked", "adopt"]


class Remarked(EventStruct, frozen=True, tag="remarked"):
    """A comment was added to the record."""

    text: str


Move = (
    CardPlaced | GameConceded | GameStarted | Remarked | SignalGiven | SignalWithdrawn | TurnEnded
)


class GameAdopted(EventStruct, frozen=True, tag="game_adopted"):
    """A recorded game goes on, with its deal and everything done in it so far.

    This event contains every secret of the game.
    """

    dealt: GameDealt
    moves: tuple[Move, ...]


def adopt(record: GameRecord, number: int = 1) -> GameAdopted:
    """Continue a record after judging it; its unfinished last turn stays open."""
    dealt = GameDealt(number, record.decks, record.salt, record.seed, record.date)
    state = opening(record)
    _, ended = what_followed(State.dealt(record.rules, record.decks), state)
    found_by = "lot" if record.rules.starter == "lot" else "fixed"
    moves: list[Move] = [GameStarted(record.starter, state.minimum, ended, found_by)]
    for step, after in replay_steps(record):
        moves.append(_move(step, state, after))
        state = after
    return GameAdopted(dealt, tuple(moves))


def _move(step: ReplayStep, before: State, after: State) -> Move:
    passed, ended = what_followed(before, after)
    match step:
        case Laid(seat, (card, pile)):
            return CardPlaced(seat, card, pile, passed, ended)
        case Conceded(seat):
            assert ended is not None
            return GameConceded(seat, ended)
        case RecordedSignal(seat, kind, subject, withdrawn):
            return (SignalWithdrawn if withdrawn else SignalGiven)(seat, kind, subject)
        case Remark(text):
            return Remarked(text)
        case Ended(seat):
            return TurnEnded(seat, passed, ended)
        case _:
            assert_never(step)


@applies(GameAdopted)
def game_adopted(table: Table, event: GameAdopted) -> Table:
    """Put the game on the table."""
    for one in (event.dealt, *event.moves):
        table = APPLIERS[type(one)](table, one)
    return table


@applies(Remarked)
def remarked(table: Table, event: Remarked) -> Table:
    """Add the comment to the record."""
    play = table.play
    assert play is not None
    return replace(table, play=play.remarked(event.text))
