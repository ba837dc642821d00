"""``tenback serve``, ``join`` and ``verify-deal``, as their users run them."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.server.client import PATIENCE, Client, joined
from tests.server.serving import Json, Served, serving

from tenback.cli import main
from tenback.records import GameRecord, build_ruleset
from tenback.records.proof import commit_deal
from tenback.server.store import Store
from tenback.table import draw_deal
from tenback.terminal.storage import write_record

TENBACK = str(Path(sys.executable).with_name("tenback"))


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that cannot do its work: status 1, one line."""
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(r"tenback: [^\n]+\n", told.err)
    return told.err


# Why a server cannot run


def test_the_port_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "tables.db"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told = refused(capsys, "serve", "--port", str(port), "--database", str(database))
    assert f"port {port} is taken; choose another with --port, or 0 for any free one" in told
    assert not database.exists()


def test_the_database_is_newer_than_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.db"

    async def create() -> None:
        await (await Store.open(str(database))).close()

    asyncio.run(create())
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tenback_revision SET version_num = '9999'")
    told = refused(capsys, "serve", "--port", "0", "--database", str(database))
    assert "the database is newer than this program (revision 9999)" in told


def test_postgres_does_not_answer(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # a port at which nobody listens
        port = closed.getsockname()[1]
        url = f"postgresql://ana:secret@127.0.0.1:{port}/tables"
        told = refused(capsys, "serve", "--port", "0", "--database", url)
    assert f"postgresql://127.0.0.1:{port}/tables" in told
    assert "secret" not in told


def test_another_server_has_the_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.db"
    with serving(database):
        told = refused(capsys, "serve", "--port", "0", "--database", str(database))
    assert f"another server is using the database {database}" in told


def test_the_data_folder_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path / "file" / "home"))
    assert "cannot be made" in refused(capsys, "serve", "--port", "0")


# A server in a process of its own


@dataclass
class Running:
    """A server started by the command."""

    process: "subprocess.Popen[str]"
    url: str
    log: list[str]

    @property
    def served(self) -> Served:
        """Return it as tests see their own servers; only its address is known."""
        return Served(self.url, None, None, None)  # type: ignore[arg-type] # out of reach

    def stop(self, by: signal.Signals) -> int:
        """Send a signal and wait for the end; the log is complete then."""
        self.process.send_signal(by)
        _, rest = self.process.communicate(timeout=PATIENCE)
        self.log.append(rest)
        return self.process.returncode


