"""Install the wheel in dist/ with each extra by itself, and use it: python scripts/test_wheel.py

Without names it tries all extras except the GPU's. Each has an environment of its own, so it takes
some minutes.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: A server that starts, answers, and has the page that people play on.
SERVER = """
import json, os, re, subprocess, sys
from urllib.request import Request, urlopen
command = [sys.executable, "-m", "tenback", "serve", "--port", "0"]
here = {**os.environ, "TENBACK_HOME": "."}
server = subprocess.Popen(command, env=here, stderr=subprocess.PIPE, text=True)
try:
    lines = iter(server.stderr.readline, "")
    at = next(found[0] for line in lines if (found := re.search(r"http://[0-9.:]+", line)))
    next(line for line in lines if "startup complete" in line)
    assert b"<script" in urlopen(f"{at}/").read()
    wanted = {"game": "extreme", "players": 2, "name": "Ana", "bots": ["expert"]}
    headers = {"Content-Type": "application/json"}
    print(urlopen(Request(f"{at}/api/tables", json.dumps(wanted).encode(), headers)).status)
finally:
    server.terminate()
    server.communicate()
"""
#: The full screen, drawn and left.
SCREEN = """
import asyncio
from pathlib import Path
from tenback import Game
from tenback.terminal.screens import GameScreen
from tenback.texts import Texts
async def look():
    app = GameScreen(Game(seed=1, names=("Ana",)).record(), Texts("de"), Path("game.tenback"))
    async with app.run_test(size=(60, 30)) as pilot:
        while "A1" not in str(app.query_one("#board").render()):
            await asyncio.sleep(0.05)
        await pilot.press("ctrl+q")
asyncio.run(look())
"""
ALL = """
import gymnasium, hypothesis, ray, textual, uvicorn
import tenback.envs, tenback.lab, tenback.server.web.app
"""
#: What must work with each extra installed, and with nothing else; "" is the base.
PROBES = {
    "": "import tenback; print(tenback.Game('extreme', 3, seed=1).play_out('greedy').outcome)",
    "kernels": "import tenback; print(tenback.Game(seed=1).play_out('tuned').outcome)",
    "lab": "from tenback import lab; print(lab.simulate('original', games=50, bots='greedy').wins)",
    "rl": "import gymnasium, tenback.envs; print(gymnasium.make('tenback/Original-v0').reset()[1])",
    "server": SERVER,
    "terminal": SCREEN,
    "testing": "from tenback.testing.strategies import rulesets; print(rulesets)",
    "ray": "from tenback.lab.executors import ray_cluster; print(ray_cluster)",
    "all": ALL,
}

#: Our own sources must not be found instead of the wheel.
BARE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def newest_wheel() -> Path:
    """Return the wheel that was built last."""
    wheels = sorted((ROOT / "dist").glob("tenback-*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        sys.exit("there is no wheel in dist/; python -m build makes one")
    return wheels[-1]


def try_extra(wheel: Path, extra: str) -> bool:
    """Install the wheel with an extra and run its probe and the command line."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        wanted = f"{wheel}[{extra}]" if extra else str(wheel)
        for command in (
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wanted],
            [python, "-m", "tenback", "--version"],
            [python, "-m", "tenback", "bots"],
            [python, "-m", "tenback", "rules", "duel", "--lang", "fr"],
            [python, "-c", PROBES[extra]],
        ):
            ran = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, check=False, env=BARE
            )
            if ran.returncode != 0:
                print(f"[{extra}] {' '.join(command[1:])}\n{ran.stdout}{ran.stderr}")
                return False
    print(f"[{extra}] works")
    return True


if __name__ == "__main__":
    extras = [name.strip("[]") for name in sys.argv[1:]] or list(PROBES)
    built = newest_wheel()
    failed = [extra for extra in extras if not try_extra(built, extra)]
    sys.exit(bool(failed))
