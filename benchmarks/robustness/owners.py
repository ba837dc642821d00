"""Whether a table ever had two owners at once, by what was told and by whom."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from .ledger import Ledger, TableLedger
from .verify import Findings

__all__ = ["verify_owners"]

#: How much later this process may look at a message than it came, because it has much to do.
_GRACE_SECONDS = 1.0


def verify_owners(ledger: Ledger, findings: Findings) -> None:
    """Check that each owner fell silent before the next one spoke, and no two told one event.

    A process can be stopped between its last look at the clock and the message that follows. So
    one message may come late on a connection, as it may be late on any network; a second may not.
    """
    counts = findings.counts
    for code, table in ledger.tables.items():
        counts["epochs"] += len(table.epochs)
        findings.faults += [f"{code}: {fault}" for fault in _verify_table(table, counts)]


def _verify_table(table: TableLedger, counts: Counter[str]) -> Iterator[str]:
    ordered = sorted(table.epochs.items())
    for (epoch, before), (next_epoch, after) in pairwise(ordered):
        if after.first_new and before.last_new >= after.first_new:
            yield (
                f"{before.owner} told event {before.last_new} in epoch {epoch}, "
                f"{after.owner} event {after.first_new} in epoch {next_epoch}"
            )
        late = Counter(
            connection for at, connection in before.told if at > after.began + _GRACE_SECONDS
        )
        counts["messages of an earlier owner in flight"] += late.total()
        for count in late.values():
            if count > 1:
                yield f"{before.owner} told {count} messages after {after.owner} had the table"
