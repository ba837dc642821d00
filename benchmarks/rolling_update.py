"""A rolling update behind nginx, with deploy/nginx.conf: do those who play notice?

    python benchmarks/rolling_update.py --tables 20

People play through nginx, with three nodes behind it. Every node in turn is told to stop, ends, and
is started again. At the end the log is compared with everything the people were told.
"""

import argparse
import asyncio
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parent.parent))
from robustness.chaos import PATIENCE, seat_all
from robustness.cluster import Cluster
from robustness.kill import raise_failure, see_all_go_on
from robustness.ledger import Ledger
from robustness.owners import verify_owners
from robustness.person import Person
from robustness.served import free_port
from robustness.verify import verify_log
from tests.server.postgres import MISSING, PostgresServer, find_programs, run_postgres

CONFIGURATION = Path(__file__).parent.parent / "deploy" / "nginx.conf"


def configure_nginx(folder: Path, cluster: Cluster) -> tuple[Path, str]:
    """Write the configuration with the ports of this run; return it, and where nginx serves."""
    text, port = CONFIGURATION.read_text(), free_port()
    for number, node in enumerate(cluster.nodes, 8011):
        text = text.replace(f"127.0.0.1:{number}", f"127.0.0.1:{node.served.port}")
    text = re.sub(r"listen 8010\b", f"listen 127.0.0.1:{port}", text)
    path = folder / "nginx.conf"
    path.write_text(text)
    return path, f"http://127.0.0.1:{port}"


async def update(postgres: PostgresServer, folder: Path, chosen: argparse.Namespace) -> int:
    dice, ledger = random.Random(chosen.seed), Ledger()
    cluster = Cluster(postgres, folder, 3, 3.0)
    await cluster.start()
    path, server = configure_nginx(folder, cluster)
    nginx = subprocess.Popen(
        ["nginx", "-p", folder, "-c", path, "-g", "daemon off; error_log stderr crit;"]
    )
    tasks: list[asyncio.Task[None]] = []
    people: list[Person] = []
    try:
        await asyncio.sleep(0.5)
        for seated in await seat_all([server], chosen.tables, chosen.seats, dice):
            chances = [random.Random(dice.getrandbits(64)) for _ in seated]
            people += [
                Person(server, one, ledger, chance, chosen.pause, patience=PATIENCE)
                for one, chance in zip(seated, chances, strict=True)
            ]
        tasks = [asyncio.create_task(person.play()) for person in people]
        await asyncio.sleep(3)
        began = monotonic()
        for node in cluster.nodes:
            stopped = monotonic()
            await node.served.stop()
            print(f"{node.name}: gone after {monotonic() - stopped:.1f} s", flush=True)
            await node.served.start()
            raise_failure(tasks)
        await see_all_go_on({person.code for person in people}, ledger, tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for person in people:
            await person.client.close()
        nginx.terminate()
        nginx.wait()
        await cluster.close()
    findings = await verify_log(cluster.database, ledger)
    verify_owners(ledger, findings)
    waits = sorted(end - start for _, start, end in ledger.waits if end > began)
    print(f"{len(people)} people, {len(waits)} commands during the update, in seconds until done:")
    print(", ".join(f"p{p:g} {waits[int(len(waits) * p / 100)]:.3f}" for p in (50, 99, 99.9)))
    print(f"longest {waits[-1]:.3f}; faults: {len(findings.faults)}")
    print("\n".join(findings.faults[:10]))
    return 1 if findings.faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen, programs = parser.parse_args(), find_programs()
    assert programs is not None, MISSING
    with tempfile.TemporaryDirectory() as folder, run_postgres(programs) as postgres:
        return asyncio.run(update(postgres, Path(folder), chosen))


if __name__ == "__main__":
    sys.exit(main())
