"""The transcript on the page of the terminal is what the program prints."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "terminal.md"


def test_the_transcript_is_real(tmp_path: Path) -> None:
    block = re.search(r"```console\n\$ tenback (.*?)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert block is not None
    arguments, transcript = block[1].split(), block[2]
    typed = "".join(f"{line}\n" for line in re.findall(r"^P1> (.*)$", transcript, re.MULTILINE))
    done = subprocess.run(
        [sys.executable, "-m", "tenback", *arguments, "--lang", "en"],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        env={"TENBACK_HOME": str(tmp_path), "PATH": ""},
    )
    assert done.stdout.startswith(transcript.rstrip())
