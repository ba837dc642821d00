"""A model of leases, take-over and fencing, small enough to explore every way it can go.

There are two nodes, one table, one database, and one command that a client sends until it is
acknowledged. What takes several steps in ``server/nodes`` and in the store takes as many here.
Between any two steps anything may happen: time passes, the other node acts, an answer is lost, a
node dies and comes back under another number, what it had sent arrives after all. A paused node is
one whose turn does not come.

There are finitely many worlds, and all of them are visited: a time is what is left of it, nodes are
numbered anew after every step, and an epoch is either the newest or not.

``Protocol`` names the rules that safety rests on. Each can be left out, to show that it is needed.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Explored", "Protocol", "explore"]

#: In ticks of the clock. A longer lease makes more worlds, but no worlds of another kind.
LEASE = 1
_NODES = (0, 1)
_NOBODY = 0


@dataclass(frozen=True, slots=True)
class Protocol:
    """The rules; all of them hold in the program."""

    #: Appending checks the epoch, in the transaction that writes.
    fences: bool = True
    #: A table is taken only from a node whose row was deleted, so that it can never renew again.
    buries: bool = True
    #: A table is taken only in the epoch in which it was looked at.
    compares: bool = True
    #: A node looks at its own clock before it tells anything.
    looks_at_clock: bool = True
    #: A lease counts from the moment it was asked for, not from that of the answer.
    counts_from_asking: bool = True
    #: A command that is in the log already is acknowledged, not carried out again.
    remembers: bool = True


class Append(NamedTuple):
    """A command on its way to the database."""

    is_newest_epoch: bool
    after: int


class Node(NamedTuple):
    """What one node has in memory."""

    number: int = _NOBODY
    #: For how long it believes that it holds its lease.
    held: int = 0
    #: How long ago it asked for its lease; None if it waits for no answer.
    asked: int | None = None
    is_granted: bool = False
    #: What it has read about the table: whether its epoch is still the newest, and the owner.
    located: tuple[bool, int] | None = None
    #: Whether the epoch in which the table was given to it is still the newest; None if it was not.
    given: bool | None = None
    #: The table in its memory: whether its epoch is still the newest, and how often the command is
    #: in its log.
    table: tuple[bool, int] | None = None
    append: Append | None = None
    #: The answer of the database: whether the command was written.
    written: bool | None = None


class World(NamedTuple):
    """Everything there is."""

    nodes: tuple[Node, Node] = (Node(), Node())
    #: The nodes that are not buried, and for how long the database lets each live.
    leases: frozenset[tuple[int, int]] = frozenset()
    owner: int = _NOBODY
    #: How often the command is in the log.
    log: int = 0
    #: What is still on its way from nodes that do not wait for it any more.
    late: frozenset[Append] = frozenset()


@dataclass(frozen=True, slots=True)
class Explored:
    """How many worlds were seen, and the first fault with the way to it."""

    worlds: int
    fault: str = ""
    way: tuple[str, ...] = ()


Step = tuple[str, World, str]


def explore(protocol: Protocol) -> Explored:
    """Visit every world that can be reached, but stop at the first fault."""
    first = World()
    before: dict[World, tuple[World, str] | None] = {first: None}
    waiting = deque([first])
    while waiting:
        world = waiting.popleft()
        for step, after, fault in _steps(world, protocol):
            if fault:
                return Explored(len(before), fault, (*_way_to(world, before), step))
            same = _renumber(after)
            if same not in before:
                before[same] = (world, step)
                waiting.append(same)
    return Explored(len(before))


def _way_to(world: World, before: dict[World, tuple[World, str] | None]) -> tuple[str, ...]:
    way: list[str] = []
    while (last := before[world]) is not None:
        world, step = last
        way.append(step)
    return tuple(reversed(way))


def _renumber(world: World) -> World:
    """Number the nodes by their places, then the dead ones that still matter."""
    names = {_NOBODY: _NOBODY}
    for place, node in enumerate(world.nodes, 1):
        if node.number:
            names[node.number] = place
    seen = [world.owner, *(node.located[1] for node in world.nodes if node.located)]
    alive = {number for number, _ in world.leases}
    for number in seen:
        if number not in names:
            names[number] = max(2, *names.values()) + 1 if number in alive else _NOBODY

    def rename(node: Node) -> Node:
        located = node.located and (node.located[0], names[node.located[1]])
        return node._replace(number=names[node.number], located=located)

    return world._replace(
        nodes=(rename(world.nodes[0]), rename(world.nodes[1])),
        leases=frozenset((names[n], left) for n, left in world.leases if n in names),
        owner=names[world.owner],
    )


def _with(world: World, me: int, node: Node, **changes: object) -> World:
    nodes = (node, world.nodes[1]) if me == 0 else (world.nodes[0], node)
    return world._replace(nodes=nodes, **changes)  # type: ignore[arg-type] # fields by name


def _forget(world: World, me: int, node: Node) -> World:
    """Replace a node; what it had sent is still on its way."""
    sent = world.nodes[me].append
    late = world.late if sent is None else world.late | {sent}
    return _with(world, me, node, late=late)


# Steps ------------------------------------------------------------------------------------------


def _steps(world: World, protocol: Protocol) -> Iterator[Step]:
    yield "time passes", _pass_time(world), ""
    for sent in world.late:
        after = world._replace(late=world.late - {sent})
        if _fits(world, sent, protocol):
            yield "a late command is written", *_write(after)
        else:
            yield "a late command is fenced", after, ""
    for me in _NODES:
        node = world.nodes[me]
        if node != Node():
            yield f"{me} dies", _forget(world, me, Node()), ""
        steps = (_lease_steps, _take_steps) if node.table is None else (_lease_steps, _table_steps)
        for kind in steps:
            for step, after, fault in kind(world, me, node, protocol):
                yield f"{me} {step}", after, fault


def _pass_time(world: World) -> World:
    def later(node: Node) -> Node:
        asked = None if node.asked is None else min(node.asked + 1, LEASE)
        return node._replace(held=max(0, node.held - 1), asked=asked)

    return world._replace(
        nodes=(later(world.nodes[0]), later(world.nodes[1])),
        leases=frozenset((number, max(0, left - 1)) for number, left in world.leases),
    )


def _lease_steps(world: World, me: int, node: Node, protocol: Protocol) -> Iterator[Step]:
    if node.asked is None:
        yield "asks for a lease", _with(world, me, node._replace(asked=0)), ""
        return
    if node.is_granted:
        spent = node.asked if protocol.counts_from_asking else 0
        held = max(node.held, LEASE - spent)
        yield (
            "has its lease",
            _with(world, me, node._replace(asked=None, is_granted=False, held=held)),
            "",
        )
        lost = node._replace(asked=None, is_granted=False)
        yield "hears nothing of its lease", _with(world, me, lost), ""
    else:
        leases = dict(world.leases)
        number = node.number or max([2, *leases]) + 1
        if not node.number or number in leases:
            leases[number] = LEASE
            granted = node._replace(number=number, is_granted=True)
            after = _with(world, me, granted, leases=frozenset(leases.items()))
            yield "is given a lease", after, ""
        else:
            yield "learns that it is buried", _forget(world, me, Node()), ""


def _take_steps(world: World, me: int, node: Node, protocol: Protocol) -> Iterator[Step]:
    if node.given is not None:
        if node.held:
            table = node._replace(given=None, table=(node.given, world.log))
            yield "reads the table", _with(world, me, table), ""
        yield "hears nothing of the table", _with(world, me, node._replace(given=None)), ""
    elif node.located is not None:
        yield from _located_steps(world, me, node, node.located, protocol)
    elif node.held:
        located = node._replace(located=(True, world.owner))
        yield "looks for the table", _with(world, me, located), ""


def _located_steps(
    world: World, me: int, node: Node, located: tuple[bool, int], protocol: Protocol
) -> Iterator[Step]:
    is_newest, owner = located
    leases, unlocated = dict(world.leases), node._replace(located=None)
    if owner != node.number and owner in leases:
        if leases[owner]:
            yield "leaves it to its owner", _with(world, me, unlocated), ""
            return
        if protocol.buries:
            del leases[owner]
            yield "buries the owner", _with(world, me, node, leases=frozenset(leases.items())), ""
            return
    if is_newest or not protocol.compares:
        older = _make_older(world)
        after = older.nodes[me]._replace(located=None, given=True)
        yield "takes the table", _with(older, me, after, owner=node.number), ""
    else:
        yield "is too late", _with(world, me, unlocated), ""


def _make_older(world: World) -> World:
    """Begin a new epoch."""

    def older(node: Node) -> Node:
        return node._replace(
            located=node.located and (False, node.located[1]),
            given=None if node.given is None else False,
            table=node.table and (False, node.table[1]),
            append=node.append and Append(False, node.append.after),
        )

    return world._replace(
        nodes=(older(world.nodes[0]), older(world.nodes[1])),
        late=frozenset(Append(False, sent.after) for sent in world.late),
    )


def _table_steps(world: World, me: int, node: Node, protocol: Protocol) -> Iterator[Step]:
    assert node.table is not None
    is_newest, log = node.table
    dropped = node._replace(table=None, append=None, written=None)
    yield "drops the table", _forget(world, me, dropped), ""
    may_tell = node.held > 0 or not protocol.looks_at_clock
    if may_tell and not is_newest:
        yield "tells of a table that is another's", world, "two owners"
    if node.written is not None:
        if node.written and may_tell:
            told = node._replace(written=None, table=(is_newest, log + 1))
            fault = "" if world.log else "acknowledged and lost"
            yield "acknowledges the command", _with(world, me, told), fault
    elif node.append is not None:
        is_written = _fits(world, node.append, protocol)
        answered = node._replace(append=None, written=is_written)
        after = _with(world, me, answered)
        if is_written:
            yield "has the command written", *_write(after)
        else:
            yield "is fenced", after, ""
    elif may_tell and (not log or not protocol.remembers):
        sent = node._replace(append=Append(is_newest, log))
        yield "sends the command", _with(world, me, sent), ""


def _fits(world: World, sent: Append, protocol: Protocol) -> bool:
    """Whether the database writes this: the epoch is the newest, and nothing came between."""
    return (sent.is_newest_epoch or not protocol.fences) and (
        sent.after == world.log or not protocol.fences
    )


def _write(world: World) -> tuple[World, str]:
    fault = "carried out twice" if world.log else ""
    return world._replace(log=world.log + 1), fault
