"""``tenback daily``: play today's deal at a server."""

import asyncio
import secrets
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from tenback.cli.common import GameName, Language, WholeNumber, texts_for
from tenback.cli.errors import CliError
from tenback.cli.full_screen import has_full_screen, leave_lines
from tenback.records import GameRecord, parse_record
from tenback.rules import RulesetError, find_game
from tenback.terminal.console import StreamConsole
from tenback.terminal.storage import data_folder
from tenback.texts import Texts

__all__ = ["play_daily"]

_SERVER = "http://127.0.0.1:8010"


def play_daily(  # noqa: PLR0913 - each is an option of the command line
    game: GameName = "original",
    *,
    players: WholeNumber = 0,
    server: str = _SERVER,
    name: str = "",
    plain: Annotated[bool, Parameter(negative="")] = False,
    lang: Language | None = None,
) -> int:
    """Play the deal of the day: the same cards for everybody at a server, new at midnight UTC.

    The first game counts if it is over before midnight; later ones are for fun. A game that was
    left goes on with the same command.

    Parameters
    ----------
    players
        How many sit at the table, with bots at all other seats: 1 or 3, in a duel 2.
    server
        The server whose deal is played; by default the one on this machine.
    name
        Your name at the table.
    plain
        Play in plain lines, as in pipes; they read well with a screen reader.
    lang
        Language of the texts; by default from the locale.
    """
    try:
        from tenback.server.remote.calls import NO_ANSWER, RemoteError  # noqa: PLC0415 - an extra
        from tenback.server.remote.client import ConnectionLostError  # noqa: PLC0415
    except ImportError as error:
        raise CliError(f"the deal of the day needs the extra 'server': {error}") from None
    texts = texts_for(lang)
    try:
        server, count = server.rstrip("/"), players or min(find_game(game).player_range)
    except RulesetError as error:
        raise CliError(str(error)) from None
    try:
        seat = _sit_down(server, game, count, name or texts("player.default"))
        is_full = not plain and has_full_screen()
        is_over = (_play_on_screen if is_full else _play_in_lines)(server, seat, texts)
    except RemoteError as error:
        other = "; 'tenback web' starts a server here, --server names another"
        told = str(error) + (other if error.code == NO_ANSWER else "")
        raise CliError(told, status=1) from None
    except ConnectionLostError as error:
        told = f"{error}; the game waits: the same command continues it"
        raise CliError(told, status=1) from None
    except KeyboardInterrupt:
        is_over = False
    print(texts("session.daily.over" if is_over else "session.daily.left", page=f"{server}/daily"))
    return 0


def _play_in_lines(server: str, seat: "_Seat", texts: Texts) -> bool:
    from tenback.server.remote.client import TableClient  # noqa: PLC0415 - an extra
    from tenback.terminal.remote_session import RemoteSession  # noqa: PLC0415

    console = StreamConsole()
    console.tell(seat.greeting(texts))
    client = TableClient(server, seat.code, seat.token)
    return asyncio.run(RemoteSession(client, seat.seat, console, texts).run())


def _play_on_screen(server: str, seat: "_Seat", texts: Texts) -> bool:
    from tenback.server.remote.calls import fetch  # noqa: PLC0415 - an extra
    from tenback.server.remote.client import TableClient  # noqa: PLC0415
    from tenback.terminal.remote_screen import RemoteScreen  # noqa: PLC0415

    def record() -> GameRecord:
        address = f"{server}/api/tables/{seat.code}/games/1/record"
        return parse_record(fetch(address, seat.token))

    client = TableClient(server, seat.code, seat.token)
    screen = RemoteScreen(client, seat.seat, texts, seat.greeting(texts), record)
    leave_lines(screen)
    if screen.error is not None:
        raise screen.error
    return screen.is_over


class _Seat(msgspec.Struct):
    """A seat that was taken, in the words of the server."""

    code: str
    seat: int
    token: str
    date: str
    counts: bool

    def greeting(self, texts: Texts) -> str:
        """Say which deal it is, and whether the game counts."""
        key = "session.daily.counts" if self.counts else "session.daily.for_fun"
        return texts(key, date=self.date)


class _Kept(msgspec.Struct):
    """What is kept between games: who this client is, to tell first games, and seats by deal."""

    client: str
    seats: dict[str, _Seat] = {}


def _sit_down(server: str, game: str, players: int, name: str) -> _Seat:
    """Take a seat: the one that was left, or a new one."""
    from tenback.server.remote.calls import RemoteError, call  # noqa: PLC0415 - an extra
    from tenback.server.wire.http import NewDaily  # noqa: PLC0415

    path = data_folder() / "daily.json"
    kept, kind = _read(path), f"{server} {game} {players}"
    address = f"{server}/api/daily/{game}/{players}"
    try:
        kept.seats[kind] = call(address, _Seat, NewDaily(name, client=kept.client))
    except RemoteError as error:
        if error.code != "DAILY_ON" or kind not in kept.seats:
            raise
    _write(path, kept)
    return kept.seats[kind]


def _read(path: Path) -> _Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return _Kept(secrets.token_hex(16))


def _write(path: Path, kept: _Kept) -> None:
    """Keep the seats; only the user may read the file, because it holds their keys."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        path.chmod(0o600)
        path.write_bytes(msgspec.json.encode(kept))
    except OSError as error:
        raise CliError(f"{path}: cannot be written: {error.strerror}", status=1) from None
