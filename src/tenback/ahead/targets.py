"""From LLVM IR to machine code: one program, optimised anew for each platform.

LLVM's back ends come with llvmlite; the linkers and the systems' stubs come with Zig
(``ziglang``). Nothing else is needed to build for another system than this one.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs] - it has none

from tenback.ahead.joining import pass_builder

__all__ = ["NATIVE", "WASM", "Level", "Target", "build", "simplify"]

_LLVM: Any = llvm


@dataclass(frozen=True)
class Level:
    """A kind of processor; the symbols of its code end in the suffix."""

    suffix: str
    processor: str
    features: str = ""


@dataclass(frozen=True)
class Target:
    """A platform: the name of its file, what LLVM and Zig call it, the processors it may have."""

    file: str
    triple: str
    zig: str
    levels: tuple[Level, ...]
    relocation: str = "pic"


_X86: Final = tuple(Level(f"_v{level}", f"x86-64-v{level}") for level in (2, 3, 4))
_ARM: Final = (Level("", "generic"),)
_FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"

NATIVE: Final = (
    Target("linux-x86_64.so", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu", _X86),
    Target("linux-aarch64.so", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu", _ARM),
    Target("darwin-aarch64.dylib", "arm64-apple-macosx11.0.0", "aarch64-macos", _ARM),
    Target("win32-x86_64.dll", "x86_64-pc-windows-gnu", "x86_64-windows-gnu", _X86),
)
WASM: Final = Target(
    "kernels.wasm", "wasm32-unknown-unknown", "", (Level("", "", _FEATURES),), "static"
)


def simplify(program: bytes) -> bytes:
    """Run the optimisations that all 64-bit platforms share: all but vectorisation."""
    _start_llvm()
    module, machine = _LLVM.parse_bitcode(program), _machine(NATIVE[0], NATIVE[0].levels[0])
    _optimise(module, NATIVE[0], machine, with_vectors=False)
    return module.as_bitcode()


def _start_llvm() -> None:
    _LLVM.initialize_all_targets()
    _LLVM.initialize_all_asmprinters()


def _machine(target: Target, level: Level) -> Any:
    return _LLVM.Target.from_triple(target.triple).create_target_machine(
        cpu=level.processor, features=level.features, opt=3, reloc=target.relocation
    )


def _optimise(module: Any, target: Target, machine: Any, *, with_vectors: bool) -> None:
    module.triple = target.triple
    module.data_layout = str(machine.target_data)
    builder = pass_builder(machine, with_vectors=with_vectors)
    builder.getModulePassManager().run(module, builder)


def _compile(program: bytes, target: Target, level: Level, symbols: Sequence[str]) -> bytes:
    """Return the program as an object file for one kind of processor."""
    module, machine = _LLVM.parse_bitcode(program), _machine(target, level)
    for symbol in symbols if level.suffix else ():
        module.get_function(symbol).name = symbol + level.suffix
    _optimise(module, target, machine, with_vectors=True)
    unknown = [
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    ]
    if unknown:
        raise RuntimeError(f"{target.file}: compiled code calls {', '.join(unknown)}")
    return machine.emit_object(module)


def build(program: bytes, target: Target, symbols: Sequence[str], folder: Path, work: Path) -> Path:
    """Compile a program for a target and link it into a folder."""
    _start_llvm()
    objects: list[Path] = []
    for level in target.levels:
        objects.append(work / f"{target.file}{level.suffix}.o")
        objects[-1].write_bytes(_compile(program, target, level, symbols))
    linked = work / target.file
    _link(target, objects, symbols, linked)  # some linkers leave other files beside it
    # The old file is replaced, never written into: a process may be running it.
    new = Path(shutil.copy(linked, folder / f"{target.file}.new"))
    return new.replace(folder / target.file)


def _link(target: Target, objects: Sequence[Path], symbols: Sequence[str], path: Path) -> None:
    if target is WASM:
        command = ["wasm-ld", "--no-entry", "--export-memory", "--gc-sections", "--strip-all"]
        command += ["--export=__heap_base", "-z", "stack-size=262144"]
        command += [f"--export={symbol}" for symbol in symbols]
    else:
        command = ["cc", "-target", target.zig, "-shared", "-s", "-O2"]
        if target.levels[0].suffix:
            command.append(str(Path(__file__).with_name("processor.c")))
    # Names without folders: the linker would write paths into the library.
    command += [*(each.name for each in objects), "-o", path.name]
    subprocess.run([sys.executable, "-m", "ziglang", *command], check=True, cwd=path.parent)
