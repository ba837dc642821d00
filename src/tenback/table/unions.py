"""The unions of all commands and of all events."""

from tenback.table.use_cases.adopting import GameAdopted, Remarked
from tenback.table.use_cases.conceding import Concede, ConcessionWished, GameConceded
from tenback.table.use_cases.dealing import GameDealt, StartGame
from tenback.table.use_cases.ending import EndTurn, TurnEnded
from tenback.table.use_cases.hinting import AskHint, HintTaken
from tenback.table.use_cases.hosting import ChangeSettings, HostNamed, NameHost, SettingsChanged
from tenback.table.use_cases.opening import TableFolded, TableOpened
from tenback.table.use_cases.placing import CardPlaced, Place, PlayTurn
from tenback.table.use_cases.presence import CameBack, GoAway, Leave, Return, WentAway
from tenback.table.use_cases.readiness import ReadinessChanged, Ready
from tenback.table.use_cases.rematch import Rematch, RematchWished
from tenback.table.use_cases.seating import SeatBot, SeatFreed, SeatTaken, Sit, Unseat
from tenback.table.use_cases.standing_in import AgreeStandIn, StandInAgreed, StandInSeated
from tenback.table.use_cases.starting import (
    ChooseStarter,
    GameStarted,
    OfferStart,
    StarterVoted,
    StartOffered,
)
from tenback.table.use_cases.stumbling import BotStumbled, NoteStumble
from tenback.table.use_cases.taking_back import CardTakenBack, TakeBack
from tenback.table.use_cases.talking import (
    GiveSignal,
    Said,
    Say,
    SignalGiven,
    SignalWithdrawn,
    WithdrawSignals,
)
from tenback.table.use_cases.timing import TimeRanOut, TimeUp

__all__ = [
    "POSITION_COMMANDS",
    "POSITION_EVENTS",
    "SEATING_COMMANDS",
    "SEATING_EVENTS",
    "Command",
    "Event",
    "OperatorCommand",
]

#: Commands that a client at a seat may send.
Command = (
    AgreeStandIn
    | AskHint
    | ChangeSettings
    | ChooseStarter
    | Concede
    | EndTurn
    | GiveSignal
    | Leave
    | NameHost
    | OfferStart
    | Place
    | PlayTurn
    | Ready
    | Rematch
    | Say
    | SeatBot
    | StartGame
    | TakeBack
    | Unseat
    | WithdrawSignals
)

#: Commands that only the application that runs the table may give.
OperatorCommand = GoAway | NoteStumble | Return | Sit | TimeUp

Event = (
    BotStumbled
    | CameBack
    | CardPlaced
    | CardTakenBack
    | ConcessionWished
    | GameAdopted
    | GameConceded
    | GameDealt
    | GameStarted
    | HintTaken
    | HostNamed
    | ReadinessChanged
    | RematchWished
    | Remarked
    | Said
    | SeatFreed
    | SeatTaken
    | SettingsChanged
    | SignalGiven
    | SignalWithdrawn
    | StandInAgreed
    | StandInSeated
    | StartOffered
    | StarterVoted
    | TableFolded
    | TableOpened
    | TimeRanOut
    | TurnEnded
    | WentAway
)

#: After one of these events, a command meant for the position before is stale.
POSITION_EVENTS = (
    CardPlaced,
    CardTakenBack,
    GameAdopted,
    GameConceded,
    GameDealt,
    GameStarted,
    TimeRanOut,
    TurnEnded,
)

#: Commands that make sense only in the position they were meant for.
POSITION_COMMANDS = (
    AskHint,
    ChooseStarter,
    Concede,
    EndTurn,
    OfferStart,
    Place,
    PlayTurn,
    Rematch,
    TakeBack,
)

#: After one of these events, a command that names a seat may mean somebody who has left.
SEATING_EVENTS = (SeatFreed, SeatTaken)

#: Commands that name a seat and mean its holder.
SEATING_COMMANDS = (AgreeStandIn, ChooseStarter, NameHost, Unseat)
