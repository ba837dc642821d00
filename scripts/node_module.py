"""The module for browsers, run in Node by the client's own loader."""

import json
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

from tenback.kernels.library import BUILT, INTERFACE, is_current

ROOT = Path(__file__).parents[1]
MODULE = BUILT / "kernels.wasm"
KERNELS = ROOT / "web" / "src" / "lib" / "kernels"
TYPESCRIPT = ROOT / "web" / "node_modules" / "typescript"
NODE = which("node") or str(ROOT / ".venv" / "bin" / "node")


def why_not() -> str:
    """Return why the module cannot be run; empty if it can."""
    interface = json.loads(INTERFACE.read_text(encoding="utf-8"))
    if not MODULE.is_file() or not is_current(MODULE, interface):
        return f"NOT TESTED: no module of this code in {MODULE} (make wasm)"
    if not TYPESCRIPT.is_dir():
        return "NOT TESTED: the client is not installed (make client)"
    if not Path(NODE).is_file():
        return "NOT TESTED: there is no Node"
    return ""


def replay(what: str, file: Path) -> dict[str, Any]:
    """Replay a file in the module; the first difference is an error."""
    done = subprocess.run(
        [
            NODE,
            Path(__file__).with_name("replay_kernels.mjs"),
            TYPESCRIPT,
            KERNELS,
            MODULE,
            what,
            file,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
