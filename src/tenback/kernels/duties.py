"""The duties that games have of their own, compiled as they stand in ``rules/``.

Compiled code can call only what its source names, and which games there are is known only once
everything is imported. So this module writes a small source that calls each game's functions in
turn. It lies beside the compiled code, in a folder whose name carries a digest of those functions.
"""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.disk_cache import cache_folder
from tenback.kernels.library import LIBRARY
from tenback.records.files import write_whole
from tenback.rules import GAMES
from tenback.rules.duties import OwnDuties

__all__ = ["duty_number", "own_card_duty", "own_end_duty"]

_HEAD = """\
# Written by tenback.kernels.duties: the duties of the games there are.
"""


def _games() -> list[OwnDuties]:
    return [game.own_duties for game in GAMES.values() if game.own_duties is not None]


def duty_number(duties: OwnDuties | None) -> int:
    """Return the number of a game's own duties, 0 for none, -1 if they came after compiling."""
    if duties is None:
        return 0
    return _COMPILED.index(duties) + 1 if duties in _COMPILED else -1


def _chain(name: str, arguments: str, functions: list[Callable[..., int]]) -> str:
    lines = [f"def {name}(duties, {arguments}):"]
    for number, (function, duties) in enumerate(zip(functions, _games(), strict=True), 1):
        first = codes.code_number(duties.codes[0]) - 1
        asked = f"{function.__module__}.{function.__qualname__}"
        alias = asked.replace(".", "_")
        lines += [
            f"    if duties == {number}:",
            f"        number = {alias}({arguments})",
            f"        return number + {first} if number else 0",
        ]
    return "\n".join([*lines, "    return 0", ""])


def _source() -> str:
    functions = [one for duties in _games() for one in (duties.judge_end, duties.judge_card)]
    imports = {
        f"from {one.__module__} import {one.__qualname__} as "
        f"{one.__module__.replace('.', '_')}_{one.__qualname__}"
        for one in functions
    }
    parts = [
        _HEAD,
        *sorted(imports),
        "",
        _chain("own_end_duty", "tops, touched, laid", [one.judge_end for one in _games()]),
        _chain(
            "own_card_duty",
            "tops, touched, laid, card, pile",
            [one.judge_card for one in _games()],
        ),
    ]
    return "\n".join(parts)


def _load() -> ModuleType:
    source = _source()
    name = "_tenback_duties"
    # With a library nothing is compiled here, or little: there is nothing to keep.
    folder = cache_folder() if LIBRARY is None else None
    if folder is None:
        module = ModuleType(name)
        sys.modules[name] = module
        exec(compile(source, f"<{name}>", "exec"), module.__dict__)
        return module
    # The folder carries a digest of the duties: a file that is there is the one wanted.
    path = folder / f"{name}.py"
    if not path.exists():
        write_whole(path, lambda file: file.write(source.encode()))
    return _import(name, path)


def _import(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_HOME = Path(__file__).parent
_COMPILED = _games()[: None if LIBRARY is None else LIBRARY.duties]
_written: Any = _load()

#: Judge the end of a turn by a game's own duties: the number of a refusal code, 0 if it may end.
own_end_duty: Callable[[int, Any, int, int], int] = jit(_written.own_end_duty, _HOME)
#: The same of one card more.
own_card_duty: Callable[[int, Any, int, int, int, int], int] = jit(_written.own_card_duty, _HOME)
