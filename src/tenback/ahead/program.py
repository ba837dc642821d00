"""The whole program as LLVM bitcode, lowered once and kept until its sources change."""

import hashlib
import json
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tenback.ahead.exports import EXPORTS
from tenback.ahead.interface import interface_text, sources_of
from tenback.ahead.joining import join_modules
from tenback.ahead.lowering import lower
from tenback.kernels.library import digest_of_code

__all__ = ["Program", "lower_program", "read_program"]

_HERE = Path(__file__).parent
#: The files that say what is lowered, and how.
_LOWERING = ("exports.py", "interface.py", "joining.py", "kinds.py", "lowering.py")
_KEPT = _HERE.parents[2] / "build" / "ahead"


@dataclass(frozen=True)
class Program:
    """Everything that is exported, for no machine yet, and how it is called."""

    bitcode: bytes
    interface: str

    @property
    def symbols(self) -> list[str]:
        """The names of the exported functions."""
        exports = json.loads(self.interface)["exports"]
        return [one["symbol"] for one in chain.from_iterable(exports.values())]


def lower_program() -> Program:
    """Lower everything."""
    lowered, modules = lower(EXPORTS)
    bitcode = join_modules(modules, [one.export.symbol for one in lowered])
    return Program(bitcode, interface_text(lowered))


def read_program() -> Program:
    """Return the program that was kept for these very sources, or lower it and keep it."""
    digest = hashlib.sha256(digest_of_code(sources_of(EXPORTS)).encode())
    for source in _LOWERING:
        digest.update((_HERE / source).read_bytes())
    folder = _KEPT / digest.hexdigest()[:16]
    bitcode, interface = folder / "program.bc", folder / "interface.json"
    if not interface.exists():
        made = lower_program()
        folder.mkdir(parents=True, exist_ok=True)
        bitcode.write_bytes(made.bitcode)
        interface.write_text(made.interface, encoding="utf-8")
    return Program(bitcode.read_bytes(), interface.read_text(encoding="utf-8"))
