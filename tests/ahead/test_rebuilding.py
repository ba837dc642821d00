"""The built files of the repository are what their sources give, byte for byte."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tenback.kernels.library import BUILT, INTERFACE


@pytest.mark.long
@pytest.mark.timeout(3_600)  # an idle core takes four minutes
@pytest.mark.skipif(find_spec("ziglang") is None, reason="NOT TESTED: no linker (make native)")
def test_every_built_file_is_built_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tenback.ahead", "check", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

    names = sorted(path.name for path in BUILT.iterdir() if path != INTERFACE)
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    other = [
        name for name in names if (tmp_path / name).read_bytes() != (BUILT / name).read_bytes()
    ]
    assert other == [], "built from other code: run `make native` and `make wasm`"
