"""The process in which bots think: reads requests, writes answers, ends with the server."""

import contextlib
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from operator import index
from pathlib import Path
from typing import BinaryIO

import msgspec

from tenback.bots import Bot, TalkingBot
from tenback.rules import Placement, View
from tenback.server.thinking.hard_limit import hard_limit
from tenback.server.thinking.kept_bots import CreateBot, KeptBots
from tenback.server.thinking.messages import (
    HEADER_BYTES,
    Advise,
    Advised,
    AdvisedTurn,
    Alive,
    Answer,
    Chosen,
    Failed,
    GameRequest,
    Loaded,
    Offer,
    Offered,
    Prepare,
    Request,
    Speak,
    Spoken,
    Think,
    WorkerSettings,
    frame,
    unpack_request,
)
from tenback.table.model import Eagerness

__all__ = ["main"]

_LONGEST_REASON = 200
_MOST_SIGNALS = 12
_LONGEST_NUMBER = 32  # in bits: what can be sent, not yet what is a card
_NO_PLACEMENTS = "illegal: the bot chose no placements"
_AUTOGROUP_TRIES = 20
_AUTOGROUP_SECONDS = 0.1
_KILL_ME_FIRST = "800"  # of 1000


def main() -> None:
    """Serve until the server closes the pipe, or dies."""
    settings = msgspec.json.decode(sys.argv[1], type=WorkerSettings)
    answers = _Answers(_take_over_output())
    _stand_back(settings)
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, requests), daemon=True).start()
    pulse = _Pulse(answers, settings.alive_seconds)
    bots = KeptBots(_factory(settings.factory), settings.kept_bots)
    with contextlib.suppress(BrokenPipeError):  # the server is gone
        answers.write(Alive())
        while True:
            request = requests.get()
            pulse.begin()
            for answer in _answer(bots, request, settings, answers.write):
                pulse.end()
                answers.write(answer)
                if isinstance(answer, Failed) and answer.is_spent:
                    os._exit(1)
    os._exit(0)  # an ordinary end would wait for the thread that reads


class _Answers:
    """The pipe to the server; two threads write to it, an answer at a time."""

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe = pipe
        self.lock = threading.Lock()

    def write(self, answer: Answer) -> None:
        with self.lock:
            self.write_locked(answer)

    def write_locked(self, answer: Answer) -> None:
        self._pipe.write(frame(msgspec.json.encode(answer)))
        self._pipe.flush()


class _Pulse:
    """Reports that the process is alive, from a request to its first answer."""

    def __init__(self, answers: _Answers, seconds: float) -> None:
        self._answers = answers
        self._seconds = seconds
        self._is_on = threading.Event()
        threading.Thread(target=self._beat, daemon=True).start()

    def begin(self) -> None:
        self._answers.write(Alive())
        self._is_on.set()

    def end(self) -> None:
        with self._answers.lock:  # nothing follows the answer
            self._is_on.clear()

    def _beat(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            while True:
                self._is_on.wait()
                time.sleep(self._seconds)
                with self._answers.lock:
                    if self._is_on.is_set():
                        self._answers.write_locked(Alive())


def _take_over_output() -> BinaryIO:
    """Keep standard output for answers; what a bot prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _stand_back(settings: WorkerSettings) -> None:
    """Let the server go first, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        _stand_back_as_session(os.nice(settings.niceness))
    with contextlib.suppress(ImportError, ValueError, OSError):  # not Linux, or a lower limit
        import resource  # noqa: PLC0415 - not on Windows

        most = settings.memory_mib << 20
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_KILL_ME_FIRST)


def _stand_back_as_session(niceness: int) -> None:
    """Make the whole session nice: Linux may share the processor among sessions first.

    A worker is a session of its own, and niceness then counts only within it.
    """
    for _ in range(_AUTOGROUP_TRIES):
        try:
            Path("/proc/self/autogroup").write_text(str(niceness))
        except BlockingIOError:  # one process in a tenth of a second may do so
            time.sleep(_AUTOGROUP_SECONDS)
        except OSError:  # not Linux, or without this
            return
        else:
            return


