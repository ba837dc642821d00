"""The module for browsers, run in a worker of Chromium by the client's own loader."""

import shutil
import subprocess
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from scripts.node_module import KERNELS, MODULE, NODE, TYPESCRIPT

_HERE = Path(__file__).parent
_WORKER = """
import { load } from './module.mjs';
import * as described from './interface.mjs';
import { replays } from './replaying.mjs';

const bytesOf = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
self.onmessage = async ({ data }) => {
  try {
    const loaded = await load(await bytesOf('kernels.wasm'));
    const tools = { seconds: () => performance.now() / 1000 };
    const found = replays[data]({ ...described, ...loaded }, await bytesOf('file'), tools);
    self.postMessage({ found });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
"""
_ASK = """(what) => new Promise((done, fail) => {
  const worker = new Worker('worker.mjs', { type: 'module' });
  worker.onerror = ({ message }) => fail(new Error(message));
  worker.onmessage = ({ data }) => {
    worker.terminate();
    if (data.error) fail(new Error(data.error)); else done(data.found);
  };
  worker.postMessage(what);
})"""


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class BrowserModule:
    """The module in a page of a browser; it replays what Node replays."""

    def __init__(self, page: Page, folder: Path) -> None:
        self._page = page
        self._folder = folder

    def replay(self, what: str, file: Path) -> dict[str, Any]:
        """Replay a file in a new worker; the first difference is an error."""
        shutil.copy(file, self._folder / "file")
        return self._page.evaluate(_ASK, what)


@contextmanager
def module_in(page: Page) -> Generator[BrowserModule]:
    """Serve the module to a page, with the replays that check and measure it."""
    written = subprocess.run(
        [NODE, _HERE / "replay_kernels.mjs", TYPESCRIPT, KERNELS],
        capture_output=True,
        text=True,
        check=True,
    )
    loader = Path(written.stdout.strip())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(loader, folder, dirs_exist_ok=True)
        shutil.rmtree(loader)
        shutil.copy(_HERE / "replaying.mjs", folder)
        shutil.copy(MODULE, folder)
        (folder / "worker.mjs").write_text(_WORKER, encoding="utf-8")
        (folder / "index.html").write_text("<!doctype html><title>module</title>", encoding="utf-8")
        with ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(_Files, directory=str(folder))
        ) as server:
            thread = threading.Thread(target=server.serve_forever, daemon=True)
            thread.start()
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            yield BrowserModule(page, folder)
            server.shutdown()
            thread.join()
