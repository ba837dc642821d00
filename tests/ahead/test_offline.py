"""The client's referee, run in Node: it says what the server says, and its bots play the same."""

import json
import os
import subprocess
from pathlib import Path
from random import Random

import msgspec
import pytest
from scripts.node_module import NODE, ROOT, why_not
from scripts.offline_data import TARGET, data_text
from tests.ahead.table_scripts import write_script

from tenback.kernels.packed import RULES
from tenback.kernels.packing import pack_ruleset
from tenback.server.offline import offline_data
from tenback.testing.random_play import all_rulesets

needs_module = pytest.mark.skipif(bool(why_not()), reason=why_not())


def test_what_the_client_knows_is_what_python_says() -> None:
    made = data_text()
    assert TARGET.read_text(encoding="utf-8") == made, "run `python scripts/offline_data.py`"


def test_the_changes_of_options_can_be_put_together() -> None:
    told = offline_data()["rulesets"]
    for rules in all_rulesets():
        one = told[f"{rules.game.id}-{rules.players}"]
        fields = dict(one["fields"])
        for name, value in rules.changed_options().items():
            fields |= one["changes"][f"{name}={json.dumps(value)}"]
        packed = pack_ruleset(rules)
        for name in RULES.names or ():
            if name not in ("commands", "command_cards"):
                wanted = getattr(packed, name)
                assert (
                    (wanted == fields.get(name, 0)).all()
                    if wanted.ndim
                    else wanted == (fields.get(name, 0))
                ), name


@needs_module
def test_the_referee_says_what_the_server_says(tmp_path: Path) -> None:
    random = Random(5)
    rulesets = list(all_rulesets())
    scripts = [
        write_script(rules, number, 90, thinks=number % 3 == 0)
        for number, rules in enumerate(random.sample(rulesets, 18))
    ]
    file = tmp_path / "scripts.json"
    file.write_bytes(msgspec.json.encode(scripts))
    done = subprocess.run(
        [NODE, "node_modules/vitest/vitest.mjs", "run", "test/offline/scripts.test.ts"],
        cwd=ROOT / "web",
        env=os.environ | {"VITE_TENBACK_SCRIPTS": str(file), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "skipped" not in done.stdout
