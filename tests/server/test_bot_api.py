"""The bot API: the examples of its page play whole games, in processes of their own."""

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.client import PATIENCE, joined
from tests.server.cutting import Cutter, cutting
from tests.server.serving import Json, Served, serving

from tenback.server.config import Limits

DOCS = Path(__file__).parents[2] / "docs"
NODE = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
#: Before version 22, Node has WebSocket only behind a flag.
EXAMPLES = {
    "example_bot.py": [sys.executable],
    "example_bot.mjs": [NODE or "", "--experimental-websocket", "--no-warnings"],
}
#: Seconds after which a slow server takes one more message.
_REFILL = 1.0
BOTH = pytest.mark.parametrize(
    "example",
    [
        "example_bot.py",
        pytest.param(
            "example_bot.mjs", marks=pytest.mark.skipif(NODE is None, reason="there is no Node")
        ),
    ],
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("bots") / "tables.db") as server:
        yield server


def start_example(link: str, example: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*EXAMPLES[example], str(DOCS / example), link],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


async def play_with_example(
    served: Served, opened: Json, example: str, cutter: Cutter | None = None
) -> Json:
    """Host a table for an example; the host moves as any client may.

    With a cutter the example loses its connection in every third turn of the host.
    """
    url = served.url if cutter is None else cutter.url
    processes = [start_example(f"{url}/t/{opened['code']}", example)]
    turns = 0
    try:
        async with joined(served, opened) as (host,):
            await host.until(
                lambda: all(seat and seat["ready"] for seat in host.table["seats"][1:])
            )
            await host.done("start_game")
            if host.table["stage"] == "dealt":
                await host.do("choose_starter", seat=0)
            while not host.is_over:
                await host.until(lambda: host.is_to_move or host.is_over)
                if host.is_over:
                    break
                own = host.own
                assert own is not None
                if own["may_end"]:
                    turns += 1
                    if cutter is not None and turns % 3 == 0:
                        cutter.cut()
                    await host.do("end_turn")
                else:
                    option = own["legal"][0]
                    await host.do("place", card=option["card"], pile=option["pile"])
            outcome: Json = host.play["outcome"]
            told = await asyncio.to_thread(
                lambda: [p.communicate(timeout=PATIENCE) for p in processes]
            )
            for process, (out, err) in zip(processes, told, strict=True):
                assert (process.returncode, err) == (0, "")
                assert out == f"{outcome['termination']} {outcome['score']}\n"
            return host.table
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.communicate()


@BOTH
@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_an_example_plays_a_whole_game(game: str, example: str, served: Served) -> None:
    opened = served.open(game, players=2)
    table = asyncio.run(play_with_example(served, opened, example))
    seat = table["seats"][1]
    assert (seat["name"], seat["kind"]) == ("Example", "program")
    record = served.ask(f"/api/tables/{opened['code']}/games/1/record").text
    assert "P2: " in record


@BOTH
def test_an_example_comes_back_when_the_connection_is_lost(example: str, served: Served) -> None:
    opened = served.open("original", players=2)
    with cutting(served.url) as cutter:
        table = asyncio.run(play_with_example(served, opened, example, cutter))
    assert table["play"]["turns"] > 3


@pytest.mark.long
@BOTH
@pytest.mark.parametrize("number", range(20))
def test_an_example_plays_twenty_games(number: int, example: str, served: Served) -> None:
    opened = served.open(("original", "extreme", "duel")[number % 3], players=2)
    table = asyncio.run(play_with_example(served, opened, example))
    assert table["play"]["outcome"] is not None


async def play_slowly(served: Served, opened: Json) -> None:
    """Host a duel at a server that takes few messages, and give it up after a turn."""
    async with joined(served, opened) as (host,):
        await host.until(lambda: bool(host.table["seats"][1] and host.table["seats"][1]["ready"]))
        await asyncio.sleep(_REFILL)
        await host.done("start_game")
        await host.until(lambda: host.is_to_move)
        await asyncio.sleep(_REFILL)
        await host.done("concede")


@BOTH
def test_an_example_waits_when_it_was_too_fast(example: str, tmp_path: Path) -> None:
    """It says hello and that it is ready at once, which is one message too many here."""
    limits = replace(Limits.none(), messages=(1, 1 / _REFILL))
    with serving(tmp_path / "tables.db", limits=limits) as served:
        opened = served.open("duel")
        process = start_example(f"{served.url}/t/{opened['code']}", example)
        try:
            asyncio.run(play_slowly(served, opened))
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
        assert (process.returncode, err) == (0, "")
        assert out.startswith("CONCEDED ")


@pytest.mark.parametrize("example", sorted(EXAMPLES))
def test_the_page_quotes_the_examples_as_they_are(example: str) -> None:
    page = (DOCS / "bot_api.md").read_text("utf-8")
    language = {"py": "python", "mjs": "javascript"}[example.rpartition(".")[2]]
    assert f"```{language}\n{(DOCS / example).read_text('utf-8')}```\n" in page


def test_the_examples_need_nothing_of_ours_and_are_short() -> None:
    source = (DOCS / "example_bot.py").read_text("utf-8")
    imported = set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE))
    assert imported <= {*sys.stdlib_module_names, "websockets"}
    assert "import" not in (DOCS / "example_bot.mjs").read_text("utf-8")
    for example in EXAMPLES:
        lines = (DOCS / example).read_text("utf-8").splitlines()
        assert sum(bool(line.strip()) for line in lines) <= 60