def _read(pipe: BinaryIO, requests: "queue.SimpleQueue[bytes]") -> None:
    """Wait for requests beside the thinking, so that the end of the server ends it at once."""
    while True:
        header = pipe.read(HEADER_BYTES)
        if len(header) < HEADER_BYTES:
            os._exit(0)
        requests.put(pipe.read(int.from_bytes(header, "big")))


def _factory(target: str) -> CreateBot:
    module, _, name = target.partition(":")

    def create(specification: str, seed: int) -> Bot:
        return getattr(import_module(module), name)(specification, seed=seed)

    return create


def _answer(
    bots: KeptBots, packed: bytes, settings: WorkerSettings, tell: Callable[[Answer], object]
) -> Iterator[Answer]:
    request: Request | None = None
    try:
        request = unpack_request(packed)
        if isinstance(request, Advise):
            yield from _advise(request, settings)
            return
        if isinstance(request, Offer):
            yield from _offer(request, settings)
            return
        if isinstance(request, GameRequest):
            from tenback.server.thinking.games import answer_game  # noqa: PLC0415 - not every one

            yield from answer_game(request, settings, tell)
            return
        with hard_limit(settings.prepare_seconds):
            bot = _take_bot(bots, request)
        yield Loaded()
        if not isinstance(request, Prepare):
            with hard_limit(settings.limit_seconds):
                act = _choose if isinstance(request, Think) else _speak
                yield act(bot, request.view)
    except Exception as error:
        if isinstance(request, Think | Speak):
            bots.drop(request.specification, request.seed, request.view.rules)
        yield Failed(_tell(error), is_spent=isinstance(error, MemoryError))
    except (SystemExit, KeyboardInterrupt) as error:
        yield Failed(_tell(error), is_spent=True)


def _advise(request: Advise, settings: WorkerSettings) -> Iterator[Answer]:
    """Look for the best turns; a first small look has the code compiled outside of the limit."""
    with hard_limit(settings.prepare_seconds):
        from tenback.analysis import advise  # noqa: PLC0415 - few workers are ever asked

        advise(request.view, samples=1)
    yield Loaded()
    with hard_limit(settings.limit_seconds):
        found = advise(request.view, ms=request.ms)
    yield Advised(
        tuple(
            AdvisedTurn(
                *(one.placements, one.chance, one.low, one.high),
                close=one.is_close_to(found[0]),
                reasons=one.reasons,
            )
            for one in found
        )
    )


def _offer(request: Offer, settings: WorkerSettings) -> Iterator[Answer]:
    """Say how gladly a seat would start; no bot is needed, and what takes long is to compile."""
    with hard_limit(settings.prepare_seconds):
        from tenback.bots.starting import eagerness  # noqa: PLC0415 - light bots do without

        said = eagerness(request.view).name.lower()
    yield Loaded()
    yield Offered(msgspec.convert(said, Eagerness))


def _take_bot(bots: KeptBots, request: Think | Speak | Prepare) -> Bot:
    if not isinstance(request, Prepare):
        return bots.take(request.specification, request.seed, request.view)
    return bots.create(request.specification, 0, request.rules)


def _choose(bot: Bot, view: View) -> Chosen | Failed:
    # One more than there are cards is enough to see that it is too many.
    given = tuple(islice(bot.choose(view), len(view.hand) + 1))
    try:
        placements = tuple(Placement(index(card), index(pile)) for card, pile in given)
    except (TypeError, ValueError):
        return Failed(_NO_PLACEMENTS)
    if any(number.bit_length() > _LONGEST_NUMBER for placed in placements for number in placed):
        return Failed(_NO_PLACEMENTS)
    return Chosen(placements)


def _speak(bot: Bot, view: View) -> Spoken:
    """Ask a bot that talks; any other has nothing to say."""
    if not isinstance(bot, TalkingBot):
        return Spoken(())
    given = islice(bot.signals(view), _MOST_SIGNALS)
    return Spoken(tuple((signal.kind, signal.subject) for signal in given))


def _tell(error: BaseException) -> str:
    """Say in one line what was raised and where."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    told = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_REASON]
    return f"crashed: {told} ({Path(where.filename).name}:{where.lineno})"


if __name__ == "__main__":
    main()
