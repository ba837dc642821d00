"""The bot API: the example of the page plays whole games, in a process of its own."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.client import PATIENCE, joined
from tests.server.serving import Json, Served, serving

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "example_bot.py"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("bots") / "tables.db") as server:
        yield server


def start_example(link: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(EXAMPLE), link],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


async def play_with_examples(served: Served, opened: Json, examples: int) -> Json:
    """Host a table for examples; the host moves as any client may."""
    processes = [start_example(f"{served.url}/t/{opened['code']}") for _ in range(examples)]
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


@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_the_example_plays_a_whole_game(game: str, served: Served) -> None:
    opened = served.open(game, players=2)
    table = asyncio.run(play_with_examples(served, opened, 1))
    seat = table["seats"][1]
    assert (seat["name"], seat["kind"]) == ("Example", "program")
    record = served.ask(f"/api/tables/{opened['code']}/games/1/record").text
    assert "P2: " in record


def test_the_page_quotes_the_example_as_it_is() -> None:
    page = (DOCS / "bot_api.md").read_text("utf-8")
    assert f"```python\n{EXAMPLE.read_text('utf-8')}```\n" in page


def test_the_example_needs_only_websockets_and_is_short() -> None:
    lines = [line for line in EXAMPLE.read_text("utf-8").splitlines() if line.strip()]
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    assert imported == {"json", "sys", "urllib.request", "websockets.sync.client"}
    assert sum('"""' not in line for line in lines) <= 30
