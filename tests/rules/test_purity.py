"""The rules import nothing but the standard library, and importing the package is light."""

import subprocess
import sys

PROBE = """
import sys
import {module}
print(*sorted({{name.partition('.')[0] for name in sys.modules}} - set(sys.stdlib_module_names)))
"""


def loaded_by(module: str) -> set[str]:
    """Return the packages outside the standard library that a fresh import loads."""
    command = [sys.executable, "-I", "-c", PROBE.format(module=module)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return {name for name in told if not name.startswith(("_", "__editable__"))}


def test_rules_load_no_third_party_module() -> None:
    assert loaded_by("tenback.rules") <= {"tenback", "sitecustomize", "distutils-precedence"}


def test_importing_the_package_loads_no_heavy_module() -> None:
    heavy = {"numba", "numpy", "polars", "rich", "cyclopts", "msgspec", "matplotlib", "ray"}
    assert not loaded_by("tenback") & heavy
