"""A fair queue: the many jobs of one client do not delay those of others.

Whoever has used least of the workers' time goes first: by address, then by table, then in the order
of asking. An address that opens many tables has the share of one.
"""

from collections import OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

__all__ = ["NOBODY", "FairQueue", "Payer"]

Job = TypeVar("Job")

#: Accounts of addresses that are remembered while they ask for nothing.
_REMEMBERED = 1000


class Payer(NamedTuple):
    """Whose share the workers' time is taken from."""

    address: str = ""
    table: str = ""


NOBODY = Payer()


class _Account(Generic[Job]):
    """What was used, and by table what waits."""

    def __init__(self, used: float) -> None:
        self.used = used
        self.jobs: OrderedDict[str, deque[Job]] = OrderedDict()
        self.waiting = 0


class FairQueue(Generic[Job]):
    """Jobs by payer; what each used is told afterwards."""

    def __init__(self) -> None:
        self._accounts: OrderedDict[str, _Account[Job]] = OrderedDict()
        #: What the payer served last had used. Newcomers start from it: they have saved up nothing.
        self._floor = 0.0
        self._waiting = 0

    def __len__(self) -> int:
        """How many jobs wait."""
        return self._waiting

    def put(self, payer: Payer, job: Job) -> None:
        """Add a job."""
        account = self._account(payer.address)
        account.jobs.setdefault(payer.table, deque()).append(job)
        account.waiting += 1
        self._waiting += 1

    def pop(self) -> tuple[Payer, Job]:
        """Take the job whose turn it is; there must be one."""
        waiting = ((name, each) for name, each in self._accounts.items() if each.waiting)
        address, account = min(waiting, key=lambda item: item[1].used)
        self._floor = max(self._floor, account.used)
        table, jobs = next(iter(account.jobs.items()))
        job = jobs.popleft()
        del account.jobs[table]
        if jobs:  # the tables of an address take turns
            account.jobs[table] = jobs
        self._count_off(account)
        return Payer(address, table), job

    def remove(self, payer: Payer, job: Job) -> bool:
        """Take back a job; whether it was still waiting."""
        account = self._accounts.get(payer.address)
        jobs = account.jobs.get(payer.table) if account is not None else None
        if account is None or jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del account.jobs[payer.table]
        self._count_off(account)
        return True

    def charge(self, payer: Payer, seconds: float) -> None:
        """Note what a job took."""
        self._account(payer.address).used += seconds

    def crowd(self, payer: Payer) -> int:
        """Return about how many jobs come before this payer has none left.

        Addresses take turns, so these are its own jobs, times the addresses that wait.
        """
        addresses = sum(1 for account in self._accounts.values() if account.waiting)
        account = self._accounts.get(payer.address)
        own = account.waiting if account is not None else 0
        return max(1, addresses) * own

    def drain(self) -> list[Job]:
        """Take all jobs out."""
        jobs: list[Job] = []
        while self._waiting:
            jobs.append(self.pop()[1])
        return jobs

    def _count_off(self, account: "_Account[Job]") -> None:
        account.waiting -= 1
        self._waiting -= 1

    def _account(self, address: str) -> "_Account[Job]":
        account = self._accounts.get(address)
        if account is None:
            account = self._accounts[address] = _Account(self._floor)
            self._forget()
        elif not account.waiting:
            account.used = max(account.used, self._floor)
        self._accounts.move_to_end(address)
        return account

    def _forget(self) -> None:
        """Forget who has asked for nothing for longest, if they are too many."""
        while len(self._accounts) > _REMEMBERED:
            idle = next((name for name, one in self._accounts.items() if not one.waiting), None)
            if idle is None:
                return
            del self._accounts[idle]
