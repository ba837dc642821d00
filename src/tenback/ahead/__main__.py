"""``python -m tenback.ahead``: compile the kernels ahead.

    python -m tenback.ahead native          the libraries for every platform
    python -m tenback.ahead wasm            the module for browsers
    python -m tenback.ahead check FOLDER    both, into a folder, from the sources alone

Needs the compiler (``tenback[kernels]``) and the linkers (``ziglang``, requirements-ahead.lock).
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

# Numba compiles everything: neither the existing library nor Numba's cache on disk is read.
os.environ.update(TENBACK_LIBRARY="off", TENBACK_CACHE_DIR="off")

from tenback.ahead.program import Program, lower_program, read_program
from tenback.ahead.targets import NATIVE, WASM, Target, build, simplify
from tenback.ahead.typescript import TYPESCRIPT, typescript_text
from tenback.kernels.library import BUILT, INTERFACE, digest_of_sources

_USAGE = "usage: python -m tenback.ahead native|wasm|check FOLDER"


def main(arguments: list[str]) -> None:
    """Build what is asked for."""
    match arguments:
        case ["native"]:
            targets, folder = NATIVE, BUILT
        case ["wasm"]:
            targets, folder = (WASM,), BUILT
        case ["check", name]:
            targets, folder = (*NATIVE, WASM), Path(name)
        case _:
            sys.exit(_USAGE)
    if find_spec("ziglang") is None:
        sys.exit("the linkers are missing: pip install --require-hashes -r requirements-ahead.lock")
    program = _build(targets, folder, anew=folder != BUILT)
    if folder == BUILT:
        INTERFACE.write_text(_with_built(program.interface, targets), encoding="utf-8")
        TYPESCRIPT.write_text(typescript_text(program.interface), encoding="utf-8")


def _build(targets: Iterable[Target], folder: Path, *, anew: bool) -> Program:
    """Lower the program, or read the kept one unless ``anew``, and build it for the targets."""
    started = time.perf_counter()
    program = lower_program() if anew else read_program()
    print(f"{len(program.symbols)} functions, {time.perf_counter() - started:.0f} s", flush=True)
    simple = b"" if targets == (WASM,) else simplify(program.bitcode)
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for target in targets:
            bitcode = program.bitcode if target is WASM else simple
            path = build(bitcode, target, program.symbols, folder, Path(work))
            size, seconds = path.stat().st_size, time.perf_counter() - started
            print(f"{path.name}: {size:,} bytes, {seconds:.0f} s", flush=True)
    return program


def _with_built(interface: str, targets: Iterable[Target]) -> str:
    """Return the interface with the digest of each built file's code; others keep their entry."""
    told = json.loads(interface)
    before = json.loads(INTERFACE.read_text(encoding="utf-8") if INTERFACE.exists() else "{}")
    # A program that was kept may be older than comments and docstrings are now.
    told["digest"] = digest_of_sources(told["sources"])
    built = {target.file: told["code"] for target in targets}
    return json.dumps(told | {"built": before.get("built", {}) | built}, indent=1) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
