"""Attack servers from outside, with their default limits, and print what held.

    python benchmarks/attack_server.py                    # all of it, about fourteen minutes
    python benchmarks/attack_server.py seats pages        # some of it

Exit status 1 if any attack got through.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from attacks import bots, connections, data, history, pages, plenty, seats
from attacks.guest import Row
from rich.console import Console
from rich.table import Table
from robustness.served import ServedProcess

Attack = Callable[[ServedProcess], Awaitable[list[Row]]]


def attacks(games: int, attempts: int) -> dict[str, tuple[Attack, tuple[str, ...]]]:
    """Name the attacks, with the options of the server that each needs."""
    return {
        "seats": (seats.attack_seats, ()),
        "pages": (pages.attack_from_pages, ()),
        "network": (pages.attack_from_one_network, ("--proxy", "127.0.0.1")),
        "links": (data.attack_with_links, ()),
        "connections": (connections.attack_with_connections, ()),
        "history": (partial(history.attack_with_history, attempts=attempts), ()),
        "bots": (bots.attack_with_bots, ()),
        "stopped": (bots.stop_workers, ()),
        "file": (data.attack_file, ()),
        "disk": (data.attack_with_full_disk, ()),
        "unreadable": (data.attack_with_unreadable_events, ()),
        "newer": (data.attack_with_newer_events, ()),
        "plenty": (partial(plenty.attack_with_plenty, games=games), ()),
    }


async def run(name: str, attack: Attack, options: tuple[str, ...]) -> list[Row]:
    """Attack a server of its own."""
    with tempfile.TemporaryDirectory(prefix=f"tenback-{name}-") as folder:
        database = str(Path(folder, "tables.db"))
        served = ServedProcess(database, Path(folder, "server.log"), *options)
        await served.start()
        try:
            rows = await attack(served)
            faults = [line for line in served.complaints() if "Traceback" in line]
            return [*rows, *(Row("the log of the server", fault, False) for fault in faults)]
        except Exception as error:
            return [Row(f"the attack itself failed: {error!r}", served.tail()[-200:], False)]
        finally:
            if served.is_running:
                served.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="the attacks to run, by default all")
    parser.add_argument("--games", type=int, default=1_000_000, help="stored games for 'plenty'")
    parser.add_argument("--attempts", type=int, default=50_000, help="signals for 'history'")
    chosen = parser.parse_args()
    known = attacks(chosen.games, chosen.attempts)
    unknown = [name for name in chosen.names if name not in known]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(known)}")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 20_000), hard), hard))
    console = Console(width=None if sys.stdout.isatty() else 160)
    table = Table("attack", "outcome", "", title=time.strftime("%Y-%m-%d"), title_justify="left")
    got_through = 0
    for name in chosen.names or known:
        attack, options = known[name]
        began = time.perf_counter()
        rows = asyncio.run(run(name, attack, options))
        for row in rows:
            table.add_row(row.attack, row.outcome, "held" if row.held else "GOT THROUGH")
            got_through += not row.held
        console.print(f"{name}: {time.perf_counter() - began:.0f} s", style="dim")
    console.print(table)
    return 1 if got_through else 0


if __name__ == "__main__":
    sys.exit(main())
