"""The browser client's types are those of the server."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_client_are_up_to_date() -> None:
    command = [sys.executable, ROOT / "scripts" / "wire_types.py", "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
