"""What the page's own thread did for each card, from a trace of Chromium."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

__all__ = ["tell_work"]

_KINDS = {
    "FunctionCall": "script",
    "RunMicrotasks": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
}
#: Microseconds of processor time: at a quarter of the speed, a longer task takes more than a frame.
_FRAME = 1_000_000 / 60 / 4


def tell_work(trace: Path, cards: int) -> str:
    """Return what the page's own thread did for each card that was laid, in processor time."""
    events: list[dict[str, Any]] = json.loads(trace.read_bytes())["traceEvents"]
    timed = [each for each in events if "tdur" in each and each["ph"] == "X"]
    names = {(each["pid"], each["tid"]) for each in events if _is_page(each)}
    busiest = Counter[tuple[int, int]]()
    for each in timed:
        busiest[each["pid"], each["tid"]] += each["tdur"]
    thread = max(names, key=lambda one: busiest[one])
    own = [each for each in timed if (each["pid"], each["tid"]) == thread]
    spent, open_, tasks = Counter[str](), list[dict[str, Any]](), list[int]()
    for each in sorted(own, key=lambda one: (one["ts"], -one["dur"])):
        while open_ and open_[-1]["ts"] + open_[-1]["dur"] <= each["ts"]:
            open_.pop()
        kind = _KINDS.get(each["name"], "rest")
        spent[kind] += each["tdur"]
        if open_:
            spent[_KINDS.get(open_[-1]["name"], "rest")] -= each["tdur"]
        else:
            tasks.append(each["tdur"])
        open_.append(each)
    kinds = ", ".join(f"{kind} {spent[kind] / 1000 / cards:.1f}" for kind in sorted(spent))
    longest = sorted(tasks)[-cards:]
    return (
        f"for each of {cards} cards, in ms: {kinds}; the longest task "
        f"{sum(longest) / len(longest) / 1000:.1f} (of all {longest[-1] / 1000:.1f}), "
        f"{sum(task > _FRAME for task in tasks) / cards:.2f} tasks longer than {_FRAME / 1000:.1f}"
    )


def _is_page(event: dict[str, Any]) -> bool:
    return event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
