"""What the server and a worker process say to each other.

Requests are pickled, since a view holds values of ``rules/``; answers are plain JSON, checked by
type, so that nothing a bot made is ever unpickled in the server.
"""

import io
import pickle
from dataclasses import dataclass
from typing import Final

import msgspec

from tenback.analysis.reviewing.result import Reason
from tenback.rules import EVEN, NO_COMMANDS, Placement, Ruleset, SignalKind, View
from tenback.table.model import Eagerness

__all__ = [
    "HEADER_BYTES",
    "MOST_BYTES",
    "Advise",
    "Advised",
    "AdvisedTurn",
    "Alive",
    "Answer",
    "Chosen",
    "Failed",
    "GameRequest",
    "JudgeAttempt",
    "Loaded",
    "Offer",
    "Offered",
    "Prepare",
    "Progressed",
    "ReadRecord",
    "Rejected",
    "Request",
    "Retell",
    "Retold",
    "ReviewGame",
    "SolveDeal",
    "SolvedDeal",
    "Speak",
    "Spoken",
    "Think",
    "WorkerSettings",
    "frame",
    "pack_request",
    "read_answer",
    "unpack_request",
]

HEADER_BYTES: Final = 4
MOST_BYTES: Final = 8 << 20


class WorkerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker process is told when it is started."""

    #: Where ``create(specification, *, seed) -> Bot`` is, as MODULE:NAME.
    factory: str = "tenback.bots:create_bot"
    prepare_seconds: float = 120.0
    limit_seconds: float = 10.0
    #: Until a bot is ready, a worker reports so often that it is alive. It may be silent for so
    #: long, and longer before its first report, because it loads its own code first.
    alive_seconds: float = 1.0
    silent_seconds: float = 6.0
    load_seconds: float = 15.0
    #: The niceness of the process, so that the event loop goes first.
    niceness: int = 10
    #: What a worker may allocate before its bot gets a MemoryError.
    memory_mib: int = 2048
    kept_bots: int = 32


@dataclass(frozen=True, slots=True)
class Think:
    """Asks for a turn: answered by Loaded when thinking begins, then by Chosen or Failed."""

    specification: str
    seed: int
    view: View


@dataclass(frozen=True, slots=True)
class Prepare:
    """Asks to load what a bot needs: answered by Loaded or Failed."""

    specification: str
    rules: Ruleset


@dataclass(frozen=True, slots=True)
class Speak:
    """Asks what a bot would tell the others now: answered by Loaded, then by Spoken or Failed."""

    specification: str
    seed: int
    view: View


@dataclass(frozen=True, slots=True)
class Offer:
    """Asks how gladly a seat would start: answered by Loaded, then by Offered or Failed."""

    view: View


@dataclass(frozen=True, slots=True)
class Advise:
    """Asks for the best turns of the mover: answered by Loaded, then by Advised or Failed."""

    view: View
    ms: int


@dataclass(frozen=True, slots=True)
class Retell:
    """Asks for a finished game in a form: answered by Loaded, then by Retold or Failed."""

    form: str
    code: str
    bodies: tuple[bytes, ...]
    vocabulary: int


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """Asks to verify a record that somebody sent: Loaded, then Retold in a form, or Rejected.

    The forms are those of ``tenback.server.live.sent``; ``turns`` are played instead of its own.
    """

    form: str
    text: str
    turns: tuple[tuple[Placement, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class ReviewGame:
    """Asks for the review of a record: Loaded, then Progressed turn by turn, then Retold."""

    record: str
    samples: int


@dataclass(frozen=True, slots=True)
class JudgeAttempt:
    """Asks what another turn of a reviewed game is worth: Loaded, then Retold or Rejected."""

    record: str
    samples: int
    turn: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class SolveDeal:
    """Asks for the solver's line of a record's deal: Loaded, then Retold with a SolvedDeal."""

    record: str
    seconds: float


GameRequest = Retell | ReadRecord | ReviewGame | JudgeAttempt | SolveDeal
Request = Think | Speak | Offer | Advise | GameRequest | Prepare


class Alive(msgspec.Struct, frozen=True, tag=True):
    """The process is there, and at work on what it was asked last."""


class Loaded(msgspec.Struct, frozen=True, tag=True):
    """The bot is there: from now on the time for a decision runs."""


class Chosen(msgspec.Struct, frozen=True, tag=True):
    """What the bot chose, not judged yet."""

    placements: tuple[Placement, ...]


class Spoken(msgspec.Struct, frozen=True, tag=True):
    """What the bot would tell: (kind, pile or command) pairs, not judged yet."""

    signals: tuple[tuple[SignalKind, int | str], ...]


class Offered(msgspec.Struct, frozen=True, tag=True):
    """How gladly the seat would start."""

    eagerness: Eagerness


class AdvisedTurn(msgspec.Struct, frozen=True):
    """A turn, the chance of winning after it, and what speaks for it.

    ``close``: the samples cannot tell it from the best.
    """

    placements: tuple[Placement, ...]
    chance: float
    low: float
    high: float
    close: bool
    reasons: tuple[Reason, ...]


class Advised(msgspec.Struct, frozen=True, tag=True):
    """The best turns, best first."""

    turns: tuple[AdvisedTurn, ...]


class Retold(msgspec.Struct, frozen=True, tag=True):
    """What was asked for of a game, compressed."""

    body: bytes


class SolvedDeal(msgspec.Struct, frozen=True):
    """What a solver that knows every card makes of a deal; ``record`` is its line, if it ends.

    ``won`` and ``score`` are the first seat's.
    """

    verdict: str
    won: bool
    score: int
    record: str


class Progressed(msgspec.Struct, frozen=True, tag=True):
    """How far a review has come; another answer follows."""

    done: int
    total: int


class Rejected(msgspec.Struct, frozen=True, tag=True):
    """What somebody sent is not in order; ``variant`` and ``details`` make a sentence of it."""

    reason: str
    variant: str = ""
    details: dict[str, int | str] = {}


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The bot gave no turn; ``is_spent``: nor can this process be trusted with another one.

    ``is_silent``: it did not even say that it is at work.
    """

    reason: str
    is_spent: bool = False
    is_silent: bool = False


Answer = (
    Alive | Loaded | Chosen | Spoken | Offered | Advised | Retold | Progressed | Rejected | Failed
)

_ANSWERS = msgspec.json.Decoder(Answer)

# Parts of the program tell these two by identity, which a plain pickle would lose.
_SHARED = {"no commands": NO_COMMANDS, "even": EVEN}


class _Pickler(pickle.Pickler):
    def persistent_id(self, obj: object) -> str | None:
        return next((name for name, shared in _SHARED.items() if obj is shared), None)


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: str) -> object:
        return _SHARED[pid]


def pack_request(request: Request) -> bytes:
    """Make the bytes of a request."""
    packed = io.BytesIO()
    _Pickler(packed, pickle.HIGHEST_PROTOCOL).dump(request)
    return packed.getvalue()


def unpack_request(packed: bytes) -> Request:
    """Read a request that ``pack_request`` made."""
    return _Unpickler(io.BytesIO(packed)).load()


def read_answer(packed: bytes) -> Answer:
    """Read an answer; ``msgspec.DecodeError`` if it is none."""
    return _ANSWERS.decode(packed)


def frame(packed: bytes) -> bytes:
    """Put the length in front."""
    return len(packed).to_bytes(HEADER_BYTES, "big") + packed
