"""What can happen to nodes: each fault, and how it ends."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from .cluster import Cluster, ClusterNode

__all__ = ["DATABASE_FAULT", "FAULTS", "Fault"]

#: Does harm and undoes it; returns when it has passed.
Fault = Callable[[Cluster, ClusterNode, random.Random], Awaitable[None]]


async def kill(cluster: Cluster, node: ClusterNode, dice: random.Random) -> None:
    """Kill a node (SIGKILL), and start another process in its place."""
    del cluster, dice
    node.served.kill()
    node.start_again()


async def pause(cluster: Cluster, node: ClusterNode, dice: random.Random) -> None:
    """Stop a node for longer than its lease (SIGSTOP, then SIGCONT)."""
    node.pause()
    await asyncio.sleep(cluster.lease + dice.uniform(0.5, 3))
    node.resume()


async def cut_from_database(cluster: Cluster, node: ClusterNode, dice: random.Random) -> None:
    """Cut a node off from the database, for longer than its lease or shorter."""
    assert node.database_line is not None
    await node.database_line.cut()
    await asyncio.sleep(cluster.lease * dice.uniform(0.3, 2))
    await node.database_line.mend()


async def cut_from_nodes(cluster: Cluster, node: ClusterNode, dice: random.Random) -> None:
    """Let no node reach this one, and perhaps some others as well."""
    cut = [one for one in cluster.nodes if one is node or dice.random() < 0.3]
    lines = [one.inner_line for one in cut if one.inner_line is not None]
    for line in lines:
        await line.cut()
    await asyncio.sleep(dice.uniform(1, cluster.lease * 1.5))
    for line in lines:
        await line.mend()


async def restart_database(cluster: Cluster, node: ClusterNode, dice: random.Random) -> None:
    """Stop Postgres, at once or in order, and start it again."""
    del node
    await asyncio.to_thread(cluster.postgres.restart, at_once=dice.random() < 0.5)


async def drain(cluster: Cluster, node: ClusterNode, dice: random.Random) -> None:
    """Let a node hand its tables over (SIGTERM), and start another process in its place."""
    del cluster, dice
    await node.served.stop()
    node.start_again()


DATABASE_FAULT = "restart of Postgres"
#: How often each comes, compared with the others.
FAULTS: dict[str, tuple[Fault, int]] = {
    "kill -9": (kill, 5),
    "pause": (pause, 5),
    "cut from the database": (cut_from_database, 5),
    "cut from other nodes": (cut_from_nodes, 5),
    DATABASE_FAULT: (restart_database, 2),
    "drain": (drain, 4),
}