@contextlib.contextmanager
def command_serving(*arguments: str) -> Generator[Running]:
    """Run ``tenback serve`` on a free port."""
    process = subprocess.Popen(
        [TENBACK, "serve", "--port", "0", "--workers", "1", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    assert process.stderr is not None
    log: list[str] = []
    try:
        url = ""
        for line in process.stderr:
            log.append(line)
            if found := re.search(r"serves on (http://\S+),", line):
                url = found[1]
            if "startup complete" in line:
                break
        assert url, "".join(log)
        yield Running(process, url, log)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_it_stops_cleanly_while_clients_are_connected(by: signal.Signals, tmp_path: Path) -> None:
    async def connect_and_stop(running: Running) -> int:
        served = running.served
        host = served.open(players=2, bots=["greedy"], settings={"starter": "host"})
        async with joined(served, host, spectators=1) as clients:
            # The bot is in the middle of its turn: it plays at a pace that people can follow.
            await clients[0].done("start_game")
            await clients[0].done("choose_starter", seat=1)
            silent = Client(served.socket_url(host["code"]))
            await silent.connect(hello=False)
            status = await asyncio.to_thread(running.stop, by)
            for client in (*clients, silent):
                await client.until(lambda c=client: c.closed)
                assert client.closed is not None
                assert client.closed[0] == 1012  # "service restart": come again
            await silent.disconnect()
            return status

    with command_serving() as running:
        assert asyncio.run(connect_and_stop(running)) == 0
    log = "".join(running.log)
    assert "Traceback" not in log
    assert "ERROR" not in log
    assert str(tmp_path / "home" / "tables.db") in log


def test_nothing_is_lost_from_one_run_to_the_next() -> None:
    with command_serving() as running:
        opened = running.served.open("duel", bots=["greedy"], start=True)
        assert running.stop(signal.SIGTERM) == 0
    with command_serving() as running:
        summary = running.served.ask(f"/api/tables/{opened['code']}").json
        assert summary["stage"] == "playing"
        assert summary["names"] == ["Ana", "Greedy"]


def test_not_even_a_chatty_log_holds_a_secret() -> None:
    async def play(served: Served, opened: Json) -> None:
        async with joined(served, opened) as (host,):
            await host.done("start_game")

    with command_serving("--log-level", "debug") as running:
        opened = running.served.open()
        asyncio.run(play(running.served, opened))
        assert running.stop(signal.SIGTERM) == 0
    log = "".join(running.log)
    assert '"POST /api/tables HTTP/1.1" 201' in log
    assert opened["token"] not in log
    assert '"hand"' not in log


# Joining a table


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "tables.db") as server:
        yield server


def start_join(served: Served, opened: Json, *arguments: str) -> "subprocess.Popen[str]":
    link = f"{served.url}/t/{opened['code']}"
    return subprocess.Popen(
        [TENBACK, "join", link, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


async def leave(served: Served, opened: Json) -> None:
    async with joined(served, opened) as (host,):
        await host.done("leave")


def test_two_bots_of_ours_play_each_other_at_somebody_elses_table(served: Served) -> None:
    opened = served.open("duel")
    asyncio.run(leave(served, opened))
    joining = [
        start_join(served, opened, "--bot", "greedy", "--games", "2"),
        start_join(served, opened, "--bot", "random", "--name", "Luck", "--games", "2"),
    ]
    try:
        told = [process.communicate(timeout=PATIENCE) for process in joining]
    finally:
        for process in joining:
            process.kill()
            process.wait()
    for process, (out, err) in zip(joining, told, strict=True):
        assert (process.returncode, err) == (0, "")
        assert re.match(rf"seated at {opened['code']} as P[12]\n", out)
        assert re.search(r"^game 1: (won|lost), [A-Z_]+, \d+ card\(s\) left$", out, re.MULTILINE)
        assert re.search(r"^game 2: (won|lost)", out, re.MULTILINE)
        assert "refused" not in out
    games: list[Json] = served.ask(f"/api/tables/{opened['code']}/games").json
    assert [game["outcome"] is not None for game in games[:2]] == [True, True]
    assert set(games[0]["names"]) == {"Greedy", "Luck"}


def test_a_bot_of_ours_plays_with_somebody(served: Served) -> None:
    opened = served.open("extreme", players=2)
    process = start_join(served, opened, "--bot", "greedy", "--games", "1")

    async def play() -> Json:
        async with joined(served, opened) as (host,):
            await host.until(lambda: host.table["seats"][1] and host.table["seats"][1]["ready"])
            assert host.table["seats"][1]["kind"] == "program"
            await host.done("start_game")
            await host.until(lambda: bool(host.play["votes"]))
            (said,), (vote,) = host.play["offers"], host.play["votes"]
            wanted = 1 if said["eagerness"] == "gladly" else 0
            assert (said["seat"], vote) == (1, {"seat": 1, "choice": wanted})
            await host.done("offer_start", eagerness="gladly")
            await host.do("choose_starter", seat=0)
            while not host.is_over:
                await host.until(lambda: host.is_to_move or host.is_over)
                if host.is_over:
                    break
                assert host.own is not None
                if host.own["may_end"]:
                    await host.do("end_turn")
                else:
                    option = host.own["legal"][0]
                    await host.do("place", card=option["card"], pile=option["pile"])
            return host.play["outcome"]

    try:
        outcome = asyncio.run(play())
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, err) == (0, "")
    assert f"{outcome['termination']}, {outcome['score']} card(s) left" in out


def test_a_bot_of_ours_comes_back_after_a_lost_connection(tmp_path: Path) -> None:
    database = tmp_path / "lost.db"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving(database, port=port) as served:
        opened = served.open(players=2)
        process = start_join(served, opened, "--bot", "greedy", "--games", "1")

        async def start() -> None:
            async with joined(served, opened) as (host,):
                await host.until(lambda: host.table["seats"][1] and host.table["seats"][1]["ready"])
                await host.done("start_game")

        asyncio.run(start())
    try:
        with serving(database, port=port) as served:

            async def go_on() -> None:
                async with joined(served, opened) as (host,):
                    await host.until(
                        lambda: (
                            [True, True] in [one["connected"] for one in host.messages("presence")]
                        )
                    )
                    await host.done("choose_starter", seat=0)
                    await host.until(lambda: host.table["stage"] == "playing")

            asyncio.run(go_on())
        process.kill()
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert "the connection is lost; trying again" in out
    assert err == ""


def test_a_bot_of_ours_goes_when_its_seat_is_freed(served: Served) -> None:
    opened = served.open(players=2)
    process = start_join(served, opened, "--bot", "greedy")

    async def unseat() -> None:
        async with joined(served, opened) as (host,):
            await host.until(lambda: host.table["seats"][1] and host.table["seats"][1]["ready"])
            await host.done("unseat", seat=1)

    try:
        asyncio.run(unseat())
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, err) == (1, "tenback: the seat is not ours any more\n")


def test_there_is_no_server(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        server = f"http://127.0.0.1:{closed.getsockname()[1]}"
        told = refused(capsys, "join", f"{server}/t/ABCDEFG", "--bot", "greedy")
    assert f"{server} does not answer" in told


def test_there_is_no_such_table(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(capsys, "join", f"{served.url}/t/ABCDEFG", "--bot", "greedy")
    assert told == "tenback: There is no table ABCDEFG.\n"


def test_the_table_is_full(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    code = served.open()["code"]
    told = refused(capsys, "join", f"{served.url}/t/{code}", "--bot", "greedy")
    assert told == "tenback: All seats are taken.\n"


def test_the_name_is_taken(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    link = f"{served.url}/t/{served.open(players=2)['code']}"
    told = refused(capsys, "join", link, "--bot", "greedy", "--name", "ana")
    assert "ana" in told


# The deal's proof


@pytest.fixture
def record(tmp_path: Path) -> tuple[Path, str]:
    """Return a record of a secretly dealt game, and the hash published for it."""
    rules = build_ruleset("extreme", 2)
    deal = draw_deal(rules)
    file = tmp_path / "game.txt"
    write_record(GameRecord(rules, deal.decks, 0, ("Ana", "Bob"), salt=deal.salt), file)
    return file, commit_deal(rules, deal.decks, deal.salt)


Shell = Callable[..., tuple[int, str]]


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Shell:
    def run(*arguments: object) -> tuple[int, str]:
        status = main(["verify-deal", *map(str, arguments)])
        told = capsys.readouterr()
        assert told.err == ""
        return status, told.out

    return run


def test_the_right_hash(record: tuple[Path, str], verify: Shell) -> None:
    file, commitment = record
    for noted in (commitment, commitment.upper(), f" {commitment} "):
        status, told = verify(file, noted)
        assert status == 0
        assert told.endswith("the published one: the cards were fixed before the game\n")


def test_another_hash(record: tuple[Path, str], verify: Shell) -> None:
    status, told = verify(record[0], "0" * 64)
    assert status == 1
    assert told.endswith("these are not the cards that were committed to\n")


def test_cards_that_were_moved(record: tuple[Path, str], verify: Shell) -> None:
    file, commitment = record
    text = file.read_text("utf-8")
    first, second = re.findall(r"deal: (\d+) (\d+) ", text)[0]
    file.write_text(text.replace(f"deal: {first} {second} ", f"deal: {second} {first} "), "utf-8")
    assert verify(file, commitment)[0] == 1


def test_without_a_hash_it_is_computed(record: tuple[Path, str], verify: Shell) -> None:
    file, commitment = record
    status, told = verify(file)
    assert status == 0
    assert told.startswith(f"hash of the deal: {commitment}\n")


def test_the_text_can_be_hashed_by_hand(record: tuple[Path, str], verify: Shell) -> None:
    file, commitment = record
    _, told = verify(file, "--show")
    text = told.partition("\nhash of the deal: ")[0]
    by_hand = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True)
    assert by_hand.stdout.decode().split()[0] == commitment
