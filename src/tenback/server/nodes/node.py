"""Nodes as others see them, and why a table cannot be served here."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["ElsewhereError", "Node", "first_for"]


@dataclass(frozen=True, slots=True)
class Node:
    """A server: the address at which other nodes reach it, and the key that opens it to them.

    ``lease_until`` is by the database's clock, as is ``is_alive``, which was so when it was read.
    """

    id: int
    name: str
    address: str
    key: str = field(repr=False)
    is_leaving: bool
    lease_until: float
    is_alive: bool


class ElsewhereError(Exception):
    """The table belongs to another node."""

    def __init__(self, node: Node) -> None:
        super().__init__(f"the table is at node {node.name}")
        self.node = node


def first_for(name: str, nodes: Iterable[Node]) -> Node | None:
    """Choose the node for a name, the same on every node (rendezvous hashing)."""

    def rank(node: Node) -> bytes:
        return hashlib.sha256(f"{node.id} {name}".encode()).digest()

    return max(nodes, key=rank, default=None)
