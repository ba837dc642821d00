"""Joining the modules of all functions into one program, for no processor yet."""

from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs] - it has none

__all__ = ["join_modules", "pass_builder"]

_LLVM: Any = llvm

#: What Numba's code may call. The caller owns every array, so counting references means nothing.
#: The rest would allocate, or make an exception's message, and is never reached.
_RUNTIME = """
declare void @llvm.trap()
define void @NRT_incref(ptr %array) { ret void }
define void @NRT_decref(ptr %array) { ret void }
define ptr @NRT_Allocate(i64 %size) { call void @llvm.trap() unreachable }
define void @NRT_Free(ptr %block) { call void @llvm.trap() unreachable }
define ptr @NRT_MemInfo_alloc(i64 %size, ptr %destroy) { call void @llvm.trap() unreachable }
define void @NRT_MemInfo_call_dtor(ptr %array) { call void @llvm.trap() unreachable }
define void @PyErr_SetString(ptr %kind, ptr %text) { call void @llvm.trap() unreachable }
"""


def join_modules(modules: Iterable[str], symbols: Iterable[str]) -> bytes:
    """Return one program, as bitcode: everything that the symbols need, and nothing else."""
    program = _LLVM.parse_assembly(_RUNTIME)
    for text in modules:
        module = _LLVM.parse_assembly(text)
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "weak_odr"  # several modules may hold the same helper
        for variable in module.global_variables:
            if variable.linkage == _LLVM.Linkage.common:
                variable.linkage = "internal"
        program.link_in(module)
    for function in program.functions:
        if not function.is_declaration:
            function.linkage = "internal"
    for symbol in symbols:
        program.get_function(symbol).linkage = "external"
    machine = _LLVM.Target.from_default_triple().create_target_machine()
    passes = _LLVM.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(program, pass_builder(machine, with_vectors=False))
    return program.as_bitcode()


def pass_builder(machine: Any, *, with_vectors: bool) -> Any:
    """Return the builder of LLVM's passes at optimisation level 3, for a machine."""
    options = _LLVM.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = with_vectors
    options.slp_vectorization = with_vectors
    return _LLVM.create_pass_builder(machine, options)
