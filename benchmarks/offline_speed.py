"""The client without a server: sizes, start to the first card on a phone, a hint, a review, memory.

    PYTHONPATH=. python benchmarks/offline_speed.py

In Chromium, on the site of ``make site`` from a host that compresses. The phone has a processor
four times slower and a line of 9 Mbit/s with 165 ms (fast 4G). What the module does in a second, in
Node and natively in the same run, ``benchmarks/ahead_speed.py`` tells.
"""

import gzip
import sys
import tempfile
import time
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import SITE, build_site
from tests.web.guest import Guest
from tests.web.hosting import Host, hosting

_PACKED = (".html", ".js", ".css", ".svg", ".wasm", ".webmanifest", ".jsonl")
_PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
_LINE = {
    "offline": False,
    "latency": 165,
    "downloadThroughput": 9e6 / 8,
    "uploadThroughput": 15e5 / 8,
}

#: Asks the worker as the page does, and times the answers.
_ASK = """async ([address, record]) => {
  const worker = new Worker(address, { type: 'module' });
  let last = 0;
  const waiting = new Map();
  let onHint = () => undefined;
  worker.onmessage = ({ data }) => {
    if (data.type === 'answer') waiting.get(data.id)?.(data.answered);
    if (data.type === 'trouble') throw new Error(JSON.stringify(data.trouble));
    if (data.type === 'news' && data.told?.message?.type === 'hint') onHint();
  };
  const ask = (kind, asked) => new Promise((done) => {
    last += 1;
    waiting.set(last, done);
    worker.postMessage({ type: 'ask', id: last, kind, asked });
  });
  const times = {};
  const timed = async (name, work) => {
    const start = performance.now();
    const found = await work();
    times[name] = performance.now() - start;
    return found;
  };
  await timed('module', () => ask('start', null));
  const wish = { game: 'original', players: 1, name: 'Ana', bots: [], start: true };
  const code = await ask('table:open', wish);
  const { seq } = await ask('table:enter', { code, seen: 0, face: '' });
  await timed('hint', () => new Promise((done) => {
    onHint = done;
    void ask('table:do', { code, id: 'x', command: { type: 'ask_hint' }, seen: seq });
  }));
  await timed('review', () => ask('review', record));
  worker.terminate();
  return times;
}"""


def _pack(folder: Path) -> None:
    """Compress what a host would compress."""
    for path in folder.rglob("*"):
        if path.suffix in _PACKED:
            path.write_bytes(gzip.compress(path.read_bytes(), 9))


def _send_packed(handler: Any) -> None:
    path = handler.path.split("?")[0]
    if path.endswith((*_PACKED, "/")):
        handler.send_header("Content-Encoding", "gzip")
    SimpleHTTPRequestHandler.end_headers(handler)


def sizes(files: Path) -> None:
    """Tell how much comes over the line."""
    by_kind: dict[str, int] = {}
    for path in files.rglob("*"):
        if path.is_file() and path.name != "service-worker.js":
            by_kind[path.suffix] = by_kind.get(path.suffix, 0) + path.stat().st_size
    for kind, size in sorted(by_kind.items(), key=lambda each: -each[1]):
        print(f"{kind or 'others':14} {size / 1000:8.0f} kB")
    networks = {path.name: path.stat().st_size for path in files.rglob("*.npz")}
    print(
        f"networks: {min(networks.values()) / 1000:.0f} to {max(networks.values()) / 1000:.0f} kB"
    )


def first_card(browser: Browser, host: Host) -> None:
    """Time a first visit on a phone, from the address to a hand of cards."""
    guest = Guest(browser, host.url, on_device=True, **_PHONE)
    loaded: list[int] = []
    guest.page.on(
        "requestfinished", lambda request: loaded.append(request.sizes()["responseBodySize"])
    )
    session: Any = guest.context.new_cdp_session(guest.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", _LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    started = time.perf_counter()
    page = guest.go("/")
    button = page.get_by_role("button", name="Original")
    button.wait_for()
    there = time.perf_counter() - started
    button.click()
    page.locator("[data-hand-card]").first.wait_for()
    done = time.perf_counter() - started
    print(f"phone: lobby after {there:.2f} s, first card after {done:.2f} s", end=", ")
    print(f"{sum(loaded) / 1000:.0f} kB in {len(loaded)} answers of the page")
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    heap = next(each["value"] for each in metrics if each["name"] == "JSHeapUsedSize")
    print(f"memory of the page's own objects: {heap / 1e6:.1f} MB (the worker's is apart)")
    guest.leave()


def answers(browser: Browser, host: Host, record: str) -> None:
    """Time what the worker does, on this machine as it is."""
    guest = Guest(browser, host.url)
    page = guest.go("/")
    [worker] = [path.name for path in host.files.rglob("worker-*.js")]
    times = page.evaluate(_ASK, [f"assets/{worker}", record])
    for name, ms in times.items():
        print(f"{name}: {ms / 1000:.2f} s")
    guest.leave()


def main() -> int:
    """Measure everything."""
    build_site()
    from scripts.offline_games import GAMES, record_of  # noqa: PLC0415  only here

    with (
        tempfile.TemporaryDirectory() as folder,
        hosting(SITE, Path(folder), end_headers=_send_packed) as host,
        sync_playwright() as playwright,
    ):
        _pack(host.files)
        sizes(host.files)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        first_card(browser, host)
        answers(browser, host, record_of(*GAMES[0]))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
