"""A long chaos test in parts: what each came to is kept in a file, a line for each part."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from .chaos import ChaosReport

__all__ = ["Part", "join_parts", "keep_part", "part_of", "read_parts"]


class Part(msgspec.Struct, frozen=True):
    """What came of some faults; the waits are those of every table around every fault."""

    seeds: tuple[int, ...]
    #: The kind of each fault, and the longest wait for an answer around it at each table.
    waits: tuple[tuple[str, tuple[float, ...]], ...]
    counts: dict[str, int]
    faults: tuple[str, ...]
    tracebacks: tuple[str, ...]
    seconds: float

    def waits_of(self, kind: str | None) -> list[float]:
        """Return the waits around faults of a kind, or all of them, in order."""
        return sorted(wait for one, waits in self.waits if kind in (None, one) for wait in waits)

    def times(self, kind: str | None) -> int:
        """Count the faults of a kind, or all of them."""
        return sum(kind in (None, one) for one, _ in self.waits)


def part_of(report: ChaosReport, seed: int) -> Part:
    """Return what is kept of a report."""
    ledger = report.ledger
    counts = Counter(report.findings.counts)
    counts["commands sent again unanswered"] = ledger.resent
    counts["of them carried out already"] = ledger.survived
    counts["resyncs"] = ledger.resyncs
    counts.update({f"refused {code}": count for code, count in ledger.refused.items()})
    waits = zip(report.troubles, report.waits_by_trouble(), strict=True)
    return Part(
        (seed,),
        tuple((trouble.kind, tuple(round(one, 3) for one in many)) for trouble, many in waits),
        dict(counts),
        tuple(report.findings.faults),
        tuple(report.tracebacks),
        report.seconds,
    )


def keep_part(path: Path, part: Part) -> None:
    """Add a part to a file."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(part) + b"\n")


def read_parts(path: Path) -> list[Part]:
    """Read the parts that a file holds; none if there is no file yet."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Part) for line in path.read_bytes().splitlines()]


def join_parts(parts: Sequence[Part]) -> Part:
    """Add parts up."""
    counts: Counter[str] = Counter()
    for part in parts:
        counts.update(part.counts)
    return Part(
        tuple(seed for part in parts for seed in part.seeds),
        tuple(waits for part in parts for waits in part.waits),
        dict(counts),
        tuple(fault for part in parts for fault in part.faults),
        tuple(line for part in parts for line in part.tracebacks),
        sum(part.seconds for part in parts),
    )
