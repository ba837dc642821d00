"""This process as a node: it keeps its lease, and takes and gives up tables."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from tenback.server.codes import new_token
from tenback.server.live.errors import TableUnavailableError
from tenback.server.live.upkeep import CLOSED
from tenback.server.nodes.lease import Lease
from tenback.server.nodes.node import ElsewhereError, Node, first_for
from tenback.server.nodes.registry import Registry
from tenback.server.nodes.side_loop import SideLoop
from tenback.server.refusals import ServerCode
from tenback.server.store import StoreError, TableRow
from tenback.table import VOCABULARY

__all__ = ["Member"]

_LOGGER = logging.getLogger("tenback.server.nodes")
#: How often a lease is renewed while it lasts, and for how much of it one attempt may take.
_RENEWALS, _ATTEMPT = 6, 1 / 3
#: For how much of a lease the loop that serves the tables may be late and have it renewed.
_LATE = 1 / 3
#: For how many leases tables are kept, in silence, when the database itself is away.
_AWAY = 4
#: For how much of a lease a node that has just got one leaves others theirs. When the database was
#: away for longer than a lease, all have run out, and everybody is about to renew theirs.
_RESPECT = 1 / 3
_AGAIN_SECONDS = 0.1


class Member:
    """A node of several. It owns a table only while its lease is held.

    The lease is kept in a thread of its own: when a thousand clients come back at once, the loop
    that serves them is late, and a lease lost for that would send them all away again. A loop that
    hangs loses it all the same.
    """

    def __init__(self, registry: Registry, name: str, address: str, lease: Lease) -> None:
        self.registry = registry
        self.name = name
        self.address = address
        self.lease = lease
        #: Opens this node to the others, who read it in the database.
        self.key = new_token()
        #: Called when this node may own nothing any more.
        self.on_lost: Callable[[], None] = lambda: None
        #: How often the lease was lost, and tables were taken from nodes that were gone.
        self.losses = 0
        self.takeovers = 0
        self.is_leaving = False
        self._id: int | None = None
        #: Whether there may be tables to drop when the lease is lost.
        self._is_owning = False
        self._side: SideLoop | None = None
        self._keeping: Future[None] | None = None
        self._beating: asyncio.Task[None] | None = None
        #: Nodes that are being buried.
        self._burials: dict[int, asyncio.Task[bool]] = {}
        #: Since when the lease has been held without a break.
        self._held_since = float("inf")
        #: Whether the last failed renewal timed out: others may still reach the database.
        self._is_database_silent = False
        #: When the loop that serves the tables was last seen at work.
        self._beat_at = lease.clock()

    @property
    def node_id(self) -> int | None:
        """This node's number, None if it takes no tables."""
        return None if self.is_leaving or not self.is_held else self._id

    @property
    def is_held(self) -> bool:
        """Whether nobody else can have taken this node's tables."""
        return self.lease.is_held

    @property
    def may_come_back(self) -> bool:
        """Whether the lease has run out because the database is away, for all nodes.

        Then nobody can have taken this node's tables, and sending clients away helps nobody. If the
        database is only silent, others may reach it, and the clients should go to them.
        """
        ran_out = self.lease.clock() - self.lease.until
        return not self._is_database_silent and 0 <= ran_out < _AWAY * self.lease.seconds

    # The lease --------------------------------------------------------------------------------

    async def start(self) -> None:
        """Join the nodes of the database, as soon as it answers."""
        side = self._side = SideLoop("lease")
        self._beating = asyncio.create_task(self._beat(), name="beat")
        try:
            await side.run(self._join())
        except StoreError as error:
            _LOGGER.warning("node %s has not joined yet: %s", self.name, error)
        self._keeping = side.start(self._keep(side))

    async def announce_leaving(self) -> None:
        """Take no more tables."""
        self.is_leaving = True
        if self._side is not None and self._id is not None:
            with suppress(StoreError):
                await self._side.run(self.registry.announce_leaving(self._id))

    async def close(self) -> None:
        """Leave; the tables that are left may be taken at once."""
        if self._side is not None and self._keeping is not None and self._beating is not None:
            self._keeping.cancel()
            self._beating.cancel()
            await self._side.run(self._leave())
            await self._side.close()
        await self.registry.close()

    async def _beat(self) -> None:
        while True:
            self._beat_at = self.lease.clock()
            await asyncio.sleep(self.lease.seconds / _RENEWALS)

    # In the thread of the lease -----------------------------------------------------------------

    async def _leave(self) -> None:
        self.lease.lose()
        if self._id is not None:
            with suppress(StoreError):
                await self.registry.leave(self._id)
        self.registry.cut_lease_line()

    async def _join(self) -> None:
        asked_at = self.lease.clock()
        self._id = await self.registry.join(self.name, self.address, self.key, self.lease.seconds)
        self._hold(asked_at)
        _LOGGER.info("node %s has joined as number %d", self.name, self._id)

    def _hold(self, asked_at: float) -> None:
        if not self.is_held:
            self._held_since = asked_at
        self.lease.renew(asked_at)
        self._is_owning = True

    async def _keep(self, side: SideLoop) -> None:
        is_there = True
        while True:
            if is_there:
                await asyncio.sleep(self.lease.seconds / _RENEWALS)
            if self.lease.clock() - self._beat_at > self.lease.seconds * _LATE:
                is_there = True
                continue  # the loop that serves the tables is stuck
            try:
                async with asyncio.timeout(self.lease.seconds * _ATTEMPT):
                    is_there = await self._renew()
            except (StoreError, TimeoutError) as error:
                _LOGGER.warning("node %s: the lease was not renewed: %s", self.name, error)
                is_there = True
                silence = (error, error.__cause__)
                self._is_database_silent = any(isinstance(one, TimeoutError) for one in silence)
            except Exception:  # whatever it is: without this loop the node would be silent for good
                _LOGGER.exception("node %s: the lease was not renewed", self.name)
                is_there = True
            if not is_there:
                self._id = None
                self.lease.lose()
                # Before anything else: with the next lease this node may speak again.
                await side.in_main(lambda: self._lose("another node has found it run out"))
            elif self._is_owning and not self.is_held and not self.may_come_back:
                await side.in_main(lambda: self._lose("it could not be renewed in time"))

    async def _renew(self) -> bool:
        """Renew the lease, or join anew; False if this node was buried."""
        if self._id is None:
            await self._join()
            return True
        asked_at = self.lease.clock()
        if not await self.registry.renew(self._id, self.lease.seconds):
            return False
        self._hold(asked_at)
        return True

    def _lose(self, why: str) -> None:
        """Let go of all tables, in the loop that serves them."""
        self._is_owning = False
        _LOGGER.warning("node %s has lost its lease: %s", self.name, why)
        self.losses += 1
        try:
            self.on_lost()
        except Exception:  # the next lease must be asked for all the same
            _LOGGER.exception("node %s: tables were not let go of", self.name)

    # Tables -----------------------------------------------------------------------------------

    def owns(self, row: TableRow) -> bool:
        """Whether a table that was taken is still this node's, and may stay here."""
        return self.node_id is not None and row.owner == self.node_id

    async def hold(self) -> None:
        """Wait for the lease if the database is away; a TableUnavailableError if it is lost."""
        while not self.is_held:
            if not self.may_come_back:
                raise TableUnavailableError(ServerCode.MOVED)
            await asyncio.sleep(_AGAIN_SECONDS)

    async def own(self, code: str) -> TableRow | None:
        """Take a table and return its row; None if there is none.

        An ElsewhereError names the node that has it; a TableUnavailableError says that none can.
        """
        while True:
            await self.hold()
            found = await self.registry.locate(code)
            if found is None:
                return None
            row, owner = found
            if row.status == CLOSED:
                return row
            me = self.node_id
            if owner is not None and owner.id != me:
                if owner.is_alive:
                    raise ElsewhereError(owner)
                if self.lease.clock() - self._held_since < self.lease.seconds * _RESPECT:
                    await asyncio.sleep(_AGAIN_SECONDS)
                else:
                    await self._bury(owner)
                continue  # it may have come back, or somebody else may have been faster
            if me is None or row.vocabulary > VOCABULARY:
                raise await self._another_for(code)
            taken = await self.registry.take(row, me)
            if taken is not None:
                self.takeovers += row.owner is not None and row.owner != me
                return taken

    async def _bury(self, node: Node) -> None:
        """Bury a node, once for all who ask for its tables."""
        burial = self._burials.get(node.id)
        if burial is None:
            burial = self._burials[node.id] = asyncio.create_task(self.registry.bury(node.id))
            burial.add_done_callback(lambda _: self._burials.pop(node.id))
            if await asyncio.shield(burial):
                _LOGGER.warning("node %s is gone: its lease has run out", node.name)
        await asyncio.shield(burial)

    async def release(self, row: TableRow) -> None:
        """Give a table up."""
        await self.registry.release(row)

    async def others(self) -> list[Node]:
        """Return the other nodes that take tables."""
        nodes = await self.registry.nodes()
        return [one for one in nodes if one.id != self._id and one.is_alive and not one.is_leaving]

    async def place_of(self, name: str) -> Node | None:
        """Return the node responsible for a name that belongs to no table; None is this one."""
        nodes = [one for one in await self.registry.nodes() if one.is_alive and not one.is_leaving]
        chosen = first_for(name, nodes)
        return None if chosen is None or chosen.id == self._id else chosen

    async def _another_for(self, code: str) -> Exception:
        """Name another node that may take a table, because this one may not."""
        node = first_for(code, await self.others()) if self.is_leaving else None
        return TableUnavailableError(ServerCode.MOVED) if node is None else ElsewhereError(node)
