"""When the server is killed, no worker outlives it, whatever its bot is doing."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tests.server.thinking.processes import is_running, wait_until_gone

from tenback.server.thinking.messages import WorkerSettings, frame

SERVER = """
import asyncio, json, sys
from tenback.records import parse_position
from tenback.rules import view
from tenback.server.thinking import Thinkers, WorkerSettings

async def main():
    state = parse_position("original hands=20,30,40,50,60,70 deck=?40").completed().to_state()
    seen = view(state, state.seat, memory=True)
    settings = WorkerSettings(factory="misbehaving:create")
    thinkers = Thinkers(2, limit_seconds=float(sys.argv[2]), warm_up=(), settings=settings)
    await thinkers.start()
    await asyncio.gather(*(thinkers.think("sleeps:0.3", seed, seen) for seed in range(2)))
    busy = asyncio.create_task(thinkers.think(sys.argv[1], 1, seen))
    await asyncio.sleep(0.3)
    assert thinkers.thinking == 1
    print(json.dumps(thinkers.process_ids), flush=True)
    await busy

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("habit", "limit_seconds"),
    [("sleeps:600", 600), ("burns:600", 600), ("holds_on:600", 1)],
)
def test_no_worker_outlives_a_killed_server(habit: str, limit_seconds: float) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, habit, str(limit_seconds)],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with server:
        assert server.stdout is not None
        pids: list[int] = json.loads(server.stdout.readline())
        assert len(pids) == 2
        assert all(map(is_running, pids))
        server.send_signal(signal.SIGKILL)
    assert wait_until_gone(pids)


def test_a_worker_whose_answers_nobody_reads_ends_without_a_word() -> None:
    settings = msgspec.json.encode(WorkerSettings(factory="misbehaving:create")).decode()
    command = [sys.executable, "-P", "-m", "tenback.server.thinking.worker", settings]
    worker = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        assert worker.stdout.read(1)  # it has started
        worker.stdout.close()
        worker.stdin.write(frame(b"no request"))
        worker.stdin.flush()
        assert worker.stderr.read() == b""
        assert worker.wait(60) == 0
