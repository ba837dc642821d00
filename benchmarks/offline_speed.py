"""The client without a server: sizes, start to the first card on a phone, speeds, a hint, memory.

    python benchmarks/offline_speed.py [--only sizes phone answers speeds]

In Chromium, on the site of ``make site`` from a host that compresses. The phone has a processor
four times slower and a connection of 9 Mbit/s with a latency of 165 ms (fast 4G).

Speeds: what Python has done is written down, and done again by the module, in Node and in a worker
of Chromium; results must be the same. Each way takes its turn in each of three rounds; the best
round counts. Node tells CPU time; Chromium can tell only wall-clock time.
"""

import argparse
import gzip
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright
from scripts.browser_module import module_in
from scripts.node_module import replay, why_not
from tests.web.browser import CHROMIUM, FLAGS
from tests.web.building import SITE, build_site
from tests.web.guest import Guest
from tests.web.hosting import Host, hosting

from tenback.analysis import advise
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.kernels import pack_ruleset, play_batch
from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import State, view
from tenback.testing.calls import Calls
from tenback.testing.expert_positions import write_expert_positions

PARTS = ("sizes", "phone", "answers", "speeds")
_ROUNDS = 3
#: Games that are sampled for a hint.
_GAMES = 24
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

#: Put before the worker's own code: lets it tell how large the module's memory is.
_TELL_MEMORY = """
const started = WebAssembly.instantiate;
WebAssembly.instantiate = async (...asked) => {
  const made = await started(...asked);
  const { memory } = made.instance.exports;
  self.addEventListener('message', ({ data }) => {
    if (data === 'memory') self.postMessage({ type: 'memory', bytes: memory.buffer.byteLength });
  });
  return made;
};
"""

#: Asks the worker as the page does, and times the answers.
_ASK = """async ([address, record]) => {
  const worker = new Worker(address, { type: 'module' });
  let onMemory = () => undefined;
  let last = 0;
  const waiting = new Map();
  let onHint = () => undefined;
  worker.onmessage = ({ data }) => {
    if (data.type === 'memory') onMemory(data.bytes);
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
  const hint = (code, seen) => new Promise((done) => {
    onHint = done;
    void ask('table:do', { code, id: 'x', command: { type: 'ask_hint' }, seen });
  });
  await timed('first hint, with its network', () => hint(code, seq));
  const next = await ask('table:open', wish);
  const welcome = await ask('table:enter', { code: next, seen: 0, face: '' });
  await timed('another hint', () => hint(next, welcome.seq));
  await timed('review', () => ask('review', record));
  const memory = await new Promise((done) => {
    onMemory = done;
    worker.postMessage('memory');
  });
  worker.terminate();
  return [times, memory];
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
    """Print how large the files are that are sent."""
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
    [worker] = [path.name for path in host.files.rglob("worker-*.js")]
    script = _TELL_MEMORY + gzip.decompress((host.files / "assets" / worker).read_bytes()).decode()
    guest.context.route(
        f"**/{worker}", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )
    page = guest.go("/")
    times, memory = page.evaluate(_ASK, [f"assets/{worker}", record])
    for name, ms in times.items():
        print(f"{name}: {ms / 1000:.2f} s")
    print(f"memory of the module after that: {memory / 1e6:.1f} MB")
    guest.leave()


def speeds(page: Page) -> None:
    """Compare what the module does in a second with what the library does."""
    with tempfile.TemporaryDirectory() as name, module_in(page) as module:
        file = Path(name) / "file"
        for told, write in (
            ("greedy, games", _greedy),
            ("expert, decisions", _expert),
            ("master, decisions", _master),
            (f"hints of {_GAMES} games for the best turns", _hints),
        ):
            what, count, native = write(file)
            best = {"native": native(), "Node": 1e9, "Chromium": 1e9}
            for _ in range(_ROUNDS):
                best["native"] = min(best["native"], native())
                best["Node"] = min(best["Node"], replay(what, file)["seconds"])
                best["Chromium"] = min(best["Chromium"], module.replay(what, file)["seconds"])
            figures = ", ".join(f"{way} {count / taken:,.4g}" for way, taken in best.items())
            print(f"{told} a second: {figures}")


#: What is replayed, how much of it, and a function that does it natively and returns its seconds.
Measured = tuple[str, int, Callable[[], float]]


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _greedy(file: Path) -> Measured:
    packed, seeds = pack_ruleset(build_ruleset("original", 1)), np.arange(100_000)
    file.write_bytes(np.array([packed]).tobytes())
    return "greedy", seeds.size, lambda: _seconds(lambda: play_batch(packed, 0, seeds))


def _expert(file: Path) -> Measured:
    count, rules = 3_000, build_ruleset("original", 1)
    write_expert_positions(rules, count, file)
    other = file.with_name("again")
    return "expert", count, lambda: _seconds(lambda: write_expert_positions(rules, count, other))


def _master(file: Path) -> Measured:
    bot = create_bot("master", seed=1)
    return _called(file, lambda state: bot.choose(view(state, state.seat, memory=True)))


def _hints(file: Path) -> Measured:
    return _called(file, lambda state: advise(view(state, state.seat, memory=True), samples=_GAMES))


def _called(file: Path, ask: Callable[[State], object]) -> Measured:
    """Ask about some positions of a solo game, and write down every call of the library."""
    positions = _positions()

    def run() -> Calls:
        calls = Calls()
        with calls.listening():
            for state in positions:
                ask(state)
        return calls

    run().write(file)
    return "calls", len(positions), lambda: run().seconds


def _positions() -> list[State]:
    rules, bot = build_ruleset("original", 1), create_bot("tuned", seed=1)
    state = State.deal(rules, deal_from_seed(rules, 7)).start(0)
    found: list[State] = []
    for turn in range(16):
        if turn % 4 == 0:
            found.append(state)
        state = play_turn(state, choose_turn(state, bot))
    return found


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    wanted = parser.parse_args().only
    if why_not():
        sys.exit(why_not())
    build_site()
    from scripts.offline_games import GAMES, record_of  # noqa: PLC0415  needed only here

    with (
        tempfile.TemporaryDirectory() as folder,
        hosting(SITE, Path(folder), end_headers=_send_packed) as host,
        sync_playwright() as playwright,
    ):
        _pack(host.files)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        parts: dict[str, Callable[[], None]] = {
            "sizes": partial(sizes, host.files),
            "phone": partial(first_card, browser, host),
            "answers": lambda: answers(browser, host, record_of(*GAMES[0])),
            "speeds": lambda: speeds(browser.new_page()),
        }
        for part in wanted:
            parts[part]()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
